"""Rehearsals: whole turns are played on by swift players in the same deals, and compared by where that leads."""

from __future__ import annotations

import numpy as np

from khonsu.bots.policy.kernel.network import estimate
from khonsu.bots.policy.kernel.swift import MIND, swift_step
from khonsu.bots.search.kernel.ends import CHAINS, WORTHS
from khonsu.bots.search.kernel.tree import MOST_SEATS, TREE, lowest
from khonsu.bots.search.kernel.tuning import TUNING
from khonsu.kernel.chance import scramble
from khonsu.kernel.compile import part, rule
from khonsu.kernel.contract import INT, SEED
from khonsu.kernel.generic import BUNDLE, generic


@rule
def play_chain(f, s, seat, chain, options):
    """Play the steps of a chain as far as they are legal: what chance brings may differ from deal to deal."""
    for d in range(chain[0]):
        if f.deciders(s) >> seat & 1 == 0:
            return
        n, legal = f.legal(s, seat, options), False
        for i in range(n):
            legal = legal or options[i] == chain[1 + d]
        if not legal:
            return
        f.play(s, seat, np.int64(chain[1 + d]))


@part
def swift_on(f, s, mind, last, seed):
    """Let swift players go on until a turn after the `last` begins."""
    mask = f.deciders(s)
    while mask != 0 and s.turn <= last:
        seat = lowest(mask)
        seed = scramble(seed)
        f.play(s, seat, swift_step(f, s, seat, mind.desk, mind.habits, mind.weights, seed))
        mask = f.deciders(s)


@generic(BUNDLE, TREE, MIND, INT, INT, SEED, TUNING, CHAINS, WORTHS)
def rehearse(f, tree, mind, seat, deals, seed, tuning, chains, totals):
    """Add to each chain's total the seat's share of the win after it, in so many deals that are the same for all."""
    shares, s = np.zeros(MOST_SEATS), tree.states[1]
    for _ in range(deals):
        seed = scramble(seed)
        for k in range(len(totals)):
            tree.states[1] = tree.states[0]
            s.quiet = 1
            f.imagine(s, seat, seed)
            turn = s.turn
            play_chain(f, s, seat, chains[k], tree.options)
            swift_on(f, s, mind, turn + tuning.rehearse, seed)
            if f.deciders(s) == 0:
                shares[:] = 0
                f.result(s, shares[: s.players])
            else:
                estimate(f, s, tuning.scale, mind.weights, tree.inputs, mind.desk.hidden, shares, tuning.eights)
            totals[k] += shares[seat]
    return deals
