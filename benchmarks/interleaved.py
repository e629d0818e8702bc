"""Two commits against each other: the figures of `khonsu bench` for each game, measured in turns, medians and ratio.

    git worktree add ../old COMMIT
    python benchmarks/interleaved.py ../old . --rounds 5 --games horus

One after the other on the same machine, each round in a new process: what else runs there disturbs both alike. Figures
that only one of the two has are left out, and so are those of compiling (`make bench-start`).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

LEFT_OUT = ("import_s", "compile_s", "compile_cpu_s")
MEASURE = """
import json, sys, khonsu
from itertools import takewhile
from khonsu.arena import bench
game = khonsu.game(sys.argv[1])
if hasattr(bench, "FIGURES"):
    measures = {name: measure for name, measure in bench.FIGURES.items() if name not in sys.argv[2:]}
    for measure in measures.values():
        measure(game, game.about.players[0])  # does not count
    found = {name: measure(game, game.about.players[0]) for name, measure in measures.items()}
else:  # up to 0.1.0 its figures came one after the other, those of compiling last
    found = {name: median for name, median, _ in takewhile(lambda row: row[0] not in sys.argv[2:], bench.bench(game))}
print(json.dumps(found))
"""


def measured(tree: Path, game: str) -> dict[str, float]:
    """All figures of a game with the sources of a worktree, once."""
    command = [sys.executable, "-c", MEASURE, game, *LEFT_OUT]
    environment = {**os.environ, "PYTHONPATH": str((tree / "src").resolve())}
    said = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(said.stdout.splitlines()[-1])
    return found


def compare(old: Path, new: Path, game: str, rounds: int) -> Table:
    """The medians of both and their ratio; of a ratio above 1 the names of the figures say whether it is good."""
    runs: list[tuple[dict[str, float], dict[str, float]]] = []
    for turn in range(rounds):
        pair = [old, new] if turn % 2 == 0 else [new, old]  # who comes first finds the machine as the last one left it
        found = {tree: measured(tree, game) for tree in pair}
        runs.append((found[old], found[new]))
    table = Table(title=f"{game}, {rounds} rounds in turns, medians")
    for title in ("figure", "old", "new", "new / old"):
        table.add_column(title, justify="left" if title == "figure" else "right")
    for name in (name for name in runs[0][0] if name in runs[0][1]):
        before, after = (statistics.median(run[side][name] for run in runs) for side in (0, 1))
        table.add_row(name, f"{before:,.4g}", f"{after:,.4g}", f"{after / before:.3f}")
    return table


def main() -> None:
    """Compare game after game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, help="a worktree")
    parser.add_argument("new", type=Path, help="another one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", nargs="+", default=["ankhor", "horus", "ankh"])
    options = parser.parse_args()
    for game in options.games:
        Console().print(compare(options.old, options.new, game, options.rounds))


if __name__ == "__main__":
    main()
