"""What a game may say of a turn beside single events: its story in sentences, and warnings before something is lost.

A game that has more to say than `Words.tell` has a module `words/story.py` with `BEGINS`, the kind of the event that
begins a turn, and `story(events, names, t, tell)`; see `khonsu.match.story`. One that makes playing by hand easier has
a module `words/advice.py`; see `khonsu.match.advice`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.kernel.game import Event

Tell = Callable[["Event", list[str], Text], str]


class Said(NamedTuple):
    """A sentence of the log, and where to look while it is read."""

    at: int  # the event with whose step it comes
    text: str
    icon: str = ""  # the id of a symbol of the drawing
    places: tuple[str, ...] = ()  # selectors of what it speaks of in the drawing
    paths: tuple[tuple[str, str], ...] = ()  # from which of them to which something went


def counted(words: Iterable[str]) -> list[str]:
    """Each word once, with its number where there are several: reed, 2 × fish."""
    heard = list(words)
    return [word if heard.count(word) == 1 else f"{heard.count(word)} × {word}" for word in dict.fromkeys(heard)]


class Shortcut(NamedTuple):
    """Several steps in one: what only leads to a choice is played with it."""

    id: int  # by which it is chosen: of no other step or shortcut there
    steps: tuple[int, ...]
    notation: str  # of the thing that stands for it in the drawing
    label: str
    replaces: int = -1  # the plain step that need not be offered
    costs: bool = False  # something is paid: a finger is shown what before it chooses
