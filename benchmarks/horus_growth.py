"""How the cost of a step of Horus grows with the Kingdom, from 10 tiles to 110. It should not.

    python benchmarks/horus_growth.py

For each size, states are taken from random games at a moment when a tile is to be laid; one random step is played in
each of them, again and again from fresh copies.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import khonsu
from khonsu.games.horus.rules.state import LAY, PLACE, RELOCATE
from khonsu.kernel.batch import play_random
from khonsu.kernel.contract import NUMBERS
from khonsu.kernel.generic import BUNDLE, STATES, generic

SIZES = range(10, 111, 20)
COUNT = 48
REPEATS = 400
# Larger piles, smaller bag: games in which a Kingdom reaches 110 tiles and more
OPTIONS = {
    "tiles": "bag_D=9,bag_H=9,bag_F=9,bag_M=9,bag_R=16,bag_T=1,pile_D=14,pile_H=14,pile_F=14,pile_M=14,pile_R=13"
}


@generic(BUNDLE, STATES, NUMBERS, NUMBERS)
def play_all(f, states, seats, steps):  # type: ignore[no-untyped-def]
    """Play a step in each state."""
    for i in range(len(states)):
        f.play(states[i], seats[i], steps[i])


def collect(size: int) -> tuple[Any, Any, Any]:
    """States with so many tiles in which a position is asked, who is asked, and a random answer to each."""
    game = khonsu.game("horus")
    kernel, numbers = game.kernel, game.numbers(4, game.about.resolve(OPTIONS))
    found, seats, steps = kernel.new(COUNT), np.zeros(COUNT, np.int32), np.zeros(COUNT, np.int32)
    out, one = np.empty(kernel.most, np.int32), kernel.new()
    count, seed = 0, 0
    while count < COUNT:
        seed += 1
        one[:] = kernel.new()
        kernel.start(one[0], 4, np.uint64(seed), numbers)
        s = one[0]
        s.quiet = 1
        while not s.over and s.tiles < size:
            play_random(kernel, one, out, np.uint64(seed * 1000 + int(s.tiles)), 1)
        while not s.over and int(s.pending[0, 0]) not in (PLACE, LAY, RELOCATE):
            play_random(kernel, one, out, np.uint64(seed), 1)
        if not s.over:
            found[count], seats[count] = one[0], s.current
            steps[count] = out[seed % kernel.legal(s, int(s.current), out)]
            count += 1
    return found, seats, steps


def measure(found: Any, seats: Any, steps: Any) -> float:
    """Microseconds for one step, the copies left out; the best of several runs."""
    kernel = khonsu.game("horus").kernel
    play_all.on(kernel)
    best = 1e9
    for _ in range(REPEATS):
        fresh = found.copy()
        begin = time.perf_counter()
        play_all(kernel, fresh, seats, steps)
        best = min(best, time.perf_counter() - begin)
    return best / COUNT * 1e6


def main() -> None:
    """Print the table."""
    table = Table("tiles", "slots (median)", "µs per step", title="Horus: cost of laying a tile")
    costs = []
    for size in SIZES:
        found, seats, steps = collect(size)
        costs.append(measure(found, seats, steps))
        table.add_row(str(size), f"{np.median(found.n_slots):.0f}", f"{costs[-1]:.2f}")
    Console().print(table)
    print(f"{SIZES[-1]} tiles against {SIZES[0]}: {costs[-1] / costs[0]:.2f} times the cost")


if __name__ == "__main__":
    main()
