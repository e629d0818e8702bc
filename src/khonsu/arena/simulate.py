"""Simulate whole matches and sum them up. Random play runs inside the compiled kernel, other bots match by match."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from khonsu.bots import Budget, bot, decide
from khonsu.kernel.batch import simulate as simulate_kernel
from khonsu.kernel.game import Game

CHUNK = 500  # games between two signs of progress


@dataclass
class Outcomes:
    """One row per match: scores and win shares by seat, decisions and turns."""

    scores: Any
    shares: Any
    decisions: Any
    turns: Any
    extra: dict[str, Any] = field(default_factory=dict)  # what the game itself counts, by name

    def __len__(self) -> int:
        return len(self.decisions)


def simulate(
    game: Game, players: int, games: int, seed: int, bots: Sequence[str], options: dict[str, Any]
) -> Iterator[Outcomes]:
    """Play matches with seeds seed, seed+1, ...; yields them in chunks as they are finished."""
    chosen = game.about.resolve(options)
    game.about.check_players(players)
    for first in range(0, games, CHUNK if set(bots) == {"random"} else 1):
        count = min(CHUNK, games - first)
        if set(bots) == {"random"}:
            yield random_games(game, players, count, seed + first, chosen)
        else:
            yield bot_game(game, players, seed + first, bots, options)


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


def bot_game(game: Game, players: int, seed: int, bots: Sequence[str], options: dict[str, Any]) -> Outcomes:
    """One match among bots."""
    match = game.match(players=players, seed=seed, **options)
    seats = [bot(name) for name in bots]
    while match.deciders:
        seat = match.deciders[0]
        budget = Budget(seed=(seed * 1_000_003 + len(match.steps)) % 2**64)
        match.play(decide(seats[seat], match, seat, budget).step, seat)
    return Outcomes(
        np.array([match.scores()]),
        np.array([match.result()]),
        np.array([len(match.steps)]),
        np.array([match.position.turn]),
        counted(game, match.position.states),
    )


def merge(parts: Sequence[Outcomes]) -> Outcomes:
    """Several chunks as one."""
    return Outcomes(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decisions for part in parts]),
        np.concatenate([part.turns for part in parts]),
        {name: np.concatenate([part.extra[name] for part in parts]) for name in parts[0].extra},
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
