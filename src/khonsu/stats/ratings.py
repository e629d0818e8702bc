"""Elo by maximum likelihood (Bradley and Terry), for matches of one bot against a table of others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from khonsu.stats.charts import Floats

SCALE = 400 / math.log(10)  # 400 points are odds of ten to one
ANCHOR, HEIGHT = "greedy", 1000  # greedy, or else the first bot by name, stands at 1000
REPLICATES = 1000
ROUNDS, REACH = 60, 2.0  # of Newton's method: how many, and how far one may go


class Rating(NamedTuple):
    """A bot's Elo with its 95% interval; the interval of the bot at the anchor is a point."""

    name: str
    elo: float
    low: float
    high: float


def rate(results: Mapping[tuple[str, str], ArrayLike], players: int) -> list[Rating]:
    """Ratings from wins. For every pair (one, rest): a row for each seed with the wins of `one` and of the others.

    Strength is such that `one` wins with probability s / (s + (players - 1) * r). Intervals come from a Bayesian
    bootstrap: seeds get random weights, and so do a win and a loss that nobody has seen (Jeffreys' half of each), since
    a bot that won all its matches might still lose one.
    """
    names = sorted({name for pair in results for name in pair})
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    pairs = np.array([[names.index(one), names.index(rest)] for one, rest in results])
    chance = np.random.default_rng(0)
    wins = np.stack([_weighed(np.asarray(rows, float), players, chance) for rows in results.values()], axis=1)
    strength = _fit(wins, pairs, len(names), players)
    elo = (strength - strength[:, anchor : anchor + 1]) * SCALE + HEIGHT
    low, high = np.percentile(elo[1:], [2.5, 97.5], axis=0)
    found = [Rating(name, *map(float, row)) for name, *row in zip(names, elo[0], low, high)]
    return sorted(found, key=lambda rating: -rating.elo)


def _weighed(rows: Floats, players: int, chance: np.random.Generator) -> Floats:
    """Wins of both sides: as they were with one more match fairly shared, then with random weights of the seeds."""
    even = np.array([[1 / players, 1 - 1 / players]])
    weights = chance.exponential(size=(REPLICATES, len(rows)))
    weights *= len(rows) / weights.sum(axis=1, keepdims=True)
    unseen = players * chance.gamma(0.5, size=(REPLICATES, 2))
    return np.concatenate([rows.sum(axis=0) + even, weights @ rows + unseen])


def _fit(wins: Floats, pairs: NDArray[np.int64], count: int, players: int) -> Floats:
    """Logarithms of strength by Newton's method, for all samples at once."""
    total = wins.sum(axis=2)
    one, rest = pairs[:, 0], pairs[:, 1]
    incidence = np.zeros((len(pairs), count))
    incidence[np.arange(len(pairs)), one] = 1
    incidence[np.arange(len(pairs)), rest] = -1
    strength = np.zeros((len(wins), count))
    for _ in range(ROUNDS):
        p = 1 / (1 + (players - 1) * np.exp(-strength @ incidence.T))
        slope = (wins[:, :, 0] - total * p) @ incidence
        bend = np.einsum("bp,pi,pj->bij", total * p * (1 - p), incidence, incidence) + 1e-9 * np.eye(count)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        strength += np.clip(step - step.mean(axis=1, keepdims=True), -REACH, REACH)
    return strength
