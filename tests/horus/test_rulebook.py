"""What the player's rulebook says about its drawings is what the rules say: sizes, values, choices, points."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import khonsu
from khonsu.games import horus

DRAWINGS = Path(horus.__file__).parent / "rulebook" / "drawings"


def drawn(name: str) -> khonsu.Match:
    """The match that begins where a drawing stands."""
    return khonsu.Match.from_position((DRAWINGS / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")[2])


def points(match: khonsu.Match) -> list[float]:
    """What each seat would score now."""
    return [match.position.score(seat) for seat in range(match.players)]


def steps(match: khonsu.Match) -> list[str]:
    """What may be done, in notation."""
    return [step.text for step in match.legal()]


@pytest.mark.parametrize(
    ("name", "regions"),
    [
        ("contact", ["desert 1 1", "desert 1 1", "hills 1 1", "hills 1 1", "marsh 2 2"]),
        ("regions", ["desert 1 1", "farmland 1 1", "farmland 3 3", "hills 4 4"]),
        ("marker", ["desert 7 7", "farmland 5 5", "hills 5 5"]),
        ("temple", ["desert 1 1", "desert 1 2", "farmland 4 8", "hills 6 10"]),
        ("island", ["desert 1 2", "hills 1 2", "marsh 2 2"]),
    ],
)
def test_regions(name: str, regions: list[str]):
    """HO-13, HO-18, HO-73 to HO-76: kind, size and value of every region in a drawing."""
    found = drawn(name).view()["regions"]
    assert sorted(f"{region['kind']} {region['size']} {region['value']}" for region in found) == regions


def test_scoring():
    """HO-72, HO-77: the table of the worked example, and its sums."""
    match = drawn("scoring")
    assert match.over
    assert points(match) == [26, 19, 18, 22]
    values = [[r["value"] for r in match.view()["regions"] if seat in r["scores"]] for seat in range(4)]
    assert [sorted(own, reverse=True) for own in values] == [
        [8, 6, 5, 4, 3],
        [10, 5, 4],
        [8, 6, 3, 1],
        [10, 6, 3, 2, 1],
    ]


def test_twenty_circles():
    """HO-18: the first tile is a region of 1 wherever it goes."""
    assert [place["size"] for place in drawn("setup").view(0)["positions"]] == [1] * 20


def test_the_tile_comes_before_the_marker():
    """HO-51, HO-56: what the rulebook says about circles that say 1, 2 and 3 with the card Hills 2."""
    places = {place["size"]: f"place {place['x']},{place['y']}" for place in drawn("sizes").view(0)["positions"]}
    assert sorted(places) == [1, 2, 3]
    marked = {}
    for size, place in places.items():
        match = drawn("sizes")
        match.play(place)
        marked[size] = Counter(region["markers"][0] for region in match.view()["regions"])[1], steps(match)[:2]
    assert marked[1][0] == 1, "the old region of 2 is the only one that fits"
    assert marked[2] == (0, ["region 2,0", "region -2,0"])
    assert marked[3][0] == 0
    assert not marked[3][1][0].startswith("region")


def test_choices():
    """HO-15, HO-26, HO-51, HO-61: what may be chosen in the drawings that ask."""
    assert steps(drawn("marker")) == ["region 2,0", "region -2,0"]
    assert len(steps(drawn("river"))) == 8
    before_the_end = [step for step in steps(drawn("ends")) if step in ("place -1,-6", "place 0,-6", "place 1,-6")]
    assert before_the_end == ["place -1,-6", "place 1,-6"]
    assert steps(drawn("transport")) == ["region 2,2", "region -2,0"]


def test_joining_and_transport():
    """HO-20, HO-77: control before and after."""
    assert [points(drawn(name)) for name in ("join-before", "join-after")] == [[4, 3], [0, 8]]
    match = drawn("transport")
    assert points(match) == [2, 7]
    match.play("region 2,2")
    assert points(match) == [7, 7]
