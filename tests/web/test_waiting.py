"""While games are compiled the house is open: pages say how far they are, and whoever waits gets the table."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import khonsu
from khonsu.compiling import Compiler
from khonsu.compiling.work import Job, load
from khonsu.processes import Failed


class Slow:
    """Compiles nothing, and takes until the test lets a game go on."""

    pid = None
    trouble = False

    def __init__(self) -> None:
        self.go = {name: threading.Event() for name in khonsu.games()}
        self.begun: list[str] = []
        self.ended = threading.Event()

    def ask(self, _: Any, job: Job) -> str | None:
        if job.kernels:
            return None
        if job.game not in self.begun:
            self.begun.append(job.game)
            return "start"
        while not self.go[job.game].wait(0.02):
            if self.trouble or self.ended.is_set():
                raise Failed("no room on the table")
        return None

    def load(self, job: Job) -> bool:
        return bool(job.kernels or self.go[job.game].is_set()) and load(job)

    def close(self) -> None:
        self.ended.set()

    def bury(self) -> None:
        """Nothing is left of it."""


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def house(serve: Any, slow: Slow) -> Iterator[Any]:
    """A server whose games are compiled when the test says so, one after the other."""
    with serve(compiler=Compiler(khonsu.games(), 1, helper=lambda: slow, loader=slow.load)) as server:
        yield server


def wait_for(true: Any) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_the_home_page_says_how_far_games_are(house, slow, visit):
    visitor = visit(house)
    wait_for(lambda: slow.begun)
    said = visitor.get("/ready").json()
    assert set(said) == set(khonsu.games())
    assert [far["state"] for far in said.values()].count("compiling") == 1
    home = visitor.get("/")
    assert home.status_code == 200
    assert home.text.count("<progress") == 3
    slow.go[slow.begun[0]].set()
    wait_for(lambda: len(visitor.get("/ready").json()) == 2)
    assert visitor.get("/").text.count("<progress") == 2


@pytest.mark.parametrize(("language", "words"), [("es", "Preparando"), ("fr", "se prépare")])
def test_it_waits_in_the_language_of_the_visitor(house, visit, language, words):
    answer = visit(house, language).post("/play/horus")
    assert answer.status_code == 202
    assert words in answer.text


def test_what_is_wanted_comes_first(house, slow, visit):
    wait_for(lambda: slow.begun)
    last = next(name for name in khonsu.games() if name not in slow.begun)
    assert visit(house).post(f"/play/{last}").status_code == 202
    wait_for(lambda: last in slow.begun)


def test_a_form_is_kept_while_it_waits(house, slow, visit):
    visitor = visit(house)
    fields = {"players": "2", "seat0": "person", "seat1": "bot:random", "name": "<Nefertari>"}
    answer = visitor.post("/new/horus", **fields)
    assert answer.status_code == 202
    assert '<input type="hidden" name="seat1" value="bot:random">' in answer.text
    assert 'value="&lt;Nefertari&gt;"' in answer.text
    slow.go["horus"].set()
    wait_for(lambda: "horus" not in visitor.get("/ready").json())
    assert visitor.post("/new/horus", **fields).url.path.startswith("/table/")


def test_programs_are_told_when_to_ask_again(house, visit):
    seats = [{"kind": "program"}, {"kind": "bot", "bot": "random"}]
    answer = visit(house).http.post("/api/tables", json={"game": "horus", "seats": seats})
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["name"] == "NotReady"


def test_a_table_from_before_waits_too(serve, slow, visit):
    """The server was begun again with other rules; nobody loses the address of a table, nor its clock."""
    with serve() as server:
        visitor = visit(server)
        key = visitor.new("person", "bot:random", clock="minutes", amount="20")
    with serve(compiler=Compiler(khonsu.games(), 1, helper=lambda: slow, loader=slow.load)) as server:
        again = visit(server)
        assert again.get(f"/table/{key}").status_code == 202
        assert "location" not in again.get(f"/table/{key}").headers
        with pytest.raises((ConnectionClosed, InvalidStatus)), again.live(key):
            pass
        slow.go["ankhor"].set()
        wait_for(lambda: again.get(f"/table/{key}").status_code == 200)
        with again.live(key) as live:
            assert live.state["ply"] == 0


def test_a_record_of_a_game_that_is_not_ready(house, visit):
    match = khonsu.game("ankhor").match(players=2, seed=7)
    answer = visit(house).post("/look", text=match.record())
    assert answer.status_code == 200
    assert "being prepared" in answer.text


def test_a_game_that_cannot_be_compiled_says_so(house, slow, visit):
    slow.trouble = True
    visitor = visit(house)
    wait_for(lambda: "failed" in [far["state"] for far in visitor.get("/ready").json().values()])
    failed = next(name for name, far in visitor.get("/ready").json().items() if far["state"] == "failed")
    assert "cannot be prepared" in visitor.post(f"/play/{failed}").text


def test_the_house_closes_while_it_compiles(serve, slow):
    with serve(compiler=Compiler(khonsu.games(), 1, helper=lambda: slow, loader=slow.load)):
        wait_for(lambda: slow.begun)
    assert slow.ended.is_set()
