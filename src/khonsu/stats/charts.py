"""What a game tells the balance report: charts as plain data, every figure with its 95% interval.

A game's hook `Game.report(matches, t)` gets finished matches and returns charts; the arena draws them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from khonsu.stats.intervals import Dot, mean_of, share_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Matches(NamedTuple):
    """Finished matches, one row each: final states, win shares and points by seat, and what happened on the way.

    A final state does not tell what somebody had and lost. `events` has for every match the different events that all
    could see, as rows of kind, seat and the first two operands.
    """

    states: NDArray[np.void]
    shares: Floats
    scores: Floats
    events: Sequence[NDArray[np.int16]]


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
    values: Mapping[str, ArrayLike]
    unit: str
    clusters: Mapping[str, ArrayLike] | None = None

    def means(self) -> list[Dot]:
        """The mean of each series."""
        apart = {name: np.arange(np.size(numbers)) for name, numbers in self.values.items()}
        return [mean_of(name, numbers, (self.clusters or apart)[name]) for name, numbers in self.values.items()]


def by_seat(matches: Matches) -> tuple[Integers, Floats]:
    """For every seat of every match, row by row: the number of the match, and the seat's share of the win."""
    count, players = matches.shares.shape
    return np.repeat(np.arange(count), players), matches.shares.ravel()


def winners_and_others(
    matches: Matches, labels: list[str], values: ArrayLike, names: tuple[str, str]
) -> dict[str, list[Dot]]:
    """Means of numbers (by match, seat and label), for seats that won and for those that did not."""
    clusters, shares = by_seat(matches)
    rows = np.asarray(values, float).reshape(len(shares), len(labels))
    found = {}
    for name, chosen in zip(names, (shares > 0, shares == 0)):
        found[name] = [mean_of(label, rows[chosen, i], clusters[chosen]) for i, label in enumerate(labels)]
    return found


def shares_where(matches: Matches, labels: list[str], held: ArrayLike) -> list[Dot]:
    """Win shares of the seats to which each label applies (`held` is true or false by match, seat and label)."""
    clusters, shares = by_seat(matches)
    rows = np.asarray(held, bool).reshape(len(shares), len(labels))
    return [share_of(label, shares[rows[:, i]], clusters[rows[:, i]]) for i, label in enumerate(labels)]


def best_first(dots: list[Dot]) -> list[Dot]:
    """Figures from the highest to the lowest, without those that nobody has seen."""
    return sorted((dot for dot in dots if dot.n), key=lambda dot: -dot.value)
