"""Whose turn it is: one truth for everybody, until the turn is ended by whoever has it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from khonsu.match.views import Views
from khonsu.web.domain.arrangement import Entry
from khonsu.web.domain.table import Table
from khonsu.web.scenes.scene import question
from khonsu.web.words import words


def begin(live: Any) -> int:
    """The seat whose turn it is, after the device was handed over to it."""
    if live.state["cover_seat"] is not None:
        live.say(kind="uncover", seat=live.state["cover_seat"])
        live.wait(lambda state: state["cover_seat"] is None)
    return int(live.my_turn()["you"])


def hold(live: Any, seed: int = 1) -> None:
    """Play until the turn only waits to be ended."""
    chance = random.Random(seed)
    while not live.state["confirm"]:
        live.do("step", chance.choice(live.my_turn()["choices"])["id"])


def two_people(visitor: Any, game: str) -> str:
    answer = visitor.post(f"/new/{game}", players="2", seat0="person", seat1="person")
    return str(answer.url.path).rsplit("/", 1)[1]


def drawn_turns(state: Any) -> list[int]:
    """The seats that the drawing marks as having the turn."""
    return [int(seat) for seat in re.findall(r'<g id="seat-(\d)"[^>]* class="[^"]*\bturn\b', state["svg"])]


def headings(state: Any) -> list[int]:
    """Whose turns the log has announced."""
    return [line["seat"] for line in state["log"]["lines"] if line.get("turn")]


@pytest.mark.parametrize("game", ["ankhor", "horus", "ankh"])
def test_a_turn_is_somebodys_until_it_is_ended(visitor, visit, server, game):
    """Board, list of players, question and log say the same to everybody, in every game; then the turn goes on."""
    key = two_people(visitor, game)
    table = server.hub.rooms[key].table
    other = visit(server)
    with visitor.live(key, query="") as live, other.live(key, query="") as spectator:
        seat = begin(live)
        hold(live)
        spectator.wait(lambda state: state["ply"] == live.state["ply"])
        steps = len(table.match.steps)
        for state in (live.state, spectator.state):
            assert state["asked"] == [seat]
            assert [shown["seat"] for shown in state["seats"] if shown["asked"]] == [seat]
            assert state["steps"] == steps
            assert drawn_turns(state) == [seat]
            assert 1 - seat not in headings(state)
        assert "about to end" in spectator.state["question"]
        assert live.state["choices"] == []
        assert live.state["undo"]
        live.do("done")
        assert len(table.match.steps) == steps + 1
        assert table.held is None
        spectator.wait(lambda state: state["ply"] == live.state["ply"])
        assert drawn_turns(spectator.state) == [1 - seat]
        assert headings(spectator.state)[-1] == 1 - seat


def held_gain(server: Any, key: str, live: Any) -> Table:
    """Play until a turn waits to be ended whose last step changes the points."""
    table = server.hub.rooms[key].table
    for seed in range(60):
        begin(live)
        hold(live, seed)
        if table.held.after and Views(table.held.after).points(table.unconfirmed) != table.views.points(-1):
            return table
        live.do("done")
    raise AssertionError("no turn changed the points at its end")


@pytest.mark.parametrize("game", ["ankhor", "ankh"])
def test_points_are_those_of_the_board(visitor, visit, server, game):
    """Who may still undo sees board, text and list of players as they would be after the turn; others as before it."""
    key = two_people(visitor, game)
    with visitor.live(key, query="text=1") as live, visit(server).live(key, query="text=1") as spectator:
        table = held_gain(server, key, live)
        seat, names = table.unconfirmed, table.names(words("en"))
        spectator.wait(lambda state: state["ply"] == live.state["ply"])
        for state, viewer, views in ((live.state, seat, Views(table.held.after)), (spectator.state, -1, table.views)):
            points = [sum(parts.values()) for parts in views.points(viewer)]
            assert [shown["score"] for shown in state["seats"]] == pytest.approx(points)
            view = {**views.of(viewer), "current": seat, "deciders": [seat]}
            assert state["board"] == table.match.game.words.board(view, names, words("en", game))
        assert live.state["board"] != spectator.state["board"]
        live.do("undo")
        before = [sum(parts.values()) for parts in table.views.points(seat)]
        assert [shown["score"] for shown in live.state["seats"]] == pytest.approx(before)


def test_what_ends_a_turn_and_reveals_waits_for_its_confirmation(visitor, server):
    """Horus draws a card at the end of a turn: nothing is drawn, and all can be undone, until the turn is ended."""
    key = two_people(visitor, "horus")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        begin(live)
        hold(live)
        assert table.held.after is None  # nobody may see what it leads to
        before, deck = table.match.position.save(), table.match.view()["deck"]
        live.do("undo")
        assert not live.state["confirm"]
        assert table.match.position.save() == before
        hold(live)
        live.do("done")
        assert table.match.view()["deck"] <= deck


def test_a_held_step_survives_a_restart(serve, visit, tmp_path):
    from .conftest import running

    with running(tmp_path) as server:
        visitor = visit(server)
        key = two_people(visitor, "ankhor")
        with visitor.live(key) as live:
            begin(live)
            hold(live)
            held = server.hub.rooms[key].table.held.step
    with running(tmp_path) as server:
        room = server.call(server.hub.get(key))
        assert room.table.held.step == held
        assert room.table.asked == (held.seat,)


def test_journals_of_old_are_read(visitor, server):
    """0.1.0 carried out the last step of a turn before it was confirmed."""
    key = two_people(visitor, "ankhor")
    room = server.hub.rooms[key]
    table = Table(room.table.arrangement, room.table.seats)
    chance, ply = random.Random(3), 0
    while table.match.position.turn < 4:
        turn, seat = table.match.position.turn, table.deciders[0]
        step = chance.choice(table.match.legal(seat))
        table.apply(Entry(table=key, ply=ply, seat=seat, kind="step", text=step.text))
        ply += 1
        if table.match.position.turn != turn:
            table.apply(Entry(table=key, ply=ply, seat=seat, kind="done"))
            ply += 1
            assert not table.can_undo(seat)
    assert table.ply == ply


def test_a_bot_that_stands_in_ends_the_turn_as_it_was_chosen(visitor, server):
    key = two_people(visitor, "ankhor")
    room = server.hub.rooms[key]
    with visitor.live(key) as live:
        begin(live)
        hold(live)
        held = room.table.held.step

        async def stand_in() -> None:
            async with room.lock:
                await server.hub._stand_in(room, held.seat, "greedy")

        server.call(stand_in())
        assert room.table.held is None
        assert room.table.match.steps[-1] == held


def test_my_turn_is_known_of_tables_that_sleep(visitor, server):
    """The list says so however long nobody has looked, and not when the table waits for somebody else."""
    key = visitor.new("person", "friend")
    assert ">your turn<" not in visitor.get("/tables").text
    key = two_people(visitor, "ankhor")
    server.hub.rooms.pop(key)
    assert visitor.get("/tables").text.count(">your turn<") == 1
    assert key not in server.hub.rooms  # asking does not wake it
    assert visitor.get("/tables").text.count(">your turn<") == 1


def test_of_several_only_those_who_are_there_are_said_to_choose(visitor, server):
    """Ankh's players choose their battle cards at the same time."""
    answer = visitor.post("/new/ankh", players="3", seat0="person", seat1="person", seat2="person")
    room = server.hub.rooms[str(answer.url.path).rsplit("/", 1)[1]]
    table, chance, t = room.table, random.Random(2), words("en", "ankh")
    while len(table.asked) < 2:
        seat = table.asked[0]
        what = () if table.unconfirmed is not None else (chance.choice(table.match.legal_ids(seat)),)
        server.call(server.hub.act(room, seat, "step" if what else "done", *what))
    first, second, *_ = table.asked
    watcher = next(seat for seat in (-1, 0, 1, 2) if seat not in table.asked)
    names = table.names(t)
    table.presence.gone = {}
    assert question(table, watcher, t) == f"{t.items([names[seat] for seat in table.asked])} are choosing."
    table.presence.gone = {seat: 0.0 for seat in table.asked if seat != second}
    assert question(table, watcher, t) == f"{names[second]} is thinking."
    table.presence.gone = dict.fromkeys(table.asked, 0.0)
    assert question(table, watcher, t) == f"{t.items([names[seat] for seat in table.asked])} are away."
    assert names[first] in question(table, watcher, t)


def test_nobody_who_is_away_is_said_to_think(visitor, server):
    table = server.hub.rooms[two_people(visitor, "ankhor")].table
    seat, t = table.asked[0], words("en", "ankhor")
    name = table.names(t)[seat]
    table.presence.gone = {}
    assert question(table, 1 - seat, t) == f"{name} is thinking."
    table.presence.gone = {seat: 0.0}
    assert question(table, 1 - seat, t) == f"{name} is away."
