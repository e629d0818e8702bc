"""Pictures of every page, and of early, middle and late boards of each game: desktop and phone, light and dark.

Example: python scripts/screenshots.py --to docs/images/web
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

import khonsu

sys.path.insert(0, str(Path(__file__).parent))
from kill_server import Serving

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PAGES = {"home": "/", "tables": "/tables", "look": "/look"}
NEXT = ".stage .choice[data-step], #choices button:not(.undo)"
STATE = "[document.body.classList.contains('asked'), !document.getElementById('after').hidden]"


class Studio:
    """Takes the same picture in all sizes and colours."""

    def __init__(self, page: Any, folder: Path) -> None:
        self.page, self.folder = page, folder

    def take(self, name: str) -> None:
        """One view of what is shown now."""
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for colours in ("light", "dark"):
                self.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
                self.page.mouse.move(2, 2)
                self.page.wait_for_timeout(700)
                self.page.screenshot(path=self.folder / f"{name}-{size}-{colours}.png")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.page.wait_for_timeout(300)

    def play(self, steps: int, chance: random.Random) -> bool:
        """So many answers, at random but with a liking for the first ones; whether the match is over."""
        for _ in range(steps):
            for _ in range(400):
                asked, over = self.page.evaluate(STATE)
                if asked or over:
                    break
                self.page.wait_for_timeout(25)
            if over:
                return True
            found = self.page.locator(NEXT)
            ply = self.page.evaluate("document.body.dataset.ply")
            try:
                found.nth(chance.randrange(max(1, found.count()))).click(timeout=3000)
            except Late:
                continue
            for _ in range(200):
                if self.page.evaluate("document.body.dataset.ply") != ply:
                    break
                self.page.wait_for_timeout(25)
        return False


def main() -> None:
    """Go through everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--games", nargs="*", default=list(khonsu.games()))
    options = parser.parse_args()
    chromium = os.environ.get("KHONSU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("No Chromium here: scripts/browser.sh installs it.")
    options.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_context(base_url=serving.url, locale="en-GB").new_page()
            studio = Studio(page, options.to)
            for game in options.games:
                shoot(studio, game)
            for name, path in PAGES.items():
                page.goto(path)
                studio.take(name)
            browser.close()
        finally:
            serving.kill()


def shoot(studio: Studio, game: str) -> None:
    """A game from its form to its replay."""
    page, chance = studio.page, random.Random(11)
    page.goto(f"/new/{game}")
    studio.take(f"{game}-new")
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".stage svg")
    for name, steps in (("early", 3), ("middle", 60), ("late", 90)):
        over = studio.play(steps, chance)
        studio.take(f"{game}-{name}")
        if over:
            break
    studio.play(2000, chance)
    studio.take(f"{game}-over")
    page.locator("#after a").first.click()
    page.wait_for_selector(".stage svg")
    studio.take(f"{game}-replay")


if __name__ == "__main__":
    main()
