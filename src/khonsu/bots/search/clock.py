"""The time for a step."""

from __future__ import annotations

import time

WALL = 2  # a time is the processor's; on a busy machine it may take so many times as long


class Clock:
    """How much of the time for a step is used: the processor's for this thread, so that a busy machine changes little.

    Somebody waits for the step, so there is an end by the clock on the wall, too.
    """

    def __init__(self, seconds: float, most: float | None = None) -> None:
        self.seconds, self.most = max(seconds, 1e-6), max(WALL * seconds if most is None else most, 1e-6)
        self.began, self.wall = time.thread_time(), time.perf_counter()

    def used(self) -> float:
        """The part of the time that is over."""
        own, wall = time.thread_time() - self.began, time.perf_counter() - self.wall
        return max(own / self.seconds, wall / self.most)

    def left(self) -> Clock:
        """A clock of another thread for what is left of the time."""
        wall = time.perf_counter() - self.wall
        return Clock(self.seconds * (1 - self.used()), self.most - wall)
