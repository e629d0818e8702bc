"""Horus on the page: previews by pointer, finger and keyboard, reasons, legible numbers, tabs on a phone, keys."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from .axe import needs_axe, serious
from .browsing import browser, person, pytestmark, until
from .test_browser import answer_by_click, over, ply, settled

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name

VISIBLE = "e => getComputedStyle(e.querySelector('.outcome')).display !== 'none'"
SEEN = f"[...document.querySelectorAll('.stage .ghost.near')].some({VISIBLE})"
TOLD = "document.getElementById('explain').innerText.includes('worth')"
GHOSTS = ".stage .choice.ghost"


def sit_down(page: Any) -> None:
    page.goto("/")
    page.locator("form[action='/play/horus'] button").click()
    page.wait_for_selector(".stage svg")


def until_ghosts(page: Any, seed: int = 4, least: int = 8) -> Any:
    """Play on until a terrain tile has to be laid."""
    chance = random.Random(seed)
    for _ in range(60):
        settled(page)
        found = page.locator(f"{GHOSTS}:has(.outcome)")
        if found.count() >= least:
            return found
        answer_by_click(page, chance)
    raise AssertionError("no tile was drawn")


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_ghost_snaps_and_tells(person):
    """A pointer beside a legal position makes its ghost stand out, with the label Python drew and the sentence."""
    page = person()
    sit_down(page)
    ghost = until_ghosts(page).nth(3)
    x, y = middle(ghost.locator(".ring").bounding_box())
    page.mouse.move(5, 5)
    assert not ghost.evaluate(VISIBLE)
    ring = ghost.locator(".ring").bounding_box()["width"]
    page.mouse.move(x + ring / 2 + 4, y)  # not on it, but nearest to it
    until(page, "() => document.querySelectorAll('.stage .ghost.near').length === 1")
    until(page, SEEN)
    until(page, "() => /controls? it/.test(document.getElementById('explain').textContent)")
    assert re.search(r"region .*It is worth \d+ points?\..*controls? it", page.inner_text("#explain"))
    before = ply(page)
    page.mouse.click(x + ring / 2 + 4, y)
    until(page, "ply => document.body.dataset.ply !== ply", before)


def test_a_finger_looks_first(person):
    """The first tap shows what a place leads to, the second one (or the button at the thumb) chooses it."""
    page = person(width=390, height=844, has_touch=True, is_mobile=True)
    sit_down(page)
    ghost = until_ghosts(page).nth(2)
    ghost.scroll_into_view_if_needed()
    before = ply(page)
    ghost.locator(".ring").tap()
    until(page, SEEN)
    until(page, TOLD)
    page.set_viewport_size({"width": 390, "height": 640})  # buttons are arranged anew, and it stays told
    page.wait_for_timeout(500)
    assert page.evaluate(TOLD)
    assert ply(page) == before
    page.get_by_role("button", name="Choose this").tap()
    until(page, "ply => document.body.dataset.ply !== ply", before)


@pytest.mark.parametrize(("width", "height", "steps"), [(1280, 800, 40), (1000, 700, 0), (390, 844, 40)])
def test_numbers_are_legible(person, width, height, steps):
    """No text of a board with many tiles is smaller than 12 px, at any size of the page."""
    page, chance = person(width=width, height=height), random.Random(9)
    sit_down(page)
    smallest = "() => Math.min(...[...document.querySelectorAll('.stage svg :not(defs) > text, .stage svg > text')]"
    smallest += ".filter(e => e.textContent && !e.closest('defs'))"
    smallest += ".map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a))"
    for step in range(steps):
        if step % 20 == 0:
            settled(page)
            assert page.evaluate(smallest) > 11.4, step
        answer_by_click(page, chance)
    assert page.evaluate(smallest) > 11.4


def test_tabs_on_a_phone(person):
    """Board and question first; players, log and the rest behind tabs; the log is still read aloud."""
    page = person(width=390, height=844, has_touch=True, is_mobile=True)
    sit_down(page)
    settled(page)
    log = page.locator("section.log [role=log]")
    box = page.locator("section.log").bounding_box()
    assert box["width"] <= 2
    assert log.get_attribute("aria-live") == "polite"
    assert page.locator("#seats").is_visible()
    page.get_by_role("tab", name="Log").click()
    assert page.locator("section.log").bounding_box()["height"] > 40
    assert not page.locator("#seats").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="About").get_attribute("aria-selected") == "true"
    assert page.locator("#pledge").is_hidden() or page.locator("details.about").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = person(width=1280, height=800)
    sit_down(wide)
    assert wide.locator("#tabs").is_hidden()
    assert wide.locator("section.log").is_visible()


def test_keyboard(person):
    """Arrows and Tab go through the choices with a visible focus and the preview, Enter chooses, U undoes, ? helps."""
    page = person()
    sit_down(page)
    until_ghosts(page)
    page.mouse.move(2, 2)
    page.keyboard.press("ArrowRight")
    focused = page.locator(".stage .choice:focus")
    assert focused.count() == 1
    stroke = "getComputedStyle(document.querySelector('.stage .choice:focus .ring')).stroke"
    until(page, f"{stroke} === getComputedStyle(document.body).color")
    assert focused.evaluate(VISIBLE)
    first = focused.get_attribute("data-text")
    page.keyboard.press("ArrowDown")
    second = page.locator(".stage .choice:focus").get_attribute("data-text")
    page.keyboard.press("Tab")
    third = page.evaluate("document.activeElement.dataset.text")
    assert len({first, second, third}) == 3
    log = page.inner_text("#log")
    before = ply(page)
    page.keyboard.press("Enter")
    until(page, "ply => document.body.dataset.ply !== ply", before)
    told = "document.getElementById('log').innerText !== before"
    until(page, f"before => {told} || document.querySelector('#choices .big')", log)  # or it waits for the turn's end
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    if page.locator(".undo").count():
        before = ply(page)
        page.keyboard.press("u")
        until(page, "ply => document.body.dataset.ply !== ply", before)
        assert page.locator(f'.stage .choice[data-text="{third}"]').count() == 1


def test_pinch_and_drag(person):
    """Two fingers come closer to the board, one finger moves it then, a button shows the whole again."""
    page = person(width=390, height=844, has_touch=True, is_mobile=True)
    sit_down(page)
    settled(page)
    box = "(() => { const v = document.querySelector('.stage svg').viewBox.baseVal; return [v.x, v.y, v.width]; })()"
    whole = page.evaluate(box)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[int, int]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    fingers("touchStart", (180, 250), (210, 250))
    for spread in (20, 40, 60, 80):
        fingers("touchMove", (180 - spread, 250), (210 + spread, 250))
    fingers("touchEnd")
    closer = page.evaluate(box)
    assert closer[2] < whole[2] * 0.6
    fingers("touchStart", (200, 250))
    for x in (180, 150, 120):
        fingers("touchMove", (x, 250))
    fingers("touchEnd")
    assert page.evaluate(box)[0] > closer[0]
    page.get_by_role("button", name="Show the whole board").click()
    assert page.evaluate(box)[2] == whole[2]


def test_announcements(person):
    """What the game announces in advance stands above the board: here that one pile is exhausted."""
    page, chance = person(), random.Random(2)
    page.goto("/new/horus")
    page.locator("summary", has_text="Expert").click()
    page.fill("[name=option_tiles]", "pile_D=1")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector(".stage svg")
    for _ in range(120):
        if page.locator("#notices li").count() or over(page):
            break
        answer_by_click(page, chance)
    assert "exhausted" in page.inner_text("#notices")


@needs_axe
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_serious_for_axe(person, width):
    page = person(width=width, height=844)
    sit_down(page)
    until_ghosts(page)
    page.keyboard.press("ArrowRight")
    assert serious(page, "ghosts") == {}
