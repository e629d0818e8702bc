"""`khonsu lessons`: plays courses through and says how long they take."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import khonsu
from khonsu.cli.commands import console, load
from khonsu.errors import UnknownGame
from khonsu.text import Text


def register(command: Callable[..., argparse.ArgumentParser], t: Text) -> None:
    """Add the command."""
    made = command(
        "lessons",
        run,
        "Check the lessons of a game by playing them, and measure how long they take.",
        "khonsu lessons ankhor",
    )
    made.add_argument("game", nargs="*", help=t("which games (default: all that have lessons)"))
    made.add_argument("--json", action="store_true", help=t("write JSON"))


def run(options: argparse.Namespace, t: Text) -> int:
    """Play every lesson in every way that matters, then print what it takes to read it."""
    from khonsu.lessons import has_course

    for name in options.game:
        if name not in khonsu.games():
            raise UnknownGame(name, ", ".join(khonsu.games()))
    games = options.game or [name for name in khonsu.games() if has_course(name)]
    figures = [figure for name in games for figure in measured(name, t)]
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures, t)
    return 0


def measured(name: str, t: Text) -> list[dict[str, Any]]:
    """One row for each lesson of a game."""
    from khonsu.lessons import course
    from khonsu.lessons.checking import check
    from khonsu.lessons.measure import measure

    load(name, t)
    rows = []
    for lesson in course(name):
        check(lesson)
        found = measure(lesson, t.language)
        rows.append(
            {
                "game": name,
                "lesson": lesson.key,
                "words": found.words,
                "clicks": found.clicks,
                "first_clicks": found.first_clicks,
                "first_seconds": round(found.first_seconds, 1),
                "minutes": round(found.minutes, 2),
            }
        )
    return rows


def show(figures: list[dict[str, Any]], t: Text) -> None:
    """The rows as a table, with a sum for each game."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    headings = ("game", "lesson", "words", "clicks", "clicks to the first move", "seconds to the first move", "minutes")
    for place, heading in enumerate(headings):
        table.add_column(t(heading), justify="left" if place < 2 else "right")
    for game in dict.fromkeys(row["game"] for row in figures):
        rows = [row for row in figures if row["game"] == game]
        for row in rows:
            table.add_row(*(str(value) for value in row.values()))
        total = [sum(row[key] for row in rows) for key in ("words", "clicks", "minutes")]
        table.add_row(game, t("all"), str(total[0]), str(total[1]), "", "", f"{total[2]:.1f}", style="bold")
    console().print(table)
