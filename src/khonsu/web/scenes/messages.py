"""What the server says over a live connection. `kind` tells the messages apart."""

from __future__ import annotations

import msgspec

Points = float | int
DrawingParts = list[int | str]  # its parts: the place of one that was sent with the drawing before, or a new one


class LegalStep(msgspec.Struct, omit_defaults=True):
    """A legal step, with what it would do where there are few; or several steps in one."""

    id: int
    text: str
    label: str
    costs: bool = False  # something is paid for it that the drawing does not show


class LogLine(msgspec.Struct):
    """A step in the log: its number, its seat, its sentences."""

    n: int
    seat: int
    said: list[str]


class Told(msgspec.Struct, omit_defaults=True):
    """A sentence of the log: the step it belongs to, whose step that was, and where to look while it is read."""

    n: int
    seat: int
    text: str
    icon: str = ""  # the id of a symbol of the drawing
    places: list[str] = []  # selectors
    paths: list[tuple[str, str]] = []  # from one of them to another
    turn: bool = False  # the heading of a turn


class Log(msgspec.Struct, rename={"start": "from"}):
    """The log from a step on; what was there before from that step on is replaced."""

    start: int
    lines: list[Told]


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


class ProposalShown(msgspec.Struct):
    """What one partner proposes to the other; no step: it is left to the one who is asked."""

    by: str
    step: int | None
    label: str


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
    choices: list[LegalStep]
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
    advises: str | None = None  # the partner who is asked: the choices are theirs, and can be proposed
    proposal: ProposalShown | None = None  # from me or to me
    drawing: DrawingParts | msgspec.UnsetType = msgspec.UNSET
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


class Warned(msgspec.Struct, tag_field="kind", tag="warning"):
    """A step that was not played yet, because of what it would lose."""

    step: int
    sentence: str


class Explained(msgspec.Struct, tag_field="kind", tag="explain"):
    """What a step would do."""

    step: int
    sentence: str


class Why(msgspec.Struct, tag_field="kind", tag="why"):
    """Why a thing cannot be chosen, and the rulebook's section about it; empty for what never can be."""

    thing: str
    sentence: str
    section: str


class TurnShown(msgspec.Struct):
    """A whole turn that a bot would play: its steps, the chance after it, and why."""

    steps: list[LegalStep]
    chance: int | None
    why: str
    place: int  # among all that the bot found: by which its drawings are asked for
    compared: str = ""  # with the next one


class HintGiven(msgspec.Struct, tag_field="kind", tag="hint"):
    """The turns that a bot would play, best first."""

    bot: str
    note: str
    turns: list[TurnShown]


class CoachSays(msgspec.Struct, tag_field="kind", tag="coach"):
    """A remark of the coach; at the end of a turn with what could be better."""

    about: str  # goal, idea, turn; wait: not everybody at the table wants a coach; asked: somebody else would like one
    text: str
    section: str = ""  # of the rulebook
    title: str = ""
    better: str = ""  # what a better turn would bring
    places: list[str] = []  # of the drawing, by their selectors: what it speaks of


class TurnSketch(msgspec.Struct, tag_field="kind", tag="sketch"):
    """The drawings in which the steps of a turn are chosen, one after the other."""

    turn: int
    drawings: list[str]


class Spoken(msgspec.Struct, tag_field="kind", tag="said"):
    """A player's phrase, in the hearer's language."""

    seat: int
    name: str
    sentence: str


class Frame(msgspec.Struct):
    """A moment of a match: its drawing, and what had just happened."""

    drawing: DrawingParts
    said: list[str]


class Again(msgspec.Struct, tag_field="kind", tag="again"):
    """The last turn once more; nothing if there was none."""

    frames: list[Frame]


Answered = Warned | Explained | Why | HintGiven | TurnSketch | Again | CoachSays
Message = Answered | Scene | Seats | Spoken | Trouble | Pong
encode = msgspec.json.Encoder().encode
