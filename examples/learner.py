"""What both examples share: a network with masks, PPO in the style of CleanRL, a learning curve, a bot of a network.

One function computes the advantages for a caller who plays one seat and for one who plays them all: every seat of every
match has its own chain of decisions, and what happens between two of them is part of the reward of the first.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from torch import nn

import khonsu
from khonsu.bots import Budget, Candidate, Choice, bot, decide
from khonsu.research.gym import vector_env

GAMMA, LAMBDA, CLIP, EPOCHS, MINIBATCH, ENTROPY = 0.997, 0.95, 0.2, 2, 1024, 0.005
WIN, POINT = 1.0, 0.05  # what a win and a point are worth to the learner


class Net(nn.Module):
    """Two hidden layers, a head for the steps and one for the value."""

    def __init__(self, features: int, steps: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.steps, self.value = nn.Linear(width, steps), nn.Linear(width, 1)
        nn.init.orthogonal_(self.steps.weight, 0.01)
        nn.init.zeros_(self.steps.bias)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the steps, illegal ones without any chance, and the value."""
        hidden = self.body(observation)
        logits = self.steps(hidden).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, dim=-1), self.value(hidden).squeeze(-1)


def drawn(chances: torch.Tensor) -> torch.Tensor:
    """A step for every row, by its chances."""
    return torch.multinomial(chances.exp(), 1).squeeze(1)


class Batch:
    """One stretch of play: arrays of length x environments."""

    def __init__(self, length: int, env, players: int) -> None:
        n, kernel = env.num_envs, env.matches.setting.game.kernel
        self.observations = torch.zeros(length, n, kernel.n_features)
        self.masks = torch.zeros(length, n, kernel.steps, dtype=torch.int8)
        self.actions = torch.zeros(length, n, dtype=torch.int64)
        self.chances, self.values = torch.zeros(length, n), np.zeros((length, n), np.float32)
        self.seats, self.over = np.zeros((length, n), np.int64), np.zeros((length, n), np.bool_)
        self.rewards = np.zeros((length, n, players), np.float32)


class Player:
    """Collects play from a vector environment with the present network.

    The reward is the win and, so that there is something to learn from while every match is lost, the own points.
    """

    def __init__(self, env, players: int, seed: int) -> None:
        self.env, self.players = env, players
        self.observation, infos = env.reset(seed=seed)
        self.seat = infos["seat"]
        self.shares: deque[float] = deque(maxlen=2000)  # of the seat that acted last, match by match

    def collect(self, net: Net, length: int) -> tuple[Batch, np.ndarray]:
        """Play; besides the batch the values of the position after it, for every seat."""
        batch = Batch(length, self.env, self.players)
        for t in range(length):
            batch.observations[t] = torch.from_numpy(self.observation["observation"])
            batch.masks[t] = torch.from_numpy(self.observation["action_mask"])
            with torch.no_grad():
                chances, values = net(batch.observations[t], batch.masks[t])
            actions = drawn(chances)
            batch.actions[t], batch.values[t], batch.seats[t] = actions, values.numpy(), self.seat
            batch.chances[t] = chances.gather(1, actions[:, None]).squeeze(1)
            self.observation, _, over, _, infos = self.env.step(actions.numpy())
            batch.rewards[t], batch.over[t] = infos["rewards"] * POINT, over
            if over.any():
                share = infos["final_info"]["win_share"]
                batch.rewards[t][over] += (share - share.mean(axis=1, keepdims=True))[over] * 2 * WIN
                self.shares.extend(share[over, self.seat[over]].tolist())
            self.seat = infos["seat"]
        with torch.no_grad():
            _, values = net(
                torch.from_numpy(self.observation["observation"]), torch.from_numpy(self.observation["action_mask"])
            )
        # Seats that are not asked are taken to stand as well as the one that is: there is no better guess at hand.
        ahead = np.repeat(values.numpy()[:, None], self.players, axis=1)
        return batch, ahead


