"""The learned evaluation, compiled: what a seat's outlook and its judgement say about the win."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.kernel.compile import part, rule
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


@part
def network_in_eights(f, s, seat, scale, weights, inputs, hidden):
    """The same as `network`, up to rounding, in half the time: eight inputs at once, where one of them is not 0.

    Who must play as ever, to the last step, keeps to `network`.
    """
    straight, first, second = weights.straight, weights.first, weights.second
    f.outlook(s, seat, inputs)
    total = np.float64(straight[1])
    if straight[0] != 0:
        total += f.judge(s, seat) / scale * straight[0]
    width, bits = first.shape[1], inputs.view(np.uint32)
    for j in range(width):
        hidden[j] = first[0, j]
    whole = len(inputs) & ~7
    for i in range(0, whole, 8):
        if not_zero(bits, i):
            total += eight_straight(inputs, straight, i)
            eight_hidden(inputs, first, i, hidden, width)
    for i in range(whole, len(inputs)):
        total += inputs[i] * straight[2 + i]
        for j in range(width):
            hidden[j] += inputs[i] * first[1 + i, j]
    for j in range(width):
        if hidden[j] > 0:
            total += hidden[j] * second[j]
    return total


@part
def not_zero(bits, i):
    """Whether one of eight inputs is not 0."""
    one, other = (
        bits[i] | bits[i + 1] | bits[i + 2] | bits[i + 3],
        bits[i + 4] | bits[i + 5] | bits[i + 6] | bits[i + 7],
    )
    return one | other != 0


@part
def eight_straight(x, w, i):
    """What eight inputs add to the sum."""
    one = x[i] * w[i + 2] + x[i + 1] * w[i + 3] + (x[i + 2] * w[i + 4] + x[i + 3] * w[i + 5])
    return one + (x[i + 4] * w[i + 6] + x[i + 5] * w[i + 7] + (x[i + 6] * w[i + 8] + x[i + 7] * w[i + 9]))


@part
def eight_hidden(x, first, i, hidden, width):
    """What eight inputs add to the hidden sums."""
    a, b, c, d, e, f, g, h = x[i], x[i + 1], x[i + 2], x[i + 3], x[i + 4], x[i + 5], x[i + 6], x[i + 7]
    for j in range(width):
        one = a * first[i + 1, j] + b * first[i + 2, j] + (c * first[i + 3, j] + d * first[i + 4, j])
        other = e * first[i + 5, j] + f * first[i + 6, j] + (g * first[i + 7, j] + h * first[i + 8, j])
        hidden[j] += one + other


@part
def evaluated(f, s, seat, scale, weights, inputs, hidden, eights):
    """The learned evaluation, by `network` or in eights."""
    if eights != 0:
        return network_in_eights(f, s, seat, scale, weights, inputs, hidden)
    return network(f, s, seat, scale, weights, inputs, hidden)


@rule
def estimate(f, s, scale, weights, inputs, hidden, shares, eights):
    """Every seat's share of the win in a position that is not over, from the judgements of all seats."""
    players = np.int64(s.players)
    best = -1e18
    for seat in range(players):
        if len(weights.straight) == 0:
            shares[seat] = f.judge(s, seat) / scale
        else:
            shares[seat] = evaluated(f, s, seat, scale, weights, inputs, hidden, eights)
        best = max(best, shares[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = np.exp(max(shares[seat] - best, -30.0))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total
