"""The stack of pending frames: what can be answered, what an answer does, what goes on by itself (section 4)."""

import numpy as np

from khonsu.games.ankh.rules import actions, battle, caravan, cards, deaths, merge, moves, summon, turns
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.conflict import run_conflict
from khonsu.games.ankh.rules.regions import note
from khonsu.games.ankh.rules.state import (
    ACTION_0,
    ANNOUNCE,
    AUTOMATIC,
    BATTLE_TASK,
    BUILD_HEX,
    BUILD_KIND,
    CAMEL,
    CAPTIVE,
    CARD,
    CONFLICT_TASK,
    DEATHS_TASK,
    EXCHANGE,
    FACING,
    FIRST_ACTION,
    JOIN,
    KEEP_GUARDIAN,
    KEEP_TOKEN,
    MONUMENT,
    MOVE_FIGURE,
    MOVE_TO,
    MOVE_TOKEN,
    NOTHING,
    OBELISK_FIGURE,
    OBELISK_TO,
    OFFER,
    POWER,
    PROTECT,
    PUSH_TO,
    RETURN_TO,
    SECOND_ACTION,
    SLOT,
    SUMMON_FIGURE,
    SUMMON_HEX,
    SUN,
    TASKS,
    TIE_BREAK,
    TILE_FROM,
    TILE_TO,
    TURN_TASK,
    WORSHIP,
)
from khonsu.games.ankh.rules.turns import seat_of
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, emit, operand, pop


@rule
def advance(s):
    """Go on until somebody has a choice: tasks run, questions without answer are skipped, single answers are given."""
    while s.over == 0:
        question = asked(s)
        if question >= TASKS:
            run_task(s, question)
        elif question == CARD or question == OFFER:
            if s.to_commit != 0:
                return
            pop(s)
        else:
            s.n_options = 0
            list_options(s, question)
            if s.n_options > 1:
                return
            if s.n_options == 1:
                god = operand(s, 0)
                emit(s, AUTOMATIC, seat_of(s, god), question, s.options[0], 0, 0, 0, s.who[god])
                answer(s, question, god, np.int64(s.options[0]))
            else:
                if question == POWER or question == MONUMENT or question == CAMEL:
                    note(s, NOTHING, operand(s, 0), question)
                pop(s)


@rule
def run_task(s, task):
    """One part of what is under way."""
    if task == TURN_TASK:
        turns.run_turn(s)
    elif task == CONFLICT_TASK:
        run_conflict(s)
    elif task == BATTLE_TASK:
        battle.run_battle(s)
    elif task == DEATHS_TASK:
        deaths.run_deaths(s)
    else:
        merge.run_merge(s)


@rule
def list_options(s, question):
    """Write the answers to an open question into the state."""
    god = operand(s, 0)
    if question == FIRST_ACTION:
        turns.offer_actions(s, p.MOVE)
    elif question == SECOND_ACTION:
        turns.offer_actions(s, np.int64(s.first_action) + 1)
    elif question == MOVE_FIGURE:
        moves.offer_movers(s, god)
    elif question == MOVE_TO:
        moves.offer_destinations(s, god, operand(s, 1))
    elif question == PUSH_TO:
        moves.offer_pushes(s, operand(s, 1), operand(s, 2))
    elif question == FACING:
        moves.offer_facings(s)
    elif question == SLOT:
        summon.offer_slots(s, god)
    elif question == SUMMON_FIGURE:
        summon.offer_figures(s, god, operand(s, 1))
    elif question == SUMMON_HEX:
        summon.offer_summon_hexes(s, god, operand(s, 1), operand(s, 2))
    elif question == POWER:
        actions.offer_powers(s, god)
    elif question == MONUMENT:
        actions.offer_monuments(s, god)
    elif question == CAMEL:
        caravan.offer_camels(s)
    elif question == KEEP_TOKEN:
        caravan.offer_keepers(s)
    elif question == EXCHANGE:
        caravan.offer_exchanges(s)
    elif question == JOIN:
        caravan.offer_joins(s)
    elif question == MOVE_TOKEN:
        caravan.offer_spare_tokens(s)
    else:
        list_conflict_options(s, question, god)


