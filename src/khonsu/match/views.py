"""The views of one position. Most of what is seen is the same for all eyes, and is worked out once.

A game says so in its module `view`: `private(s, seat, public)` are the entries of a seat's view that differ from those
of a spectator's, `points(view)` the parts of every seat's score as they stand in a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.games import part
from khonsu.kernel.position import Position


class Views:
    """What each seat sees of a position, for as long as it stays as it is."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._made: dict[int, Mapping[str, Any]] = {}

    def of(self, seat: int) -> Mapping[str, Any]:
        """What a seat sees (-1: a spectator)."""
        if seat not in self._made:
            private = getattr(part(self.position.game.name, "view"), "private", None)
            if seat < 0 or private is None:
                self._made[seat] = self.position.view(seat)
            else:
                public = self.of(-1)
                own = private(self.position.reading, seat, public)
                self._made[seat] = {**public, **own} if own else public
        return self._made[seat]

    def points(self, seat: int) -> list[dict[str, float]]:
        """Every seat's points in parts, as far as a seat can know them: as they stand in its view, or are imagined."""
        position, game = self.position, self.position.game
        if shown := getattr(part(game.name, "view"), "points", None):
            found: list[dict[str, float]] = shown(self.of(seat))
            return found
        s = (position.imagine(seat, 0) if position.deciders else position).reading
        return [game.breakdown(s, other) for other in range(position.players)]
