"""The best ends of a turn: every chain of small steps is followed to the end of that turn and judged there."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numba import types

from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import part, rule
from khonsu.kernel.contract import INT, SEED, Kernel
from khonsu.kernel.generic import BUNDLE, STATES, generic
from khonsu.kernel.position import Position

CHAINS, WORTHS = types.int32[:, ::1], types.float64[::1]
DEPTH = 40  # steps of one turn that are followed; longer chains are judged where they stand


@part
def turn_goes_on(f, s, seat, turn):
    """Whether the seat alone decides, and still in the same turn."""
    return f.deciders(s) == 1 << seat and s.turn == turn


@rule
def remember(chains, worths, path, length, value, seed):
    """Keep a chain if it is among the best so far; of equals, any one. A row of `chains` is a length and the steps."""
    worst = 0
    for k in range(len(worths)):
        if worths[k] < worths[worst]:
            worst = k
    if value > worths[worst] or (value == worths[worst] and scaled(scramble(seed), 4) == 0):
        worths[worst] = value
        chains[worst, 0] = length
        for d in range(length):
            chains[worst, 1 + d] = path[d]


@generic(BUNDLE, STATES, INT, CHAINS, WORTHS, INT, SEED, CHAINS, WORTHS)
def best_ends(f, states, seat, options, values, iterations, seed, chains, worths):
    """For every legal step of states[0] the best judgement that the seat can reach by the end of its turn.

    Chains are followed one after the other; where a step has more chains than its share of the iterations, as many
    random ones are tried besides. Row d of `options` and states[d] belong to depth d. The best whole chains are
    written to `chains`, as many as there are `worths`, which must be low at first.
    """
    root = states[0]
    root.quiet = 1
    turn = root.turn
    n = f.legal(root, seat, options[0])
    share = iterations // n + 1
    last = len(states) - 1
    at = np.zeros(last + 1, np.int64)
    size = np.zeros(last + 1, np.int64)
    path = np.zeros(last + 2, np.int64)
    for i in range(n):
        values[i] = -1e18
        path[0] = options[0, i]
        states[1] = root
        f.play(states[1], seat, options[0, i])
        looked = 0
        depth = 1
        at[1] = -1
        while depth >= 1 and looked < share:
            s = states[depth]
            if at[depth] < 0:  # just arrived
                looked += 1
                if depth == last or not turn_goes_on(f, s, seat, turn):
                    value = f.judge(s, seat)
                    values[i] = max(values[i], value)
                    if len(worths) > 0:
                        seed = scramble(seed)
                        remember(chains, worths, path, depth, value, seed)
                    depth -= 1
                    continue
                size[depth] = f.legal(s, seat, options[depth])
                at[depth] = 0
            if at[depth] == size[depth]:
                depth -= 1
                continue
            states[depth + 1] = s
            path[depth] = options[depth, at[depth]]
            f.play(states[depth + 1], seat, path[depth])
            at[depth] += 1
            at[depth + 1] = -1
            depth += 1
        tries = 0
        while looked >= share and tries < share:
            states[1] = root
            s = states[1]
            f.play(s, seat, options[0, i])
            length = 1
            for _ in range(last):
                tries += 1
                if not turn_goes_on(f, s, seat, turn):
                    break
                seed = scramble(seed)
                path[length] = options[1, scaled(seed, f.legal(s, seat, options[1]))]
                f.play(s, seat, path[length])
                length += 1
            value = f.judge(s, seat)
            values[i] = max(values[i], value)
            if len(worths) > 0:
                seed = scramble(seed)
                remember(chains, worths, path, length, value, seed)
    return n


class LookAheadRoom(threading.local):
    """What a look-ahead works with, made once for each thread and game."""

    def __init__(self, kernel: Kernel) -> None:
        self.bytes = bytearray(DEPTH * kernel.state.itemsize)
        self.states = np.frombuffer(self.bytes, kernel.state).view(np.recarray)
        self.options, self.values = np.empty((DEPTH, kernel.most), np.int32), np.empty(kernel.most)

    @classmethod
    def of(cls, kernel: Kernel) -> LookAheadRoom:
        """The room for a game."""
        room: LookAheadRoom = kernel.made.get(cls) or kernel.made.setdefault(cls, cls(kernel))
        return room


def look_ahead(position: Position, seat: int, iterations: int, seed: int, keep: int) -> tuple[Any, Any, Any, Any]:
    """The legal steps with the best end each can lead to, and so many of the best whole chains with their worths."""
    kernel = position.game.kernel
    room = LookAheadRoom.of(kernel)
    room.bytes[: len(position.data)] = position.data
    options, values = room.options, room.values
    chains, worths = np.zeros((keep, DEPTH + 2), np.int32), np.full(keep, -np.inf)
    n = best_ends(kernel, room.states, seat, options, values, iterations, np.uint64(seed), chains, worths)
    there = worths > -np.inf
    return options[0, :n].tolist(), values[:n].tolist(), chains[there], worths[there]
