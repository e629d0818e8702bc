"""Control, value and points (HO-45, HO-72 to HO-78)."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.state import TOUCHES_TEMPLE, entry
from khonsu.kernel.compile import rule


@rule
def doublings(s, root):
    """HO-74, HO-75: the Temple and an island double a region's value, each for itself."""
    temple = 1 if s.touch[root] & TOUCHES_TEMPLE != 0 else 0
    island = 1 if s.inside[root] == 1 and s.islands_plain == 0 else 0
    return temple + island


@rule
def value(s, root):
    """HO-73, HO-76: a point for each tile, doubled or doubled twice, at most ten."""
    return min(p.LIMIT, np.int64(s.area[root]) << doublings(s, root))


@rule
def most_markers(s, root):
    """HO-72: the number of markers that controls a region, 0 if nobody has any."""
    most = 0
    for seat in range(s.players):
        most = max(most, np.int64(s.held[root, seat]))
    return most


@rule
def points(s, seat):
    """HO-77: the value of every region the seat controls, alone or shared."""
    total = 0
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        if s.held[root, seat] > 0 and s.held[root, seat] == most_markers(s, root):
            total += value(s, root)
    return total


@entry
def score(s, seat):
    """Points now."""
    return np.float64(points(s, seat))


@entry
def result(s, out):
    """HO-78: the highest score wins, and all who have it win together."""
    best, winners = 0, 0
    for seat in range(s.players):
        total = points(s, seat)
        if total > best or winners == 0:
            best, winners = total, 0
        if total == best:
            winners += 1
    for seat in range(s.players):
        out[seat] = 1.0 / winners if points(s, seat) == best else 0.0
