"""Adjacency, regions and water (AK-4 to AK-6, AK-13 to AK-18), and small questions about who stands where."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import (
    LAKE_MOUTH,
    LAKE_SHORE,
    LAND,
    N_HEXES,
    NEIGHBOUR,
    NILE,
    SIDE_DIRECTION,
    SIDE_HEX,
    WATERS,
)
from khonsu.games.ankh.rules.sets import beside, both, gather_regions, insert, is_empty_set, next_hex, remove, words
from khonsu.games.ankh.rules.state import HEX_0
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, reveal


@rule
def bit(n):
    """The set that holds only n."""
    return np.int64(1) << np.int64(n)


@rule
def has(members, n):
    """Whether n is in a set."""
    return (np.int64(members) >> np.int64(n)) & 1 == 1


@rule
def offer(s, step):
    """Add an answer to the question that is asked."""
    s.options[s.n_options] = step
    s.n_options += 1


@rule
def offer_hexes(s, members):
    """Add all hexes of a set."""
    n = np.int64(s.n_options)
    h = next_hex(members, -1)
    while h >= 0:
        s.options[n] = HEX_0 + h
        n += 1
        h = next_hex(members, h)
    s.n_options = n


@rule
def note(s, kind, god, a=0, b=0, c=0, d=0, e=0):
    """Write an event about a god in play; which god it is goes with it."""
    emit(s, kind, god, a, b, c, d, e, s.who[god] if god >= 0 else -1)


@rule
def note_reveal(s, kind, god, a=0, b=0):
    """The same for what was secret until now."""
    reveal(s, kind, god, a, b, 0, 0, 0, s.who[god])


@rule
def next_to(s, h, d):
    """AK-5, AK-6: the hex adjacent to h in direction d, or -1 if there is none or a border lies between."""
    if (np.int64(s.wall[h]) >> d) & 1 == 1:
        return np.int64(-1)
    return np.int64(NEIGHBOUR[h, d])


@rule
def is_free(s, h):
    """Empty land, where a figure may stand (AK-3)."""
    return LAND[h] == 1 and s.figure[h] == 0 and s.monument[h] == 0


@rule
def barred(s, god, h):
    """AK-44, AK-151: an Underworld hex where this god's figures may not end a movement."""
    return s.tile[h] == 1 and s.holder[p.OSIRIS] != god


@rule
def has_figure_beside(s, god, h):
    """Whether a figure of the god is adjacent to the hex."""
    return not is_empty_set(both(beside(s, h), words(s.figures[god])))


@rule
def has_enemy_beside(s, god, h):
    """AK-143: whether a figure of another god is adjacent to the hex."""
    for d in range(6):
        g = next_to(s, h, d)
        if g >= 0 and s.owner[g] >= 0 and s.owner[g] != god:
            return True
    return False


@rule
def gods_in(s, region):
    """The gods with a figure in the region, as a set."""
    found = 0
    for god in range(s.players):
        if not is_empty_set(figures_in(s, god, region)):
            found |= bit(god)
    return found


@rule
def part_in(s, members, region):
    """AK-14, AK-15: the hexes of a set that are part of the region; water may be part of several."""
    return both(members, words(s.hexes[region]))


@rule
def figures_in(s, god, region):
    """The hexes of the region with figures of the god."""
    return part_in(s, words(s.figures[god]), region)


@rule
def has_radiant(s, god, region):
    """AK-154: whether the god has a Radiant figure in the region."""
    figures = figures_in(s, god, region)
    h = next_hex(figures, -1)
    while h >= 0:
        if s.sun[h] == 1:
            return True
        h = next_hex(figures, h)
    return False


@rule
def raise_banks(s):
    """AK-13: before any camel only the Nile is closed; a switch closes the lake mouth to the East (AK-18)."""
    for h in range(N_HEXES):
        s.wall[h] = NILE[h]
    if s.lake_closed == 1:
        close(s, LAKE_MOUTH, LAKE_SHORE)


@rule
def close(s, h, g):
    """No adjacency between two neighbours any more."""
    for d in range(6):
        if NEIGHBOUR[h, d] == g:
            s.wall[h] |= 1 << d
            s.wall[g] |= 1 << ((d + 3) % 6)


@rule
def put_camel(s, side):
    """AK-64: a camel from the supply on a side."""
    s.camel[side] = 1
    s.camels -= 1
    d = np.int64(SIDE_DIRECTION[side])
    s.wall[SIDE_HEX[side, 0]] |= 1 << d
    s.wall[SIDE_HEX[side, 1]] |= 1 << ((d + 3) % 6)


@rule
def take_camel(s, side):
    """A camel back to the supply; the side is open again."""
    s.camel[side] = 0
    s.camels += 1
    d = np.int64(SIDE_DIRECTION[side])
    s.wall[SIDE_HEX[side, 0]] &= ~(1 << d)
    s.wall[SIDE_HEX[side, 1]] &= ~(1 << ((d + 3) % 6))


@rule
def flood_region(s, start, region):
    """AK-13: make the land connected with `start` this region; returns its size."""
    edge = s.scratch
    edge[0] = start
    mark = bit(region)
    s.region[start] = mark
    todo, n = 1, 0
    while todo > 0:
        todo -= 1
        h = np.int64(edge[todo])
        n += 1
        for d in range(6):
            g = next_to(s, h, d)
            if g >= 0 and LAND[g] == 1 and s.region[g] != mark:
                s.region[g] = mark
                edge[todo] = g
                todo += 1
    s.land[region] = n
    return n


@rule
def settle_regions(s):
    """AK-14: borders are drawn and land has its regions; a water hex is part of every region it touches."""
    for i in range(len(WATERS)):
        h = np.int64(WATERS[i])
        touched = 0
        for d in range(6):
            g = next_to(s, h, d)
            if g >= 0 and LAND[g] == 1:
                touched |= np.int64(s.region[g])
        s.region[h] = touched
    gather_regions(s)


@rule
def region_with(s, token):
    """The region that has this order token, or -1 (AK-17)."""
    for region in range(p.ORDER_TOKENS):
        if s.token[region] == token:
            return region
    return -1


@rule
def raise_monument(s, kind, h):
    """A monument of the supply on this hex."""
    s.monument[h] = kind
    s.supply[kind] -= 1
    insert(s.monuments, h)


@rule
def destroy(s, h, kind_of_event, cause):
    """AK-12: a monument goes to the supply, its token to its owner's pool."""
    kind, god = np.int64(s.monument[h]), np.int64(s.control[h])
    s.supply[kind] += 1
    s.monument[h] = 0
    s.control[h] = -1
    remove(s.monuments, h)
    if god >= 0:
        s.tokens[god] += 1
    note(s, kind_of_event, god, kind, h, cause)


@rule
def stand(s, god, kind, h):
    """A figure of a god is on this hex now."""
    s.figure[h] = kind
    s.owner[h] = god
    insert(s.figures[god], h)


@rule
def lift(s, h):
    """Take a figure off its hex, and all marks that it bore."""
    remove(s.figures[np.int64(s.owner[h])], h)
    s.figure[h] = 0
    s.owner[h] = -1
    s.sun[h] = 0
    s.facing[h] = 0
    s.moved[h] = 0
    s.flooded[h] = 0
    s.back[h] = 0
    s.doomed[h] = 0


@rule
def carry(s, start, end):
    """A figure moves with its Sun."""
    if start != end:
        stand(s, np.int64(s.owner[start]), np.int64(s.figure[start]), end)
        s.sun[end] = s.sun[start]
        s.facing[end] = s.facing[start]
        s.moved[end] = s.moved[start]
        lift(s, start)
