"""What may be answered to each question, DP-1 to DP-10, in the fixed order of section 4."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.domain import (
    can_move_tile,
    cell_of,
    offer,
    offer_base_cells,
    offer_targets,
    offer_upper_cells,
    tile_at,
)
from khonsu.games.ankhor.rules.state import (
    AFTER,
    BUY,
    CELL,
    COLOUR,
    END,
    GIVE_BACK,
    MENU,
    MOVE,
    PICK,
    RENEW,
    SAVE,
    SLOT,
    SLOT_0,
    STACK,
    STACK_A,
    STORE,
    TAKE,
    TARGET,
    TILE,
    TOKEN_0,
)
from khonsu.games.ankhor.rules.tokens import missing, offer_saved, open_depot
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, operand


@rule
def list_options(s):
    """Write the answers to the question on top into the state."""
    s.n_options = 0
    seat, question = np.int64(s.current), asked(s)
    if question == MENU or question == AFTER:
        offer_menu(s, seat, question)
    elif question == PICK:
        offer_tokens(s)
    elif question == SLOT:
        for slot in range(p.SLOTS):
            if can_buy(s, seat, slot):
                offer(s, SLOT_0 + slot)
    elif question == CELL:
        offer_cells(s, seat, operand(s, 0))
    elif question == SAVE:
        offer_saved(s, seat, operand(s, 0))
    elif question == STACK:
        offer_stacks(s)
    elif question == TILE:
        offer_own_tiles(s, seat)
    elif question == TARGET:
        offer_targets(s, seat, tile_at(s, seat, operand(s, 0)))
    elif question == STORE:
        for kind in range(5):
            if open_depot(s, seat, kind) >= 0:
                offer(s, TOKEN_0 + kind)
    elif question == GIVE_BACK:
        for kind in range(5):
            if s.hand[seat, kind] > 0:
                offer(s, TOKEN_0 + kind)


@rule
def offer_menu(s, seat, question):
    """DP-1 and DP-8."""
    if question == MENU:
        offer(s, TAKE)
        for slot in range(p.SLOTS):
            if can_buy(s, seat, slot):
                offer(s, BUY)
                break
    if can_renew(s):
        offer(s, RENEW)
    if can_move(s, seat):
        offer(s, MOVE)
    if question == AFTER:
        offer(s, END)


@rule
def can_buy(s, seat, slot):
    """AO-13, DP-6a: the slot offers a tile with a legal cell and an affordable payment for it."""
    if s.row[slot] < 0:
        return False
    lacking, _ = missing(s, seat, slot)
    if lacking == 0:
        return True
    return lacking == 1 and (s.roof[seat] >> COLOUR[s.row[slot]]) & 1 == 1


@rule
def offer_cells(s, seat, slot):
    """DP-6b: base cells at the full price, upper cells at the price less one."""
    lacking, _ = missing(s, seat, slot)
    if lacking == 0:
        offer_base_cells(s, seat, -1)
    if lacking <= 1:
        offer_upper_cells(s, seat, np.int64(COLOUR[s.row[slot]]))


@rule
def offer_tokens(s):
    """AO-17, DP-5: the kinds whose pile is not empty."""
    for kind in range(6):
        if s.supply[kind] > 0:
            offer(s, TOKEN_0 + kind)


@rule
def can_renew(s):
    """AO-51, AO-58: an ankh can be spent and the renewal would change something."""
    if s.spendable <= 0:
        return False
    tiles, gap = 0, False  # gap: an empty slot left of a tile
    for slot in range(p.SLOTS):
        if s.row[slot] >= 0:
            gap = gap or tiles < slot
            tiles += 1
    stock = s.stack_size[0] + s.stack_size[1]
    if s.players == 2:
        return tiles > 0 or stock > 0
    return gap or (tiles < p.SLOTS and stock > 0)


@rule
def offer_stacks(s):
    """AO-55, DP-2: the stacks that have tiles."""
    for stack in range(2):
        if s.stack_size[stack] > 0:
            offer(s, STACK_A + stack)


@rule
def can_move(s, seat):
    """AO-51, AO-67: an ankh can be spent and some tile has a legal destination."""
    if s.spendable > 0:
        for i in range(s.tiles[seat]):
            if can_move_tile(s, seat, i):
                return True
    return False


@rule
def offer_own_tiles(s, seat):
    """DP-3: own tiles with a legal destination, base before upper, then by y, then by x."""
    for i in range(s.tiles[seat]):
        if can_move_tile(s, seat, i):
            offer(s, cell_of(s, seat, i))
    for k in range(1, s.n_options):  # insertion sort: few entries
        step = s.options[k]
        i = k
        while i > 0 and comes_before(s, seat, step, s.options[i - 1]):
            s.options[i] = s.options[i - 1]
            i -= 1
        s.options[i] = step


@rule
def comes_before(s, seat, one, other):
    """The order of cells: base before upper, then by rising y, then by rising x."""
    i, j = tile_at(s, seat, one), tile_at(s, seat, other)
    if s.level[seat, i] != s.level[seat, j]:
        return s.level[seat, i] < s.level[seat, j]
    if s.y[seat, i] != s.y[seat, j]:
        return s.y[seat, i] < s.y[seat, j]
    return s.x[seat, i] < s.x[seat, j]
