"""Whole turns compared by rehearsals: each is played on in the same deals, and the worse half is left out each time."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from khonsu.bots import Candidate, Choice
from khonsu.bots.policy.kernel.swift import Mind
from khonsu.bots.search.clock import Clock
from khonsu.bots.search.kernel.rehearsals import rehearse
from khonsu.bots.search.kernel.tree import Tree
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.kernel.contract import Kernel

AT_ONCE = 4  # deals between two looks at the clock


class Rehearsed(NamedTuple):
    """Ways to play a turn, and how they did: the mean share of the win, in so many deals."""

    chains: NDArray[np.int32]
    means: NDArray[np.float64]
    deals: NDArray[np.int64]
    first: int  # the best of them

    @property
    def best(self) -> list[int]:
        """The steps of the turn that did best."""
        row = self.chains[self.first]
        return [int(step) for step in row[1 : 1 + row[0]]]

    def choice(self, seat: int, players: int, steps: list[int]) -> Choice:
        """The first step of the best turn, with all other legal steps beside it."""
        found = {step: Candidate(step, 0.0) for step in steps}
        for chain, mean, deals in zip(self.chains, self.means.tolist(), self.deals.tolist()):
            known = found.get(int(chain[1]))
            if known and (known.visits, known.value) < (deals, mean):
                found[known.step] = Candidate(known.step, mean, deals, mean)
        order = sorted(found.values(), key=lambda one: (one.step != self.best[0], -one.visits, -one.value))
        rest = (1 - order[0].value) / max(players - 1, 1)
        shares = tuple(order[0].value if other == seat else rest for other in range(players))
        return Choice(order[0].step, shares, tuple(order))


class Stage(NamedTuple):
    """What rehearsals are played with."""

    kernel: Kernel
    tree: Tree  # its root is the position
    mind: Mind
    seat: int
    tuning: Tuning


def rehearsed(stage: Stage, chains: Any, seed: int, limit: int | None, clock: Clock | None) -> Rehearsed:
    """Compare whole turns by so many rehearsals in all, or as many as there is time for (sequential halving)."""
    count = len(chains)
    alive, totals, deals = np.arange(count), np.zeros(count), np.zeros(count, np.int64)
    rounds, begun = max(math.ceil(math.log2(max(count, 2))), 1), clock.used() if clock else 0.0
    for number in range(1, rounds + 1):
        left = max(limit // (rounds * len(alive)), 1) if limit else None
        some, sums = np.ascontiguousarray(chains[alive]), np.zeros(len(alive))
        until = begun + (1 - begun) * number / rounds
        while left is None or left > 0:
            now = AT_ONCE if left is None else min(left, AT_ONCE)
            rehearse(
                *(stage.kernel, stage.tree, stage.mind, stage.seat), now, np.uint64(seed), stage.tuning, some, sums
            )
            seed = (seed + 0x9E3779B97F4A7C15) % 2**64
            left, deals[alive] = left and left - now, deals[alive] + now
            if clock and clock.used() >= (until if limit is None else 1):
                break
        totals[alive] += sums
        alive = alive[np.argsort(-totals[alive], kind="stable")[: (len(alive) + 1) // 2]]
        if len(alive) == 1 or (clock and clock.used() >= 1):
            break
    return Rehearsed(chains, totals / np.maximum(deals, 1), deals, int(alive[0]))
