"""Pictures of tables early, middle, late and over, on every screen and in every language, and what is wrong with them.

For each picture it is checked that every legal choice is in sight, on the board or as a button, that nothing
overlaps that should not, and that no text is cut. Every finding is printed; the exit code is 1 if there is one. The
matches are played by a bot with a fixed seed, so the same pictures are taken each time; three players, and as many as
a game has room for. In the dark the layout is the same: two sizes and one language are enough there.

Examples: python scripts/screenshots.py --games horus --sizes 390x844 844x390 --languages fr --moments late
          python scripts/screenshots.py --games ankh --players 5 --colours dark
          python scripts/screenshots.py --questions --no-pictures
          python scripts/screenshots.py --moments --lessons --languages en --sizes 390x844 1440x900
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import khonsu
from khonsu.bots import Budget, bot, decide
from khonsu.lessons import course
from khonsu.lessons.checking import main_line
from khonsu.match import Match
from khonsu.match.advice import by_hand
from khonsu.text import LANGUAGES
from khonsu.web.domain.arrangement import Arrangement, Entry, Seat
from khonsu.web.domain.characters import character
from khonsu.web.domain.clock import now
from khonsu.web.domain.invitations import digest
from khonsu.web.settings import sqlite
from khonsu.web.storage.store import Store

sys.path.insert(0, str(Path(__file__).parent))
from serving import Serving

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SIZES = ("360x640", "390x844", "600x960", "844x390", "768x1024", "1440x900", "1920x1080", "2560x1440")
IN_THE_DARK = ("390x844", "1440x900")
MOMENTS = {"early": 0.06, "middle": 0.5, "late": 0.9, "over": 1.0}  # the part of the match that has been played
PAGES = {
    "home": "/",
    "tables": "/tables",
    "look": "/look",
    "move": "/move",
    "arrival": "/move/used",
    "error": "/nowhere",
}
OF_GAMES = {
    "new": "/new/{}",
    "rules": "/rules/{}",
    "summary": "/rules/{}/summary",
    "course": "/learn/{}",
    "quiz": "/quiz/{}",
}
LEVELS = ("level2", "level4", "level6", "level8")  # of the others, who have names and faces
MOST = 5  # players of any game
SEED, BOT, TOKEN = 11, "greedy", "screenshots"
LOOKS = """[...document.querySelectorAll("main, main > *, .stage svg, #choices button, dialog")].map(each => {
  const box = each.getBoundingClientRect();
  return [each.getAttribute("viewBox"), each.childElementCount, box.x, box.y, box.width, box.height].join();
}).join()"""
CALM = 4  # looks without a change after which a page is at rest
FINDINGS = (Path(__file__).parent / "findings.js").read_text(encoding="utf-8")


@dataclass
class Moment:
    """A position in which the person at seat 0 is asked, or the end."""

    game: str
    name: str
    match: Match

    @property
    def key(self) -> str:
        """The id of its table."""
        return f"{self.game}-{self.name}-{self.match.players}"

    @property
    def legal(self) -> list[int]:
        """What can be chosen there."""
        if 0 not in self.match.deciders:
            return []
        return [step.id for several in by_hand(self.match, 0, self.match.game.texts("en")) for step in several]


def played(game: str, players: int) -> Match:
    """A whole match of a bot against itself."""
    match = khonsu.game(game).match(players=players, seed=SEED)
    player = bot(BOT)
    while match.deciders:
        seat = match.deciders[0]
        match.play(decide(player, match, seat, Budget(seconds=0.05, seed=len(match.steps))).step, seat=seat)
    return match


def after(whole: Match, steps: int) -> Match:
    """The same match after so many steps, or a few more, until seat 0 has a choice."""
    match = whole.game.match(players=whole.players, seed=SEED)
    for step in whole.steps:
        if len(match.steps) >= steps and 0 in match.deciders and len(match.legal_ids(0)) > 1:
            break
        match.play(step.id, seat=step.seat)
    return match


def moments(game: str, players: int, names: list[str]) -> list[Moment]:
    """The wanted moments of one match."""
    whole = played(game, players)
    return [Moment(game, name, after(whole, int(MOMENTS[name] * len(whole.steps)))) for name in names]


def questions(game: str, players: int) -> list[Moment]:
    """The moment with most choices of every question that seat 0 is asked in a match."""
    whole = played(game, players)
    match, most = whole.game.match(players=players, seed=SEED), {}
    for step in whole.steps:
        if 0 in match.deciders and (n := len(match.legal_ids(0))) > 1:
            asked = match.question(0, "en")
            most[asked] = max(most.get(asked, (0, 0)), (n, len(match.steps)))
        match.play(step.id, seat=step.seat)
    return [Moment(game, f"q{n:02}", after(whole, steps)) for n, (_, steps) in enumerate(most.values())]


async def set_tables(database: Path, found: list[Moment]) -> None:
    """Put the tables into a database: seat 0 is free for whoever has the link."""
    store, at = Store(sqlite(database)), now()
    await store.open()
    for moment in found:
        match, key, over = moment.match, moment.key, not moment.match.deciders
        row = Arrangement(
            id=key,
            game=moment.game,
            rules=match.game.about.rules,
            players=match.players,
            options=match.options,
            seed=str(match.seed),
            salt="salt",
            hints=BOT,
            made_at=at,
            begun_at=at,
            over_at=at if over else None,
            result=list(match.result()) if over else None,
        )
        seats = [Seat(table=key, seat=0, kind="friend", name="Ana", token=digest(TOKEN))]
        for n in range(1, match.players):
            name = character(LEVELS[n - 1], [seat.name for seat in seats])
            seats.append(Seat(table=key, seat=n, kind="bot", name=name, bot=LEVELS[n - 1]))
        journal = [
            Entry(table=key, ply=n, seat=step.seat, kind="step", text=step.text, at=at)
            for n, step in enumerate(match.steps)
        ]
        await store.add(row, seats, journal)
    await store.close()


class Studio:
    """One browser that goes through all tables."""

    def __init__(self, page: Any, options: argparse.Namespace) -> None:
        self.page, self.options, self.colours = page, options, "light"
        self.taken = 0
        self.findings: list[str] = []

    def speak(self, language: str) -> None:
        """Change the language by the page's own menu."""
        self.page.set_viewport_size({"width": 1440, "height": 900})
        self.page.goto("/")
        self.page.locator(".preferences summary").click()
        self.page.select_option(".preferences [name=language]", language)
        self.page.locator(".preferences button").click()

    def sit(self, moment: Moment) -> None:
        """Take seat 0 of a table."""
        self.page.goto(f"/join/{moment.key}/{TOKEN}")
        self.page.fill("form.sheet [name=name]", "Ana")
        self.page.locator("form.sheet button").click()

    def take(self, name: str, legal: list[int]) -> None:
        """The present page in all sizes, each looked at."""
        dark = self.colours == "dark"
        for size in [size for size in self.options.sizes if not dark or size in IN_THE_DARK]:
            width, height = map(int, size.split("x"))
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.mouse.move(2, 2)
            self.rest()
            self.taken += 1
            shot = f"{name}-{size}{'-dark' if dark else ''}"
            if self.options.pictures:
                self.page.screenshot(path=self.options.to / f"{shot}.png")
            for finding in self.page.evaluate(FINDINGS, legal):
                self.findings.append(f"{shot}: {finding}")
                print(self.findings[-1], flush=True)

    def rest(self) -> None:
        """Until nothing on the page has changed for a while: another drawing may be on its way."""
        before, same = "", 0
        for _ in range(100):
            self.page.wait_for_timeout(60)
            now_seen = self.page.evaluate(LOOKS)
            before, same = now_seen, same + 1 if now_seen == before else 0
            if same == CALM:
                return

    def table(self, moment: Moment, language: str) -> None:
        """A table; of one that is over also how it ended, and its replay."""
        self.page.goto(f"/table/{moment.key}")
        self.page.wait_for_selector(".stage svg")
        if moment.match.deciders:
            return self.take(f"{moment.key}-{language}", moment.legal)
        back = self.page.locator("#ending .buttons [method=dialog] button")
        back.wait_for()
        self.take(f"{moment.game}-ending-{moment.match.players}-{language}", [])
        back.click()
        self.take(f"{moment.key}-{language}", [])
        self.page.goto(f"/table/{moment.key}/replay?at={len(moment.match.steps) * 2 // 3}")
        self.page.wait_for_selector(".stage svg")
        self.take(f"{moment.game}-replay-{moment.match.players}-{language}", [])

    def pages(self, language: str) -> None:
        """All that is not a table."""
        of_games = {
            f"{name}-{game}": path.format(game) for name, path in OF_GAMES.items() for game in self.options.games
        }
        for name, path in {**PAGES, **of_games}.items():
            answer = self.page.goto(path)
            if answer.status >= 500:
                self.findings.append(f"{path}: the server answers with {answer.status}")
                print(self.findings[-1], flush=True)
            if self.page.locator(".stage").count():
                self.page.wait_for_selector(".stage svg, #choices button")
            self.take(f"{name}-{language}", [])
            if name == "move":
                self.page.locator("form[action='/move'] button").click()
                self.take(f"move-link-{language}", [])
            if name.startswith("course-"):
                self.page.locator(".lessons .next a").click()
                self.page.wait_for_selector(".stage svg")
                self.take(f"lesson-{name[7:]}-{language}", [])


