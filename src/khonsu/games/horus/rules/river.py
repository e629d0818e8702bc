"""The river's Ends: their free sides and where they may go (3.5, 3.6, HO-15, HO-25 to HO-28, HO-33).

A tile q blocks an End if it overlaps every exit of it. Each exit is blocked from a rectangle of anchors, so the anchors
that block them all are a rectangle too: the End's box, usually empty. It is worked out when a tile comes near the End.
"""

import numpy as np

from khonsu.games.horus.rules.lattice import (
    NEAR_X,
    NEAR_Y,
    PLACE_IN_NEAR,
    SIDES,
    first_slot,
    free_near,
    packed,
    slot_x,
    slot_y,
    tile_at,
)
from khonsu.games.horus.rules.state import BY_RIVER
from khonsu.kernel.compile import rule


@rule
def side_is_open(s, x, y, side):
    """`full_side`: both cells beside this side of a tile at (x, y) are empty."""
    for k in range(3):
        place = SIDES[side, k]
        if tile_at(s, x + NEAR_X[place], y + NEAR_Y[place]) >= 0:
            return False
    return True


@rule
def has_exit(s, x, y):
    """HO-15, 3.5: an End at (x, y) would have a free side."""
    if s.full_side == 1:
        for side in range(4):
            if side_is_open(s, x, y, side):
                return True
        return False
    return free_near(s, x, y) != 0


@rule
def narrow_box(s, end, x_from, x_to, y_from, y_to):
    """One more exit: the tile that blocks the End must block this one too."""
    box = s.box[end]
    box[0] = max(np.int64(box[0]), x_from)
    box[1] = min(np.int64(box[1]), x_to)
    box[2] = max(np.int64(box[2]), y_from)
    box[3] = min(np.int64(box[3]), y_to)


@rule
def watch_end(s, end):
    """3.6 `closes`: work out the box of an End (0 or 1) from its exits."""
    x, y = np.int64(s.x[1 + end]), np.int64(s.y[1 + end])
    narrow_all(s, end)
    if s.full_side == 1:
        for side in range(4):
            if side_is_open(s, x, y, side):
                a, b = SIDES[side, 0], SIDES[side, 2]
                narrow_box(s, end, x + NEAR_X[a], x + NEAR_X[b], y + NEAR_Y[a], y + NEAR_Y[b])
    else:
        exits = free_near(s, x, y)
        for place in range(12):
            if (exits >> place) & 1 == 1:
                fx, fy = x + NEAR_X[place], y + NEAR_Y[place]
                narrow_box(s, end, fx - 1, fx + 1, fy - 1, fy + 1)


@rule
def narrow_all(s, end):
    """The widest box, to be narrowed exit by exit."""
    box = s.box[end]
    box[0] = -1000
    box[1] = 1000
    box[2] = -1000
    box[3] = 1000


@rule
def watch_ends_near(s, x, y):
    """A tile was laid at (x, y): the boxes of the Ends within its reach change."""
    for end in range(2):
        if abs(s.x[1 + end] - x) <= 3 and abs(s.y[1 + end] - y) <= 3:
            watch_end(s, end)


@rule
def box_is_empty(s, end):
    """No single tile can block the End."""
    return s.box[end, 0] > s.box[end, 1] or s.box[end, 2] > s.box[end, 3]


@rule
def blocks(s, end, x, y):
    """3.6 `closes`: a tile at (x, y) would leave this End without a free side."""
    return s.box[end, 0] <= x <= s.box[end, 1] and s.box[end, 2] <= y <= s.box[end, 3]


@rule
def end_in_order(s, place):
    """The End (0 or 1) that comes first or second in canonical order."""
    lower = s.y[1] > s.y[2] or (s.y[1] == s.y[2] and s.x[1] > s.x[2])
    return 1 - place if lower else place


@rule
def end_fits(s, end, x, y):
    """3.6 Move: this End could be put on a free anchor by the river; it and the other End keep an exit."""
    return not blocks(s, 1 - end, x, y) and has_exit(s, x, y)


@rule
def move_end_targets(s, end, near):
    """3.6 Move: list the positions for an End that is replaced, Near(e) or Far(e); returns how many."""
    ex, ey = np.int64(s.x[1 + end]), np.int64(s.y[1 + end])
    i, last = 0, np.int64(s.n_slots)
    if near == 1:
        i, last = first_slot(s, packed(ex - 2, ey - 2)), first_slot(s, packed(ex + 3, ey + 2))
    count = 0
    while i < last:
        slot = np.int64(s.slots[i])
        if slot & BY_RIVER != 0:
            x, y = slot_x(slot), slot_y(slot)
            in_reach = near == 0 or (abs(x - ex) <= 2 and PLACE_IN_NEAR[y - ey + 2, x - ex + 2] >= 0)
            if in_reach and end_fits(s, end, x, y):
                s.options[count] = i
                count += 1
        i += 1
    return count


@rule
def can_move_end(s, end, near):
    """Whether `move_end_targets` would list any; it nearly always does so right beside the End."""
    ex, ey = np.int64(s.x[1 + end]), np.int64(s.y[1 + end])
    exits = free_near(s, ex, ey)
    for place in range(12):
        if (exits >> place) & 1 == 1 and end_fits(s, end, ex + NEAR_X[place], ey + NEAR_Y[place]):
            return True
    if near == 0:
        for i in range(s.n_slots):
            slot = np.int64(s.slots[i])
            if slot & BY_RIVER != 0 and end_fits(s, end, slot_x(slot), slot_y(slot)):
                return True
    return False


@rule
def bag_river_reach(s):
    """HO-26 to HO-28: NEAR if some End can be moved nearby, else FAR if one can be moved at all, else -1."""
    for near in range(1, -1, -1):
        for end in range(2):
            if can_move_end(s, end, near):
                return near
    return -1
