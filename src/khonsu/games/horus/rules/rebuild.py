"""What follows from tiles, markers and piles, worked out again: a position that was read from a text says no more."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.islands import flood
from khonsu.games.horus.rules.kingdom import settle_tile
from khonsu.games.horus.rules.options import list_options
from khonsu.games.horus.rules.river import watch_end
from khonsu.games.horus.rules.state import entry
from khonsu.kernel.compile import rule


@entry
def rebuild(s):
    """The indexes of the Kingdom, markers left, empty piles, and the answers to the question that is asked."""
    raise_kingdom(s)
    count_markers(s)
    s.empty_piles = 0
    for pile in range(5):
        if s.pile[pile] == 0:
            s.empty_piles += 1
    if s.over == 0:
        list_options(s)


@rule
def raise_kingdom(s):
    """Lay the tiles of the list once more, one after the other."""
    s.blocked[:, :] = 0
    s.index[:] = 0
    s.n_slots = 0
    s.regions = 0
    s.enclosed = 0
    s.left = 0
    s.right = 0
    s.top = 0
    s.bottom = 0
    for tile in range(np.int64(s.tiles)):
        s.tiles = tile + 1
        s.region[tile] = -1
        settle_tile(s, tile)
    watch_end(s, 0)
    watch_end(s, 1)
    flood(s)


@rule
def count_markers(s):
    """The markers in each region, and those that each player has left."""
    s.held[:, :] = 0
    for seat in range(s.players):
        s.supply[seat] = p.MARKERS
    for tile in range(s.tiles):
        owner = np.int64(s.owner[tile])
        if owner >= 0:
            s.held[s.region[tile], owner] += 1
            s.supply[owner] -= 1
