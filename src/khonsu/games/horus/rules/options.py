"""What may be answered to each question, DP-1 to DP-11, in canonical order (section 5)."""

import numpy as np

from khonsu.games.horus.rules.cards import can_play_kind, can_transport
from khonsu.games.horus.rules.lattice import FLAGS, first_slot, packed, slot_x, slot_y
from khonsu.games.horus.rules.regions import has_room
from khonsu.games.horus.rules.river import blocks, box_is_empty, can_move_end, end_in_order, move_end_targets
from khonsu.games.horus.rules.state import (
    BURY_IT,
    BY_RIVER,
    BY_TERRAIN,
    CARD,
    CARD_0,
    CHOOSE_END,
    EXTEND,
    EXTEND_IT,
    FAR,
    FROM_RESERVE,
    KIND_OF_FACE,
    LAY,
    MARKER,
    NECROPOLIS,
    NONE,
    NUMBERS_OF_FACE,
    PASS,
    PILE,
    PILE_0,
    PLACE,
    PLACE_TEMPLE,
    RELOCATE,
    REPLACE_0,
    SOURCE,
    TARGET,
    TILE_0,
    TOUCHES_RIVER,
    TRANSPORT,
    USE,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, operand


@rule
def list_options(s):
    """Write the answers to the question on top into the state."""
    question, seat = asked(s), np.int64(s.current)
    s.n_options = 0
    s.barred = -1
    if question == PLACE:
        offer_terrain_places(s, operand(s, 1))
    elif question == PLACE_TEMPLE:
        s.n_options = offer_places(s, BY_RIVER, BY_TERRAIN)
    elif question == CHOOSE_END:
        offer_ends(s, operand(s, 0))
    elif question == RELOCATE:
        s.n_options = move_end_targets(s, operand(s, 0), operand(s, 1))
    elif question == USE:
        offer_uses(s)
    elif question == LAY:
        offer_lay(s, operand(s, 0), operand(s, 1))
    elif question == CARD:
        offer_cards(s, seat)
    elif question == PILE:
        for pile in range(5):
            if s.pile[pile] > 0:
                offer(s, PILE_0 + pile)
    elif question == MARKER:
        offer_marks(s, operand(s, 0))
    elif question == SOURCE:
        offer_sources(s, seat)
    elif question == TARGET:
        offer_targets(s, np.int64(s.region[operand(s, 0)]))


@rule
def offer(s, step):
    """Add an answer to the decision that is asked."""
    s.options[s.n_options] = step
    s.n_options += 1


@rule
def place_of(s, step):
    """The place in `slots` of a position that is offered."""
    if s.barred < 0:
        return np.int64(s.options[step])
    place = np.int64(step)
    for i in range(s.barred):
        place += s.options[i] <= place
    return place


@rule
def offer_places(s, need, bar):
    """P_river, P_temple (3.6): slots with contact `need` and without `bar` that block no End; returns how many.

    HO-12, HO-13, HO-15, HO-32, HO-41.
    """
    count = 0
    for i in range(s.n_slots):
        slot = np.int64(s.slots[i])
        if slot & (need | bar) == need:
            s.options[count] = i  # stays only if the next line counts it
            count += not closes(s, slot)
    return count


@rule
def offer_anywhere(s):
    """P_any (3.6, HO-12, HO-13, HO-15, HO-34): all slots, but those that would block an End are barred."""
    begin, other = first_in_box(s, 0), first_in_box(s, 1)
    s.barred = 0
    stop = bar_box(s, 0 if begin <= other else 1, min(begin, other))
    bar_box(s, 1 if begin <= other else 0, max(begin, other, stop))
    s.n_options = s.n_slots - s.barred


@rule
def first_in_box(s, end):
    """The first slot in the rows of an End's box; behind all slots if the box is empty, as it usually is."""
    if box_is_empty(s, end):
        return np.int64(s.n_slots)
    return first_slot(s, packed(np.int64(s.box[end, 0]), np.int64(s.box[end, 2])))


@rule
def bar_box(s, end, i):
    """Bar the slots from `i` to the last one of this End's box that would block it or the other one."""
    last = packed(np.int64(s.box[end, 1]), np.int64(s.box[end, 3])) + FLAGS
    while i < s.n_slots and s.slots[i] <= last:
        s.options[s.barred] = i
        s.barred += closes(s, np.int64(s.slots[i]))
        i += 1
    return i


@rule
def closes(s, slot):
    """3.6: a tile in this slot would block an End."""
    x, y = slot_x(slot), slot_y(slot)
    return blocks(s, 0, x, y) or blocks(s, 1, x, y)


@rule
def any_place(s, need, bar):
    """Whether `offer_places` would offer anything; the list of answers stays as it is."""
    for i in range(s.n_slots):
        slot = np.int64(s.slots[i])
        if slot & (need | bar) == need and not closes(s, slot):
            return True
    return False


@rule
def offer_terrain_places(s, source):
    """DP-1: P_any; with `region_tile` a reserve tile goes beside terrain where it can (HO-23, HO-48)."""
    if source == FROM_RESERVE and s.region_tile == 1:
        s.n_options = offer_places(s, BY_TERRAIN, 0)
    if s.n_options == 0:
        offer_anywhere(s)


@rule
def offer_ends(s, near):
    """DP-3, DP-5: the Ends that can be moved, in canonical order."""
    for place in range(2):
        if can_move_end(s, end_in_order(s, place), near):
            offer(s, REPLACE_0 + place)


@rule
def offer_uses(s):
    """DP-5, HO-31: extend, replace an End, Necropolis."""
    if any_place(s, BY_RIVER, 0):
        offer(s, EXTEND)
    offer_ends(s, FAR)
    offer(s, NECROPOLIS)


@rule
def offer_lay(s, use, end):
    """DP-6: P_river, Far(e) or P_any, according to the use."""
    if use == EXTEND_IT:
        s.n_options = offer_places(s, BY_RIVER, 0)
    elif use == BURY_IT:
        offer_anywhere(s)
    else:
        s.n_options = move_end_targets(s, end, FAR)


@rule
def offer_cards(s, seat):
    """DP-7: distinct faces in hand whose pile is not empty, then River Transport (HO-46)."""
    for place in range(s.hand_size[seat]):
        face = np.int64(s.face[s.hand[seat, place]])
        if can_play_kind(s, KIND_OF_FACE[face]):
            offer_in_order(s, CARD_0 + face)
    if can_transport(s, seat):
        offer(s, TRANSPORT)


@rule
def offer_in_order(s, step):
    """Insert a step into an ascending list, unless it is there."""
    i = np.int64(s.n_options)
    while i > 0 and s.options[i - 1] > step:
        i -= 1
    if i > 0 and s.options[i - 1] == step:
        return
    for k in range(s.n_options, i, -1):
        s.options[k] = s.options[k - 1]
    s.options[i] = step
    s.n_options += 1


@rule
def card_numbers(s, face):
    """HO-51, HO-55: the sizes a card allows as a bit set; in a player's first turn every card counts as 1."""
    return 2 if s.turn <= s.players else NUMBERS_OF_FACE[face]


@rule
def offer_marks(s, face):
    """DP-9: regions of a fitting size with room, then `pass` where it is allowed (HO-51 to HO-56)."""
    numbers = card_numbers(s, face)
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        if fits_number(s, root, numbers):
            offer_tiles(s, root, -1)
    if s.marker_optional == 1 and s.n_options > 0:
        offer(s, PASS)


@rule
def fits_number(s, root, numbers):
    """HO-51, HO-52: the region's size is one of the numbers and a tile of it is empty."""
    size = np.int64(s.area[root])
    return size <= 5 and (numbers >> size) & 1 == 1 and has_room(s, root)


@rule
def offer_tiles(s, root, owner):
    """A region by its earliest tile; with `marker_choice = tile` its tiles with this owner, in order of placement."""
    if s.by_tile == 0:
        offer(s, TILE_0 + root)
        return
    tile = root
    while True:
        if s.owner[tile] == owner:
            offer_in_order(s, TILE_0 + tile)
        tile = np.int64(s.after[tile])
        if tile == root:
            return


@rule
def is_harbour(s, root):
    """HO-60, HO-61: the region touches the river."""
    return s.touch[root] & TOUCHES_RIVER != 0


@rule
def count_harbours_with_room(s):
    """Regions that could take in a moved marker (HO-61)."""
    count = 0
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        if is_harbour(s, root) and has_room(s, root):
            count += 1
    return count


@rule
def offer_sources(s, seat):
    """DP-10: own-marked regions touching the river for which there is a target, then `none` (HO-59, HO-60)."""
    targets = count_harbours_with_room(s)
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        if s.held[root, seat] > 0 and is_harbour(s, root):
            others = targets - 1 if has_room(s, root) else targets
            if others > 0:
                offer_tiles(s, root, seat)
    offer(s, NONE)


@rule
def offer_targets(s, source):
    """DP-11: the other regions touching the river with an empty tile (HO-61)."""
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        if root != source and is_harbour(s, root) and has_room(s, root):
            offer_tiles(s, root, -1)
