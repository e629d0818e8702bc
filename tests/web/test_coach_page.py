"""The coach and hints on the page: what is said when, what its buttons do, ghosts with numbers, the switch, a phone."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from khonsu.web.scenes.messages import CoachSays
from khonsu.web.transport import coach

from .browsing import browser, comes_true, person, pytestmark, until
from .test_browser import answer_by_click, ply, settled

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SAYS = "about => !document.getElementById('coach').hidden && document.getElementById('coach').dataset.about === about"
WAITS = "document.querySelector('#choices .main')?.textContent === 'End turn'"
MINE = "document.getElementById('coach').dataset.about !== 'turn' && document.body.classList.contains('asked')"
SHOWN = "document.getElementById('hint-box').open && document.querySelectorAll('.stage .pointer.label').length > 0"
KEPT = """() => fetch(location).then(page => page.text()).then(text => text.includes('"coached": false'))"""
NUMBERS = "[...document.querySelectorAll('.stage .pointer.label')].flatMap(e => e.textContent.split(' '))"
PLACED = """([drawing, step]) => {
  const chosen = new DOMParser().parseFromString(drawing, "image/svg+xml").querySelector(`[data-step="${step}"]`);
  return chosen ? (chosen.querySelector(".preview") ? "piece" : "place") : "";
}"""


def sit_down(page: Any, game: str) -> list[dict[str, Any]]:
    """Play now; everything that the server says is noted."""
    said: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: said.append(json.loads(frame))))
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".stage svg")
    settled(page)
    return said


def play_turn(page: Any) -> None:
    """By clicks, until the turn waits to be ended and the coach has spoken of it, who thinks for a while."""
    finish_turn(page, 5)
    until(page, SAYS, "turn", seconds=90)


def finish_turn(page: Any, seed: int) -> None:
    """By clicks, until the turn waits to be ended."""
    chance = random.Random(seed)
    until(page, "document.getElementById('confirm-box').checked")
    for _ in range(60):
        if page.evaluate(WAITS):
            break
        answer_by_click(page, chance)
    until(page, WAITS)


@pytest.fixture
def always_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach offers its turn whatever was played."""
    monkeypatch.setattr(coach, "MUCH", -1.0)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["wide", "phone"])
def test_goal_idea_and_verdict(person, open_turns, game_name, size):
    """Before the first turn the goal; a verdict when the turn is complete; in a later turn an idea with its link."""
    page = person(**size)
    sit_down(page, game_name)
    until(page, SAYS, "goal")
    assert page.locator("#coach a").get_attribute("href") == f"/rules/{game_name}#goal"
    play_turn(page)
    assert "chance of winning" in page.inner_text("#coach")
    for _ in range(4):  # in a turn in which nothing new can be seen it says nothing
        page.locator("#choices .main").click()
        until(page, MINE)
        if comes_true(page, SAYS, "idea", seconds=5):
            break
        finish_turn(page, 5)
    assert page.evaluate(SAYS, "idea")
    link = page.locator("#coach a")
    assert link.get_attribute("href").startswith(f"/rules/{game_name}#")
    assert link.inner_text().startswith("Read more: ")
    link.click(trial=True)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["wide", "phone"])
def test_look_try_again_go_on(person, always_better, open_turns, game_name, size):
    page = person(**size)
    sit_down(page, game_name)
    until(page, SAYS, "goal")
    begin = page.locator("#log li").count()
    play_turn(page)
    page.get_by_role("button", name="Try this turn again").click()
    until(page, "document.getElementById('coach').hidden && !document.querySelector('.undo')")
    assert page.locator("#log li").count() <= begin + 1
    play_turn(page)
    assert page.inner_text("#coach .better").startswith("There is something better.")
    page.get_by_role("button", name="Look at it").click()
    until(
        page,
        "document.getElementById('hint-box').open && document.querySelectorAll('.stage .pointer.label').length > 0",
    )
    assert page.locator("#coach").is_hidden()
    page.get_by_role("button", name="Back to the table").click()
    until(page, "!document.querySelector('.stage .pointer, .stage .ghost-piece')")
    play_turn(page)
    before = ply(page)
    page.get_by_role("button", name="Go on").click()
    until(page, "ply => document.body.dataset.ply !== ply", before)
    until(page, "document.getElementById('coach').dataset.about !== 'turn'")
    assert not page.evaluate(WAITS)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["wide", "phone"])
def test_every_step_with_a_place_is_numbered(person, open_turns, game_name, size):
    """Each in its order; a piece that will be laid is drawn as a ghost; the first one is in sight."""
    page, pieces = person(**size), 0
    said = sit_down(page, game_name)
    for seed in range(3):
        settled(page)
        page.locator("#hint").click()
        until(page, SHOWN, seconds=90)
        hint = [one for one in said if one["kind"] == "hint"][-1]["turns"][0]
        drawings = [one for one in said if one["kind"] == "sketch"][-1]["drawings"]
        assert page.locator("#hint-list strong").first.inner_text() == f"{hint['chance']} %"
        assert page.locator("#hint-list .why").first.inner_text() == hint["why"]
        kinds = [page.evaluate(PLACED, [drawing, step["id"]]) for drawing, step in zip(drawings, hint["steps"])]
        placed = {str(n) for n, kind in enumerate(kinds, 1) if kind}
        numbers = page.evaluate(NUMBERS)
        assert len(numbers) == len(set(numbers))
        assert set(numbers) == placed
        assert page.locator(".stage .ghost-piece").count() == kinds.count("piece")
        assert page.locator("#hint-list > li").first.locator(".steps li").count() == len(kinds)
        pieces += kinds.count("piece")
        in_sight = """() => [...document.querySelectorAll('.stage rect.pointer')].some(ring => {
          const box = ring.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
          return y > 0 && y < innerHeight && document.elementFromPoint(x, y)?.closest('.stage');
        })"""
        assert page.evaluate(in_sight)
        page.get_by_role("button", name="Play this turn").first.click()
        until(page, "document.getElementById('hint-box').hidden || !document.getElementById('hint-box').open")
        finish_turn(page, seed)
        page.locator("#choices .main").click()
        until(page, f"!({WAITS})")
    assert pieces or game_name == "ankhor"  # at its beginning tokens are taken


