"""All cases, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from httpx import HTTPError
from rich.console import Console
from rich.table import Table
from websockets.exceptions import WebSocketException

from fuzz.case import Case, Problem
from fuzz.doors import DOORS, OFTEN
from fuzz.world import Watched, World

COLUMNS = ("5xx", "traceback", "no answer", "cut off", "slow", "memory", "other")


@dataclass
class Report:
    """What was found at one door."""

    cases: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    problems: Counter[str] = field(default_factory=Counter)


@dataclass
class Findings:
    """What was found at all of them; problems that look alike are told together."""

    seed: int
    doors: dict[str, Report] = field(default_factory=lambda: {door: Report() for door in DOORS})
    problems: dict[tuple[str, str, str], list[tuple[int, str]]] = field(default_factory=dict)  # -> case, what was sent

    def add(self, case: Case, problems: list[Problem]) -> None:
        """One more case."""
        report = self.doors[case.door]
        report.cases += 1
        report.seconds = max(report.seconds, case.seconds)
        report.megabytes = max(report.megabytes, case.megabytes)
        for what, where, why, sent in problems:
            column = "5xx" if what.isdigit() else what
            report.problems[column if column in COLUMNS else "other"] += 1
            self.problems.setdefault((what, where, why), []).append((case.number, sent))

    def show(self, console: Console) -> None:
        """A table of the doors, and what was wrong."""
        table = Table("door", title=f"seed {self.seed}")
        for heading in ("cases", *COLUMNS, "slowest", "grown by"):
            table.add_column(heading, justify="right")
        for door, report in self.doors.items():
            counts = (str(report.problems[column]) for column in COLUMNS)
            table.add_row(door, f"{report.cases:,}", *counts, f"{report.seconds:.2f} s", f"{report.megabytes:.0f} MB")
        console.print(table)
        for (what, where, why), found in sorted(self.problems.items(), key=lambda item: -len(item[1])):
            numbers = " ".join(str(number) for number, _ in found[:5])
            line = f"{len(found)} × {what}: {where} {why} (--only {numbers})\n    {found[0][1][:600]}"
            console.print(line, markup=False, highlight=False, soft_wrap=True)


def run(
    cases: Iterable[int], seed: int, folder: Path, follow: Callable[[Iterable[int]], Iterable[int]] = iter
) -> Findings:
    """All cases, one after the other; `follow` may watch how far it is."""
    findings, server = Findings(seed), Watched(folder)
    try:
        world = World.made(server, folder, seed)
        server.news()
        for number in follow(cases):
            case = Case(world, seed, number, OFTEN)
            try:
                DOORS[case.door](case)
            except (OSError, HTTPError, WebSocketException):
                if server.alive:
                    raise
            if not server.alive:
                case.note("the server ended", f"with {server.process.returncode}")
                server.start()
            findings.add(case, case.problems(server.news()))
    finally:
        server.kill()
    return findings
