"""Invitations, codes, calls: how people come to a table and back to it."""

from __future__ import annotations

import asyncio
import math
import re
import struct
from typing import Any

import pytest
import segno

from khonsu.web.domain.clock import now
from khonsu.web.domain.invitations import digest
from khonsu.web.domain.phrases import COUNT, phrases
from khonsu.web.settings import MOVING
from khonsu.web.transport import sharing
from khonsu.web.words import words

from .browsing import browser, person, pytestmark, until

__all__ = ["browser", "person", "pytestmark"]

# -- invitations -------------------------------------------------------------------------------------------------------


def link_of(page: str, key: str) -> str:
    """The one invitation that a page shows."""
    found = re.findall(rf'<code class="whole">[^<]*(/join/{key}/[\w-]+)</code>', page)
    assert len(found) == 1
    return str(found[0])


def test_an_invitation_is_shown_whole_to_be_copied_and_read_by_a_camera(visitor):
    key = visitor.new("person", "friend")
    page = visitor.get(f"/table/{key}").text
    link = link_of(page, key)
    assert f'data-copy="{visitor.server.url}{link}"' in page
    assert f'data-share="{visitor.server.url}{link}"' in page
    assert drawn_modules(page) == {
        (x, y)
        for y, row in enumerate(segno.make(f"{visitor.server.url}{link}", error="m", micro=False).matrix)
        for x, dark in enumerate(row)
        if dark
    }


def drawn_modules(page: str) -> set[tuple[int, int]]:
    """The dark squares of the QR code on a page, counted from its corner: its lines are horizontal, one module wide."""
    code = re.search(r'<svg[^>]*class="qr".*?</svg>', page, re.DOTALL)
    assert code is not None
    path = re.search(r'<path class="qrline" stroke="#1b1714" d="([^"]+)"', code[0])
    assert path is not None
    found, x, y = set(), 0.0, 0.0
    for kind, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", path[1]):
        if kind == "h":
            found |= {(round(x + n) - 3, math.floor(y) - 3) for n in range(round(float(first)))}
            x += float(first)
        else:
            x, y = (float(first), float(second)) if kind == "M" else (x + float(first), y + float(second))
    return found


def test_an_invitation_goes_away_when_the_friend_has_come(visitor, server, visit):
    key = visitor.new("person", "friend")
    link = link_of(visitor.get(f"/table/{key}").text, key)
    with visitor.live(key) as live:
        assert [seat["filled"] for seat in live.state["seats"]] == [True, False]
        visit(server).post(link, name="Ben")
        live.wait(lambda state: state["begun"])
        assert [seat["filled"] for seat in live.state["seats"]] == [True, True]  # on which the browser removes it
    assert "/join/" not in visitor.get(f"/table/{key}").text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "This seat is taken"), ("es", "Este asiento está ocupado"), ("fr", "Cette place est prise")],
)
def test_a_used_invitation_says_so(visitor, server, visit, language, sentence):
    key = visitor.new("person", "friend")
    link = link_of(visitor.get(f"/table/{key}").text, key)
    friend, late = visit(server), visit(server, language)
    assert sentence not in friend.post(link, name="Ben").text
    assert sentence in late.get(link).text
    assert sentence in late.post(link, name="Eve").text
    assert sentence not in late.get(f"/table/{key}").text
    assert "This seat is taken" not in friend.get(link).text  # whoever sits there comes back by the same link


def test_an_open_seat_that_somebody_else_was_quicker_for(visitor, server, visit):
    key = visitor.new("person", "open")
    quick, late = visit(server), visit(server)
    assert "This seat is taken" not in quick.post(f"/table/{key}/sit/1").text
    assert "This seat is taken" in late.post(f"/table/{key}/sit/1").text


def test_copying_and_leaving_in_the_browser(person):
    """The link reaches the clipboard whole; when the friend sits down, it is gone without a reload."""
    ana, ben = person(), person()
    ana.add_init_script("document.addEventListener('copy', event => { window.copied = event.target.value; })")
    ana.goto("/new/ankhor")
    ana.select_option("[name=seat1]", "friend")
    ana.get_by_role("button", name="Set the table").click()
    ana.wait_for_selector(".stage svg")
    ana.get_by_role("button", name="Copy link").click()
    until(ana, "() => document.querySelector('[data-copy]').textContent === 'Copied'")
    link = ana.evaluate("window.copied")
    assert link == ana.inner_text(".invitations .whole")
    ben.goto(link)
    ben.get_by_role("button", name="Sit down").click()
    until(ana, "() => !document.querySelector('.invitations')")


