"""What is this? on the page: by pointer, by keyboard and by finger; and why something cannot be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from .browsing import browser, person, pytestmark, until

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name

THING = "() => !document.getElementById('thing').hidden && document.getElementById('thing').textContent"


def sit_down(page: Any, game: str = "ankhor") -> None:
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".stage svg")
    until(page, "() => document.body.classList.contains('asked') && document.getElementById('catch-up').hidden")


def told(page: Any, words: str) -> str:
    """What the box says once it says this."""
    until(page, f"words => (({THING})() || '').includes(words)", words)
    return page.inner_text("#thing")


def test_hover_click_and_the_mode(person):
    page = person()
    sit_down(page)
    page.hover("#stack-A")
    told(page, "New tiles come from here")
    assert page.locator("#thing a").count() == 0
    page.mouse.move(2, 2)
    page.click("#stack-A")
    assert "New tiles come from here" in told(page, "First answer the question")
    assert page.get_attribute("#thing a", "href") == "/rules/ankhor#take"
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
    page.click("#seats th >> nth=0", force=True)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.get_attribute("#what", "aria-pressed") == "false"
    assert page.get_attribute("body", "data-ply") == before  # nothing was chosen


@pytest.mark.parametrize("locale", ["es-ES", "fr-FR"])
def test_a_finger_asks(person, locale):
    """A long press explains what could be chosen and chooses nothing; a tap tells why not."""
    page = person(390, 844, has_touch=True, is_mobile=True, locale=locale)
    sit_down(page)
    page.tap("#stack-A")
    told(page, {"es-ES": "Primero responde a la pregunta", "fr-FR": "Répondez d’abord à la question"}[locale])
    page.tap("#what")
    before = page.get_attribute("body", "data-ply")
    page.tap("#supply-ankh")
    told(page, "Ankh")
    assert page.get_attribute("body", "data-ply") == before


@pytest.mark.parametrize(
    ("game", "thing", "words"),
    [
        ("horus", "#card-0", "First answer the question"),
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
