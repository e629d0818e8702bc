"""Who visits: an encrypted cookie holds a random id, a name and preferences. There are no accounts and no passwords."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable
from itertools import chain, count
from typing import Any

from litestar.connection import ASGIConnection

from khonsu.text import LANGUAGES, Text
from khonsu.web.domain.table import Table
from khonsu.web.settings import NAME
from khonsu.web.words import preferred, words

Connection = ASGIConnection[Any, Any, Any, Any]
THEMES = ("auto", "light", "dark")
MARKS = 3  # accents on one letter
BLANK = frozenset(  # letters and marks that show nothing, though Unicode does not call them spaces
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u303f\U00016fe4\U0001d159"
) | {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
LOOK_ALIKE = str.maketrans("авекмнорстухіјѕһԁӏαβεικμνορτυχ01i|", "abekmhopctyxljshdlabelkmvoptuxolll")


def person(connection: Connection) -> str:
    """The digest by which a visitor is known; the id itself stays in the cookie."""
    session: dict[str, Any] = connection.session
    if not isinstance(session.get("id"), str):
        session["id"] = secrets.token_hex(16)
    return digest(session["id"])


def name(connection: Connection, t: Text) -> str:
    """The visitor's name."""
    return clean_name(str(connection.session.get("name", ""))) or t("Guest")


def language(connection: Connection) -> str:
    """The language a visitor chose, or that the browser asks for."""
    chosen = connection.session.get("language")
    return chosen if chosen in LANGUAGES else preferred(connection.headers.get("accept-language", ""))


def theme(connection: Connection) -> str:
    """Light, dark, or as the system has it."""
    chosen = connection.session.get("theme")
    return chosen if chosen in THEMES else "auto"


def texts(connection: Connection, game: str | None = None) -> Text:
    """The visitor's translations."""
    return words(language(connection), game)


def clean_name(given: str) -> str:
    """A name as it is kept: one line, visible characters, not too long; empty if nothing of it can be seen."""
    plain = unicodedata.normalize("NFKC", given.strip()[: 4 * NAME])  # cut first: many marks take quadratic time
    kept, marks = "", MARKS
    for letter in plain:
        if unicodedata.category(letter) == "Cf" or letter in BLANK:
            continue
        if unicodedata.category(letter).startswith("M"):
            marks += 1
        else:
            letter = letter if letter.isprintable() else " "
            marks = MARKS if letter == " " else 0  # a mark needs a letter to stand on
        kept += letter if marks <= MARKS else ""
    return unicodedata.normalize("NFC", " ".join(kept.split())[:NAME].strip())


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, with a number if it could be taken for one that somebody at the table has already."""
    others = {likeness(name) for name in taken}
    numbered = (f"{wanted[: NAME - 3].strip()} {number}" for number in count(2))
    return next(name for name in chain([wanted], numbered) if likeness(name) not in others)


def likeness(name: str) -> str:
    """What is left of a name without capitals, accents, spaces and look-alikes: equal where people see the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LNS")
    return letters.translate(LOOK_ALIKE) or plain


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token() -> tuple[str, str]:
    """A secret for an invitation or a program, and its digest."""
    token = secrets.token_urlsafe(24)
    return token, digest(token)


def program_seat(table: Table, token: str) -> int | None:
    """The seat of the program that shows this secret. No other kind of seat has a secret that acts for it."""
    return _seat_of(table, token, "program")


def invited_seat(table: Table, token: str) -> int | None:
    """The free seat that an invitation is for; None once somebody has sat down there."""
    return _seat_of(table, token, "friend")


def _seat_of(table: Table, token: str, kind: str) -> int | None:
    given = digest(token)
    for row in table.seats:
        if row.kind == kind and row.person is None and row.token and hmac.compare_digest(row.token, given):
            return row.seat
    return None


def bearer(connection: Connection) -> str | None:
    """The secret that a program shows."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None
