"""Clocks: they follow neither jumps of the system's time nor hours in which the server was away."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

from khonsu.web.domain import clock
from khonsu.web.domain.clock import Pauses
from khonsu.web.settings import CLOSED, IDLE

from .waiting import until


def test_a_jump_of_the_clock_moves_nothing(monkeypatch):
    before = clock.now()
    monkeypatch.setattr(time, "time", lambda: 4e9)
    assert clock.now() - before < 60


def test_the_house_never_goes_back_in_time():
    before = clock.now()
    clock.not_before(before - 100)
    assert clock.now() < before + 60
    clock.not_before(before + 100)
    assert before + 100 <= clock.now() < before + 160


def test_pauses_are_not_counted():
    pauses = Pauses([(100.0, 200.0), (300.0, 400.0)])
    assert pauses.open_seconds(0, 50) == 50
    assert pauses.open_seconds(0, 500) == 300
    assert pauses.open_seconds(150, 350) == 100
    assert pauses.open_seconds(120, 180) == 0
    assert pauses.open_seconds(410, 420) == 10
    assert pauses.open_seconds(50, 40) == 0


def test_a_closed_house_costs_nobody_time(serve, visit, tmp_path):
    """The server was away for an hour: the clock goes on where it stood."""
    with serve() as server:
        visitor = visit(server)
        key = visitor.new("person", "person", clock="minutes", amount="10")
        with visitor.live(key) as live:
            live.act()
            left = live.state["seats"][live.state["you"]]["clock"]
        cookies = dict(visitor.http.cookies)
    an_hour_ago(tmp_path / "tables.db")
    with serve() as server:
        visitor = visit(server)
        visitor.http.cookies.update(cookies)
        with visitor.live(key) as live:
            assert live.state["seats"][live.state["you"]]["clock"] > left - CLOSED - 30
            live.act()
            assert not any(seat["left"] for seat in live.state["seats"])


def an_hour_ago(file: Path) -> None:
    """All that is stored happened an hour earlier than it did."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("update house set value = value - 3600.0 where name = 'alive'")
        connection.execute("update journal set at = at - 3600.0")
        connection.execute("update tables set made_at = made_at - 3600.0, begun_at = begun_at - 3600.0")
        connection.commit()


def test_tables_with_a_clock_are_let_go_and_taken_up_in_time(visitor, server, monkeypatch):
    key = visitor.new("person", "person", clock="minutes", amount="10")
    server.hub.rooms[key].unwatched = clock.now() - IDLE - 1
    until(lambda: key not in server.hub.rooms)
    due = server.hub.asleep[key]
    assert 500 < due - clock.now() < 601
    server.hub.asleep[key] = 0.0
    until(lambda: key in server.hub.rooms)
    assert key not in server.hub.asleep
