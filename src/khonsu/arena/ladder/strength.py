"""docs/strength.md: one section per game and number of players, each with the command that made it."""

from __future__ import annotations

import datetime
import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import khonsu
from khonsu.arena.ladder.ladder import Standing
from khonsu.arena.work.folder import whole
from khonsu.stats.ratings import HEIGHT, Rating

HEAD = """# Strength

Written by `khonsu ladder --write`; every section says how to make it again. Each seed is played once from every seat,
and intervals (95%) count seeds, not matches. With more than two players one bot sits among others of a single kind, so
an even share is one over the number of players. Elo is the maximum-likelihood fit of all matches of the section.
"""
SECTION = re.compile(r"<!-- (\w+) (\d+) -->\n.*?<!-- end -->\n", re.DOTALL)


def section(
    title: str,
    name: str,
    players: int,
    command: str,
    standings: Sequence[Standing],
    ratings: Sequence[Rating],
    times: Mapping[str, float],
) -> str:
    """The results of one ladder as Markdown."""
    lines = [
        f"<!-- {name} {players} -->",
        f"## {title}, {players} players",
        "",
        f"`{command}`",
        "",
        f"{datetime.date.today()}, Khonsu {khonsu.__version__}, Python {platform.python_version()}, {cpu()}",
        "",
        f"| bot | against | matches | wins (even: {1 / players:.0%}) | 95% interval |",
        "|---|---|---:|---:|---:|",
    ]
    for row in standings:
        rest = row.rest if players == 2 else f"{players - 1} × {row.rest}"
        wins = row.wins
        lines.append(f"| {row.one} | {rest} | {wins.n} | {wins.value:.1%} | {wins.low:.1%} – {wins.high:.1%} |")
    lines += ["", "| bot | Elo | 95% interval | milliseconds a step |", "|---|---:|---:|---:|"]
    for rating in ratings:
        reach = "fixed" if rating.low == rating.high == HEIGHT else f"{rating.low:.0f} – {rating.high:.0f}"
        lines.append(f"| {rating.name} | {rating.elo:.0f} | {reach} | {times.get(rating.name, 0):.2f} |")
    return "\n".join([*lines, "<!-- end -->", ""])


def put(file: Path, name: str, players: int, text: str) -> None:
    """Write or renew one section; the others stay as they are."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    sections = {(match[1], int(match[2])): match[0] for match in SECTION.finditer(before)}
    sections[name, players] = text
    content = HEAD + "".join("\n" + sections[key] for key in sorted(sections))
    file.parent.mkdir(parents=True, exist_ok=True)
    whole(file, lambda draft: draft.write_text(content, encoding="utf-8"))


def cpu() -> str:
    """What kind of processor this is."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
