"""The compiled batch behind the vector environment: many matches in one array, one call for a step in each of them.

Row i of every array belongs to match i. Its seed and its chance are its own, so what happens in it does not depend on
how many others there are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from khonsu.bots.policy.kernel.swift import MIND, Mind, swift_step
from khonsu.bots.search.kernel.ends import DEPTH, best_ends
from khonsu.bots.search.kernel.tree import lowest
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import part, rule
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

SELF, RANDOM, GREEDY, SWIFT = range(4)  # who plays the seats that the caller does not
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


class Settings(NamedTuple):
    """How all matches of a batch are played."""

    players: int
    others: int  # who plays the other seats
    reward: int  # what a reward is
    seat: int  # the caller's, or ANY_SEAT: drawn anew for every match
    look: int  # positions the greedy ones look at
    go_on: bool  # whether a match that is over is followed by the next one at once


class Batch(NamedTuple):
    """The arrays of a batch; those that are not said to be shared have a row for each match."""

    states: Any
    rows: Any
    listed: Any  # legal steps
    bits: Any  # the same as a mask
    observed: Any
    paid: Any  # the score up to which rewards were given
    rewards: Any  # of the seat that acted (the caller's own one, if others play)
    earned: Any  # the rewards of all seats
    ended: Any
    illegal: Any
    shares: Any  # this and what follows is written where a match has ended
    scores: Any
    lengths: Any
    last: Any  # the acting seat's last observation
    numbers: Any  # shared: the options
    blank: Any  # shared: a zeroed state
    scratch: Any  # shared: states in which the greedy ones look ahead
    options: Any  # shared: legal steps there
    values: Any  # shared: what those are worth
    mind: Any  # shared: of the swift ones

    @classmethod
    def of(cls, kernel: Kernel, count: int, players: int, numbers: Any, mind: Mind) -> Batch:
        """Room for so many matches."""
        return cls(
            states=kernel.new(count),
            rows=np.zeros(count, Row).view(np.recarray),
            listed=np.zeros((count, kernel.most), np.int32),
            bits=np.zeros((count, kernel.steps), np.int8),
            observed=np.zeros((count, kernel.n_features), np.float32),
            paid=np.zeros((count, players)),
            rewards=np.zeros(count),
            earned=np.zeros((count, players)),
            ended=np.zeros(count, np.bool_),
            illegal=np.zeros(count, np.bool_),
            shares=np.zeros((count, players)),
            scores=np.zeros((count, players)),
            lengths=np.zeros(count, np.int64),
            last=np.zeros((count, kernel.n_features), np.float32),
            numbers=numbers,
            blank=kernel.new(),
            scratch=kernel.new(DEPTH),
            options=np.zeros((DEPTH, kernel.most), np.int32),
            values=np.zeros(kernel.most),
            mind=mind,
        )


SETTINGS = named(Settings, INT, INT, INT, INT, INT, types.boolean)
ROWS, STEPS = types.Array(from_dtype(Row), 1, "C"), types.int32[:, ::1]
REALS, WHOLE, FLAGS = types.float64[::1], types.int64[::1], types.boolean[::1]
TABLE, OBSERVED = types.float64[:, ::1], types.float32[:, ::1]


def BATCH(kernel: Kernel) -> Any:  # noqa: N802 - it stands among types
    """The compiler's type of a batch."""
    states = STATES(kernel)
    asked = (states, ROWS, STEPS, types.int8[:, ::1], OBSERVED)
    outcome = (TABLE, REALS, TABLE, FLAGS, FLAGS, TABLE, TABLE, WHOLE, OBSERVED)
    return named(Batch, *asked, *outcome, NUMBERS, states, states, STEPS, REALS, MIND(kernel))


look_ahead = rule(best_ends.function)  # the greedy bot's own look-ahead


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
    n = look_ahead(f, scratch, seat, options, values, look, row.chance, options[:0], values[:0])
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return np.int64(options[0, best])


