"""Programs at the table: the JSON interface and its description."""

from __future__ import annotations

import random

import httpx
import pytest


@pytest.fixture
def api(server):
    with httpx.Client(base_url=server.url + "/api") as client:
        yield client


def table(api, *seats, **more):
    made = api.post("/tables", json={"game": "ankhor", "seats": list(seats), **more})
    assert made.status_code == 201, made.text
    return made.json()["table"], {
        int(seat): {"authorization": f"Bearer {token}"} for seat, token in made.json()["tokens"].items()
    }


PROGRAM, BOT = {"kind": "program"}, {"kind": "bot", "bot": "random"}


def test_description(api):
    schema = api.get("/schema/openapi.json").json()
    assert set(schema["paths"]) == {
        "/api/games",
        "/api/bots",
        "/api/tables",
        "/api/tables/{key}",
        "/api/tables/{key}/wait",
        "/api/tables/{key}/steps",
        "/api/tables/{key}/undo",
        "/api/tables/{key}/done",
        "/api/tables/{key}/record",
    }


def test_program_plays_a_match_against_a_bot(api):
    key, tokens = table(api, PROGRAM, BOT)
    chance = random.Random(2)
    state = api.get(f"/tables/{key}", headers=tokens[0]).json()
    while not state["over"]:
        assert state["seed"] is None
        if state["legal"]:
            move = {"step": chance.choice(state["legal"])["text"], "ply": state["ply"]}
            answer = api.post(f"/tables/{key}/steps", json=move, headers=tokens[0])
            assert answer.status_code == 200, answer.text
            state = answer.json()
        else:
            waiting = {"ply": state["ply"]}
            state = api.get(f"/tables/{key}/wait", params=waiting, headers=tokens[0], timeout=40).json()
    assert sum(state["result"]) == pytest.approx(1)
    assert api.get(f"/tables/{key}/record").text.startswith("Khonsu record 1")


def test_token_is_needed_and_counts_for_its_seat_only(api):
    key, tokens = table(api, PROGRAM, PROGRAM)
    state = api.get(f"/tables/{key}").json()
    assert state["legal"] == []
    assert state["seat"] is None
    (asked,) = state["asked"]
    move = {"step": "blue", "ply": 0}
    assert api.post(f"/tables/{key}/steps", json=move).status_code == 401
    assert api.post(f"/tables/{key}/steps", json=move, headers={"authorization": "Bearer x"}).status_code == 401
    wrong = api.post(f"/tables/{key}/steps", json=move, headers=tokens[1 - asked])
    assert wrong.status_code == 409
    assert wrong.json()["name"] == "WrongSeat"
    assert wrong.json()["state"]["ply"] == 0
    assert api.post(f"/tables/{key}/steps", json=move, headers=tokens[asked]).status_code == 200
    stale = api.post(f"/tables/{key}/steps", json=move, headers=tokens[asked])
    assert stale.status_code == 409
    assert stale.json()["name"] == "Stale"
    assert stale.json()["state"]["ply"] == 1
    assert api.post(f"/tables/{key}/undo", json={"ply": 1}, headers=tokens[asked]).json()["ply"] == 2
    assert api.get(f"/tables/{key}/record").status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess", "seats": [PROGRAM, BOT]},
        {"game": "ankhor", "seats": [PROGRAM]},
        {"game": "ankhor", "seats": [PROGRAM] * 11},
        {"game": "ankhor", "seats": [{"kind": "person"}, BOT]},
        {"game": "ankhor", "seats": [{"kind": "bot", "bot": "genius"}, BOT]},
        {"game": "ankhor", "seats": [PROGRAM, BOT], "options": {"edition": "de"}},
        {"game": "ankhor", "seats": [PROGRAM, BOT], "seed": 7},
        {"game": "ankhor", "seats": [PROGRAM, BOT], "minutes": -1},
    ],
)
def test_bad_table(api, body):
    answer = api.post("/tables", json=body)
    assert answer.status_code == 400
    assert answer.json()["problem"]


@pytest.mark.parametrize(
    "path", ["/tables/none", "/tables/none/record", "/tables/none/wait?ply=0", "/tables/" + "x" * 999]
)
def test_no_such_table(api, path):
    assert api.get(path).status_code in (400, 404)
