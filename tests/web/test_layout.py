"""The layout on every screen: what can be chosen is in sight or in the panel, all can be reached, nothing jumps."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import khonsu
from khonsu.draw import Look, render
from khonsu.match.advice import by_hand
from khonsu.web.transport import coach

from .browsing import browser, pytestmark, until
from .conftest import Visitor

__all__ = ["browser", "pytestmark"]  # used by name

FINDINGS = (Path(__file__).parents[2] / "scripts" / "findings.js").read_text(encoding="utf-8")
SIZES = [
    (360, 640),
    (390, 844),
    (600, 960),
    (844, 390),
    (768, 1024),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
    (2560, 1080),
]
SCALE = "document.querySelector('.stage svg').getScreenCTM().a"

# The page notes when something last moved in it, and which answers of the server it still waits for.
NOTING = """
window.stirred = 0, window.awaited = new Set();
const answers = { layout: "table", sketch: "sketch", hint: "hint" };
const stir = () => { window.stirred = performance.now(); };
new MutationObserver(stir).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
for (const kind of ["resize", "scroll"]) addEventListener(kind, stir, true);
const say = WebSocket.prototype.send, heard = new WeakSet();
WebSocket.prototype.send = function (text) {
  const { kind } = JSON.parse(text);
  if (answers[kind]) window.awaited.add(answers[kind]);
  if (!heard.has(this)) this.addEventListener("message", ({ data }) => window.awaited.delete(JSON.parse(data).kind));
  heard.add(this);
  say.call(this, text);
};
"""
# Two frames, after which a new size has come; then longer than the page itself waits before it looks again.
REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); await frame();
  const begun = window.stirred = performance.now();
  while (window.awaited.size || performance.now() < window.stirred + 150) {
    if (performance.now() > begun + 20_000) throw new Error("the page never comes to rest");
    await new Promise(later => setTimeout(later, 10));
    await frame();
  }
}"""

