"""The table in a real browser: clicks alone, keys alone, two browsers, lost connections, phone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .browsing import NEXT, browser, comes_true, person, pytestmark, sync_api, until

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name

MOVED_OR_WARNED = "ply => document.body.dataset.ply !== ply || document.getElementById('anyway')"


def settled(page: Any) -> None:
    """Until it is the person's turn, or the end."""
    until(page, "document.body.classList.contains('asked') || !document.getElementById('after').hidden")


def over(page: Any) -> bool:
    return bool(page.evaluate("!document.getElementById('after').hidden"))


def ply(page: Any) -> str:
    return str(page.evaluate("document.body.dataset.ply"))


def answer_by_click(page: Any, chance: random.Random) -> None:
    """Click one of the things that can be clicked, as a person would; wait until the table has changed."""
    settled(page)
    if over(page):
        return
    before, found = ply(page), page.locator(NEXT)
    for _ in range(5):
        try:
            found.nth(chance.randrange(found.count())).click(timeout=3000)
        except (sync_api.TimeoutError, ValueError):
            continue  # the drawing was replaced meanwhile
        if comes_true(page, MOVED_OR_WARNED, before, 8):
            break  # otherwise it was replaced under the pointer, and a person clicks again
    on_or_warned(page, before)


def on_or_warned(page: Any, before: str) -> None:
    """The table goes on; who is warned first means it."""
    until(page, MOVED_OR_WARNED, before)
    if ply(page) == before:
        page.locator("#anyway").click()
        until(page, "ply => document.body.dataset.ply !== ply", before)


def test_whole_match_by_clicks_alone(person, game_name):
    page, chance = person(), random.Random(7)
    page.goto("/")
    page.locator(f"form[action='/play/{game_name}'] button").click()
    page.wait_for_selector(".stage svg")
    for _ in range(1500):
        answer_by_click(page, chance)
        if over(page):
            break
    assert over(page)
    assert "The match is over" in page.inner_text("#question")
    page.locator("#ending").get_by_role("link", name="Replay").click()
    page.wait_for_selector(".stage svg")
    page.get_by_role("button", name="To the end").click()
    until(page, "document.querySelector('#slider').value === document.querySelector('#slider').max")
    page.get_by_role("button", name="One move back").click()
    page.select_option("#eyes", "1")
    until(page, "location.search.includes('seat=1')")
    address = page.url
    picture = page.inner_html(".stage")
    page.goto(address)
    until(page, "picture => document.querySelector('.stage').innerHTML === picture", picture)  # a link to it
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "Number(document.querySelector('#slider').value) >= 2")
    page.get_by_role("button", name="Pause").click()


