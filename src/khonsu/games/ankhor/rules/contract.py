"""The rules of Ankh'or, one file per chapter of the rules text. This one carries steps out (section 4)."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.actions import (
    buy_tile,
    clear_row,
    draw_tiles,
    move_own_tile,
    spend_ankh,
    take_token,
)
from khonsu.games.ankhor.rules.domain import cell_level
from khonsu.games.ankhor.rules.knowledge import features, imagine, judge
from khonsu.games.ankhor.rules.options import list_options
from khonsu.games.ankhor.rules.prospects import outlook
from khonsu.games.ankhor.rules.rebuild import rebuild
from khonsu.games.ankhor.rules.scoring import result, score
from khonsu.games.ankhor.rules.setup import lay_out
from khonsu.games.ankhor.rules.state import (
    AFTER,
    AUTOMATIC,
    BUY,
    CELL,
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
    entry,
)
from khonsu.games.ankhor.rules.tokens import return_token, store_token
from khonsu.games.ankhor.rules.turns import after_main_action, end_turn
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, clear_events, emit, operand, pop, push

__all__ = [
    "deciders",
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
def start(s, players, seed, options):
    """Lay out the game and put the first question."""
    lay_out(s, players, seed, options)
    ask(s)
    clear_events(s)


@entry
def deciders(s):
    """One seat decides at a time."""
    return np.int64(0) if s.over == 1 else np.int64(1) << np.int64(s.current)


@entry
def legal(s, seat, out):
    """The answers to the question that is asked; they were listed when it was put."""
    if s.over == 1 or seat != s.current:
        return 0
    for i in range(s.n_options):
        out[i] = s.options[i]
    return np.int64(s.n_options)


@entry
def play(s, seat, step):
    """Answer the question, and every following one that has a single answer."""
    clear_events(s)
    answer(s, seat, step)
    ask(s)


@rule
def ask(s):
    """List the answers to the question that is open now; where there is a single one, it is given at once."""
    while s.over == 0:
        list_options(s)
        if s.n_options != 1:
            break
        emit(s, AUTOMATIC, s.current, asked(s), s.options[0])
        answer(s, np.int64(s.current), np.int64(s.options[0]))


@rule
def answer(s, seat, step):
    """Carry out the answer to the question on top."""
    question = asked(s)
    if question == MENU or question == AFTER:
        answer_menu(s, seat, step, question)
    elif question == PICK:
        answer_pick(s, seat, step)
    elif question == SLOT or question == CELL or question == SAVE:
        answer_purchase(s, seat, step, question)
    elif question == STACK:
        pop(s)
        draw_tiles(s, seat, step - STACK_A)
        after_ankh_action(s, seat)
    elif question == TILE:
        pop(s)
        push(s, TARGET, step)
    elif question == TARGET:
        move_own_tile(s, seat, operand(s, 0), step)
        pop(s)
        after_ankh_action(s, seat)
    elif question == STORE:
        pop(s)
        store_token(s, seat, step - TOKEN_0)
        end_turn(s, seat)
    elif question == GIVE_BACK:
        pop(s)
        return_token(s, seat, step - TOKEN_0, 1)
        end_turn(s, seat)


@rule
def answer_menu(s, seat, step, question):
    """DP-1 and DP-8. The menu stays on the stack under an ankh action, to be asked again."""
    if step == RENEW:
        spend_ankh(s, seat, 0)
        clear_row(s, seat)
        if s.stack_size[0] + s.stack_size[1] > 0:
            push(s, STACK)
        else:
            after_ankh_action(s, seat)
    elif step == MOVE:
        spend_ankh(s, seat, 1)
        push(s, TILE)
    else:
        pop(s)
        if step == TAKE:
            begin_take(s, seat, p.TAKE)
        elif step == BUY:
            push(s, SLOT)
        elif step == END:
            end_turn(s, seat)


@rule
def after_ankh_action(s, seat):
    """Back to the menu; the one after the main action is left if nothing is possible any more (DP-8)."""
    if asked(s) == AFTER:
        pop(s)
        after_main_action(s, seat)


@rule
def answer_pick(s, seat, step):
    """AO-14, AO-17: three tokens one by one, fewer if the supply runs out."""
    left = operand(s, 0) - 1
    pop(s)
    take_token(s, seat, step - TOKEN_0)
    begin_take(s, seat, left)


@rule
def begin_take(s, seat, left):
    """AO-17: ask for the next token, as long as one is due and the supply has any."""
    supply = 0
    for kind in range(6):
        supply += s.supply[kind]
    if left > 0 and supply > 0:
        push(s, PICK, left)
    else:
        after_main_action(s, seat)


@rule
def answer_purchase(s, seat, step, question):
    """AO-24a: slot, cell and saved resource are chosen first; then the purchase happens at once."""
    slot, cell = operand(s, 0), operand(s, 1)
    pop(s)
    if question == SLOT:
        push(s, CELL, step - SLOT_0)
    elif question == CELL and cell_level(step) == 1:
        push(s, SAVE, slot, step)
    else:
        if question == CELL:
            buy_tile(s, seat, slot, step, -1)
        else:
            buy_tile(s, seat, slot, cell, step - TOKEN_0)
        after_main_action(s, seat)
