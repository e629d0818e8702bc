"""What is this? on the page: by pointer, by keyboard and by finger; and why something cannot be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from .browsing import browser, person, pytestmark, until
from .test_ending import finished

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name

THING = "() => document.querySelector('#thing:not([hidden])')?.textContent ?? ''"


def sit_down(page: Any, game: str = "ankhor") -> None:
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".stage svg")
    until(page, "() => document.body.classList.contains('asked') && document.getElementById('catch-up').hidden")


def told(page: Any, words: str) -> str:
    """What the box says once it says this."""
    until(page, f"words => (({THING})()).includes(words)", words)
    return page.inner_text("#thing")


def test_hover_click_and_the_mode(person):
    page = person()
    sit_down(page)
    page.hover("#stack-A")
    told(page, "New tiles come from here")
    assert page.locator("#thing a").count() == 0
    page.mouse.move(2, 2)
    page.click("#stack-A")
    assert "New tiles come from here" in told(page, "This costs an ankh, and you have none")
    assert page.get_attribute("#thing a", "href") == "/rules/ankhor#ankhs"
    page.keyboard.press("Escape")
    assert page.locator("#thing").is_hidden()
    before = page.get_attribute("body", "data-ply")
    page.click("#what")
    page.locator(".stage [data-about=score]").first.focus()
    told(page, "if the game ended now")
    score = page.locator(".stage [data-about=score]").first
    assert score.get_attribute("aria-describedby") == "thing"
    assert score.get_attribute("aria-label")
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.matches('#thing a')")
    page.keyboard.press("Escape")
    page.keyboard.press("t")  # as text all choices are buttons
    page.click("#choices button >> nth=0")
    told(page, "A resource token")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.get_attribute("#what", "aria-pressed") == "false"
    assert page.get_attribute("body", "data-ply") == before  # nothing was chosen


def hovered(page: Any, where: str, words: str) -> None:
    page.locator(where).first.hover()
    told(page, words)
    page.mouse.move(2, 2)
    until(page, "() => document.getElementById('thing').hidden")


def test_panels_are_explained(person):
    """What stands beside the board, by the words in it."""
    page = person()
    sit_down(page)
    hovered(page, "#question", "pays for one marker of its kind")
    hovered(page, "#seats .score", "would be worth if the game ended now")
    page.locator("#seats summary").first.click()
    hovered(page, "#seats th >> nth=0", "Points of colour groups")
    for _ in range(3):  # three tokens
        ply = page.get_attribute("body", "data-ply")
        page.locator("#supply .choice").first.click()
        until(page, "ply => document.body.dataset.ply !== ply", ply)
    until(page, "() => document.getElementById('coach').dataset.about === 'turn'")  # it moves what stands below
    hovered(page, "#log li", "A resource token")


def test_announcements_are_explained(visitor, server, person):
    """Horus says when a pile is empty, at the table and in a replay."""
    key = finished(visitor, "horus")
    steps = len(server.hub.rooms[key].table.match.steps)
    page = person()
    page.goto(f"/table/{key}/replay?at={steps - 1}")
    page.wait_for_selector("ul#notices li")
    hovered(page, "ul#notices li", "When two piles are empty, the game ends after that turn.")


def test_rows_of_points_are_explained_in_the_dialog(visitor, server, person):
    """The box lies in the dialog that is open, for it would lie under it elsewhere."""
    key = finished(visitor, "ankhor")
    page = person()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in visitor.http.cookies.items()]
    )
    page.goto(f"/table/{key}")
    until(page, "() => document.getElementById('ending').open")
    hovered(page, "#ending .points tbody th >> nth=0", "Points of colour groups")
    page.keyboard.press("w")
    page.locator("#ending .points tbody th >> nth=1").focus()
    assert "Read the rule" in told(page, "Points of animal groups")
    on_top = "() => { const box = document.getElementById('thing').getBoundingClientRect();"
    on_top += " return document.elementFromPoint(box.x + 9, box.y + 9)?.closest('#thing') !== null }"
    assert page.evaluate(on_top)
    page.keyboard.press("Escape")
    assert page.locator("#thing").is_hidden()
    assert page.evaluate("document.getElementById('ending').open")  # Escape put the box away, no more


def test_steps_of_a_hint_are_explained(person):
    page = person()
    sit_down(page)
    page.click("#hint")
    page.wait_for_selector("#hint-list .steps li")
    hovered(page, "#hint-list .steps li", ".")
    assert page.locator("#hint-box #thing").count() == 1


def long_press(page: Any, where: str) -> None:
    """A finger that stays until the box comes, and then lets go."""
    page.locator(where).scroll_into_view_if_needed()
    box = page.locator(where).bounding_box()
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_timeout(700)
    until(page, f"() => ({THING})()")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("locale", ["es-ES", "fr-FR"])
def test_a_finger_asks(person, locale):
    """A long press explains what could be chosen and chooses nothing; a tap tells why not."""
    page = person(390, 844, has_touch=True, is_mobile=True, locale=locale)
    sit_down(page)
    before = page.get_attribute("body", "data-ply")
    long_press(page, "#supply-ankh")
    told(page, {"es-ES": "Sirve para renovar la fila", "fr-FR": "Elle sert à faire arriver"}[locale])
    assert page.locator("#thing a").count() == 1  # it stays when the finger has gone
    page.tap("#stack-A")  # and the next tap is a tap again
    told(page, {"es-ES": "Esto cuesta un Ankh", "fr-FR": "Cela coûte une Ankh"}[locale])
    assert page.get_attribute("body", "data-ply") == before
    page.tap("#what")
    page.tap("#supply-ankh")
    told(page, {"es-ES": "Sirve para renovar la fila", "fr-FR": "Elle sert à faire arriver"}[locale])
    assert page.get_attribute("body", "data-ply") == before
    page.tap("#what")
    page.tap("#supply-ankh")  # without the mode it is taken
    until(page, "ply => document.body.dataset.ply !== ply", before)


@pytest.mark.parametrize(
    ("game", "thing", "words"),
    [
        ("horus", "#card-0", "First lay the tile that you have drawn"),
        ("ankh", "#power-glorious", "Your next power is one of level 1"),
        ("ankh", "[data-ground]", "Read the rule"),  # whatever lies there
    ],
)
def test_other_games(person, game, thing, words):
    page = person()
    sit_down(page, game)
    where = {"x": 120, "y": 300} if thing == "[data-ground]" else None
    page.click(thing, position=where, force=where is not None)
    said = told(page, words)
    assert "Read the rule" in said
    box, clicked = page.locator("#thing").bounding_box(), page.locator(thing).first.bounding_box()
    at = clicked["y"] + (300 if where else clicked["height"])
    assert abs(box["y"] - at) < 400  # near the place that was clicked


FIRST = {
    "ankhor": {"Take a token": "Taking tokens"},
    "horus": {"River": "You draw a River tile", "Temple": "The Temple of Horus", "You drew": "Laying a tile"},
    "ankh": {"which action": "Your turn"},
}


@pytest.mark.parametrize("game", FIRST)
def test_help_opens_at_the_present_question(person, game):
    page = person()
    sit_down(page, game)
    asked = page.inner_text("#question")
    title = next(title for words, title in FIRST[game].items() if words in asked)
    page.keyboard.press("?")
    page.wait_for_selector("#section h3, #section h2")
    shown = page.evaluate("""() => {
      const box = document.getElementById("section").getBoundingClientRect();
      const seen = [...document.querySelectorAll("#section :is(h2, h3)")].filter(each => {
        const { top, bottom, height } = each.getBoundingClientRect();
        return height && top >= box.top - 4 && bottom <= Math.min(box.bottom, innerHeight);
      });
      return seen.map(each => each.textContent.trim());
    }""")
    assert title in shown
    for link in page.locator("#section a").all():
        assert link.get_attribute("href").startswith(f"/rules/{game}")
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()
