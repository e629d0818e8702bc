"""Words in drawings: cut, wrapped and said as all drawings do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.text import Text

Dict = dict[str, Any]  # what a template is given of a thing
View = Mapping[str, Any]


def capital(words: str) -> str:
    """The words with a capital letter at their beginning."""
    return words[:1].upper() + words[1:]


def shorten(words: str, room: int) -> str:
    """The words, cut to so many characters."""
    return words if len(words) <= room else words[: max(room - 1, 1)].rstrip() + "…"


def wrap(words: str, letters: int) -> list[str]:
    """The words in lines of at most so many letters."""
    lines = [""]
    for word in words.split(" "):  # not at the no-break spaces of French
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def listed(seats: list[int], names: list[str], t: Text) -> str:
    """Names of seats as a list."""
    return t.items([names[seat] for seat in seats])


def status(view: View, names: list[str], t: Text) -> str:
    """Whose turn it is, or who has won."""
    if len(view["winners"]) > 1:
        return t("{who} share the victory", who=listed(view["winners"], names, t))
    if view["winners"]:
        return t("{who} wins", who=names[view["winners"][0]])
    return t("{who}'s turn", who=names[view["current"]])
