"""A match in the terminal: the board as text, the legal steps numbered and in notation, undo, hints, bots."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

import khonsu
from khonsu.bots import Bot, Budget, bot, decide, move, step_seed
from khonsu.cli import read_options
from khonsu.cli.commands import from_position, load, read, result_line, seat_bots
from khonsu.errors import BadOption, BadSeed, KhonsuError
from khonsu.match import Match
from khonsu.text import Text

HELP = (
    "Type the number of a move, or its notation, to play it. u takes the last move back, h explains the moves, tip "
    "asks a bot, b shows the board, l the log, q saves and quits."
)


def run(options: argparse.Namespace, t: Text) -> int:
    """Set the table, play, and keep the match in a file whatever happens."""
    match, bots = resume(options, t) if saved(options.game) else begin(options, t)
    file = Path(options.save or (options.game if saved(options.game) else default_file(match)))
    table = Terminal(match, bots, file, match.game.texts(t.language), confirm=not options.no_confirm)
    try:
        table.play()
    except (KeyboardInterrupt, EOFError):
        print()
    finally:
        table.keep()
    if match.over:
        print(match.board(language=t.language))
        print(result_line(match, t))
        print(t("The record is in {file}.", file=file))
    else:
        print(t("The match is saved. Continue with: {command} play {file}", command=own_command(), file=file))
    return 0


def own_command() -> str:
    """How this program is called from here."""
    near = Path(".venv/bin/khonsu")
    return "khonsu" if shutil.which("khonsu") else str(near) if near.exists() else "python -m khonsu"


def saved(game: str | None) -> bool:
    """Whether the first argument is the file of a match rather than the name of a game."""
    return game is not None and game not in khonsu.games() and Path(game).is_file()


def begin(options: argparse.Namespace, t: Text) -> tuple[Match, list[Bot | None]]:
    """A new match."""
    laid = from_position(options.position) if options.position else None
    game = laid.game if laid else load(options.game or next(iter(khonsu.games())), t)
    players = laid.players if laid else options.players or game.about.players[0]
    game.about.check_players(players)
    if not -1 <= options.seat < players:
        raise BadOption("--seat", options.seat, f"-1 – {players - 1}")
    if options.seed is not None and not 0 <= options.seed < 2**64:
        raise BadSeed(options.seed)
    names = seat_bots([options.bots], players if options.seat < 0 else players - 1) if players > 1 else []
    if options.seat >= 0:
        names.insert(options.seat, "")
    match = laid or game.match(players=players, seed=options.seed, **read_options(options.option))
    match.names = [f"{name} {seat + 1}" if name else t("player {n}", n=seat + 1) for seat, name in enumerate(names)]
    return match, [bot(name) if name else None for name in names]


def resume(options: argparse.Namespace, t: Text) -> tuple[Match, list[Bot | None]]:
    """A match from its file; seats named after a bot are played by it."""
    from khonsu.bots import bots

    match = read(options.game, t)
    names = [name.split(" ")[0] for name in match.names]
    return match, [bot(name) if name in bots() else None for name in names]


def default_file(match: Match) -> Path:
    """A file in the working folder that no other match uses."""
    number = 1
    while (file := Path(f"khonsu-{match.game.name}-{number}.record")).exists():
        number += 1
    return file


class Terminal:
    """One person, or several on one keyboard, with bots in the other seats."""

    def __init__(self, match: Match, bots: list[Bot | None], file: Path, t: Text, confirm: bool) -> None:
        self.match = match
        self.bots = bots
        self.file = file
        self.t = t
        self.confirm = confirm
        self.log: list[str] = []

    def keep(self) -> None:
        """Write the record; a new file replaces the old one only when it is complete."""
        part = self.file.with_name(self.file.name + ".part")
        part.write_text(self.match.record(), encoding="utf-8")
        part.replace(self.file)

    def play(self) -> None:
        """Until the match is over."""
        print(self.t(HELP))
        while not self.match.over:
            seat = self.match.deciders[0]
            chooser = self.bots[seat]
            if chooser is not None:
                move(chooser, self.match, seat, self.budget())
                self.tell(-1)
            else:
                self.turn(seat)
            self.keep()

    def budget(self) -> Budget:
        """What a bot may use for the next step."""
        return Budget(seed=step_seed(self.match))

    def tell(self, seat: int) -> None:
        """What came of the last step, as a seat may know it."""
        for sentence in self.match.told(seat, self.t.language):
            print(f"  {sentence}")
            self.log.append(sentence)

    def turn(self, seat: int) -> None:
        """A person's turn: question after question until somebody else is asked."""
        turn = self.match.position.turn
        print("\n" + self.match.board(seat, self.t.language))
        while not self.match.over and self.match.deciders[0] == seat and self.match.position.turn == turn:
            self.ask(seat)
        if (
            self.confirm
            and self.match.can_undo(seat)
            and self.answer(self.t("Press Enter to end your turn, or u to undo: ")) == "u"
        ):
            self.undo(seat)

    def ask(self, seat: int) -> None:
        """One question with its numbered answers."""
        steps = self.match.legal(seat)
        print(f"\n{self.match.question(seat, self.t.language)}")
        width = max(len(step.text) for step in steps) + 6
        columns = max(1, 100 // width)
        for first in range(0, len(steps), columns):
            row = [
                f"{first + k + 1:>3} {step.text}".ljust(width) for k, step in enumerate(steps[first : first + columns])
            ]
            print("".join(row).rstrip())
        self.obey(self.answer("> "), steps, seat)

    def answer(self, prompt: str) -> str:
        """A line from the keyboard."""
        sys.stdout.flush()
        return input(prompt).strip()

    def obey(self, words: str, steps: list[Any], seat: int) -> None:
        """A command, a number or a notation."""
        if words in ("q", "quit"):
            raise EOFError
        if words in ("u", "undo"):
            self.undo(seat)
        elif words in ("h", "help", "?"):
            print(self.t(HELP))
            for number, step in enumerate(steps, 1):
                print(f"{number:>3} {step.text}: {self.match.explain(step, self.t.language)}")
        elif words in ("tip", "hint"):
            self.tip(seat)
        elif words in ("b", "board"):
            print("\n" + self.match.board(seat, self.t.language))
        elif words in ("l", "log"):
            print("\n".join(f"  {sentence}" for sentence in self.log[-20:]))
        elif words:
            number = int(words) if words.isdigit() else 0
            try:
                self.match.play(steps[number - 1] if 1 <= number <= len(steps) else words, seat)
                self.tell(seat)
            except KhonsuError as error:
                print(self.t.explain(error))

    def undo(self, seat: int) -> None:
        """Take the last step back, or say why not."""
        try:
            step = self.match.undo(seat)
            print(self.t("Taken back: {step}", step=step.text))
        except KhonsuError as error:
            print(self.t.explain(error))

    def tip(self, seat: int) -> None:
        """What the greedy bot would do, from what this seat knows."""
        choice = decide(bot("greedy"), self.match, seat, self.budget())
        for candidate in choice.candidates[:3]:
            step = next(step for step in self.match.legal(seat) if step.id == candidate.step)
            print(f"  {step.text} ({candidate.value:.1f}): {self.match.explain(step, self.t.language)}")
