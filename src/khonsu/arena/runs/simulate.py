"""Simulate whole matches and sum them up. Random play runs inside the compiled kernel, other bots match by match."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from khonsu.arena.runs.matches import Played, play_match
from khonsu.arena.runs.plan import Plan
from khonsu.arena.runs.plan import plan as make_plan
from khonsu.arena.runs.recording import Decisions, recorded
from khonsu.games import game as find_game
from khonsu.kernel.batch import simulate as simulate_kernel
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position


@dataclass
class Outcomes:
    """One row per match: scores and win shares by seat, decisions and turns."""

    scores: Any
    shares: Any
    decisions: Any
    turns: Any
    extra: dict[str, Any] = field(default_factory=dict)  # what the game itself counts, by name
    first: Any = None  # the seat that decided first, where that was looked at

    def __len__(self) -> int:
        return len(self.decisions)


def simulate(
    game: Game, players: int, games: int, seed: int, bots: Sequence[str], options: dict[str, Any]
) -> Iterator[Outcomes]:
    """Play matches with seeds seed, seed+1, ... here and now; yields them in chunks as they are finished."""
    made = make_plan(game, players, games, seed, bots, options)
    for chunk in range(made.chunks):
        yield play_chunk(made, chunk)


def play_chunk(plan: Plan, chunk: int) -> Outcomes:
    """The matches of one chunk."""
    game, seeds = find_game(plan.game), plan.seeds(chunk)
    if plan.random:
        return random_games(game, plan.players, len(seeds), seeds[0], game.about.resolve(dict(plan.options)))
    return merge([outcome(game, bot_match(game, plan, seed)) for seed in seeds])


def record_chunk(plan: Plan, chunk: int) -> tuple[Outcomes, Decisions, list[str]]:
    """The matches of one chunk with all decisions, and their notation if the plan asks for it."""
    game, seeds = find_game(plan.game), plan.seeds(chunk)
    options = game.about.resolve(dict(plan.options))
    outcomes, kept, texts = [], [], []
    if plan.random:
        for states, decisions in recorded(game, plan.players, seeds[0], len(seeds), options, plan.features):
            outcomes.append(final(game, plan.players, states, decisions))
            kept.append(decisions)
    else:
        for seed in seeds:
            watch = Watch(plan.features)
            played = bot_match(game, plan, seed, watch)
            outcomes.append(outcome(game, played))
            kept.append(watch.decisions(played))
    together = Decisions(*(np.concatenate(columns) for columns in zip(*kept)))
    if plan.text:
        texts = notation(game, plan, seeds, together)
    return merge(outcomes), together, texts


def bot_match(game: Game, plan: Plan, seed: int, watch: Any = None) -> Played:
    """One match among bots, as planned."""
    return play_match(game, plan.players, seed, plan.seated(seed), dict(plan.options), dict(plan.limits), watch)


class Watch:
    """Looks over the bots' shoulders and keeps what they decide about."""

    def __init__(self, features: bool) -> None:
        self.features = features
        self.rows: list[tuple[int, int]] = []  # turn, number of legal steps
        self.legal: list[int] = []
        self.numbers: list[Any] = []

    def __call__(self, match: Any, seat: int) -> None:
        """Before a step."""
        legal = match.legal_ids(seat)
        self.rows.append((match.position.turn, len(legal)))
        self.legal += legal
        if self.features:
            self.numbers.append(match.position.features(seat))

    def decisions(self, played: Played) -> Decisions:
        """What was decided in a finished match."""
        steps = played.match.steps
        rows = np.array([(step.seat, step.id, *row) for step, row in zip(steps, self.rows)], np.int32)
        numbers = np.array(self.numbers, np.float32) if self.features else np.zeros((len(steps), 0), np.float32)
        return Decisions(np.array([len(steps)]), rows, np.array(self.legal, np.int32), numbers)


def notation(game: Game, plan: Plan, seeds: range, decisions: Decisions) -> list[str]:
    """The notation of all steps, by playing them again; slow, since words are made in Python."""
    numbers = game.numbers(plan.players, game.about.resolve(dict(plan.options)))
    texts, at = [], 0
    for seed, length in zip(seeds, decisions.lengths.tolist()):
        position = Position.start(game, plan.players, seed, numbers)
        for seat, step in decisions.rows[at : at + length, :2].tolist():
            texts.append(position.notation(seat, step))
            position.play(seat, step)
        at += length
    return texts


