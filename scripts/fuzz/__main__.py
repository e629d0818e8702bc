"""Knocks at every door of a server with what nobody should send, and tells what it minded.

The server runs on this machine with a database in a temporary folder. A case is made from the seed and its number, and
from how a table stands where a step is played: a request to any route of the application (doors `api` and `pages`), a
live connection (`frames`), a new table (`options`), a record that is brought (`records`). Told is what was answered by
5xx, cut off or not at all, what made the server write a traceback, and what took more than a second or 200 MB; then the
exit code is 1.

Examples: make fuzz
          make fuzz ARGS='--seed 2 --only 4711 17'      (these two cases again)
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import track

from fuzz.findings import run


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="for other cases")
    parser.add_argument("--only", type=int, nargs="+", metavar="CASE", help="these cases and no others")
    given = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 130)
    with tempfile.TemporaryDirectory() as folder:
        cases = given.only or range(given.cases)
        findings = run(cases, given.seed, Path(folder), lambda some: track(some, "Knocking", console=console))
    findings.show(console)
    return 1 if findings.problems else 0


if __name__ == "__main__":
    sys.exit(main())
