"""Any moment of a finished match, forwards or backwards at the same price: a position is kept every few steps."""

from __future__ import annotations

from khonsu.kernel.position import Position
from khonsu.match import Match

EVERY = 32  # steps between two kept positions


class Frames:
    """The positions of a match that does not go on."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._kept = [match.at(0).position]

    def at(self, place: int) -> Position:
        """The position after so many steps; it is the caller's own."""
        while len(self._kept) <= place // EVERY:
            self._kept.append(self._forward(len(self._kept) - 1, EVERY))
        return self._forward(place // EVERY, place % EVERY)

    def _forward(self, frame: int, steps: int) -> Position:
        position = self._kept[frame].copy()
        for step in self.match.steps[frame * EVERY : frame * EVERY + steps]:
            position.play(step.seat, step.id)
        return position
