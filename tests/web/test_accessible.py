"""Nobody is kept out: axe-core finds nothing serious on any page, on a phone and on a wide screen, light and dark."""

from __future__ import annotations

import random
from typing import Any

import pytest

from khonsu.web.services.lobby import Host, Wanted, Wish, make

from .axe import needs_axe, serious
from .browsing import browser, person, until
from .browsing import pytestmark as in_browser
from .test_browser import settled

__all__ = ["browser", "person"]  # used by name
pytestmark = [
    *in_browser,
    needs_axe,
    pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "wide"]),
]


@pytest.fixture
def come(person: Any, size: tuple[int, int]) -> Any:
    """Pages of new people."""
    return lambda: person(*size, has_touch=size[0] < 500)


async def played_out(hub: Any, game: str) -> str:
    """A table at which two programs have played a match to its end."""
    key, _ = await make(hub, Wanted(game, [Wish("program"), Wish("program")]), Host())
    room, chance = hub.rooms[key], random.Random(3)
    while room.table.asked:
        seat = room.table.asked[0]
        await hub.act(room, seat, "step", chance.choice(room.table.match.legal_ids(seat)))
    return str(key)


def looked_at(page: Any, *paths: str) -> dict[str, list[str]]:
    """What axe finds on these pages; those with a drawing are looked at when it is there."""
    found: dict[str, list[str]] = {}
    for path in paths:
        page.goto(path)
        if page.locator(".stage").count():
            page.wait_for_selector(".stage svg, #choices button")
        found |= serious(page, path)
    return found


def test_axe_finds_what_is_wrong(come):
    """An unnamed button, and words that can be read in light colours only; nothing where nothing is wrong."""
    page = come()
    page.goto("/look")
    assert serious(page, "look") == {}
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("@media (prefers-color-scheme: dark) { #faint { color: #333; background: #222 } }");
      document.adoptedStyleSheets = [sheet];
      const faint = Object.assign(document.createElement("p"), { id: "faint", textContent: "Who can read this?" });
      document.querySelector("main").append(faint, document.createElement("button"));
    }""")
    found = set(serious(page, "look"))
    assert found == {"look, light: button-name", "look, dark: button-name", "look, dark: color-contrast"}


def test_pages(come):
    """Every page that belongs to no game, and the way to another device."""
    page = come()
    found = looked_at(page, "/", "/tables", "/look", "/nowhere", "/move", "/move/used")
    page.goto("/move")
    page.locator("form[action='/move'] button").click()
    page.wait_for_selector(".moving")
    found |= serious(page, "the link to move")
    link = page.inner_text(".whole")
    found |= looked_at(page, link)  # at the same device
    found |= looked_at(come(), link)
    page.goto("/")
    page.locator(".preferences summary").click()
    found |= serious(page, "settings")
    assert found == {}


def test_pages_of_a_game(come, game_name):
    """Setting a table, the course and its first lesson, the quiz."""
    page = come()
    found = looked_at(page, f"/new/{game_name}", f"/quiz/{game_name}", f"/learn/{game_name}")
    page.locator(".lessons .next a").click()
    page.wait_for_selector(".stage svg")
    found |= serious(page, "lesson")
    assert found == {}


def test_invitations(come):
    """A table that waits for a friend, and what the friend is shown."""
    page = come()
    page.goto("/new/ankhor")
    page.select_option("[name=seat1]", "friend")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector(".stage svg")
    found = serious(page, "waiting table")
    found |= looked_at(come(), page.inner_text(".invitations .whole"))
    assert found == {}


def test_a_running_table(come, game_name):
    """On the board, with its help open, and as text."""
    page = come()
    page.goto("/")
    page.locator(f"form[action='/play/{game_name}'] button").click()
    page.wait_for_selector(".stage svg")
    settled(page)
    found = serious(page, "table")
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    found |= serious(page, "help")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_selector("#text-board:not([hidden])")
    found |= serious(page, "text mode")
    assert found == {}


def test_a_finished_table(come, server, game_name):
    """How it ended, the table behind that, the replay and its help with the signs of the game."""
    finished, page = server.call(played_out(server.hub, game_name)), come()
    page.goto(f"/table/{finished}")
    back = page.locator("#ending .buttons [method=dialog] button")
    back.wait_for()
    found = serious(page, "ending")
    back.click()
    until(page, "() => !document.getElementById('ending').open")
    found |= serious(page, "finished")
    found |= looked_at(page, f"/table/{finished}/replay?at=30")
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    found |= serious(page, "help of the replay")
    assert (page.locator("#legend li").count() > 0) == (game_name == "ankh")
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    assert found == {}
