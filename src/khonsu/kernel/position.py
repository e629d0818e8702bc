"""A position: one state of a game with the contract's functions as methods. What bots are given and matches hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from khonsu.kernel.game import Event, Game
from khonsu.kernel.state import ONLY, REVEALED


class Position:
    """One state of a game. Methods trust their caller; `Match` is the place where steps are checked."""

    def __init__(self, game: Game, states: Any) -> None:
        self.game = game
        self.states = states  # an array of one state, as kernels want it
        self.state = states[0]
        plain = states.view(game.kernel.state, np.ndarray)  # attributes of the other kind cost microseconds
        self._turns, self._n_events, self._events = plain["turn"], plain["n_events"], plain["events"][0]
        self._buffer = np.empty(game.kernel.most, np.int32)

    @classmethod
    def start(cls, game: Game, players: int, seed: int, numbers: Any) -> Position:
        """The laid-out game."""
        position = cls(game, game.kernel.new())
        game.kernel.first.start(position.states, players, np.uint64(seed), numbers)
        return position

    @classmethod
    def load(cls, game: Game, saved: bytes) -> Position:
        """The position that `save` wrote."""
        return cls(game, np.frombuffer(bytearray(saved), game.kernel.state).view(np.recarray))

    def save(self) -> bytes:
        """The whole state as bytes; two positions are equal when these are."""
        return bytes(self.states.tobytes())

    def copy(self) -> Position:
        """An independent copy, byte by byte: NumPy's own copy would leave the gaps between fields undefined."""
        return Position.load(self.game, self.save())

    @property
    def players(self) -> int:
        """Number of seats."""
        return int(self.state.players)

    @property
    def turn(self) -> int:
        """Number of the current turn."""
        return int(self._turns[0])

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now; empty when the game is over."""
        mask = int(self.game.kernel.first.deciders(self.states))
        return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)

    def legal(self, seat: int) -> list[int]:
        """The ids of the seat's legal steps, in the game's fixed order."""
        n = self.game.kernel.first.legal(self.states, seat, self._buffer)
        steps: list[int] = self._buffer[:n].tolist()
        return steps

    def play(self, seat: int, step: int) -> None:
        """Carry out a step that is known to be legal."""
        self.game.kernel.first.play(self.states, seat, step)

    def score(self, seat: int) -> float:
        """The seat's points now."""
        return float(self.game.kernel.first.score(self.states, seat))

    def judge(self, seat: int) -> float:
        """The game's own quick judgement of the position for that seat."""
        return float(self.game.kernel.first.judge(self.states, seat))

    def result(self) -> tuple[float, ...]:
        """Shares of the win, as if the game ended now."""
        shares = np.zeros(self.players)
        self.game.kernel.first.result(self.states, shares)
        return tuple(shares.tolist())

    def features(self, seat: int) -> Any:
        """Numbers for learning, from what the seat knows."""
        out = np.zeros(self.game.kernel.n_features, np.float32)
        self.game.kernel.first.features(self.states, seat, out)
        return out

    def outlook(self, seat: int) -> Any:
        """What a learned evaluation weighs, from what the seat knows."""
        out = np.zeros(self.game.kernel.n_outlook, np.float32)
        self.game.kernel.first.outlook(self.states, seat, out)
        return out

    def imagine(self, seat: int, seed: int) -> Position:
        """A copy in which everything that the seat (-1: a spectator) cannot know is dealt again."""
        imagined = self.copy()
        self.game.kernel.first.imagine(imagined.states, seat, np.uint64(seed))
        return imagined

    def view(self, seat: int = -1) -> dict[str, Any]:
        """What the seat sees (-1: a spectator), as plain data."""
        return self.game.view(self.state, seat)

    def notation(self, seat: int, step: int) -> str:
        """The notation of a legal step."""
        return self.game.words.text(self.state, seat, step)

    def text(self, seat: int | None = None) -> str:
        """The position as a few readable lines (docs/positions.md): all of it, or only what a seat may know."""
        from khonsu.match.position_text import write  # the facade reaches up on purpose, like `Game.match`

        return write(self, seat)

    def events(self, seat: int = -1) -> list[Event]:
        """What the last step brought about, as far as the seat (-1: a spectator) may know it."""
        return [seen(row, seat) for row in self._events[: int(self._n_events[0])].tolist()]

    @property
    def revealed(self) -> bool:
        """Whether the last step brought something hidden or random to light."""
        return bool(self._events[: self._n_events[0], REVEALED].any())


def seen(row: list[int], seat: int) -> Event:
    """An event row through the eyes of a seat: operands meant for somebody else are hidden."""
    kind, who, *operands = row[: ONLY - 1]
    hidden = row[ONLY] not in (-1, seat)
    a, b, c, d, e, f = [-1] * 6 if hidden else operands
    return Event(kind, who, a, b, c, d, e, f, bool(row[REVEALED]), hidden)
