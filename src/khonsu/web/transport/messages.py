"""What a browser or program says over a live connection. `kind` tells the messages apart; `live` answers each."""

from __future__ import annotations

from typing import Annotated

import msgspec

from khonsu.errors import KhonsuError
from khonsu.web.settings import FRAME

Number = Annotated[int, msgspec.Meta(ge=-1, le=2**31)]
Notation = Annotated[str, msgspec.Meta(max_length=80)]


class Said(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True):
    """Any message."""


class Act(Said):
    """Something that is done for a seat, as the answer to the question asked at a ply."""

    ply: Number | None = None
    seat: Number | None = None  # the one that is shown, unless told


class Choose(Act, tag="step"):
    """Play a step."""

    step: Number | Notation | None = None


class Undo(Act, tag="undo"):
    """Take the last step back."""


class Done(Act, tag="done"):
    """End the turn."""


class Layout(Said, tag="layout"):
    """Draw for another screen."""

    narrow: bool | None = None
    text: bool | None = None


class Ping(Said, tag="ping"):
    """Is anybody there?"""


class Explain(Said, tag="explain"):
    """What would this step do?"""

    step: Number | Notation


class Uncover(Said, tag="uncover"):
    """The right person has the device now."""

    seat: Number


class Confirm(Said, tag="confirm"):
    """Whether the end of my turns is confirmed."""

    on: bool


class HandOver(Said, tag="hand over"):
    """Let a bot play for somebody who is away."""

    seat: Number


class Return(Said, tag="return"):
    """I play my seat again."""

    seat: Number


class AskHint(Said, tag="hint"):
    """What would a bot do?"""


class BadMessage(KhonsuError):
    """Something that is not a message."""

    template = "The server could not understand that message. Reload the page and try again."


class TooMuch(KhonsuError):
    """More messages than anybody needs."""

    template = "Too many messages at once. Wait a moment, then try again."


KINDS = Choose | Undo | Done | Layout | Ping | Explain | Uncover | Confirm | HandOver | Return | AskHint
decode = msgspec.json.Decoder(KINDS).decode


def understand(received: object) -> Said:
    """The message in a frame."""
    if not isinstance(received, str) or len(received.encode(errors="replace")) > FRAME:
        raise BadMessage()
    try:
        said: Said = decode(received)
        return said
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage() from None
