"""What a browser or program says over a live connection. `kind` tells the messages apart; `live` answers each."""

from __future__ import annotations

from typing import Annotated

import msgspec

from khonsu.errors import KhonsuError
from khonsu.web.domain.phrases import COUNT
from khonsu.web.settings import FRAME

Number = Annotated[int, msgspec.Meta(ge=-1, le=2**31)]
Notation = Annotated[str, msgspec.Meta(max_length=80)]


class ClientMessage(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True):
    """Any message."""


class ForSeat(ClientMessage):
    """Something that is done for a seat, as the answer to the question asked at a ply."""

    ply: Number | None = None
    seat: Number | None = None  # the one that is shown, unless told


class Choose(ForSeat, tag="step"):
    """Play a step."""

    step: Number | Notation | None = None
    careful: bool = False  # rather warn than play a step that loses something


class Undo(ForSeat, tag="undo"):
    """Take the last step back."""


class Done(ForSeat, tag="done"):
    """End the turn."""


class Screen(ClientMessage, tag="layout"):
    """Draw for another screen."""

    narrow: bool | None = None
    text: bool | None = None


class Ping(ClientMessage, tag="ping"):
    """Is anybody there?"""


class Explain(ClientMessage, tag="explain"):
    """What would this step do?"""

    step: Number | Notation


class AskWhy(ClientMessage, tag="why"):
    """Why can this not be chosen?"""

    thing: Notation


class Uncover(ClientMessage, tag="uncover"):
    """The right person has the device now."""

    seat: Number


class Confirm(ClientMessage, tag="confirm"):
    """Whether the end of my turns is confirmed."""

    on: bool


class HandOver(ClientMessage, tag="hand over"):
    """Let a bot play for somebody who is away."""

    seat: Number


class Return(ClientMessage, tag="return"):
    """I play my seat again."""

    seat: Number


class AskHint(ClientMessage, tag="hint"):
    """What would a bot do?"""


class AskCoach(ClientMessage, tag="coach"):
    """Speak to me, or be silent."""

    on: bool
    switched: bool = False  # somebody has just decided so, and it is remembered


class TryAgain(ClientMessage, tag="retry"):
    """Take my whole turn back."""


class AskSketch(ClientMessage, tag="sketch"):
    """Show me a turn of the hint on the board."""

    turn: Number


class CallPhrase(ClientMessage, tag="say"):
    """Call a phrase to the others."""

    phrase: Annotated[int, msgspec.Meta(ge=0, lt=COUNT)]


class Propose(ClientMessage, tag="propose"):
    """Propose a step to the partner who is asked at this ply; without one, leave it to them."""

    ply: Number
    step: Number | None = None
    seat: Number | None = None


class AskAgain(ClientMessage, tag="again"):
    """Show me the last turn once more."""


class BadMessage(KhonsuError):
    """Something that is not a message."""

    template = "The server could not understand that message. Reload the page and try again."


class TooMuch(KhonsuError):
    """More messages than anybody needs."""

    template = "Too many messages at once. Wait a moment, then try again."


FLOW = Choose | Undo | Done | Confirm | HandOver | Return | Propose
ASKED = Explain | AskWhy | AskHint | AskSketch | AskAgain | AskCoach
KINDS = FLOW | ASKED | Screen | Ping | Uncover | CallPhrase | TryAgain
decode = msgspec.json.Decoder(KINDS).decode


def understand(received: object) -> ClientMessage:
    """The message in a frame."""
    if not isinstance(received, str) or len(received.encode(errors="replace")) > FRAME:
        raise BadMessage()
    try:
        said: ClientMessage = decode(received)
        return said
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage() from None
