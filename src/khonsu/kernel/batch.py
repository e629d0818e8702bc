"""Random play in compiled code, for every game."""

from __future__ import annotations

import numpy as np
from numba import types

from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import rule
from khonsu.kernel.contract import INT, NUMBERS, SEED
from khonsu.kernel.generic import BUNDLE, STATES, generic

ENDLESS = 1 << 62
TABLE = types.float64[:, ::1]


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
def finish(f, s, out, seed, limit):
    """Random legal steps until the game is over, at most `limit` of them; how many were played."""
    count = 0
    mask = f.deciders(s)
    while mask != 0 and count < limit:
        seed = scramble(seed)
        seat = pick_seat(mask, seed)
        n = f.legal(s, seat, out)
        f.play(s, seat, out[scaled(seed, n)])
        count += 1
        mask = f.deciders(s)
    return count


@generic(BUNDLE, STATES, NUMBERS, SEED, INT)
def play_random(f, states, out, seed, limit):
    """Play states[0] to its end with random legal steps, at most `limit` of them; return how many were played."""
    return finish(f, states[0], out, seed, limit)


@generic(BUNDLE, STATES, NUMBERS, INT, SEED)
def playouts(f, states, out, games, seed):
    """Random matches from states[0], played in states[1] without events; return the number of decisions."""
    decisions = 0
    for _ in range(games):
        seed = scramble(seed)
        states[1] = states[0]
        states[1].quiet = 1
        decisions += finish(f, states[1], out, seed, ENDLESS)
    return decisions


@generic(BUNDLE, STATES, NUMBERS, NUMBERS, INT, INT, TABLE, TABLE, types.int64[:, ::1])
def simulate(f, states, options, out, players, first, scores, shares, counts):
    """Whole random games with seeds first, first+1, ...; one row of scores, shares and counts for each.

    A row of counts is: decisions, turns. States[0] must be zeroed; the others are the games, one for each row.
    """
    for game in range(scores.shape[0]):
        seed = np.uint64(first + game)
        states[1 + game] = states[0]
        s = states[1 + game]
        f.start(s, players, seed, options)
        s.quiet = 1
        counts[game, 0] = finish(f, s, out, scramble(~seed), ENDLESS)
        counts[game, 1] = s.turn
        for seat in range(players):
            scores[game, seat] = f.score(s, seat)
        f.result(s, shares[game])


@generic(STATES, INT)
def copies(states, count):
    """Copy states[0] to states[1] again and again, touching both, to measure what a copy costs."""
    total = 0
    for i in range(count):
        states[0].turn = i
        states[1] = states[0]
        total += states[1].turn
    return total
