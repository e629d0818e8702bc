"""A real browser while games are compiled: bars on the home page, and a page that turns into the table by itself."""

from __future__ import annotations

from typing import Any

import pytest

from .axe import needs_axe, serious
from .browsing import browser, pytestmark, until
from .test_browser import settled
from .test_waiting import Slow, house, slow, wait_for

__all__ = ["browser", "house", "pytestmark", "slow"]

SHARE = "game => document.querySelector(`[data-wait=${game}] progress`)?.value ?? -1"


@pytest.fixture
def page(browser: Any, house: Any) -> Any:
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=house.url, locale="en-GB")
    made = context.new_page()
    made.set_default_timeout(15_000)
    yield made
    context.close()


def test_bars_move_and_go(page: Any, slow: Slow) -> None:
    page.goto("/")
    wait_for(lambda: slow.begun)
    first = slow.begun[0]
    assert page.locator(".wait").count() == 3
    until(page, "game => document.querySelector(`[data-wait=${game}]`).dataset.state === 'compiling'", first)
    before = page.evaluate(SHARE, first)
    until(page, f"([game, before]) => ({SHARE})(game) > before", [first, before])
    assert "s left" in page.inner_text(f"[data-wait={first}]")
    slow.go[first].set()
    until(page, "game => document.querySelector(`[data-wait=${game}]`).hidden", first)
    assert page.locator(".wait:visible").count() == 2


def test_who_waits_gets_the_table_without_a_click(page: Any, slow: Slow) -> None:
    page.goto("/")
    wait_for(lambda: slow.begun)
    last = next(name for name in khonsu_order(page) if name not in slow.begun)
    page.locator(f"form[action='/play/{last}'] button").click()
    page.wait_for_selector(".wait progress")
    assert "getting ready" in page.inner_text("h1")
    wait_for(lambda: last in slow.begun)
    slow.go[last].set()
    page.wait_for_selector(".stage svg")
    assert "/table/" in page.url
    settled(page)


def khonsu_order(page: Any) -> list[str]:
    """The games as the home page shows them."""
    return [form.get_attribute("action").rpartition("/")[2] for form in page.locator(".card form").all()]


def test_a_page_of_a_table_loads_itself_again(page: Any, slow: Slow, house: Any) -> None:
    slow.go["ankhor"].set()
    page.goto("/")
    until(page, "document.querySelector('[data-wait=ankhor]')?.hidden ?? true")
    page.locator("form[action='/play/ankhor'] button").click()
    page.wait_for_selector(".stage svg")
    house.hub.rooms.clear()
    house.hub.compiler.games["ankhor"].ready = False
    page.reload()
    page.wait_for_selector(".wait progress")
    house.hub.compiler.games["ankhor"].ready = True
    page.wait_for_selector(".stage svg")


@needs_axe
def test_nothing_serious_for_axe_while_waiting(page: Any, slow: Slow) -> None:
    for path in ("/", "/play/horus"):
        page.goto("/")
        if path != "/":
            page.locator(f"form[action='{path}'] button").click()
            page.wait_for_selector("main.narrow .wait progress")
        assert serious(page, path) == {}
