"""Pictures: one renderer for pages, notebooks and documents. A board is a game's own template filled from a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Template

from khonsu.draw.easel import SHARED, environment, parts
from khonsu.kernel.game import Game

__all__ = ["SHARED", "draw", "environment", "render"]


def render(
    game: Game,
    view: Mapping[str, object],
    names: list[str],
    language: str,
    seat: int = -1,
    choices: dict[str, int] | None = None,
    narrow: bool = False,
) -> str:
    """A view as SVG; narrow for a phone held upright."""
    return "".join(draw(game, view, names, language, seat, choices, narrow))


def draw(
    game: Game,
    view: Mapping[str, object],
    names: list[str],
    language: str,
    seat: int = -1,
    choices: dict[str, int] | None = None,
    narrow: bool = False,
) -> list[str]:
    """The same in parts: most of them were drawn before, for another step, other eyes or another table."""
    if game.picture is None or game.folder is None:
        raise NotImplementedError(f"{game.about.title} has no picture yet.")
    t = game.texts(language)
    context = game.picture(view, names, t, seat, choices or {}, narrow)
    return parts(board(game.folder), {"t": t, "seat": seat, **context})


@cache
def board(folder: Path) -> Template:
    """The template of a game's drawing."""
    return environment(folder / "picture").get_template("board.svg")
