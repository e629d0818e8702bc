"""Tree search, compiled once for all games: information-set Monte Carlo tree search with max^n backup.

Every iteration deals the hidden again (`imagine`), walks down the tree by the steps that are legal in that deal, adds
one leaf, plays on a little, judges, and gives each seat's share of the win back along the path. A node stands for what
has been chosen since the root, whatever was dealt: its edges are (seat, step) pairs, each judged by the seat that
chooses it. While several seats choose in secret at the same time, all edges of a node lead to one and the same child:
what the next seat does cannot depend on a choice that it does not see.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from khonsu.bots.policy.kernel.network import WEIGHTS, estimate, evaluated
from khonsu.bots.search.kernel.ends import turn_goes_on
from khonsu.bots.search.kernel.tuning import TUNING
from khonsu.kernel.batch import finish
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import part, rule
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

NONE = -1
PATH = 256  # edges from the root to a leaf; deeper leaves are judged where they stand
MOST_SEATS = 8
LOOK = 10  # iterations between two looks whether more of them can still change the choice
MOST_NODES, MOST_EDGES = 1 << 17, 1 << 19

NODES = np.dtype([(name, np.int32) for name in ("first", "visits", "common")], align=True)
EDGES = np.dtype(
    [
        ("next", np.int32),
        ("child", np.int32),
        ("key", np.int32),
        ("visits", np.int32),
        ("prior", np.float32),
        ("value", np.float64),
    ],
    align=True,
)
USED_NODES, USED_EDGES = 0, 1


class Tree(NamedTuple):
    """The arrays of a tree, and those that a search works with."""

    nodes: Any
    edges: Any
    used: Any  # how many nodes and edges there are
    states: Any  # the root, the one being played, one to try steps in, the best of those tried
    path: Any  # edges from the root to the leaf
    options: Any  # legal steps
    chain: Any  # legal steps while another seat's are kept
    where: Any  # by step: its edge, NONE between two nodes
    priors: Any  # by legal step
    inputs: Any  # of the learned evaluation

    @classmethod
    def of(cls, kernel: Kernel) -> Tree:
        """An empty tree with room for a search of a game."""
        return cls(
            nodes=np.zeros(MOST_NODES, NODES).view(np.recarray),
            edges=np.zeros(MOST_EDGES, EDGES).view(np.recarray),
            used=np.zeros(2, np.int64),
            states=kernel.new(4),
            path=np.zeros(PATH, np.int32),
            options=np.zeros(kernel.most, np.int32),
            chain=np.zeros(kernel.most, np.int32),
            where=np.full(kernel.steps, NONE, np.int32),
            priors=np.zeros(kernel.most),
            inputs=np.zeros(kernel.n_outlook, np.float32),
        )


def TREE(kernel: Kernel) -> Any:  # noqa: N802 - it stands among types
    """The compiler's type of a tree."""
    nodes, edges = types.Array(from_dtype(NODES), 1, "C"), types.Array(from_dtype(EDGES), 1, "C")
    buffers = (NUMBERS, NUMBERS, NUMBERS, NUMBERS, types.float64[::1], types.float32[::1])
    return named(Tree, nodes, edges, types.int64[::1], STATES(kernel), *buffers)


@rule
def key_of(seat, step):
    """A seat's step as one number."""
    return (seat << 16) | step


@rule
def lowest(mask):
    """The first seat of a bit mask."""
    seat = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def run_on(f, s, seat, options, seed):
    """Random steps of this seat as long as it alone decides and the turn is the same."""
    turn = s.turn
    while turn_goes_on(f, s, seat, turn):
        seed = scramble(seed)
        f.play(s, seat, options[scaled(seed, f.legal(s, seat, options))])


@rule
def opinion(f, s, seat, tree, hidden, tuning, weights, learned):
    """What a position is worth to a seat, as a lead in judgement: by the learned evaluation, if that is wanted."""
    if learned == 0 or len(weights.straight) == 0 or f.deciders(s) == 0:
        return f.judge(s, seat)
    return tuning.scale * evaluated(f, s, seat, tuning.scale, weights, tree.inputs, hidden, tuning.eights)


