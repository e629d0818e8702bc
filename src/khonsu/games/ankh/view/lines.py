"""The soonest split that a side can lead to. The rules of lines are in `caravan`, plain borders in `land`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from khonsu.games.ankh.rules.board import SIDE_CORNER
from khonsu.games.ankh.scenarios.land import CORNER_WAYS, Sides, anchors, members, parts

ENDS: list[list[int]] = SIDE_CORNER.tolist()
Chain = tuple[int, ...]
Hexes = frozenset[int]


class Split(NamedTuple):
    """A line of camels, and the two parts it makes: the one with the first hex comes first."""

    line: Chain
    one: Hexes
    other: Hexes


def split(line: Chain, camels: Sides) -> Split | None:
    """AK-65d, e: what a complete line makes of its region; None if it does not divide it as it must."""
    found = parts(line, camels)
    return Split(line, *sorted((frozenset(members(part)) for part in found), key=min)) if found else None


@lru_cache(maxsize=1024)
def soonest(chain: Chain, camels: Sides, most: int) -> Split | None:
    """The shortest legal line that begins with this chain (AK-65, AK-66)."""
    ends = anchors(camels)
    lines = [(chain, corners) for corners in walks(chain) if ends[corners[0]]]
    while lines:
        longer = []
        for line, corners in lines:
            end = corners[-1]
            if ends[end]:
                found = split(line, camels)
                if found:
                    return found
            elif len(line) < most:
                for each, beyond in CORNER_WAYS[end]:
                    if each not in camels and beyond not in corners:
                        longer.append(((*line, each), (*corners, beyond)))
        lines = longer
    return None


def walks(chain: Chain) -> Iterator[tuple[int, ...]]:
    """The corners that a chain passes, from either end where it is a single side."""
    for start in ENDS[chain[0]]:
        corners = [start]
        for each in chain:
            if corners[-1] not in ENDS[each]:
                break
            corners.append(sum(ENDS[each]) - corners[-1])
        else:
            yield tuple(corners)
