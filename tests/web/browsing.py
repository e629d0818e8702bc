"""What browser tests share: Chromium, a person's page, waiting."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
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
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        return page

    yield come
    for context in contexts:
        context.close()
    assert [problem for problem in problems if not EXPECTED.search(problem)] == []


def comes_true(page: Any, expression: str, arg: Any = None, seconds: float = 90) -> bool:
    """Whether something becomes true in time. The page itself looks again and again, so that nothing is waited for in
    vain; its own policy forbids what the browser's driver would do instead."""
    asked = f"""async ([arg, seconds]) => {{
      const found = () => {{ const it = ({expression}); return typeof it === "function" ? it(arg) : it; }};
      for (const end = performance.now() + 1000 * seconds;;) {{
        if (await found()) return true;
        if (performance.now() >= end) return false;
        await new Promise(later => setTimeout(later, 10));
      }}
    }}"""
    end = time.monotonic() + seconds
    while True:
        left = max(0.0, end - time.monotonic())
        try:
            return bool(page.evaluate(asked, [arg, left]))
        except sync_api.Error:
            if not left or page.is_closed():
                raise
            page.wait_for_timeout(10)  # the page that was asked has gone, or is not all there yet


def until(page: Any, expression: str, arg: Any = None, seconds: float = 90) -> None:
    """Wait for something; what never comes is a failure."""
    assert comes_true(page, expression, arg, seconds), f"never true: {expression}"
