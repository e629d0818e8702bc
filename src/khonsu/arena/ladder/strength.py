"""docs/strength.md: one section per game and number of players, each with the command that made it."""

from __future__ import annotations

import datetime
import platform
import re
from collections.abc import Collection
from pathlib import Path

import khonsu
from khonsu.arena.ladder.ladder import Ladder
from khonsu.arena.work.folder import keep

HEAD = """# Strength

How strong the bots are. `khonsu ladder --all --jobs 2 --write docs/strength.md` plays everything and goes on after an
interruption; every section begins with the command that plays its matches again. Each seed is played once from every
seat, and the 95% intervals count seeds, not matches. With more than two players one bot sits among others of a single
kind, so an even share is one over the number of players. A match that nobody wins (in Ankh all may lose) counts as the
even share for both sides. Elo is the maximum-likelihood fit of all matches of the
section, with greedy, or else the first bot by name, at 1000. Milliseconds are those of the processor.
"""
PartKey = tuple[str, int, str]  # game, players, part
SECTION = re.compile(r"<!-- (\w+) (\d+) ?(\w*) -->\n.*?<!-- end -->\n", re.DOTALL)
TITLES = {
    "neighbours": "every level against the one below",
    "frozen": "the best level against level 6 of 0.1.0",
    "times4": "the search with four times the time",
    "growth": "how the search grows with its time",
    "swift": "swift against greedy of 0.1.0",
}


def write(
    file: Path, found: Ladder, command: str, part: str = "", picture: str = "", known: Collection[PartKey] = ()
) -> None:
    """Write or renew the section of a ladder, with the command that makes it again and perhaps a picture.

    Of the other sections only those that are `known` stay, unless that is empty.
    """
    key = (found.contest.game, found.contest.players, part)
    put(file, key, section(found, command, part, picture), known)


def section(found: Ladder, command: str, part: str = "", picture: str = "") -> str:
    """The results of one ladder as Markdown."""
    name, players = found.contest.game, found.contest.players
    pairs, ratings = found.sheets()
    headings = {"wins": f"wins (even: {1 / players:.0%})", "ms per move": "ms a step", "longest": "longest step, ms"}
    lines = [
        f"<!-- {name} {players} {part}".rstrip() + " -->",
        f"## {khonsu.games()[name].title}, {players} players" + (f": {TITLES[part]}" if part else ""),
        "",
        f"`{command}`",
        "",
        f"{datetime.date.today()}, Khonsu {khonsu.__version__}, Python {platform.python_version()}, {cpu()}",
        "",
        *([f"![Elo over seconds a step]({picture})", ""] if picture else []),
        *pairs.markdown(headings),
        "",
        *ratings.markdown(headings),
        "<!-- end -->",
        "",
    ]
    return "\n".join(lines)


def put(file: Path, key: PartKey, text: str, known: Collection[PartKey] = ()) -> None:
    """Write or renew one section; of the others those stay that are `known`, or all if that is empty."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    sections = {(match[1], int(match[2]), match[3]): match[0] for match in SECTION.finditer(before)}
    sections = {other: kept for other, kept in sections.items() if not known or other in known}
    sections[key] = text
    content = HEAD + "".join("\n" + sections[key] for key in sorted(sections))
    file.parent.mkdir(parents=True, exist_ok=True)
    keep(file, content.encode())


def cpu() -> str:
    """What kind of processor this is."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
