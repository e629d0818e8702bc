"""Why a turn is good: what it changes, each change with its weight and a sentence.

A game may have a module `words.changes` with `changes(before, after, seat, names, t)`, which names what differs between
two positions as one seat knows them. `khonsu.lessons.reasons` makes a sentence of the changes that tell turns apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from khonsu.kernel.position import Position
from khonsu.text import Text


class Change(NamedTuple):
    """Something that a turn brings about, about how many points it is worth, and what is said of it."""

    weight: float
    text: str


Changes = Callable[[Position, Position, int, list[str], Text], list[Change]]
