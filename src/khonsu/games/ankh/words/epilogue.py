"""The end of a match: the gods' emblems, and what became of a god that is out (AK-196 to AK-199).

A god that is out has no devotion that would tell.
"""

from __future__ import annotations

from typing import Any

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words.notices import ROMAN
from khonsu.text import Text

CONFLICTS = (p.CONFLICT, p.CONFLICT_MERGE, p.CONFLICT_FORGOTTEN, p.CONFLICT_END)


def emblem(s: Any, seat: int) -> str:
    """The sign of the god with which a seat began; a merged god has one for each of its players."""
    return f"k-ankh-{p.GODS[int(s.who[seat])]}"


def fate(s: Any, seat: int, t: Text) -> str:
    """Why the seat's god was forgotten, and with how much devotion; "" for one that is remembered."""
    if int(s.god_of[seat]) >= 0:
        return ""
    lower = [god for god in range(int(s.players)) if int(s.partner[god]) == seat]
    god = lower[0] if lower else seat
    calendar = [int(kind) for kind in s.calendar[: int(s.n_calendar)]]
    before = calendar[: calendar.index(p.CONFLICT_FORGOTTEN)]
    conflict = sum(kind in CONFLICTS for kind in before)
    if conflict >= len(s.after):  # the state remembers the first few
        return ""
    return t(
        "Forgotten after Conflict {conflict} with {n} devotion: the red part of the track goes up to {red}.",
        conflict=ROMAN[conflict + 1],
        n=int(s.after[conflict, god]),
        red=int(s.red),
    )
