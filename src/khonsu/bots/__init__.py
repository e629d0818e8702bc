"""Bots: a seat's knowledge and a budget in, a step and an estimate out (docs/bots.md).

A bot never sees the true state. `decide` imagines one from what the seat knows and hands that over. Bots are found
through the entry points `khonsu.bots`, so one in another package appears in every list by itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple, Protocol

from khonsu.errors import BadOption, UnknownBot
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position
from khonsu.match import Match

log = logging.getLogger(__name__)

PROGRAM = "program:"  # before a command line: a bot that is a program of its own
STAND_IN = "greedy"  # plays a step for a bot that could not


@dataclass(frozen=True)
class Budget:
    """What a bot may use for one step. Whichever limit is reached first ends the search."""

    seconds: float = 1.0
    iterations: int | None = None
    seed: int = 0

    @property
    def patience(self) -> float:
        """Seconds after which a bot is not waited for any longer."""
        return 2 * self.seconds + 1


class Candidate(NamedTuple):
    """One step that was considered: how good it looks, higher is better, and how often it was tried.

    `share` is the seat's share of the win after it, where the bot has an estimate of that.
    """

    step: int
    value: float
    visits: int = 1
    share: float | None = None


@dataclass(frozen=True)
class Choice:
    """What a bot decided, and why: its estimate of the win share of every seat and its candidates, best first.

    `note` is empty, or says why another bot had to choose.
    """

    step: int
    estimate: tuple[float, ...]
    candidates: tuple[Candidate, ...] = field(default=())
    note: str = ""


class Bot(Protocol):
    """Anything with a name and a `choose`.

    A bot may have a method `prepare(game)` for what takes long the first time; it is called before any clock runs. Its
    attribute `punctual` says that it keeps to its budget by itself and needs no supervision. A method `close` is
    called when it was not waited for any longer. Our own bots name the `kernels` that they run, to have them compiled.
    """

    name: str

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """Choose a legal step for the seat in an imagined position, which the bot may change as it likes."""
        ...


@cache
def bots() -> dict[str, EntryPoint]:
    """All bots by name, as entry points that are not loaded yet."""
    return {point.name: point for point in sorted(entry_points(group="khonsu.bots"), key=lambda point: point.name)}


def known(name: str) -> str:
    """The name again, if there is such a bot; it may be followed by a colon and settings."""
    head = name.partition(":")[0]
    if head not in bots() and not name.startswith(PROGRAM):
        raise UnknownBot(name, ", ".join(bots()))
    return name


def seated(names: Sequence[str], players: int, option: str = "bots") -> list[str]:
    """Bots for all seats: those that are named, the last one repeated; `option` is what an error calls the list."""
    if not 0 < len(names) <= players:
        raise BadOption(option, " ".join(names), f"1 – {players}")
    return [known(name) for name in [*names, *[names[-1]] * (players - len(names))]]


def bot(name: str) -> Bot:
    """A new bot of that name.

    `program:COMMAND` starts a program that speaks JSON lines; `search:300,explore=0.5` is a search with settings.
    """
    head, colon, settings = known(name).partition(":")
    if name.startswith(PROGRAM):
        from khonsu.bots.programs import ProgramBot

        return ProgramBot(settings)
    kind = bots()[head].load()
    if colon and not hasattr(kind, "of"):
        raise UnknownBot(name, ", ".join(bots()))
    made: Bot = kind.of(settings) if colon else kind()
    return made


def prepare(chooser: Bot, game: Game) -> None:
    """Let a bot do what takes long the first time."""
    getattr(chooser, "prepare", lambda game: None)(game)


def step_seed(match: Match) -> int:
    """The seed of a bot's chance for the next step: the same match asks its bots with the same seeds."""
    return (match.seed * 1_000_003 + len(match.steps)) % 2**64


def imagined(match: Match, seat: int, budget: Budget) -> Position:
    """What a bot is handed of a match. There is no other way from a match to a bot, here or in another process."""
    return match.position.imagine(seat, budget.seed)


def decide(chooser: Bot, match: Match, seat: int, budget: Budget) -> Choice:
    """Ask a bot for a step."""
    return attended(chooser, imagined(match, seat, budget), seat, budget)


def move(chooser: Bot, match: Match, seat: int, budget: Budget) -> Choice:
    """Ask a bot for a step and play it; if another bot had to choose, the record says so."""
    choice = decide(chooser, match, seat, budget)
    if choice.note:
        match.comment(choice.note)
    match.play(choice.step, seat)
    return choice


def attended(chooser: Bot, position: Position, seat: int, budget: Budget) -> Choice:
    """A bot's choice in an imagined position; greedy's, if the bot crashes, answers illegally or takes too long."""
    kept = position.copy()
    try:
        prepare(chooser, position.game)
        if getattr(chooser, "punctual", False):
            choice = chooser.choose(position, seat, budget)
        else:
            choice = waited_for(chooser, position, seat, budget)
        if choice.step not in kept.legal(seat):
            raise ValueError(f"{choice.step} is not a legal step")
        return choice
    except (Exception, SystemExit) as error:  # whatever a stranger's bot raises, the match goes on
        if chooser.name == STAND_IN:
            raise
        trouble = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        note = f"{STAND_IN} played this step for {chooser.name} ({trouble})"
        log.warning("%s", note)
        return replace(bot(STAND_IN).choose(kept, seat, Budget(seed=budget.seed)), note=note)


def waited_for(chooser: Bot, position: Position, seat: int, budget: Budget) -> Choice:
    """A choice that comes in time. A bot that hangs is left behind in its thread, which ends with the process."""
    answer: list[Choice] = []
    trouble: list[BaseException] = []

    def think() -> None:
        try:
            answer.append(chooser.choose(position, seat, budget))
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(budget.patience)
    if trouble:
        raise trouble[0]
    if not answer:
        getattr(chooser, "close", lambda: None)()
        raise TimeoutError(f"no answer within {budget.patience:g} seconds")
    return answer[0]
