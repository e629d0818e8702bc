"""What a table is made of: what was arranged when it was set, who sits where, and the journal of what was done.

Plain data. `storage.rows` says how a database keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(kw_only=True, eq=False)
class Arrangement:
    """One match and the settings of its table."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    seed: str  # a number of 64 bits, which not every database keeps
    salt: str
    made_at: float
    owner: str | None = None  # the digest of a person
    listed: bool = False
    hints: str | None = None  # the bot that may be asked
    clock: dict[str, float] | None = None  # {"minutes": each} or {"days": a turn}
    begun_at: float | None = None
    over_at: float | None = None
    result: list[float] | None = None
    again: str | None = None  # the table of the rematch
    uploaded: bool = False


@dataclass(kw_only=True, eq=False)
class Seat:
    """Who sits where."""

    table: str
    seat: int
    kind: str  # person, friend, open, bot, program, record
    name: str
    bot: str | None = None
    person: str | None = None  # digest of the person who sits here
    token: str | None = None  # digest of the secret of an invitation or a program
    confirm: bool = False  # whether the end of a turn is confirmed
    stand_in: str | None = None  # the bot that plays for a person who left
    flagged: bool = False  # the clock ran out: the seat stays with the bot

    @property
    def filled(self) -> bool:
        """Whether somebody sits there."""
        return self.kind in ("bot", "program", "record") or self.person is not None

    @property
    def player(self) -> str | None:
        """The bot that plays the seat, None if a person or program does."""
        return self.bot if self.kind == "bot" else self.stand_in


@dataclass(kw_only=True, eq=False)
class Entry:
    """One thing that was done: a step in notation, one held until it is confirmed, one taken back, a turn confirmed,
    a note of the house.
    """

    table: str
    ply: int
    seat: int
    kind: str  # step, hold, undo, done, note
    text: str = ""
    at: float = 0.0
