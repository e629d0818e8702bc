"""The drawing of Ankh shows the view, the whole view, and nothing but the view."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import khonsu
from khonsu.draw import Look, render
from khonsu.draw.labels import wrap
from khonsu.games.ankh.about import ABOUT
from khonsu.games.ankh.picture import ARENA, manner
from khonsu.games.ankh.picture.map import NILE, centre, corner, outline, region, side
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import HEXES, beside
from khonsu.match import Match

SVG = "{http://www.w3.org/2000/svg}"
GAME = khonsu.game("ankh")
NAMES = ["Ann & Bob", "<Thoth>", 'A "very" long name that fits nowhere', "Q", "Éa"]
NO_PLACE = {"yes", "no", "finish", "pass", "decline", "normal", "underworld", "reserve"}
NO_PLACE_VERBS = {"offer", "exchange", "join", "token"}


def choices(match: Match, seat: int) -> dict[str, int]:
    """The legal steps of a seat."""
    return {step.text: step.id for step in match.legal(seat)} if seat in match.deciders else {}


def drawn(match: Match, seat: int, narrow: bool = False) -> str:
    """A position as SVG, with names that need escaping."""
    names = NAMES[: match.players]
    return render(match.game, match.view(seat), Look(names, "en", seat, choices(match, seat), narrow))


def positions(players: int, seed: int, every: int, **options: object) -> Iterator[tuple[Match, int]]:
    """Positions of a random game with a seat that decides; each question is shown the first time it is asked."""
    match = GAME.match(players=players, seed=seed, **options)
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    while match.deciders:
        question = match.view()["question"]
        if seen[question] == 0 or len(match.steps) % every == 0:
            for seat in match.deciders:
                yield match, seat
        seen[question] += 1
        seat = chance.choice(match.deciders)
        ids = match.legal_ids(seat)
        match.play(chance.choice(ids), seat)
    yield match, -1


def has_place(view: dict[str, Any], notation: str) -> bool:
    """Whether a step is one that a thing on the board stands for."""
    if notation in NO_PLACE or notation.split()[0] in NO_PLACE_VERBS:
        return False
    return view["question"] != "keep_guardian" or "," in notation


def pieces(root: ET.Element, ids: str) -> Counter[str]:
    """The pieces whose id begins like this."""
    found = (element.attrib for element in root.iter() if "data-piece" in element.attrib)
    return Counter(each["data-piece"] for each in found if re.match(ids, each["id"]))


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("players", ABOUT.players)
def test_every_step_with_a_place_is_drawn_once(players: int, narrow: bool) -> None:
    for match, seat in positions(players, seed=players, every=25):
        view, steps = match.view(seat), choices(match, seat)
        root = ET.fromstring(drawn(match, seat, narrow))
        found = [element for element in root.iter() if "data-step" in element.attrib]
        expected = sorted((text, str(step)) for text, step in steps.items() if has_place(view, text))
        assert sorted((e.attrib["data-text"], e.attrib["data-step"]) for e in found) == expected
        for element in found:
            assert element.attrib["class"].split()[0] == "choice"
            assert element.attrib["role"] == "button"
            assert element.attrib["tabindex"] == "0"
            assert element.attrib["aria-label"]
            assert any("ring" in inner.attrib.get("class", "") for inner in element.iter())


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(
    ("players", "scenario"), [(2, "random"), (3, "old_kingdom"), (4, "random"), (5, "old_kingdom")]
)
def test_the_whole_view_is_drawn(players: int, scenario: str, narrow: bool) -> None:
    for match, seat in positions(players, seed=10 + players, every=20, scenario=scenario):
        view = match.view(seat)
        root = ET.fromstring(drawn(match, seat, narrow))
        figures = Counter(f"{h['figure']['kind']}-{h['figure']['god']}" for h in view["hexes"] if h["figure"])
        assert pieces(root, r"god-\d|figure-") == figures
        assert {f"god-{god}" for god in view["track"]["order"]} <= {e.attrib.get("id") for e in root.iter()}
        held = [h["monument"] for h in view["hexes"] if h["monument"]]
        owners = ("neutral" if monument["god"] is None else monument["god"] for monument in held)
        assert pieces(root, "monument-") == Counter(f"{m['kind']}-{god}" for m, god in zip(held, owners))
        assert pieces(root, "tile-")["tile"] == sum(h["tile"] for h in view["hexes"])
        camels = {str(pair) for pair in (*view["camels"], *view["line"])}
        assert pieces(root, "camel-")["camel"] == len(camels)
        assert pieces(root, "order-")["order"] == sum(each["token"] > 0 for each in view["regions"])
        assert pieces(root, "devotion-") == Counter(f"devotion-{god}" for god in view["track"]["order"])
        assert pieces(root, "track-")["track"] == (0 if manner(view) == ARENA else len(p.ACTIONS))
        suns = sum(bool(h["figure"] and h["figure"]["sun"]) for h in view["hexes"])
        assert sum(e.attrib.get("class") == "sun" for e in root.iter()) == suns


@pytest.mark.parametrize(("narrow", "least"), [(False, 20), (True, 24)])
def test_text_is_never_too_small(narrow: bool, least: int) -> None:
    """12 px at the smallest size: a width of 1000 px for the wide drawing, 400 px for the narrow one."""
    for players in ABOUT.players:
        for match, seat in positions(players, seed=7, every=60):
            root = ET.fromstring(drawn(match, seat, narrow))
            parents = {child: parent for parent in root.iter() for child in parent}
            for text in root.iter(f"{SVG}text"):
                assert float(text.attrib["font-size"]) >= least
                up: ET.Element | None = text
                while up is not None:
                    assert "scale" not in up.attrib.get("transform", "")
                    up = parents.get(up)
            assert "font-size" not in "".join(style.text or "" for style in root.iter(f"{SVG}style"))


def test_names_are_escaped() -> None:
    """The template does not escape: names must come to it harmless."""
    for players in ABOUT.players:
        match = GAME.match(players=players, seed=1)
        for seat in range(-1, players):
            for narrow in (False, True):
                root = ET.fromstring(drawn(match, seat, narrow))
                said = " ".join(root.itertext())
                assert all(name in said for name in NAMES[:players] if len(name) < 12)
                assert not list(root.iter("Thoth"))


@pytest.mark.parametrize("language", ["es", "fr"])
def test_other_languages_are_well_formed(language: str) -> None:
    """The template does not escape translations either."""
    for players in ABOUT.players:
        for match, seat in positions(players, seed=30, every=60):
            steps = choices(match, seat)
            ET.fromstring(render(match.game, match.view(seat), Look(NAMES[:players], language, seat, steps)))


def test_everything_is_self_contained() -> None:
    for players in ABOUT.players:
        for match, seat in positions(players, seed=20, every=50):
            text = drawn(match, seat)
            root = ET.fromstring(text)
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= set(ids)
            assert len(text) < 160_000  # 17 KB as it is sent; every thing says what it is


def secret_question(players: int, question: str) -> Match:
    """A match in which several seats are asked this question at once."""
    for seed in range(60):
        match: Match = GAME.match(players=players, seed=seed)
        chance = random.Random(seed)
        while match.deciders:
            if match.view()["question"] == question and len(match.deciders) > 1:
                if all(len(match.legal_ids(seat)) > 1 for seat in match.deciders):
                    return match
            seat = chance.choice(match.deciders)
            match.play(chance.choice(match.legal_ids(seat)), seat)
    raise AssertionError(f"never asked: {question}")


@pytest.mark.parametrize("question", ["card", "offer"])
@pytest.mark.parametrize("players", ABOUT.players)
def test_an_open_commitment_is_not_drawn(players: int, question: str) -> None:
    """Whatever a god has committed, the others see the same drawing; only that it has committed is shown."""
    match = secret_question(players, question)
    before = match.position.copy()
    seat, *others = match.deciders
    pictures: list[list[str]] = []
    for step in (match.legal_ids(seat)[0], match.legal_ids(seat)[-1]):
        position = before.copy()
        position.play(seat, step)
        views = [(other, position.view(other), narrow) for other in (-1, *others) for narrow in (False, True)]
        pictures.append([render(GAME, view, Look(NAMES[:players], "en", other, {}, n)) for other, view, n in views])
    assert pictures[0] == pictures[1]
    if len(others) > 1 or question == "card":
        assert 'class="back"' in pictures[0][0]


@pytest.mark.parametrize("narrow", [False, True])
def test_the_viewer_comes_first(narrow: bool) -> None:
    match = GAME.match(players=5, seed=2)
    for seat in range(-1, 5):
        root = ET.fromstring(drawn(match, seat, narrow))
        seats = [e.attrib["id"] for e in root if re.fullmatch(r"seat-\d", e.attrib.get("id", ""))]
        assert seats == [f"seat-{(max(seat, 0) + i) % 5}" for i in range(5)]


def test_geometry() -> None:
    """Neighbours share their corners, outlines close, order tokens lie inside."""
    for place in HEXES:
        for d in range(6):
            other = beside(place, d)
            if other in HEXES:
                assert set(side(place, other)) == set(side(other, place))
    assert len(NILE) == 31
    path, spot = region(frozenset(HEXES))
    assert path.count("z") == path.count("M") == 1
    assert outline([HEXES[0]]).count(" ") == 11
    assert all(spot != corner(place, d) for place in [(0, 1)] for d in (4, 5))
    assert centre((0, 0)) == (46, 40)


def test_wrapping() -> None:
    assert wrap("a bc def", 4) == ["a bc", "def"]
    assert wrap("", 4) == [""]