@rule
def others_play(f, s, row, mask, scratch, options, values, settings):
    """Let the others play until the caller is asked or the match is over; `mask` is who is asked before and after."""
    if settings.others == SELF:
        return mask
    while mask != 0 and (mask >> row.own) & 1 == 0:
        seat = lowest(mask)
        if settings.others == RANDOM:
            step = random_step(f, s, row, seat, options)
        else:
            step = greedy_step(f, s, row, seat, scratch, options, values, settings.look)
        f.play(s, seat, step)
        row.decisions += 1
        mask = f.deciders(s)
    return mask


@rule
def swift_play(f, s, row, mask, mind):
    """The same, if the others are swift."""
    while mask != 0 and (mask >> row.own) & 1 == 0:
        seat = lowest(mask)
        row.chance = scramble(row.chance)
        f.play(s, seat, swift_step(f, s, seat, mind.desk, mind.habits, mind.weights, row.chance))
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
def begin(f, states, i, row, blank, numbers, settings):
    """Lay out the match of the row's seed."""
    states[i] = blank[0]
    f.start(states[i], settings.players, row.seed, numbers)
    states[i].quiet = 1
    row.chance = scramble(~row.seed)
    row.decisions = 0
    if settings.others == SELF:
        row.own = ANY_SEAT
    elif settings.seat == ANY_SEAT:
        row.own = scaled(row.chance, settings.players)
    else:
        row.own = settings.seat


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


@generic(BUNDLE, BATCH, SETTINGS)
def reset_all(f, batch, settings):
    """Begin the match of every row's seed."""
    states, scratch, options, values = batch.states, batch.scratch, batch.options, batch.values
    for i in range(len(batch.rows)):
        row = batch.rows[i]
        mask = 0
        while mask == 0:  # a match may end before the caller's seat was ever asked
            begin(f, states, i, row, batch.blank, batch.numbers, settings)
            mask = f.deciders(states[i])
            if settings.others == SWIFT:
                mask = swift_play(f, states[i], row, mask, batch.mind)
            else:
                mask = others_play(f, states[i], row, mask, scratch, options, values, settings)
            if mask == 0:
                row.seed = scramble(row.seed)
        batch.paid[i] = 0.0
        ask(f, states[i], row, mask, batch.listed[i], batch.bits[i], batch.observed[i])


@generic(BUNDLE, BATCH, SETTINGS, WHOLE)
def step_all(f, batch, settings, actions):
    """Carry out one step in every match; a match that is over is followed by the next one at once."""
    states, rows, listed, bits, observed, paid = (
        batch.states,
        batch.rows,
        batch.listed,
        batch.bits,
        batch.observed,
        batch.paid,
    )
    rewards, earned, ended, illegal, shares = batch.rewards, batch.earned, batch.ended, batch.illegal, batch.shares
    scores, lengths, last = batch.scores, batch.lengths, batch.last
    scratch, options, values, players = batch.scratch, batch.options, batch.values, settings.players
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
            if settings.others == SWIFT:
                mask = swift_play(f, s, row, mask, batch.mind)
            elif settings.others != SELF:
                mask = others_play(f, s, row, mask, scratch, options, values, settings)
            if mask == 0:
                f.result(s, shares[i])
            if mask == 0 or settings.reward == SCORE:
                pay(f, s, players, settings.reward, paid[i], shares[i], earned[i])
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
            while mask == 0 and settings.go_on:
                row.seed = scramble(row.seed)
                begin(f, states, i, row, batch.blank, batch.numbers, settings)
                mask = f.deciders(s)
                if settings.others == SWIFT:
                    mask = swift_play(f, s, row, mask, batch.mind)
                else:
                    mask = others_play(f, s, row, mask, scratch, options, values, settings)
        if mask == 0:
            clear(row, listed[i], bits[i])
        else:
            ask(f, s, row, mask, listed[i], bits[i], observed[i])


@generic(ROWS)
def next_seeds(rows):
    """Every row goes on to the seed after its own."""
    for i in range(len(rows)):
        rows[i].seed = scramble(rows[i].seed)


@generic(ROWS, STEPS, types.Array(SEED, 1, "C"), WHOLE)
def sample_all(rows, listed, chances, actions):
    """A random legal step for every match; each row has its own chance."""
    for i in range(len(rows)):
        chances[i] = scramble(chances[i])
        actions[i] = listed[i, scaled(chances[i], rows[i].count)]
