"""Turns and rounds: who is next, extra turns, the end of the game (AO-10 to AO-13, AO-68, AO-82 to AO-96)."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.actions import trigger_end
from khonsu.games.ankhor.rules.options import can_move, can_renew
from khonsu.games.ankhor.rules.state import AFTER, MENU, OVER, TURN
from khonsu.games.ankhor.rules.tokens import keep_limits
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, push


@rule
def begin_turn(s, seat, extra):
    """AO-12, AO-51: a turn begins with the menu; the ankhs now in hand are the spendable ones."""
    s.current = seat
    s.turn += 1
    s.spendable = s.hand[seat, p.ANKH]
    s.extra = 0
    push(s, MENU)
    emit(s, TURN, seat, s.turn, s.round_number, extra)


@rule
def after_main_action(s, seat):
    """AO-11, AO-83: a second window for ankh actions, unless nothing is possible or a scribe was bought."""
    if s.extra == 0 and (can_renew(s) or can_move(s, seat)):
        push(s, AFTER)
    else:
        end_turn(s, seat)


@rule
def end_turn(s, seat):
    """AO-68, AO-94, AO-82, AO-89: limits, empty row and stacks, then an extra turn, the next seat or the end."""
    if not keep_limits(s, seat):
        return
    if table_is_bare(s):
        trigger_end(s, seat, 1)
    if s.extra == 1:
        begin_turn(s, seat, 1)
        return
    following = (seat + 1) % np.int64(s.players)
    if following == s.first and end_round(s, seat):
        return
    begin_turn(s, following, 0)


@rule
def table_is_bare(s):
    """AO-94: row and both stacks are empty."""
    for slot in range(p.SLOTS):
        if s.row[slot] >= 0:
            return False
    return s.stack_size[0] + s.stack_size[1] == 0


@rule
def end_round(s, seat):
    """AO-89, AO-95, AO-95a: count rounds without a purchase; returns True if the game is over."""
    if s.stall_rounds > 0 and s.bought == 0:
        s.stall += 1
    stalled = s.stall_rounds > 0 and s.stall >= s.stall_rounds
    if s.ended == 1 or stalled:
        s.over = 1
        s.extra = 0
        emit(s, OVER, seat, 0 if s.ended == 1 else 1)
        return True
    s.bought = 0
    s.round_number += 1
    return False
