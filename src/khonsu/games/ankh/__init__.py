"""Ankh: Gods of Egypt. Gods gain devotion by monuments and battles, merge, and are forgotten."""

from khonsu.games.ankh.about import ABOUT, ASKED
from khonsu.games.ankh.fields import AnkhView

__all__ = ["ABOUT", "ASKED", "AnkhView"]
