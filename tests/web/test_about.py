"""What is this, and why not: the sheet of things, and the answer to a click on what cannot be chosen."""

from __future__ import annotations

import pytest

import khonsu
from khonsu.explain import has_things, things


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_sheet_of_things(visitor, language):
    for game in filter(has_things, khonsu.games()):
        answer = visitor.get(f"/about/{game}/{language}.json")
        assert answer.status_code == 200
        assert "max-age" in answer.headers["cache-control"]
        found = answer.json()
        assert list(found) == list(things(game))
        assert len(answer.content) < 60_000


def test_no_such_sheet(visitor):
    for path in ("/about/chess/en.json", "/about/ankhor/de.json", "/about/ankhor/en.html.json"):
        assert visitor.get(path).status_code == 404


def test_why_not(visitor):
    """From the rules; what never can be chosen and what is no thing is answered with nothing."""
    key = visitor.new("person", "person")
    with visitor.live(key) as live:
        live.my_turn()
        live.say(kind="why", thing="slot-1-tile")
        said = live.until("why")
        assert said["thing"] == "slot-1-tile"
        assert said["sentence"].startswith("This tile costs")
        assert said["section"] == "buy"
        for thing in ("score-0", "nothing", "cells 1 x"):
            live.say(kind="why", thing=thing)
            assert live.until("why") == {"kind": "why", "thing": thing, "sentence": "", "section": ""}
        live.say(kind="why", thing="x" * 81)
        assert live.until("problem")["name"] == "BadMessage"


def test_why_not_while_the_turn_waits_to_be_ended(visitor):
    key = visitor.new("person", "person")
    with visitor.live(key) as live:
        live.my_turn()
        while not live.state["confirm"]:
            live.act()
        live.say(kind="why", thing="slot-1-tile")
        assert live.until("why")["sentence"] == "Your turn is complete. End it, or undo."
