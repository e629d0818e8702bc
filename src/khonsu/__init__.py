"""Khonsu: a table for three board games of Egypt.

>>> import khonsu
>>> m = khonsu.game("ankhor").match(players=2, seed=7)
>>> m.deciders
(1,)
>>> m.play("blue").text
'blue'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from khonsu.errors import KhonsuError
from khonsu.games import game, games

if TYPE_CHECKING:
    from khonsu.match import Match, position, read

__version__ = "0.2.0"
__all__ = ["KhonsuError", "Match", "game", "games", "position", "read"]


def __getattr__(name: str) -> object:
    """Load the match only when it is asked for: `import khonsu` stays quick."""
    if name in ("Match", "position", "read"):
        from khonsu import match

        return getattr(match, name)
    raise AttributeError(f"module 'khonsu' has no attribute {name!r}")
