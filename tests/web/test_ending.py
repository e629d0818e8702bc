"""The end of a match: who won, with what, how it went."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

import khonsu
from khonsu.bots import Budget, bot, decide
from khonsu.games.ankh.rules import pieces
from khonsu.games.ankh.rules import state as ankh
from khonsu.games.ankh.words.epilogue import fate
from khonsu.match import Match
from khonsu.web.scenes.ending import HEIGHT, LINE, apart, levels, points_by_turn
from khonsu.web.scenes.scene import outcome
from khonsu.web.services.lobby import Host, Wanted, Wish, make
from khonsu.web.words import words

from .axe import needs_axe, serious
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
    parts = len(table.match.breakdown(0))
    assert len(points) == (parts + 1 if parts > 1 else 1), "a single part is the sum"
    assert all(len(row) == 2 for row in points)
    assert text.count("<polyline") == 2
    shapes = dict(re.findall(r'<g class="(k\d)"><polyline.*?class="shape" d="(.*?)"', text, re.DOTALL))
    assert len(set(shapes.values())) == len(shapes) == 2, "curves are told apart by more than their colours"
    names = re.findall(r'<text x="[\d.]+" y="[\d.]+">(.+?)</text></g>', text)
    assert [name.removesuffix("…") for name in names] == [
        shown[: len(name.removesuffix("…"))] for shown, name in zip(table.names(words("en")), names)
    ]
    course = points_by_turn(table.match)
    figures = re.findall(r'<tr class="turn"><th scope="row">(\d+)</th>(.*?)</tr>', text, re.DOTALL)
    assert [[float(n) for n in re.findall("<td>(.*?)</td>", cells)] for _, cells in figures] == course
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


@pytest.mark.parametrize("heights", [[0.0, 0.0], [150.0] * 5, [3.0, 5.0, 140.0, 149.0], [20.0, 90.0]])
def test_names_at_the_curves_do_not_overlap(heights):
    found = apart(heights)
    order = sorted(found)
    assert all(below - above >= LINE for above, below in pairwise(order))
    assert order[0] >= 0
    assert order[-1] <= HEIGHT
    assert [found.index(n) for n in order] == sorted(range(len(heights)), key=lambda n: heights[n])
    if heights == [20.0, 90.0]:
        assert found == heights, "what has room stays"


async def played(hub: Any, game: str, leave: int = 0) -> tuple[str, Callable[[], Any]]:
    """A table of two programs, played to its end or until so many steps before it, and how the rest is played."""
    key, _ = await make(hub, Wanted(game, [Wish("program"), Wish("program")]), Host())
    room, chance = hub.rooms[key], random.Random(3)
    ahead = room.table.match.at(0)
    while ahead.deciders:
        ahead.play(chance.choice(ahead.legal_ids(ahead.deciders[0])), seat=ahead.deciders[0])
    steps = list(ahead.steps)

    async def go_on(number: int) -> None:
        for step in steps[:number]:
            await hub.act(room, step.seat, "step", step.id)
        del steps[:number]

    await go_on(len(steps) - leave)
    return key, lambda: go_on(len(steps))


def at(server: Any, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(120)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_sun_rises_for_who_was_there(server, person, motion):
    """For a second; nothing moves for who wants no motion, who comes later sees it without."""
    key, finish = at(server, played(server.hub, "horus", leave=1))
    page = person(reduced_motion=motion)
    page.add_init_script(
        "window.begun = [];document.addEventListener('animationstart', event => begun.push(event.animationName), true);"
    )
    page.goto(f"/table/{key}")
    page.wait_for_selector(".stage svg")
    assert not page.evaluate("document.getElementById('ending').open")
    at(server, finish())
    until(page, "document.getElementById('ending').open")
    winners = server.hub.rooms[key].table.match.winners()
    assert page.locator("#ending .band").first.locator("span").count() == len(winners)
    assert page.locator("#ending .emblem").count() == len(winners)
    names = page.evaluate(
        "['.band', '.sun', '.after'].map(part => document.querySelector(`#ending ${part}`))"
        ".map(element => getComputedStyle(element).animationName)"
    )
    if motion == "reduce":
        assert names == ["none"] * 3
        assert page.evaluate("document.getElementById('ending').getAnimations({ subtree: true }).length") == 0
        return
    assert names == ["fill", "rise", "follow"]
    until(page, "['fill', 'rise', 'follow'].every(name => begun.includes(name))")
    page.reload()
    until(page, "document.getElementById('ending').open")
    assert page.evaluate("getComputedStyle(document.querySelector('#ending .sun')).animationName") == "none"


def shared_victory() -> Match:
    """A match of Ankh that two players win with their merged god."""
    player = bot("greedy")
    for seed in range(8, 40):
        match = khonsu.game("ankh").match(players=3, seed=seed)
        while match.deciders:
            seat = match.deciders[0]
            match.play(decide(player, match, seat, Budget(seconds=1.0, seed=len(match.steps))).step, seat=seat)
        if len(match.winners()) == 2:
            return match
    raise AssertionError("no merged god wins")


def test_gods_stand_before_the_sun(visitor, person):
    """The emblems of those who have won, each a sign that the drawing has; two who share the victory share the band."""
    match = shared_victory()
    key = visitor.post("/look", text=match.record()).url.path.split("/")[2]
    page = person()
    page.goto(f"/table/{key}")
    until(page, "document.getElementById('ending').open")
    signs = page.locator("#ending .emblem use").evaluate_all("all => all.map(use => use.getAttribute('href'))")
    gods = [pieces.GODS[int(match.position.reading.who[seat])] for seat in match.winners()]
    assert signs == [f"#k-ankh-{god}" for god in gods]
    assert all(page.locator(sign).count() == 1 for sign in signs)
    seats = page.locator("#ending .band").first.locator("span").evaluate_all("all => all.map(span => span.className)")
    assert seats == [f"k{seat}" for seat in match.winners()]


def test_a_match_is_shared(server, person):
    """The address of its replay is copied where the device cannot share."""
    key, _ = at(server, played(server.hub, "horus"))
    page = person()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(f"/table/{key}")
    until(page, "document.getElementById('ending').open")
    before = page.inner_text("#share-match")
    page.locator("#share-match").click()
    until(page, "before => document.getElementById('share-match').textContent !== before", before)
    assert page.evaluate("navigator.clipboard.readText()") == f"{server.url}/table/{key}/replay"


@needs_axe
@pytest.mark.parametrize("game", ["ankhor", "ankh"])
def test_nothing_serious_for_axe_in_the_ending(server, person, game):
    """On a phone and wide, light and dark; every word in the drawing can be read, and nothing sticks out."""
    key, _ = at(server, played(server.hub, game))
    found = {}
    for width, height in ((390, 844), (1440, 900)):
        page = person(width=width, height=height)
        page.goto(f"/table/{key}")
        until(page, "document.getElementById('ending').open")
        page.locator("#ending summary").click()
        found |= serious(page, f"{width}")
        sizes = page.locator("#ending .course text").evaluate_all(
            "all => all.map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
        )
        assert min(sizes) >= 12
        assert page.evaluate("(d => d.scrollWidth <= d.clientWidth)(document.getElementById('ending'))")
    assert found == {}


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1440, 900)])
def test_what_comes_next_is_in_sight(server, person, size):
    """The buttons lie on the screen however long the rest is; all players' columns are alike."""
    key, _ = at(server, played(server.hub, "ankhor"))
    page = person(width=size[0], height=size[1])
    page.goto(f"/table/{key}")
    until(page, "document.getElementById('ending').open")
    buttons = page.locator("#ending .buttons :is(a, button)")
    assert buttons.count() >= 3
    for button in buttons.all():
        box = button.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
        button.click(trial=True)
    wide = page.locator("#ending thead").first.locator("th").evaluate_all("all => all.map(each => each.offsetWidth)")
    assert max(wide) - min(wide) <= 1


def test_the_ending_is_shown_over_the_table(visitor, server, person):
    """By itself when one comes to a match that is over, again by a button."""
    key = finished(visitor, "ankhor")
    page = person(width=390, height=844)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in visitor.http.cookies.items()]
    )
    page.goto(f"/table/{key}")
    until(page, "() => document.getElementById('ending').open")
    assert "wins" in page.inner_text("#h-ending") or "share" in page.inner_text("#h-ending")
    page.get_by_role("button", name="Back to the table").last.click()
    until(page, "() => !document.getElementById('ending').open")
    page.evaluate("document.getElementById('show-ending').click()")
    until(page, "() => document.getElementById('ending').open")
    page.locator("#ending .main").click()
    page.wait_for_url(lambda url: key not in url)
