"""Fewer clicks and no unnoticed loss: several steps in one, each of which can be undone, and warnings."""

from __future__ import annotations

import random
from typing import Any

from count_clicks import clicks, played

from khonsu.match.advice import loss, shortcuts

from .browsing import NEXT, browser, person, pytestmark, until
from .test_browser import on_or_warned, ply, settled

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks that are used by name


def other(visitor: Any, game: str, *seats: str) -> str:
    given = {f"seat{n}": kind for n, kind in enumerate(seats)}
    return str(visitor.post(f"/new/{game}", players=str(len(seats)), **given).url.path.rsplit("/", 1)[1])


def test_one_choice_is_two_steps_and_both_can_be_undone(visitor, server):
    key = other(visitor, "ankhor", "person", "person")
    table = server.hub.rooms[key].table
    with visitor.live(key) as live:
        for _ in range(60):  # until there is a menu: before the first tile taking is all that can be done
            state = live.my_turn()
            if "take" in [step.text for step in table.match.legal(state["you"])]:
                break
            live.act(random.Random(len(table.played)).choice)
        texts = {choice["text"]: choice["id"] for choice in live.state["choices"]}
        assert not {"take", "buy"} & set(texts)
        before, steps = len(table.match.steps), live.state["ply"]
        token = next(name for name in ("blue", "white", "black", "green", "red") if name in texts)
        live.do("step", texts[token])
        assert [step.text for step in table.match.steps[before:]] == ["take", token]
        assert live.state["ply"] == steps + 2
        live.do("undo")
        assert [step.text for step in table.match.steps[before:]] == ["take"]
        live.do("undo")
        assert len(table.match.steps) == before
        assert {choice["text"] for choice in live.state["choices"]} == set(texts)


def test_a_match_of_ankhor_takes_a_quarter_fewer_clicks_than_steps():
    """Whether turns are ended by hand or by themselves; docs/web.md has the figures of many matches."""
    match = played("ankhor", 0, "greedy")
    steps = sum(step.seat == 0 for step in match.steps)
    by_themselves, by_hand = (clicks(match, confirm) for confirm in (False, True))
    assert sum(by_themselves.values()) <= 0.75 * steps
    assert by_hand["choices"] == by_themselves["choices"]
    assert by_hand["ends of turns"] <= match.position.turn


def test_a_program_gets_the_plain_steps(visitor, server):
    """The interface for programs knows the rules' steps only."""
    key = other(visitor, "ankhor", "program", "bot:random")
    page = visitor.get(f"/table/{key}").text
    token = page.split("Token for the program")[1].split('class="whole">')[1].split("<")[0]
    table = server.hub.rooms[key].table
    with visitor.live(key, token=token) as live:
        for _ in range(5):
            state = live.my_turn()
            assert [choice["id"] for choice in state["choices"]] == table.match.legal_ids(state["you"])
            live.act()


def test_a_warning_comes_before_a_loss(visitor, server):
    """The browser asks for care and is warned; a program that does not ask is not."""
    key = other(visitor, "horus", "person", "person")
    table = server.hub.rooms[key].table
    t, chance = table.match.game.texts("en"), random.Random(1)
    with visitor.live(key) as live:
        while True:
            assert not live.state["over"], "nobody could lose anything in this match"
            if live.state["cover_seat"] is not None:
                live.say(kind="uncover", seat=live.state["cover_seat"])
                live.wait(lambda state: state["cover_seat"] is None)
            state = live.my_turn()
            if state["confirm"]:
                live.do("done")
                continue
            losing = [step for step in table.match.legal_ids(state["you"]) if loss(table.match, state["you"], step, t)]
            if losing:
                break
            live.do("step", chance.choice(state["choices"])["id"])
        before = table.ply
        live.say(kind="step", step=losing[0], ply=before, seat=state["you"], careful=True)
        warning = live.until("warning")
        assert warning["step"] == losing[0]
        assert "would place no marker" in warning["sentence"]
        assert table.ply == before
        live.do("step", losing[0])
        assert table.ply == before + 1


def test_a_warning_on_the_page(person, server):
    """The panel says what would be lost; the step is played when that is meant, and only then."""
    page = person()
    page.goto("/")
    page.locator("form[action='/play/horus'] button").click()
    page.wait_for_selector(".stage svg")
    key = page.url.rsplit("/", 1)[1]
    chance = random.Random(3)
    for _ in range(200):
        settled(page)
        match = server.hub.rooms[key].table.match
        t = match.game.texts("en")
        losing, step = [], None
        if not page.locator("#choices .big").count():
            steps = match.legal_ids(0)
            losing = [step for step in chance.sample(steps, min(40, len(steps))) if loss(match, 0, step, t)]
            step = chance.choice(losing or steps)
        before = ply(page)
        thing = "#choices .big" if step is None else f':is(.stage .choice, #choices button)[data-step="{step}"]'
        page.locator(thing).first.dispatch_event("click")
        if losing:
            break
        until(page, "ply => document.body.dataset.ply !== ply || document.getElementById('anyway')", before)
    page.wait_for_selector("#anyway")
    assert "would place no marker" in page.inner_text("#notice")
    assert ply(page) == before
    page.locator("#anyway").click()
    until(page, "ply => document.body.dataset.ply !== ply", before)
    assert page.locator("#anyway").count() == 0


def test_a_finger_is_shown_what_it_costs_first(person, server):
    """A choice that pays with a bonus token: the first tap shows it and offers a button, nothing is played yet."""
    page, chance = person(width=390, height=844, has_touch=True), random.Random(5)
    page.goto("/")
    page.locator("form[action='/play/ankhor'] button").click()
    page.wait_for_selector(".stage svg")
    room = server.hub.rooms[page.url.rsplit("/", 1)[1]]

    def costly() -> list[int]:
        match, t = room.table.match, room.table.match.game.texts("en")
        if not room.table.answers(0) or room.table.unconfirmed is not None:
            return []
        return [short.id for short in shortcuts(match, 0, t) if short.costs]

    place = None
    for _ in range(300):
        settled(page)
        ids = ", ".join(f'.stage .choice[data-step="{step}"]' for step in costly())
        if ids and page.locator(ids).count():
            place = page.locator(ids).first
            break
        before, found = ply(page), page.locator(NEXT)
        found.nth(chance.randrange(found.count())).dispatch_event("click")
        on_or_warned(page, before)
    assert place is not None
    before = ply(page)
    place.evaluate("e => e.scrollIntoView({ block: 'center' })")
    place.tap()
    page.wait_for_selector("#touched")
    assert ply(page) == before
    assert place.evaluate("e => e.classList.contains('near')")
    page.locator("#touched").tap()
    on_or_warned(page, before)