# -- phrases -----------------------------------------------------------------------------------------------------------


def test_phrases_are_heard_in_the_hearers_language(visitor, server, visit):
    key = visitor.new("person", "friend", name="Ana")
    friend, watcher = visit(server, "es"), visit(server, "fr")
    friend.post(link_of(visitor.get(f"/table/{key}").text, key), name="Ben")
    spanish, french = ({"accept-language": language} for language in ("es", "fr"))
    with visitor.live(key) as ana, friend.live(key, **spanish) as ben, watcher.live(key, **french) as eve:
        ana.say(kind="say", phrase=0)
        heard = [live.until("said") for live in (ana, ben, eve)]
        assert [message["sentence"] for message in heard] == ["Hello!", "¡Hola!", "Bonjour\u202f!"]
        assert {(message["seat"], message["name"]) for message in heard} == {(0, "Ana")}
        eve.say(kind="say", phrase=0)
        assert eve.until("problem")["name"] == "BadMessage"  # who only watches is silent
    table = server.hub.rooms[key].table
    assert table.ply == 0  # nothing of it is kept
    assert server.call(server.hub.store.journal(key)) == []


@pytest.mark.parametrize("phrase", [-1, 10, 2**40, "Hello", None, 1.5])
def test_only_phrases_that_there_are(visitor, phrase):
    with visitor.live(visitor.new("person", "bot:random")) as live:
        live.say(kind="say", phrase=phrase)
        assert live.until("problem")["name"] == "BadMessage"


def test_nobody_talks_without_end(visitor, server):
    """The limit is the seat's, however many connections it has."""
    key = visitor.new("person", "bot:random")
    with visitor.live(key) as one, visitor.live(key) as other:
        for live in (one, other, one):
            live.say(kind="say", phrase=4)
            live.until("said")
        other.say(kind="say", phrase=4)
        assert other.until("problem")["name"] == "TooTalkative"


def test_every_language_has_every_phrase():
    found = [phrases(words(language)) for language in ("en", "es", "fr")]
    assert [len(set(one)) for one in found] == [COUNT] * 3
    assert all(len(set(same)) > 1 for same in zip(*found))


# -- previews and the page as an app -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ankhor", "horus", "ankh"])
def test_a_link_has_a_preview(visitor, server, visit, game):
    answer = visitor.post(f"/new/{game}", players="2", seat0="person", seat1="friend", name="Ana")
    key = str(answer.url.path).rsplit("/", 1)[1]
    page = visit(server).get(link_of(answer.text, key)).text
    picture = re.search(r'property="og:image" content="([^"]+)"', page)[1]
    assert picture == f"{server.url}/table/{key}/preview.png"
    assert "Ana" in re.search(r'property="og:description" content="([^"]+)"', page)[1]
    drawn = visit(server).get(picture)
    assert drawn.headers["content-type"] == "image/png"
    assert drawn.content.startswith(b"\x89PNG")
    assert len(drawn.content) > 10_000


def test_previews_are_few_and_kept(visitor, server, monkeypatch):
    drawn = []
    monkeypatch.setattr(sharing, "pixels", lambda table, view, names: drawn.append(view) or b"\x89PNG")
    monkeypatch.setattr(sharing, "previews", sharing.Previews(a_minute=2))
    keys = [visitor.new("person", "bot:random") for _ in range(3)]
    answers = [visitor.get(f"/table/{key}/preview.png") for key in [*keys, *keys]]
    assert len(drawn) == 2
    assert [len(answer.history) for answer in answers] == [0, 0, 1, 0, 0, 1]  # the rest get the moon
    assert answers[2].headers["content-type"] == "image/png"
    assert drawn[0] == server.hub.rooms[keys[0]].table.match.view()  # what everybody sees


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_page_can_be_installed(server, visit, language):
    anybody = visit(server, language)
    assert 'rel="manifest" href="/manifest.webmanifest"' in anybody.get("/").text
    answer = anybody.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    found = answer.json()
    assert found["lang"] == language
    for icon in found["icons"]:
        picture = anybody.get(icon["src"])
        assert picture.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert icon["sizes"] == "x".join(str(size) for size in struct.unpack(">II", picture.content[16:24]))


