"""Who plays the matches, and where what is finished is kept: shared by all parts of the arena."""

from khonsu.arena.work.workers import HERE, Progress, Work

__all__ = ["HERE", "Progress", "Work"]
