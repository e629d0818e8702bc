"""`khonsu quiz`: ten questions about a game, answered in the terminal or printed for somebody to answer on paper."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

import khonsu
from khonsu.cli.commands import game_text, load
from khonsu.errors import UnknownGame
from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.lessons.quiz import QuizQuestion

LETTERS = "ABCD"


def register(command: Callable[..., argparse.ArgumentParser], t: Text) -> None:
    """The command with its arguments."""
    made = command("quiz", run, "Answer questions about a game.", "khonsu quiz ankhor")
    made.add_argument("game", help=t("which game"))
    made.add_argument("--seed", type=int, help=t("the same seed asks the same questions"))
    made.add_argument("--print", type=int, metavar="N", dest="count", help=t("print this many questions"))
    made.add_argument("--answers", action="store_true", help=t("with --print: print the answers instead"))


def run(options: argparse.Namespace, t: Text) -> int:
    """Ask, or print."""
    from khonsu.lessons.quiz import COUNT, SEEDS, has_quiz, legend, question

    known = [name for name in khonsu.games() if has_quiz(name)]
    if options.game not in known:
        raise UnknownGame(options.game, ", ".join(known))
    load(options.game, t)
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed % SEEDS
    print(t("Seed: {seed}", seed=seed))
    if not options.answers and (said := legend(options.game, game_text(options.game, t))):
        print(f"\n{said}")
    right = 0
    for number in range(options.count or COUNT):
        found = question(options.game, seed, number, t.language)
        if options.answers:
            print(f"{number + 1}. {LETTERS[found.right]}  {found.asked.why} (#{found.asked.section})")
        else:
            show(found, number, game_text(options.game, t))
            right += 0 if options.count else answered(found, t)
    if not options.count:
        print(t("You got {n} of {all} right.", n=right, all=COUNT))
    return 0


def show(found: QuizQuestion, number: int, t: Text) -> None:
    """The position as text, the question and its answers."""
    print(f"\n{'=' * 20} {number + 1} {'=' * 20}\n\n{found.board(t)}\n")
    print(t("You are {who}.", who=found.names[found.seat]), found.asked.text)
    for letter, answer in zip(LETTERS, found.answers):
        print(f"  {letter}  {answer}")


def answered(found: QuizQuestion, t: Text) -> bool:
    """Whether the answer that is typed is the right one; the explanation is printed."""
    letters = LETTERS[: len(found.answers)]
    given = ""
    while given not in tuple(letters):
        given = input(f"{'/'.join(letters)}? ").strip().upper()
    right = letters[found.right]
    print(t("Right.") if given == right else t("No: {answer}.", answer=f"{right}, {found.answers[found.right]}"))
    print(found.asked.why)
    return given == right
