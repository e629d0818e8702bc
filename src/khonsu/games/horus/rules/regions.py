"""Regions: connected tiles of one terrain (HO-18 to HO-21). They appear, grow and merge, and never split.

A region is known by its earliest tile, its root; every tile knows its root, and the tiles of a region form a ring.
"""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.state import SEATS, TOUCHES_RIVER, TOUCHES_TEMPLE
from khonsu.kernel.compile import rule


@rule
def is_terrain(kind):
    """HO-19: only these tiles form regions and carry markers."""
    return kind <= p.MARSH


@rule
def is_river(kind):
    """River class: River tile, Start, End."""
    return p.RIVER <= kind <= p.END


@rule
def found_region(s, tile):
    """HO-18: a terrain tile is a region of its own at first."""
    s.region[tile] = tile
    s.after[tile] = tile
    s.area[tile] = 1
    s.touch[tile] = 0
    s.roots[s.regions] = tile
    s.regions += 1


@rule
def join_regions(s, one, other):
    """HO-20: two regions become one; markers and contacts count together, the earlier root stays."""
    root, gone = min(one, other), max(one, other)
    tile = gone
    while True:
        s.region[tile] = root
        tile = np.int64(s.after[tile])
        if tile == gone:
            break
    following = s.after[root]
    s.after[root] = s.after[gone]
    s.after[gone] = following
    s.area[root] += s.area[gone]
    s.touch[root] |= s.touch[gone]
    for seat in range(SEATS):
        s.held[root, seat] += s.held[gone, seat]
    i = np.int64(s.regions) - 1
    while s.roots[i] != gone:
        i -= 1
    s.regions -= 1
    while i < s.regions:
        s.roots[i] = s.roots[i + 1]
        i += 1


@rule
def meet(s, tile, other):
    """A new tile touches another one: regions grow, or learn that they touch the river or the Temple (HO-45, HO-60)."""
    kind, beside = np.int64(s.kind[tile]), np.int64(s.kind[other])
    if is_terrain(kind):
        if kind == beside:
            if s.region[tile] != s.region[other]:
                join_regions(s, np.int64(s.region[tile]), np.int64(s.region[other]))
        else:
            note_contact(s, tile, beside)
    elif is_terrain(beside):
        note_contact(s, other, kind)


@rule
def note_contact(s, tile, kind):
    """The region of a terrain tile touches a tile of another kind."""
    if is_river(kind):
        s.touch[s.region[tile]] |= TOUCHES_RIVER
    elif kind == p.TEMPLE:
        s.touch[s.region[tile]] |= TOUCHES_TEMPLE


@rule
def markers_in(s, root):
    """Markers of all players in a region."""
    count = 0
    for seat in range(s.players):
        count += s.held[root, seat]
    return count


@rule
def has_room(s, root):
    """HO-52: some tile of the region carries no marker."""
    return markers_in(s, root) < s.area[root]


@rule
def earliest_tile(s, root, owner):
    """The earliest tile of a region with a marker of this owner (-1: with none); -1 if there is no such tile."""
    best, tile = np.int64(-1), np.int64(root)
    while True:
        if s.owner[tile] == owner and (best < 0 or tile < best):
            best = tile
        tile = np.int64(s.after[tile])
        if tile == root:
            return best
