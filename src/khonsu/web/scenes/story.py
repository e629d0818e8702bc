"""The log as people read it: turn by turn, each with a heading and a few sentences."""

from __future__ import annotations

from typing import NamedTuple

from khonsu.draw.labels import capital
from khonsu.kernel.game import Event
from khonsu.match.story import begins, story
from khonsu.text import Text
from khonsu.web.domain.table import Table
from khonsu.web.scenes.messages import Told


class Happened(NamedTuple):
    """An event, the step to which it belongs in the log, and the seat whose step brought it about."""

    n: int
    seat: int
    event: Event


def turn_start(table: Table, place: int) -> int:
    """The first step of the turn in which a step was or will be played; the step itself in a game without turns."""
    kind = begins(table.match.game)  # of an event everybody knows the kind
    while kind is not None and place and not any(event.kind == kind for event in _events(table, -1, place - 1)):
        place -= 1
    return place


def retold(table: Table, viewer: int, t: Text, start: int, stop: int | None = None) -> list[Told]:
    """The log from the beginning of a turn on.

    A step that ends a turn also begins the next one; whatever comes after that belongs to the step which is still to
    be played, so that a turn is always taken back or told anew as a whole.
    """
    kind, names = begins(table.match.game), table.names(t)
    lines: list[Told] = []
    turn: list[Happened] = []
    for n in range(max(0, start - 1), len(table.played) if stop is None else stop):
        seat, place = table.played[n].seat, n
        if n >= start and n in table.notes:
            lines += _said(table, turn, names, t)
            turn = []
            lines.append(Told(n, seat, table.notes[n]))
        for event in _events(table, viewer, n):
            if event.kind == kind:
                lines += _said(table, turn, names, t)
                turn, place = [], n + 1
                heading = table.match.game.words.tell(event, names, t)
                lines.append(Told(place, event.seat, capital(heading), turn=True))
            elif place >= start:
                turn.append(Happened(place, seat, event))
    return lines + _said(table, turn, names, t)


def _events(table: Table, viewer: int, n: int) -> list[Event]:
    return table.played[n].events[viewer + 1]


def _said(table: Table, turn: list[Happened], names: list[str], t: Text) -> list[Told]:
    told = story(table.match.game, [happened.event for happened in turn], names, t)
    return [
        Told(turn[said.at].n, turn[said.at].seat, said.text, said.icon, list(said.places), list(said.paths))
        for said in told
    ]
