"""A quick player, compiled: it compares the positions after its steps by the learned evaluation and takes the best.

A position is evaluated where all that was chosen is carried out (a settled one): what follows an unsettled one is
tried first. A few questions, such as which action to take, are followed to the end of the turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.bots.policy.kernel.network import WEIGHTS, network_in_eights
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import part
from khonsu.kernel.contract import FLOAT, INT, SEED, Kernel
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

DEPTH = 8  # unsettled questions in a row that are followed; positions behind them are evaluated as they are
ROLLS = 24  # settled positions that are passed on the way to the end of a turn
LOWEST = -1e18
SURE = 20.0  # what a certain win is worth, in units of the evaluation


class Habits(NamedTuple):
    """How a game is looked at. Questions are the kinds of its pending decisions, as bits."""

    settled: int = -1  # questions at which a position is evaluated
    far: int = 0  # questions whose answers are followed to the end of the turn
    stop: int = 0  # questions at which that ends, since chance decides what comes next
    secret: int = 0  # questions that several seats answer at the same time
    wide: int = 1000  # answers to the question itself that are compared
    narrow: int = 8  # answers to a later question that are compared
    deals: int = 6  # deals of the others' secret answers
    scale: float = 4.0  # a judgement of this much is one unit of the evaluation

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Habits:
        """Habits from settings by name; questions are a sequence of numbers."""
        plain = {
            name: sum(1 << question for question in value) if isinstance(value, Sequence) else value
            for name, value in given.items()
        }
        return cls(**{name: type(cls._field_defaults[name])(value) for name, value in plain.items()})


class Desk(NamedTuple):
    """The arrays that a swift player works with; row d of the tables and state d belong to depth d."""

    states: Any
    options: Any  # legal steps
    at: Any  # how many of them were tried
    size: Any  # how many are to be tried
    path: Any  # the steps that lead here
    best: Any  # the steps that lead to the best position found
    values: Any  # by legal step of states[0]
    inputs: Any  # of the evaluation
    hidden: Any
    shares: Any

    @classmethod
    def of(cls, kernel: Kernel, hidden: int) -> Desk:
        """Room for a game, and for an evaluation with so many hidden sums."""
        return cls(
            states=kernel.new(DEPTH + 2),
            options=np.zeros((DEPTH + 2, kernel.most), np.int32),
            at=np.zeros(DEPTH + 2, np.int64),
            size=np.zeros(DEPTH + 2, np.int64),
            path=np.zeros(DEPTH + 2, np.int64),
            best=np.zeros(DEPTH + 2, np.int64),
            values=np.zeros(kernel.most),
            inputs=np.zeros(kernel.n_outlook, np.float32),
            hidden=np.zeros(hidden, np.float32),
            shares=np.zeros(8),
        )


class Mind(NamedTuple):
    """What a swift player needs in one game with so many players."""

    desk: Any
    habits: Any
    weights: Any


HABITS = named(Habits, *(FLOAT if isinstance(value, float) else INT for value in Habits()))


def DESK(kernel: Kernel) -> Any:  # noqa: N802 - it stands among types
    """The compiler's type of a desk."""
    whole, reals, small = types.int64[::1], types.float64[::1], types.float32[::1]
    return named(Desk, STATES(kernel), types.int32[:, ::1], whole, whole, whole, whole, reals, small, small, reals)


def MIND(kernel: Kernel) -> Any:  # noqa: N802 - it stands among types
    """The compiler's type of a mind."""
    return named(Mind, DESK(kernel), HABITS, WEIGHTS)


@part
def question(s):
    """The question that is asked, as a bit."""
    return np.int64(1) << np.int64(s.pending[s.depth - 1, 0]) if s.depth > 0 else np.int64(0)


@part
def goes_on(f, s, seat, turn):
    """Whether the seat alone decides, and still in the same turn."""
    return f.deciders(s) == np.int64(1) << seat and s.turn == turn


@part
def evaluate(f, s, seat, desk, habits, weights):
    """What the position is worth to the seat: the lead to come, in units of the scale, or a certain result."""
    if f.deciders(s) == 0:
        f.result(s, desk.shares[: s.players])
        return SURE * (2 * desk.shares[seat] - 1) + lead(f, s, seat) / habits.scale
    if len(weights.straight) == 0:
        return f.judge(s, seat) / habits.scale
    return network_in_eights(f, s, seat, habits.scale, weights, desk.inputs, desk.hidden)


@part
def lead(f, s, seat):
    """By how many points the seat is ahead of the others' mean."""
    own, others = f.score(s, seat), 0.0
    for other in range(s.players):
        if other != seat:
            others += f.score(s, other)
    return own - others / (s.players - 1)


