"""The last comparison: the turns that the tree likes best are played on by swift players, all in the same deals."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from khonsu.bots.policy.kernel.swift import Mind
from khonsu.bots.search.clock import Clock
from khonsu.bots.search.kernel.ends import DEPTH
from khonsu.bots.search.kernel.rehearsals import rehearse
from khonsu.bots.search.kernel.tree import NONE
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.bots.search.trees import SearchTree

AT_ONCE = 4  # deals between two looks at the clock
SELDOM = 0.01  # turns that a smaller share of the tree's iterations has tried are not rehearsed
TRUST = 30.0  # deals that what the tree has found about a turn counts for


class RehearsalRoom(NamedTuple):
    """What rehearsals are played with; the root of the tree is the position."""

    tree: SearchTree
    mind: Mind
    tuning: Tuning


class Finalist(NamedTuple):
    """A way to play a turn: its steps, how often it was tried, and the mean share of the win."""

    steps: list[int]
    visits: int
    mean: float


def finalists(stage: RehearsalRoom) -> list[Finalist]:
    """The ways to play the turn that the tree has tried most often."""
    tree, found = stage.tree, list[Finalist]()
    least = max(SELDOM * sum(visits for visits, _ in tree.tried().values()), 1)

    def walk(node: int, here: Finalist) -> None:
        own = list(tree.own_edges(node)) if node != NONE else []
        if here.steps and sum(int(row.visits) for row in own) < here.visits / 2:  # over, or not looked into
            found.append(here)
            return
        for row in own:
            if row.visits >= least and len(here.steps) < DEPTH:
                steps, visits = [*here.steps, int(row.key) & 0xFFFF], int(row.visits)
                walk(int(row.child), Finalist(steps, visits, float(row.value) / visits))

    walk(tree.root, Finalist([], 0, 0.0))
    return sorted(found, key=lambda turn: -turn.visits)[: stage.tuning.finalists]


def rehearsed(
    stage: RehearsalRoom, turns: list[Finalist], seed: int, limit: int | None, clock: Clock | None
) -> list[int]:
    """The steps of the best of some turns by so many rehearsals in all, or as many as there is time for.

    The worse half of the turns is left out again and again (sequential halving).
    """
    if not turns:
        return []
    rows, alive = chains(turns), np.arange(len(turns))
    totals = np.array([TRUST * turn.mean for turn in turns])
    rounds, begun = math.ceil(math.log2(len(turns))), clock.used() if clock else 0.0
    for number in range(1, rounds + 1):
        left = max(limit // (rounds * len(alive)), 1) if limit else None
        end, some, sums = begun + (1 - begun) * number / rounds, rows[alive], np.zeros(len(alive))
        while left is None or left > 0:
            now = AT_ONCE if left is None else min(left, AT_ONCE)
            rehearse(
                stage.tree.kernel,
                stage.tree.arrays,
                stage.mind,
                stage.tree.seat,
                now,
                np.uint64(seed),
                stage.tuning,
                some,
                sums,
            )
            seed = (seed + 0x9E3779B97F4A7C15) % 2**64
            left = None if left is None else left - now
            if clock and clock.used() >= (1 if limit else end):
                break
        totals[alive] += sums
        alive = alive[np.argsort(-totals[alive], kind="stable")[: (len(alive) + 1) // 2]]
    return turns[int(alive[0])].steps


def chains(turns: list[Finalist]) -> NDArray[np.int32]:
    """Turns as rows of lengths and steps."""
    rows = np.zeros((len(turns), DEPTH + 2), np.int32)
    for row, turn in zip(rows, turns):
        row[: 1 + len(turn.steps)] = (len(turn.steps), *turn.steps)
    return rows
