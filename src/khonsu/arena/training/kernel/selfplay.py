"""Self-play for learning, compiled: matches in which every turn is the best of a few random ones."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.bots.search.kernel.ends import turn_goes_on
from khonsu.bots.search.kernel.tree import lowest
from khonsu.kernel.batch import pick_seat
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import rule
from khonsu.kernel.contract import FLOAT, INT, NUMBERS, SEED, Kernel
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

LONGEST = 64  # steps of a turn that are planned
STATES_NEEDED = 3  # a zeroed one, the match, one to try turns in


class Terms(NamedTuple):
    """What is played."""

    numbers: Any  # the options
    players: int
    matches: int
    tries: int  # random turns of which the best is played
    slip: float  # the chance that a turn begins with any legal step instead
    keep: float  # the chance that a position at the beginning of a turn is kept


class Samples(NamedTuple):
    """Kept positions, a row for each."""

    inputs: Any  # for every seat its judgement and then its outlook
    outcomes: Any  # the final shares
    leads: Any  # by how much each seat is ahead of the others' mean in the end


TERMS = named(Terms, NUMBERS, INT, INT, INT, FLOAT, FLOAT)
SAMPLES = named(Samples, types.Array(types.float32, 3, "C"), types.float64[:, ::1], types.float64[:, ::1])


@rule
def plan_turn(f, states, seat, options, tries, seed, plan, trial):
    """Write the best of a few random ways to end the turn, each in a deal of what the seat cannot know; its length."""
    best, length, turn = -1e18, 0, states[1].turn
    for _ in range(tries):
        seed = scramble(seed)
        states[2] = states[1]
        s = states[2]
        f.imagine(s, seat, seed)
        n = 0
        while n < len(trial) and (n == 0 or turn_goes_on(f, s, seat, turn)):
            seed = scramble(seed)
            trial[n] = options[scaled(seed, f.legal(s, seat, options))]
            f.play(s, seat, np.int64(trial[n]))
            n += 1
        value = f.judge(s, seat)
        if value > best:
            best, length = value, n
            plan[:n] = trial[:n]
    return length


@rule
def is_legal(f, s, seat, step, options):
    """Whether a step that was planned can be played: what was dealt otherwise may have changed it."""
    for i in range(f.legal(s, seat, options)):
        if options[i] == step:
            return True
    return False


@generic(BUNDLE, STATES, TERMS, NUMBERS, SEED, SAMPLES)
def self_play(f, states, terms, options, seed, samples):
    """Play matches and keep positions at the beginning of turns until there is no room; how many were kept."""
    inputs, players = samples.inputs, terms.players
    kept = 0
    plan, trial = np.empty(LONGEST, np.int32), np.empty(LONGEST, np.int32)
    for _ in range(terms.matches):
        at, planned, planner = 0, 0, -1
        seed = scramble(seed)
        states[1] = states[0]
        s = states[1]
        f.start(s, players, seed, terms.numbers)
        s.quiet = 1
        begun, turn = kept, s.turn
        mask = f.deciders(s)
        while mask != 0:
            seed = scramble(seed)
            if s.turn != turn and mask & (mask - 1) == 0:
                turn = s.turn
                if kept < len(inputs) and scaled(seed, 1000) < terms.keep * 1000:
                    for seat in range(players):
                        inputs[kept, seat, 0] = f.judge(s, seat)
                        f.outlook(s, seat, inputs[kept, seat, 1:])
                    kept += 1
            seed = scramble(seed)
            seat = lowest(mask) if mask & (mask - 1) == 0 else pick_seat(mask, seed)
            if at >= planned or seat != planner or not is_legal(f, s, seat, plan[at], options):
                at, planner = 0, seat
                if scaled(seed, 1000) < terms.slip * 1000:
                    plan[0], planned = options[scaled(scramble(seed), f.legal(s, seat, options))], 1
                else:
                    planned = plan_turn(f, states, seat, options, terms.tries, seed, plan, trial)
            f.play(s, seat, np.int64(plan[at]))
            at += 1
            mask = f.deciders(s)
        for row in range(begun, kept):
            f.result(s, samples.outcomes[row])
            final_leads(f, s, samples.leads[row])
    return kept


@rule
def final_leads(f, s, leads):
    """By how many points each seat is ahead of the others' mean."""
    total = 0.0
    for seat in range(s.players):
        leads[seat] = f.score(s, seat)
        total += leads[seat]
    for seat in range(s.players):
        leads[seat] -= (total - leads[seat]) / (s.players - 1)


def positions(
    kernel: Kernel, numbers: Any, players: int, matches: int, tries: int, slip: float, keep: float, seed: int, room: int
) -> tuple[Any, Any, Any]:
    """Positions of self-play with what came of them: inputs (position, seat, 1 + outlook), outcomes and leads."""
    inputs = np.zeros((room, players, 1 + kernel.n_outlook), np.float32)
    samples = Samples(inputs, np.zeros((room, players)), np.zeros((room, players)))
    terms, options = Terms(numbers, players, matches, tries, slip, keep), np.empty(kernel.most, np.int32)
    kept = self_play(kernel, kernel.new(STATES_NEEDED), terms, options, np.uint64(seed), samples)
    return samples.inputs[:kept], samples.outcomes[:kept], samples.leads[:kept]
