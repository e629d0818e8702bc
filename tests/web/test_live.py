"""The live table: steps, take-backs, races, seats, and messages that make no sense."""

from __future__ import annotations

import json
import random
import threading

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import khonsu
from khonsu.bots import Choice
from khonsu.draw import Look, render
from khonsu.web.domain.pledge import holds, pledge


def test_whole_match_and_its_record(visitor):
    key = visitor.play_now()
    chance = random.Random(4)
    assert visitor.get(f"/table/{key}/record").status_code == 400
    assert visitor.get(f"/table/{key}/replay").url.path == f"/table/{key}"
    with visitor.live(key) as live:
        promised = live.state["pledge"]
        while not live.state["over"]:
            assert live.state["secret"] is None
            live.act(chance.choice)
        seed, salt = live.state["secret"]
        assert pledge(int(seed), salt) == promised
    record = visitor.get(f"/table/{key}/record").text
    match = khonsu.read(record)
    assert match.over
    assert str(match.seed) == seed
    assert holds(match.seed, match.comments[0]) is True
    assert holds(match.seed + 1, match.comments[0]) is False
    frame = visitor.get(f"/table/{key}/frame?at={len(match.steps)}").json()
    assert frame["scores"] == match.scores()
    again = visitor.post(f"/table/{key}/rematch").url.path
    assert again.startswith("/table/")
    assert again != f"/table/{key}"
    assert visitor.post(f"/table/{key}/rematch").url.path == again


def test_steps_are_taken_back_and_turns_confirmed(visitor, server):
    key = visitor.new("person", "person")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        before = live.my_turn()
        live.do("step", before["choices"][0]["id"])
        assert live.state["undo"]
        log = live.state["log"]
        live.do("undo")
        assert live.state["log"]["from"] == log["from"]
        assert live.state["log"]["lines"] == []
        assert [choice["id"] for choice in live.state["choices"]] == [choice["id"] for choice in before["choices"]]
        seat = live.state["you"]
        while not live.state["confirm"]:
            live.act()
        assert live.state["asked"] == [seat]
        other = 1 - seat
        live.say(kind="step", seat=seat, step=table.match.legal(seat)[0].id, ply=live.state["ply"])
        assert live.until("problem")["name"] == "Unconfirmed"
        live.do("done")
        assert live.state["asked"] == [other]
        live.say(kind="confirm", on=False)
        live.wait(lambda state: not state["confirms"])
        while live.state["asked"] == [other]:
            live.act()
        assert not live.state["confirm"]


def test_second_tab_and_stale_answer(visitor):
    key = visitor.new("person", "person")
    with visitor.live(key) as first, visitor.live(key) as second:
        step = first.my_turn()["choices"][0]["id"]
        first.do("step", step)
        second.wait(lambda state: state["ply"] == 1)
        second.say(kind="step", step=step, ply=0)
        assert second.until("problem")["name"] == "Stale"
        assert second.until("table")["ply"] == 1


def test_two_tabs_racing(visitor, server):
    key = visitor.new("person", "person")
    table = server.hub.rooms[key].table
    barrier = threading.Barrier(6)

    def race() -> None:
        with visitor.live(key) as live:
            step = live.my_turn()["choices"][0]["id"]
            barrier.wait()
            live.say(kind="step", step=step, ply=0)
            live.wait(lambda state: state["ply"] >= 1)

    threads = [threading.Thread(target=race) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert table.ply == 1


def test_nobody_acts_for_another_seat(visitor, server, visit):
    key = visitor.new("person", "bot:random")
    stranger = visit(server)
    with visitor.live(key) as live, stranger.live(key) as watching:
        live.my_turn()
        assert watching.state["own"] == []
        assert watching.state["choices"] == []
        for kind in ("step", "undo", "done"):
            step = {"step": live.state["choices"][0]["id"]} if kind == "step" else {}
            watching.say(kind=kind, seat=0, ply=live.state["ply"], **step)
            assert watching.until("problem")["name"] == "NotYours"
        watching.say(kind="hint")
        assert watching.until("problem")["name"] == "BadMessage"
        live.say(kind="step", seat=1, step=0, ply=live.state["ply"])
        assert live.until("problem")["name"] == "NotYours"


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '{"kind": "fly"}',
        '{"kind": "step"}',
        '{"kind": "step", "step": true}',
        '{"kind": "step", "step": 1e99}',
        '{"kind": "step", "step": -5}',
        '{"kind": "step", "step": "' + "x" * 79 + '"}',
        '{"kind": "step", "ply": "0"}',
        '{"kind": "step", "more": 1}',
        '{"kind": "hand over", "seat": 99}',
        '{"kind": "uncover", "seat": 5}',
        "[" * 3000,
        "x" * 100_000,
        b"\xff\xfe",
        "\ud7ff" * 10,
    ],
)
def test_bad_message_ends_only_itself(visitor, frame):
    key = visitor.new("person", "person")
    with visitor.live(key) as live:
        live.my_turn()
        live.connection.send(frame)
        live.until("problem")
        assert live.until("table")["ply"] == 0
        live.act()
        assert live.state["ply"] == 1


