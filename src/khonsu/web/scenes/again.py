"""The last turn once more: what the others did before one's own steps, as these eyes may see it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from khonsu.match import Match, Step
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

    async def of(self, eyes: Eyes) -> bytes:
        """The message for these eyes. Drawing dozens of moments is left to a thread: nobody's step waits for it."""
        if self._ply != self.table.ply:
            self._ply, self._made = self.table.ply, {}
        key = (*eyes.view(self.table), *eyes.seats(self.table), eyes.language, eyes.narrow)
        made = self._made
        if key not in made:
            turn = last_turn(self.table, eyes)
            made[key] = encode(await asyncio.to_thread(turn.drawn) if turn else Again([]))
        return made[key]


class LastTurn(NamedTuple):
    """What the others did last, with all that is needed to draw it: the table may go on meanwhile."""

    match: Match  # before its first step
    steps: list[Step]
    start: int  # the first step that is shown
    sentences: Mapping[int, list[str]]  # by step
    names: list[str]
    seat: int
    language: str
    narrow: bool

    def drawn(self) -> Again:
        """Every moment, each drawing as its difference to the one before."""
        match, position = self.match, self.match.position
        frames: list[Frame] = []
        shown: Shown = []
        for n in range(len(self.steps) + 1):
            if n >= self.start:
                parts = still(match, position.view(self.seat), self.names, self.seat, self.language, self.narrow)
                drawing, shown = changed(shown, parts)
                frames.append(Frame(drawing, self.sentences.get(n - 1, []) if n > self.start else []))
            if n < len(self.steps):
                position.play(self.steps[n].seat, self.steps[n].id)
        return Again(frames)


def last_turn(table: Table, eyes: Eyes) -> LastTurn | None:
    """What the others did last, as these eyes may see it; None for nothing."""
    seat, cover = eyes.view(table)
    start, stop = others_steps(table, eyes.seats(table))
    if cover is not None or start == stop:
        return None
    t, match = words(eyes.language, table.match.game.name), table.match
    sentences: defaultdict[int, list[str]] = defaultdict(list)
    for told in retold(table, seat, t, turn_start(table, start), stop):
        sentences[told.n] += [] if told.turn else [told.text]
    names = list(table.names(t))
    return LastTurn(match.at(0), match.steps[:stop], start, sentences, names, seat, eyes.language, eyes.narrow)


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
        start = turn_start(table, stop)
        if start == stop and stop:
            start = turn_start(table, stop - 1)
    return max(start, stop - SHOWN_AGAIN), stop
