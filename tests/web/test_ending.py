"""The end of a match: who won, with what, how it went."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest

from khonsu.games.ankh.rules import state as ankh
from khonsu.games.ankh.words.epilogue import fate
from khonsu.web.scenes.ending import levels, points_by_turn
from khonsu.web.scenes.scene import outcome
from khonsu.web.words import words

from .browsing import browser, person, pytestmark, until

__all__ = ["browser", "person", "pytestmark"]


def finished(visitor: Any, game: str) -> str:
    """A table whose match was played to its end without a browser."""
    answer = visitor.post(f"/new/{game}", players="2", seat0="person", seat1="bot:random")
    key = str(answer.url.path).rsplit("/", 1)[1]
    chance = random.Random(5)
    with visitor.live(key) as live:
        live.say(kind="confirm", on=False)
        live.wait(lambda state: not state["confirms"])
        while not live.state["over"]:
            live.act(chance.choice)
    return key


@pytest.mark.parametrize("game", ["ankhor", "horus", "ankh"])
def test_points_side_by_side(visitor, server, game):
    """Every part of the points of every seat, in all languages; the curves end where the points do."""
    key = finished(visitor, game)
    table = server.hub.rooms[key].table
    text = visitor.get(f"/table/{key}/ending").text
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', text, re.DOTALL)
    points = [re.findall("<td>([^<]*)</td>", cells) for _, cells in rows]
    assert len(points) == len(table.match.breakdown(0)) + 1
    assert all(len(row) == 2 for row in points)
    assert text.count("<polyline") == 2
    course = points_by_turn(table.match)
    assert course[-1] == [sum(table.match.breakdown(seat).values()) for seat in range(2)]
    assert len(course) - 1 <= table.match.position.turn


@pytest.mark.parametrize("seed", range(1, 7))
def test_why_a_god_was_forgotten(random_match, seed):
    """With the devotion that it had then (AK-196): what it had before that step, and what it gained in it."""
    match = random_match("ankh", 3, seed)
    position = match.at(0).position
    for step in match.steps:
        before = position.copy().reading
        position.play(step.seat, step.id)
        if any(event.kind == ankh.FORGOTTEN for event in position.events()):
            break
    devotion = [int(before.devotion[int(before.god_of[seat])]) for seat in range(3)]
    for event in position.events():
        if event.kind == ankh.GAINED:
            devotion = [event.b if int(before.god_of[seat]) == event.seat else had for seat, had in enumerate(devotion)]
    for seat in range(3):
        said = fate(match.position.reading, seat, match.game.texts("en"))
        gone = match.position.reading.god_of[seat] < 0
        assert said == (
            f"Forgotten after Conflict IV with {devotion[seat]} devotion: the red part of the track goes up to 20."
            if gone
            else ""
        )


def test_a_match_that_nobody_wins(random_match):
    """AK-197: all gods are forgotten, and everybody loses."""
    match = random_match("ankh", 3, 1)
    assert match.winners() == ()
    said = outcome(SimpleNamespace(names=lambda t: match.names, match=match), words("en"))
    assert said == "The match is over: nobody wins."


def test_nothing_is_told_before_the_end(visitor):
    key = visitor.new("person", "bot:random")
    assert visitor.get(f"/table/{key}/ending").status_code == 400


@pytest.mark.parametrize(("top", "expected"), [(1, [1]), (9, [2, 4, 6, 8]), (31, [10, 20, 30]), (5, [1, 2, 3, 4, 5])])
def test_levels_are_round_and_few(top, expected):
    assert levels(top) == expected


def test_the_ending_is_shown_over_the_table(visitor, server, person):
    """By itself when one comes to a match that is over, again by a button; nothing moves for who wants no motion."""
    key = finished(visitor, "ankhor")
    page = person(width=390, height=844)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in visitor.http.cookies.items()]
    )
    page.goto(f"/table/{key}")
    until(page, "() => document.getElementById('ending').open")
    assert "wins" in page.inner_text("#h-ending") or "share" in page.inner_text("#h-ending")
    assert page.locator(".petals").count() == 0
    page.get_by_role("button", name="Back to the table").last.click()
    until(page, "() => !document.getElementById('ending').open")
    page.evaluate("document.getElementById('show-ending').click()")
    until(page, "() => document.getElementById('ending').open")
    page.locator("#ending .main").click()
    page.wait_for_url(lambda url: key not in url)
