"""What the server says over a live connection. `kind` tells the messages apart."""

from __future__ import annotations

from typing import Any

import msgspec

Points = float | int
Drawing = list[int | str]  # its parts: the place of one that was sent with the drawing before, or a new one


class Choice(msgspec.Struct):
    """A legal step, with what it would do where there are few."""

    id: int
    text: str
    label: str


class Line(msgspec.Struct):
    """A step in the log: its number, its seat, its sentences."""

    n: int
    seat: int
    said: list[str]


class Log(msgspec.Struct, rename={"start": "from"}):
    """The log from a step on; what was there before from that step on is replaced."""

    start: int
    lines: list[Line]


class SeatShown(msgspec.Struct):
    """A seat as it stands beside the board."""

    seat: int
    name: str
    bot: str | None
    plays: str  # the same in words: level 3
    face: str | None  # the bot's picture in static/faces
    filled: bool
    here: bool
    left: bool  # a bot plays for somebody who left
    score: Points  # what people count: the sum of the parts, without what only breaks ties
    parts: list[tuple[str, Points]]
    winner: bool
    asked: bool
    clock: float | None
    gone: float | None  # seconds since nobody is there


class Scene(msgspec.Struct, tag_field="kind", tag="table", omit_defaults=False):
    """All that one pair of eyes needs to see now."""

    ply: int
    steps: int
    you: int
    own: list[int]
    cover: str | None  # who must take the device before anything secret is shown
    cover_seat: int | None
    asked: list[int]
    question: str
    choices: list[Choice]
    undo: bool
    confirm: bool  # the turn waits to be ended
    confirms: bool  # the seat wants that
    begun: bool
    over: bool
    hints: bool
    seats: list[SeatShown]
    log: Log
    pledge: str
    secret: tuple[str, str] | None  # seed and salt
    again: str | None
    flagged: bool
    drawing: Drawing | msgspec.UnsetType = msgspec.UNSET
    board: str | msgspec.UnsetType = msgspec.UNSET


class Seats(msgspec.Struct, tag_field="kind", tag="seats"):
    """What changed around the board: who is there, whose clock runs."""

    seats: list[SeatShown]


class Trouble(msgspec.Struct, tag_field="kind", tag="problem"):
    """Why something was not done."""

    sentence: str
    name: str


class Pong(msgspec.Struct, tag_field="kind", tag="pong"):
    """The connection lives."""


class Explained(msgspec.Struct, tag_field="kind", tag="explain"):
    """What a step would do."""

    step: int
    sentence: str


class HintGiven(msgspec.Struct, tag_field="kind", tag="hint"):
    """What a bot would do, best first."""

    bot: str
    chance: int | None
    note: str
    candidates: list[dict[str, Any]]


Message = Scene | Seats | Trouble | Pong | Explained | HintGiven
encode = msgspec.json.Encoder().encode
