"""The own turn in the tree: the best ways to play it, found by looking ahead, are what the search begins with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from khonsu.bots.search.kernel.ends import remember, turn_goes_on
from khonsu.bots.search.kernel.tree import (
    MOST_SEATS,
    NONE,
    add_edge,
    add_node,
    estimate,
    find_edge,
    key_of,
    network,
    tree_types,
)
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel, signatures, states_type

UNPROMISING = -1e18


@generic
def wander(
    states,
    deciders,
    legal,
    play,
    result,
    outlook,
    judge,
    seat,
    options,
    tries,
    seed,
    chains,
    worths,
    scale,
    straight,
    first,
    second,
    inputs,
):
    """Try ways to play the turn of states[0] and keep the best, by what the learned evaluation sees at their ends.

    The first half are random ones, then one step of a kept one is chosen anew. A worth is written as a lead in
    judgement: odds of the win, scaled. The worths must be low at first; there are as many chains as worths.
    """
    hidden, shares = np.empty(first.shape[1], np.float32), np.zeros(MOST_SEATS)
    path, s = np.zeros(chains.shape[1], np.int64), states[1]
    for t in range(tries):
        seed = scramble(seed)
        parent = scaled(seed, len(worths)) if 2 * t >= tries else NONE
        seed = scramble(seed)
        changed = scaled(seed, np.int64(chains[parent, 0])) if parent != NONE else 0
        states[1] = states[0]
        s.quiet = 1
        length, turn = 0, s.turn
        while length == 0 or (length < len(path) - 1 and turn_goes_on(s, deciders, seat, turn)):
            seed = scramble(seed)
            n = legal(s, seat, options)
            path[length] = options[scaled(seed, n)]
            if parent != NONE and length != changed and length < chains[parent, 0]:
                path[length] = kept_step(options, n, np.int64(chains[parent, 1 + length]), path[length])
            play(s, seat, path[length])
            length += 1
        if deciders(s) != 0 and first.shape[1] == 0:  # a weighted sum foretells the lead; the others need not be asked
            value = scale * network(s, outlook, judge, seat, scale, inputs, straight, first, second, hidden)
        else:
            if deciders(s) == 0:
                result(s, shares[: s.players])
            else:
                estimate(s, outlook, judge, scale, (straight, first, second), inputs, hidden, shares)
            share = min(max(shares[seat], 1e-6), 1 - 1e-6)
            value = scale * np.log(share / (1 - share))
        if not is_known(chains, worths, path, length, value):
            remember(chains, worths, path, length, value, seed)


@rule
def kept_step(options, n, step, otherwise):
    """The step if it is legal, otherwise the other one."""
    for i in range(n):
        if options[i] == step:
            return step
    return otherwise


@rule
def is_known(chains, worths, path, length, value):
    """Whether just this chain is among the kept ones."""
    for k in range(len(worths)):
        if worths[k] == value and chains[k, 0] == length:
            same = True
            for d in range(length):
                same = same and chains[k, 1 + d] == path[d]
            if same:
                return True
    return False


@generic
def weave(nodes, edges, used, root, seat, chains, worths, bias, spread):
    """Lay chains of steps of one turn into the tree under the root.

    What a node's steps promise is the best worth that they lead to, softened. A search goes on where the chains end,
    and on the way it considers the node's most promising other steps, too, as far as the tuning's `width` has room.
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
    """Go along a key, making its edge and, unless it is the chain's last, its child if they are not there."""
    edge = find_edge(nodes, edges, node, key)
    if edge == NONE:
        edge = add_edge(nodes, edges, used, node, key, UNPROMISING)
    if edges[edge].child == NONE and not last:
        child = add_node(nodes, used)
        edges[edge].child = child
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
    functions = [sig[name] for name in ("deciders", "legal", "play", "result", "outlook", "judge")]
    sizes = (INT, NUMBERS, INT, SEED, chains, numbers, types.float64)
    specialise(wander, states_type(kernel.state), *functions, *sizes, row, matrix, row, row)
    places = (types.int64[::1], INT, INT, chains, numbers, types.float64, types.float64)
    specialise(weave, *tree_types(), *places)
