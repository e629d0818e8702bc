"""A position: one state of a game with the contract's functions as methods. What bots are given and matches hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from khonsu.kernel.game import Event, Game
from khonsu.kernel.reading import Reading, reading_of
from khonsu.kernel.state import HEAD, ONLY, REVEALED


class Position:
    """One state of a game. Methods trust their caller; `Match` is the place where steps are checked.

    What it holds is bytes: a copy is a copy of those, and everything else is made when somebody asks for it.
    """

    __slots__ = ("_call", "_out", "_states", "data", "game")

    def __init__(self, game: Game, states: NDArray[np.void] | bytes | bytearray | memoryview) -> None:
        self._hold(game, np.frombuffer(states, np.uint8, game.kernel.state.itemsize).data)

    def _hold(self, game: Game, data: bytearray | memoryview) -> None:
        self.game = game
        self.data = data  # the state; compiled functions read and write it through this very attribute
        self._call = game.kernel.first
        self._out: Any = None  # where legal steps are written
        self._states: Any = None

    @classmethod
    def start(cls, game: Game, players: int, seed: int, numbers: NDArray[np.int32]) -> Position:
        """The laid-out game."""
        position = cls.load(game, bytes(game.kernel.state.itemsize))
        game.kernel.first.start(position, players, np.uint64(seed), numbers)
        return position

    @classmethod
    def load(cls, game: Game, saved: bytes | bytearray | memoryview) -> Position:
        """The position that `save` wrote."""
        if len(saved) != game.kernel.state.itemsize:
            raise ValueError(f"{len(saved)} bytes are no state of {game.name}")
        position = cls.__new__(cls)
        position._hold(game, bytearray(saved))
        return position

    def save(self) -> bytes:
        """The whole state as bytes; two positions are equal when these are."""
        return bytes(self.data)

    def copy(self) -> Position:
        """An independent copy, byte by byte."""
        position = Position.__new__(Position)
        position._hold(self.game, bytearray(self.data))
        return position

    @property
    def states(self) -> np.recarray[tuple[int], np.dtype[np.record]]:
        """The state as an array of one, as generic kernels want it."""
        if self._states is None:
            self._states = np.frombuffer(self.data, self.game.kernel.state).view(np.recarray)
        states: np.recarray[tuple[int], np.dtype[np.record]] = self._states
        return states

    @property
    def state(self) -> np.record:
        """The state as a record, to be read and written field by field."""
        return self.states[0]

    @property
    def reading(self) -> Reading:
        """The state as it stands now, quick to read."""
        return reading_of(self.game.kernel.state)(self.data)

    @property
    def players(self) -> int:
        """Number of seats."""
        return int(HEAD.unpack_from(self.data)[2])

    @property
    def turn(self) -> int:
        """Number of the current turn."""
        return int(HEAD.unpack_from(self.data)[1])

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now; empty when the game is over."""
        return seats(self._call.deciders(self))

    def legal(self, seat: int) -> list[int]:
        """The ids of the seat's legal steps, in the game's fixed order."""
        if self._out is None:
            self._out = np.empty(self.game.kernel.most, np.int32)
        steps: list[int] = self._out[: self._call.legal(self, seat, self._out)].tolist()
        return steps

    def play(self, seat: int, step: int) -> None:
        """Carry out a step that is known to be legal."""
        self._call.play(self, seat, step)

    def score(self, seat: int) -> float:
        """The seat's points now."""
        return float(self._call.score(self, seat))

    def judge(self, seat: int) -> float:
        """The game's own quick judgement of the position for that seat."""
        return float(self._call.judge(self, seat))

    def result(self) -> tuple[float, ...]:
        """Shares of the win, as if the game ended now."""
        shares = np.zeros(self.players)
        self._call.result(self, shares)
        return tuple(shares.tolist())

    def features(self, seat: int) -> NDArray[np.float32]:
        """Numbers for learning, from what the seat knows."""
        out = np.zeros(self.game.kernel.n_features, np.float32)
        self._call.features(self, seat, out)
        return out

    def outlook(self, seat: int) -> NDArray[np.float32]:
        """What a learned evaluation weighs, from what the seat knows."""
        out = np.zeros(self.game.kernel.n_outlook, np.float32)
        self._call.outlook(self, seat, out)
        return out

    def imagine(self, seat: int, seed: int) -> Position:
        """A copy in which everything that the seat (-1: a spectator) cannot know is dealt again."""
        imagined = self.copy()
        self._call.imagine(imagined, seat, np.uint64(seed))
        return imagined

    def view(self, seat: int = -1) -> Mapping[str, object]:
        """What the seat sees (-1: a spectator), as plain data."""
        return self.game.view(self.reading, seat)

    def notation(self, seat: int, step: int) -> str:
        """The notation of a legal step."""
        return self.game.words.text(self.reading, seat, step)

    def text(self, seat: int | None = None) -> str:
        """The position as a few readable lines (docs/positions.md): all of it, or only what a seat may know."""
        from khonsu.match.position_text import write  # the facade reaches up on purpose, like `Game.match`

        return write(self, seat)

    def events(self, seat: int = -1) -> list[Event]:
        """What the last step brought about, as far as the seat (-1: a spectator) may know it."""
        return [seen(row, seat) for row in self._rows().tolist()]

    @property
    def revealed(self) -> bool:
        """Whether the last step brought something hidden or random to light."""
        return any(row[REVEALED] for row in self._rows().tolist())

    def _rows(self) -> Any:
        """The events of the last step."""
        return self.reading.events[: HEAD.unpack_from(self.data)[5]]


@cache
def seats(mask: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def seen(row: list[int], seat: int) -> Event:
    """An event row through the eyes of a seat: operands meant for somebody else are hidden."""
    kind, who, *operands = row[: ONLY - 1]
    hidden = row[ONLY] not in (-1, seat)
    a, b, c, d, e, f = [-1] * 6 if hidden else operands
    return Event(kind, who, a, b, c, d, e, f, bool(row[REVEALED]), hidden)
