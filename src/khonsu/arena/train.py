"""Learn an evaluation by self-play: a small network that is fitted to how compiled matches end (`khonsu train`).

Nothing is stored but the network: every round plays new matches, keeps some of their positions, and takes a few steps
of gradient descent on them (Adam, NumPy). The state of a run is saved after every round, so it goes on where it was.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from khonsu.arena.selfplay import positions
from khonsu.bots import Budget, move
from khonsu.bots.learned import Weights, read
from khonsu.bots.search import SearchBot
from khonsu.bots.tuning import Tuning
from khonsu.errors import KhonsuError
from khonsu.kernel.game import Game

RATE, DECAY, FAST, SLOW = 2e-3, 1e-5, 0.9, 0.999  # of Adam
BATCH = 1024
CHECK_SEED = 1 << 40  # the matches of the check set, never learned from


class OtherRun(KhonsuError):
    """The run folder belongs to a run with other settings."""

    template = "The folder {folder} holds a run with other settings; name another one or delete it."

    def __init__(self, folder: Path) -> None:
        super().__init__(folder=str(folder))


@dataclass(frozen=True)
class Plan:
    """What determines a run: the same plan gives the same weights."""

    game: str
    rounds: int = 60
    matches: int = 400  # of self-play in a round, for each number of players
    hidden: int = 24
    tries: int = 60  # turns that are compared for one turn of self-play
    slip: float = 0.1
    keep: float = 0.3
    seed: int = 1


@dataclass
class Run:
    """A run as it stands."""

    plan: Plan
    round: int = 0
    steps: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


class Network:
    """The weights with their gradients' history."""

    def __init__(self, features: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        first = chance.normal(0, 0.05, (1 + features, hidden)).astype(np.float32)
        straight = np.zeros(2 + features, np.float32)
        straight[0] = 1  # begins as the hand-made judgement
        second = np.zeros(hidden, np.float32)
        self.weights = Weights(straight, first, second)
        self.means = Weights(*(np.zeros_like(w) for w in self.weights))
        self.squares = Weights(*(np.zeros_like(w) for w in self.weights))

    def logits(self, rows: Any) -> tuple[Any, Any]:
        """The logits of rows (judgement, features...) and the hidden sums."""
        w = self.weights
        hidden = np.maximum(rows[:, 1:] @ w.first[1:] + w.first[0], 0)
        return rows[:, 0] * w.straight[0] + w.straight[1] + rows[:, 1:] @ w.straight[2:] + hidden @ w.second, hidden

    def loss(self, inputs: Any, outcomes: Any) -> float:
        """Mean surprise at the outcomes, in nats."""
        return float(-np.log(np.maximum((self.shares(inputs)[0] * outcomes).sum(1), 1e-9)).mean())

    def shares(self, inputs: Any) -> tuple[Any, Any]:
        """Shares of the win for positions (position, seat, 1 + features), and the hidden sums."""
        count, seats, width = inputs.shape
        logits, hidden = self.logits(inputs.reshape(-1, width))
        logits = logits.reshape(count, seats)
        powers = np.exp(logits - logits.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True), hidden

    def learn(self, inputs: Any, outcomes: Any, step: int, rate: float) -> None:
        """One step of gradient descent on the surprise."""
        rows = inputs.reshape(-1, inputs.shape[2])
        shares, hidden = self.shares(inputs)
        slope = ((shares - outcomes) / len(inputs)).astype(np.float32).reshape(-1)
        back = np.outer(slope, self.weights.second) * (hidden > 0)
        straight = np.concatenate(([slope @ rows[:, 0], slope.sum()], slope @ rows[:, 1:])).astype(np.float32)
        first = np.vstack((back.sum(0), rows[:, 1:].T @ back))
        for w, m, v, g in zip(self.weights, self.means, self.squares, (straight, first, hidden.T @ slope)):
            g = g + DECAY * w
            m += (1 - FAST) * (g - m)
            v += (1 - SLOW) * (g * g - v)
            w -= rate * (m / (1 - FAST**step)) / (np.sqrt(v / (1 - SLOW**step)) + 1e-8)


def chunk(game: Game, plan: Plan, players: int, seed: int) -> tuple[Any, Any]:
    """Positions of new matches with outcomes; those that nobody won are left out, judgements come scaled."""
    numbers = game.numbers(players, game.about.resolve({}))
    inputs, outcomes = positions(
        game.kernel, numbers, players, plan.matches, plan.tries, plan.slip, plan.keep, seed, plan.matches * 40
    )
    won = outcomes.sum(1) > 0.5
    inputs = inputs[won]
    inputs[:, :, 0] /= Tuning(**(game.tuning or {})).scale
    np.clip(inputs[:, :, 0], -30, 30, out=inputs[:, :, 0])
    return inputs, outcomes[won]


def train(game: Game, plan: Plan, folder: Path) -> Iterator[Run]:
    """Run a plan, or go on with it; yields the run after every round. The folder keeps the run."""
    run, network = resume(game, plan, folder)
    counts = game.about.players
    checks = [chunk(game, plan, players, CHECK_SEED + players) for players in counts]
    while run.round < plan.rounds:
        began = time.perf_counter()
        rate = RATE * (1 - run.round / plan.rounds) + 1e-5
        order = np.random.default_rng((plan.seed, run.round))
        for players in counts:
            inputs, outcomes = chunk(game, plan, players, plan.seed + run.round * 64 + players)
            places = order.permutation(len(inputs))
            for first in range(0, len(places), BATCH):
                run.steps += 1
                some = places[first : first + BATCH]
                network.learn(inputs[some], outcomes[some], run.steps, rate)
        run.round += 1
        run.seconds += time.perf_counter() - began
        losses = {f"loss_{players}": network.loss(*check) for players, check in zip(counts, checks)}
        run.curve.append({"round": run.round, "seconds": round(run.seconds, 1), **losses})
        save(run, network, folder)
        yield run


def baseline(game: Game, plan: Plan) -> dict[str, float]:
    """The surprise of the hand-made judgement alone, on the same check set."""
    plain = Network(game.kernel.n_features, 1, 0)
    counts = game.about.players
    return {f"loss_{n}": plain.loss(*chunk(game, plan, n, CHECK_SEED + n)) for n in counts}


def resume(game: Game, plan: Plan, folder: Path) -> tuple[Run, Network]:
    """The run that the folder keeps, or a new one."""
    network = Network(game.kernel.n_features, plan.hidden, plan.seed)
    kept = folder / "run.json"
    if not kept.is_file():
        return Run(plan), network
    told = json.loads(kept.read_text())
    if told.pop("plan") != asdict(plan):
        raise OtherRun(folder)
    with np.load(folder / f"round{told['round']}.npz") as arrays:
        for group in ("weights", "means", "squares"):
            for name, array in getattr(network, group)._asdict().items():
                array[...] = arrays[f"{group}_{name}"]
    return Run(plan, **told), network


def save(run: Run, network: Network, folder: Path) -> None:
    """Keep the run: first the arrays, then the file that points to them, so that a kill leaves a whole run."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {
        f"{group}_{name}": array
        for group in ("weights", "means", "squares")
        for name, array in getattr(network, group)._asdict().items()
    }
    np.savez(folder / f"round{run.round}.npz", **arrays)
    draft = folder / "run.json.new"
    draft.write_text(json.dumps(asdict(run), indent=1))
    os.replace(draft, folder / "run.json")
    (folder / f"round{run.round - 1}.npz").unlink(missing_ok=True)


def write_weights(game: Game, plan: Plan, folder: Path, target: Path, made: str) -> None:
    """The finished network as the file that bots read, with how it was made."""
    run, network = resume(game, plan, folder)
    told = {"made": made, **asdict(run), "curve": run.curve[-1:]}
    small = {name: array.astype(np.float16) for name, array in network.weights._asdict().items()}
    np.savez_compressed(target, **small, about=np.array(json.dumps(told)))


def duel(game: Game, file: Path, matches: int, iterations: int = 300) -> Iterator[float]:
    """The learned evaluation against the hand-made one in the same search; its share of each match."""
    weights = read(file)
    for number in range(matches):
        match, own = game.match(players=2, seed=number // 2), number % 2
        seats = [SearchBot(iterations, weights=weights if seat == own else None) for seat in range(2)]
        while match.deciders:
            seat = match.deciders[0]
            move(seats[seat], match, seat, Budget(seed=number * 100_003 + len(match.steps)))
        yield match.result()[own]
