"""The own turn in the tree: the best ways to play it, found by looking ahead, are what the search begins with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from khonsu.bots.tree import MOST_SEATS, NONE, add_edge, add_node, estimate, find_edge, key_of, tree_types
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, Kernel, signatures, states_type

UNPROMISING = -1e18


@generic
def appraise(
    states, deciders, play, result, features, judge, seat, chains, worths, scale, straight, first, second, inputs
):
    """Give chains of steps from states[0] the worth that the learned evaluation sees at their ends.

    It is written as a lead in judgement: odds of the win, scaled.
    """
    hidden, shares = np.empty(first.shape[1], np.float32), np.zeros(MOST_SEATS)
    for k in range(len(worths)):
        states[1] = states[0]
        s = states[1]
        s.quiet = 1
        for d in range(chains[k, 0]):
            play(s, seat, np.int64(chains[k, 1 + d]))
        if deciders(s) == 0:
            result(s, shares[: s.players])
        else:
            estimate(s, features, judge, scale, (straight, first, second), inputs, hidden, shares)
        share = min(max(shares[seat], 1e-6), 1 - 1e-6)
        worths[k] = scale * np.log(share / (1 - share))


@generic
def weave(nodes, edges, used, root, seat, chains, worths, bias, spread):
    """Lay chains of steps of one turn into the tree under the root, as its only ways unless it has others.

    What a node's steps promise is the best worth that they lead to, softened. A search goes on where the chains end.
    """
    for k in range(len(worths)):
        node = root
        for d in range(chains[k, 0]):
            forget_promises(nodes, edges, node)
            node = step_down(nodes, edges, used, node, key_of(seat, np.int64(chains[k, 1 + d])), d == chains[k, 0] - 1)
    for k in range(len(worths)):
        node = root
        for d in range(chains[k, 0]):
            e = edges[find_edge(nodes, edges, node, key_of(seat, np.int64(chains[k, 1 + d])))]
            e.prior = max(np.float64(e.prior), worths[k])
            node = np.int64(e.child)
    seen, count = np.empty(chains.size, np.int64), 0
    for k in range(len(worths)):
        node = root
        for d in range(chains[k, 0]):
            known = False
            for i in range(count):
                known = known or seen[i] == node
            if not known:
                soften_node(nodes, edges, node, bias, spread)
                seen[count] = node
                count += 1
            node = np.int64(edges[find_edge(nodes, edges, node, key_of(seat, np.int64(chains[k, 1 + d])))].child)


@rule
def step_down(nodes, edges, used, node, key, last):
    """Go along a key, making edge and child if they are not there; a child on the way is closed to other steps."""
    edge = find_edge(nodes, edges, node, key)
    if edge == NONE:
        edge = add_edge(nodes, edges, used, node, key, UNPROMISING)
    if edges[edge].child == NONE and not last:
        child = add_node(nodes, used)
        edges[edge].child = child
        nodes[child].closed = 1
        nodes[child].visits = 1
    return np.int64(edges[edge].child)


@rule
def forget_promises(nodes, edges, node):
    """The steps of a node promise nothing any more."""
    edge = np.int64(nodes[node].first)
    while edge != NONE:
        edges[edge].prior = UNPROMISING
        edge = np.int64(edges[edge].next)


@rule
def soften_node(nodes, edges, node, bias, spread):
    """Worths of a node's steps as shares, as `soften` does."""
    best, n = UNPROMISING, 0
    edge = np.int64(nodes[node].first)
    while edge != NONE:
        best = max(best, np.float64(edges[edge].prior))
        n += 1
        edge = np.int64(edges[edge].next)
    total = 0.0
    edge = np.int64(nodes[node].first)
    while edge != NONE:
        edges[edge].prior = np.exp(max((edges[edge].prior - best) / bias, -30.0))
        total += edges[edge].prior
        edge = np.int64(edges[edge].next)
    edge = np.int64(nodes[node].first)
    while edge != NONE:
        edges[edge].prior = (1 - spread) * edges[edge].prior / total + spread / n
        edge = np.int64(edges[edge].next)


def prepare(kernel: Kernel) -> None:
    """Compile what lays turns into the tree, or load it from disk."""
    sig: dict[str, Any] = signatures(kernel.state)
    chains, numbers = types.int32[:, ::1], types.float64[::1]
    matrix, row = types.float32[:, ::1], types.float32[::1]
    functions = [sig[name] for name in ("deciders", "play", "result", "features", "judge")]
    states = states_type(kernel.state)
    specialise(appraise, states, *functions, INT, chains, numbers, types.float64, row, matrix, row, row)
    places = (types.int64[::1], INT, INT, chains, numbers, types.float64, types.float64)
    specialise(weave, *tree_types(), *places)
