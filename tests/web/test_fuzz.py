"""Every door of the server under nonsense: a small part of `make fuzz`, and whether it would see what it looks for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from fuzz import case as cases
from fuzz.case import Case
from fuzz.findings import Findings, run

ANSWER = b"HTTP/1.1 %s\r\ncontent-length: 0\r\n\r\n"


def test_no_request_breaks_the_server(rules, tmp_path):
    found = run(range(400), 1, tmp_path)
    assert sum(report.cases for report in found.doors.values()) == 400
    assert min(report.cases for report in found.doors.values()) > 20
    assert found.problems == {}


class Bad:
    """Answers as it is told to by the path, and has the figures of a server that is watched."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.grown = self.worked = self.others = 0.0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                how = connection.recv(1000).split()[1][1:].decode()
                if how == "silent":
                    connection.recv(1)  # until the other side gives up
                elif how == "large":
                    self.grown += 500
                elif how in ("slow", "works", "waits"):
                    self.worked += 5 * (how == "works")
                    self.others += 5 * (how == "waits")
                    threading.Event().wait(0.2)
                if how not in ("silent", "cut"):
                    connection.sendall(ANSWER % (b"500 No" if how == "broken" else b"200 OK"))

    def memory(self) -> float:
        return 0.0

    def peak(self) -> float:
        return self.grown

    def processor(self) -> float:
        return self.worked

    def waited(self) -> float:
        return self.others


@pytest.fixture
def bad() -> Iterator[Bad]:
    server = Bad()
    yield server
    server.listener.close()


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("good", []),
        ("broken", ["500"]),
        ("silent", ["no answer"]),
        ("cut", ["cut off"]),
        ("slow", ["slow"]),
        ("works", ["slow"]),
        ("waits", []),
        ("large", ["memory"]),
    ],
)
def test_what_is_wrong_is_seen(bad, monkeypatch, path, problem):
    monkeypatch.setattr(cases, "PATIENCE", 1.0)
    monkeypatch.setattr(cases, "SECONDS", 0.15)
    world: Any = SimpleNamespace(server=bad, visitors=[])
    case = Case(world, 1, 7, {"api": 1})
    case.send("GET", f"/{path}", [("Host", "x")])
    assert [found.what for found in case.problems("")] == problem


def test_what_the_server_writes_is_read(bad):
    world: Any = SimpleNamespace(server=bad, visitors=[])
    quiet, loud = Case(world, 1, 7, {"api": 1}), Case(world, 1, 8, {"api": 1})
    assert quiet.problems("WARNING: a visitor has gone\n") == []
    problems = loud.problems("POST /x failed\nTraceback (most recent call last):\nValueError: no\nFORGED line\n")
    assert [(problem.what, problem.why) for problem in problems] == [
        ("traceback", "ValueError"),
        ("forged", "ValueError"),
    ]
    findings = Findings(1)
    findings.add(loud, problems)
    assert findings.doors["api"].problems == {"traceback": 1, "other": 1}


def test_a_case_is_made_from_seed_and_number(bad):
    world: Any = SimpleNamespace(server=bad, visitors=[])
    first, again, other = (Case(world, 1, number, {"api": 1}).chance.random() for number in (7, 7, 8))
    assert first == again != other
