"""Ankh in a real browser: figures move by click and click, a battle and a caravan have a stage of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from .browsing import browser, pytestmark, until

__all__ = ["browser", "pytestmark"]  # used by name

WATCH = """
window.journeys = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...rest) {
  if (frames[0]?.translate) window.journeys.push(this.querySelector("title")?.textContent ?? "");
  return animate.call(this, frames, ...rest);
};
"""


@pytest.fixture
def open_table(browser: Any, server: Any) -> Iterator[Any]:
    """A page at a table, with the cookies of the visitor who made it."""
    contexts = []

    def come(visitor: Any, key: str, width: int = 1280, height: int = 800) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.url, locale="en-GB")
        contexts.append(context)
        cookies = [{"name": name, "value": value, "url": server.url} for name, value in visitor.http.cookies.items()]
        context.add_cookies(cookies)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.add_init_script(WATCH)
        page.goto(f"/table/{key}")
        page.wait_for_selector(".stage svg")
        return page

    yield come
    for context in contexts:
        context.close()


def new_table(visitor: Any, *seats: str, **options: str) -> str:
    given = {f"seat{n}": kind for n, kind in enumerate(seats)}
    given |= {f"option_{name}": value for name, value in options.items()}
    answer = visitor.post("/new/ankh", players=str(len(seats)), **given)
    assert answer.url.path.startswith("/table/"), answer.text
    return str(answer.url.path.rsplit("/", 1)[1])


def until_asked(visitor: Any, key: str, question: str) -> None:
    """Answer for all seats, at random but always alike, without a browser, until this is asked."""
    chance = random.Random(1)
    with visitor.live(key) as live:
        for _ in range(200):
            state = live.my_turn()
            if question in state["question"]:
                return
            step = None if state["confirm"] else chance.choice(state["choices"])["id"]
            live.do("done" if state["confirm"] else "step", step, seat=state["you"])
    raise AssertionError(f"never asked: {question}")


def settle(page: Any, before: str) -> None:
    """Until the table has changed."""
    until(page, "ply => document.body.dataset.ply !== ply", before)


def click(page: Any, selector: str) -> None:
    before = page.evaluate("document.body.dataset.ply")
    page.locator(selector).first.click()
    settle(page, before)


def test_figures_move_by_click_and_click(visitor: Any, open_table: Any) -> None:
    key = new_table(visitor, "person", "bot:random", start_player="0")
    page = open_table(visitor, key)
    click(page, ".choice[data-text=move]")
    figure = page.locator("#map .choice[data-text^=figure]").first
    kind = figure.get_attribute("data-piece")
    click(page, "#map .choice[data-text^=figure]")
    assert page.locator("#map .chosen").count() == 1
    lit = page.locator("#map .choice.ghost.open[data-text^='to ']")
    assert lit.count() > 3
    goal = lit.first.get_attribute("data-text").removeprefix("to ").replace(",", "-")
    page.evaluate("window.journeys.length = 0")
    click(page, "#map .choice.ghost.open[data-text^='to ']")
    spot = page.locator(f"#map [id$='-{goal}'][data-piece='{kind}'], #map #god-0[data-piece='{kind}']")
    assert spot.count() >= 1
    assert len(page.evaluate("window.journeys")) == 1  # that figure, and nothing else, has travelled
    assert page.locator("#map .weary").count() == 1


def test_summoning_lights_hexes_up(visitor: Any, open_table: Any) -> None:
    key = new_table(visitor, "person", "bot:random", start_player="0")
    page = open_table(visitor, key)
    before = page.locator("#map [id^=figure-0-]").count()
    click(page, ".choice[data-text=summon]")
    for _ in range(3):  # a place, a figure, a hex; what has no alternative is not asked
        if page.locator("#map .choice.ghost.open").count():
            break
        click(page, "#choices .choice-button[data-text=normal], #own .choice, [id^=seat-0] .choice")
    assert page.locator("#map .choice.ghost.open .preview").count() > 0
    click(page, "#map .choice.ghost.open")
    assert page.locator("#map [id^=figure-0-]").count() == before + 1


def test_a_battle_is_a_stage_of_its_own(visitor: Any, open_table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three on one device: who fights is seen by all; after the first choice the screen shows that it was made only."""
    monkeypatch.setattr("khonsu.web.services.lobby.new_seed", lambda: (1, "salt"))
    key = new_table(visitor, "person", "person", "person", start_player="0")
    until_asked(visitor, key, "Choose a battle card")
    for width, height in ((1600, 900), (390, 844)):
        page = open_table(visitor, key, width, height)
        arena = " ".join(page.locator("#arena").text_content().split())
        assert re.search(r"Battle · Region \d", arena)
        assert "is choosing" in arena
        box = page.locator("#arena > .panel").bounding_box()
        inside = page.locator("#arena text").evaluate_all(
            "texts => texts.map(text => text.getBoundingClientRect()).map(box => [box.left, box.right])"
        )
        assert all(box["x"] <= left and right <= box["x"] + box["width"] for left, right in inside)
    page.locator("#cover button").click()  # the first of those who are asked takes the device
    click(page, ".choice[data-text='card flood']")
    page.wait_for_selector("#cover:not([hidden])")
    arena = page.locator("#arena").text_content()
    assert arena.count("has chosen") == 1
    assert "Flood" not in arena
    assert page.locator(".stage .mine").count() == 0


def test_a_caravan_shows_what_it_would_make(visitor: Any, open_table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khonsu.web.services.lobby.new_seed", lambda: (23, "salt"))
    key = new_table(visitor, "person", "person", "person", start_player="0")
    until_asked(visitor, key, "where does the next camel go")
    page = open_table(visitor, key, 1600, 900)
    sides = page.locator("#map .choice.edge")
    assert page.locator(".split:visible").count() == 0
    for n in (0, sides.count() - 1):
        step = sides.nth(n).get_attribute("data-step")
        sides.nth(n).hover()
        assert page.locator(f"#split-{step}").is_visible()
        assert page.locator(".split:visible").count() == 1
    page.mouse.move(3, 3)
    sides.nth(0).focus()
    assert page.locator(f"#split-{sides.nth(0).get_attribute('data-step')}").is_visible()
