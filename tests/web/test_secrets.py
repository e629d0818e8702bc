"""Nothing hidden leaves the server: all traffic of a match is searched for what must not be there."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import khonsu
from khonsu.web.scene import scene
from khonsu.web.store import SeatRow, TableRow
from khonsu.web.table import Table
from khonsu.web.watcher import Watcher


def test_all_traffic_of_a_running_match(server, visit, hidden_cards, caplog):
    """Two people, a spectator, pages, live connections, drawings, text, interface for programs, logs."""
    ana, ben, eve = visit(server), visit(server), visit(server)
    key = ana.new("person", "open", hints="on", name="Ana")
    ben.post(f"/table/{key}/sit/1", name="Ben")
    table = server.hub.tables[key]
    seed, salt = str(table.match.seed), table.row.salt
    chance = random.Random(3)
    query = "drawing=1&text=1"
    with ana.live(key, query=query) as first, ben.live(key, query=query) as second, eve.live(key, query=query) as third:
        for n in range(120):
            if table.finished:
                break
            (asked,) = table.asked
            live = (first, second)[asked]
            live.wait(lambda state: state["ply"] == table.ply)
            live.act(chance.choice)
            if n % 20 == 0:
                for person in (ana, ben, eve):
                    for path in (
                        f"/table/{key}",
                        f"/table/{key}/replay",
                        f"/table/{key}/frame?at=0&seat=0",
                        f"/table/{key}/record",
                        "/tables",
                        "/",
                        f"/api/tables/{key}",
                        f"/api/tables/{key}/record",
                    ):
                        person.get(path)
            for other in (first, second, third):
                other.wait(lambda state: state["ply"] == table.ply)
        while table.unconfirmed is not None:
            (first, second)[table.asked[0]].act()
        live = (first, second)[table.asked[0]]
        live.my_turn()
        live.say(kind="hint")
        live.until("hint")
    assert not table.finished
    assert table.ply >= 120
    cards = [{hidden_cards(tiles + 7, seat) for tiles in range(20)} for seat in (0, 1)]
    for person, forbidden in ((ana, cards[1]), (ben, cards[0]), (eve, cards[0] | cards[1])):
        traffic = "\n".join(person.traffic)
        assert len(traffic) > 100_000
        assert seed not in traffic
        assert salt not in traffic
        found = set(re.findall(r"CARD\d{12}", traffic))
        assert not found & forbidden
    assert seed not in caplog.text
    for token in filter(None, (row.person for row in table.seats)):
        assert all(token not in "\n".join(person.traffic) for person in (ana, ben, eve))


def test_the_search_would_find_something(server, visit, hidden_cards):
    """A seat's own card does reach it through the interface for programs: the search above is not blind."""
    eve = visit(server)
    body = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}
    made = eve.http.post("/api/tables", json=body).json()
    headers = {"authorization": f"Bearer {made['tokens']['1']}"}
    answer = eve.http.get(f"/api/tables/{made['table']}", headers=headers).text
    assert hidden_cards(7, 1) in answer
    assert hidden_cards(7, 0) not in answer


def test_cover_between_seats(server, visit, hidden_cards):
    """Two people on one device: the server itself sends nothing secret before the right one is there."""
    ana = visit(server)
    key = ana.new("person", "person", name0="Ana", name1="Ben")
    with ana.live(key) as live:
        state = live.state
        assert state["cover"] in ("Ana", "Ben")
        assert state["you"] == -1
        assert state["choices"] == []
        seat = state["cover_seat"]
        live.say(kind="uncover", seat=seat)
        live.wait(lambda state: state["you"] == seat)
        while live.state["cover"] is None:
            live.act()
        assert live.state["cover_seat"] == 1 - seat
        assert live.state["choices"] == []


def test_no_cover_where_nothing_is_hidden(server, visit):
    ana = visit(server)
    key = ana.new("person", "person")
    with ana.live(key) as live:
        for _ in range(12):
            assert live.state["cover"] is None
            live.act()


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_follows_from_what_is_known(rules, game_name, seed):
    """Everything sent to a pair of eyes is the same if all that these eyes cannot know is dealt again."""
    about, chance = khonsu.games()[game_name], random.Random(seed)
    players = about.players[-1]
    row = TableRow(
        id="t", game=game_name, rules=about.rules, players=players, options=about.resolve({}), seed=str(seed), salt="s",
        owner=None, listed=False, hints=None, clock=None, made_at=0.0, begun_at=0.0, uploaded=False,
    )  # fmt: skip
    seats = [
        SeatRow(table="t", seat=n, kind="program", name=f"P{n}", confirm=False, flagged=False) for n in range(players)
    ]
    table = Table(row, seats)
    compared = different = 0
    while not table.finished and compared < 60:
        for eyes in range(-1, players):
            if chance.random() < 0.1:
                shown = everything(table, eyes)
                true, table.match.position = table.match.position, table.match.position.imagine(eyes, 99)
                table.pictures.clear()
                different += table.match.position.save() != true.save()
                assert everything(table, eyes) == shown
                table.match.position = true
                table.pictures.clear()
                compared += 1
        seat = chance.choice(table.match.deciders)
        entry = table.check(seat, "step", chance.choice(table.match.legal_ids(seat)), None)
        entry.at = 0.0
        table.apply(entry)
    assert compared > 20
    assert different > 10  # there was something to be dealt again


def everything(table: Table, eyes: int) -> dict[str, Any]:
    """A whole message to a seat, or to a spectator."""
    watcher = Watcher("", "en", eyes if eyes >= 0 else None, text=True)
    shown = scene(table, watcher, fresh=True)
    return {name: value for name, value in shown.items() if name != "pledge"}
