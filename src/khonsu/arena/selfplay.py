"""Self-play for learning, compiled: matches in which every step is the beginning of the best of a few random turns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from khonsu.bots.greedy import turn_goes_on
from khonsu.bots.tree import lowest
from khonsu.kernel.batch import pick_seat
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel, signatures, states_type

STATES = 3  # a zeroed one, the match, one to try turns in


@rule
def sampled_step(states, deciders, legal, play, imagine, judge, seat, options, tries, seed):
    """The first step of the best of a few random ends of the turn, each in a deal of what the seat cannot know."""
    n = legal(states[1], seat, options)
    if n == 1:
        return np.int64(options[0])
    best, chosen, turn = -1e18, np.int64(options[0]), states[1].turn
    for _ in range(tries):
        seed = scramble(seed)
        states[2] = states[1]
        s = states[2]
        imagine(s, seat, seed)
        n = legal(s, seat, options)
        step = np.int64(options[scaled(seed, n)])
        play(s, seat, step)
        while turn_goes_on(s, deciders, seat, turn):
            seed = scramble(seed)
            play(s, seat, options[scaled(seed, legal(s, seat, options))])
        value = judge(s, seat)
        if value > best:
            best, chosen = value, step
    return chosen


@generic
def self_play(
    states,
    start,
    deciders,
    legal,
    play,
    result,
    imagine,
    features,
    judge,
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
):
    """Play matches and keep positions at the beginning of turns, each with the chance `keep`, until there is no room.

    A row of inputs holds, for every seat, its judgement and then its features; a row of outcomes the final shares.
    With the chance `slip` a step is any legal one. Returns how many positions were kept.
    """
    kept = 0
    for _ in range(matches):
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
                        features(s, seat, inputs[kept, seat, 1:])
                    kept += 1
            seed = scramble(seed)
            seat = lowest(mask) if mask & (mask - 1) == 0 else pick_seat(mask, seed)
            if scaled(seed, 1000) < slip * 1000:
                step = np.int64(options[scaled(scramble(seed), legal(s, seat, options))])
            else:
                step = sampled_step(states, deciders, legal, play, imagine, judge, seat, options, tries, seed)
            play(s, seat, step)
            mask = deciders(s)
        for row in range(begun, kept):
            result(s, outcomes[row])
    return kept


def prepare(kernel: Kernel) -> None:
    """Compile self-play for one game, or load it from disk."""
    sig: dict[str, Any] = signatures(kernel.state)
    functions = [sig[name] for name in FUNCTIONS]
    table = types.Array(types.float32, 3, "C")
    sizes = (NUMBERS, NUMBERS, INT, INT, INT, types.float64, types.float64, SEED)
    specialise(self_play, states_type(kernel.state), *functions, *sizes, table, types.float64[:, ::1])


FUNCTIONS = ("start", "deciders", "legal", "play", "result", "imagine", "features", "judge")


def positions(
    kernel: Kernel, numbers: Any, players: int, matches: int, tries: int, slip: float, keep: float, seed: int, room: int
) -> tuple[Any, Any]:
    """Positions of self-play with what came of them: inputs (position, seat, 1 + features) and outcomes."""
    prepare(kernel)
    inputs = np.zeros((room, players, 1 + kernel.n_features), np.float32)
    outcomes = np.zeros((room, players))
    functions = [getattr(kernel, name) for name in FUNCTIONS]
    options = np.empty(kernel.most, np.int32)
    numbers_and_room = (numbers, options, players, matches, tries, slip, keep)
    kept = self_play(kernel.new(STATES), *functions, *numbers_and_room, np.uint64(seed), inputs, outcomes)
    return inputs[:kept], outcomes[:kept]