def test_flood(serve, visit):
    with serve(messages=(5, 10)) as server:
        visitor = visit(server)
        key = visitor.new("person", "person")
        with visitor.live(key) as live:
            for _ in range(30):
                live.say(kind="ping")
            answers = [live.read() for _ in range(30)]
            assert sum(answer["kind"] == "pong" for answer in answers) < 12
            assert any(answer.get("name") == "TooMuch" for answer in answers)
            threading.Event().wait(0.5)
            live.act()
            assert live.state["ply"] == 1


def test_foreign_page_cannot_connect(visitor):
    key = visitor.play_now()
    with pytest.raises((InvalidStatus, ConnectionClosed)), visitor.live(key, origin="http://evil.example"):
        pass
    with visitor.live(key, origin=visitor.server.url) as live:
        assert live.state


def test_restart_restores_everything(serve, visit):
    with serve() as server:
        visitor = visit(server)
        key = visitor.new("person", "person", "bot:greedy", name="Ana")
        with visitor.live(key) as live:
            for _ in range(9):
                live.act()
            live.my_turn()
            before = live.state
        cookies = dict(visitor.http.cookies)
    with serve() as server:
        visitor = visit(server)
        visitor.http.cookies.update(cookies)
        with visitor.live(key) as live:
            live.my_turn()
            for part in ("ply", "you", "own", "question", "choices", "undo", "pledge", "confirm"):
                assert live.state[part] == before[part], part
            assert live.state["log"]["lines"][-1] == before["log"]["lines"][-1]
            live.act()


def test_leaver_is_replaced_and_returns(visitor, server, visit):
    key = visitor.new("person", "open")
    friend = visit(server)
    friend.post(f"/table/{key}/sit/1", name="Ben")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        with friend.live(key) as other:
            while live.state["asked"] != [1]:
                (live if live.state["asked"] == [0] else other).act()
                live.wait(lambda state: state["ply"] == table.ply)
            live.say(kind="hand over", seat=1)
            assert live.until("problem")["name"] == "NotYours"  # Ben is there
        live.wait(lambda state: True)
        threading.Event().wait(0.4)
        live.say(kind="hand over", seat=1)
        live.wait(lambda state: state["asked"] == [0] and state["seats"][1]["left"])
        with friend.live(key) as other:
            other.say(kind="return", seat=1)
            other.wait(lambda state: not state["seats"][1]["left"])
            while other.state["asked"] != [1]:
                live.act()
                other.wait(lambda state: state["ply"] == table.ply)
            other.act()


def test_clock_runs_out(visitor, server):
    key = visitor.new("person", "bot:random", clock="minutes", amount="1")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        live.my_turn()
        assert 0 < live.state["seats"][0]["clock"] <= 60
        table.arrangement.clock = {"minutes": 0.001}
        live.wait(lambda state: state["over"])
        assert table.seats[0].flagged
        assert live.state["flagged"]


def test_hint(visitor):
    key = visitor.new("person", "bot:random", hints="on")
    with visitor.live(key) as live:
        live.my_turn()
        live.say(kind="hint")
        hint = live.until("hint")
        assert 1 <= len(hint["turns"]) <= 3
        legal = {choice["id"] for choice in live.state["choices"]}
        for turn in hint["turns"]:
            assert turn["steps"][0]["id"] in legal
            assert turn["chance"] is None or 0 <= turn["chance"] <= 100
            assert turn["why"]
        assert len({turn["why"] for turn in hint["turns"]}) == len(hint["turns"])
        live.say(kind="sketch", turn=0)
        sketch = live.until("sketch")
        steps = hint["turns"][0]["steps"]
        assert len(sketch["drawings"]) == len(steps)
        drawn = [(step["text"], svg) for step, svg in zip(steps, sketch["drawings"]) if "(" in step["text"]]
        assert all(f'data-text="{text}"' in svg for text, svg in drawn)
        live.say(kind="sketch", turn=9)
        assert live.until("problem")["name"] == "BadMessage"
    key = visitor.new("person", "bot:random")
    with visitor.live(key) as live:
        live.my_turn()
        live.say(kind="hint")
        assert live.until("problem")["name"] == "NotYours"


