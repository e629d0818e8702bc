"""Ankh'or: buy tiles from a shared row, lay them side by side or on top of four others."""

from khonsu.games.ankhor.about import ABOUT, ASKED
from khonsu.games.ankhor.fields import AnkhorView

__all__ = ["ABOUT", "ASKED", "AnkhorView"]
