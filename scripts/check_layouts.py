"""Draw random layouts of Ankh and have the validator look at each: `python scripts/check_layouts.py --layouts 2000`."""

from __future__ import annotations

import argparse
import json
import sys
import time

from khonsu.games.ankh.about import ABOUT
from khonsu.games.ankh.scenarios import check, generate


def main() -> int:
    """One line for each number of players; exit code 1 if a layout has a problem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=2000, help="how many for each number of players")
    parser.add_argument("--first", type=int, default=0, help="the first layout seed")
    options = parser.parse_args()
    bad = 0
    for players in ABOUT.players:
        slowest, refused = (0.0, 0), []
        for seed in range(options.first, options.first + options.layouts):
            begun = time.thread_time()
            scenario = generate(players, seed)
            slowest = max(slowest, (time.thread_time() - begun, seed))
            if problems := check(json.dumps(scenario)):
                refused.append(f"  layout_seed {seed}: {'; '.join(map(str, problems))}")
        bad += len(refused)
        print(
            f"{players} players: {options.layouts} layouts, {len(refused)} refused; "
            f"the slowest took {1000 * slowest[0]:.0f} ms (layout_seed {slowest[1]})"
        )
        print(*refused, sep="\n", end="\n" if refused else "")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
