"""Who visits: an encrypted cookie holds a random id, a name and preferences. There are no accounts and no passwords."""

from __future__ import annotations

import secrets
from typing import Any

from litestar.connection import ASGIConnection

from khonsu.text import LANGUAGES, Text
from khonsu.web.domain.invitations import digest
from khonsu.web.domain.names import clean_name
from khonsu.web.words import preferred, words

Connection = ASGIConnection[Any, Any, Any, Any]
THEMES = ("auto", "light", "dark")


def person(connection: Connection) -> str:
    """The digest by which a visitor is known; the id itself stays in the cookie."""
    session: dict[str, Any] = connection.session
    if not isinstance(session.get("id"), str):
        session["id"] = secrets.token_hex(16)
    return digest(session["id"])


def given_name(connection: Connection) -> str:
    """The visitor's name; empty for somebody who has not given one."""
    return clean_name(str(connection.session.get("name", "")))


def name(connection: Connection, t: Text) -> str:
    """What the visitor is called in their own language."""
    return given_name(connection) or t("Guest")


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


def bearer(connection: Connection) -> str | None:
    """The secret that a program shows."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None
