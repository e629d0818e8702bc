"""What marks a thing in a drawing: the shapes of the seats, and what makes it stand for a legal step."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from markupsafe import Markup

from khonsu.draw.easel import Late, quote
from khonsu.draw.labels import View
from khonsu.text import Text

MARKS = ("circle", "square", "triangle", "diamond", "hexagon")  # of the seats, beside their colours


def clickable(step: int, notation: str, label: str) -> Markup:
    """The attributes of a thing that can be chosen: the step's id, its notation, and what it does in words."""
    return Markup(
        f'data-step="{step}" data-text="{quote(notation)}" tabindex="0" role="button" aria-label="{quote(label)}"'
    )


class Choices(dict[str, int]):
    """What can be chosen: the step of each notation. All who draw a part of one table share it."""

    @cached_property
    def by_word(self) -> dict[str, dict[str, int]]:
        """The choices by the first word of their notation."""
        found: dict[str, dict[str, int]] = {}
        for notation, step in self.items():
            found.setdefault(notation.partition(" ")[0], {})[notation] = step
        return found


class Brush:
    """What all who draw a part of a table share: the view, its reader, the words, and how a thing can be chosen."""

    from_choices: tuple[str, ...] = ()  # what is worked out from all choices and kept
    shape: tuple[float, ...] = ()  # what tells the arrangements of a table apart

    def __init__(self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int]) -> None:
        self.view, self.names, self.t, self.viewer = view, names, t, seat
        self.choices = choices if isinstance(choices, Choices) else Choices(choices)

    def late(self, name: str, view: View, *given: Any, steps: Mapping[str, int] | None = None, seat: int = -1) -> Late:
        """What the method of that name makes of a part of the view: it sees nothing else, and only these choices."""
        return Late(self._work_out, name, self.shape, view, self.names, steps or {}, seat, given)

    def _work_out(
        self,
        name: str,
        shape: Any,
        view: View,
        names: list[str],
        steps: Mapping[str, int],
        seat: int,
        given: tuple[Any, ...],
    ) -> Any:
        other = object.__new__(type(self))  # what `copy` makes, in a fifth of the time
        vars(other).update(vars(self))
        for derived in self.from_choices:
            vars(other).pop(derived, None)
        other.shape, other.view, other.names, other.choices, other.viewer = shape, view, names, Choices(steps), seat
        return getattr(other, name)(*given)

    def only(self, *keys: str) -> View:
        """These entries of the view."""
        return {key: self.view[key] for key in keys}

    def beginning(self, *words: str) -> dict[str, int]:
        """The choices whose notation begins with one of these words."""
        found: dict[str, int] = {}
        for word in words:
            found |= self.choices.by_word.get(word, {})
        return found

    def button(self, notation: str, label: str) -> Markup | None:
        """What makes a thing clickable, if that step is legal."""
        return clickable(self.choices[notation], notation, label) if notation in self.choices else None

    def step(self, notation: str, words: str, **places: Any) -> Markup | None:
        """The same, with a sentence that is translated only if it is needed."""
        return self.button(notation, self.t(words, **places)) if notation in self.choices else None