@part
def play_on(f, tree, hidden, tuning, weights, seed):
    """Play states[1] to the end of the turn `horizon` - 1 turns ahead.

    Whoever decides takes what they judge the best of a few random ways to go on until somebody else decides.
    """
    states, options, tries = tree.states, tree.options, tuning.tries
    s = states[1]
    last = s.turn + tuning.horizon - 1
    mask = f.deciders(s)
    while mask != 0 and s.turn <= last:
        seat = lowest(mask)
        best = -1e18
        for _ in range(tries):
            seed = scramble(seed)
            states[2] = s
            trial = states[2]
            f.play(trial, seat, options[scaled(seed, f.legal(trial, seat, options))])
            run_on(f, trial, seat, options, seed)
            value = opinion(f, trial, seat, tree, hidden, tuning, weights, tuning.answers) if tries > 1 else 0.0
            if value > best:
                best = value
                states[3] = trial
        states[1] = states[3]
        mask = f.deciders(s)


@part
def promises(f, tree, seat, n, hidden, tuning, weights, seed):
    """How promising each legal step of states[1] looks before it is tried, as `priors`; the best of them.

    That is the best opinion of a few random ways to finish the turn after it, or right after it where `peek` is 0.
    """
    states, options, priors, peek = tree.states, tree.options, tree.priors, tuning.peek
    best = -1e18
    for i in range(n):
        priors[i] = -1e18
        for _ in range(max(peek, 1)):
            states[2] = states[1]
            f.play(states[2], seat, options[i])
            if peek > 0:
                seed = scramble(seed)
                run_on(f, states[2], seat, tree.chain, seed)
            value = opinion(f, states[2], seat, tree, hidden, tuning, weights, tuning.promise)
            priors[i] = max(priors[i], value)
        best = max(best, priors[i])
    return best


@rule
def soften(priors, n, best, bias, spread):
    """Judgements as shares: e times as much for each `bias` of difference, and a part equal for all."""
    total = 0.0
    for i in range(n):
        priors[i] = np.exp(max((priors[i] - best) / bias, -30.0))
        total += priors[i]
    for i in range(n):
        priors[i] = (1 - spread) * priors[i] / total + spread / n


@part
def add_edge(tree, node, key, prior):
    """A new edge of a node; NONE if there is no room."""
    edge = np.int64(tree.used[USED_EDGES])
    if edge == len(tree.edges):
        return np.int64(NONE)
    tree.used[USED_EDGES] += 1
    e = tree.edges[edge]
    e.next = tree.nodes[node].first
    e.child = NONE
    e.key = key
    e.visits = 0
    e.prior = prior
    e.value = 0.0
    tree.nodes[node].first = edge
    return edge


@part
def add_node(tree):
    """A new node; NONE if there is no room."""
    node = np.int64(tree.used[USED_NODES])
    if node == len(tree.nodes):
        return np.int64(NONE)
    tree.used[USED_NODES] += 1
    tree.nodes[node].first = NONE
    tree.nodes[node].visits = 0
    tree.nodes[node].common = NONE
    return node


@part
def find_edge(tree, node, key):
    """The edge of a node with this key, or NONE."""
    edge = np.int64(tree.nodes[node].first)
    while edge != NONE and tree.edges[edge].key != key:
        edge = np.int64(tree.edges[edge].next)
    return edge


@part
def expand(f, tree, node, seat, n, hidden, tuning, weights):
    """Give a node edges for the most promising legal steps of states[1]; `where` says which step has which edge."""
    options, where, priors = tree.options, tree.where, tree.priors
    have, room = 0, min(n, tuning.width + np.int64(tuning.widen * np.sqrt(tree.nodes[node].visits)))
    for i in range(n):
        if where[options[i]] != NONE:
            have += 1
    if have >= room:
        return
    seed = scramble(np.uint64(tree.used[USED_EDGES]))
    best = promises(f, tree, seat, n, hidden, tuning, weights, seed)
    soften(priors, n, best, tuning.bias, tuning.spread)
    while have < room:
        chosen, most = -1, -1.0
        for i in range(n):
            seed = scramble(seed)
            if where[options[i]] == NONE and priors[i] + 1e-9 * scaled(seed, 1000) > most:
                chosen, most = i, priors[i] + 1e-9 * scaled(seed, 1000)  # equals in any order
        step = np.int64(options[chosen])
        where[step] = add_edge(tree, node, key_of(seat, step), priors[chosen])
        if where[step] == NONE:
            return
        have += 1


@part
def mark(tree, node, seat):
    """Write the node's edges of this seat into `where`, by step; the mean value and visits of what was tried."""
    tried, value = 0, 0.0
    edge = np.int64(tree.nodes[node].first)
    while edge != NONE:
        e = tree.edges[edge]
        if e.key >> 16 == seat:
            tree.where[e.key & 0xFFFF] = edge
            tried += e.visits
            value += e.value
        edge = np.int64(e.next)
    return tried, value


