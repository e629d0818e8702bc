"""What follows from hands and domains, worked out again: a position that was read from a text says no more."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.domain import settle_tile, survey
from khonsu.games.ankhor.rules.options import list_options
from khonsu.games.ankhor.rules.state import COLOUR, TOKENS_IN_PLAY, entry
from khonsu.kernel.compile import rule


@entry
def rebuild(s):
    """The supply, the lattices and points of the domains, and the answers to the question that is asked."""
    for kind in range(6):
        s.supply[kind] = TOKENS_IN_PLAY[s.players]
    for seat in range(np.int64(s.players)):
        for kind in range(6):
            s.supply[kind] -= s.hand[seat, kind]
        raise_domain(s, seat)
    if s.over == 0:
        list_options(s)


@rule
def raise_domain(s, seat):
    """Lay the tiles of the list once more; their tokens are not in the supply."""
    for row in range(p.LATTICE):
        s.ground[seat, row] = 0
        s.upper[seat, row] = 0
    for i in range(s.tiles[seat]):
        s.near[seat, i] = 0
        s.cover[seat, i] = 0
    for i in range(np.int64(s.tiles[seat])):
        settle_tile(s, seat, i)
        s.supply[COLOUR[s.tile[seat, i]]] -= s.token[seat, i]
    survey(s, seat)
