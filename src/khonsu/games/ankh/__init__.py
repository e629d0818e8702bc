"""Ankh: Gods of Egypt. Gods gain devotion by monuments and battles, merge, and are forgotten."""

from khonsu.games.ankh.about import ABOUT, ASKED

__all__ = ["ABOUT", "ASKED"]
