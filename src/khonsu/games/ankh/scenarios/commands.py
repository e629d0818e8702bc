"""The command `khonsu scenario`: check, draw and make scenarios (section 8)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from khonsu.text import Text


def register(command: Callable[..., argparse.ArgumentParser], t: Text) -> None:
    """Add the command to the command line; `t` has the game's translations."""
    sentence = t("Check, draw or make a scenario for Ankh.")
    made = command("scenario", run, sentence, "khonsu scenario draw my.json --players 4 -o my.svg")
    made.add_argument("what", choices=("check", "draw", "make"), help=t("check a file, draw it, or make a random one"))
    made.add_argument("file", nargs="?", help=t("a scenario file, or the id of a shipped one"))
    made.add_argument("--players", type=int, help=t("for how many players"))
    made.add_argument("--seed", type=int, default=0, help=t("which random layout to make"))
    made.add_argument(
        "-o", "--output", metavar="FILE", help=t("write the result to this file (default: standard output)")
    )


def run(options: argparse.Namespace, t: Text) -> int:
    """One of the three."""
    words = Text(t.language, [Path(__file__).parents[1] / "locale"])
    if options.what == "make":
        return make(options, words)
    if not options.file:
        print(words("Give the name of a scenario file, or one of these: {ids}.", ids=", ".join(ids())))
        return 2
    return check(options, words) if options.what == "check" else draw(options, words)


def ids() -> list[str]:
    """The shipped scenarios."""
    from khonsu.games.ankh.scenarios import shipped

    return shipped()


def check(options: argparse.Namespace, t: Text) -> int:
    """Say what is wrong with a file, line by line; exit code 1 if anything is."""
    from khonsu.games.ankh import scenarios

    problems = scenarios.check(scenarios.read_text(options.file))
    for problem in problems:
        print(problem)
    if not problems:
        print(t("{file} is a playable scenario.", file=options.file))
    return 1 if problems else 0


def draw(options: argparse.Namespace, t: Text) -> int:
    """The set-up of a scenario as a picture."""
    from khonsu.games import game
    from khonsu.games.ankh.scenarios import load

    layouts = load(options.file)["layouts"]
    players = options.players or int(next(iter(layouts)))
    match = game("ankh").match(players=players, seed=0, scenario=options.file, start_player="0")
    return put(match.svg(language=t.language), options, t)


def make(options: argparse.Namespace, t: Text) -> int:
    """A random balanced scenario, the same for the same seed."""
    from khonsu.games.ankh.scenarios import generate

    scenario: dict[str, Any] = generate(options.players or 2, options.seed)
    return put(json.dumps(scenario, indent=1) + "\n", options, t)


def put(text: str, options: argparse.Namespace, t: Text) -> int:
    """Write the result to its file or to standard output."""
    if options.output:
        Path(options.output).write_text(text, encoding="utf-8")
        print(t("Written to {file}.", file=options.output))
    else:
        print(text, end="")
    return 0
