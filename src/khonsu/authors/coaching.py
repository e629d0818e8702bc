"""What a coach knows of a game: its goal, where the rulebook speaks of each question, and ideas worth a remark.

A game may have a module `words.coach` with `COACH`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

SeatView = Mapping[str, Any]  # as a game's own functions read what a seat sees
Filled = Mapping[str, object] | None  # what fills a sentence; None if it is not to be said
When = Callable[[Mapping[str, object], int], Filled]  # (view, seat)


@dataclass(frozen=True)
class Idea:
    """Something that can be pointed out at a table: when it can be seen there, the sentence, the rulebook's section.

    A text that fills the sentence is a term of the game and is translated. `places` among it are selectors of
    the drawing: what the sentence speaks of is outlined there.
    """

    key: str  # by which it is remembered that somebody knows it
    when: When
    sentence: str
    section: str


@dataclass(frozen=True)
class CoachBook:
    """All that a coach says about a game of its own accord."""

    goal: str
    question: str  # the name of the view's entry that says what is asked
    sections: Mapping[str, str]  # by that entry
    ideas: tuple[Idea, ...]  # those that matter first come first