SMALLEST = """() => Math.min(...[...document.querySelectorAll(".stage svg text")]
  .filter(text => text.textContent.trim() && !text.closest("defs") && text.checkVisibility())
  .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.fixture
def open_table(browser: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """A page at a table, with the cookies of the visitor who made it."""
    contexts = []

    def come(visitor: Any, key: str, size: tuple[int, int], ending: bool = False, **more: Any) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            base_url=server.url,
            locale="en-GB",
            reduced_motion="reduce",
            **more,
        )
        contexts.append(context)
        cookies = [{"name": name, "value": value, "url": server.url} for name, value in visitor.http.cookies.items()]
        context.add_cookies(cookies)
        context.add_init_script(NOTING)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(f"/table/{key}")
        page.wait_for_selector(".stage svg")
        if not server.call(server.hub.get(key)).table.asked:
            page.locator("#ending .buttons [method=dialog] button").wait_for()
            if not ending:
                page.locator("#ending .buttons [method=dialog] button").click()
        return page

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def table(server: Any, visitor: Any) -> Callable[..., Any]:
    """A table of the visitor against programs; what it returns plays on for all of them."""
    return lambda game, players=2: Played(server, set_table(visitor, game, players))


@pytest.fixture(scope="module")
def finished(server: Any) -> Iterator[Callable[[str], tuple[Any, str]]]:
    """A match for two that is over, with the visitor who played it: one of each game for all tests that only look."""
    known: dict[str, tuple[Visitor, str]] = {}

    def find(game: str) -> tuple[Visitor, str]:
        if game not in known:
            visitor = Visitor(server)
            known[game] = visitor, Played(server, set_table(visitor, game)).on(lambda _: False).key
        return known[game]

    yield find
    for visitor, _ in known.values():
        visitor.http.close()


def set_table(visitor: Visitor, game: str, players: int = 2) -> str:
    """Its key; the visitor sits in the first seat, programs in the others."""
    kinds = {f"seat{n}": "program" for n in range(1, players)}
    answer = visitor.post(f"/new/{game}", players=str(players), seat0="person", name0="Ana", hints="on", **kinds)
    assert answer.url.path.startswith("/table/"), answer.text
    return str(answer.url.path.rsplit("/", 1)[1])


class Played:
    """A table at which a test plays for everybody."""

    def __init__(self, server: Any, key: str) -> None:
        self.server, self.key, self.chance = server, key, random.Random(3)

    @property
    def room(self) -> Any:
        return self.server.call(self.server.hub.get(self.key))

    @property
    def legal(self) -> list[int]:
        table = self.room.table
        if not table.answers(0):
            return []
        return [step.id for several in by_hand(table.match, 0, table.match.game.texts("en")) for step in several]

    def on(self, enough: Callable[[Any], bool]) -> Played:
        """Play at random until it is enough, or the end."""
        room = self.room
        while room.table.asked and not enough(room.table):
            seat = room.table.asked[0]
            if room.table.unconfirmed is not None:
                self.server.call(self.server.hub.act(room, seat, "done"))
            else:
                step = self.chance.choice(room.table.match.legal_ids(seat))
                self.server.call(self.server.hub.act(room, seat, "step", step))
        return self

    def turns(self, steps: int) -> Played:
        """So many steps, and a few more until seat 0 has a choice."""
        most = len(self.room.table.played) + steps
        return self.on(lambda table: len(table.played) >= most and table.answers(0) and len(self.legal) > 1)


def findings(page: Any, legal: list[int]) -> list[str]:
    """What the checker of `make screenshots` says about a page at rest."""
    page.mouse.move(2, 2)
    page.evaluate(REST)
    found: list[str] = page.evaluate(FINDINGS, legal)
    return found


def box(page: Any, selector: str) -> Any:
    return page.locator(selector).first.bounding_box()


@pytest.mark.parametrize("most", [False, True], ids=["two", "most"])
def test_nothing_is_wrong_on_any_screen(table, open_table, visitor, game_name, most):
    """Early, in the middle, at the end and with the ending over it, on all sizes, for two players and for the most."""
    played, found = table(game_name, max(khonsu.game(game_name).about.players) if most else 2), {}
    for steps in (3, 40, 10_000):
        played.turns(steps)
        page, legal = open_table(visitor, played.key, SIZES[0], ending=True), played.legal
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if wrong := findings(page, legal):
                found[steps, width, height] = wrong
        if legal:
            page.close()  # otherwise every step to come is drawn in it
    assert "wins" in page.inner_text("#ending h2") or "victory" in page.inner_text("#ending h2")
    page.locator("#ending .buttons [method=dialog] button").click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if wrong := findings(page, []):
            found["over", width, height] = wrong
    assert found == {}
    assert "The match is over" in page.inner_text("#question")


SAYS = "about => !document.getElementById('coach').hidden && document.getElementById('coach').dataset.about === about"


def test_the_coach_and_hints_cover_nothing(server, open_table, visitor, open_turns, game_name, monkeypatch):
    """Play now against a bot: the goal, a hint, and the word before a turn ends, on all sizes."""
    monkeypatch.setattr(coach, "MUCH", -1.0)  # a better turn is offered whatever was played
    key = visitor.play_now(game_name)
    table = server.call(server.hub.get(key)).table
    seat = next(row.seat for row in table.seats if row.kind != "bot")
    page, found = open_table(visitor, key, SIZES[0]), {}

    def check(when: str) -> None:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            several = by_hand(table.match, seat, table.match.game.texts("en")) if table.answers(seat) else []
            if wrong := findings(page, [step.id for steps in several for step in steps]):
                found[when, width, height] = wrong

    until(page, SAYS, "goal")
    check("goal")
    page.locator("#hint").click()
    numbered = "document.getElementById('hint-box').open && document.querySelector('.stage .pointer.label')"
    until(page, numbered, seconds=90)
    check("hint")
    for width, height in (SIZES[0], SIZES[-1]):  # another drawing has its ghosts, too
        page.set_viewport_size({"width": width, "height": height})
        until(page, numbered)
    page.get_by_role("button", name="Play this turn").first.click()
    until(page, SAYS, "turn", seconds=90)
    check("turn")
    assert page.locator("#coach .better").count()
    assert found == {}


def test_the_checker_sees_the_coach(server, open_table, visitor):
    """Over the question, out of the page, or cut by what is around it."""
    key = visitor.play_now("ankhor")
    page = open_table(visitor, key, (1440, 900))
    until(page, SAYS, "goal")
    assert findings(page, []) == []
    for style, words in (
        ("position: fixed; inset: auto .6rem .6rem auto; width: 24rem", "overlap"),
        ("position: fixed; left: -8rem; top: 40%", "is cut"),
        ("position: fixed; inset: 40% 0 auto auto; z-index: -1", "lies under"),
    ):
        page.evaluate("style => { document.getElementById('advice').style.cssText = style; }", style)
        assert any(words in one and ("coach" in one or "advice" in one) for one in findings(page, [])), words
    page.evaluate("document.getElementById('advice').style.cssText = ''")
    page.locator("#hint").click()
    until(page, "document.getElementById('hint-box').open")
    page.evaluate(
        "document.getElementById('hint-box').style.cssText = 'position: fixed; inset: auto 0 0 auto; width: 30rem'"
    )
    assert any("hint-box" in one and "overlap" in one for one in findings(page, []))


def test_the_checker_sees_what_is_wrong(table, open_table, visitor):
    """A choice that is nowhere, a button under another part, text that is cut."""
    played = table("ankhor").turns(4)
    page = open_table(visitor, played.key, (1440, 900))
    assert findings(page, played.legal) == []
    cut = "width: 5px; white-space: nowrap; overflow: hidden"
    page.evaluate("cut => { document.getElementById('question').style.cssText = cut; }", cut)
    page.evaluate(
        "step => document.querySelectorAll(`[data-step='${step}']`).forEach(each => each.remove())", played.legal[0]
    )
    found = "\n".join(findings(page, played.legal))
    page.evaluate("document.getElementById('board').style.cssText = 'position: fixed; inset: 0; z-index: 50'")
    found += "\n".join(findings(page, played.legal))
    for words in ("neither in sight", "is cut", "parts:", "cannot be reached"):
        assert words in found


@pytest.mark.parametrize("spoilt", ["#choices { max-height: 4rem }", "#choices button { translate: 0 30rem }"])
def test_the_checker_wants_buttons_that_can_be_seen(table, open_table, visitor, spoilt):
    """A button that is scrolled out of a short list, or lies beyond the screen, is not offered."""
    played = table("ankh").on(lambda table: table.answers(0) and table.match.view(0)["question"] == "first_action")
    page = open_table(visitor, played.key, (360, 640))
    assert findings(page, played.legal) == []
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }",
        spoilt,
    )
    assert any("neither in sight" in finding for finding in findings(page, played.legal))


def test_the_checker_sees_an_ending_that_is_cut(finished, open_table):
    """Lines that nobody can scroll to, and columns that are too wide."""
    page = open_table(*finished("horus"), (390, 844), ending=True)
    assert findings(page, []) == []
    page.evaluate("document.getElementById('h-ending').style.cssText = 'height: .6rem; overflow: hidden'")
    page.evaluate("document.querySelector('#ending .points').style.width = '60rem'")
    found = "\n".join(findings(page, []))
    assert "is cut above or below" in found
    assert "is cut\n" in f"{found}\n"


def test_a_long_list_of_choices_says_that_it_goes_on(table, open_table, visitor):
    """As text every choice is a button: the list scrolls, and says so until its end is in sight."""
    played = table("horus").on(lambda table: table.answers(0) and len(table.match.legal_ids(0)) > 20)
    page = open_table(visitor, played.key, (360, 640))
    page.keyboard.press("t")
    until(page, "n => document.querySelectorAll('#choices .choice-button').length >= n", 20)
    until(page, "() => document.getElementById('choices').classList.contains('more')")
    page.evaluate("() => { const list = document.getElementById('choices'); list.scrollTop = list.scrollHeight; }")
    until(page, "() => !document.getElementById('choices').classList.contains('more')")


def check_what_follows(page: Any) -> None:
    """Everything that follows a match can be pressed."""
    for name in ("Replay", "Download the record"):
        page.get_by_role("link", name=name).click(trial=True)
    page.get_by_role("button", name="Rematch").click(trial=True)
    page.locator("details.about summary").click(trial=True)


@pytest.mark.parametrize("size", [(1366, 768), (1640, 900), (1920, 1080), (2560, 1440)])
def test_a_wide_screen_belongs_to_the_board(finished, open_table, size):
    """No column stands beside it but the one with everything else: it has almost all of the height."""
    page = open_table(*finished("horus"), size)
    page.wait_for_selector("#after:not([hidden])")
    board, drawing = box(page, "#board"), box(page, ".stage svg")
    assert board["x"] < 20
    assert drawing["height"] >= size[1] * 0.9
    for part in ("#seats", "section.log", "#ask"):
        assert box(page, part)["x"] >= board["x"] + board["width"]
    check_what_follows(page)


def test_three_columns(finished, open_table):
    """A screen that is wider still has players and log on the left, the question on the right."""
    page = open_table(*finished("horus"), (2560, 1080))
    page.wait_for_selector("#after:not([hidden])")
    board = box(page, "#board")
    for part in ("#seats", "section.log"):
        assert box(page, part)["x"] + box(page, part)["width"] <= board["x"]
    assert box(page, "#ask")["x"] >= board["x"] + board["width"]
    assert box(page, ".stage svg")["height"] >= 1080 * 0.9
    check_what_follows(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_winner_and_the_end_of_the_log(finished, open_table, size):
    page = open_table(*finished("ankhor"), size)
    page.wait_for_selector("#seats .winner")
    note = page.locator("#seats .winner .names")
    assert "winner" in note.inner_text()
    assert note.evaluate("e => e.scrollWidth <= e.clientWidth")
    tab = page.get_by_role("tab", name="Log")
    if tab.is_visible():
        tab.click()
    page.evaluate(REST)
    last, log = box(page, "#log li:last-child"), box(page, "section.log [role=log]")
    assert last["y"] + last["height"] <= log["y"] + log["height"] + 1
    assert last["y"] >= log["y"]


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (768, 1024), (1366, 768), (1440, 900), (1920, 1080)])
def test_the_board_keeps_its_scale_and_the_tools_their_places(table, open_table, visitor, size, game_name):
    """Whatever is asked, also in another's turn, when there is no hint."""
    played = table(game_name, 3).turns(2)
    page, scales, places, hints = open_table(visitor, played.key, size), set(), set(), set()
    for _ in range(12):
        until(page, "ply => Number(document.body.dataset.ply) === ply", played.room.table.ply)
        before = page.evaluate("document.body.dataset.ply")
        scales.add(round(page.evaluate(SCALE), 4))
        places.add(tuple(box(page, "#text-mode").items()))
        hints.add(page.locator("#hint").is_visible())
        played.on(lambda table, ply=played.room.table.ply: table.ply > ply)
        until(page, "ply => document.body.dataset.ply !== ply", before)
    assert hints == {True, False}
    assert len(scales) == len(places) == 1


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_what_is_out_of_sight_is_mirrored(table, open_table, visitor, size):
    """The actions of Ankh are drawn below the map: on a phone they are buttons, until one scrolls to them."""
    played = table("ankh").on(lambda table: table.answers(0) and table.match.view(0)["question"] == "first_action")
    assert len(played.legal) == 4
    page = open_table(visitor, played.key, size)
    mirrored = "#choices .choice-button[data-step]"
    until(page, "n => document.querySelectorAll('#choices .choice-button').length === n", len(played.legal))
    page.locator("#tracks .choice").first.evaluate("e => e.scrollIntoView({ block: 'center' })")
    until(page, "n => document.querySelectorAll('#choices .choice-button').length < n", len(played.legal))
    page.locator("#board").evaluate("e => { e.scrollTop = 0; e.parentElement.scrollTop = 0; }")
    until(page, "n => document.querySelectorAll('#choices .choice-button').length === n", len(played.legal))
    before = page.evaluate("document.body.dataset.ply")
    page.locator(mirrored).first.click()
    until(page, "ply => document.body.dataset.ply !== ply", before)


