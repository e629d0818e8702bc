"""What touches free places, and which of them come to the same (3.9, HO-18)."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.islands import COVERED, may_enclose
from khonsu.games.horus.rules.lattice import NEAR_X, NEAR_Y, slot_x, slot_y
from khonsu.games.horus.rules.options import place_of
from khonsu.games.horus.rules.regions import is_river, is_terrain
from khonsu.games.horus.rules.scoring import doublings
from khonsu.games.horus.rules.state import (
    BURY_IT,
    LAY,
    MARKER,
    NONE,
    PLACE,
    PLACE_TEMPLE,
    SEATS,
    SOURCE,
    TARGET,
    TILE_0,
    entry,
)
from khonsu.kernel.compile import part, rule
from khonsu.kernel.state import asked, operand

PAD = 4  # a free place lies up to 2 outside the box around all anchors, what touches it could lie 2 further
LIES, TOUCHES = 0, 1  # the two numbers of an anchor on a chart
RIVER_THERE, TEMPLE_THERE = p.MOST_TILES + 1, p.MOST_TILES + 2  # on a chart, after the regions
REGION, AT_TEMPLE = 127, 1 << 14  # of what touches a free place: the bits of a region's number; the Temple
HALF = 64  # roots in one word of a bit set
ONE = np.uint64(1)
BY_THE_RIVER, BY_THE_TEMPLE, ALONE = ONE << np.uint64(61), ONE << np.uint64(62), ONE << np.uint64(63)  # above the roots


@part
def chart(s):
    """The Kingdom as a table, two numbers for each anchor: what lies there, and room for what touches a free place.

    What lies there is 1 + the root of a tile's region, what else it is, or 0.
    """
    width, height = np.int64(s.right) - s.left + 1 + 2 * PAD, np.int64(s.bottom) - s.top + 1 + 2 * PAD
    table = np.zeros((height, width, 2), np.uint16)
    for tile in range(s.tiles):
        kind, y, x = np.int64(s.kind[tile]), np.int64(s.y[tile]) - s.top + PAD, np.int64(s.x[tile]) - s.left + PAD
        if is_terrain(kind):
            table[y, x, LIES] = np.int64(s.region[tile]) + 1
        elif is_river(kind):
            table[y, x, LIES] = RIVER_THERE
        elif kind == p.TEMPLE:
            table[y, x, LIES] = TEMPLE_THERE
    return table


@part
def mark_places(s, table):
    """Note for the anchors around each tile that its region, or the Temple, touches them."""
    for tile in range(s.tiles):
        kind, y, x = np.int64(s.kind[tile]), np.int64(s.y[tile]) - s.top + PAD, np.int64(s.x[tile]) - s.left + PAD
        if is_terrain(kind) or kind == p.TEMPLE:
            mark = AT_TEMPLE if kind == p.TEMPLE else both_ways(np.int64(s.region[tile]) + 1)
            for along in range(-1, 2):
                table[y - 2, x + along, TOUCHES] |= mark
                table[y + 2, x + along, TOUCHES] |= mark
                table[y + along, x - 2, TOUCHES] |= mark
                table[y + along, x + 2, TOUCHES] |= mark


@rule
def both_ways(region):
    """The number of a region and its complement: where two regions are noted, some bit is set in both."""
    return region | (REGION ^ region) << 7


@part
def regions_beside(s, table, slot, roots):
    """The regions that touch a free place: how many; the cells around it that are river; whether the Temple does."""
    x, y = slot_x(slot) - s.left + PAD, slot_y(slot) - s.top + PAD
    count, water, temple = 0, 0, False
    for place in range(12):
        there = np.int64(table[y + NEAR_Y[place], x + NEAR_X[place], LIES])
        if there == 0:
            continue
        if there < RIVER_THERE:
            known = False
            for k in range(count):
                known = known or roots[k] == there - 1
            if not known:
                roots[count] = there - 1
                count += 1
        elif there == RIVER_THERE:
            water |= COVERED[place]
        else:
            temple = True
    return count, water, temple


@entry
def distinct(s, seat, steps, n, rough):
    """Of places beside the same regions one is left; roughly, of what `judge` sees no difference in."""
    question = asked(s)
    if n > 1 and (question == PLACE or question == PLACE_TEMPLE or question == LAY):
        return distinct_places(s, question, steps, n, rough)
    if n > 1 and rough == 1 and (question == MARKER or question == SOURCE or question == TARGET):
        return distinct_regions(s, steps, n)
    return n


@part
def distinct_places(s, question, steps, n, rough):
    """Roughly, only regions of the tile's own kind and the Temple count; what may enclose an island is always left."""
    kind = operand(s, 0) if question == PLACE else np.int64(-1)
    flows = question == LAY and operand(s, 0) != BURY_IT
    table, roots, known = chart(s), np.empty(12, np.int64), np.empty((n, 2), np.uint64)
    left = 0
    for i in range(n):
        slot = np.int64(s.slots[place_of(s, np.int64(steps[i]))])
        count, water, temple = regions_beside(s, table, slot, roots)
        if rough == 1:
            count = own_kind(s, roots, count, kind)
        low, high = as_bits(roots, count)
        if water != 0 and rough == 0:
            high |= BY_THE_RIVER
        if temple:
            high |= BY_THE_TEMPLE
        if flows and may_enclose(s, slot_x(slot), slot_y(slot), water):
            low, high = np.uint64(i), ALONE
        if is_new(known, left, low, high):
            steps[left] = steps[i]
            left += 1
    return left


@part
def distinct_regions(s, steps, n):
    """For `judge` two regions of the same size, with the same doublings and markers, are one."""
    known = np.empty((n, 2), np.uint64)
    left = 0
    for i in range(n):
        if steps[i] >= NONE:
            low = np.uint64(steps[i])
            high = np.uint64(1)
        else:
            root = np.int64(s.region[np.int64(steps[i]) - TILE_0])
            low = np.uint64(s.area[root]) << np.uint64(2) | np.uint64(doublings(s, root))
            high = np.uint64(0)
            for player in range(SEATS):
                high = high << np.uint64(8) | np.uint64(s.held[root, player]) << np.uint64(1)
        if is_new(known, left, low, high):
            steps[left] = steps[i]
            left += 1
    return left


@rule
def own_kind(s, roots, count, kind):
    """Leave only the regions of this kind; how many there are."""
    left = 0
    for k in range(count):
        if s.kind[roots[k]] == kind:
            roots[left] = roots[k]
            left += 1
    return left


@part
def as_bits(roots, count):
    """Regions as a bit set of two words."""
    low, high = np.uint64(0), np.uint64(0)
    for k in range(count):
        if roots[k] < HALF:
            low |= ONE << np.uint64(roots[k])
        else:
            high |= ONE << np.uint64(roots[k] - HALF)
    return low, high


@part
def is_new(known, count, low, high):
    """Whether these two words are not among the known ones; then they are now."""
    for k in range(count):
        if known[k, 0] == low and known[k, 1] == high:
            return False
    known[count, 0] = low
    known[count, 1] = high
    return True
