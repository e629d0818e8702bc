"""The last turn once more: what the others did before one's own steps, as these eyes may see it."""

from __future__ import annotations

from collections import defaultdict

from khonsu.web.domain.table import Table
from khonsu.web.scenes.eyes import Eyes, Shown
from khonsu.web.scenes.messages import Again, Frame, encode
from khonsu.web.scenes.scene import changed, still
from khonsu.web.scenes.story import retold, turn_start
from khonsu.web.settings import SHOWN_AGAIN
from khonsu.web.words import words


class LastTurns:
    """The last turn of one table for all who ask; made once until the table goes on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._ply = -1
        self._made: dict[tuple[object, ...], bytes] = {}

    def of(self, eyes: Eyes) -> bytes:
        """The message for these eyes."""
        if self._ply != self.table.ply:
            self._ply, self._made = self.table.ply, {}
        key = (*eyes.view(self.table), *eyes.seats(self.table), eyes.language, eyes.narrow)
        if key not in self._made:
            self._made[key] = encode(last_turn(self.table, eyes))
        return self._made[key]


def last_turn(table: Table, eyes: Eyes) -> Again:
    """Every moment of what the others did last, each drawing as its difference to the one before."""
    seat, cover = eyes.view(table)
    start, stop = others_steps(table, eyes.seats(table))
    if cover is not None or start == stop:
        return Again([])
    t, match = words(eyes.language, table.match.game.name), table.match
    names = table.names(t)
    sentences: defaultdict[int, list[str]] = defaultdict(list)
    for told in retold(table, seat, t, turn_start(table, seat, start), stop):
        sentences[told.n] += [] if told.turn else [told.text]
    position = match.at(0).position
    frames: list[Frame] = []
    shown: Shown = []
    for n in range(stop + 1):
        if n >= start:
            parts = still(match, position.view(seat), names, seat, eyes.language, eyes.narrow)
            drawing, shown = changed(shown, parts)
            frames.append(Frame(drawing, sentences[n - 1] if n > start else []))
        if n < stop:
            position.play(match.steps[n].seat, match.steps[n].id)
    return Again(frames)


def others_steps(table: Table, own: list[int]) -> tuple[int, int]:
    """From which step to which the others played last; for who plays all seats or none, the last turn."""
    movers = [played.seat in own for played in table.played]
    stop = len(movers)
    if 0 < len(own) < table.match.players:
        while stop and movers[stop - 1]:
            stop -= 1
        start = stop
        while start and not movers[start - 1]:
            start -= 1
    else:
        start = turn_start(table, -1, stop)
        if start == stop and stop:
            start = turn_start(table, -1, stop - 1)
    return max(start, stop - SHOWN_AGAIN), stop
