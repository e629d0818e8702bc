"""Trees of the search, from Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.search.kernel import tree as kernels
from khonsu.bots.search.kernel.tree import MOST_EDGES, MOST_NODES, NONE, USED_EDGES, USED_NODES, search
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.kernel.contract import Kernel
from khonsu.kernel.position import Position


class SearchTree:
    """A tree that is planted, grown and followed, in arrays that are allocated once."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.arrays = kernels.Tree.of(kernel)
        self.nodes, self.edges, self.used = self.arrays.nodes, self.arrays.edges, self.arrays.used
        self.root = 0

    def plant(self, position: Position, seat: int) -> None:
        """Begin anew with an empty root."""
        self.used[:] = (1, 0)
        self.nodes[0] = (NONE, 0, NONE)
        self.root = 0
        self.seat = seat
        self.arrays.states[0] = position.states[0]

    def grow(self, iterations: int, more: int, seed: int, tuning: Tuning, weights: Weights) -> int:
        """Run iterations, after which so many more may follow; how many were of use, and had room."""
        where = (self.arrays, self.root, self.seat)
        return int(search(self.kernel, *where, iterations, more, np.uint64(seed), tuning, weights))

    def tried(self) -> dict[int, tuple[int, float]]:
        """Step -> visits and sum of values, for the seat's steps at the root."""
        return {int(row.key) & 0xFFFF: (int(row.visits), float(row.value)) for row in self.own_edges(self.root)}

    def follow(self, step: int) -> bool:
        """Go on from the child that a step leads to; False if there is none, or hardly any room."""
        if self.used[USED_NODES] * 2 > MOST_NODES or self.used[USED_EDGES] * 2 > MOST_EDGES:
            return False
        for row in self.own_edges(self.root):
            if int(row.key) & 0xFFFF == step:
                self.root = int(row.child)
                return self.root != NONE
        return False

    def own_edges(self, node: int) -> Iterator[Any]:
        """The edges of a node that are steps of the seat."""
        edge = int(self.nodes[node].first)
        while edge != NONE:
            row = self.edges[edge]
            if row.key >> 16 == self.seat:
                yield row
            edge = int(row.next)
