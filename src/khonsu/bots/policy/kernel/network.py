"""The learned evaluation, compiled: what a seat's outlook and its judgement say about the win."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.kernel.compile import rule
from khonsu.kernel.generic import named


class Weights(NamedTuple):
    """A small network over the game's `outlook` and its own judgement.

    `straight` goes from (judgement, 1, outlook...) to the logit, `first` from (1, outlook...) to the hidden sums,
    `second` from those to the logit. Empty arrays mean: the hand-made judgement alone.
    """

    straight: Any
    first: Any
    second: Any


WEIGHTS = named(Weights, types.float32[::1], types.float32[:, ::1], types.float32[::1])


@rule
def network(f, s, seat, scale, weights, inputs, hidden):
    """The learned part of an evaluation: judgement and outlook straight, and through one layer of rectified sums."""
    straight, first, second = weights.straight, weights.first, weights.second
    f.outlook(s, seat, inputs)
    total = straight[1]
    if straight[0] != 0:
        total += f.judge(s, seat) / scale * straight[0]
    width = first.shape[1]
    for j in range(width):
        hidden[j] = first[0, j]
    for i in range(len(inputs)):
        x = inputs[i]
        if x != 0:
            total += x * straight[2 + i]
            row = first[1 + i]
            for j in range(width):
                hidden[j] += x * row[j]
    for j in range(width):
        if hidden[j] > 0:
            total += hidden[j] * second[j]
    return total


@rule
def estimate(f, s, scale, weights, inputs, hidden, shares):
    """Every seat's share of the win in a position that is not over, from the judgements of all seats."""
    players = np.int64(s.players)
    best = -1e18
    for seat in range(players):
        if len(weights.straight) == 0:
            shares[seat] = f.judge(s, seat) / scale
        else:
            shares[seat] = network(f, s, seat, scale, weights, inputs, hidden)
        best = max(best, shares[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = np.exp(max(shares[seat] - best, -30.0))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total
