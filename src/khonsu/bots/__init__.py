"""Bots: a seat's knowledge and a budget in, a step and an estimate out.

A bot never sees the true state. `decide` imagines one from what the seat knows and hands that over. Bots are found
through the entry points `khonsu.bots`, so one in another package appears in every list by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from khonsu.errors import UnknownBot
from khonsu.kernel.position import Position
from khonsu.match import Match


@dataclass(frozen=True)
class Budget:
    """What a bot may use for one step. Whichever limit is reached first ends the search."""

    seconds: float = 1.0
    iterations: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class Candidate:
    """One step that was considered: how good it looks, higher is better, and how often it was tried."""

    step: int
    value: float
    visits: int = 1


@dataclass(frozen=True)
class Choice:
    """What a bot decided, and why: its estimate of the win share of every seat and its candidates, best first."""

    step: int
    estimate: tuple[float, ...]
    candidates: tuple[Candidate, ...] = field(default=())


class Bot(Protocol):
    """Anything with a name and a `choose`."""

    name: str

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """Choose a legal step for the seat in an imagined position, which the bot may change as it likes."""
        ...


@cache
def bots() -> dict[str, Any]:
    """All bots by name, as entry points that are not loaded yet."""
    return {point.name: point for point in sorted(entry_points(group="khonsu.bots"), key=lambda point: point.name)}


def bot(name: str) -> Bot:
    """A new bot of that name."""
    if name not in bots():
        raise UnknownBot(name, ", ".join(bots()))
    made: Bot = bots()[name].load()()
    return made


def decide(chooser: Bot, match: Match, seat: int, budget: Budget) -> Choice:
    """Ask a bot for a step. This is the only way from a match to a bot, and it leads through `imagine`."""
    return chooser.choose(match.position.imagine(seat, budget.seed), seat, budget)
