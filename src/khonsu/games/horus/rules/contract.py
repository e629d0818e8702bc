"""The rules of Horus, one file per chapter of the rules text. This one carries steps out (section 5)."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.cards import take_from_pile
from khonsu.games.horus.rules.kingdom import lay_tile, replace_end
from khonsu.games.horus.rules.knowledge import features, imagine, judge
from khonsu.games.horus.rules.lattice import slot_x, slot_y
from khonsu.games.horus.rules.options import list_options, place_of
from khonsu.games.horus.rules.prospects import outlook
from khonsu.games.horus.rules.rebuild import rebuild
from khonsu.games.horus.rules.river import end_in_order
from khonsu.games.horus.rules.scoring import result, score
from khonsu.games.horus.rules.setup import start
from khonsu.games.horus.rules.state import (
    AUTOMATIC,
    BURY_IT,
    CARD,
    CARD_0,
    CHOOSE_END,
    EXTEND,
    EXTEND_IT,
    FROM_BAG,
    FROM_RESERVE,
    LAY,
    MARKER,
    MOVED_END,
    NECROPOLIS,
    NONE,
    PASS,
    PILE,
    PILE_0,
    PLACE,
    PLACE_TEMPLE,
    PLACED,
    RELOCATE,
    REPLACE_0,
    REPLACE_IT,
    SOURCE,
    TARGET,
    TILE_0,
    UNMARKED,
    USE,
    entry,
)
from khonsu.games.horus.rules.surroundings import distinct
from khonsu.games.horus.rules.turns import advance, move_marker, place_marker, play_card
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, clear_events, emit, operand, pop, push

__all__ = [
    "deciders",
    "distinct",
    "features",
    "imagine",
    "judge",
    "legal",
    "outlook",
    "play",
    "rebuild",
    "result",
    "score",
    "start",
]


@entry
def deciders(s):
    """One seat decides at a time."""
    return np.int64(0) if s.over == 1 else np.int64(1) << np.int64(s.current)


@rule
def asks_position(question):
    """Whether the answers are positions, numbered as they are listed."""
    return question == PLACE or question == PLACE_TEMPLE or question == RELOCATE or question == LAY


@entry
def legal(s, seat, out):
    """The answers to the question that is asked; they were listed when it was put."""
    if s.over == 1 or seat != s.current:
        return 0
    if asks_position(asked(s)):
        for i in range(s.n_options):
            out[i] = i
    else:
        for i in range(s.n_options):
            out[i] = s.options[i]
    return np.int64(s.n_options)


@entry
def play(s, seat, step):
    """Answer the question, and every following one that has a single answer.

    A card is always asked for: a choice that nobody sees being made would tell the others about the hand.
    """
    clear_events(s)
    answer(s, seat, step)
    while s.over == 0:
        list_options(s)
        if s.n_options != 1 or asked(s) == CARD:
            break
        only = 0 if asks_position(asked(s)) else np.int64(s.options[0])
        emit(s, AUTOMATIC, s.current, asked(s), only)
        answer(s, np.int64(s.current), only)


@rule
def answer(s, seat, step):
    """Carry out the answer to the question on top, then everything that needs no decision."""
    question, a, b = asked(s), operand(s, 0), operand(s, 1)
    pop(s)
    if asks_position(question):
        slot = np.int64(s.slots[place_of(s, step)])
        answer_position(s, seat, question, a, b, slot_x(slot), slot_y(slot))
    elif question == CHOOSE_END:
        push(s, RELOCATE, end_in_order(s, step - REPLACE_0), a)
    elif question == USE:
        answer_use(s, step)
    elif question == CARD:
        play_card(s, seat, step - CARD_0)  # River Transport comes right after the faces
    elif question == PILE:
        if step - PILE_0 == p.RIVER:
            push(s, USE)
        else:
            push(s, PLACE, step - PILE_0, FROM_RESERVE)
    else:
        answer_influence(s, seat, question, a, step)
    advance(s)


@rule
def answer_position(s, seat, question, a, b, x, y):
    """DP-1, DP-2, DP-4, DP-6: a tile is laid, or an End replaced and moved."""
    if question == PLACE:
        put_tile(s, seat, a, x, y, b)
    elif question == PLACE_TEMPLE:
        put_tile(s, seat, p.TEMPLE, x, y, FROM_BAG)
    elif question == RELOCATE:
        put_end(s, seat, a, x, y, FROM_BAG)
        if s.pile[p.RIVER] > 0:  # HO-29, HO-30: a second River tile, from the reserve
            push(s, USE)
    elif a == EXTEND_IT:
        put_tile(s, seat, p.RIVER, x, y, FROM_RESERVE)
    elif a == REPLACE_IT:
        put_end(s, seat, b, x, y, FROM_RESERVE)
    else:
        put_tile(s, seat, p.NECROPOLIS, x, y, FROM_RESERVE)


@rule
def put_tile(s, seat, kind, x, y, source):
    """Lay a tile from the bag or the reserve."""
    tile = lay_tile(s, kind, x, y)
    size = np.int64(s.area[s.region[tile]]) if s.region[tile] >= 0 else 0
    emit(s, PLACED, seat, kind, x, y, size, source)
    if source == FROM_RESERVE:
        take_from_pile(s, seat, min(kind, p.RIVER))
    else:
        s.drawn = -1


@rule
def put_end(s, seat, end, x, y, source):
    """Put a River tile from the bag or the reserve in the place of an End, and the End at (x, y)."""
    emit(s, MOVED_END, seat, s.x[1 + end], s.y[1 + end], x, y, source)
    replace_end(s, end, x, y)
    if source == FROM_RESERVE:
        take_from_pile(s, seat, p.RIVER)
    else:
        s.drawn = -1


@rule
def answer_use(s, step):
    """DP-5: the position is asked next; nothing changes before."""
    if step == EXTEND:
        push(s, LAY, EXTEND_IT)
    elif step == NECROPOLIS:
        push(s, LAY, BURY_IT)
    else:
        push(s, LAY, REPLACE_IT, end_in_order(s, step - REPLACE_0))


@rule
def answer_influence(s, seat, question, a, step):
    """DP-9, DP-10, DP-11: a marker is placed or moved, or not."""
    if step == PASS:
        emit(s, UNMARKED, seat, 2)
    elif step == NONE:
        emit(s, UNMARKED, seat, 3)
    elif question == MARKER:
        place_marker(s, seat, step - TILE_0)
    elif question == SOURCE:
        push(s, TARGET, step - TILE_0)
    elif question == TARGET:
        move_marker(s, seat, a, step - TILE_0)