def test_the_switch(person):
    """Off: silent, also after a reload; on again: it speaks of the turn. Another game is not concerned."""
    page = person()
    sit_down(page, "ankhor")
    until(page, SAYS, "goal")
    page.locator("details.about summary").click()
    box = page.get_by_label("Coach me")
    assert box.is_checked()
    box.uncheck()
    until(page, "document.getElementById('coach').hidden")
    until(page, KEPT)
    page.reload()
    page.wait_for_selector(".stage svg")
    settled(page)
    page.locator("details.about summary").click()
    assert not page.get_by_label("Coach me").is_checked()
    assert page.locator("#coach").is_hidden()
    page.get_by_label("Coach me").check()
    play_turn(page)
    sit_down(page, "horus")
    until(page, SAYS, "goal")


def test_folding(person):
    """A folded coach stays folded, with its first words in a line, and takes little room."""
    page = person(**PHONE)
    sit_down(page, "ankhor")
    until(page, SAYS, "goal")
    high = page.locator("#coach").bounding_box()["height"]
    page.locator("#coach summary").click()
    until(page, "!document.querySelector('#coach details').open")
    assert page.locator("#coach").bounding_box()["height"] < high / 2
    assert page.locator("#coach summary span").is_visible()
    play_turn(page)
    assert not page.evaluate("document.querySelector('#coach details').open")
    page.locator("#coach summary").click()
    page.get_by_role("button", name="Try this turn again").click(trial=True)


def test_who_does_not_confirm_hears_of_it_once(person):
    """Nobody's wish is overruled: the coach says what it cannot do, and offers to switch it on."""
    page = person()
    page.goto("/")
    page.evaluate("localStorage.setItem('khonsu confirm', '0')")
    sit_down(page, "ankhor")
    until(page, SAYS, "goal")
    assert not page.locator("#confirm-box").is_checked()
    assert "I can only speak before your turn ends" in page.inner_text("#coach")
    sit_down(page, "horus")
    until(page, SAYS, "goal")
    assert "I can only speak" not in page.inner_text("#coach")
    page.evaluate("localStorage.removeItem('khonsu coach confirm')")
    sit_down(page, "ankh")
    until(page, SAYS, "goal")
    page.locator("#coach").get_by_role("button", name="Ask me before my turn ends").click()
    until(page, "document.getElementById('confirm-box').checked")
    play_turn(page)


def test_others_are_asked_and_can_agree(person, server, visit):
    """Somebody at the table would like the coach: the others can switch it on with one click, also who comes later."""
    bo = visit(server)
    page = person()
    page.goto("/new/ankhor")
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    ana = visit(server)
    ana.http.cookies.update(cookies)
    key = ana.new("person", "open")
    bo.post(f"/table/{key}/sit/1")
    page.goto(f"/table/{key}")
    page.wait_for_selector(".stage svg")
    with bo.live(key) as live:
        live.say(kind="coach", on=True, switched=True)
        until(page, SAYS, "asked")
        page.reload()
        until(page, SAYS, "asked")
        assert "would like the coach" in page.inner_text("#coach")
        page.get_by_role("button", name="Switch the coach on").click()
        if live.state["you"] in live.state["asked"]:
            assert live.until("coach")["about"] in ("wait", "goal")
        else:
            until(page, SAYS, "goal")
    assert page.evaluate("document.getElementById('coach-box').checked")


def test_what_the_coach_speaks_of_is_outlined(person, monkeypatch):
    """Also on the other drawing, when the window becomes narrow; until the remark is put away."""

    async def remark(hub: Any, table: Any, watcher: Any, t: Any) -> None:
        watcher.send(CoachSays("idea", "This region counts double.", places=['[data-at="0,0"]']))

    monkeypatch.setattr(coach, "remark", remark)
    outlined, drawn = "document.querySelectorAll('.stage .marks.told rect').length === 1", "[data-at='0,0']"
    page = person(width=1440, height=900)
    sit_down(page, "horus")
    until(page, SAYS, "idea")
    assert page.locator(f".stage {drawn}").count() >= 1
    until(page, outlined)
    wide = page.locator(".stage svg").first.get_attribute("viewBox")
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "wide => document.querySelector('.stage svg').getAttribute('viewBox') !== wide", wide)
    until(page, outlined)
    page.evaluate("document.getElementById('coach-box').click()")
    until(page, "document.querySelectorAll('.stage .marks.told').length === 0")
