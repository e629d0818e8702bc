"""Tree search, compiled once for all games: information-set Monte Carlo tree search with max^n backup.

Every iteration deals the hidden again (`imagine`), walks down the tree by the steps that are legal in that deal, adds
one leaf, plays on a little, judges, and gives each seat's share of the win back along the path. A node stands for what
has been chosen since the root, whatever was dealt: its edges are (seat, step) pairs, each judged by the seat that
chooses it. While several seats choose in secret at the same time, all edges of a node lead to one and the same child:
what the next seat does cannot depend on a choice that it does not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import from_dtype, types

from khonsu.bots.search.kernel.ends import turn_goes_on
from khonsu.kernel.batch import finish
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import generic, rule, specialise
from khonsu.kernel.contract import INT, NUMBERS, SEED, Kernel, signatures, states_type

NONE = -1
PATH = 256  # edges from the root to a leaf; deeper leaves are judged where they stand
MOST_SEATS = 8
STATES = 4  # working states: root, the one being played, one to try steps in, the best of those tried

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


EXPLORE, SCALE, BIAS, SPREAD, WIDTH, CHAINS, PEEK, TRIES, HORIZON, UNSEEN = range(10)


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
def network(s, outlook, judge, seat, scale, inputs, straight, first, second, hidden):
    """The learned part of an evaluation: judgement and outlook straight, and through one layer of rectified sums."""
    outlook(s, seat, inputs)
    total = judge(s, seat) / scale * straight[0] + straight[1]
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
def estimate(s, outlook, judge, scale, weights, inputs, hidden, shares):
    """Every seat's share of the win in a position that is not over, from the judgements of all seats."""
    straight, first, second = weights
    players = np.int64(s.players)
    best = -1e18
    for seat in range(players):
        if len(straight) == 0:
            shares[seat] = judge(s, seat) / scale
        else:
            shares[seat] = network(s, outlook, judge, seat, scale, inputs, straight, first, second, hidden)
        best = max(best, shares[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = np.exp(max(shares[seat] - best, -30.0))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@rule
def run_on(s, deciders, legal, play, seat, options, seed):
    """Random steps of this seat as long as it alone decides and the turn is the same."""
    turn = s.turn
    while turn_goes_on(s, deciders, seat, turn):
        seed = scramble(seed)
        play(s, seat, options[scaled(seed, legal(s, seat, options))])


@rule
def play_on(states, deciders, legal, play, judge, options, tries, horizon, seed):
    """Play states[1] to the end of the turn `horizon` - 1 turns ahead.

    Whoever decides takes the best, in the own judgement, of a few random ways to go on until somebody else decides.
    """
    s = states[1]
    last = s.turn + horizon - 1
    mask = deciders(s)
    while mask != 0 and s.turn <= last:
        seat = lowest(mask)
        best = -1e18
        for _ in range(tries):
            seed = scramble(seed)
            states[2] = s
            trial = states[2]
            play(trial, seat, options[scaled(seed, legal(trial, seat, options))])
            run_on(trial, deciders, legal, play, seat, options, seed)
            value = judge(trial, seat) if tries > 1 else 0.0
            if value > best:
                best = value
                states[3] = trial
        states[1] = states[3]
        mask = deciders(s)


@rule
def promises(states, deciders, legal, play, judge, seat, options, n, peek, seed, chain, priors):
    """How promising each legal step of states[1] looks before it is tried.

    That is the best judgement in a few random ways to finish the turn after it, or right after it where `peek` is 0.
    """
    best = -1e18
    for i in range(n):
        priors[i] = -1e18
        for _ in range(max(peek, 1)):
            states[2] = states[1]
            play(states[2], seat, options[i])
            if peek > 0:
                seed = scramble(seed)
                run_on(states[2], deciders, legal, play, seat, chain, seed)
            priors[i] = max(priors[i], judge(states[2], seat))
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


@rule
def add_edge(nodes, edges, used, node, key, prior):
    """A new edge of a node; NONE if there is no room."""
    edge = np.int64(used[USED_EDGES])
    if edge == len(edges):
        return np.int64(NONE)
    used[USED_EDGES] += 1
    e = edges[edge]
    e.next = nodes[node].first
    e.child = NONE
    e.key = key
    e.visits = 0
    e.prior = prior
    e.value = 0.0
    nodes[node].first = edge
    return edge


@rule
def add_node(nodes, used):
    """A new node; NONE if there is no room."""
    node = np.int64(used[USED_NODES])
    if node == len(nodes):
        return np.int64(NONE)
    used[USED_NODES] += 1
    nodes[node].first = NONE
    nodes[node].visits = 0
    nodes[node].common = NONE
    return node


@rule
def find_edge(nodes, edges, node, key):
    """The edge of a node with this key, or NONE."""
    edge = np.int64(nodes[node].first)
    while edge != NONE and edges[edge].key != key:
        edge = np.int64(edges[edge].next)
    return edge


@rule
def expand(
    states, deciders, legal, play, judge, nodes, edges, used, node, seat, options, n, where, chain, priors, tuning
):
    """Give a node edges for the most promising legal steps of states[1]; `where` says which step has which edge."""
    have, room = 0, min(n, np.int64(tuning[WIDTH]))
    for i in range(n):
        if where[options[i]] != NONE:
            have += 1
    if have >= room:
        return
    peek, seed = np.int64(tuning[PEEK]), scramble(np.uint64(used[USED_EDGES]))
    best = promises(states, deciders, legal, play, judge, seat, options, n, peek, seed, chain, priors)
    soften(priors, n, best, tuning[BIAS], tuning[SPREAD])
    while have < room:
        chosen, most = -1, -1.0
        for i in range(n):
            seed = scramble(seed)
            if where[options[i]] == NONE and priors[i] + 1e-9 * scaled(seed, 1000) > most:
                chosen, most = i, priors[i] + 1e-9 * scaled(seed, 1000)  # equals in any order
        step = np.int64(options[chosen])
        where[step] = add_edge(nodes, edges, used, node, key_of(seat, step), priors[chosen])
        if where[step] == NONE:
            return
        have += 1


@rule
def mark(nodes, edges, node, seat, where):
    """Write the node's edges of this seat into `where`, by step; the mean value and visits of what was tried."""
    tried, value = 0, 0.0
    edge = np.int64(nodes[node].first)
    while edge != NONE:
        e = edges[edge]
        if e.key >> 16 == seat:
            where[e.key & 0xFFFF] = edge
            tried += e.visits
            value += e.value
        edge = np.int64(e.next)
    return tried, value


@rule
def unmark(nodes, edges, node, where):
    """Clean `where` again."""
    edge = np.int64(nodes[node].first)
    while edge != NONE:
        where[edges[edge].key & 0xFFFF] = NONE
        edge = np.int64(edges[edge].next)


@rule
def select(edges, options, n, where, tried, value, tuning):
    """The legal step with the best sum of its mean value and what makes it worth another try."""
    parent = value / tried if tried > 0 else 0.5
    root = np.sqrt(tried + 1.0)
    best, chosen = -1e18, np.int64(NONE)
    for i in range(n):
        edge = where[options[i]]
        if edge != NONE:
            e = edges[edge]
            mean = e.value / e.visits if e.visits > 0 else parent - tuning[UNSEEN]
            merit = mean + tuning[EXPLORE] * e.prior * root / (1 + e.visits)
            if merit > best:
                best, chosen = merit, np.int64(edge)
    return chosen


@rule
def descend(
    states, deciders, legal, play, judge, nodes, edges, used, root, asked, options, where, chain, priors, path, tuning
):
    """Walk states[1] down the tree to a leaf; the length of the path."""
    s = states[1]
    node, length, seat = root, 0, asked
    while length < len(path):
        mask = deciders(s)
        if mask == 0:
            break
        if length > 0:
            seat = lowest(mask)
        nodes[node].visits += 1
        if nodes[node].visits == 1 and node != root:
            break  # judged where it stands; its steps are compared when it is reached again
        n = legal(s, seat, options)
        tried, value = mark(nodes, edges, node, seat, where)
        expand(
            states,
            deciders,
            legal,
            play,
            judge,
            nodes,
            edges,
            used,
            node,
            seat,
            options,
            n,
            where,
            chain,
            priors,
            tuning,
        )
        edge = select(edges, options, n, where, tried, value, tuning)
        unmark(nodes, edges, node, where)
        if edge == NONE:
            break
        play(s, seat, np.int64(edges[edge].key) & 0xFFFF)
        path[length] = edge
        length += 1
        child = np.int64(edges[edge].child)
        if mask & (mask - 1) != 0:
            child = np.int64(nodes[node].common)
        if child == NONE:
            child = add_node(nodes, used)
            if child == NONE:
                break
            if mask & (mask - 1) != 0:
                nodes[node].common = child
            else:
                edges[edge].child = child
        node = child
    return length


@generic
def search(
    states,
    deciders,
    legal,
    play,
    result,
    imagine,
    outlook,
    judge,
    nodes,
    edges,
    used,
    root,
    seat,
    iterations,
    seed,
    tuning,
    straight,
    first,
    second,
    buffers,
    priors,
    inputs,
):
    """Search from states[0] for the seat, which sits at the node `root`.

    `buffers` has room for a path, for legal steps, for every step id (filled with NONE), and for legal steps once
    more. The learned evaluation is used if `straight` is not empty. Returns how many iterations were run: fewer if the
    tree is full.
    """
    path, options, where, chain = buffers[0][:PATH], buffers[1], buffers[2], buffers[3]
    hidden = np.empty(first.shape[1], np.float32)
    shares = np.zeros(MOST_SEATS)
    weights = (straight, first, second)
    for done in range(iterations):
        if used[USED_NODES] == len(nodes) or used[USED_EDGES] + len(options) >= len(edges):
            return done
        seed = scramble(seed)
        states[1] = states[0]
        s = states[1]
        s.quiet = 1
        imagine(s, seat, seed)
        length = descend(
            states,
            deciders,
            legal,
            play,
            judge,
            nodes,
            edges,
            used,
            root,
            seat,
            options,
            where,
            chain,
            priors,
            path,
            tuning,
        )
        if deciders(s) != 0 and tuning[HORIZON] > 0:
            play_on(
                states, deciders, legal, play, judge, options, np.int64(tuning[TRIES]), np.int64(tuning[HORIZON]), seed
            )
        if deciders(s) == 0:
            shares[:] = 0
            result(s, shares[: s.players])
        else:
            estimate(s, outlook, judge, tuning[SCALE], weights, inputs, hidden, shares)
        for i in range(length):
            e = edges[path[i]]
            e.visits += 1
            e.value += shares[e.key >> 16]
    return iterations


@generic
def full_playouts(states, deciders, legal, play, imagine, seat, options, count, seed):
    """Deal the hidden again and play random steps to the end, `count` times, as a search without a tree would."""
    decisions = 0
    for _ in range(count):
        seed = scramble(seed)
        states[1] = states[0]
        states[1].quiet = 1
        imagine(states[1], seat, seed)
        decisions += finish(states[1], deciders, legal, play, options, seed, 1 << 62)
    return decisions


def tree_types() -> tuple[Any, Any]:
    """The compiler's types of the nodes and the edges."""
    return types.Array(from_dtype(NODES), 1, "C"), types.Array(from_dtype(EDGES), 1, "C")


def prepare(kernel: Kernel) -> Iterator[str]:
    """Compile the search for one game, or load it from disk; yields the name of each kernel before its turn."""
    sig: dict[str, Any] = signatures(kernel.state)
    states, core = states_type(kernel.state), (sig["deciders"], sig["legal"], sig["play"])
    nodes, edges = tree_types()
    matrix, row = types.float32[:, ::1], types.float32[::1]
    numbers = types.float64[::1]
    yield "search"
    specialise(
        search,
        states,
        *core,
        sig["result"],
        sig["imagine"],
        sig["outlook"],
        sig["judge"],
        nodes,
        edges,
        types.int64[::1],
        INT,
        INT,
        INT,
        SEED,
        numbers,
        row,
        matrix,
        row,
        types.int32[:, ::1],
        numbers,
        row,
    )
    yield "full_playouts"
    specialise(full_playouts, states, *core, sig["imagine"], INT, NUMBERS, INT, SEED)
