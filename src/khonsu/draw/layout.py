"""Where things lie: what the layouts of all drawings are made of."""

from __future__ import annotations

from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float


def around(seat: int, players: int) -> list[int]:
    """The seats in the order of the table, the viewer's first; a spectator sits with the first seat."""
    return [(max(seat, 0) + i) % players for i in range(players)]
