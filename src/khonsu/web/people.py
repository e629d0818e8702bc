"""Who visits: an encrypted cookie holds a random id, a name and preferences. There are no accounts and no passwords."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from litestar.connection import ASGIConnection

from khonsu.text import LANGUAGES, Text
from khonsu.web.settings import NAME
from khonsu.web.table import Table
from khonsu.web.words import preferred, words

Connection = ASGIConnection[Any, Any, Any, Any]
THEMES = ("auto", "light", "dark")


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
    """A name as it is kept: one line, visible characters, not too long."""
    visible = "".join(letter if letter.isprintable() else " " for letter in given)
    return " ".join(visible.split())[:NAME].strip()


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token() -> tuple[str, str]:
    """A secret for an invitation or a program, and its digest."""
    token = secrets.token_urlsafe(24)
    return token, digest(token)


def seat_of(table: Table, token: str) -> int | None:
    """The seat that a secret stands for."""
    given = digest(token)
    for row in table.seats:
        if row.token is not None and hmac.compare_digest(row.token, given):
            return row.seat
    return None


def bearer(connection: Connection) -> str | None:
    """The secret that a program shows."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None
