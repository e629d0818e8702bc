"""The searching seat's turn in the tree: the search begins with the best ways to play it, found by looking ahead."""

from __future__ import annotations

import numpy as np

from khonsu.bots.policy.kernel.network import WEIGHTS, estimate, evaluated
from khonsu.bots.search.kernel.ends import CHAINS, WORTHS, remember, turn_goes_on
from khonsu.bots.search.kernel.tree import MOST_SEATS, NONE, TREE, add_edge, add_node, find_edge, key_of
from khonsu.bots.search.kernel.tuning import TUNING
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import part, rule
from khonsu.kernel.contract import INT, SEED
from khonsu.kernel.generic import BUNDLE, generic

UNPROMISING = -1e18
SAME = 1e-4  # worths that differ by less are those of turns that come to the same


@generic(BUNDLE, TREE, INT, SEED, TUNING, WEIGHTS, CHAINS, WORTHS)
def wander(f, tree, seat, seed, tuning, weights, chains, worths):
    """Try ways to play the turn of states[0] and keep the best, by what the learned evaluation sees at their ends.

    The first one is chains[0], if that is given without a worth. The first half are random ones, then one step of a
    kept one is chosen anew. A worth is written as a lead in judgement: odds of the win, scaled. The worths must be low
    at first; there are as many chains as worths.
    """
    states, options, scale = tree.states, tree.options, tuning.scale
    hidden, shares = np.empty(weights.first.shape[1], np.float32), np.zeros(MOST_SEATS)
    path, s = np.zeros(chains.shape[1], np.int64), states[1]
    alone = (
        tuning.alone != 0 or weights.first.shape[1] == 0
    )  # a weighted sum foretells the lead; the others need not be asked
    for t in range(tuning.ahead):
        seed = scramble(seed)
        parent = scaled(seed, len(worths)) if 2 * t >= tuning.ahead else NONE
        seed = scramble(seed)
        changed = scaled(seed, np.int64(chains[parent, 0])) if parent != NONE else 0
        if t == 0 and chains[0, 0] > 0 and worths[0] == -np.inf:
            parent, changed = 0, NONE
        states[1] = states[0]
        s.quiet = 1
        length, turn = 0, s.turn
        while length == 0 or (length < len(path) - 1 and turn_goes_on(f, s, seat, turn)):
            seed = scramble(seed)
            n = f.legal(s, seat, options)
            path[length] = options[scaled(seed, n)]
            if parent != NONE and length != changed and length < chains[parent, 0]:
                path[length] = kept_step(options, n, np.int64(chains[parent, 1 + length]), path[length])
            f.play(s, seat, path[length])
            length += 1
        over = f.deciders(s) == 0
        if not over and alone:
            value = scale * evaluated(f, s, seat, scale, weights, tree.inputs, hidden, tuning.eights)
        else:
            if over:
                f.result(s, shares[: s.players])
            else:
                estimate(f, s, scale, weights, tree.inputs, hidden, shares, tuning.eights)
            share = min(max(shares[seat], 1e-6), 1 - 1e-6)
            value = scale * np.log(share / (1 - share))
        if not is_known(chains, worths, path, length, value, tuning.apart):
            remember(chains, worths, path, length, value, seed)


@rule
def kept_step(options, n, step, otherwise):
    """The step if it is legal, otherwise the other one."""
    for i in range(n):
        if options[i] == step:
            return step
    return otherwise


@rule
def is_known(chains, worths, path, length, value, apart):
    """Whether just this chain is among the kept ones, or, where they are to be apart, one of the same worth."""
    for k in range(len(worths)):
        if apart != 0 and abs(worths[k] - value) < SAME:
            return True
        if worths[k] == value and chains[k, 0] == length:
            same = True
            for d in range(length):
                same = same and chains[k, 1 + d] == path[d]
            if same:
                return True
    return False


@generic(TREE, INT, INT, TUNING, CHAINS, WORTHS)
def weave(tree, root, seat, tuning, chains, worths):
    """Lay chains of steps of one turn into the tree under the root.

    What a node's steps promise is the best worth that they lead to, softened. A search goes on where the chains end,
    and on the way it considers the node's most promising other steps, too, as far as the tuning's `width` has room.
    """
    for k in range(len(worths)):
        node = root
        for d in range(chains[k, 0]):
            forget_promises(tree, node)
            node = step_down(tree, node, key_of(seat, np.int64(chains[k, 1 + d])), d == chains[k, 0] - 1)
    for k in range(len(worths)):
        node = root
        for d in range(chains[k, 0]):
            e = tree.edges[find_edge(tree, node, key_of(seat, np.int64(chains[k, 1 + d])))]
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
                soften_node(tree, node, tuning.bias, tuning.spread)
                seen[count] = node
                count += 1
            node = np.int64(tree.edges[find_edge(tree, node, key_of(seat, np.int64(chains[k, 1 + d])))].child)


@part
def step_down(tree, node, key, last):
    """Go along a key, making its edge and, unless it is the chain's last, its child if they are not there."""
    edge = find_edge(tree, node, key)
    if edge == NONE:
        edge = add_edge(tree, node, key, UNPROMISING)
    if tree.edges[edge].child == NONE and not last:
        child = add_node(tree)
        tree.edges[edge].child = child
        tree.nodes[child].visits = 1
    return np.int64(tree.edges[edge].child)


@part
def forget_promises(tree, node):
    """The steps of a node promise nothing any more."""
    edge = np.int64(tree.nodes[node].first)
    while edge != NONE:
        tree.edges[edge].prior = UNPROMISING
        edge = np.int64(tree.edges[edge].next)


@part
def soften_node(tree, node, bias, spread):
    """Worths of a node's steps as shares, as `soften` does."""
    nodes, edges = tree.nodes, tree.edges
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