@part
def unmark(tree, node):
    """Clean `where` again."""
    edge = np.int64(tree.nodes[node].first)
    while edge != NONE:
        tree.where[tree.edges[edge].key & 0xFFFF] = NONE
        edge = np.int64(tree.edges[edge].next)


@part
def select(tree, n, tried, value, tuning):
    """The legal step with the best sum of its mean value and what makes it worth another try."""
    parent = value / tried if tried > 0 else 0.5
    root = np.sqrt(tried + 1.0)
    best, chosen = -1e18, np.int64(NONE)
    for i in range(n):
        edge = tree.where[tree.options[i]]
        if edge != NONE:
            e = tree.edges[edge]
            mean = e.value / e.visits if e.visits > 0 else parent - tuning.unseen
            merit = mean + tuning.explore * e.prior * root / (1 + e.visits)
            if merit > best:
                best, chosen = merit, np.int64(edge)
    return chosen


@part
def descend(f, tree, root, asked, hidden, tuning, weights):
    """Walk states[1] down the tree to a leaf; the length of the path."""
    nodes, edges, s = tree.nodes, tree.edges, tree.states[1]
    node, length, seat = root, 0, asked
    while length < len(tree.path):
        mask = f.deciders(s)
        if mask == 0:
            break
        if length > 0:
            seat = lowest(mask)
        nodes[node].visits += 1
        if nodes[node].visits == 1 and node != root:
            break  # judged where it stands; its steps are compared when it is reached again
        n = f.legal(s, seat, tree.options)
        tried, value = mark(tree, node, seat)
        expand(f, tree, node, seat, n, hidden, tuning, weights)
        edge = select(tree, n, tried, value, tuning)
        unmark(tree, node)
        if edge == NONE:
            break
        f.play(s, seat, np.int64(edges[edge].key) & 0xFFFF)
        tree.path[length] = edge
        length += 1
        secret = mask & (mask - 1) != 0
        child = np.int64(nodes[node].common if secret else edges[edge].child)
        if child == NONE:
            child = add_node(tree)
            if child == NONE:
                break
            if secret:
                nodes[node].common = child
            else:
                edges[edge].child = child
        node = child
    return length


@part
def ahead(tree, root, seat):
    """By how many visits the seat's most tried step is ahead of the next one."""
    first, second = 0, 0
    edge = np.int64(tree.nodes[root].first)
    while edge != NONE:
        e = tree.edges[edge]
        if e.key >> 16 == seat:
            first, second = max(first, e.visits), max(second, min(first, e.visits))
        edge = np.int64(e.next)
    return first - second


@generic(BUNDLE, TREE, INT, INT, INT, INT, SEED, TUNING, WEIGHTS)
def search(f, tree, root, seat, iterations, more, seed, tuning, weights):
    """Search from states[0] for the seat, which sits at the node `root`.

    The learned evaluation is used if its weights are not empty. Returns how many iterations were run: fewer if the tree
    is full, or if no other step can become the most tried one, with `more` iterations after these.
    """
    hidden = np.empty(weights.first.shape[1], np.float32)
    shares = np.zeros(MOST_SEATS)
    for done in range(iterations):
        if tree.used[USED_NODES] == len(tree.nodes) or tree.used[USED_EDGES] + len(tree.options) >= len(tree.edges):
            return done
        if done % LOOK == 0 and ahead(tree, root, seat) > iterations - done + more:
            return done
        seed = scramble(seed)
        tree.states[1] = tree.states[0]
        s = tree.states[1]
        s.quiet = 1
        f.imagine(s, seat, seed)
        length = descend(f, tree, root, seat, hidden, tuning, weights)
        if f.deciders(s) != 0 and tuning.horizon > 0:
            play_on(f, tree, hidden, tuning, weights, seed)
        if f.deciders(s) == 0:
            shares[:] = 0
            f.result(s, shares[: s.players])
        else:
            estimate(f, s, tuning.scale, weights, tree.inputs, hidden, shares, tuning.eights)
        for i in range(length):
            e = tree.edges[tree.path[i]]
            e.visits += 1
            e.value += shares[e.key >> 16]
    return iterations


@generic(BUNDLE, STATES, INT, NUMBERS, INT, SEED)
def full_playouts(f, states, seat, options, count, seed):
    """Deal the hidden again and play random steps to the end, `count` times, as a search without a tree would."""
    decisions = 0
    for _ in range(count):
        seed = scramble(seed)
        states[1] = states[0]
        states[1].quiet = 1
        f.imagine(states[1], seat, seed)
        decisions += finish(f, states[1], options, seed, 1 << 62)
    return decisions
