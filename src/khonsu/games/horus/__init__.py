"""Horus: lay the Nile valley tile by tile, put markers on regions that grow and merge."""

from khonsu.games.horus.about import ABOUT, ASKED
from khonsu.games.horus.fields import HorusView

__all__ = ["ABOUT", "ASKED", "HorusView"]
