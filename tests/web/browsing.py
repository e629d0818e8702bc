"""What browser tests share: Chromium, a person's page, waiting."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = os.environ.get("KHONSU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.skipif(
        CHROMIUM is None, reason="no Chromium here: scripts/browser.sh installs it, browser tests are skipped"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
FLAGS = (
    "--no-sandbox --disable-gpu --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
AXE = Path(__file__).parents[2] / ".cache" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
EXPECTED = re.compile("ERR_|WebSocket|status of 404")  # what the tests themselves provoke
NEXT = ".stage .choice[data-step], #choices button:not(.undo)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield made
        made.close()


@pytest.fixture
def person(browser: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """A page of somebody new; anything that goes wrong in it fails the test."""
    contexts, problems = [], []

    def come(width: int = 1280, height: int = 800, speed: str = "once", **more: Any) -> Any:
        options = {"reduced_motion": "reduce", "locale": "en-GB", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.url, **options)
        context.add_init_script(f"localStorage['khonsu speed'] ??= '{speed}'")  # of the others' turns
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        return page

    yield come
    for context in contexts:
        context.close()
    assert [problem for problem in problems if not EXPECTED.search(problem)] == []


def until(page: Any, expression: str, arg: Any = None, times: int = 600) -> None:
    """Ask again and again; the page's own policy forbids what the browser's driver would do instead."""
    for _ in range(times):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"never true: {expression}")
