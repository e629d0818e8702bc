"""Bots' processes: what dies or hangs is replaced, tables take turns, and whoever waits gets an answer."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys

import pytest

import khonsu
from khonsu.bots import Budget
from khonsu.web.services import pool
from khonsu.web.services.pool import FairQueue, NoAnswer, ProcessLost, Question, Thinkers

# A program that ends the process which asks it, so many times, and then answers.
DEADLY = """
import json, os, signal, sys
for line in sys.stdin:
    with open(sys.argv[1], "a+") as deeds:
        deeds.write("x")
    if os.path.getsize(sys.argv[1]) <= int(sys.argv[2]):
        os.kill(os.getppid(), signal.SIGKILL)
        sys.exit()
    print(json.dumps({"step": json.loads(line)["legal"][0]["id"]}), flush=True)
"""


@pytest.fixture
def match():
    return khonsu.game("ankhor").match(players=2, seed=1)


@pytest.fixture
def deadly(tmp_path, monkeypatch):
    """The name of a bot that takes its process along with it, `times` times."""
    monkeypatch.setattr(pool, "PAUSES", (0.0, 0.0, 0.0))
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY, encoding="utf-8")
    return lambda times: f"program:{shlex.join([sys.executable, str(file), str(tmp_path / 'deeds'), str(times)])}"


def run(work, processes=1, seconds=30.0, margin=60.0):
    """Something done with processes of its own."""

    async def begin_and_end():
        thinkers = Thinkers(processes, seconds, margin)
        try:
            return await work(thinkers)
        finally:
            thinkers.close()

    return asyncio.run(begin_and_end())


def begun(thinkers):
    return sum(worker.begun for worker in thinkers.workers)


def test_killed_twice_in_a_row(match, deadly):
    """A process dies while it thinks, and so does the next: the bot answers all the same."""

    async def ask(thinkers):
        choice = await thinkers.choose(deadly(2), match, match.deciders[0])
        return choice, begun(thinkers)

    choice, processes = run(ask)
    assert choice.step == match.legal_ids(match.deciders[0])[0]
    assert choice.note == ""
    assert processes == 3


def test_a_bot_that_always_dies_is_stood_in_for(match, deadly, monkeypatch):
    """Greedy plays for it, as for any bot that fails, and says why."""
    monkeypatch.setattr(pool, "PAUSES", (0.0,))
    choice = run(lambda thinkers: thinkers.choose(deadly(99), match, match.deciders[0]))
    assert choice.step in match.legal_ids(match.deciders[0])
    assert choice.note.startswith("greedy played this step for program:")
    assert "its process has ended" in choice.note


def test_one_death_starts_one_process(match, deadly):
    """16 tables think when a process dies: one new one is started, and all get their answers."""

    async def ask(thinkers):
        names = [deadly(1)] + ["random"] * 15
        asked = [
            thinkers.choose(name, match, match.deciders[0], table=str(number)) for number, name in enumerate(names)
        ]
        choices = await asyncio.gather(*asked)
        alive = {worker.pid for worker in thinkers.workers}
        return choices, alive, begun(thinkers)

    choices, alive, processes = run(ask, processes=2)
    assert all(choice.step in match.legal_ids(match.deciders[0]) for choice in choices)
    assert len(alive - {None}) == 2
    assert processes == 3


def test_a_process_that_hangs_is_replaced(match):
    async def ask(thinkers):
        await thinkers.choose("greedy", match, match.deciders[0])
        os.kill(thinkers.workers[0].pid, signal.SIGSTOP)
        choice = await thinkers.choose("level3", match, match.deciders[0])
        return choice, begun(thinkers)

    # one second to think, so three until a bot is not waited for, and then two more
    choice, processes = run(ask, seconds=1.0, margin=2.0)
    assert choice.step in match.legal_ids(match.deciders[0])
    assert processes == 2


def test_a_process_that_cannot_be_had(match, monkeypatch):
    """Whoever asks is told, and may ask again later."""
    monkeypatch.setattr(pool, "PAUSES", (0.0,))
    answers = iter([ProcessLost("gone"), ProcessLost("gone"), *["fine"] * 9])

    def ask(function, *arguments):
        answer = next(answers)
        if isinstance(answer, ProcessLost):
            raise answer
        return pool.Choice(1, (0.5, 0.5))

    async def twice(thinkers):
        thinkers.workers[0].ask = ask
        with pytest.raises(NoAnswer):
            await thinkers.choose("greedy", match, match.deciders[0])
        return await thinkers.choose("greedy", match, match.deciders[0])

    assert run(twice).step == 1


def test_tables_take_turns(match):
    """Neither a table with many questions nor many tables of bots keep a person waiting."""
    order = []

    async def ask(thinkers):
        async def one(table, urgent):
            await thinkers.choose("random", match, match.deciders[0], table=table, urgent=urgent)
            order.append(table)

        bots = [one(f"bots {number}", False) for number in range(29)]
        await asyncio.gather(*bots, *(one("many", True) for _ in range(10)), one("one", True))

    run(ask)
    assert len(order) == 40
    assert order[:4] == ["bots 0", "many", "one", "many"]
    assert order.index("bots 1") < 10


def test_who_waits_no_longer_leaves_the_line(match):
    async def ask(thinkers):
        asked = [
            asyncio.create_task(thinkers.choose("random", match, match.deciders[0], table=table)) for table in "abc"
        ]
        await asyncio.sleep(0)
        asked[0].cancel()  # thought about already
        asked[1].cancel()  # waits
        done = await asyncio.gather(*asked, return_exceptions=True)
        return done, thinkers._line.take()

    (first, second, third), left = run(ask)
    assert isinstance(first, asyncio.CancelledError)
    assert isinstance(second, asyncio.CancelledError)
    assert third.step in match.legal_ids(match.deciders[0])
    assert left is None


def test_close_answers_everybody(match):
    async def ask(thinkers):
        asked = [asyncio.create_task(thinkers.choose("random", match, match.deciders[0])) for _ in range(5)]
        await asyncio.sleep(0)
        thinkers.close()
        with pytest.raises(NoAnswer):
            await thinkers.choose("random", match, match.deciders[0])
        return await asyncio.gather(*asked, return_exceptions=True)

    assert [type(answer) for answer in run(ask, processes=2)] == [NoAnswer] * 5


def test_line():
    """Round robin by table; urgent ones first, but one of eight is patient; what is removed is not taken."""

    def question(table, urgent):
        return Question(table, urgent, "ankhor", b"", 0, "random", Budget(), loop.create_future(), None)

    loop = asyncio.new_event_loop()
    line = FairQueue()
    removed = question("a", True)
    line.put(removed)
    for table in ("p",) * 2 + ("q",):
        line.put(question(table, False))
    for table in ("a",) * 6 + ("b",) * 3:
        line.put(question(table, True))
    line.remove(removed)
    taken = []
    while (one := line.take()) is not None:
        taken.append(one.table)
    assert "".join(taken) == "abababapaaqp"
    loop.close()


def test_tables_do_not_throw_out_each_others_trees(monkeypatch):
    """Two tables ask the same kind of bot in turns; each goes on with its own tree within a turn."""
    monkeypatch.setattr(pool, "company", pool.Company())
    matches = {table: khonsu.game("ankhor").match(players=2, seed=seed) for table, seed in (("a", 5), ("b", 6))}
    kept = dict.fromkeys(matches, 0)
    for number in range(16):
        for table, match in matches.items():
            player = pool.Player(table, match.deciders[0], "search:200")
            budget = Budget(seed=number)
            imagined = match.position.imagine(player.seat, number).save()
            choice = pool.think(player, "ankhor", imagined, budget, "")
            kept[table] += any(tree.root != 0 for tree in pool.company.bot(player)._trees)
            match.play(choice.step, player.seat)
    assert min(kept.values()) >= 3


def test_who_has_not_played_for_long_leaves(monkeypatch):
    """A process keeps few bots, and what leaves is closed."""
    closed = []

    class Closing:
        def __init__(self, name):
            self.close = lambda: closed.append(name)

    monkeypatch.setattr(pool, "COMPANY", 2)
    monkeypatch.setattr(pool, "bot", Closing)
    company = pool.Company()
    first, second, third = (pool.Player("a", 0, name) for name in ("first", "second", "third"))
    kept = company.bot(first)
    company.bot(second)
    assert company.bot(first) is kept
    company.bot(third)
    assert closed == ["second"]
    assert company.bot(first) is kept
    assert company.bot(first) is not company.bot(first._replace(seat=1))


def test_a_table_is_asked_for_in_one_process(match):
    """While its process is free, so that trees are found again."""
    asked = []

    def asks(number):
        def ask(function, *arguments):
            if function is pool.think:
                asked.append((arguments[0].table, number))
            return pool.Choice(1, (0.5, 0.5))

        return ask

    async def ask(thinkers):
        for number, worker in enumerate(thinkers.workers):
            worker.ask = asks(number)
        for _ in range(3):
            for table in "abcd":  # three have their home in one process, the last in the other
                await thinkers.choose("greedy", match, match.deciders[0], table=table)

    run(ask, processes=2)
    assert len(asked) == 12
    assert len(set(asked)) == 4
    assert len({number for _, number in asked}) == 2
