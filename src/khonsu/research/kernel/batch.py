"""The compiled batch behind the vector environment: many matches in one array, one call for a step in each of them.

Row i of every array belongs to match i. Its seed and its chance are its own, so what happens in it does not depend on
how many others there are. `prepare` compiles for one game or loads from disk; call the kernels only afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from khonsu.bots.search.kernel.ends import best_ends
from khonsu.bots.search.kernel.tree import lowest
from khonsu.kernel.bundle import bundle_type
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import ENABLED, generic, part, rule, specialise
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel, states_type

SELF, RANDOM, GREEDY = range(3)  # who plays the seats that the caller does not
WIN, ZERO_SUM, SCORE = range(3)  # what a reward is
ANY_SEAT = -1

# What is kept about a match besides its state: its seed, the chance of the others, the caller's seat (in self-play
# any), the seat that is asked, its number of legal steps, the decisions so far of all seats.
Row = np.dtype(
    [
        ("seed", np.uint64),
        ("chance", np.uint64),
        ("own", np.int64),
        ("asked", np.int64),
        ("count", np.int64),
        ("decisions", np.int64),
    ]
)
# Settings, by place: who are the others, what is a reward, the caller's seat, positions the greedy ones look at,
# whether a match that is over is followed by the next one at once.
OTHERS, REWARD, SEAT, LOOK, GO_ON = range(5)

look_ahead = rule(getattr(best_ends, "py_func", best_ends))  # the greedy bot's own look-ahead


@rule
def random_step(f, s, row, seat, options):
    """A random legal step."""
    row.chance = scramble(row.chance)
    return np.int64(options[0, scaled(row.chance, f.legal(s, seat, options[0]))])


@rule
def greedy_step(f, s, row, seat, scratch, options, values, look):
    """What the greedy bot plays in an imagined copy if it may look at so many positions."""
    row.chance = scramble(row.chance)
    scratch[0] = s
    f.imagine(scratch[0], seat, row.chance)
    n = look_ahead(
        scratch, f.deciders, f.legal, f.play, f.judge, seat, options, values, look, row.chance, options[:0], values[:0]
    )
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return np.int64(options[0, best])


@rule
def others_play(f, s, row, mask, scratch, options, values, settings):
    """Let the others play until the caller is asked or the match is over; `mask` is who is asked before and after."""
    if settings[OTHERS] == SELF:
        return mask
    while mask != 0 and (mask >> row.own) & 1 == 0:
        seat = lowest(mask)
        if settings[OTHERS] == RANDOM:
            step = random_step(f, s, row, seat, options)
        else:
            step = greedy_step(f, s, row, seat, scratch, options, values, settings[LOOK])
        f.play(s, seat, step)
        row.decisions += 1
        mask = f.deciders(s)
    return mask


@part
def clear(row, listed, bits):
    """Take the last legal steps out of the mask."""
    for k in range(row.count):
        bits[listed[k]] = 0
    row.count = 0


@part
def ask(f, s, row, mask, listed, bits, observed):
    """Whose turn it is, and what that seat observes. Only what was set in the mask is cleared."""
    row.asked = lowest(mask) if row.own == ANY_SEAT else row.own
    clear(row, listed, bits)
    row.count = f.legal(s, row.asked, listed)
    for k in range(row.count):
        bits[listed[k]] = 1
    f.features(s, row.asked, observed)


@rule
def begin(f, states, i, row, blank, players, numbers, settings):
    """Lay out the match of the row's seed."""
    states[i] = blank[0]
    f.start(states[i], players, row.seed, numbers)
    states[i].quiet = 1
    row.chance = scramble(~row.seed)
    row.decisions = 0
    if settings[OTHERS] == SELF:
        row.own = ANY_SEAT
    elif settings[SEAT] == ANY_SEAT:
        row.own = scaled(row.chance, players)
    else:
        row.own = settings[SEAT]


@rule
def pay(f, s, players, kind, paid, shares, earned):
    """The rewards of all seats: what they scored since they were `paid`, or at the end by their shares of the win."""
    if kind == SCORE:
        for seat in range(players):
            now = f.score(s, seat)
            earned[seat] = now - paid[seat]
            paid[seat] = now
    else:
        mean = 0.0
        for seat in range(players):
            mean += shares[seat] / players
        for seat in range(players):
            earned[seat] = shares[seat] if kind == WIN else (shares[seat] - mean) * players / (players - 1)


