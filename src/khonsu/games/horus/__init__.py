"""Horus: lay the Nile valley tile by tile, put markers on regions that grow and merge."""

from khonsu.games.horus.rules.pieces import ABOUT

__all__ = ["ABOUT"]
