"""The plane of half sides: which anchors are free, which tile lies where, where the next tile may touch (section 3).

True coordinates are used everywhere; only the two indexes wrap around, which is exact for up to 125 tiles (3.8).
A slot is one number: y and x, both counted from -256, and below them the contact bits, so numbers sort like (y, x).
"""

import numpy as np

from khonsu.games.horus.rules.state import INDEX, LATTICE
from khonsu.kernel.compile import rule

# N12 of 3.2, in canonical order: three above, two beside each of three rows, three below
NEAR_X = np.array([-1, 0, 1, -2, 2, -2, 2, -2, 2, -1, 0, 1], np.int64)
NEAR_Y = np.array([-2, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 2], np.int64)
SIDES = np.array([[0, 1, 2], [3, 5, 7], [4, 6, 8], [9, 10, 11]], np.int64)  # above, left, right, below
PLACE_IN_NEAR = np.full((5, 5), -1, np.int64)  # [dy + 2, dx + 2] -> place in N12
PLACE_IN_NEAR[NEAR_Y + 2, NEAR_X + 2] = np.arange(12)

ALL_NEAR = (1 << 12) - 1  # N12 as a bit set
FLAGS = 3
# What a new tile does to a slot, by place: 0 .. 11 in N12, UNDER the tile, or APART from it
UNDER, APART = 12, 13
PLACE_AROUND = np.full((5, 6), APART, np.int64)  # [dy + 2, dx + 2]; the last column is for all that is further away
PLACE_AROUND[1:4, 1:4] = UNDER
PLACE_AROUND[NEAR_Y + 2, NEAR_X + 2] = np.arange(12)
SEEN = np.array([*(1 << place for place in range(12)), 0, 0], np.int64)
TOUCHED = np.array([*[FLAGS] * 12, 0, 0], np.int64)
KEPT = np.array([*[1] * 12, 0, 1], np.int64)
ONES = np.array([bits.bit_count() for bits in range(1 << 12)], np.int8)  # of a set of places in N12: how many they are
HIGHEST = np.array([bits.bit_length() - 1 for bits in range(1 << 12)], np.int8)  # and the last of them, -1 if none


@rule
def packed(x, y):
    """An anchor as a slot without contacts."""
    return ((y + 256) << 11) | ((x + 256) << 2)


@rule
def slot_x(slot):
    """The x of a slot."""
    return ((slot >> 2) & 511) - 256


@rule
def slot_y(slot):
    """The y of a slot."""
    return (slot >> 11) - 256


@rule
def block(s, x, y):
    """A tile lies at (x, y): nine anchors are not free any more."""
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            s.blocked[row & (LATTICE - 1), (column & (LATTICE - 1)) >> 3] |= np.uint8(1 << (column & 7))


@rule
def five_blocked(s, x, y):
    """3.5: which of the anchors from (x - 2, y) to (x + 2, y) are not free, as bits; a tile in play overlaps them."""
    column, row = (x - 2) & (LATTICE - 1), y & (LATTICE - 1)
    here = column >> 3
    beside = (here + 1) & (LATTICE // 8 - 1)
    return ((np.int64(s.blocked[row, here]) | np.int64(s.blocked[row, beside]) << 8) >> (column & 7)) & 31


@rule
def free_near(s, x, y):
    """Which of the twelve anchors that touch a tile at (x, y) are free: bit k for the k-th of N12."""
    blocked = (five_blocked(s, x, y - 2) >> 1) & 7 | ((five_blocked(s, x, y + 2) >> 1) & 7) << 9
    for row in range(3):
        five = five_blocked(s, x, y - 1 + row)
        blocked |= (five & 1 | (five >> 3) & 2) << (3 + 2 * row)
    return ~blocked & ALL_NEAR


@rule
def home(x, y):
    """Where the search for an anchor begins in the hash table."""
    return (x + 23 * y) & (INDEX - 1)


@rule
def tile_at(s, x, y):
    """The tile with this anchor, or -1."""
    place = home(x, y)
    tile = np.int64(s.index[place]) - 1
    while tile >= 0 and (s.x[tile] != x or s.y[tile] != y):
        place = (place + 1) & (INDEX - 1)
        tile = np.int64(s.index[place]) - 1
    return tile


@rule
def enter_tile(s, tile):
    """Note in the hash table that this tile lies at its anchor, in the place of any other that lay there."""
    x, y = np.int64(s.x[tile]), np.int64(s.y[tile])
    place = home(x, y)
    other = np.int64(s.index[place]) - 1
    while other >= 0 and (s.x[other] != x or s.y[other] != y):
        place = (place + 1) & (INDEX - 1)
        other = np.int64(s.index[place]) - 1
    s.index[place] = tile + 1


@rule
def first_slot(s, least):
    """How many slots come before this number: a binary search, written so that it compiles without jumps."""
    low, length = np.int64(0), np.int64(s.n_slots)
    while length > 0:
        half = length >> 1
        low += length - half if s.slots[low + length - half - 1] < least else 0
        length = half
    return low


@rule
def update_slots(s, x, y, flag, free):
    """3.9: a tile laid at (x, y) covers the slots under it and touches the `free` anchors around it with `flag`.

    Only the five rows around the tile change; what comes after them moves along.
    """
    begin = first_slot(s, packed(x - 2, y - 2))
    last = packed(x + 2, y + 2) + FLAGS
    seen = 0  # which of the twelve anchors are slots already
    read, kept = begin, begin
    while read < s.n_slots and s.slots[read] <= last:
        slot = np.int64(s.slots[read])
        column = slot_x(slot) - x + 2
        place = PLACE_AROUND[slot_y(slot) - y + 2, column if 0 <= column < 5 else 5]
        seen |= SEEN[place]
        s.slots[kept] = slot | (flag & TOUCHED[place])
        kept += KEPT[place]
        read += 1
    new = free & ~seen  # which of them become slots now
    move_slots(s, read, kept + np.int64(ONES[new]))
    insert_slots(s, begin, kept, new, x, y, flag)


@rule
def move_slots(s, read, write):
    """Move the slots from `read` on to `write`, which becomes their first place."""
    shift = write - read
    if shift < 0:
        for i in range(read, s.n_slots):
            s.slots[i + shift] = s.slots[i]
    elif shift > 0:
        for i in range(s.n_slots - 1, read - 1, -1):
            s.slots[i + shift] = s.slots[i]
    s.n_slots += shift


@rule
def insert_slots(s, begin, kept, new, x, y, flag):
    """Merge the new slots of the bit set `new` into the places begin .. kept, from behind."""
    write, read = kept + np.int64(ONES[new]) - 1, kept - 1
    while new != 0:
        place = np.int64(HIGHEST[new])
        new ^= 1 << place
        slot = packed(x + NEAR_X[place], y + NEAR_Y[place]) | flag
        while read >= begin and s.slots[read] > slot:
            s.slots[write] = s.slots[read]
            write -= 1
            read -= 1
        s.slots[write] = slot
        write -= 1


@rule
def stretch_box(s, x, y):
    """Keep the box around all anchors."""
    s.left = min(np.int64(s.left), x)
    s.right = max(np.int64(s.right), x)
    s.top = min(np.int64(s.top), y)
    s.bottom = max(np.int64(s.bottom), y)
