"""`khonsu rules`: the rulebook of a game in the terminal, and how much of the numbered rules the rulebooks cover."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import khonsu
from khonsu.cli.commands import console, load, progress
from khonsu.errors import BadOption, UnknownGame
from khonsu.rulebook import Rulebook, Section, has_rulebook, rulebook
from khonsu.text import LANGUAGES, Text

MOST_CLICKS = 1_000_000


def register(command: Callable[..., argparse.ArgumentParser], t: Text) -> None:
    """The command with its arguments."""
    made = command("rules", run, "Read the rules of a game.", "khonsu rules ankhor --section scoring")
    made.add_argument("game", nargs="?", help=t("which game"))
    made.add_argument("--section", metavar="NAME", help=t("only this section; 'contents' lists them"))
    made.add_argument(
        "--coverage",
        action="store_true",
        help=t("show how many of the numbered rules each rulebook covers; exit code 1 if one is missing"),
    )
    made.add_argument(
        "--explained",
        type=int,
        nargs="?",
        const=10_000,
        metavar="CLICKS",
        help=t("check that everything on the boards is explained, and why a click does nothing (10,000 random clicks)"),
    )


def run(options: argparse.Namespace, t: Text) -> int:
    """Print a rulebook, a section of it, its contents, or the coverage of all."""
    if options.coverage:
        return print_coverage([options.game] if options.game else list(khonsu.games()), t)
    if options.explained is not None:
        return print_explained([options.game] if options.game else list(khonsu.games()), options.explained, t)
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


def print_explained(names: list[str], clicks: int, t: Text) -> int:
    """A row for each game: things on its drawings that are explained, and clicks in vain that got a reason."""
    from rich.table import Table

    from khonsu.explain import has_things
    from khonsu.explain.survey import survey

    if not 1 <= clicks <= MOST_CLICKS:
        raise BadOption("--explained", clicks, f"1-{MOST_CLICKS}")
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "drawings", "things explained", "clicks with a reason", 'of these, only "first answer"'):
        table.add_column(t(heading), justify="left" if heading == "game" else "right")
    problems: dict[str, int] = {}
    for name in filter(has_things, names):
        load(name, t)
        with progress(t("playing"), clicks) as advance:
            found = survey(name, clicks, advance=advance)
        missed, unanswered = sum(found.unexplained.values()), sum(found.unanswered.values())
        table.add_row(
            name,
            str(found.drawings),
            f"{found.things - missed}/{found.things}",
            f"{found.clicks - unanswered}/{found.clicks}",
            f"{found.waiting} ({found.waiting / found.clicks:.0%})",
        )
        problems |= {f"{name}: {what}": n for what, n in (found.unexplained | found.unanswered).items()}
    console().print(table)
    for what, n in problems.items():
        console().print(f"{what} ({n})", markup=False)
    return int(bool(problems))
