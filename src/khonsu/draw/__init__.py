"""Pictures: one renderer for pages, notebooks and documents. A board is a game's own template filled from a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Template

from khonsu.draw.easel import SHARED, environment, parts
from khonsu.draw.marks import Choices
from khonsu.kernel.game import Game

__all__ = ["SHARED", "Look", "draw", "environment", "render"]


@dataclass(frozen=True)
class Look:
    """For whom a view is drawn, and what can be chosen in it."""

    names: list[str]
    language: str
    seat: int = -1
    choices: Mapping[str, int] | None = None  # notation -> step
    narrow: bool = False  # for a phone held upright


def render(game: Game, view: Mapping[str, object], look: Look) -> str:
    """A view as SVG."""
    return "".join(draw(game, view, look))


def draw(game: Game, view: Mapping[str, object], look: Look) -> list[str]:
    """The same in parts: most of them were drawn before, for another step, other eyes or another table."""
    if game.picture is None or game.folder is None:
        raise NotImplementedError(f"{game.about.title} has no picture yet.")
    t = game.texts(look.language)
    context = game.picture(view, look.names, t, look.seat, Choices(look.choices or {}), look.narrow)
    return parts(board(game.folder), {"t": t, "seat": look.seat, **context})


@cache
def board(folder: Path) -> Template:
    """The template of a game's drawing."""
    return environment(folder / "picture").get_template("board.svg")
