"""The form of a new table in a browser: by keyboard, without JavaScript, phone and wide, light and dark."""

from __future__ import annotations

import pytest

from .axe import needs_axe, serious
from .browsing import browser, person, pytestmark, until

__all__ = ["browser", "person", "pytestmark"]


def visible(page, selector):
    return page.locator(f"{selector}:visible").count()


@pytest.mark.parametrize("script", [True, False])
def test_only_seats_and_gods_of_the_players_there_are(person, script):
    """With and without JavaScript: the number of players alone decides."""
    page = person(java_script_enabled=script)
    page.goto("/new/ankh")
    for players in (2, 5, 3):
        page.check(f"[name=players][value='{players}']")
        assert visible(page, ".seat") == players
        assert visible(page, ".question[data-seat]") == players
        assert visible(page, "[data-players]") == 2 + 1  # one drawing for each scenario
    page.select_option("[name=seat1]", "friend")
    assert visible(page, "[name=level1]") == 0
    assert visible(page, "[name=level2]") == 1
    assert visible(page, "[name=name0]") == 1
    page.locator("summary", has_text="Expert").click()
    assert visible(page, "details label[data-seat]") == 3


def test_table_without_javascript(person, server):
    page = person(java_script_enabled=False)
    page.goto("/new/ankh")
    page.get_by_label("Old Kingdom").check(force=True)
    page.locator("[name=option_god_0][value=ra]").check(force=True)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/table/*")
    options = server.hub.rooms[page.url.rsplit("/", 1)[1]].table.match.options
    assert (options["scenario"], options["god_0"]) == ("old_kingdom", "ra")


def test_form_by_keyboard(person, server):
    """Strength is put into words while the slider moves; a god is chosen with the arrow keys."""
    page = person()
    page.goto("/new/ankh")
    page.focus("[name=level1]")
    page.keyboard.press("ArrowRight")
    assert (
        page.get_attribute("[name=level1]", "aria-valuetext") == "Level 4, Attentive player: seldom overlooks anything"
    )
    until(page, "document.querySelectorAll('.strength output')[1].textContent.startsWith('Level 4')")
    page.focus("[name=option_god_0]:checked")
    page.keyboard.press("ArrowRight")
    page.focus(".new-table > button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    table = server.hub.rooms[page.url.rsplit("/", 1)[1]].table
    assert table.match.options["god_0"] == "amun"
    assert table.seats[1].bot == "level4"
    page.wait_for_selector("#seats img.face")
    until(page, "document.querySelector('#seats img.face').naturalWidth > 0")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("width", [360, 390, 1440])
def test_nothing_runs_over_the_edge(person, language, width):
    page = person(width=width, locale=language)
    for game in ("ankh", "ankhor", "horus"):
        page.goto(f"/new/{game}")
        page.evaluate("document.querySelectorAll('.sheet details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@needs_axe
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_serious_for_axe(person, width):
    page, found = person(width=width), {}
    for game in ("ankh", "ankhor", "horus"):
        page.goto(f"/new/{game}")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        found.update(serious(page, game))
    assert found == {}
