"""The others' turns: a log that is whole however it came, and the last turn once more."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khonsu
from khonsu.web.domain.arrangement import Arrangement, Seat
from khonsu.web.domain.table import Table
from khonsu.web.scenes.again import last_turn, others_steps
from khonsu.web.scenes.eyes import Eyes
from khonsu.web.scenes.scene import Scenes
from khonsu.web.settings import SHOWN_AGAIN


@pytest.fixture
def table(game_name: str, rules: None) -> Table:
    about = khonsu.games()[game_name]
    players = about.players[0]
    row = Arrangement(
        id="t", game=game_name, rules=about.rules, players=players, options=about.resolve({}), seed="5", salt="s",
        owner=None, listed=False, hints=None, clock=None, made_at=0.0, begun_at=0.0, uploaded=False,
    )  # fmt: skip
    return Table(
        row,
        [
            Seat(table="t", seat=n, kind="person", name=f"P{n}", person=f"p{n}", confirm=False, flagged=False)
            for n in range(players)
        ],
    )


def do(table: Table, seat: int, kind: str, what: Any = None) -> None:
    entry = table.check(seat, kind, what)
    entry.at = 0.0
    table.apply(entry)


def test_the_log_is_the_same_however_it_came(table: Table) -> None:
    """Turns are told anew while they go on, steps are taken back: what is on the page is what a newcomer gets."""
    scenes, eyes, chance = Scenes(table), Eyes(person="p0", drawing=False), random.Random(3)
    page: list[Any] = []
    undone = 0
    for _ in range(160):
        if table.finished:
            break
        seat = chance.choice(table.deciders)
        if undone < 12 and table.can_undo(seat) and chance.random() < 0.3:
            do(table, seat, "undo")
            undone += 1
        else:
            do(table, seat, "step", chance.choice(table.match.legal_ids(seat)))
        scenes.forget()
        log = scenes.scene(eyes).log
        page = [line for line in page if line.n < log.start] + log.lines
        assert page == scenes.scene(Eyes(person="p0", drawing=False), fresh=True).log.lines
    assert undone > 3
    assert sum(line.turn for line in page) > 5
    assert [line.n for line in page] == sorted(line.n for line in page)


def test_the_last_turn_is_shown_once_more(table: Table) -> None:
    """Only what the others did, through one's own eyes, and no more of it than is bearable."""
    eyes, chance = Eyes(person="p0"), random.Random(3)
    assert last_turn(table, eyes) is None
    for _ in range(90):
        seat = chance.choice(table.deciders)
        do(table, seat, "step", chance.choice(table.match.legal_ids(seat)))
        start, stop = others_steps(table, [0])
        assert all(played.seat != 0 for played in table.played[start:stop])
        assert all(played.seat == 0 for played in table.played[stop:])
        assert stop - start <= SHOWN_AGAIN
    turn = last_turn(table, eyes)
    assert turn is not None
    again = turn.drawn()
    start, stop = others_steps(table, [0])
    assert len(again.frames) == stop - start + 1
    drawn: list[str] = []
    for n, frame in enumerate(again.frames, start):
        drawn = [drawn[part] if isinstance(part, int) else part for part in frame.drawing]
        earlier = table.match.at(n)
        plain = khonsu.draw.render(table.match.game, earlier.view(0), khonsu.draw.Look(["P0", "P1"], "en", 0))
        assert "".join(drawn) == plain
    assert any(frame.said for frame in again.frames)
