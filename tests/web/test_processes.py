"""Two server processes on one PostgreSQL: whoever looks at a table sees what was done at the other process."""

from __future__ import annotations

import random
import threading
from typing import Any

import httpx
import pytest
from serving import Serving

import khonsu


@pytest.fixture(scope="module")
def two(postgresql, rules):
    """Two processes, begun at the same moment on an empty database."""
    address, begun = postgresql.new(), []
    starting = [threading.Thread(target=lambda: begun.append(Serving(address))) for _ in range(2)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join(60)
    assert len(begun) == 2
    yield begun
    for serving in begun:
        serving.kill()


def test_whole_match_over_two_processes(two, visit):
    body = {"game": "horus", "seats": [{"kind": "program"}, {"kind": "program"}]}
    made: dict[str, Any] = httpx.post(two[0].url + "/api/tables", json=body, timeout=60).json()
    key, tokens, chance = made["table"], made["tokens"], random.Random(2)
    people = [visit(serving) for serving in two]
    with people[0].live(key, tokens["0"]) as here, people[1].live(key, tokens["1"]) as there:
        seats = [here, there]
        while not here.state["over"]:
            ply, (seat,) = here.state["ply"], here.state["asked"]
            seats[seat].do("step", chance.choice(seats[seat].state["choices"])["id"])
            for live in seats:
                live.wait(lambda state, ply=ply: state["ply"] == ply + 1)
            assert here.state["asked"] == there.state["asked"]
        assert here.state["secret"] == there.state["secret"] != None  # noqa: E711
    records = [person.get(f"/table/{key}/record").text for person in people]
    assert records[0] == records[1]
    match = khonsu.read(records[0])
    assert match.over
    assert len(match.steps) > 20


def test_two_processes_race_for_a_ply(two, visit):
    body = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}
    made: dict[str, Any] = httpx.post(two[0].url + "/api/tables", json=body, timeout=60).json()
    for _ in range(10):
        state = httpx.get(f"{two[0].url}/api/tables/{made['table']}", timeout=60).json()
        headers = {"authorization": f"Bearer {made['tokens'][str(state['asked'][0])]}"}
        legal = httpx.get(f"{two[0].url}/api/tables/{made['table']}", headers=headers, timeout=60).json()["legal"]
        move = {"step": legal[0]["text"], "ply": state["ply"]}
        answers: list[int] = []

        def play(serving, move=move, headers=headers, answers=answers) -> None:
            url = f"{serving.url}/api/tables/{made['table']}/steps"
            answers.append(httpx.post(url, json=move, headers=headers, timeout=60).status_code)

        racing = [threading.Thread(target=play, args=(serving,)) for serving in two]
        for thread in racing:
            thread.start()
        for thread in racing:
            thread.join()
        assert sorted(answers) == [200, 409]


def test_seats_and_presence_are_known_everywhere(two, visit):
    owner, guest = (visit(serving) for serving in two)
    key = owner.new("person", "open")
    with owner.live(key) as live:
        assert not live.state["begun"]
        assert guest.get(f"/table/{key}").status_code == 200  # the other process has loaded the table, too
        guest.post(f"/table/{key}/sit/1", name="Ben")
        live.wait(lambda state: state["begun"])
        assert live.state["seats"][1]["name"] == "Ben"
        with guest.live(key) as other:
            while not live.read()["seats"][1]["here"]:
                pass
            state = other.state
            while not state["seats"][0]["here"]:
                state = other.read()
        while live.read()["seats"][1]["here"]:
            pass
