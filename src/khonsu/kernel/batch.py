"""Generic kernels: written once, run every game. They take a game's functions as first-class functions.

`prepare` compiles them for one game or loads them from disk; call them only afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types

from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel, signatures, states_type

ENDLESS = 1 << 62


@rule
def pick_seat(mask, seed):
    """One of the seats that may decide: the only one, or a random one where choices are simultaneous."""
    if mask & (mask - 1) == 0:
        seat = 0
        while (mask >> seat) & 1 == 0:
            seat += 1
        return seat
    count = 0
    for seat in range(16):
        count += (mask >> seat) & 1
    k = scaled(scramble(seed), count)
    for seat in range(16):
        if (mask >> seat) & 1:
            if k == 0:
                return seat
            k -= 1
    return -1


@rule
def finish(s, deciders, legal, play, out, seed, limit):
    """Random legal steps until the game is over, at most `limit` of them; how many were played."""
    count = 0
    mask = deciders(s)
    while mask != 0 and count < limit:
        seed = scramble(seed)
        seat = pick_seat(mask, seed)
        n = legal(s, seat, out)
        play(s, seat, out[scaled(seed, n)])
        count += 1
        mask = deciders(s)
    return count


@generic
def play_random(states, deciders, legal, play, out, seed, limit):
    """Play states[0] to its end with random legal steps, at most `limit` of them; return how many were played."""
    return finish(states[0], deciders, legal, play, out, seed, limit)


@generic
def playouts(states, deciders, legal, play, out, games, seed):
    """Random matches from states[0], played in states[1] without events; return the number of decisions."""
    decisions = 0
    for _ in range(games):
        seed = scramble(seed)
        states[1] = states[0]
        states[1].quiet = 1
        decisions += finish(states[1], deciders, legal, play, out, seed, ENDLESS)
    return decisions


@generic
def simulate(states, start, deciders, legal, play, score, result, options, out, players, first, scores, shares, counts):
    """Whole random games with seeds first, first+1, ...; one row of scores, shares and counts for each.

    A row of counts is: decisions, turns. States[0] must be zeroed; the others are the games, one for each row.
    """
    for game in range(scores.shape[0]):
        seed = np.uint64(first + game)
        states[1 + game] = states[0]
        s = states[1 + game]
        start(s, players, seed, options)
        s.quiet = 1
        counts[game, 0] = finish(s, deciders, legal, play, out, scramble(~seed), ENDLESS)
        counts[game, 1] = s.turn
        for seat in range(players):
            scores[game, seat] = score(s, seat)
        result(s, shares[game])


@generic
def step_batch(states, deciders, play, steps, masks):
    """Carry out steps[i] in states[i] for the lowest seat that may decide there; masks[i] says who may decide next.

    A state whose game is over stays as it is.
    """
    for i in range(len(states)):
        s = states[i]
        mask = deciders(s)
        if mask != 0:
            seat = 0
            while (mask >> seat) & 1 == 0:
                seat += 1
            play(s, seat, steps[i])
            mask = deciders(s)
        masks[i] = mask


@generic
def copies(states, count):
    """Copy states[0] to states[1] again and again, touching both, to measure what a copy costs."""
    total = 0
    for i in range(count):
        states[0].turn = i
        states[1] = states[0]
        total += states[1].turn
    return total


def prepare(kernel: Kernel) -> Iterator[str]:
    """Compile the generic kernels for one game, or load them; yields the name of each before its turn."""
    sig: dict[str, Any] = signatures(kernel.state)
    states = states_type(kernel.state)
    core = (sig["deciders"], sig["legal"], sig["play"])
    table, counts = types.float64[:, ::1], types.int64[:, ::1]
    yield "play_random"
    specialise(play_random, states, *core, NUMBERS, SEED, INT)
    yield "playouts"
    specialise(playouts, states, *core, NUMBERS, INT, SEED)
    yield "simulate"
    whole = (sig["start"], *core, sig["score"], sig["result"])
    specialise(simulate, states, *whole, NUMBERS, NUMBERS, INT, INT, table, table, counts)
    yield "step_batch"
    specialise(step_batch, states, sig["deciders"], sig["play"], NUMBERS, types.int64[::1])
    yield "copies"
    specialise(copies, states, INT)
