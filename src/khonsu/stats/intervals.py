"""Means and shares with their 95% intervals.

Observations of the same match depend on one another (one seat's win is the others' loss, the same deal favours the same
bot), so they form a cluster, and intervals count clusters, not rows.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

Z = 1.959964  # the 97.5% point of the normal distribution: 95% lie between -Z and Z


class Dot(NamedTuple):
    """One figure: a value with its 95% interval, and from how many observations it comes."""

    label: str
    value: float
    low: float
    high: float
    n: int


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's 95% interval of a share that was seen in n independent trials."""
    if n <= 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * math.sqrt(max(0.0, share * (1 - share) / n + Z * Z / (4 * n * n)))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def spread(values: ArrayLike, clusters: ArrayLike) -> tuple[float, float, int]:
    """Mean, standard error of the mean, and number of clusters; values of one cluster may depend on one another."""
    numbers = np.asarray(values, float)
    _, place = np.unique(np.asarray(clusters), return_inverse=True)
    mean, groups = float(numbers.mean()), int(place.max()) + 1
    sums = np.bincount(place, weights=numbers - mean)
    correction = groups / (groups - 1) if groups > 1 else 1.0
    return mean, math.sqrt(correction * float((sums**2).sum())) / len(numbers), groups


def share_of(label: str, values: ArrayLike, clusters: ArrayLike) -> Dot:
    """A mean of shares (numbers from 0 to 1) with Wilson's interval for as many trials as the clusters are worth."""
    count = np.size(values)
    if not count:
        return Dot(label, math.nan, 0.0, 1.0, 0)
    mean, error, groups = spread(values, clusters)
    worth = mean * (1 - mean) / error**2 if error > 0 else float(groups)
    low, high = wilson(mean, min(worth, float(count)))
    return Dot(label, mean, low, high, count)


def mean_of(label: str, values: ArrayLike, clusters: ArrayLike) -> Dot:
    """A mean with its interval; a single match says nothing about the spread, so it has none."""
    count = np.size(values)
    if not count:
        return Dot(label, math.nan, math.nan, math.nan, 0)
    mean, error, groups = spread(values, clusters)
    if groups < 2:
        return Dot(label, mean, math.nan, math.nan, count)
    return Dot(label, mean, mean - Z * error, mean + Z * error, count)
