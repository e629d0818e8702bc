"""Turns (AK-29 to AK-39): two actions, the event that a full track triggers, the next seat; who answers for a god."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.actions import gain_followers
from khonsu.games.ankh.rules.caravan import begin_caravan, begin_joining
from khonsu.games.ankh.rules.conflict import begin_conflict
from khonsu.games.ankh.rules.moves import begin_move
from khonsu.games.ankh.rules.regions import has, note, offer
from khonsu.games.ankh.rules.state import (
    ACTION,
    ACTION_0,
    EVENT,
    FIRST_ACTION,
    JOIN,
    MONUMENT,
    POWER,
    SECOND_ACTION,
    TURN,
)
from khonsu.games.ankh.rules.summon import begin_summon
from khonsu.kernel.compile import rule
from khonsu.kernel.state import pop, push

BEGIN, AFTER_FIRST, AFTER_SECOND, AFTER_EVENT = range(4)


@rule
def seat_of(s, god):
    """AK-194: the seat that answers for a god: of a merged god the higher one, or the partner on its own turn."""
    if s.partner[god] >= 0 and s.current == s.partner[god] and (s.in_conflict == 0 or s.active_decides == 1):
        return np.int64(s.partner[god])
    return god


@rule
def run_turn(s):
    """The next part of a turn."""
    god = np.int64(s.god_of[s.current])
    action = np.int64(s.action)
    if s.stage == BEGIN:
        ask_first_action(s, god)
    elif s.stage == AFTER_EVENT:
        s.counter[action] = 0  # AK-32
        end_turn(s)
    elif s.counter[action] == s.limit[action]:
        begin_event(s, god)
    elif s.stage == AFTER_FIRST and action != p.UNLOCK and s.partner[god] < 0:
        s.stage = AFTER_SECOND
        push(s, SECOND_ACTION, god)
    else:
        end_turn(s)  # AK-36


@rule
def ask_first_action(s, god):
    """AK-29: no action is taken yet."""
    s.stage = AFTER_FIRST
    s.first_action = -1
    s.action = -1
    push(s, FIRST_ACTION, god)


@rule
def offer_actions(s, lowest):
    """D-2, D-3: the tracks from this one downwards; any may be chosen (AK-31)."""
    for track in range(lowest, p.UNLOCK + 1):
        offer(s, ACTION_0 + track)


@rule
def take_action(s, god, track):
    """AK-30: the marker advances, then the action is carried out."""
    pop(s)
    if s.stage == AFTER_FIRST:
        s.first_action = track
    s.action = track
    s.counter[track] += 1
    note(s, ACTION, god, track, s.counter[track], s.limit[track])
    if track == p.MOVE:
        begin_move(s, god)
    elif track == p.SUMMON:
        begin_summon(s, god)
    elif track == p.GAIN:
        gain_followers(s, god)
    else:
        push(s, POWER, god)


@rule
def begin_event(s, god):
    """AK-32, AK-59: the event marker advances and the player resolves that event."""
    s.stage = AFTER_EVENT
    kind = s.calendar[s.event]
    s.event += 1
    note(s, EVENT, god, s.event, kind)
    if kind == p.CONTROL:
        push(s, MONUMENT, god)
    elif kind == p.CARAVAN and has(s.consolidation, s.event):
        begin_joining(s, god)
        push(s, JOIN, god)
    elif kind == p.CARAVAN:
        begin_caravan(s, god)
    else:
        begin_conflict(s, god)


@rule
def end_turn(s):
    """AK-29, AK-198: the next seat clockwise that is still in the game."""
    seat = (np.int64(s.current) + 1) % np.int64(s.players)
    while s.god_of[seat] < 0:
        seat = (seat + 1) % np.int64(s.players)
    begin_turn(s, seat)


@rule
def begin_turn(s, seat):
    """A seat's turn begins."""
    s.current = seat
    s.turn += 1
    s.stage = BEGIN
    note(s, TURN, np.int64(s.god_of[seat]), s.turn, seat)