@part
def spread_out(options, n, keep):
    """Leave `keep` of n legal steps, evenly spread."""
    if n <= keep:
        return n
    for i in range(keep):
        options[i] = options[i * n // keep]
    return keep


@part
def thin(f, desk, depth, seat, n, habits):
    """Leave some of the n legal steps of this depth: one of those that come to the same, and not too many."""
    options = desk.options[depth]
    n = f.distinct(desk.states[depth], seat, options, n, 1 if depth > 0 else 0)
    return spread_out(options, n, habits.narrow if depth > 0 else habits.wide)


@part
def explore(f, desk, base, seat, turn, habits, weights):
    """The best settled position that the seat can reach from states[base]: its value; `best` are the steps to it.

    How many steps that are is written to size[0] of the desk, where base is above 0; values[i] is the best that step i
    of states[0] leads to, where base is 0.
    """
    states, options, at, size, path = desk.states, desk.options, desk.at, desk.size, desk.path
    last, depth, top, length, peak = DEPTH + 1, base, LOWEST, 0, LOWEST
    at[base] = -1
    while depth >= base:
        s = states[depth]
        if at[depth] < 0:  # just arrived
            settled = question(s) & (habits.settled | habits.stop) != 0 or not goes_on(f, s, seat, turn)
            if depth == last or (depth > base and settled):
                value = evaluate(f, s, seat, desk, habits, weights)
                if base == 0:
                    peak = max(peak, value)
                elif value > top:
                    top, length = value, depth - base
                    for d in range(length):
                        desk.best[d] = path[base + d]
                depth -= 1
                continue
            n = f.legal(s, seat, options[depth])
            size[depth] = thin(f, desk, depth, seat, n, habits)
            at[depth] = 0
        elif depth == 0:
            desk.values[at[0] - 1] = peak
            peak = LOWEST
        if at[depth] == size[depth]:
            depth -= 1
            continue
        states[depth + 1] = s
        path[depth] = options[depth, at[depth]]
        f.play(states[depth + 1], seat, path[depth])
        at[depth] += 1
        depth += 1
        at[depth] = -1
    if base > 0:
        size[0] = length
    return top


@part
def follow(f, desk, seat, turn, habits, weights):
    """Play states[1] to the end of the turn, each time by the way to the best settled position; what that is worth."""
    s = desk.states[1]
    for _ in range(ROLLS):
        if question(s) & habits.stop != 0 or not goes_on(f, s, seat, turn):
            break
        if f.legal(s, seat, desk.options[1]) == 1:
            f.play(s, seat, np.int64(desk.options[1, 0]))
            continue
        explore(f, desk, 1, seat, turn, habits, weights)
        for d in range(desk.size[0]):
            f.play(s, seat, desk.best[d])
    return evaluate(f, s, seat, desk, habits, weights)


@part
def reply(f, desk, seat, step, asked, habits, weights, seed):
    """What a secret answer is worth when the others' answers are dealt: the mean of a few deals."""
    total = 0.0
    for _ in range(habits.deals):
        seed = scramble(seed)
        desk.states[1] = desk.states[0]
        s = desk.states[1]
        f.imagine(s, seat, seed)
        f.play(s, seat, step)
        mask = f.deciders(s)
        while mask != 0 and question(s) == asked:
            seed = scramble(seed)
            other = 0
            while (mask >> other) & 1 == 0:
                other += 1
            f.play(s, other, np.int64(desk.options[1, scaled(seed, f.legal(s, other, desk.options[1]))]))
            mask = f.deciders(s)
        total += evaluate(f, s, seat, desk, habits, weights)
    return total / habits.deals


@part
def compare_steps(f, desk, seat, habits, weights, seed):
    """Evaluate the legal steps of states[0], an imagined position; how many of them were compared.

    The steps are written to options[0], what they are worth to `values`.
    """
    root = desk.states[0]
    root.quiet = 1
    asked, turn = question(root), root.turn
    n = f.legal(root, seat, desk.options[0])
    if n == 1:
        desk.values[0] = 0.0
        return n
    if asked & habits.secret != 0:
        for i in range(n):
            desk.values[i] = reply(f, desk, seat, np.int64(desk.options[0, i]), asked, habits, weights, seed)
        return n
    if asked & habits.far == 0:
        explore(f, desk, 0, seat, turn, habits, weights)
        return desk.size[0]
    n = thin(f, desk, 0, seat, n, habits)
    for i in range(n):
        desk.states[1] = root
        f.play(desk.states[1], seat, np.int64(desk.options[0, i]))
        desk.values[i] = follow(f, desk, seat, turn, habits, weights)
    return n


@part
def best_of(values, n):
    """The place of the highest value, the first of equals."""
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return best


@part
def swift_step(f, s, seat, desk, habits, weights, seed):
    """The step that a swift player takes in a state; what the seat cannot know is dealt again first."""
    desk.states[0] = s
    f.imagine(desk.states[0], seat, seed)
    return np.int64(desk.options[0, best_of(desk.values, compare_steps(f, desk, seat, habits, weights, seed))])


@generic(BUNDLE, INT, MIND, SEED)
def weigh_steps(f, seat, mind, seed):
    """`compare_steps` from Python: the desk's states[0] holds the imagined position."""
    return compare_steps(f, mind.desk, seat, mind.habits, mind.weights, seed)
