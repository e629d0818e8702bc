"""Following the others on the page: their speed, what they changed, the last turn again, the log that points."""

from __future__ import annotations

import random
from typing import Any

from .browsing import browser, person, pytestmark, until
from .test_browser import answer_by_click, ply, settled

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name

CHANGED, LIT = ".stage .marks.changed rect", ".stage .marks.lit rect"


def until_they_played(page: Any, seed: int = 1) -> None:
    """Play until the bot has had a turn, and it is the person's again."""
    chance = random.Random(seed)
    bot = "() => document.querySelector('#log li.new:not(.turn)') && document.body.classList.contains('asked')"
    for _ in range(30):
        settled(page)
        if page.evaluate(bot):
            return
        answer_by_click(page, chance)
    raise AssertionError("the bot never played")


def sit_down(page: Any, game: str) -> None:
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".stage svg")


def test_turns_come_at_the_chosen_speed(person, server):
    """Slow: the page lags behind the match, but says at once whose turn it is, and skips ahead when it is told to."""
    page = person(speed="slow")
    sit_down(page, "ankhor")
    key = page.url.rsplit("/", 1)[1]
    chance = random.Random(2)
    for _ in range(40):
        until(page, "document.body.classList.contains('asked')")
        if page.locator("#catch-up").is_visible():
            break
        answer_by_click(page, chance)
    table = server.hub.rooms[key].table
    assert table.asked == (0,)
    assert int(ply(page)) < table.ply
    assert page.title().startswith("●")
    page.locator("#catch-up").click()
    until(page, "ply => Number(document.body.dataset.ply) === ply", table.ply)
    assert page.locator("#catch-up").is_hidden()
    page.locator(".preferences summary").click()
    page.select_option("#speed", "fast")
    page.reload()
    assert page.input_value("#speed") == "fast"


def test_what_they_changed_stays_outlined(person):
    page = person()
    sit_down(page, "horus")
    until_they_played(page)
    assert page.locator(CHANGED).count() > 0
    page.reload()
    settled(page)
    until(page, f"document.querySelectorAll('{CHANGED}').length > 0")
    answer_by_click(page, random.Random(1))
    until(page, f"document.querySelectorAll('{CHANGED}').length === 0")


def test_a_line_shows_its_place(person):
    page = person()
    sit_down(page, "horus")
    line, chance = page.locator("#log li:has(svg)", has_text="marker in a").last, random.Random(1)
    for _ in range(60):  # a turn may end without a marker
        until_they_played(page)
        if line.count():
            break
        answer_by_click(page, chance)
    line.hover()
    assert page.locator(LIT).count() == 1
    page.mouse.move(5, 5)
    assert page.locator(LIT).count() == 0
    page.locator("section.log [role=log]").focus()
    lit = []
    for _ in range(6):
        page.keyboard.press("ArrowUp")
        lit.append(page.locator(LIT).count())
    assert max(lit) == 1
    assert page.evaluate("document.activeElement.closest('#log') !== null")


def test_the_last_turn_again(person):
    page = person()
    sit_down(page, "horus")
    until_they_played(page)
    question, before = page.inner_text("#question"), page.inner_html(".stage")
    page.locator("#again-button").click()
    until(page, "q => document.getElementById('question').textContent !== q", question)
    assert page.locator(".stage .choice").count() == 0
    page.get_by_role("button", name="Back to the table").click()
    until(page, "q => document.getElementById('question').textContent === q", question)
    assert page.locator(".stage .choice, #choices .choice-button").count() > 0
    assert page.inner_html(".stage") == before


def test_replay_by_moves_and_turns(person, visitor, random_match):
    """Arrow keys, a list of turns to jump to, speed, and the eyes of each seat."""
    match = random_match("horus", 2, 7, 60)
    key = visitor.post("/look", text=match.record()).url.path.split("/")[2]
    page = person()
    page.goto(f"/table/{key}/replay")
    page.wait_for_selector("#log li.turn")
    turns = sorted({int(n) for n in page.locator("#log li.turn").evaluate_all("all => all.map(e => e.dataset.n)")})
    at = "n => document.getElementById('slider').value === String(n)"

    def press(name: str, place: int) -> None:
        page.keyboard.press(name)
        until(page, at, place)

    press("ArrowRight", 1)
    press("ArrowLeft", 0)
    press("ArrowDown", turns[0])
    press("ArrowDown", turns[1])
    press("ArrowUp", turns[0])
    press("End", 60)
    press("Home", 0)
    page.locator("#log li.turn").nth(3).click()
    until(page, at, turns[3])
    page.locator("#log li:not(.turn)").nth(6).click()
    told = "[...document.querySelectorAll('#log li[aria-current]')].map(e => e.innerText).join(' ')"
    until(page, f"{told} !== '' && document.getElementById('question').innerText === {told}")
    assert page.locator(".stage #hand").count() == 0
    page.select_option("#eyes", "1")
    page.wait_for_selector(".stage #hand")
    page.select_option("#speed", "fast")
    page.locator("#auto").click()
    here = int(page.input_value("#slider"))
    until(page, "n => Number(document.getElementById('slider').value) > n + 2", here)
    page.locator("#auto").click()
