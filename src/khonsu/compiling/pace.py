"""How far compiling is and how long it takes: from what each kernel took elsewhere, and how quick this machine is."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from statistics import fmean

from khonsu.compiling.work import Job

UNKNOWN = 1.0  # seconds of a kernel that nobody has measured
SURE = 5.0  # seconds of measuring from which on this machine counts more than the one that was measured
NEARLY = 0.95  # of a kernel that takes longer than it should


@cache
def measured() -> dict[str, dict[str, dict[str, float]]]:
    """Seconds of the rules and of the other kernels of each game, kernel by kernel, on one machine.

    `scripts/bench_start.py --seconds` measures them.
    """
    known: dict[str, dict[str, dict[str, float]]] = json.loads(
        Path(__file__).with_name("seconds.json").read_text("utf-8")
    )
    return known


def expected(job: Job) -> dict[str, float]:
    """Seconds of each step of a job; for a game that nobody has measured what the others take."""
    kind = "kernels" if job.kernels else "rules"
    games = [measured()[job.game]] if job.game in measured() else list(measured().values())
    names = job.names or dict.fromkeys(name for game in games for name in game[kind])
    return {name: fmean([game[kind].get(name, UNKNOWN) for game in games]) for name in names}


class Pace:
    """How many seconds here are one second of the machine that was measured."""

    def __init__(self) -> None:
        self._here = self._there = SURE

    def learn(self, here: float, there: float) -> None:
        """A kernel took so long here, and there."""
        self._here += here
        self._there += there

    @property
    def factor(self) -> float:
        """Seconds here for one there."""
        return self._here / self._there


class Track:
    """How far one job is."""

    def __init__(self, job: Job, pace: Pace) -> None:
        self.pace = pace
        self.expected = expected(job)
        self.total = sum(self.expected.values())
        self.done: set[str] = set()
        self.current: str | None = None
        self.finished = False
        self._since = 0.0

    def begin(self, name: str | None) -> None:
        """The last kernel is done, and this one is next; None: that was all."""
        now = time.monotonic()
        if self.current is not None:
            self.done.add(self.current)
            if (took := now - self._since) > 0.3:  # less is only loading
                self.pace.learn(took, self.expected.get(self.current, UNKNOWN))
        self.current, self._since = name, now
        self.finished = name is None

    def restart(self) -> None:
        """Its process was lost; the next one finds on disk what is done."""
        self.current = None
        self.done.clear()

    @property
    def left(self) -> float:
        """Seconds that are left, there."""
        if self.finished:
            return 0.0
        left = sum(seconds for name, seconds in self.expected.items() if name not in self.done)
        if self.current is not None:
            most = NEARLY * self.expected.get(self.current, UNKNOWN)
            left -= min((time.monotonic() - self._since) / self.pace.factor, most)
        return max(left, 0.0)
