"""Ankh: Gods of Egypt. Gods gain devotion by monuments and battles, merge, and are forgotten."""

from khonsu.games.ankh.rules.pieces import ABOUT

__all__ = ["ABOUT"]
