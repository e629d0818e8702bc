"""The actions of a turn: take, buy, renew, move (AO-14 to AO-67) and the purchase's seven steps (AO-24)."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.domain import cell_level, cell_x, cell_y, move_tile, place_tile, tile_at
from khonsu.games.ankhor.rules.state import (
    BONUS,
    BOUGHT,
    DISCARDED,
    DREW,
    EXTRA_TURN,
    KIND,
    LAST_ROUND,
    MOVED,
    SAVED,
    SPENT,
    TOOK,
)
from khonsu.games.ankhor.rules.tokens import empty_covered_depots, fill_bought_depot, pay_price
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, reveal


@rule
def take_token(s, seat, kind):
    """AO-14: one token from the supply into the hand."""
    s.supply[kind] -= 1
    s.hand[seat, kind] += 1
    emit(s, TOOK, seat, kind)


@rule
def buy_tile(s, seat, slot, step, saved):
    """AO-24: pay, place, covered depots, the bought depot's token, bonuses, extra turn, end of the game."""
    x, y, level = cell_x(s, seat, step), cell_y(s, seat, step), cell_level(step)
    far = 1 << 20  # a base tile covers nothing
    if level == 1:
        pay_price(s, seat, slot, saved, x, y)
        emit(s, SAVED, seat, saved)
    else:
        pay_price(s, seat, slot, -1, far, far)
    tile = np.int64(s.row[slot])
    s.row[slot] = -1
    before = np.int64(s.bonus[seat])
    i = place_tile(s, seat, tile, x, y, level)
    emit(s, BOUGHT, seat, tile, x, y, level, slot)
    empty_covered_depots(s, seat)
    fill_bought_depot(s, seat, i)
    note_bonus(s, seat, before)
    s.bought = 1
    s.stall = 0
    if KIND[tile] == p.SCRIBE:
        s.extra = 1
        emit(s, EXTRA_TURN, seat)
    if s.tiles[seat] >= p.LAST_TILE:
        trigger_end(s, seat, 0)


@rule
def note_bonus(s, seat, before):
    """AO-43 to AO-47: say how the number of bonus tokens changed; it follows the groups by itself."""
    if s.bonus[seat] != before:
        emit(s, BONUS, seat, s.bonus[seat], s.bonus[seat] - before)


@rule
def trigger_end(s, seat, reason):
    """AO-88, AO-94: the current round is the last."""
    if s.ended == 0:
        s.ended = 1
        emit(s, LAST_ROUND, seat, reason)


@rule
def spend_ankh(s, seat, action):
    """AO-49, AO-49a: the ankh goes back to the supply before the action is resolved."""
    s.hand[seat, p.ANKH] -= 1
    s.supply[p.ANKH] += 1
    s.spendable -= 1
    emit(s, SPENT, seat, action)


@rule
def clear_row(s, seat):
    """AO-52 to AO-54: two players discard the leftmost tile; the others slide to the left."""
    if s.players == 2:
        for slot in range(p.SLOTS):
            if s.row[slot] >= 0:
                s.discard[s.discards] = s.row[slot]
                s.discards += 1
                emit(s, DISCARDED, seat, s.row[slot])
                s.row[slot] = -1
                break
    free = 0
    for slot in range(p.SLOTS):
        if s.row[slot] >= 0:
            tile = s.row[slot]
            s.row[slot] = -1
            s.row[free] = tile
            free += 1


@rule
def draw_tiles(s, seat, stack):
    """AO-56: fill the empty slots from left to right, from the chosen stack, then from the other."""
    for slot in range(p.SLOTS):
        if s.row[slot] < 0:
            if s.stack_size[stack] == 0:
                stack = 1 - stack
            if s.stack_size[stack] > 0:
                s.stack_size[stack] -= 1
                tile = s.stack[stack, s.stack_size[stack]]
                s.row[slot] = tile
                reveal(s, DREW, seat, tile, slot, stack)


@rule
def move_own_tile(s, seat, origin, step):
    """AO-59 to AO-65: a tile changes its cell; depots it covers now lose their token, groups are counted anew."""
    i = tile_at(s, seat, origin)
    x, y = np.int64(s.x[seat, i]), np.int64(s.y[seat, i])
    to_x, to_y = cell_x(s, seat, step), cell_y(s, seat, step)
    before = np.int64(s.bonus[seat])
    move_tile(s, seat, i, to_x, to_y)
    emit(s, MOVED, seat, s.tile[seat, i], x, y, to_x, to_y, s.level[seat, i])
    empty_covered_depots(s, seat)
    note_bonus(s, seat, before)