@generic
def reset_all(
    f, states, blank, scratch, rows, numbers, settings, players, options, values, listed, bits, observed, paid,
):  # fmt: skip
    """Begin the match of every row's seed."""
    for i in range(len(rows)):
        row = rows[i]
        mask = 0
        while mask == 0:  # a match may end before the caller's seat was ever asked
            begin(f, states, i, row, blank, players, numbers, settings)
            mask = others_play(f, states[i], row, f.deciders(states[i]), scratch, options, values, settings)
            if mask == 0:
                row.seed = scramble(row.seed)
        paid[i] = 0.0
        ask(f, states[i], row, mask, listed[i], bits[i], observed[i])


@generic
def step_all(
    f, states, blank, scratch, rows, numbers, settings, players, options, values, listed, bits, observed, paid,
    actions, rewards, earned, ended, illegal, shares, scores, lengths, last,
):  # fmt: skip
    """Carry out one step in every match; a match that is over is followed by the next one at once.

    `rewards` are for the seat that acted (the caller's own one, if others play), `earned` for all seats; `shares`,
    `scores`, `lengths` and `last` (the acting seat's last observation) are written where a match has ended.
    """
    for i in range(len(rows)):
        row = rows[i]
        s = states[i]
        seat = row.asked
        action = actions[i]
        wrong = action < 0 or action >= bits.shape[1] or bits[i, action] == 0
        mask = 0
        if wrong:
            earned[i] = 0.0
            earned[i, seat] = -1.0
        else:
            f.play(s, seat, action)
            row.decisions += 1
            # Arrays are handed on only where it must be: the compiler counts references to each of them, which would
            # cost as much as all the rest of this loop.
            mask = f.deciders(s)
            if settings[OTHERS] != SELF:
                mask = others_play(f, s, row, mask, scratch, options, values, settings)
            if mask == 0:
                f.result(s, shares[i])
            if mask == 0 or settings[REWARD] == SCORE:
                pay(f, s, players, settings[REWARD], paid[i], shares[i], earned[i])
            else:
                for other in range(players):
                    earned[i, other] = 0.0
        rewards[i] = earned[i, seat]
        ended[i] = mask == 0
        illegal[i] = wrong
        if mask == 0:
            if wrong:
                shares[i] = 0.0
            for other in range(players):
                scores[i, other] = f.score(s, other)
            lengths[i] = row.decisions
            f.features(s, seat, last[i])
            paid[i] = 0.0
            while mask == 0 and settings[GO_ON] == 1:
                row.seed = scramble(row.seed)
                begin(f, states, i, row, blank, players, numbers, settings)
                mask = others_play(f, s, row, f.deciders(s), scratch, options, values, settings)
        if mask == 0:
            clear(row, listed[i], bits[i])
        else:
            ask(f, s, row, mask, listed[i], bits[i], observed[i])


@generic
def next_seeds(rows):
    """Every row goes on to the seed after its own."""
    for i in range(len(rows)):
        rows[i].seed = scramble(rows[i].seed)


@generic
def sample_all(rows, listed, chances, actions):
    """A random legal step for every match; each row has its own chance."""
    for i in range(len(rows)):
        chances[i] = scramble(chances[i])
        actions[i] = listed[i, scaled(chances[i], rows[i].count)]


def prepare(kernel: Kernel) -> dict[str, Any]:
    """The kernels by name, compiled for one game or loaded from disk, as quick calls without a look at types."""
    states, rows = states_type(kernel.state), types.Array(from_dtype(Row), 1, "C")
    reals, table, bits, steps = types.float64[::1], types.float64[:, ::1], types.int8[:, ::1], types.int32[:, ::1]
    observed, flags, whole = types.float32[:, ::1], types.boolean[::1], types.int64[::1]
    kept = (bundle_type(kernel), states, states, states, rows, NUMBERS, whole, INT)
    shown = (steps, reals, steps, bits, observed, table)
    outcome = (whole, reals, table, flags, flags, table, table, whole, observed)
    return {
        "reset_all": quick(reset_all, *kept, *shown),
        "step_all": quick(step_all, *kept, *shown, *outcome),
        "next_seeds": quick(next_seeds, rows),
        "sample_all": quick(sample_all, rows, steps, types.Array(SEED, 1, "C"), whole),
    }


def quick(kernel: Any, *arguments: Any) -> Any:
    """A generic kernel compiled for these types, without the look at the types of every call."""
    specialise(kernel, *arguments)
    return kernel.overloads[arguments].entry_point if ENABLED else kernel
