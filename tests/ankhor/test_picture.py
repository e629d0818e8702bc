"""The drawing of Ankh'or shows the view, the whole view, and nothing but the view."""

from __future__ import annotations

import copy
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import khonsu
from khonsu import draw
from khonsu.draw.layout import Area
from khonsu.games.ankhor.picture.domains import Scale, bonus_places
from khonsu.games.ankhor.rules import pieces as p
from khonsu.match import Match

SVG = "{http://www.w3.org/2000/svg}"
GAME = khonsu.game("ankhor")
MENU = {"take", "buy", "renew", "move", "end"}
NAMES = ["Ann & Bob", "<Thoth>", 'A "very" long name that fits nowhere', "Q"]


def drawn(match: Match, seat: int, narrow: bool = False, view: dict[str, Any] | None = None) -> ET.Element:
    """A position as parsed SVG."""
    choices = {step.text: step.id for step in match.legal(seat)} if seat in match.deciders else {}
    return render(view or match.view(seat), seat, choices, narrow)


def render(view: dict[str, Any], seat: int, choices: dict[str, int], narrow: bool = False) -> ET.Element:
    return ET.fromstring(draw.render(GAME, view, draw.Look(NAMES[: view["players"]], "en", seat, choices, narrow)))


def positions(players: int, seed: int, every: int, **options: object) -> Iterator[tuple[Match, int]]:
    """Positions of a game in which tiles are bought whenever possible, with the seat that decides."""
    match = GAME.match(players=players, seed=seed, **options)
    chance = random.Random(seed)
    while match.deciders:
        seat = match.deciders[0]
        steps = match.legal(seat)
        if len(match.steps) % every == 0 or steps[0].text.split()[0] in ("store", "save"):
            yield match, seat
        wanted = [step for step in steps if step.text == "buy" or step.text.startswith("[")]
        match.play(chance.choice(wanted if wanted and chance.random() < 0.8 else steps))
    yield match, -1


def pieces(root: ET.Element, prefix: str) -> Counter[str]:
    """The pieces whose id begins like this."""
    found = (element.attrib for element in root.iter() if "data-piece" in element.attrib)
    return Counter(each["data-piece"] for each in found if re.match(prefix, each["id"]))


def named(tile: dict[str, str]) -> str:
    return f"{tile['colour']}-{tile['kind']}"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_view_is_drawn(players: int, narrow: bool) -> None:
    for match, seat in positions(players, seed=players, every=9):
        view, root = match.view(seat), drawn(match, seat, narrow)
        assert pieces(root, r"slot-\d-tile") == Counter(named(s["tile"]) for s in view["slots"] if s["tile"])
        assert pieces(root, r"supply-") == Counter({kind: n for kind, n in view["supply"].items() if n})
        for owner, domain in enumerate(view["domains"]):
            assert pieces(root, rf"dom-{owner}-tile") == Counter(map(named, domain["tiles"]))
            depots = Counter(tile["colour"] for tile in domain["tiles"] if tile["token"])
            assert pieces(root, rf"dom-{owner}-depot") == depots
            assert pieces(root, rf"hand-{owner}-") == Counter({kind: n for kind, n in domain["hand"].items() if n})
            assert pieces(root, rf"bonus-{owner}-")["bonus"] == domain["bonus"]
        said = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
        for stack in view["stacks"]:
            assert f"{stack['name']} {stack['size']}" in said
        assert str(view["bonus_left"]) in said


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("players", "edition"), [(2, "es"), (2, "fr"), (3, "es"), (4, "fr")])
def test_each_step_with_a_place_is_drawn_once(players: int, edition: str, narrow: bool) -> None:
    for seed in range(3):
        for match, seat in positions(players, seed, every=3, edition=edition):
            steps = {step.text: str(step.id) for step in match.legal(seat) if step.text not in MENU}
            root = drawn(match, seat, narrow)
            found = [element for element in root.iter() if "data-step" in element.attrib]
            assert sorted((e.attrib["data-text"], e.attrib["data-step"]) for e in found) == sorted(steps.items())
            for element in found:
                assert element.attrib["class"].split()[0] == "choice"
                assert element.attrib["role"] == "button"
                assert element.attrib["tabindex"] == "0"
                assert element.attrib["aria-label"]
                assert any("ring" in inner.attrib.get("class", "") for inner in element.iter())


def test_saving_and_storing_have_a_place() -> None:
    """Rare decisions, asked of laid views: a marker of the chosen slot, an open empty depot."""
    match = GAME.match(players=2, seed=1)
    view = copy.deepcopy(match.view(0))
    price = view["slots"][3]["price"]
    view["chosen"] = {"slot": 4, "cell": {"x": 0, "y": 0, "level": 1}}
    choices = {f"save {colour}": i for i, colour in enumerate(sorted(set(price)))}
    root = render(view, 0, choices)
    assert Counter(e.attrib["data-text"] for e in root.iter() if "data-text" in e.attrib) == Counter(list(choices))
    depot = {"colour": "red", "kind": "depot", "x": 0, "y": 0, "level": 0, "covered": False, "token": False}
    view["chosen"], view["domains"][0]["tiles"] = {}, [depot]
    root = render(view, 0, {"store red": 11})
    assert [e.attrib["id"] for e in root.iter() if e.attrib.get("data-step") == "11"] == ["dom-0-tile-0"]


