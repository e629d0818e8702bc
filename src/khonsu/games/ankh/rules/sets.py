"""Sets of hexes: two words of bits, so that a question looks only at hexes that matter. A state keeps some of them.

`figures` of each god, `monuments`, `underworld` (tiles) and `hexes` of each region say again what `owner`, `monument`,
`tile` and `region` say. Loops over a set go from hex to hex in the order of the board:

    h = next_hex(members, -1)
    while h >= 0:
        ...
        h = next_hex(members, h)
"""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import HALF, HEX_SET, LAND_SET, N_HEXES, NEIGHBOUR, NEIGHBOUR_SET
from khonsu.games.ankh.rules.state import REGIONS, SEATS
from khonsu.kernel.compile import rule

PRIME = np.uint64(67)  # powers of two leave different remainders, which tell their exponents
EXPONENT = np.zeros(int(PRIME), np.int64)
for _k in range(64):
    EXPONENT[(1 << _k) % int(PRIME)] = _k


@rule
def lowest(word):
    """The lowest bit of a word that is set."""
    return EXPONENT[np.uint64(word & -word) % PRIME]


@rule
def count(word):
    """How many bits of a word are set."""
    rest, n = np.int64(word), 0
    while rest != 0:
        rest &= rest - 1
        n += 1
    return n


@rule
def next_hex(members, h):
    """The first hex of a set after h, or -1."""
    h += 1
    if h < HALF:
        rest = members[0] >> h
        if rest != 0:
            return h + lowest(rest)
        h = HALF
    rest = members[1] >> (h - HALF)
    return h + lowest(rest) if rest != 0 else np.int64(-1)


@rule
def is_empty_set(members):
    """Whether there is no hex in it."""
    return members[0] | members[1] == 0


@rule
def holds(members, h):
    """Whether a hex is in it."""
    return (members[0] >> h if h < HALF else members[1] >> (h - HALF)) & 1 == 1


@rule
def size(members):
    """How many hexes are in it."""
    return count(members[0]) + count(members[1])


@rule
def both(one, other):
    """The hexes in both sets."""
    return (one[0] & other[0], one[1] & other[1])


@rule
def either(one, other):
    """The hexes in one of the sets or in both."""
    return (one[0] | other[0], one[1] | other[1])


@rule
def without(one, other):
    """The hexes in one set that are not in the other."""
    return (one[0] & ~other[0], one[1] & ~other[1])


# -- sets in tables and in the state -----------------------------------------------------------------------------------


@rule
def words(pair):
    """A set from a table or a field."""
    return (np.int64(pair[0]), np.int64(pair[1]))


@rule
def insert(pair, h):
    """One hex more in a set of the state."""
    i = 1 if h >= HALF else 0
    pair[i] = np.int64(pair[i]) | (np.int64(1) << (h - i * HALF))


@rule
def remove(pair, h):
    """One hex less in a set of the state."""
    i = 1 if h >= HALF else 0
    pair[i] = np.int64(pair[i]) & ~(np.int64(1) << (h - i * HALF))


@rule
def gather_pieces(s):
    """Fill the sets of pieces from what lies on the board."""
    for i in range(2):
        s.monuments[i] = 0
        s.underworld[i] = 0
        for god in range(SEATS):
            s.figures[god, i] = 0
    for h in range(N_HEXES):
        if s.owner[h] >= 0:
            insert(s.figures[np.int64(s.owner[h])], h)
        if s.monument[h] > 0:
            insert(s.monuments, h)
        if s.tile[h] == 1:
            insert(s.underworld, h)


@rule
def gather_regions(s):
    """Fill the sets of the regions' hexes."""
    for r in range(REGIONS):
        low, high = np.int64(0), np.int64(0)
        for h in range(HALF):
            low |= ((np.int64(s.region[h]) >> r) & 1) << h
        for h in range(HALF, N_HEXES):
            high |= ((np.int64(s.region[h]) >> r) & 1) << (h - HALF)
        s.hexes[r, 0] = low
        s.hexes[r, 1] = high


@rule
def all_figures(s):
    """The hexes with a figure."""
    low, high = np.int64(0), np.int64(0)
    for god in range(SEATS):
        low |= np.int64(s.figures[god, 0])
        high |= np.int64(s.figures[god, 1])
    return (low, high)


@rule
def free_land(s):
    """Empty land, where a figure may stand (AK-2, AK-3)."""
    return without(words(LAND_SET), either(all_figures(s), words(s.monuments)))


@rule
def open_land(s, god):
    """AK-44, AK-151: empty land where this god's figures may end a movement."""
    land = free_land(s)
    return land if s.holder[p.OSIRIS] == god else without(land, words(s.underworld))


@rule
def beside(s, h):
    """AK-5, AK-6: the hexes adjacent to a hex."""
    wall = np.int64(s.wall[h])
    near = words(NEIGHBOUR_SET[h])
    if wall != 0:
        for d in range(6):
            if (wall >> d) & 1 == 1 and NEIGHBOUR[h, d] >= 0:
                near = without(near, words(HEX_SET[NEIGHBOUR[h, d]]))
    return near
