"""Nothing hangs and nobody plays for others: a failing store, tasks that end, crowds, leavers, clocks, invitations."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from typing import Any

import asyncpg
import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from khonsu.kernel.position import Position
from khonsu.web.scenes.frames import EVERY, Frames
from khonsu.web.services import hub, tasks
from khonsu.web.services.hub import Hub
from khonsu.web.services.messenger import Messenger, News
from khonsu.web.settings import TABLE_CONNECTIONS
from khonsu.web.storage.store import Away, Store

from .waiting import until

# -- invitations (2) ---------------------------------------------------------------------------------------------------


def invited(visitor, server, visit) -> tuple[str, str, Any]:
    """A table for two with a friend who has sat down: its key, the used link's token, the friend."""
    key = visitor.new("person", "friend")
    token = re.search(rf"/join/{key}/([\w-]+)", visitor.get(f"/table/{key}").text)[1]
    friend = visit(server)
    assert friend.post(f"/join/{key}/{token}", name="Ben").url.path == f"/table/{key}"
    return key, token, friend


def test_a_used_invitation_is_no_key(visitor, server, visit):
    key, token, friend = invited(visitor, server, visit)
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/tables/{key}", headers=headers).status_code == 401
    with pytest.raises((InvalidStatus, ConnectionClosed)), friend.live(key, token=token):
        pass
    thief = visit(server)
    assert thief.get(f"/join/{key}/{token}").url.path == f"/table/{key}"
    thief.post(f"/join/{key}/{token}", name="Eve")
    assert server.hub.rooms[key].table.seats[1].name == "Ben"
    with thief.live(key) as live:
        assert live.state["own"] == []


def test_an_invitation_is_no_key_before_anybody_has_sat_down(visitor, server):
    key = visitor.new("person", "friend")
    token = re.search(rf"/join/{key}/([\w-]+)", visitor.get(f"/table/{key}").text)[1]
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/tables/{key}", headers=headers).status_code == 401


def test_invitations_do_not_outlive_the_match(visitor, server, visit):
    key, _, _ = invited(visitor, server, visit)
    room = server.hub.rooms[key]
    room.table.seats[1].token = "an old digest, as databases of 0.1.0 hold them"
    from khonsu.web.services.lobby import rematch

    again = server.call(rematch(server.hub, room))
    assert [row.token for row in server.hub.rooms[again].table.seats] == [None, None]


def test_two_people_of_one_name(visitor, server, visit):
    key = visitor.new("person", "open", name="Ana")
    guest = visit(server)
    guest.post(f"/table/{key}/sit/1", name="ANA")
    names = [row.name for row in server.hub.rooms[key].table.seats]
    assert names[0] == "Ana"
    assert names[1].casefold() != "ana"


# -- the store (3, 5) --------------------------------------------------------------------------------------------------