def advantages(batch: Batch, ahead: np.ndarray) -> np.ndarray:
    """Generalised advantages, from the last decision back; column p of the running arrays belongs to seat p."""
    rows = np.arange(batch.seats.shape[1])
    following, since, carried = ahead.copy(), np.zeros_like(ahead), np.zeros_like(ahead)
    result = np.zeros_like(batch.values)
    for t in reversed(range(len(batch.values))):
        over = batch.over[t][:, None]
        following, carried = np.where(over, 0, following), np.where(over, 0, carried)
        since = np.where(over, 0, since) + batch.rewards[t]
        seat = batch.seats[t]
        delta = since[rows, seat] + GAMMA * following[rows, seat] - batch.values[t]
        result[t] = delta + GAMMA * LAMBDA * carried[rows, seat]
        carried[rows, seat], following[rows, seat], since[rows, seat] = result[t], batch.values[t], 0
    return result


def improve(net: Net, optimiser: torch.optim.Optimizer, batch: Batch, gained: np.ndarray) -> None:
    """Some epochs of PPO on one batch."""
    flat = [array.flatten(0, 1) for array in (batch.observations, batch.masks, batch.actions, batch.chances)]
    observations, masks, actions, old = flat
    advantage = torch.from_numpy(gained).flatten()
    target = advantage + torch.from_numpy(batch.values).flatten()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).split(MINIBATCH):
            chances, values = net(observations[part], masks[part])
            taken = chances.gather(1, actions[part, None]).squeeze(1)
            ratio = (taken - old[part]).exp()
            gain = torch.min(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part]).mean()
            spread = -(chances.exp() * chances).sum(dim=-1).mean()
            loss = -gain + 0.5 * (values - target[part]).square().mean() - ENTROPY * spread
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def win_share(net: Net, game: str, opponents: str, matches: int, seed: int = 10**6, **settings) -> tuple[float, float]:
    """Mean share of the win against these opponents and the half-width of its 95% interval.

    As many environments as matches, and of each the first match only: short matches are not counted more often. Steps
    are drawn by their chances, as in training.
    """
    env = vector_env(game, matches, opponents=opponents, **settings)
    observation, infos = env.reset(seed=seed)
    seat, result = infos["seat"], np.full(matches, np.nan)
    while np.isnan(result).any():
        with torch.no_grad():
            chances, _ = net(torch.from_numpy(observation["observation"]), torch.from_numpy(observation["action_mask"]))
        observation, _, over, _, infos = env.step(drawn(chances).numpy())
        fresh = over & np.isnan(result)
        if fresh.any():
            result[fresh] = infos["final_info"]["win_share"][fresh, seat[fresh]]
        seat = infos["seat"]
    return float(result.mean()), 1.96 * float(result.std()) / math.sqrt(matches)


class NetBot:
    """A trained network behind the interface of all bots."""

    name = "net"

    def __init__(self, net: Net) -> None:
        self.net = net

    def choose(self, position, seat: int, budget: Budget) -> Choice:
        """The step that the network likes best."""
        legal = position.legal(seat)
        mask = np.zeros(position.game.kernel.steps, np.int8)
        mask[legal] = 1
        with torch.no_grad():
            chances, _ = self.net(torch.from_numpy(position.features(seat))[None], torch.from_numpy(mask)[None])
        ranked = sorted(legal, key=lambda step: -float(chances[0, step]))
        candidates = tuple(Candidate(step, float(chances[0, step].exp())) for step in ranked)
        return Choice(ranked[0], (1 / position.players,) * position.players, candidates)


