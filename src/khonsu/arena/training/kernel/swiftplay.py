"""Self-play of swift players, compiled: the positions after their steps, with what came of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.bots.policy.kernel.network import WEIGHTS
from khonsu.bots.policy.kernel.swift import DESK, HABITS, goes_on, lead, question, swift_step
from khonsu.bots.search.kernel.tree import lowest
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import rule
from khonsu.kernel.contract import FLOAT, INT, NUMBERS, SEED
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

STATES_NEEDED = 2  # a zeroed one, the match
MILLION = 1_000_000
OWN = 0.3  # how much points of one's own count besides the lead: who only guards a lead lets a match stand still


class Course(NamedTuple):
    """What is played."""

    numbers: Any  # the options
    players: int
    matches: int
    slip: float  # the chance that a step is any legal one
    keep: float  # the chance that a position is kept


class AfterStates(NamedTuple):
    """Kept positions, a row for each, as the seat sees them that has just played a step."""

    inputs: Any  # its judgement and its outlook
    seats: Any
    shares: Any  # its final share of the win
    leads: Any  # by how many points it is ahead of the others' mean in the end, and a part of its own points


COURSE = named(Course, NUMBERS, INT, INT, FLOAT, FLOAT)
AFTER_STATES = named(AfterStates, types.float32[:, ::1], types.int64[::1], types.float64[::1], types.float64[::1])


@rule
def chance(seed, part):
    """Whether something of this likelihood happens."""
    return scaled(seed, MILLION) < part * MILLION


@generic(BUNDLE, STATES, COURSE, DESK, HABITS, WEIGHTS, SEED, AFTER_STATES)
def after_states(f, states, course, desk, habits, weights, seed, kept):
    """Play matches and keep positions until there is no room; how many were kept."""
    count = 0
    for _ in range(course.matches):
        seed = scramble(seed)
        states[1] = states[0]
        s = states[1]
        f.start(s, course.players, seed, course.numbers)
        s.quiet = 1
        begun = count
        mask = f.deciders(s)
        while mask != 0:
            seat, turn = lowest(mask), s.turn
            seed = scramble(seed)
            if chance(seed, course.slip):
                seed = scramble(seed)
                step = np.int64(desk.options[0, scaled(seed, f.legal(s, seat, desk.options[0]))])
            else:
                step = swift_step(f, s, seat, desk, habits, weights, scramble(seed))
            f.play(s, seat, step)
            mask = f.deciders(s)
            seed = scramble(seed)
            settled = question(s) & (habits.settled | habits.stop) != 0 or not goes_on(f, s, seat, turn)
            if mask != 0 and settled and count < len(kept.seats) and chance(seed, course.keep):
                kept.inputs[count, 0] = f.judge(s, seat) / habits.scale
                f.outlook(s, seat, kept.inputs[count, 1:])
                kept.seats[count] = seat
                count += 1
        f.result(s, desk.shares[: course.players])
        for row in range(begun, count):
            kept.shares[row] = desk.shares[kept.seats[row]]
            seat = kept.seats[row]
            kept.leads[row] = (lead(f, s, seat) + OWN * f.score(s, seat)) / habits.scale
    return count