class Broken:
    """Sessions that fail as drivers do when the database is gone."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    async def __aenter__(self) -> Any:
        raise self.error

    async def __aexit__(self, *_: object) -> None:
        """Nothing was opened."""


def break_store(away: Any, store: Store, error: Exception) -> None:
    """The database is away: nothing can be read or written, the journal neither."""

    async def insert(rows: Any) -> None:
        raise error

    away.setattr(store, "session", lambda: Broken(error))
    away.setattr(store, "_insert", insert)


@pytest.mark.parametrize(
    "error",
    [ConnectionRefusedError(111, "refused"), OSError("gone"), TimeoutError(), asyncpg.InterfaceError("closed")],
    ids=lambda error: type(error).__name__,
)
def test_a_step_that_cannot_be_stored_is_answered_and_the_table_goes_on(visitor, server, monkeypatch, error):
    key = visitor.new("person", "person")
    with visitor.live(key) as live:
        step = live.my_turn()["choices"][0]["id"]
        with monkeypatch.context() as away:
            break_store(away, server.hub.store, error)
            for _ in range(3):
                live.say(kind="step", step=step, ply=0)
                assert live.until("problem")["name"] == "Away"
                assert live.until("table")["ply"] == 0
        live.do("step", step)
        assert live.state["ply"] == 1


def test_programs_are_told_to_come_back(server, monkeypatch):
    body = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}
    made = httpx.post(server.url + "/api/tables", json=body).json()
    state = httpx.get(f"{server.url}/api/tables/{made['table']}").json()
    headers = {"authorization": f"Bearer {made['tokens'][str(state['asked'][0])]}"}
    move = {"step": "blue", "ply": 0}
    with monkeypatch.context() as away:
        break_store(away, server.hub.store, OSError("gone"))
        answer = httpx.post(f"{server.url}/api/tables/{made['table']}/steps", json=move, headers=headers)
        assert answer.status_code == 503
        assert answer.json()["name"] == "Away"
    answer = httpx.post(f"{server.url}/api/tables/{made['table']}/steps", json=move, headers=headers)
    assert answer.status_code == 200


def test_an_entry_that_was_stored_without_an_answer_is_found(visitor, server, monkeypatch):
    """The connection breaks between the database's commit and its answer."""
    key = visitor.new("person", "person")
    store = server.hub.store
    append = store.append

    async def stored_but_silent(entry: Any) -> None:
        await append(entry)
        raise Away()

    with visitor.live(key) as live:
        step = live.my_turn()["choices"][0]["id"]
        with monkeypatch.context() as away:
            away.setattr(store, "append", stored_but_silent)
            live.say(kind="step", step=step, ply=0)
            assert live.until("problem")["name"] == "Away"
        live.wait(lambda state: state["ply"] == 1)  # housekeeping looks into the journal


def test_everybody_who_waits_for_the_store_is_answered(rules, database):
    """Whatever the writer runs into, all futures are settled."""
    from khonsu.web.domain.arrangement import Entry

    async def run() -> list[Any]:
        store = Store(database)
        await store.open()

        async def fail(rows: Any) -> None:
            raise RuntimeError("something nobody thought of")

        store._insert = fail  # type: ignore[method-assign]
        entries = [Entry(table="none", ply=n, seat=0, kind="step", text="", at=0.0) for n in range(5)]
        async with asyncio.timeout(5):
            found = await asyncio.gather(*(store.append(entry) for entry in entries), return_exceptions=True)
        await store.close()
        return found

    assert [type(answer) for answer in asyncio.run(run())] == [Away] * 5


def test_housekeeping_survives_a_database_error(visitor, server, monkeypatch):
    key = visitor.new("person", "bot:random", clock="minutes", amount="1")
    table = server.hub.rooms[key].table
    failures = []
    beat = server.hub.store.beat

    async def failing(*given: Any) -> Any:
        failures.append(given)
        raise Away()

    async def broken(*given: Any) -> Any:
        failures.append(given)
        raise RuntimeError("not foreseen")

    with visitor.live(key) as live:
        live.my_turn()
        with monkeypatch.context() as away:
            away.setattr(server.hub.store, "beat", failing)
            away.setattr(server.hub, "_look_after", broken)
            until(lambda: len(failures) > 2)
        table.arrangement.clock = {"minutes": 0.001}
        live.wait(lambda state: state["flagged"])
    assert server.hub.store.beat == beat


def test_a_task_that_fails_is_begun_again(monkeypatch, caplog):
    monkeypatch.setattr(tasks, "SOONEST", 0.01)
    runs = []

    async def work() -> None:
        runs.append(1)
        if len(runs) < 4:
            raise ValueError("no luck")
        await asyncio.sleep(60)

    async def run() -> None:
        begun = tasks.Tasks()
        begun.forever("the work", work)
        async with asyncio.timeout(5):
            while len(runs) < 4:
                await asyncio.sleep(0.01)
        begun.once("the other work", asyncio.sleep(0, result=1 / 1))
        await begun.close()

    asyncio.run(run())
    assert caplog.text.count("the work failed") == 3


# -- word between processes (4) ----------------------------------------------------------------------------------------


