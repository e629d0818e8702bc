"""Pictures: one renderer for pages, notebooks and documents. A board is a game's own template filled from a view."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from khonsu.kernel.game import Game

SHARED = Path(__file__).parent / "templates"


def render(
    game: Game,
    view: dict[str, Any],
    names: list[str],
    language: str,
    seat: int = -1,
    choices: dict[str, int] | None = None,
    narrow: bool = False,
) -> str:
    """A view as SVG; narrow for a phone held upright."""
    if game.picture is None or game.folder is None:
        raise NotImplementedError(f"{game.about.title} has no picture yet.")
    t = game.texts(language)
    context = game.picture(view, names, t, seat, choices or {}, narrow)
    return environment(game.folder).get_template("board.svg").render(t=t, seat=seat, **context).strip() + "\n"


@cache
def environment(folder: Path) -> Environment:
    """The template of a game and the shared ones."""
    return Environment(
        loader=FileSystemLoader([folder, SHARED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
