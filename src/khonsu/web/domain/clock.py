"""Time as the house keeps it: no jump of the machine's clock moves it, and times when it was closed do not count."""

from __future__ import annotations

import time
from collections.abc import Iterable

_began = time.time() - time.monotonic()


def now() -> float:
    """Seconds since the epoch, read once when the process began and counted on from there."""
    return _began + time.monotonic()


def not_before(at: float) -> None:
    """Set the clock forward to a moment that the house is known to have seen already."""
    global _began
    _began = max(_began, at - time.monotonic())


class Pauses:
    """The times in which the house was closed, in order: nobody's clock runs in them."""

    def __init__(self, spans: Iterable[tuple[float, float]] = ()) -> None:
        self._spans = sorted(spans)

    def take_over(self, spans: Iterable[tuple[float, float]]) -> None:
        """What the database knows of them now."""
        self._spans = sorted(spans)

    def open_seconds(self, start: float, end: float) -> float:
        """Seconds between two moments in which the house was open."""
        closed = 0.0
        for closing, opening in reversed(self._spans):
            if opening <= start:
                break
            closed += max(0.0, min(end, opening) - max(start, closing))
        return max(0.0, end - start - closed)