def random_games(game: Game, players: int, count: int, first: int, options: dict[str, Any]) -> Outcomes:
    """Random matches in the compiled kernel."""
    kernel = game.kernel
    scores, shares, counts = np.zeros((count, players)), np.zeros((count, players)), np.zeros((count, 2), np.int64)
    out = np.empty(kernel.most, np.int32)
    functions = (kernel.start, kernel.deciders, kernel.legal, kernel.play, kernel.score, kernel.result)
    numbers = game.numbers(players, options)
    states = kernel.new(1 + count)
    simulate_kernel(states, *functions, numbers, out, players, first, scores, shares, counts)
    return Outcomes(scores, shares, counts[:, 0], counts[:, 1], counted(game, states[1:]))


def counted(game: Game, states: Any) -> dict[str, Any]:
    """What the game itself counts in finished matches."""
    return game.statistics(states.view(game.kernel.state, np.ndarray)) if game.statistics else {}


def final(game: Game, players: int, states: Any, decisions: Decisions) -> Outcomes:
    """The results of recorded matches."""
    kernel, count = game.kernel, len(states)
    scores, shares = np.zeros((count, players)), np.zeros((count, players))
    for at in range(count):
        one = states[at : at + 1]
        kernel.first.result(one, shares[at])
        scores[at] = [kernel.first.score(one, seat) for seat in range(players)]
    starts = np.cumsum(decisions.lengths) - decisions.lengths
    turns = states.view(kernel.state, np.ndarray)["turn"].astype(np.int64)
    return Outcomes(scores, shares, decisions.lengths, turns, counted(game, states), decisions.rows[starts, 0])


def outcome(game: Game, played: Played) -> Outcomes:
    """The result of one match among bots."""
    match = played.match
    return Outcomes(
        np.array([match.scores()]),
        np.array([match.result()]),
        np.array([len(match.steps)]),
        np.array([match.position.turn]),
        counted(game, match.position.states),
        np.array([played.first]),
    )


def merge(parts: Sequence[Outcomes]) -> Outcomes:
    """Several chunks as one."""
    return Outcomes(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decisions for part in parts]),
        np.concatenate([part.turns for part in parts]),
        {name: np.concatenate([part.extra[name] for part in parts]) for name in parts[0].extra},
        np.concatenate([part.first for part in parts]) if parts[0].first is not None else None,
    )


def summary(outcomes: Outcomes, bots: Sequence[str]) -> dict[str, Any]:
    """Figures worth looking at; win shares with a 95% interval."""
    n = len(outcomes)
    seats = []
    for seat, name in enumerate(bots):
        share, points = outcomes.shares[:, seat], outcomes.scores[:, seat]
        seats.append(
            {
                "seat": seat,
                "bot": name,
                "win_share": float(share.mean()),
                "win_margin": 1.96 * float(share.std()) / math.sqrt(n),
                "score_mean": float(points.mean()),
                "score_sd": float(points.std()),
                "score_min": float(points.min()),
                "score_max": float(points.max()),
            }
        )
    return {
        "games": n,
        "seats": seats,
        "decisions_mean": float(outcomes.decisions.mean()),
        "turns_mean": float(outcomes.turns.mean()),
        "turns_min": int(outcomes.turns.min()),
        "turns_max": int(outcomes.turns.max()),
        "counted": {name: figures(column) for name, column in outcomes.extra.items()},
    }


def figures(column: Any) -> dict[str, float]:
    """Mean and spread of numbers that are there (not NaN), or the share of each word."""
    if column.dtype.kind == "U":
        words, counts = np.unique(column, return_counts=True)
        return {str(word): float(count) / len(column) for word, count in zip(words, counts)}
    there = column[~np.isnan(column)]
    if not len(there):
        return {}
    return {
        "mean": float(there.mean()),
        "sd": float(there.std()),
        "min": float(there.min()),
        "max": float(there.max()),
        "share": len(there) / len(column),
    }
