"""Compiling beside everything else: in which order, how far, and what happens when it goes wrong.

Most tests have helpers that compile nothing: they wait until the test lets them go on.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from khonsu.compiling import Compiler, NotReady, compiler
from khonsu.compiling.pace import Pace, Track, expected
from khonsu.compiling.work import Job, advance, all_bot_kernels, bot_kernels, load
from khonsu.games import games
from khonsu.kernel.compile import ENABLED
from khonsu.processes import Failed, ProcessLost, Worker

NAMES = ["ankh", "ankhor", "horus"]


class House:
    """What a compiler needs, without compiling: jobs go on when the test says so."""

    def __init__(self) -> None:
        self.begun: list[Job] = []
        self.done: set[Job] = set()
        self.open: dict[Job, threading.Event] = {}
        self.trouble: dict[Job, list[Exception]] = {}
        self.helpers: list[Helper] = []

    def helper(self) -> Helper:
        self.helpers.append(Helper(self))
        return self.helpers[-1]

    def load(self, job: Job) -> bool:
        return job in self.done

    def let(self, job: Job) -> None:
        """Let a job be done."""
        self.open.setdefault(job, threading.Event()).set()


class Helper:
    pid = None

    def __init__(self, house: House) -> None:
        self.house = house
        self.ended = threading.Event()

    def ask(self, function: Callable[..., object], job: Job) -> str | None:
        assert function is advance
        if job not in self.house.begun:
            self.house.begun.append(job)
            return "start"
        if self.house.trouble.get(job):
            raise self.house.trouble[job].pop()
        go = self.house.open.setdefault(job, threading.Event())
        while not go.wait(0.01):
            if self.ended.is_set():
                raise ProcessLost("ended")
        self.house.done.add(job)
        return None

    def close(self) -> None:
        self.ended.set()

    def bury(self) -> None:
        assert self.ended.is_set()


def rules(name: str) -> Job:
    return Job(name)


def bots(name: str) -> Job:
    return Job(name, all_bot_kernels())


def compiling(work, processes=1, names=NAMES, house=None):
    """Something done with a compiler that is open."""
    house = house or House()

    async def begin_and_end():
        made = Compiler(names, processes, helper=house.helper, loader=house.load)
        made.open()
        try:
            async with asyncio.timeout(20):
                return await work(made, house)
        finally:
            await made.close()

    return asyncio.run(begin_and_end())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_rules_first_then_the_bots_then_the_next_game():
    async def work(made, house):
        for job in [step(name) for name in NAMES for step in (rules, bots)]:
            house.let(job)
        await made.until_settled()
        return house.begun

    quick = sorted(NAMES, key=lambda name: sum(expected(rules(name)).values()))
    assert compiling(work) == [step(name) for name in quick for step in (rules, bots)]


def test_what_is_wanted_does_not_wait_for_what_is_not():
    async def work(made, house):
        await until(lambda: len(house.begun) == 2)
        last = next(name for name in NAMES if rules(name) not in house.begun and bots(name) not in house.begun)
        made.want(last)
        await until(lambda: rules(last) in house.begun)
        house.let(rules(last))
        await until(lambda: made.is_ready(last))
        assert sum(made.is_ready(name) for name in NAMES) == 1

    compiling(work, processes=2)


def test_all_cores_are_used():
    async def work(made, house):
        await until(lambda: len(house.begun) == 4)

    compiling(work, processes=4)


def test_what_was_compiled_before_is_only_loaded():
    house = House()
    house.done = {step(name) for name in NAMES for step in (rules, bots)}

    async def work(made, house):
        found = [name async for name in made.as_ready()]
        await made.until_settled()
        return found

    assert sorted(compiling(work, house=house)) == NAMES
    assert house.helpers == []


def test_a_lost_process_is_replaced():
    house = House()
    house.trouble[rules("horus")] = [ProcessLost("gone"), Failed("Traceback")]
    for job in (rules("horus"), bots("horus")):
        house.let(job)

    async def work(made, house):
        await made.until_settled()
        return made.progress("horus").state

    assert compiling(work, names=["horus"], house=house) == "ready"


def test_what_cannot_be_compiled_is_told_and_tried_again(monkeypatch, caplog):
    monkeypatch.setattr(compiler, "AGAIN", 0.0)
    house = House()
    house.trouble[rules("horus")] = [Failed("Traceback: out of memory")] * compiler.ATTEMPTS
    house.let(bots("horus"))

    async def work(made, house):
        await until(lambda: made.progress("horus").state == "failed")
        with pytest.raises(NotReady):
            made.check("horus")
        house.let(rules("horus"))
        made.want("horus")
        await until(lambda: made.is_ready("horus"))
        made.check("horus")

    compiling(work, names=["horus"], house=house)
    assert "out of memory" in caplog.text


def test_progress_grows_to_the_end():
    async def work(made, house):
        assert made.progress("horus") == ("waiting", 0.0, made.progress("horus").seconds)
        await until(lambda: made.progress("horus").state == "compiling")
        before = made.progress("horus").share
        await asyncio.sleep(0.05)
        after = made.progress("horus")
        assert before < after.share < 1
        assert after.seconds > 1
        house.let(rules("horus"))
        await until(lambda: made.is_ready("horus"))
        return made.progress("horus")

    assert compiling(work, names=["horus"]) == ("ready", 1.0, 0)


def test_bots_are_waited_for():
    async def work(made, house):
        house.let(rules("horus"))
        await until(lambda: made.is_ready("horus"))
        await made.until_bot("horus", "random")  # it runs no kernel of its own
        waiting = asyncio.ensure_future(made.until_bot("horus", "level6"))
        assert not (await asyncio.wait([waiting], timeout=0.1))[0]
        house.let(bots("horus"))
        await waiting

    compiling(work, names=["horus"])


def test_bots_are_not_waited_for_in_vain(caplog):
    """Their kernels cannot be compiled ahead: their processes try it themselves."""
    house = House()
    house.trouble[bots("horus")] = [Failed("Traceback")] * compiler.ATTEMPTS
    house.let(rules("horus"))

    async def work(made, house):
        await made.until_bot("horus", "level6")
        await made.until_settled()
        return made.is_ready("horus"), made.complete("horus")

    assert compiling(work, names=["horus"], house=house) == (True, False)
    assert "best_ends" in caplog.text


def test_the_end_does_not_wait():
    async def work(made, house):
        await until(lambda: len(house.begun) == 2)
        await made.close()
        return [helper.ended.is_set() for helper in house.helpers]

    assert compiling(work, processes=2) == [True, True]


@pytest.mark.parametrize("trouble", ["read-only", "full"])
def test_without_a_disk_the_rules_are_compiled_in_memory(monkeypatch, caplog, trouble):
    """A disk that is full is noticed when the work is done and cannot be loaded."""
    house = House()
    for job in (rules("horus"), bots("horus")):
        house.let(job)
    monkeypatch.setattr(house, "load", lambda job: False)
    monkeypatch.setattr(compiler, "can_keep", lambda: "Read-only file system" if trouble == "read-only" else "")
    here: list[Job] = []
    monkeypatch.setattr(compiler, "steps", lambda job: here.append(job) or iter(["start"]))

    async def work(made, house):
        await made.until_settled()
        await made.until_bot("horus", "level6")
        return made.is_ready("horus")

    assert compiling(work, names=["horus"], house=house)
    assert here == [rules("horus")]
    assert (house.helpers[0].ended.is_set(), bool(house.begun)) == (True, trouble == "full")
    assert ("Read-only" in caplog.text) == (trouble == "read-only")


def test_seconds_follow_the_machine():
    pace = Pace()
    track = Track(rules("horus"), pace)
    pace.learn(here=1000.0, there=100.0)
    assert 8 < pace.factor < 10
    assert track.left == pytest.approx(track.total)


def test_every_kernel_of_our_games_has_its_seconds():
    """Otherwise bars jump: measure anew with scripts/bench_start.py --seconds."""
    for name in games():
        known = expected(bots(name))
        assert all(known[kernel] != 1.0 for kernel in bots(name).names), name
        assert len(expected(rules(name))) > 8


def test_unmeasured_games_take_what_the_others_take():
    assert sum(expected(Job("backgammon")).values()) > 1


def test_strangers_bots_are_not_asked_for_their_kernels():
    assert bot_kernels("program:false") is None
    assert bot_kernels("nobody") is None
    assert bot_kernels("level1") == bot_kernels("swift")


def test_processes_do_the_work():
    """The real thing, with what the tests have compiled already."""
    tried: set[Job] = set()

    def at_the_second_time(job: Job) -> bool:
        if job in tried:
            return load(job)
        tried.add(job)
        return False

    async def work() -> set[str]:
        made = Compiler(["ankhor"], 2, helper=Worker, loader=at_the_second_time)
        made.open()
        try:
            async with asyncio.timeout(300):
                await made.until_settled()
            return {job for job, track in made.games["ankhor"].tracks.items() if track.finished}
        finally:
            await made.close()

    assert asyncio.run(work()) == {rules("ankhor"), bots("ankhor")}


def gone(group: int) -> bool:
    """Whether no process of a group is left; waits a little if one is."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    time.sleep(0.1)
    return False


@pytest.mark.skipif(os.name != "posix" or not ENABLED, reason="signals and compilers are needed")
@pytest.mark.parametrize("command", [["warm", "horus"], ["serve", "--port", "0", "--database", "tables.db"]])
def test_ctrl_c_ends_everything(tmp_path, command):
    """With nothing on disk it compiles; interrupted, it ends soon and leaves no process behind."""
    environment = {**os.environ, "KHONSU_CACHE": str(tmp_path / "cache"), "PYTHONUNBUFFERED": "1"}
    line = [sys.executable, "-m", "khonsu", *command]
    process = subprocess.Popen(line, cwd=tmp_path, env=environment, start_new_session=True, stderr=subprocess.PIPE)
    time.sleep(5)  # it may be anywhere on its way
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode in (130, 0, -signal.SIGINT)
    assert any(gone(process.pid) for _ in range(100))
    assert not list(tmp_path.rglob("*.part"))