def test_whole_match_by_keyboard_alone(person):
    page = person()
    page.goto("/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Play now: Ankh'or":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".stage svg")
    chance = random.Random(5)
    took_back = False
    for _ in range(900):
        settled(page)
        if over(page):
            break
        if page.evaluate("!document.activeElement.matches('.choice, #choices button')"):
            page.keyboard.press("ArrowRight")
        for _ in range(chance.randrange(3)):
            page.keyboard.press(chance.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        while page.evaluate("document.activeElement.matches('.undo')"):
            page.keyboard.press("ArrowLeft")
        before = ply(page)
        if not took_back and page.locator(".undo").count():
            page.keyboard.press("u")
            took_back = True
        else:
            page.keyboard.press("Enter")
        on_or_warned(page, before)
    assert took_back
    assert over(page)
    until(page, "() => document.getElementById('ending').open")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")


def test_two_browsers_in_one_match(person):
    ana, ben, eve = person(), person(width=390, height=844, has_touch=True), person()
    ana.goto("/new/ankhor")
    ana.fill("form.sheet [name=name]", "Ana")
    ana.select_option("[name=seat1]", "friend")
    ana.get_by_role("button", name="Set the table").click()
    link = ana.inner_text(".invitations .whole")
    ben.goto(link)
    ben.fill("form.sheet [name=name]", "Ben")
    ben.get_by_role("button", name="Sit down").click()
    eve.goto(ana.url)
    chance = random.Random(2)
    for _ in range(14):
        for page in (ana, ben):
            page.wait_for_selector(".stage svg")
        until(ana, "document.querySelector('#seats .asked')")
        asked = ana.inner_text("#seats .asked .name")
        answer_by_click(ana if asked == "Ana" else ben, chance)
        for page in (ana, ben, eve):
            until(page, "ply => document.body.dataset.ply === ply", ply(ana if asked == "Ana" else ben))
    logs = [page.locator("#log li").all_inner_texts() for page in (ana, ben, eve)]
    assert logs[0] == logs[1] == logs[2]
    assert len(logs[0]) > 5
    assert eve.locator(".stage .choice").count() == 0
    assert eve.locator("#choices button").count() == 0


def test_lost_connection_comes_back(person, server):
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Play now: Ankh'or").click()
    page.wait_for_selector(".stage svg")
    settled(page)
    question = page.inner_text("#question")
    page.context.set_offline(True)
    server.loop.call_soon_threadsafe(
        lambda: [watcher.leave() for room in server.hub.rooms.values() for watcher in room.watchers]
    )
    page.wait_for_selector("body.offline")
    page.context.set_offline(False)
    page.wait_for_selector("body:not(.offline)")
    assert page.inner_text("#question") == question
    answer_by_click(page, random.Random(1))
    page.reload()
    page.wait_for_selector(".stage svg")
    answer_by_click(page, random.Random(1))


def test_cover_on_one_device(person):
    page, chance = person(), random.Random(1)
    page.goto("/new/horus")
    for seat, name in enumerate(("Ana", "Ben")):
        page.select_option(f"[name=seat{seat}]", "person")
        page.fill(f"[name=name{seat}]", name)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector("#cover:not([hidden])")
    first = page.inner_text("#h-cover")
    assert page.locator(".stage .choice").count() == 0
    page.locator("#cover button").click()
    page.wait_for_selector("#cover", state="hidden")
    for _ in range(12):
        if page.locator("#cover:not([hidden])").count():
            break
        answer_by_click(page, chance)
        page.wait_for_timeout(100)
    second = page.inner_text("#h-cover")
    assert {first, second} == {"Pass the device to Ana", "Pass the device to Ben"}
    assert page.locator(".stage .choice").count() == 0


@pytest.mark.parametrize("language", ["en-GB", "es-ES", "fr-FR"])
def test_phone(person, language):
    page, chance = person(width=390, height=844, has_touch=True, is_mobile=True, locale=language), random.Random(3)
    for path in ("/", "/tables", "/new/ankhor", "/look"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.goto("/")
    page.locator(".card button.main").first.click()
    page.wait_for_selector(".stage svg")
    assert page.evaluate("document.querySelector('.stage svg').viewBox.baseVal.width") == 800
    for _ in range(10):
        answer_by_click(page, chance)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    settled(page)
    ask = page.locator("#ask").bounding_box()
    assert ask["y"] + ask["height"] <= 845  # the question stays at the thumb


def test_text_mode(person):
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Play now: Ankh'or").click()
    page.wait_for_selector(".stage svg")
    settled(page)
    page.keyboard.press("t")
    page.wait_for_selector("#text-board:not([hidden])")
    assert len(page.inner_text("#text-board")) > 200
    assert page.locator("#choices button").count() >= 2
    assert page.get_attribute("section.log [role=log]", "aria-live") == "polite"
    page.locator("#choices button:not(.undo)").first.click()
    page.wait_for_selector(".undo")


def test_pieces_travel(person):
    page = person(reduced_motion="no-preference")
    page.goto("/new/ankhor")
    page.select_option("[name=seat1]", "person")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector(".stage .choice")
    page.evaluate(
        "new MutationObserver(all => { for (const change of all) for (const node of change.addedNodes)"
        " if (node.getAttribute?.('aria-hidden') === 'true') window.travelled = (window.travelled ?? 0) + 1; })"
        ".observe(document.querySelector('.stage'), { childList: true, subtree: true })"
    )
    page.locator(".stage .choice").first.click()
    until(page, "window.travelled >= 1")
    until(page, "document.querySelectorAll('.stage svg > [aria-hidden=true]').length === 0")
    until(page, "[...document.querySelectorAll('.stage [id]')].every(e => e.style.visibility === '')")


def test_zoom(person):
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Play now: Ankh'or").click()
    page.wait_for_selector(".stage svg")
    width = "document.querySelector('.stage svg').viewBox.baseVal.width"
    whole = page.evaluate(width)
    page.keyboard.press("+")
    assert page.evaluate(width) < whole
    page.keyboard.press("0")
    assert page.evaluate(width) == whole
    page.mouse.move(500, 300)
    page.mouse.wheel(0, -300)
    until(page, f"{width} < {whole}")


LATE = """
const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage"), waiting = [];
window.late = false;
window.catchUp = () => { window.late = false; for (const hear of waiting.splice(0)) hear(); };
Object.defineProperty(WebSocket.prototype, "onmessage", { ...heard, set(hear) {
  heard.set.call(this, hear && (event => window.late ? waiting.push(() => hear(event)) : hear(event)));
} });
"""


def test_a_refusal_is_told_until_one_acts_again(person):
    """A second tab that has not heard yet that the match went on is told so, until it goes on itself."""
    first, chance = person(), random.Random(4)
    sit_down(first)
    settled(first)
    second = first.context.new_page()
    second.add_init_script(LATE)
    second.goto(first.url)
    second.wait_for_selector(".stage .choice")
    settled(second)
    second.evaluate("window.late = true")
    answer_by_click(first, chance)
    second.locator(".stage .choice").first.click()
    second.evaluate("window.catchUp()")
    until(second, "ply => document.body.dataset.ply === ply", ply(first))
    assert second.inner_text("#notice").startswith("The match has moved on")
    answer_by_click(second, chance)
    until(second, "() => document.getElementById('notice').textContent === ''")


def sit_down(page: Any) -> None:
    page.goto("/")
    page.locator("form[action='/play/ankhor'] button").click()
    page.wait_for_selector(".stage svg")


def test_confirming_is_remembered_for_the_person(person):
    page = person()
    sit_down(page)
    page.evaluate("document.querySelector('details.about').open = true")
    page.locator("#confirm-box").uncheck()
    sit_down(page)
    until(page, "() => !document.getElementById('confirm-box').checked")


def test_a_lost_connection_is_seen_at_once(person):
    """What the browser itself knows is shown without waiting for an answer that will not come."""
    page = person()
    sit_down(page)
    settled(page)
    page.context.set_offline(True)
    until(page, "() => document.body.classList.contains('offline')")
    assert page.inner_text("#notice").startswith("Connection lost")
    page.context.set_offline(False)
    until(page, "() => !document.body.classList.contains('offline')")


def test_a_silent_connection_is_given_up(person):
    """A connection that is open and answers no sign of life any more is made anew."""
    page = person()
    page.add_init_script(
        "const say = WebSocket.prototype.send; window.deaf = false;"
        "WebSocket.prototype.send = function (data) { if (!window.deaf) say.call(this, data); };"
    )
    sit_down(page)
    settled(page)
    page.evaluate("window.deaf = true")
    until(page, "() => document.body.classList.contains('offline')")
    page.evaluate("window.deaf = false")
    until(page, "() => !document.body.classList.contains('offline')")
