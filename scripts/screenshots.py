"""Pictures of every page, and of early, middle and late boards of each game: desktop and phone, light and dark.

Example: python scripts/screenshots.py --to docs/images/web
"""

from __future__ import annotations

import argparse
import contextlib
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
from serving import Serving

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PAGES = {"home": "/", "tables": "/tables", "look": "/look", "rules": "/rules/ankhor"}
ANSWERS = {"ankhor": (4, 48, 34), "horus": (3, 32, 24), "ankh": (4, 22, 24)}  # before early, middle, late pictures
NEXT = ".stage .choice[data-step], #choices button:not(.undo)"
STATE = "[document.body.classList.contains('asked'), !document.getElementById('after').hidden]"
PLACES = """() => [...document.querySelectorAll(".stage .ghost")].map(place => {
  const numbers = (place.getAttribute("aria-label").replace(/\\(.*?\\)/g, "").match(/\\d+/g) ?? []).map(Number);
  const box = place.querySelector(".ring").getBoundingClientRect();
  return [Math.max(0, ...numbers), box.x + box.width / 2, box.y + box.height / 2];
})"""


class Studio:
    """Takes the same picture in all sizes and colours."""

    def __init__(self, page: Any, folder: Path) -> None:
        self.page, self.folder = page, folder

    def take(self, name: str) -> None:
        """One view of what is shown now; a place that can be chosen is pointed at."""
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for colours in ("light", "dark"):
                self.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
                self.page.mouse.move(2, 2)
                self.page.wait_for_timeout(500)
                self.point()
                self.page.screenshot(path=self.folder / f"{name}-{size}-{colours}.png")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.page.wait_for_timeout(300)

    def point(self) -> None:
        """Point at the place that promises most, where places can be chosen."""
        found = self.page.evaluate(PLACES)
        if found:
            _, x, y = max(found, key=lambda place: place[0])
            self.page.mouse.move(x, y)
            self.page.wait_for_timeout(400)

    def play(self, answers: int, chance: random.Random) -> bool:
        """So many answers, as the bot advises where it may be asked; whether the match is over."""
        for _ in range(answers):
            for _ in range(400):
                asked, over = self.page.evaluate(STATE)
                if asked or over:
                    break
                self.page.wait_for_timeout(25)
            if over:
                return True
            ply = self.page.evaluate("document.body.dataset.ply")
            with contextlib.suppress(Late):
                self.answer(chance)
            for _ in range(200):
                if self.page.evaluate("document.body.dataset.ply") != ply:
                    break
                self.page.wait_for_timeout(25)
        return False

    def answer(self, chance: random.Random) -> None:
        """One answer."""
        if self.page.locator("#hint").is_visible():
            self.page.locator("#hint").click(timeout=3000)
            self.page.locator("#hint-list button").first.click(timeout=20_000)
        else:
            found = self.page.locator(NEXT)
            found.nth(chance.randrange(max(1, found.count()))).click(timeout=3000)

    def until_places(self, chance: random.Random) -> None:
        """A few answers more, until places can be chosen: these are the pictures worth looking at."""
        for _ in range(12):
            if self.page.locator(".stage .ghost").count() > 3 or self.play(1, chance):
                return


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
        serving = Serving(Path(folder) / "tables.db")
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
    for name, answers in zip(("early", "middle", "late"), ANSWERS.get(game, (3, 30, 30))):
        over = studio.play(answers, chance)
        studio.until_places(chance)
        studio.take(f"{game}-{name}")
        if over:
            break
    studio.play(1500, chance)
    studio.take(f"{game}-over")
    page.locator("#after a").first.click()
    page.wait_for_selector(".stage svg")
    page.locator("#slider").fill(str(int(page.locator("#slider").get_attribute("max")) * 2 // 3))
    studio.take(f"{game}-replay")


if __name__ == "__main__":
    main()
