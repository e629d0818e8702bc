"""Ask anything: every thing on the tables is explained, every click that leads nowhere is answered."""

from __future__ import annotations

import re

import pytest

import khonsu
from khonsu.explain import sheet, things, why_not
from khonsu.explain.survey import counting, judged, survey
from khonsu.match.story import story
from khonsu.rulebook import rulebook
from khonsu.text import LANGUAGES
from khonsu.things import Reason

EXPLAINED = list(khonsu.games())


@pytest.mark.parametrize("name", EXPLAINED)
def test_everything_is_explained_and_every_click_answered(name: str) -> None:
    """All drawings of random matches with every number of players; a reason exactly where a thing is not legal."""
    found = survey(name, clicks=400, seed=3)
    assert found.things > 2000
    assert found.clicks >= 400
    assert found.unexplained == {}
    assert {problem: n for problem, n in found.unanswered.items() if problem} == {}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ankhor", {"move_may_split": False, "edition": "fr"}),
        ("horus", {"marker_choice": "tile", "pile_tile_contact": "region_tile", "transport_first_turn": False}),
    ],
)
def test_reasons_know_the_options(name: str, options: dict[str, object]) -> None:
    found = survey(name, clicks=200, seed=8, **options)
    assert found.unexplained == {}
    assert {problem: n for problem, n in found.unanswered.items() if problem} == {}


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
    """Every part of a score and every sentence of the log mentions something that is explained."""
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
    silent = {text for text in [*parts, *told] if not mentions(text, known)}
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
    assert why_not(match, seat, "stack-A", t) == Reason("First answer the question: Take a token: 3 more.", "take")
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
    assert why_not(match, seat, "card-0", t).sentence.startswith(
        "First answer the question: Where do you place your marker"
    )
