"""The greedy bot: follows every chain of small steps to the end of its own turn and takes the best end it finds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from khonsu.bots import Budget, Candidate, Choice
from khonsu.bots.tuning import Tuning
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, SEED, Kernel, signatures, states_type
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

DEPTH = 40  # steps of one turn that are followed; longer chains are judged where they stand
ITERATIONS = 4000  # positions looked at for one step, shared by its alternatives


@rule
def turn_goes_on(s, deciders, seat, turn):  # type: ignore[no-untyped-def]
    """Whether the seat alone decides, and still in the same turn."""
    return deciders(s) == 1 << seat and s.turn == turn


@generic
def best_ends(states, deciders, legal, play, judge, seat, options, values, iterations, seed):  # type: ignore[no-untyped-def]
    """For every legal step of states[0] the best judgement that the seat can reach by the end of its turn.

    Chains are followed one after the other; where a step has more chains than its share of the iterations, as many
    random ones are tried besides. Row d of `options` and states[d] belong to depth d.
    """
    root = states[0]
    root.quiet = 1
    turn = root.turn
    n = legal(root, seat, options[0])
    share = iterations // n + 1
    last = len(states) - 1
    at = np.zeros(last + 1, np.int64)
    size = np.zeros(last + 1, np.int64)
    for i in range(n):
        values[i] = -1e18
        states[1] = root
        play(states[1], seat, options[0, i])
        looked = 0
        depth = 1
        at[1] = -1
        while depth >= 1 and looked < share:
            s = states[depth]
            if at[depth] < 0:  # just arrived
                looked += 1
                if depth == last or not turn_goes_on(s, deciders, seat, turn):
                    values[i] = max(values[i], judge(s, seat))
                    depth -= 1
                    continue
                size[depth] = legal(s, seat, options[depth])
                at[depth] = 0
            if at[depth] == size[depth]:
                depth -= 1
                continue
            states[depth + 1] = s
            play(states[depth + 1], seat, options[depth, at[depth]])
            at[depth] += 1
            at[depth + 1] = -1
            depth += 1
        tries = 0
        while looked >= share and tries < share:
            states[1] = root
            s = states[1]
            play(s, seat, options[0, i])
            for _ in range(last):
                tries += 1
                if not turn_goes_on(s, deciders, seat, turn):
                    break
                seed = scramble(seed)
                play(s, seat, options[1, scaled(seed, legal(s, seat, options[1]))])
            values[i] = max(values[i], judge(s, seat))
    return n


class GreedyBot:
    """Plays the step with the best end of the own turn; what lies behind it does not interest it."""

    name = "greedy"
    punctual = True

    def prepare(self, game: Game) -> None:
        """Compile the look-ahead."""
        prepare(game.kernel)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The best step by the game's own judgement at the end of the turn; the first one of equals."""
        kernel = position.game.kernel
        prepare(kernel)
        states = kernel.new(DEPTH)
        states[0] = position.states[0]
        options = np.empty((DEPTH, kernel.most), np.int32)
        values = np.empty(kernel.most)
        n = best_ends(
            states,
            kernel.deciders,
            kernel.legal,
            kernel.play,
            kernel.judge,
            seat,
            options,
            values,
            budget.iterations or ITERATIONS,
            np.uint64(budget.seed),
        )
        scale = Tuning(**(position.game.tuning or {})).scale
        judged = [position.judge(other) / scale for other in range(position.players)]
        found = []
        for step, value in zip(options[0, :n].tolist(), values[:n].tolist()):
            found.append(Candidate(step, value, 1, shares(judged, seat, value / scale)[seat]))
        found.sort(key=lambda candidate: -candidate.value)
        return Choice(found[0].step, shares(judged, seat, found[0].value / scale), tuple(found))


def shares(judged: list[float], seat: int, value: float) -> tuple[float, ...]:
    """Scaled judgements as rough shares of the win, with this value for the seat itself."""
    judged = [value if other == seat else judgement for other, judgement in enumerate(judged)]
    weights = [math.exp(max(j - max(judged), -30)) for j in judged]
    return tuple(weight / sum(weights) for weight in weights)


def prepare(kernel: Kernel) -> None:
    """Compile the look-ahead for one game, or load it from disk."""
    sig: dict[str, Any] = signatures(kernel.state)
    functions = (sig["deciders"], sig["legal"], sig["play"], sig["judge"])
    table = types.int32[:, ::1]
    specialise(best_ends, states_type(kernel.state), *functions, INT, table, types.float64[::1], INT, SEED)