def test_the_lists_show_that_a_table_waits(visitor, visit, server):
    assert "<title>Khonsu" in visitor.get("/").text
    key = visitor.new("person", "person")
    with visitor.live(key) as live:
        live.my_turn()
    for path in ("/", "/tables"):
        page = visitor.get(path).text
        assert "<title>● " in page
        assert 'href="/static/moon-turn.svg"' in page
    assert "●" not in visit(server).get("/").text


# -- another device ----------------------------------------------------------------------------------------------------


def code_of(visitor: Any) -> str:
    """The path of a link that moves this visitor."""
    page = visitor.post("/move")
    assert page.headers["cache-control"] == "no-store"
    return str(re.search(r'<code class="whole">[^<]*(/move/[\w-]+)</code>', page.text)[1])


def test_going_on_at_another_device(visitor, server, visit):
    """Seats, tables and lessons move at once, also for who is connected; the old device watches."""
    keys = [visitor.new("person", "bot:random"), visitor.new("person", "friend")]
    me = server.hub.rooms[keys[0]].table.seats[0].person
    server.call(server.hub.store.learn(me, "ankhor", "first", 1.0))
    other, code = visit(server), code_of(visitor)
    own = other.new("person", "bot:random")
    assert "Continue here" in other.get(code).text
    assert server.hub.rooms[keys[0]].table.seats[0].person == me  # looking moves nothing
    with visitor.live(keys[0]) as old:
        assert old.state["own"] == [0]
        other.post(code)
        old.wait(lambda state: state["own"] == [])
        assert old.state["choices"] == []
    for key in [*keys, own]:
        with other.live(key) as new:
            assert new.state["own"] == [0]
    you = server.hub.rooms[own].table.seats[0].person
    assert server.call(server.hub.store.learnt(you, "ankhor")) == {"first"}
    assert server.call(server.hub.store.tables("mine", me)) == []
    assert server.hub.rooms[keys[0]].table.arrangement.owner == you


def test_a_code_works_once(visitor, server, visit):
    key, code = visitor.new("person", "bot:random"), code_of(visitor)
    first, thief = visit(server), visit(server)
    first.post(code)
    assert "work any more" in thief.get(code).text
    assert "work any more" in thief.post(code).text
    with first.live(key) as live, thief.live(key) as other:
        assert live.state["own"] == [0]
        assert other.state["own"] == []


def test_of_two_at_the_same_moment_one_moves(visitor, server):
    key, code = visitor.new("person", "bot:random"), code_of(visitor)
    token = digest(code.rsplit("/", 1)[1])

    async def both() -> list[int | None]:
        return await asyncio.gather(*(server.hub.move(token, digest(name)) for name in ("one", "two")))

    assert sorted(server.call(both()), key=str) == [1, None]
    assert server.hub.rooms[key].table.seats[0].person in (digest("one"), digest("two"))


def test_only_the_last_code_counts_and_none_for_long(visitor, server, visit, monkeypatch):
    visitor.new("person", "bot:random")
    first, second = code_of(visitor), code_of(visitor)
    other = visit(server)
    assert "work any more" in other.get(first).text
    monkeypatch.setattr(sharing, "now", lambda: now() + MOVING + 1)
    assert "work any more" in other.get(second).text
    assert "work any more" in other.post(second).text


def test_a_code_is_not_used_up_by_its_maker_or_by_guessing(visitor, server, visit):
    key, code = visitor.new("person", "bot:random"), code_of(visitor)
    assert "already playing on" in visitor.get(code).text
    assert "already playing on" in visitor.post(code).text
    other = visit(server)
    for guess in ("/move/x", "/move/" + "A" * 32, code + "A", code.lower()):
        assert "work any more" in other.post(guess).text
    other.get("/")
    assert other.http.post(code).status_code == 403  # no page elsewhere can make a browser do it
    other.post(code)
    with other.live(key) as live:
        assert live.state["own"] == [0]


