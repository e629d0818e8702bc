"""What a game asks about a position: a question with one right answer, worked out by the rules.

A game may have a module `words.questions` with `KINDS`: names -> functions that make such a question from a position,
or None where there is nothing to ask. `khonsu.lessons.quiz` finds positions for them. A sentence `LEGEND` in it says
how the board is read where it is printed as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random

from khonsu.kernel.position import Position
from khonsu.text import Text

ANSWERS = 4


@dataclass(frozen=True)
class Subject:
    """A position as it is asked about: through the eyes of a seat, with everybody's names."""

    position: Position
    seat: int
    names: list[str]
    t: Text
    chance: Random


@dataclass(frozen=True)
class Posed:
    """A question. The first answer is the right one; they are shuffled before anybody sees them."""

    text: str
    answers: tuple[str, ...]
    why: str
    section: str  # of the rulebook
    about: tuple[str, ...] = ()  # what it is about: legal steps, or ids in the drawing
    places: tuple[str, ...] = ()  # the same for each answer, where answers are places


Kinds = Mapping[str, Callable[[Subject], Posed | None]]


def inside(table: Subject, seats: Iterable[int]) -> dict[int, str]:
    """Players as a sentence names them behind its beginning, the one who is asked last: Nefru, Teti and you."""
    each = {seat: table.names[seat] for seat in seats}
    if each.pop(table.seat, None):
        each[table.seat] = table.t("you")
    return each


def among(right: int, plausible: Iterable[int], chance: Random, least: int = 0) -> list[int]:
    """The right number and three others: first those that a reader may come to, then neighbours."""
    likely = [number for number in dict.fromkeys(plausible) if number != right and number >= least]
    chance.shuffle(likely)
    near = [number for far in range(1, 9) for number in (right + far, right - far) if number >= least]
    return [right, *dict.fromkeys([*likely, *near])][:ANSWERS]


def together(right: str, wrong: Iterable[str]) -> tuple[str, ...]:
    """The right answer and up to three wrong ones, the first ones given."""
    return (right, *[one for one in dict.fromkeys(wrong) if one != right][: ANSWERS - 1])
