"""Partners who play one side speak together: one is asked, the other may propose. Only the two of them know of it.

Proposals live as long as the question; they are no part of the match, its journal or its record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from khonsu.games import part
from khonsu.match import Step

if TYPE_CHECKING:
    from khonsu.web.domain.table import Table


class Proposal(NamedTuple):
    """What a partner would do; no step means that it is left to the one who is asked."""

    by: int
    step: Step | None


def partner(table: Table, seat: int) -> int | None:
    """The seat that plays the same side now."""
    team = part(table.match.game.name, "team")
    found: int | None = team.partner(table.match.position.reading, seat) if team and seat >= 0 else None
    return found


def decide_together(table: Table) -> bool:
    """Whether partners should agree on the open question, so that who is asked waits for a word of the other."""
    team = part(table.match.game.name, "team")
    return team is not None and bool(team.together(table.match.position.reading))


def advised(table: Table, seat: int) -> int | None:
    """The partner to whom this seat may propose something now; nobody proposes to themselves on one device."""
    if seat < 0 or not table.begun or table.unconfirmed is not None or seat in table.deciders:
        return None
    other = partner(table, seat) if table.deciders else None
    if other is None or other not in table.deciders:
        return None
    person = table.seats[seat].person
    return None if person is not None and person == table.seats[other].person else other


def waits_for_word(table: Table, seat: int) -> bool:
    """Whether a bot in this seat should hear its partner first: somebody who is there and has not spoken yet."""
    other = partner(table, seat)
    if other is None or seat in table.proposals or advised(table, other) != seat:
        return False
    listens = table.seats[other].player is None and other in table.presence.present()
    return listens and decide_together(table)


def adviser(table: Table, seat: int) -> int | None:
    """The bot's seat whose advice this seat waits for: partners of people speak where both should agree."""
    other = partner(table, seat)
    if other is None or seat in table.proposals or not table.answers(seat) or not decide_together(table):
        return None
    return other if table.seats[other].player is not None else None
