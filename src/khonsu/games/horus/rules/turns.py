"""The four steps of a turn and what follows by itself (HO-10, HO-11, HO-22 to HO-30, HO-46 to HO-63, HO-71, HO-79).

`s.phase` says what comes next once no decision is pending; each function here either asks something or moves on.
"""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.cards import can_play_kind, can_transport, card_kind, discard_face, refill_hand
from khonsu.games.horus.rules.options import any_place, card_numbers, fits_number, list_options
from khonsu.games.horus.rules.regions import earliest_tile
from khonsu.games.horus.rules.river import bag_river_reach
from khonsu.games.horus.rules.state import (
    BEGIN,
    BY_RIVER,
    BY_TERRAIN,
    CARD,
    CARD_STEP,
    CHOOSE_END,
    DREW_TILE,
    EXPLORE,
    FINISH,
    FROM_BAG,
    FROM_RESERVE,
    INFLUENCE,
    KIND_OF_FACE,
    MARKED,
    MARKER,
    MOVED_MARKER,
    OUT,
    OVER,
    PILE,
    PLACE,
    PLACE_TEMPLE,
    PLAYED,
    RIVERS,
    SKIPPED,
    SOURCE,
    TURN,
    UNMARKED,
    USE,
)
from khonsu.kernel.chance import draw
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, push, reveal


@rule
def advance(s):
    """Go on until somebody has to decide or the game is over."""
    while s.over == 0 and s.depth == 0:
        seat = np.int64(s.current)
        if s.phase == BEGIN:
            begin_turn(s, (seat + 1) % np.int64(s.players))
        elif s.phase == EXPLORE:
            explore(s, seat)
        elif s.phase == CARD_STEP:
            ask_card(s, seat)
        elif s.phase == RIVERS:
            ask_river(s)
        elif s.phase == INFLUENCE:
            ask_influence(s, seat)
        else:
            end_turn(s, seat)


@rule
def begin_turn(s, seat):
    """HO-67: a hand left short is refilled before step 1."""
    s.current = seat
    s.turn += 1
    s.card = -1
    emit(s, TURN, seat, s.turn)
    refill_hand(s, seat)
    s.phase = EXPLORE


@rule
def draw_tile(s):
    """HO-22: a random tile of the bag, -1 if it is empty."""
    left = 0
    for i in range(6):
        left += s.bag[i]
    if left == 0:
        return np.int64(-1)
    k = draw(s, left)
    i = 0
    while k >= s.bag[i]:
        k -= s.bag[i]
        i += 1
    s.bag[i] -= 1
    return np.int64(p.TEMPLE) if i == 5 else np.int64(i)


@rule
def explore(s, seat):
    """Step 1: draw a tile and ask for its place; one that fits nowhere goes out of the game (HO-22 to HO-28, HO-41)."""
    s.phase = CARD_STEP
    kind = draw_tile(s)
    if kind < 0:
        return
    s.drawn = kind
    reveal(s, DREW_TILE, seat, kind)
    if kind < p.RIVER:
        push(s, PLACE, kind, FROM_BAG)
    elif kind == p.TEMPLE:
        if any_place(s, BY_RIVER, BY_TERRAIN):
            push(s, PLACE_TEMPLE)
        else:
            put_out(s, seat, 1)
            if s.temple_redraw == 1:
                s.phase = EXPLORE
    else:
        near = bag_river_reach(s)
        if near >= 0:
            push(s, CHOOSE_END, near)
        else:
            put_out(s, seat, 0)


@rule
def put_out(s, seat, which):
    """HO-28, HO-42: the drawn River tile (0) or Temple (1) goes out of the game."""
    emit(s, OUT, seat, s.drawn)
    s.out[which] += 1
    s.drawn = -1


@rule
def ask_card(s, seat):
    """Step 2: a card must be played if one can be (HO-46); otherwise steps 2 to 4 are skipped (HO-79)."""
    playable = can_transport(s, seat)
    for place in range(s.hand_size[seat]):
        playable = playable or can_play_kind(s, card_kind(s, np.int64(s.hand[seat, place])))
    if playable:
        s.skipped = 0
        push(s, CARD)
    else:
        s.skipped += 1
        s.surely[seat] = s.hand_size[seat]
        s.phase = FINISH
        reveal(s, SKIPPED, seat)


@rule
def play_card(s, seat, face):
    """HO-46 to HO-50: the card's tile is placed next, then its number counts."""
    s.card = face
    emit(s, PLAYED, seat, face)
    if face == p.TRANSPORT:
        s.transport[seat] = 0
        s.rivers_left = p.FAN
        s.phase = RIVERS
        return
    discard_face(s, seat, face)
    s.phase = INFLUENCE
    kind = KIND_OF_FACE[face]
    if kind == p.ANY:
        push(s, PILE)
    else:
        push(s, PLACE, kind, FROM_RESERVE)


@rule
def ask_river(s):
    """HO-50, HO-62: the next tile of River Transport, as long as the pile has one."""
    if s.rivers_left > 0 and s.pile[p.RIVER] > 0:
        s.rivers_left -= 1
        push(s, USE)
    else:
        s.rivers_left = 0
        s.phase = INFLUENCE


@rule
def ask_influence(s, seat):
    """Step 4: place a marker, or move one with River Transport, if that is possible (HO-51, HO-56, HO-59, HO-79)."""
    s.phase = FINISH
    if s.card == p.TRANSPORT:
        push(s, SOURCE)
        list_options(s)
        if s.n_options == 1:
            s.depth = 0
            emit(s, UNMARKED, seat, 3)
        return
    if s.supply[seat] == 0:
        emit(s, UNMARKED, seat, 1)
        return
    numbers = card_numbers(s, np.int64(s.card))
    for i in range(s.regions):
        if fits_number(s, np.int64(s.roots[i]), numbers):
            push(s, MARKER, s.card)
            return
    emit(s, UNMARKED, seat, 0)


@rule
def tile_to_mark(s, tile, owner):
    """The very tile, or the region's earliest one with this owner (section 5)."""
    return tile if s.by_tile == 1 else earliest_tile(s, tile, owner)


@rule
def place_marker(s, seat, named):
    """HO-51: a marker from the supply onto an empty tile."""
    tile = tile_to_mark(s, named, -1)
    root = np.int64(s.region[tile])
    s.owner[tile] = seat
    s.held[root, seat] += 1
    s.supply[seat] -= 1
    emit(s, MARKED, seat, s.x[tile], s.y[tile], s.area[root], s.held[root, seat], s.kind[tile])


@rule
def move_marker(s, seat, source, target):
    """HO-59 to HO-61: an own marker goes to another region by the river."""
    one, other = tile_to_mark(s, source, seat), tile_to_mark(s, target, -1)
    s.owner[one] = -1
    s.held[s.region[one], seat] -= 1
    s.owner[other] = seat
    s.held[s.region[other], seat] += 1
    emit(s, MOVED_MARKER, seat, s.x[one], s.y[one], s.x[other], s.y[other])


@rule
def end_turn(s, seat):
    """HO-63, HO-64, HO-71, HO-79a: refill, then the end of the game or the next player."""
    refill_hand(s, seat)
    if s.empty_piles >= p.PILES_TO_END or s.skipped >= s.players:
        s.over = 1
        emit(s, OVER, seat, 0 if s.empty_piles >= p.PILES_TO_END else 1)
    s.phase = BEGIN
