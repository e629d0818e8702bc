"""A match: steps checked and carried out, undone, seen, and kept as a record."""

from khonsu.match.match import Match, Step, read
from khonsu.match.position_text import read as position

__all__ = ["Match", "Step", "position", "read"]
