"""Secrets that stand for a seat: an invitation seats one person once, a program's token acts for its seat."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from khonsu.web.domain.table import Table


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