def test_listening_comes_back_after_the_connection_was_cut(postgresql, caplog):
    database = postgresql.new()

    async def run() -> None:
        heard: list[str] = []
        looks: list[int] = []

        async def hear(news: News) -> None:
            heard.append(news.table)

        async def missed() -> None:
            looks.append(1)
            if len(looks) == 2:
                raise Away()  # the database is not quite back yet

        running = tasks.Tasks()
        here, there = Messenger(database), Messenger(database)
        here.open(running, hear, missed)
        there.open(running, hear, missed)
        async with asyncio.timeout(20):
            while len(looks) < 2:
                await asyncio.sleep(0.02)
            for n in range(2):
                cutter = await asyncpg.connect(database)
                await cutter.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where pid <> pg_backend_pid() and datname = current_database()"
                )
                await cutter.close()
                before = len(looks)
                while len(looks) < before + 2:
                    await asyncio.sleep(0.02)
                while f"table {n}" not in heard:  # the speaker's connection was cut, too, and comes back by itself
                    there.say(News(f"table {n}"))
                    await asyncio.sleep(0.1)
        await running.close()

    asyncio.run(run())
    assert "every table is looked at anew" in caplog.text
    assert "listening to other processes failed" in caplog.text


# -- crowds (6) --------------------------------------------------------------------------------------------------------


def test_connections_of_an_address_and_to_a_table_are_limited(serve, visit, monkeypatch):
    with serve(connections=6) as server, contextlib.ExitStack() as open_now:
        visitor = visit(server)
        key = visitor.new("person", "person")
        for _ in range(6):
            open_now.enter_context(visitor.live(key))
        with pytest.raises((InvalidStatus, ConnectionClosed)), visitor.live(key):
            pass
        open_now.pop_all().close()
        until(lambda: not server.hub.guests)
        monkeypatch.setattr(hub, "TABLE_CONNECTIONS", 2)
        refused = pytest.raises((InvalidStatus, ConnectionClosed))
        with visitor.live(key), visitor.live(key), refused, visitor.live(key):
            pass
    assert TABLE_CONNECTIONS < 1000


def test_a_crowd_that_leaves_is_told_of_a_few_times_only(visitor, server):
    key = visitor.new("person", "person")
    with visitor.live(key) as live:
        with contextlib.ExitStack() as crowd:
            for _ in range(20):
                crowd.enter_context(visitor.live(key))
        until(lambda: len(server.hub.rooms[key].watchers) <= 1)
        live.say(kind="ping")
        told = 0
        while (message := live.read())["kind"] != "pong":
            told += message["kind"] == "seats"
        assert told < 10


# -- bots (7) ----------------------------------------------------------------------------------------------------------


def test_bots_alone_play_only_while_somebody_watches(visitor, server):
    key = visitor.new("bot:random", "bot:random")
    table = server.hub.rooms[key].table
    time.sleep(0.5)
    assert table.ply == 0
    with visitor.live(key) as live:
        live.wait(lambda state: state["ply"] >= 3)
    until(lambda: server.hub.rooms[key].thinking is None)
    if not table.finished:
        ply = table.ply
        time.sleep(0.3)
        assert table.ply == ply


def test_bots_move_for_a_person_who_is_not_connected(visitor, server):
    key = visitor.new("person", "bot:random")
    table = server.hub.rooms[key].table
    until(lambda: table.asked == (0,))


def test_a_bot_that_cannot_move_is_asked_again(visitor, server, monkeypatch):
    choose = server.hub.thinkers.choose
    failures = []

    async def failing(*given: Any, **more: Any) -> Any:
        if len(failures) < 2:
            failures.append(1)
            raise RuntimeError("the process was killed")
        return await choose(*given, **more)

    monkeypatch.setattr(server.hub.thinkers, "choose", failing)
    key = visitor.new("bot:random", "person")
    table = server.hub.rooms[key].table
    until(lambda: len(failures) == 2 or table.asked == (1,))
    until(lambda: table.asked == (1,))


