"""Pictures: one renderer for pages, notebooks and documents. A board is a game's own template filled from a view."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from khonsu.kernel.game import Game

if TYPE_CHECKING:
    from khonsu.match import Match

SHARED = Path(__file__).parent / "templates"


def draw(match: Match, seat: int, language: str) -> str:
    """The table as one seat (-1: a spectator) sees it, with its legal steps marked."""
    choices = {step.text: step.id for step in match.legal(seat)} if seat in match.deciders else {}
    return render(match.game, match.view(seat), match.names, language, seat, choices)


def render(
    game: Game,
    view: dict[str, Any],
    names: list[str],
    language: str,
    seat: int = -1,
    choices: dict[str, int] | None = None,
) -> str:
    """A view as SVG."""
    if game.picture is None or game.folder is None:
        raise NotImplementedError(f"{game.about.title} has no picture yet.")
    t = game.texts(language)
    context = game.picture(view, names, t, seat, choices or {})
    return _environment(game.folder).get_template("board.svg").render(t=t, seat=seat, **context)


@cache
def _environment(folder: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader([folder, SHARED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