@contextmanager
def visiting(database: Path) -> Iterator[Any]:
    """A server on that database, and a page of a browser that visits it."""
    chromium = os.environ.get("KHONSU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("No Chromium here: scripts/browser.sh installs it.")
    serving = Serving(database)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            settings = {"locale": "en-GB", "reduced_motion": "reduce"}
            yield browser.new_context(base_url=serving.url, **settings).new_page()
            browser.close()
    finally:
        serving.kill()


def wishes() -> argparse.Namespace:
    """What is wanted; everything if nothing is said."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path("build/screenshots"), help="the folder for the pictures")
    parser.add_argument("--games", nargs="*", default=list(khonsu.games()))
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), metavar="WxH")
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--moments", nargs="*", default=list(MOMENTS), choices=[*MOMENTS, []])
    parser.add_argument("--players", type=int, nargs="*", default=[3, MOST], help="at most what a game has room for")
    parser.add_argument("--colours", nargs="*", choices=("light", "dark"), default=["light", "dark"])
    parser.add_argument("--questions", action="store_true", help="every question of a match, not the four moments")
    parser.add_argument("--pages", action=argparse.BooleanOptionalAction, default=True, help="other pages too")
    parser.add_argument(
        "--lessons", action="store_true", help="every section of the rulebooks and act of the lessons too"
    )
    parser.add_argument("--pictures", action=argparse.BooleanOptionalAction, default=True, help="or only the findings")
    return parser.parse_args()


def wanted(options: argparse.Namespace) -> list[Moment]:
    """All moments that are looked at."""
    found = []
    for game in options.games:
        for players in sorted({min(number, max(khonsu.game(game).about.players)) for number in options.players}):
            asked = questions(game, players) if options.questions else moments(game, players, options.moments)
            found.extend(asked)
    return found


def look(studio: Studio, found: list[Moment]) -> None:
    """Every table and page in every language."""
    waiting = [moment for moment in found if moment.name == "join"]
    seated = [moment for moment in found if moment.name != "join"]
    for moment in seated:
        studio.sit(moment)
    for colours in studio.options.colours:
        studio.colours = colours
        studio.page.emulate_media(color_scheme=colours)
        for language in studio.options.languages[: None if colours == "light" else 1]:
            studio.speak(language)
            for moment in seated:
                studio.table(moment, language)
            for moment in waiting:
                studio.page.goto(f"/join/{moment.key}/{TOKEN}")
                studio.take(f"{moment.key}-{language}", [])
            if studio.options.pages:
                studio.pages(language)
            for game in studio.options.games if studio.options.lessons and colours == "light" else ():
                rulebook(studio, game, language)
                lessons(studio, game, language)


def rulebook(studio: Studio, game: str, language: str) -> None:
    """Every section of a rulebook, however long, in all sizes."""
    page = studio.page
    for size in studio.options.sizes:
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/rules/{game}")
        page.evaluate("for (const image of document.images) image.loading = 'eager'")
        page.wait_for_load_state("networkidle")
        for number, section in enumerate(page.locator("article section").all() if studio.options.pictures else (), 1):
            studio.taken += 1
            section.screenshot(path=studio.options.to / f"rules-{game}-{number:02}-{language}-{size}.png")


def lessons(studio: Studio, game: str, language: str) -> None:
    """Every act of every lesson: the browser remembers the answers, so any act can be opened."""
    for number, lesson in enumerate(course(game), 1):
        path = f"/learn/{game}/{lesson.key}"
        for run, answers in main_line(lesson):
            studio.page.goto("/look")
            keep = "([key, value]) => localStorage.setItem(key, JSON.stringify(value))"
            studio.page.evaluate(keep, [f"khonsu lesson {path}", answers])
            studio.page.goto(path)
            studio.page.wait_for_selector(f"body[data-ply='{len(answers)}']")
            name = f"lesson-{game}-{number}-{len(answers):02}-{language}"
            studio.take(name, [step.id for step in run.choices])


def main() -> int:
    """Go through everything."""
    options = wishes()
    options.to.mkdir(parents=True, exist_ok=True)
    found = wanted(options)
    if options.pages:  # a table at which nobody has taken the free seat
        found += [Moment(game, "join", khonsu.game(game).match(seed=SEED)) for game in options.games]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        asyncio.run(set_tables(database, found))
        with visiting(database) as page:
            studio = Studio(page, options)
            look(studio, found)
    print(f"{studio.taken} views, {len(studio.findings)} findings; pictures in {options.to}")
    return 1 if studio.findings else 0


if __name__ == "__main__":
    sys.exit(main())