# -- who may act (8) ---------------------------------------------------------------------------------------------------


def test_a_leaver_acts_only_after_taking_the_seat_back(visitor, server, monkeypatch):
    key = visitor.new("person", "person")
    monkeypatch.setattr(server.hub.driver, "drive", lambda room: None)
    with visitor.live(key) as live:
        seat, step = live.my_turn()["you"], live.state["choices"][0]["id"]
        server.call(stand_in(server.hub, key, seat, flagged=False))
        live.wait(lambda state: state["choices"] == [])
        for kind in ("step", "undo", "done"):
            live.say(kind=kind, seat=seat, ply=0, **({"step": step} if kind == "step" else {}))
            assert live.until("problem")["name"] == "BotPlays"
        live.say(kind="return", seat=seat)
        live.wait(lambda state: state["choices"])
        live.do("step", step)
        server.call(stand_in(server.hub, key, seat, flagged=True))
        live.say(kind="undo", seat=seat, ply=1)
        assert live.until("problem")["name"] == "OutOfTime"


async def stand_in(at: Hub, key: str, seat: int, flagged: bool) -> None:
    async with at.rooms[key].lock:
        await at._stand_in(at.rooms[key], seat, "level1", flagged=flagged)


def test_a_clock_that_has_run_out_refuses_the_step(visitor, server, monkeypatch):
    """Even in the second before housekeeping looks at it."""
    key = visitor.new("person", "person", clock="minutes", amount="1")
    table = server.hub.rooms[key].table

    async def never(room: Any) -> None:
        """Housekeeping is late."""

    monkeypatch.setattr(server.hub, "_look_after", never)
    monkeypatch.setattr(server.hub.driver, "drive", lambda room: None)
    with visitor.live(key) as live:
        seat, step = live.my_turn()["you"], live.state["choices"][0]["id"]
        table.spent[seat] = 61.0
        live.say(kind="step", step=step, ply=0)
        assert live.until("problem")["name"] == "OutOfTime"
        assert table.ply == 0
        assert table.seats[seat].flagged


# -- confirmation (9) --------------------------------------------------------------------------------------------------


def test_switching_confirmation_settles_the_turn(visitor, server):
    key = visitor.new("person", "person")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        while not live.state["confirm"]:
            live.act()
        live.say(kind="confirm", on=False)
        live.wait(lambda state: not state["confirms"])
        assert table.unconfirmed is None
        live.say(kind="confirm", on=True)
        live.wait(lambda state: state["confirms"])
        assert table.unconfirmed is None
        assert not any(table.can_undo(seat) for seat in (0, 1))


def test_a_match_whose_seed_was_shown_stays_over(visitor, server):
    key = visitor.new("person", "person")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        live.say(kind="confirm", on=False)
        live.wait(lambda state: not state["confirms"])
        while not live.state["over"]:
            live.act()
        assert live.state["secret"]
        live.say(kind="confirm", on=True)
        live.say(kind="undo", ply=live.state["ply"])
        assert live.until("problem")["name"] == "MatchOver"
        assert live.until("table")["over"]
    assert table.finished
    for row in table.seats:
        row.confirm = True
    assert table.finished


# -- replays (18) ------------------------------------------------------------------------------------------------------


def test_going_backwards_replays_a_few_steps_only(random_match, game_name, monkeypatch):
    match = random_match(game_name, 2, seed=3)
    frames = Frames(match)
    assert frames.at(len(match.steps)).save() == match.position.save()
    played = []
    plain = Position.play
    monkeypatch.setattr(Position, "play", lambda *given: (played.append(1), plain(*given))[1])
    for place in range(len(match.steps) - 1, 0, -7):
        played.clear()
        found = frames.at(place)
        assert len(played) < EVERY
        monkeypatch.undo()
        assert found.save() == match.at(place).position.save()
        monkeypatch.setattr(Position, "play", lambda *given: (played.append(1), plain(*given))[1])
