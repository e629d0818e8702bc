"""A match: steps checked and carried out, undone, seen, and kept as a record."""

from khonsu.match.match import Match, Step, read

__all__ = ["Match", "Step", "read"]
