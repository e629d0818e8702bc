"""What a game tells the balance report: charts as plain data, every figure with its 95% interval.

A game's hook `Game.report(matches, t)` gets finished matches and returns charts; the arena draws them. Observations of
the same match depend on one another (one seat's win is the others' loss), so intervals count matches, not rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Z = 1.959964  # the 97.5% point of the normal distribution: 95% lie between -Z and Z


class Matches(NamedTuple):
    """Finished matches, one row each: final states, win shares and points by seat, and what happened on the way.

    A final state does not tell what somebody had and lost. `events` has for every match the different events that all
    could see, as rows of kind, seat and the first two operands.
    """

    states: Any
    shares: Any
    scores: Any
    events: Any


class Dot(NamedTuple):
    """One figure of a chart: a value with its 95% interval, and from how many observations it comes."""

    label: str
    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Chart:
    """Figures side by side, in one or several series (name -> figures). `unit` labels the axis; shares are in percent.

    `even` is a value worth a line, such as the share of a win that everybody would have by chance alone.
    """

    title: str
    sentence: str
    series: dict[str, list[Dot]]
    unit: str
    share: bool = False
    even: float | None = None


@dataclass(frozen=True)
class Histogram:
    """How often which value occurs, in one or several series (name -> numbers).

    Where several numbers come from one match, `clusters` says from which (name -> matches).
    """

    title: str
    sentence: str
    values: dict[str, Any]
    unit: str
    clusters: dict[str, Any] | None = None

    def means(self) -> list[Dot]:
        """The mean of each series."""
        apart = {name: np.arange(len(numbers)) for name, numbers in self.values.items()}
        return [mean_of(name, numbers, (self.clusters or apart)[name]) for name, numbers in self.values.items()]


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's 95% interval of a share that was seen in n independent trials."""
    if n <= 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * math.sqrt(max(0.0, share * (1 - share) / n + Z * Z / (4 * n * n)))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def spread(values: Any, clusters: Any) -> tuple[float, float, int]:
    """Mean, standard error of the mean, and number of clusters; values of one cluster may depend on one another."""
    values = np.asarray(values, float)
    _, place = np.unique(np.asarray(clusters), return_inverse=True)
    mean, groups = float(values.mean()), int(place.max()) + 1
    sums = np.bincount(place, weights=values - mean)
    correction = groups / (groups - 1) if groups > 1 else 1.0
    return mean, math.sqrt(correction * float((sums**2).sum())) / len(values), groups


def share_of(label: str, values: Any, clusters: Any) -> Dot:
    """A mean of shares (numbers from 0 to 1) with Wilson's interval for as many trials as the clusters are worth."""
    if not len(values):
        return Dot(label, math.nan, 0.0, 1.0, 0)
    mean, error, groups = spread(values, clusters)
    worth = mean * (1 - mean) / error**2 if error > 0 else float(groups)
    low, high = wilson(mean, min(worth, float(len(values))))
    return Dot(label, mean, low, high, len(values))


def mean_of(label: str, values: Any, clusters: Any) -> Dot:
    """A mean with its interval; a single match says nothing about the spread, so it has none."""
    if not len(values):
        return Dot(label, math.nan, math.nan, math.nan, 0)
    mean, error, groups = spread(values, clusters)
    if groups < 2:
        return Dot(label, mean, math.nan, math.nan, len(values))
    return Dot(label, mean, mean - Z * error, mean + Z * error, len(values))


def by_seat(matches: Matches) -> tuple[Any, Any]:
    """For every seat of every match, row by row: the number of the match, and the seat's share of the win."""
    count, players = matches.shares.shape
    return np.repeat(np.arange(count), players), matches.shares.ravel()


def winners_and_others(
    matches: Matches, labels: list[str], values: Any, names: tuple[str, str]
) -> dict[str, list[Dot]]:
    """Means of numbers (by match, seat and label), for seats that won and for those that did not."""
    clusters, shares = by_seat(matches)
    rows = np.asarray(values, float).reshape(len(shares), len(labels))
    found = {}
    for name, chosen in zip(names, (shares > 0, shares == 0)):
        found[name] = [mean_of(label, rows[chosen, i], clusters[chosen]) for i, label in enumerate(labels)]
    return found


def shares_where(matches: Matches, labels: list[str], held: Any) -> list[Dot]:
    """Win shares of the seats to which each label applies (`held` is true or false by match, seat and label)."""
    clusters, shares = by_seat(matches)
    rows = np.asarray(held, bool).reshape(len(shares), len(labels))
    return [share_of(label, shares[rows[:, i]], clusters[rows[:, i]]) for i, label in enumerate(labels)]


def best_first(dots: list[Dot]) -> list[Dot]:
    """Figures from the highest to the lowest, without those that nobody has seen."""
    return sorted((dot for dot in dots if dot.n), key=lambda dot: -dot.value)
