"""Merged gods: two seats that play one god (AK-190 to AK-195). Who they are is known to everybody."""

from __future__ import annotations

from typing import Any


def partner(s: Any, seat: int) -> int | None:
    """The other seat of the same god."""
    god = int(s.god_of[seat])
    others = [other for other in range(int(s.players)) if other != seat and god >= 0 and int(s.god_of[other]) == god]
    return others[0] if others else None


def together(s: Any) -> bool:
    """AK-194: partners decide battles together; everything else is up to the one whose turn it is."""
    return bool(s.in_conflict)
