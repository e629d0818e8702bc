"""What marks a thing in a drawing: the shapes of the seats, and what makes it stand for a legal step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from khonsu.draw.easel import quote
from khonsu.draw.labels import View
from khonsu.text import Text

MARKS = ("circle", "square", "triangle", "diamond", "hexagon")  # of the seats, beside their colours


def clickable(step: int, notation: str, label: str) -> Markup:
    """The attributes of a thing that can be chosen: the step's id, its notation, and what it does in words."""
    return Markup(
        f'data-step="{step}" data-text="{quote(notation)}" tabindex="0" role="button" aria-label="{quote(label)}"'
    )


class Brush:
    """What all who draw a part of a table share: the view, its reader, the words, and how a thing can be chosen."""

    def __init__(self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int]) -> None:
        self.view, self.names, self.t, self.viewer, self.choices = view, names, t, seat, choices

    def button(self, notation: str, label: str) -> Markup | None:
        """What makes a thing clickable, if that step is legal."""
        return clickable(self.choices[notation], notation, label) if notation in self.choices else None

    def step(self, notation: str, words: str, **places: Any) -> Markup | None:
        """The same, with a sentence that is translated only if it is needed."""
        return self.button(notation, self.t(words, **places)) if notation in self.choices else None
