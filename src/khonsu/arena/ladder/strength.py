"""docs/strength.md: one section per game and number of players, each with the command that made it."""

from __future__ import annotations

import datetime
import platform
import re
from pathlib import Path

import khonsu
from khonsu.arena.ladder.ladder import Ladder
from khonsu.arena.work.folder import keep

HEAD = """# Strength

How strong the bots are, as `khonsu ladder --write` measured it. Every section begins with the command that plays its
matches again. Each seed is played once from every seat, and the 95% intervals count seeds, not matches. With more than
two players one bot sits among others of a single kind, so an even share is one over the number of players. Elo is the
maximum-likelihood fit of all matches of the section, with greedy at 1000.
"""
SECTION = re.compile(r"<!-- (\w+) (\d+) -->\n.*?<!-- end -->\n", re.DOTALL)


def write(file: Path, found: Ladder, command: str) -> None:
    """Write or renew the section of a ladder, with the command that makes it again."""
    put(file, found.contest.game, found.contest.players, section(found, command))


def section(found: Ladder, command: str) -> str:
    """The results of one ladder as Markdown."""
    name, players = found.contest.game, found.contest.players
    pairs, ratings = found.sheets()
    headings = {"wins": f"wins (even: {1 / players:.0%})", "ms per move": "milliseconds a step"}
    lines = [
        f"<!-- {name} {players} -->",
        f"## {khonsu.games()[name].title}, {players} players",
        "",
        f"`{command}`",
        "",
        f"{datetime.date.today()}, Khonsu {khonsu.__version__}, Python {platform.python_version()}, {cpu()}",
        "",
        *pairs.markdown(headings),
        "",
        *ratings.markdown(headings),
        "<!-- end -->",
        "",
    ]
    return "\n".join(lines)


def put(file: Path, name: str, players: int, text: str) -> None:
    """Write or renew one section; the others stay as they are."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    sections = {(match[1], int(match[2])): match[0] for match in SECTION.finditer(before)}
    sections[name, players] = text
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
