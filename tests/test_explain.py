"""Ask anything: every thing on the tables is explained, every click that leads nowhere is answered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest

import khonsu
from khonsu.authors.things import Reason
from khonsu.explain import sheet, things, why_not
from khonsu.explain.survey import counting, judged, survey
from khonsu.games.ankh.picture.map import centre
from khonsu.games.ankh.rules.board import HEX, HEXES, NEIGHBOUR, NILE
from khonsu.match import Match
from khonsu.match.story import story
from khonsu.rulebook import rulebook
from khonsu.text import LANGUAGES

EXPLAINED = list(khonsu.games())


@pytest.mark.parametrize("name", EXPLAINED)
def test_everything_is_explained_and_every_click_answered(name: str) -> None:
    """All drawings of random matches with every number of players; a reason exactly where a thing is not legal."""
    found = survey(name, clicks=400, seed=3)
    assert found.things > 2000
    assert found.clicks >= 400
    assert found.unexplained == {}
    assert found.unanswered == {}
    assert found.waiting < 0.2 * found.clicks  # most clicks are answered by a rule, not by another question


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ankhor", {"move_may_split": False, "edition": "fr"}),
        ("horus", {"marker_choice": "tile", "pile_tile_contact": "region_tile", "transport_first_turn": False}),
        ("ankh", {"scenario": "random", "forgotten_monuments": "neutral", "underworld_bars_enemy_summon": True}),
    ],
)
def test_reasons_know_the_options(name: str, options: dict[str, object]) -> None:
    found = survey(name, clicks=200, seed=8, **options)
    assert found.unexplained == {}
    assert found.unanswered == {}


def test_what_is_not_explained_is_found() -> None:
    from xml.etree import ElementTree

    svg = ElementTree.fromstring('<svg><g data-about="a"><text>1</text></g><use href="#x"/><rect/><text> </text></svg>')
    assert [key for _, key in counting(svg)] == ["", "a"]


@pytest.mark.parametrize("name", EXPLAINED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_and_translations(name: str, language: str) -> None:
    """Every thing leads into the rulebook, has a name and a sentence in the language, and no two the same words."""
    anchors = rulebook(name, language).anchors
    t = khonsu.game(name).texts(language)
    for key, (called, sentence, section, words) in sheet(name, t).items():
        assert section in anchors, key
        assert called[0] == called[0].upper()
        assert sentence[-1] in ".!?"
        assert all(words), key
        if language != "en":
            assert sentence != things(name)[key].sentence, key


@pytest.mark.parametrize("name", EXPLAINED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_panels_and_log_are_explained(name: str, language: str, random_match) -> None:
    """Every part of a score, sentence of the log and announcement mentions something that is explained."""
    match = random_match(name, khonsu.games()[name].players[-1], 5)
    match.names[:] = ["Xqz"] * match.players
    t = match.game.texts(language)
    known = [word for thing in sheet(name, t).values() for word in thing[3]]
    parts = [t.term(part).capitalize() for part in match.breakdown(0)]
    told = [
        sentence
        for earlier in match.replay()
        for sentence in (
            *earlier.told(-1, language),
            *(said.text for said in story(match.game, earlier.events(), match.names, t)),
        )
    ]
    announced = {
        unescape(notice)
        for place, earlier in enumerate(match.replay())
        if place % 20 == 0 or place == len(match.steps) - 1
        for notice in re.findall(r'data-notice="([^"]*)"', earlier.svg(-1, language))
    }
    assert bool(announced) == (name == "horus")  # the others announce nothing beside their board
    silent = {text for text in [*parts, *told, *announced] if not mentions(text, known)}
    assert silent == set()


def mentions(text: str, known: list[str]) -> bool:
    """As the page finds words (static/about.js)."""
    return any(re.search(rf"(?<![^\W\d_]){re.escape(word)}(s|es|x)?(?![^\W\d_])", text.lower()) for word in known)


NONSENSE = ("", "x", "-", "a b c", *(f"{name}-99" for name in ("slot", "tile", "card", "dom-0-tile", "order", "track")))
GROUNDS = ("cells", "kingdom", "map")


@pytest.mark.parametrize("name", EXPLAINED)
def test_nonsense_is_no_thing(name: str) -> None:
    """Whatever a browser sends as the name of a thing, it is answered or there is none of that name."""
    match = khonsu.game(name).match(seed=4)
    seat, t = match.deciders[0], match.game.texts("en")
    for thing in NONSENSE:
        assert why_not(match, seat, thing, t) is None, thing
    for ground in GROUNDS:
        for place in ("", " 1", " a b", " nan 1", " 1e999 1", " 1 2 3"):
            assert why_not(match, seat, ground + place, t) is None, place
        assert why_not(match, seat, f"{ground} -1e9 1e9", t) is None or name != "ankh"


def test_reasons_of_ankhor() -> None:
    """Costs, empty slots, places, in words with the numbers of this table."""
    match = khonsu.game("ankhor").match(players=2, seed=7)
    t, seat = match.game.texts("en"), match.deciders[0]
    other = 1 - seat
    assert why_not(match, other, "slot-1-tile", t) == Reason("It is not your turn.", "turn")
    assert why_not(match, seat, "seat-0", t) is None
    costs = why_not(match, seat, "slot-1-tile", t)
    assert costs.section == "buy"
    assert re.fullmatch(r"This tile costs \w+ and \w+\. What you lack: \w+ and \w+\.", costs.sentence)
    assert why_not(match, seat, "supply-blue", t) is None
    assert judged(match, seat, "supply-blue") is None
    assert why_not(match, seat, "stack-A", t) == Reason("This costs an ankh, and you have none.", "ankhs")
    assert why_not(match, seat, f"hand-{seat}-red", t).section == "limits"
    assert why_not(match, seat, "cells 5 5", t).sentence.startswith("A tile comes here when you buy one.")
    while match.view()["asked"] != "DP-1":
        match.play(next(step for step in match.legal() if step.text != "ankh"))
    seat = match.deciders[0]
    assert why_not(match, seat, "stack-A", t) == Reason("This costs an ankh, and you have none.", "ankhs")
    assert why_not(match, seat, "supply-red", t).sentence == "First choose to take three tokens."


def test_reasons_of_horus() -> None:
    """Sizes, places and cards, in words with the numbers of this table."""
    match = khonsu.game("horus").match(players=2, seed=3)
    t = match.game.texts("en")
    while match.view()["asked"] != "DP-9" or match.view()["first_turn"]:
        seat = match.deciders[0]
        if match.view()["asked"] in ("DP-1", "DP-2"):
            assert why_not(match, seat, "tile-0", t) == Reason(
                "Another tile lies here, or reaches into this place.", "tiles"
            )
            assert why_not(match, seat, "kingdom 40 40", t).sentence.startswith("A tile must touch another one")
        match.play(match.legal(seat)[0])
    seat, view = match.deciders[0], match.view()
    fits = {step.text for step in match.legal(seat)}
    other = next(region for region in view["regions"] if f"region {region['x']},{region['y']}" not in fits)
    reason = why_not(match, seat, f"region-{other['x']},{other['y']}", t)
    assert re.fullmatch(r"Your card says [1-5+-]+\. This region has \d+ tiles?\.", reason.sentence)
    assert why_not(match, seat, "card-0", t) == Reason("You have played your card for this turn.", "cards")
    assert why_not(match, seat, "kingdom 40 40", t).sentence == "The tiles of this turn are laid: now comes the marker."


def test_a_question_that_comes_first_is_said_with_it() -> None:
    """Where no rule says more, the question does; the survey counts these apart."""
    match = khonsu.game("ankh").match(players=2, seed=1)
    match.play("unlock")
    reason = why_not(match, match.deciders[0], "action-move", match.game.texts("en"))
    assert reason.waits
    assert reason.sentence == f"First answer the question: {match.question(match.deciders[0], 'en')}"


def at_hex(match: Match, place: tuple[int, int]) -> Reason | None:
    """What a click on a hex of Ankh is answered with."""
    x, y = centre(place)
    return why_not(match, match.deciders[0], f"map {x} {y}", match.game.texts("en"))


def until_asked(question: str, more: Callable[[Mapping[str, Any]], bool] = lambda _: True) -> Match:
    """A match of Ankh after random steps, where this is asked."""
    for seed in range(20):
        match, chance = khonsu.game("ankh").match(players=3, seed=seed), random.Random(seed)
        while not match.over:
            view = match.view(match.deciders[0])
            if view["question"] == question and more(view):
                return match
            match.play(chance.choice(match.legal_ids(match.deciders[0])), match.deciders[0])
    raise AssertionError(question)


def test_reasons_of_ankh_before_an_action() -> None:
    """When a thing is chosen that is not an action: with which action, in which event, in a battle."""
    match = khonsu.game("ankh").match(players=2, seed=1)
    t, seat = match.game.texts("en"), match.deciders[0]
    assert at_hex(match, (4, 1)) == Reason("First choose Move figures, then the figure.", "move")
    assert at_hex(match, (6, 6)).sentence.startswith("You move your own figures. This one belongs to: ")
    assert at_hex(match, (0, 3)) == Reason("Monuments are taken when Control Monument comes.", "control")
    assert at_hex(match, (5, 0)) == Reason("You already control it.", "control")
    said = {
        "card-flood": Reason("Cards are played in battles.", "cards"),
        "build-temple": Reason("Monuments are built with the card Build Monument.", "cards"),
        "goods-1-warrior": Reason("First choose Summon figure, then the figure.", "summon"),
        "power-commanding": Reason("First choose Unlock ankh power, then the power.", "unlock"),
        "power-glorious": Reason("Your next power is one of level 1: two of each level, in order.", "unlock"),
    }
    assert {thing: why_not(match, seat, thing, t) for thing in said} == said
    match.play("move")
    match.play("finish")
    assert at_hex(match, (4, 1)) == Reason("Your second action must be on a track below the first one.", "turn")


def test_reasons_of_ankh_on_the_map() -> None:
    """How far, what stands there, what lies between."""
    match = khonsu.game("ankh").match(players=2, seed=1)
    match.play("move")
    assert at_hex(match, (0, 3)) == Reason("No figure of yours stands here.", "move")
    match.play("figure 4,1")
    assert at_hex(match, (4, 1)) == Reason("It is already here.", "move")
    assert at_hex(match, (5, 1)) == Reason("Another figure stands here.", "regions")
    assert at_hex(match, (5, 0)) == Reason("A monument stands here.", "regions")
    assert re.fullmatch(r"A figure moves up to 3 hexes\. This one is [4-9] away\.", at_hex(match, (0, 3)).sentence)


def test_the_nile_lies_between() -> None:
    """A figure by the Nile: what is on the other bank is next door, and still not adjacent."""
    match = khonsu.game("ankh").match(players=2, seed=1)
    match.play("move")
    match.play("figure 4,1")
    step = next(step for step in match.legal() if step.text.startswith("to ") and NILE[HEX[place_of(step.text)]])
    for each in (step, "finish", "summon", "normal"):
        match.play(each)
    far = Reason("It must be adjacent to one of your figures or monuments.", "summon")
    assert far in [at_hex(match, place) for place in HEXES]
    assert at_hex(match, (0, 4)).section == "water"
    bank = HEX[place_of(step.text)]
    other = [HEXES[h] for d, h in enumerate(NEIGHBOUR[bank].tolist()) if h >= 0 and NILE[bank] >> d & 1]
    nile = Reason("The Nile lies between: these hexes are not adjacent.", "regions")
    assert nile in [at_hex(match, place) for place in other]


def place_of(text: str) -> tuple[int, int]:
    """The hex of a step."""
    row, col = text.split()[1].split(",")
    return int(row), int(col)


def test_reasons_of_ankh_for_prices_and_cards() -> None:
    match = khonsu.game("ankh").match(players=2, seed=1)
    t, seat = match.game.texts("en"), match.deciders[0]
    match.play("unlock")
    match.play("power commanding")
    assert why_not(match, seat, "power-inspiring", t) == Reason("It is not your turn.", "turn")
    while seat not in match.deciders or match.view(seat)["question"] != "first_action":
        match.play(match.legal(match.deciders[0])[-1], match.deciders[0])
    assert why_not(match, seat, "power-commanding", t) == Reason("You already have this power.", "powers")
    price = Reason("This power costs 1 follower. You have: 0.", "unlock")
    assert why_not(match, seat, "power-inspiring", t) == price
    match = until_asked("card", lambda view: any(sheet["used"] for sheet in view["gods"]))
    seat = next((one for one in match.deciders if match.view(one)["gods"][match.view(one)["seats"][one]]["used"]), None)
    if seat is not None:
        used = match.view(seat)["gods"][match.view(seat)["seats"][seat]]["used"][0]
        assert why_not(match, seat, f"card-{used}", t).sentence.startswith("You have used this card.")


def test_reasons_of_ankh_for_monuments() -> None:
    """Neutral ones first; those that are controlled; those without a figure beside them."""
    match = until_asked(
        "monument", lambda view: any(h["monument"] and h["monument"]["god"] is None for h in view["hexes"])
    )
    view, seat = match.view(match.deciders[0]), match.deciders[0]
    own, legal = view["seats"][seat], {step.text for step in match.legal(seat)}
    places = {(h["row"], h["col"]): h["monument"] for h in view["hexes"]}
    for place, monument in places.items():
        reason = at_hex(match, place)
        if f"control {place[0]},{place[1]}" in legal:
            assert reason is None
        elif not monument:
            assert reason == Reason("No monument stands here.", "control")
        elif monument["god"] == own:
            assert reason == Reason("You already control it.", "control")
        elif monument["god"] is not None:
            assert reason.sentence == "As long as there is a neutral monument on the map, you take a neutral one."
        else:
            assert "adjacent" in reason.sentence
    assert any(monument and monument["god"] not in (None, own) for monument in places.values())
