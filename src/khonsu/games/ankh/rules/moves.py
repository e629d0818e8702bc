"""Moving figures (AK-40 to AK-45), Satet (AK-159 to AK-162), facings (AK-167), Obelisk Attuned (AK-119 to AK-121)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import LAND, N_HEXES, NEIGHBOUR, REACH, REACH_SET
from khonsu.games.ankh.rules.regions import barred, carry, is_free, next_to, note, offer, offer_hexes, part_in, stand
from khonsu.games.ankh.rules.sets import (
    beside,
    both,
    either,
    holds,
    is_empty_set,
    next_hex,
    open_land,
    remove,
    words,
)
from khonsu.games.ankh.rules.state import (
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
def can_turn(s, god, h):
    """AK-45: a Giant Scorpion may move out and back."""
    return s.figure[h] == p.SCORPION and s.no_turning == 0 and not barred(s, god, h) and LAND[h] == 1


@rule
def has_destination(s, god, start, ground):
    """D-4: whether the figure can move at all; `ground` is the open land."""
    if can_turn(s, god, start) or not is_empty_set(both(words(REACH_SET[start]), ground)):
        return True
    if s.figure[start] == p.SATET:
        for k in range(WIDTH):
            h = np.int64(REACH[start, k])
            if h >= 0 and can_enter(s, god, h, start):
                return True
    return False


@rule
def offer_movers(s, god):
    """D-4: own figures that have not moved and can; or finish."""
    figures, ground = words(s.figures[god]), open_land(s, god)
    h = next_hex(figures, -1)
    while h >= 0:
        if s.moved[h] == 0 and has_destination(s, god, h, ground):
            offer(s, HEX_0 + h)
        h = next_hex(figures, h)
    offer(s, FINISH)


@rule
def offer_destinations(s, god, start):
    """D-5: all hexes of AK-42 to AK-45, a scorpion's own hex first."""
    if can_turn(s, god, start):
        offer(s, HEX_0 + start)
    near, ground = words(REACH_SET[start]), open_land(s, god)
    if s.figure[start] != p.SATET:
        offer_hexes(s, both(near, ground))
        return
    h = next_hex(near, -1)
    while h >= 0:
        if holds(ground, h) or can_enter(s, god, h, start):
            offer(s, HEX_0 + h)
        h = next_hex(near, h)


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
    remove(s.figures[god], start)
    carry(s, target, h)
    stand(s, god, p.SATET, target)
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
def obelisk_hexes(s, god, region):
    """AK-119, AK-121: empty land adjacent to obelisks that the god controls in the region, so in the region too."""
    found = (np.int64(0), np.int64(0))
    monuments = part_in(s, words(s.monuments), region)
    h = next_hex(monuments, -1)
    while h >= 0:
        if s.monument[h] == p.OBELISK and s.control[h] == god:
            found = either(found, beside(s, h))
        h = next_hex(monuments, h)
    return both(found, open_land(s, god))


@rule
def can_use_obelisks(s, god, region):
    """AK-120: whether some figure not yet moved by the power has a destination."""
    mover, figures = False, words(s.figures[god])
    h = next_hex(figures, -1)
    while h >= 0:
        mover = mover or s.moved[h] == 0
        h = next_hex(figures, h)
    return mover and not is_empty_set(obelisk_hexes(s, god, region))


@rule
def offer_obelisk_movers(s, god):
    """D-16a: any own figure not yet moved by the power, or pass."""
    figures = words(s.figures[god])
    h = next_hex(figures, -1)
    while h >= 0:
        if s.moved[h] == 0:
            offer(s, HEX_0 + h)
        h = next_hex(figures, h)
    offer(s, FINISH)


@rule
def offer_obelisk_hexes(s, god):
    """D-16b: where it may go."""
    offer_hexes(s, obelisk_hexes(s, god, np.int64(s.c_region)))


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
