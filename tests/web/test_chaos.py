"""What breaks around a server does not break a match: the faults of `make chaos`, one time each, and its verdict."""

from __future__ import annotations

import random
import sqlite3
from typing import Any

import pytest
from chaos import __main__ as chaos
from chaos.faults import FAULTS, Fault
from chaos.house import House, NotPossible
from chaos.players import Pair, Spectator
from postgresql import NotInstalled

NEVER = float("inf")
PATIENCE = 60.0  # the ten seconds are for a machine that does nothing else


# the others are tried on a server in this process: test_steady.py, test_edge.py
TRIED = [
    fault for fault in FAULTS if fault.name.endswith(("server killed", "twice in a row", "full", "crashed", "cut"))
]


@pytest.mark.parametrize("fault", TRIED, ids=lambda fault: fault.name)
def test_goes_on_and_loses_nothing(rules, tmp_path, fault):
    try:
        found = chaos.inflict(fault, 1, random.Random(1), tmp_path / "log", PATIENCE)
    except (NotPossible, NotInstalled) as why:
        pytest.skip(f"{why}, so this fault is not tried.")
    assert found.times == 1
    assert found.lost == 0
    assert found.worst < NEVER, found.late
    assert found.acknowledged > 5


@pytest.mark.parametrize(
    ("lost", "worst", "code"),
    [(0, 9.9, 0), (1, 0.1, 1), (0, 10.1, 1), (0, NEVER, 1)],
    ids=["good", "lost", "late", "hangs"],
)
def test_verdict(monkeypatch, capsys, tmp_path, lost, worst, code):
    def inflict(fault: Fault, times: int, *_: Any) -> chaos.Found:
        return chaos.Found(fault, times, acknowledged=7, lost=lost, worst=worst)

    monkeypatch.setattr(chaos, "inflict", inflict)
    assert chaos.main(["locked", "--logs", str(tmp_path)]) == code
    assert "database file locked" in capsys.readouterr().out


def test_what_cannot_be_done_here_is_said(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert chaos.main(["disk", "--logs", str(tmp_path)]) == 0
    assert "skipped: only root" in capsys.readouterr().out


def test_lost_is_what_was_told_and_is_not_in_the_journal(tmp_path):
    pair = Pair("horus", ["http://127.0.0.1:1"], random.Random(1))
    spectator = Spectator("horus", "http://127.0.0.1:1")
    place = House(tmp_path, [], None, [pair], spectator, random.Random(1))
    with sqlite3.connect(place.file) as connection:
        connection.execute('create table journal ("table", ply, seat, text)')
        connection.executemany("insert into journal values (?, ?, ?, ?)", [("a", 0, 0, "x"), ("a", 1, 1, "y")])
    connection.close()
    pair.acknowledged = {("a", 0, 0, "x")}  # nobody heard of the other one: that is no loss
    spectator.shown["a"] = 2
    assert place.lost() == 0
    pair.acknowledged |= {("a", 1, 1, "z"), ("b", 0, 0, "x")}  # another step stands there; a table is gone
    spectator.shown["a"] = 3
    assert place.lost() == 3
