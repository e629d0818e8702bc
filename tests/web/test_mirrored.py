"""Choices as buttons of the panel: no coordinates, numbers for those that read alike, places that light up."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from .browsing import browser, pytestmark, until
from .test_layout import REST, open_table, table

__all__ = ["browser", "open_table", "pytestmark", "table"]  # used by name

COORDINATES = re.compile(r"-?\d+,-?\d+")
BUTTONS = "#choices .choice-button"
PHONES = [(360, 640), (844, 390)]


def labels(page: Any) -> list[str]:
    page.evaluate(REST)
    found: list[str] = page.locator(BUTTONS).evaluate_all("all => all.map(each => each.textContent)")
    return found


def numbers(page: Any) -> list[str]:
    """What stands on the board."""
    found: list[str] = page.locator(".stage .numbers text").evaluate_all("all => all.map(each => each.textContent)")
    return found


def many_alike(table: Any) -> bool:
    """Whether there are so many places that some are out of sight on a phone, and several of them alike."""
    return bool(table.answers(0)) and len(table.match.steps) > 60 and len(table.match.legal_ids(0)) > 60


def open_with_buttons(table: Any, open_table: Any, visitor: Any, **more: Any) -> tuple[Any, Any]:
    """A table of Horus with more places than a phone in landscape shows at once."""
    played = table("horus").on(many_alike)
    page = open_table(visitor, played.key, (844, 390), **more)
    assert len(labels(page)) > 3
    return played, page


@pytest.mark.parametrize("size", PHONES)
def test_buttons_have_no_coordinates_and_can_be_told_apart(table, open_table, visitor, game_name, size):
    played, seen = table(game_name).turns(5), 0
    page = open_table(visitor, played.key, size)
    for turn in range(8):
        until(page, "ply => Number(document.body.dataset.ply) === ply", played.room.table.ply)
        page.locator("#main").evaluate("(e, low) => { e.scrollTop = low ? e.scrollHeight : 0; }", turn % 2)
        said = labels(page)
        assert [label for label in said if COORDINATES.search(label)] == []
        assert [label for label, times in Counter(said).items() if times > 1] == []
        numbered = page.locator(f"{BUTTONS} .number").evaluate_all("all => all.map(each => each.textContent)")
        assert numbered == numbers(page)
        seen += len(said)
        played.turns(4)
    assert seen


def test_numbers_go_with_their_buttons(table, open_table, visitor):
    _, page = open_with_buttons(table, open_table, visitor)
    assert numbers(page)[:2] == ["1", "2"]
    page.set_viewport_size({"width": 1440, "height": 900})
    until(page, f"() => !document.querySelector('{BUTTONS}, .stage .numbers')")


def test_pointing_at_a_button_lights_its_place_up(table, open_table, visitor):
    _, page = open_with_buttons(table, open_table, visitor)
    button = page.locator(BUTTONS).first
    lit = "step => document.querySelector('.stage .choice.near')?.dataset.step === step"
    button.hover()
    until(page, lit, button.get_attribute("data-step"))
    page.mouse.move(2, 2)
    until(page, "() => !document.querySelector('.stage .near')")
    button.focus()
    until(page, lit, button.get_attribute("data-step"))


def test_a_finger_sees_the_place_before_it_chooses_among_many_alike(table, open_table, visitor):
    played, page = open_with_buttons(table, open_table, visitor, has_touch=True, is_mobile=True)
    ply, button = played.room.table.ply, page.locator(f"{BUTTONS}:has(.number)").first
    step = button.get_attribute("data-step")
    button.tap()
    page.wait_for_selector("#touched")
    page.evaluate(REST)
    assert played.room.table.ply == ply
    place = page.locator(f".stage .choice[data-step='{step}']")
    assert "near" in place.get_attribute("class")
    assert 0 < place.locator(".ring").bounding_box()["y"] < 390
    page.locator("#touched").tap()
    until(page, "ply => Number(document.body.dataset.ply) > ply", ply)