@pytest.mark.parametrize(("narrow", "least"), [(False, 20), (True, 24)])
def test_text_is_never_too_small(narrow: bool, least: int) -> None:
    """12 px at the smallest size: a width of 960 px for the wide drawing, 400 px for the narrow one."""
    for players in (2, 3, 4):
        for match, seat in positions(players, seed=7, every=40):
            root = drawn(match, seat, narrow)
            parents = {child: parent for parent in root.iter() for child in parent}
            for text in root.iter(f"{SVG}text"):
                assert float(text.attrib["font-size"]) >= least
                up: ET.Element | None = text
                while up is not None:
                    assert "scale" not in up.attrib.get("transform", "")
                    up = parents.get(up)
            assert "font-size" not in "".join(style.text or "" for style in root.iter(f"{SVG}style"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_tiles_are_not_drawn(players: int) -> None:
    """The drawing is the same for every way in which the hidden tiles may lie."""
    for match, seat in positions(players, seed=11, every=60):
        imagined = match.position.imagine(seat, seed=5)
        one, other = (
            ET.tostring(drawn(match, seat, view=position.view(seat))) for position in (match.position, imagined)
        )
        assert one == other
        visible = sum(len(d["tiles"]) for d in match.view()["domains"]) + sum(
            slot["tile"] is not None for slot in match.view()["slots"]
        )
        root = drawn(match, seat)
        assert sum("-" in e.attrib.get("data-piece", "") for e in root.iter()) == visible


@pytest.mark.parametrize("narrow", [False, True])
def test_the_viewer_comes_first(narrow: bool) -> None:
    match = GAME.match(players=4, seed=2)
    for seat in range(-1, 4):
        root = drawn(match, seat, narrow)
        seats = [e.attrib["id"] for e in root if re.fullmatch(r"seat-\d", e.attrib.get("id", ""))]
        assert seats == [f"seat-{(max(seat, 0) + i) % 4}" for i in range(4)]


def test_tiles_stay_inside_their_panel() -> None:
    area = Area(10, 20, 300, 200)
    tiles = [{"x": x, "y": -3, "level": 0} for x in range(-5, 9)] + [{"x": 0, "y": 4, "level": 0}]
    scale = Scale.fit(area, tiles, 1)
    for tile in tiles:
        left, top, size = scale.place(tile["x"], tile["y"], 0)
        assert area.x <= left
        assert left + 100 * size <= area.x + area.w
        assert area.y <= top
        assert top + 100 * size <= area.y + area.h


def test_bonus_tokens_avoid_the_tiles() -> None:
    area = Area(0, 0, 300, 300)
    tiles = [{"x": x, "y": 0, "level": 0} for x in range(3)]
    scale = Scale(0, 0, 100)
    assert all(y > 200 for _, y in bonus_places(area, scale, tiles, 2))
    assert bonus_places(area, scale, tiles, 0) == []


def test_winners_follow_the_tie_breaks() -> None:
    """AO-101 to AO-104: the view says who has won."""
    for players in (2, 3, 4):
        for seed in range(4):
            for edition in ("fr", "es"):
                *_, (match, _) = positions(players, seed, every=10**6, edition=edition)
                assert tuple(match.view()["winners"]) == match.winners()


def test_what_cannot_be_paid_is_faint() -> None:
    match = GAME.match(players=2, seed=3)
    view = match.view(0)
    root = render(view, 0, {"slot 2": 14})
    faint = [e.attrib["id"] for e in root.iter() if e.attrib.get("class") == "impossible"]
    assert faint == [f"slot-{n}-tile" for n in (1, 3, 4, 5, 6)]


def test_every_token_and_kind_has_its_sign() -> None:
    root = drawn(GAME.match(players=2, seed=3), -1)
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    assert {f"d-{name}" for name in p.TOKENS} | {f"t-{name}" for name in p.COLOURS} <= ids
    assert {f"k-{kind}" for kind in p.KINDS} <= ids


def test_what_can_be_paid_is_marked_in_anothers_turn_too() -> None:
    """Each player sees the tiles that the own tokens pay, whoever has the turn; who watches sees no such mark."""
    waiting = 0
    for match, seat in positions(2, seed=4, every=3):
        if seat < 0:
            continue
        for viewer in (seat, 1 - seat):
            found = [each for each in drawn(match, viewer).iter() if each.get("class") == "payable"]
            affordable = match.view(viewer)["domains"][viewer]["affordable"]
            assert len(found) == len(affordable)
            waiting += viewer != seat and len(found) > 0
        assert not [each for each in drawn(match, -1).iter() if each.get("class") == "payable"]
    assert waiting > 5