@rule
def list_conflict_options(s, question, god):
    """The same for the questions of a Conflict."""
    if question == OBELISK_FIGURE:
        moves.offer_obelisk_movers(s, god)
    elif question == OBELISK_TO:
        moves.offer_obelisk_hexes(s, god)
    elif question == ANNOUNCE:
        cards.offer_announcement(s, god)
    elif question == BUILD_KIND:
        cards.offer_kinds(s, god)
    elif question == BUILD_HEX:
        cards.offer_sites(s)
    elif question == CAPTIVE:
        deaths.offer_captives(s, god)
    elif question == RETURN_TO:
        deaths.offer_returns(s, god)
    elif question == TILE_FROM:
        battle.offer_tiles(s)
    elif question == TILE_TO:
        battle.offer_gates(s)
    elif question == KEEP_GUARDIAN:
        merge.offer_guardians(s)
    else:  # SUN, TIE_BREAK, PROTECT, WORSHIP
        battle.offer_yes_no(s)


@rule
def answer(s, question, god, step):
    """Carry out the answer to the question on top."""
    if question == FIRST_ACTION or question == SECOND_ACTION:
        turns.take_action(s, god, step - ACTION_0)
    elif question == MOVE_FIGURE:
        moves.answer_mover(s, god, step)
    elif question == MOVE_TO:
        moves.answer_destination(s, god, step)
    elif question == PUSH_TO:
        moves.answer_push(s, god, step)
    elif question == FACING:
        moves.answer_facing(s, god, step)
    elif question == SLOT:
        summon.answer_slot(s, god, step)
    elif question == SUMMON_FIGURE:
        summon.answer_figure(s, god, step)
    elif question == SUMMON_HEX:
        summon.answer_summon_hex(s, god, step)
    elif question == SUN:
        summon.answer_sun(s, god, step)
    elif question == POWER:
        actions.answer_power(s, god, step)
    elif question == MONUMENT:
        actions.answer_monument(s, god, step)
    elif question == CAMEL:
        caravan.answer_camel(s, god, step)
    elif question == KEEP_TOKEN:
        caravan.answer_keeper(s, god, step)
    elif question == EXCHANGE:
        caravan.answer_exchange(s, god, step)
    elif question == JOIN:
        caravan.answer_join(s, god, step)
    elif question == MOVE_TOKEN:
        caravan.answer_spare_token(s, god, step)
    else:
        answer_conflict(s, question, god, step)


@rule
def answer_conflict(s, question, god, step):
    """The same for the questions of a Conflict."""
    if question == OBELISK_FIGURE:
        moves.answer_obelisk_mover(s, god, step)
    elif question == OBELISK_TO:
        moves.answer_obelisk_hex(s, god, step)
    elif question == ANNOUNCE:
        cards.answer_announcement(s, god, step)
    elif question == BUILD_KIND:
        cards.answer_kind(s, god, step)
    elif question == BUILD_HEX:
        cards.answer_site(s, god, step)
    elif question == CAPTIVE:
        deaths.answer_captive(s, god, step)
    elif question == RETURN_TO:
        deaths.answer_return(s, god, step)
    elif question == TIE_BREAK:
        battle.answer_tie_break(s, god, step)
    elif question == PROTECT:
        battle.answer_protect(s, god, step)
    elif question == TILE_FROM:
        battle.answer_tile(s, god, step)
    elif question == TILE_TO:
        battle.answer_gate(s, god, step)
    elif question == WORSHIP:
        battle.answer_worship(s, god, step)
    elif question == KEEP_GUARDIAN:
        merge.answer_guardian(s, step)