def test_secrets_stay_out_of_the_log(visitor, server, monkeypatch, caplog):
    code, key = code_of(visitor), visitor.new("person", "friend")
    link = link_of(visitor.get(f"/table/{key}").text, key)

    async def broken(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(server.hub.store, "mover", broken)
    monkeypatch.setattr(server.hub, "get", broken)
    for secret in (code, link):
        assert visitor.get(secret).status_code == 500
        assert secret.rsplit("/", 1)[1] not in caplog.text
    assert "/move/" in caplog.text


# -- calling back ------------------------------------------------------------------------------------------------------

HIDDEN = """
Object.assign(window, { away: false, noted: [], tones: 0, turns: 0 });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
addEventListener("DOMContentLoaded", () => {
  let asked = false;
  const look = () => {
    const now = document.body.classList.contains("asked");
    if (now && !asked) window.turns += 1;
    asked = now;
  };
  new MutationObserver(look).observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
Object.defineProperty(document, "visibilityState", { get: () => window.away ? "hidden" : "visible" });
window.Notification = class { constructor(title, more) { window.noted.push([title, more.body]); } close() {} };
Object.assign(window.Notification, { permission: "granted", requestPermission: async () => "granted" });
"""


CLICK = """document.querySelector("#choices .main, .stage .choice, #choices .choice-button")
.dispatchEvent(new MouseEvent("click", { bubbles: true }))"""


def test_called_back_when_it_is_my_turn(person):
    """A sound when my turn begins, a notification only while nobody looks; both can be switched off."""
    page = person()
    page.add_init_script(HIDDEN)
    page.goto("/")
    page.locator("form[action='/play/ankhor'] button").click()
    until(page, "() => document.body.classList.contains('asked')")  # a bot may begin
    assert page.title().startswith("● ")
    page.locator(".preferences summary").click()
    for switch in ("sound", "notify"):
        page.locator(f".preferences [data-switch={switch}]").check()

    def turn_after_turn() -> list[int]:
        """One turn of mine and of the bot; how often it rang and how many notifications there have been."""
        begun = page.evaluate("turns")
        for _ in range(600):
            if page.evaluate("turns") > begun:
                break
            if page.evaluate("document.body.classList.contains('asked')"):
                page.evaluate(CLICK)
            page.wait_for_timeout(100)
        return [int(page.evaluate("tones")) // 2, len(page.evaluate("noted"))]

    rung, noted = turn_after_turn()
    assert (rung, noted) == (1, 0)
    page.evaluate("window.away = true")
    rung, noted = turn_after_turn()
    assert (rung, noted) == (2, 1)
    assert page.evaluate("window.noted[0]") == ["Ankh'or", "It's your turn."]
    assert page.title().startswith("● ")
    assert page.locator("link[rel=icon]").get_attribute("href") == "/static/moon-turn.svg"
    for switch in ("sound", "notify"):
        page.locator(f".preferences [data-switch={switch}]").uncheck()
    assert turn_after_turn() == [2, 1]
    page.reload()
    page.wait_for_selector(".stage svg")
    assert not page.locator(".preferences [data-switch=sound]").is_checked()


def test_phrases_and_mute_in_the_browser(person):
    ana, ben = person(width=390, height=844), person()
    ana.goto("/new/ankhor")
    ana.fill("form.sheet [name=name]", "Ana")
    ana.select_option("[name=seat1]", "friend")
    ana.get_by_role("button", name="Set the table").click()
    ben.goto(ana.inner_text(".invitations .whole"))
    ben.get_by_role("button", name="Sit down").click()
    ben.wait_for_selector(".stage svg")
    ana.wait_for_selector(".stage svg")

    def call(phrase: str) -> None:
        ana.locator(".phrases summary").click()
        ana.get_by_role("button", name=phrase).click()
        until(ana, "said => document.getElementById('heard').textContent.includes(said)", phrase)

    ana.get_by_role("button", name="Call me").click()  # asked for once
    ana.reload()
    ana.wait_for_selector(".stage svg")
    assert ana.locator("#call").is_hidden()
    assert ana.evaluate("localStorage.getItem('khonsu sound')") == "1"
    call("Good luck!")
    until(ben, "() => document.getElementById('heard').textContent.includes('Ana Good luck!')")
    ben.evaluate("document.querySelector('.preferences').open = true")
    ben.locator(".preferences [data-switch=mute]").check()
    call("Thank you!")
    ben.wait_for_timeout(300)
    assert "Thank you!" not in ben.inner_text("#heard")