def test_a_landscape_phone_has_a_board(table, open_table, visitor):
    played = table("horus").turns(4)
    page = open_table(visitor, played.key, (844, 390))
    board = box(page, "#board")
    assert board["width"] >= 380
    assert board["height"] >= 320
    assert page.evaluate(SMALLEST) >= 11.4


def test_nothing_is_hidden_without_a_way_to_it(table, open_table, visitor):
    """On the smallest phone: settings, help with the signs of the game, log, what the table is about."""
    played = table("ankh", 5).turns(2)
    page = open_table(visitor, played.key, (360, 640))
    page.locator(".preferences summary").click()
    assert page.locator(".preferences [name=theme]").is_visible()
    page.locator(".preferences summary").click()
    page.locator("#help-button").click()
    signs = page.locator("#legend li")
    assert signs.count() == 8
    assert signs.first.inner_text() == "Followers"
    assert all(width > 0 for width in signs.locator("use").evaluate_all("all => all.map(e => e.getBBox().width)"))
    page.keyboard.press("Escape")
    for tab, part in (("Log", "#log"), ("About", "#pledge"), ("Players", "#seats")):
        page.get_by_role("tab", name=tab).click()
        assert page.locator(part).is_visible()


# -- the drawing of Ankh ---------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(browser: Any) -> Iterator[Callable[..., Any]]:
    """A page that shows nothing but a drawing of a view."""
    page = browser.new_page(viewport={"width": 1600, "height": 1034})

    def draw(view: Any, narrow: bool = False, colours: str = "light") -> Any:
        game, names = khonsu.game("ankh"), ["Ana", "Ben", "Cleo", "Dan", "Eve"][: view["players"]]
        page.emulate_media(color_scheme=colours)
        page.set_content(f"<body style='margin:0'>{render(game, view, Look(names, 'en', 0, None, narrow))}")
        return page

    yield draw
    page.close()


