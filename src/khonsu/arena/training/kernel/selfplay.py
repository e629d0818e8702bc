"""Self-play for learning, compiled: matches in which every turn is the best of a few random ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from khonsu.bots.search.kernel.ends import turn_goes_on
from khonsu.bots.search.kernel.tree import lowest
from khonsu.kernel.batch import pick_seat
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel, signatures, states_type

LONGEST = 64  # steps of a turn that are planned
STATES = 3  # a zeroed one, the match, one to try turns in


@rule
def plan_turn(states, deciders, legal, play, imagine, judge, seat, options, tries, seed, plan, trial):
    """Write the best of a few random ways to end the turn, each in a deal of what the seat cannot know; its length."""
    best, length, turn = -1e18, 0, states[1].turn
    for _ in range(tries):
        seed = scramble(seed)
        states[2] = states[1]
        s = states[2]
        imagine(s, seat, seed)
        n = 0
        while n < len(trial) and (n == 0 or turn_goes_on(s, deciders, seat, turn)):
            seed = scramble(seed)
            trial[n] = options[scaled(seed, legal(s, seat, options))]
            play(s, seat, np.int64(trial[n]))
            n += 1
        value = judge(s, seat)
        if value > best:
            best, length = value, n
            plan[:n] = trial[:n]
    return length


@rule
def is_legal(s, legal, seat, step, options):
    """Whether a step that was planned can be played: what was dealt otherwise may have changed it."""
    for i in range(legal(s, seat, options)):
        if options[i] == step:
            return True
    return False


@generic
def self_play(
    states,
    start,
    deciders,
    legal,
    play,
    result,
    imagine,
    outlook,
    judge,
    score,
    numbers,
    options,
    players,
    matches,
    tries,
    slip,
    keep,
    seed,
    inputs,
    outcomes,
    leads,
):
    """Play matches and keep positions at the beginning of turns, each with the chance `keep`, until there is no room.

    A row of inputs holds, for every seat, its judgement and then its outlook; a row of outcomes the final shares, a row
    of leads by how much each seat is ahead of the others' mean in the end. Every turn is the best of a few random ones;
    with the chance `slip` it begins with any legal step instead. Returns how many positions were kept.
    """
    kept = 0
    plan, trial = np.empty(LONGEST, np.int32), np.empty(LONGEST, np.int32)
    for _ in range(matches):
        at, planned, planner = 0, 0, -1
        seed = scramble(seed)
        states[1] = states[0]
        s = states[1]
        start(s, players, seed, numbers)
        s.quiet = 1
        begun, turn = kept, s.turn
        mask = deciders(s)
        while mask != 0:
            seed = scramble(seed)
            if s.turn != turn and mask & (mask - 1) == 0:
                turn = s.turn
                if kept < len(inputs) and scaled(seed, 1000) < keep * 1000:
                    for seat in range(players):
                        inputs[kept, seat, 0] = judge(s, seat)
                        outlook(s, seat, inputs[kept, seat, 1:])
                    kept += 1
            seed = scramble(seed)
            seat = lowest(mask) if mask & (mask - 1) == 0 else pick_seat(mask, seed)
            if at >= planned or seat != planner or not is_legal(s, legal, seat, plan[at], options):
                at, planner = 0, seat
                if scaled(seed, 1000) < slip * 1000:
                    plan[0], planned = options[scaled(scramble(seed), legal(s, seat, options))], 1
                else:
                    planned = plan_turn(
                        states, deciders, legal, play, imagine, judge, seat, options, tries, seed, plan, trial
                    )
            play(s, seat, np.int64(plan[at]))
            at += 1
            mask = deciders(s)
        for row in range(begun, kept):
            result(s, outcomes[row])
            final_leads(s, score, leads[row])
    return kept


@rule
def final_leads(s, score, leads):
    """By how many points each seat is ahead of the others' mean."""
    total = 0.0
    for seat in range(s.players):
        leads[seat] = score(s, seat)
        total += leads[seat]
    for seat in range(s.players):
        leads[seat] -= (total - leads[seat]) / (s.players - 1)


def prepare(kernel: Kernel) -> None:
    """Compile self-play for one game, or load it from disk."""
    sig: dict[str, Any] = signatures(kernel.state)
    functions = [sig[name] for name in FUNCTIONS]
    table = types.Array(types.float32, 3, "C")
    sizes = (NUMBERS, NUMBERS, INT, INT, INT, types.float64, types.float64, SEED)
    ends = types.float64[:, ::1]
    specialise(self_play, states_type(kernel.state), *functions, *sizes, table, ends, ends)


FUNCTIONS = ("start", "deciders", "legal", "play", "result", "imagine", "outlook", "judge", "score")


def positions(
    kernel: Kernel, numbers: Any, players: int, matches: int, tries: int, slip: float, keep: float, seed: int, room: int
) -> tuple[Any, Any, Any]:
    """Positions of self-play with what came of them: inputs (position, seat, 1 + outlook), outcomes and leads."""
    prepare(kernel)
    inputs = np.zeros((room, players, 1 + kernel.n_outlook), np.float32)
    outcomes, leads = np.zeros((room, players)), np.zeros((room, players))
    functions = [getattr(kernel, name) for name in FUNCTIONS]
    options = np.empty(kernel.most, np.int32)
    numbers_and_room = (numbers, options, players, matches, tries, slip, keep)
    kept = self_play(kernel.new(STATES), *functions, *numbers_and_room, np.uint64(seed), inputs, outcomes, leads)
    return inputs[:kept], outcomes[:kept], leads[:kept]
