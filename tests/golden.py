"""Golden games: whole matches whose steps, options and final tables are kept, so that no rule drifts unnoticed.

Each game is a record and, beside it, a `.options` file: for every step its number, who decides, the number of legal
steps with a digest of their notations, and the step; then the table at the end. After a change of the rules that is
meant, write those of a game anew:

    python -m tests.ankhor.test_golden
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import khonsu


def digest(match: Any) -> list[str]:
    """One line for each step of a match."""
    lines, again = [], match.replay()
    for number, step in enumerate(match.steps):
        legal = [other.text for other in next(again).legal(step.seat)]
        short = hashlib.blake2s("; ".join(legal).encode(), digest_size=4).hexdigest()
        lines.append(f"{number}: {step.seat} {len(legal)} {short} {step.text}")
    return lines


@dataclass(frozen=True)
class Golden:
    """The golden games of one game: where they are kept, how one is played, what its end looks like."""

    folder: Path
    play: Callable[[str], Any]  # the match of that name, drawn again
    table: Callable[[Any], list[str]]

    def record(self, name: str) -> str:
        """The kept record."""
        return (self.folder / f"{name}.record").read_text(encoding="utf-8")

    def check(self, name: str) -> Any:
        """The record replays to its end and is written as it was; all options and the table at the end are the same."""
        match = khonsu.read(self.record(name))
        assert match.over
        assert match.record() == self.record(name)
        kept = (self.folder / f"{name}.options").read_text(encoding="utf-8").splitlines()
        assert [*digest(match), *self.table(match)] == kept
        return match

    def check_drawn(self, name: str) -> None:
        """Set-up and choices from the same seeds give the same match: chance does not drift either."""
        match, again = khonsu.read(self.record(name)), self.play(name)
        assert (again.seed, again.options, again.players) == (match.seed, match.options, match.players)
        assert again.steps == match.steps

    def write(self, names: Any) -> None:
        """Write them anew."""
        self.folder.mkdir(exist_ok=True)
        for name in names:
            match = self.play(name)
            (self.folder / f"{name}.record").write_text(match.record(), encoding="utf-8")
            lines = [*digest(match), *self.table(match)]
            (self.folder / f"{name}.options").write_text("\n".join(lines) + "\n", encoding="utf-8")
