"""Laying tiles: everything that is known about the Kingdom is brought up to date (section 3, HO-12 to HO-21)."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.islands import COVERED, settle_island
from khonsu.games.horus.rules.lattice import (
    ALL_NEAR,
    HIGHEST,
    NEAR_X,
    NEAR_Y,
    block,
    enter_tile,
    free_near,
    stretch_box,
    tile_at,
    update_slots,
)
from khonsu.games.horus.rules.regions import found_region, is_river, is_terrain, meet
from khonsu.games.horus.rules.river import watch_ends_near
from khonsu.games.horus.rules.state import BY_RIVER, BY_TERRAIN
from khonsu.kernel.compile import rule


@rule
def append_tile(s, kind, x, y):
    """A new entry at the end of the list of tiles; returns its number."""
    tile = np.int64(s.tiles)
    s.x[tile] = x
    s.y[tile] = y
    s.kind[tile] = kind
    s.owner[tile] = -1
    s.region[tile] = -1
    s.inside[tile] = 0
    s.tiles += 1
    return tile


@rule
def settle_tile(s, tile):
    """A tile has come to its anchor: slots, regions, islands and the Ends' free sides follow."""
    x, y, kind = np.int64(s.x[tile]), np.int64(s.y[tile]), np.int64(s.kind[tile])
    enter_tile(s, tile)
    block(s, x, y)
    stretch_box(s, x, y)
    free = free_near(s, x, y)
    update_slots(s, x, y, BY_RIVER if is_river(kind) else BY_TERRAIN if is_terrain(kind) else 0, free)
    if is_terrain(kind):
        found_region(s, tile)
    land, water = np.int64(-1), 0  # a tile beside it that is no river, the cells around it that are river
    taken = ~free & ALL_NEAR
    while taken != 0:
        place = np.int64(HIGHEST[taken])
        taken ^= 1 << place
        other = tile_at(s, x + NEAR_X[place], y + NEAR_Y[place])
        if other >= 0:
            meet(s, tile, other)
            if is_river(s.kind[other]):
                water |= COVERED[place]
            else:
                land = other
    settle_island(s, tile, land, water)


@rule
def lay_tile(s, kind, x, y):
    """HO-12: a new tile lies at (x, y); returns its number."""
    tile = append_tile(s, kind, x, y)
    settle_tile(s, tile)
    watch_ends_near(s, x, y)
    return tile


@rule
def replace_end(s, end, x, y):
    """HO-25, HO-26, HO-33: a River tile takes the place of End 0 or 1, which goes to (x, y). It is one change."""
    enter_tile(s, append_tile(s, p.RIVER, np.int64(s.x[1 + end]), np.int64(s.y[1 + end])))
    s.x[1 + end] = x
    s.y[1 + end] = y
    settle_tile(s, 1 + end)
    watch_ends_near(s, x, y)