def against_bot(net: Net, game: str, rival: str, matches: int) -> tuple[float, float]:
    """Mean share of the win against a bot as everybody meets it, seats changing, with its 95% interval."""
    shares, player, other = [], NetBot(net), bot(rival)
    for number in range(matches):
        match, own = khonsu.game(game).match(players=2, seed=2 * 10**6 + number // 2), number % 2
        while match.deciders:
            seat = match.deciders[0]
            budget = Budget(seed=number * 100_003 + len(match.steps))
            match.play(decide(player if seat == own else other, match, seat, budget).step, seat)
        shares.append(match.result()[own])
    return float(np.mean(shares)), 1.96 * float(np.std(shares)) / math.sqrt(matches)


def draw_curve(points: list[dict], title: str, path: Path) -> None:
    """The learning curve with its intervals."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "khonsu"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    steps = np.array([point["steps"] for point in points]) / 1e6
    for name in points[0]["shares"]:
        share = np.array([point["shares"][name] for point in points])
        axes.plot(steps, share[:, 0], label=f"against {name}")
        axes.fill_between(steps, share[:, 0] - share[:, 1], share[:, 0] + share[:, 1], alpha=0.2)
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
    axes.set(xlabel="million decisions", ylabel="share of the win", ylim=(0, 1), title=title)
    axes.legend(loc="best")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def arguments(description: str, name: str) -> argparse.Namespace:
    """The options of both examples."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--game", default="ankhor", choices=list(khonsu.games()))
    parser.add_argument("--minutes", type=float, default=8, help="how long to train")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--length", type=int, default=64, help="decisions in each environment between two updates")
    parser.add_argument("--look", type=int, default=16, help="positions that greedy opponents look at for one step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--matches", type=int, default=100, help="matches for each point of the curve")
    parser.add_argument("--ladder", type=int, default=0, help="matches against the bot `greedy` at the end")
    parser.add_argument("--curve", type=Path, default=Path(f"build/{name}.svg"), help="where to draw the curve")
    parser.add_argument("--net", type=Path, default=Path(f"build/{name}.pt"), help="where to keep the network")
    return parser.parse_args()


def train(chosen: argparse.Namespace, school: tuple[tuple[float, str], ...], title: str) -> None:
    """Train for so many minutes, measure ten times on the way, draw the curve, keep the network.

    `school` says against whom: each opponents up to a share of the time.
    """
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    classes = [(until * chosen.minutes * 60, player_against(chosen, opponents)) for until, opponents in school]
    kernel = khonsu.game(chosen.game).kernel
    net = Net(kernel.n_features, kernel.steps)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3, eps=1e-5)
    points: list[dict] = []
    began, steps, spent = time.monotonic(), 0, 0.0
    while True:
        if spent >= len(points) * chosen.minutes * 6:
            points.append({"steps": steps, "minutes": spent / 60, "shares": measured(net, chosen)})
            print(json.dumps(points[-1]), flush=True)
        if spent >= chosen.minutes * 60:
            break
        player = next(player for until, player in classes if spent < until)
        batch, ahead = player.collect(net, chosen.length)
        improve(net, optimiser, batch, advantages(batch, ahead))
        steps += batch.actions.numel()
        spent = time.monotonic() - began
    draw_curve(points, title, chosen.curve)
    chosen.net.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), chosen.net)
    if chosen.ladder:
        share, margin = against_bot(net, chosen.game, "greedy", chosen.ladder)
        print(f"against the bot greedy: {share:.3f} ± {margin:.3f} of the win in {chosen.ladder} matches")


def player_against(chosen: argparse.Namespace, opponents: str) -> Player:
    """A vector environment with these opponents, at its beginning."""
    env = vector_env(chosen.game, chosen.envs, opponents=opponents, reward="score", look=chosen.look)
    return Player(env, env.matches.setting.players, chosen.seed)


def measured(net: Net, chosen: argparse.Namespace) -> dict[str, tuple[float, float]]:
    """Shares of the win against random and greedy opponents."""
    return {
        "random": win_share(net, chosen.game, "random", chosen.matches),
        f"greedy (look {chosen.look})": win_share(net, chosen.game, "greedy", chosen.matches, look=chosen.look),
    }
