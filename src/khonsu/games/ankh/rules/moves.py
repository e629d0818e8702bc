"""Moving figures (AK-40 to AK-45), Satet (AK-159 to AK-162), facings (AK-167), Obelisk Attuned (AK-119 to AK-121)."""

import numpy as np

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.board import LAND, N_HEXES, NEIGHBOUR, REACH
from khonsu.games.ankh.rules.regions import barred, carry, is_free, is_in, next_to, note, offer
from khonsu.games.ankh.state import (
    FACING,
    FACING_0,
    FINISH,
    HEX_0,
    MOVE_FIGURE,
    MOVE_TO,
    MOVED,
    OBELISK_TO,
    PUSH_TO,
    PUSHED,
    TURNED,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import operand, pop, push

WIDTH = REACH.shape[1]


@rule
def begin_move(s, god):
    """AK-40: nothing has moved yet in this action."""
    forget_moves(s)
    push(s, MOVE_FIGURE, god)


@rule
def forget_moves(s):
    """Every figure may move again."""
    for h in range(N_HEXES):
        s.moved[h] = 0


@rule
def can_push_to(s, target, g, left):
    """AK-160, AK-161: whether the figure on `target` can be pushed to g; Satet has left the hex `left`."""
    return g >= 0 and (is_free(s, g) or g == left) and LAND[g] == 1 and not barred(s, np.int64(s.owner[target]), g)


@rule
def push_hex(s, target, d, left):
    """The hex in direction d to which the figure on `target` can be pushed, or -1."""
    g = np.int64(NEIGHBOUR[target, d]) if s.push_anywhere == 1 else next_to(s, target, d)
    return g if can_push_to(s, target, g, left) else np.int64(-1)


@rule
def can_enter(s, god, h, left):
    """AK-159 to AK-162: whether Satet may end on a land hex with an enemy figure, which then can be pushed away."""
    if LAND[h] == 0 or s.owner[h] < 0 or s.owner[h] == god or barred(s, god, h):
        return False
    for d in range(6):
        if push_hex(s, h, d, left) >= 0:
            return True
    return False


@rule
def can_stop(s, god, start, h):
    """AK-42, AK-44: whether the figure on `start` may end its move on h."""
    if is_free(s, h):
        return not barred(s, god, h)
    return s.figure[start] == p.SATET and can_enter(s, god, h, start)


@rule
def can_turn(s, god, h):
    """AK-45: a Giant Scorpion may move out and back."""
    return s.figure[h] == p.SCORPION and s.no_turning == 0 and not barred(s, god, h) and LAND[h] == 1


@rule
def has_destination(s, god, start):
    """D-4: whether the figure can move at all."""
    if can_turn(s, god, start):
        return True
    for k in range(WIDTH):
        h = np.int64(REACH[start, k])
        if h < 0:
            return False
        if can_stop(s, god, start, h):
            return True
    return False


@rule
def offer_movers(s, god):
    """D-4: own figures that have not moved and can; or finish."""
    for h in range(N_HEXES):
        if s.owner[h] == god and s.moved[h] == 0 and has_destination(s, god, h):
            offer(s, HEX_0 + h)
    offer(s, FINISH)


@rule
def offer_destinations(s, god, start):
    """D-5: all hexes of AK-42 to AK-45, a scorpion's own hex first."""
    if can_turn(s, god, start):
        offer(s, HEX_0 + start)
    for k in range(WIDTH):
        h = np.int64(REACH[start, k])
        if h >= 0 and can_stop(s, god, start, h):
            offer(s, HEX_0 + h)


@rule
def offer_pushes(s, start, target):
    """D-6: where the pushed figure may go."""
    for d in range(6):
        g = push_hex(s, target, d, start)
        if g >= 0:
            offer(s, HEX_0 + g)


@rule
def answer_mover(s, god, step):
    """D-4: this figure moves, or the action ends."""
    if step == FINISH:
        pop(s)
    else:
        push(s, MOVE_TO, god, step - HEX_0)


@rule
def answer_destination(s, god, step):
    """D-5: the figure goes there; Satet first asks where to push whom it meets."""
    start, h = operand(s, 1), step - HEX_0
    pop(s)
    if s.owner[h] >= 0 and h != start:
        push(s, PUSH_TO, god, start, h)
    else:
        move_figure(s, god, start, h)


@rule
def answer_push(s, god, step):
    """D-6, AK-159: the pushed figure gives way, Satet takes its hex. A scorpion gets a new facing (AK-162)."""
    start, target, h = operand(s, 1), operand(s, 2), step - HEX_0
    pop(s)
    other, kind = np.int64(s.owner[target]), np.int64(s.figure[target])
    # Satet may have left the very hex to which it pushes: set it aside while the other moves.
    sun = s.sun[start]
    s.figure[start] = 0
    s.owner[start] = -1
    s.sun[start] = 0
    s.moved[start] = 0
    carry(s, target, h)
    s.figure[target] = p.SATET
    s.owner[target] = god
    s.sun[target] = sun
    s.moved[target] = 1
    note(s, MOVED, god, p.SATET, start, target)
    note(s, PUSHED, other, kind, target, h, s.who[god])
    if kind == p.SCORPION:
        push(s, FACING, other, h)


@rule
def move_figure(s, god, start, h):
    """A figure moves and is not moved again in this action; a scorpion is given a facing (AK-167)."""
    kind = np.int64(s.figure[start])
    s.moved[start] = 1
    carry(s, start, h)
    note(s, MOVED, god, kind, start, h)
    if kind == p.SCORPION:
        push(s, FACING, god, h)


@rule
def offer_facings(s):
    """D-7, AK-168: all six, whatever lies there."""
    for d in range(6):
        offer(s, FACING_0 + d)


@rule
def answer_facing(s, god, step):
    """AK-167: the scorpion points in two neighbouring directions."""
    h = operand(s, 1)
    pop(s)
    s.facing[h] = step - FACING_0
    note(s, TURNED, god, h, s.facing[h])


# -- Obelisk Attuned --------------------------------------------------------------------------------------------------


@rule
def is_obelisk_hex(s, god, h, region):
    """AK-119, AK-121: an empty land hex adjacent to an obelisk that the god controls in the region."""
    if not is_free(s, h) or not is_in(s, h, region) or barred(s, god, h):
        return False
    for d in range(6):
        g = next_to(s, h, d)
        if g >= 0 and s.monument[g] == p.OBELISK and s.control[g] == god and is_in(s, g, region):
            return True
    return False


@rule
def can_use_obelisks(s, god, region):
    """AK-120: whether some figure not yet moved by the power has a destination."""
    mover = False
    for h in range(N_HEXES):
        mover = mover or (s.owner[h] == god and s.moved[h] == 0)
    if mover:
        for h in range(N_HEXES):
            if is_obelisk_hex(s, god, h, region):
                return True
    return False


@rule
def offer_obelisk_movers(s, god):
    """D-16a: any own figure not yet moved by the power, or pass."""
    for h in range(N_HEXES):
        if s.owner[h] == god and s.moved[h] == 0:
            offer(s, HEX_0 + h)
    offer(s, FINISH)


@rule
def offer_obelisk_hexes(s, god):
    """D-16b: where it may go."""
    for h in range(N_HEXES):
        if is_obelisk_hex(s, god, h, np.int64(s.c_region)):
            offer(s, HEX_0 + h)


@rule
def answer_obelisk_mover(s, god, step):
    """D-16a: a figure moves, or the god passes for this battle (AK-120)."""
    pop(s)
    if step == FINISH:
        s.b_passed |= 1 << god
    else:
        push(s, OBELISK_TO, god, step - HEX_0)


@rule
def answer_obelisk_hex(s, god, step):
    """D-16b: the figure goes next to the obelisk."""
    start = operand(s, 1)
    pop(s)
    s.b_moved = 1
    move_figure(s, god, start, step - HEX_0)