def gap(page: Any, sign: str, number: str) -> float:
    """Pixels between a sign and the number right of it."""
    left, right = page.locator(sign).first.bounding_box(), page.locator(number).first.bounding_box()
    return float(right["x"] - left["x"] - left["width"])


@pytest.mark.parametrize("narrow", [False, True])
def test_ankh_signs_do_not_touch_numbers(drawn, narrow):
    """The sign of doom and a devotion of two digits; the scales and a strength that is not known yet."""
    match, chance = khonsu.game("ankh").match(players=3, seed=5), random.Random(5)
    view = match.view(0)
    for sheet in view["gods"]:
        sheet["devotion"] = 28
    view["notices"] = [{"kind": "forgotten", "events": 3, "gods": [0, 1, 2], "god": 0, "conflict": 4}]
    page = drawn(view, narrow)
    for seat in range(3):
        assert gap(page, f"#seat-{seat} .doom use", f"#seat-{seat} .serif.end") >= 3
    while not (match.view(0)["conflict"] or {}).get("battle"):
        match.play(chance.choice(match.legal(match.deciders[0])))
    view = match.view(0)
    view["conflict"] |= {"tie_breaker": next(iter(view["conflict"]["battle"]["figures"])), "tie_breaker_up": True}
    page = drawn(view, narrow)
    assert "+?" in page.locator(".fighter .total").first.inner_html()
    assert gap(page, ".fighter:has(use[href='#k-ankh-scales']) use[href='#k-ankh-scales']", ".fighter .total") >= 3


CONTRAST = """selector => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = colour => {
    paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data]
      .map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  return [...document.querySelectorAll(selector)].map(text => {
    let seen = 1;
    for (let at = text; at; at = at.parentElement) seen *= getComputedStyle(at).opacity;
    if (seen < 1) return 0;
    const ground = getComputedStyle(text.closest("[id^=seat]").querySelector(".panel")).fill;
    const [a, b] = [light(getComputedStyle(text).fill), light(ground)].sort((x, y) => y - x);
    return (a + .05) / (b + .05);
  });
}"""


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_ankh_locked_powers_can_be_read(drawn, colours):
    page = drawn(khonsu.game("ankh").match(players=2, seed=1).view(0), colours=colours)
    found = page.evaluate(CONTRAST, ".off text")
    assert len(found) >= 8
    assert min(found) >= 4.5