def test_a_bot_that_fails_is_stood_in_for(visitor, server, monkeypatch):
    """The match goes on; the log of the table and the record say who played and why."""
    note = "greedy played this step for level3 (RuntimeError: no idea)"
    noted = []

    async def choose(name, match, seat, **_):
        noted.append(len(match.steps))
        return Choice(match.legal_ids(seat)[0], (0.5, 0.5), note=note if len(noted) == 1 else "")

    monkeypatch.setattr(server.hub.thinkers, "choose", choose)
    key = visitor.play_now()
    with visitor.live(key) as live:
        live.act()
        while not noted or not live.state["over"]:
            live.act()
    table = server.hub.rooms[key].table
    assert table.notes == {noted[0]: note}
    match = khonsu.read(visitor.get(f"/table/{key}/record").text)
    assert note in match.comments[noted[0]]
    lines = visitor.get(f"/table/{key}/story").json()
    assert note in [line["text"] for line in lines if line["n"] == noted[0]]


def test_explanations_and_text(visitor):
    key = visitor.new("person", "person")
    with visitor.live(key, query="drawing=1&narrow=1&text=1") as live:
        assert 'viewBox="0 0 800' in live.state["svg"]
        assert live.state["board"]
        step = live.state["choices"][0]
        live.say(kind="explain", step=step["id"])
        assert live.until("explain")["sentence"] == step["label"]
        live.say(kind="layout", narrow=False)
        assert 'viewBox="0 0 1600' in live.until("table")["svg"]


def test_every_choice_is_in_the_drawing_or_in_the_list(visitor):
    key = visitor.new("person", "person")
    chance = random.Random(1)
    with visitor.live(key, query="drawing=1") as live:
        for _ in range(60):
            state = live.my_turn()
            assert all(choice["label"] for choice in state["choices"])
            for step in [part.split('"')[0] for part in state["svg"].split('data-step="')[1:]]:
                assert int(step) in {choice["id"] for choice in state["choices"]}
            if state["confirm"]:
                assert "data-step" not in state["svg"]
            live.act(chance.choice)


def test_messages_are_small(visitor):
    key = visitor.play_now()
    with visitor.live(key, query="drawing=1") as live:
        live.my_turn()
        assert len(json.dumps(live.state)) < 150_000


def test_drawings_are_sent_in_part(visitor, server):
    """What a browser puts together is the drawing itself, after steps, take-backs, another layout and a second tab."""
    key = visitor.new("person", "person")
    table = server.hub.rooms[key].table
    with visitor.live(key, query="drawing=1") as live:
        whole, sent = len(json.dumps(live.state["drawing"])), []
        for _ in range(12):
            live.act()
            if live.state["undo"] and not live.state["confirm"]:
                live.do("undo")
                live.act()
            live.wait(lambda state: state["ply"] == table.ply)
            seat, choices = live.state["you"], {choice["text"]: choice["id"] for choice in live.state["choices"]}
            drawn = render(table.match.game, table.match.view(seat), Look(table.match.names, "en", seat, choices))
            assert not choices or live.state["svg"] == drawn
            sent.append(len(json.dumps(live.state["drawing"])))
        assert max(sent) < whole * 0.6  # when the device is handed over, every choice changes
        assert sum(sent) / len(sent) < whole / 2
        live.say(kind="layout", narrow=True)
        assert 'viewBox="0 0 800' in live.until("table")["svg"]


def test_every_game_at_the_table(visitor, server, game_name):
    """Drawing, text, choices, log and points of each game pass through the live connection, for people and bots."""
    chance = random.Random(1)
    answer = visitor.post(f"/new/{game_name}", players="2", seat0="person", seat1="bot:random")
    key = answer.url.path.rsplit("/", 1)[1]
    with visitor.live(key, query="drawing=1&text=1") as live:
        for _ in range(150):
            state = live.my_turn()
            assert state["svg"].startswith("<svg")
            assert state["board"]
            assert state["question"]
            if state["over"]:
                break
            live.act(chance.choice)
        assert len(visitor.get(f"/api/tables/{key}").json()["seats"]) == 2
        assert live.state["steps"] > 50
