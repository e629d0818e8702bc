"""Ways to play at random that leave little untried: at will, in a heap, along the river, against the Ends."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from khonsu.games.horus.rules import state as st
from khonsu.games.horus.words.steps import positions
from khonsu.kernel.position import Position

from .table import GAME

POSITIONS = (st.PLACE, st.PLACE_TEMPLE, st.RELOCATE, st.LAY)
Player = Callable[[Any, list[int], random.Random], int]


def offered(s: Any) -> Any:
    """The anchors offered, as two arrays."""
    xs, ys = positions(s)
    return np.array(xs), np.array(ys)


def at_will(s: Any, steps: list[int], chance: random.Random) -> int:
    """Any step."""
    return chance.choice(steps)


def closest(s: Any, steps: list[int], chance: random.Random, x: int, y: int) -> int:
    """The position closest to a point, now and then any other step."""
    if int(s.pending[s.depth - 1, 0]) not in POSITIONS or chance.random() < 0.15:
        return chance.choice(steps)
    xs, ys = offered(s)
    distance = np.maximum(abs(xs - x), abs(ys - y)) + 0.1 * np.minimum(abs(xs - x), abs(ys - y))
    return steps[int((distance + 0.05 * chance.random()).argmin())]


def in_a_heap(s: Any, steps: list[int], chance: random.Random) -> int:
    """Around the Start: pockets, merged regions, rings."""
    return closest(s, steps, chance, 0, 0)


def against_the_ends(s: Any, steps: list[int], chance: random.Random) -> int:
    """As close to an End as the rules allow, whatever is laid."""
    tile = chance.choice((1, 2))
    return closest(s, steps, chance, int(s.x[tile]), int(s.y[tile]))


def with_much_river(s: Any, steps: list[int], chance: random.Random) -> int:
    """Extending the river in circles, so that it closes."""
    asked = int(s.pending[s.depth - 1, 0])
    if asked == st.USE and st.EXTEND in steps:
        return st.EXTEND
    if asked == st.CARD and st.TRANSPORT in steps:
        return st.TRANSPORT
    if asked in POSITIONS:
        return closest(s, steps, chance, chance.choice((-3, 3)), chance.choice((-3, 3)))
    return chance.choice(steps)


def far_away(s: Any, steps: list[int], chance: random.Random) -> int:
    """Always to the right: a Kingdom as long as it can be."""
    return closest(s, steps, random.Random(1), 400, 0) if chance.random() < 0.98 else chance.choice(steps)


PLAYERS: tuple[Player, ...] = (at_will, in_a_heap, against_the_ends, with_much_river, far_away)


def games(player: Player, players: int, seed: int, **options: Any) -> Any:
    """Play one game this way; yields the position at the start and after every step."""
    position = Position.start(GAME, players, seed, GAME.numbers(players, GAME.about.resolve(options)))
    chance = random.Random(seed)
    yield position
    while position.deciders:
        seat = position.deciders[0]
        position.play(seat, player(position.state, position.legal(seat), chance))
        yield position


__all__ = ["PLAYERS", "against_the_ends", "at_will", "far_away", "games", "in_a_heap", "with_much_river"]
