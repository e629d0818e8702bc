"""`khonsu rules`: the rulebook of a game in the terminal, and how much of the numbered rules the rulebooks cover."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import khonsu
from khonsu.cli.commands import console
from khonsu.errors import BadOption, UnknownGame
from khonsu.rulebook import Rulebook, Section, has_rulebook, rulebook
from khonsu.text import LANGUAGES, Text


def register(command: Callable[..., argparse.ArgumentParser], t: Text) -> None:
    """The command with its arguments."""
    made = command("rules", run, "Read the rules of a game.", "khonsu rules ankhor --section scoring")
    made.add_argument("game", nargs="?", help=t("which game"))
    made.add_argument("--section", metavar="NAME", help=t("only this section; 'contents' lists them"))
    made.add_argument(
        "--coverage",
        action="store_true",
        help=t("which numbered rules the rulebooks cover; exit code 1 if any is missing"),
    )


def run(options: argparse.Namespace, t: Text) -> int:
    """Print a rulebook, a section of it, its contents, or the coverage of all."""
    if options.coverage:
        return print_coverage([options.game] if options.game else list(khonsu.games()), t)
    readable = [name for name in khonsu.games() if has_rulebook(name)]
    if options.game is None:
        print("\n".join(f"{name:10} {rulebook(name, t.language).title}" for name in readable))
        return 0
    if options.game not in readable:
        raise UnknownGame(options.game, ", ".join(readable))
    book = rulebook(options.game, t.language)
    if options.section == "contents":
        for section in book.sections:
            print(f"{section.anchor:16} {section.title}")
    elif options.section:
        print_markdown(found(book, options.section).plain)
    else:
        print_markdown(f"# {book.title}\n\n{book.lead}\n\n" + "\n\n".join(section.plain for section in book.sections))
    return 0


def found(book: Rulebook, anchor: str) -> Section:
    """The section that was asked for."""
    if section := book.section(anchor):
        return section
    raise BadOption("--section", anchor, ", ".join(one.anchor for one in book.sections))


def print_markdown(text: str) -> None:
    """Headings, lists and tables as a terminal shows them."""
    from rich.markdown import Markdown

    console().print(Markdown(text))


def print_coverage(names: list[str], t: Text) -> int:
    """A row for each game; rules that are missing are named below. Exit code 1 if any is."""
    from rich.table import Table

    from khonsu.rulebook.coverage import coverage

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "rules", "for players", *LANGUAGES):
        table.add_column(t(heading), justify="left" if heading == "game" else "right")
    counted = [coverage(name) for name in names]
    for one in counted:
        shares = [f"{one.needed - len(missing)}/{one.needed}" for missing in one.missing.values()]
        table.add_row(one.game, str(len(one.rules)), str(one.needed), *shares)
    console().print(table)
    for one in counted:
        for language, missing in one.missing.items():
            if missing:
                console().print(
                    t("{game}, {language}: missing {rules}", game=one.game, language=language, rules=", ".join(missing))
                )
    return int(any(missing for one in counted for missing in one.missing.values()))
