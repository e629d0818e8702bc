"""What a legal position promises is what comes about: size, value and control of the region a terrain tile makes."""

from __future__ import annotations

import random

import pytest

from khonsu.games.horus.rules import state as st

from .players import at_will, games, in_a_heap, with_much_river
from .table import GAME, Table


@pytest.mark.parametrize(
    ("player", "options"),
    [
        (at_will, {}),
        (in_a_heap, {"islands_double": False}),
        (with_much_river, {}),
        (with_much_river, {"island_corner_seals": False}),
    ],
    ids=["at will", "plain islands", "islands", "leaking corners"],
)
def test_preview_is_what_comes(player, options):
    """HO-20, HO-72 to HO-76: every previewed region is the one that playing the step leads to."""
    chance, seen, doubled, held = random.Random(3), 0, 0, 0
    for seed in range(2):
        for position in games(player, 2 + seed % 3, seed, **options):
            if not position.deciders or chance.random() < 0.6:
                continue
            seat = position.deciders[0]
            for step, place in list(enumerate(position.view(seat)["positions"]))[:: chance.randrange(1, 6)]:
                if not place["size"]:
                    continue
                then = position.copy()
                then.play(seat, step)
                kinds = [event.kind for event in then.events()]
                if st.MARKED in kinds or kinds.count(st.PLACED) > 1 or st.MOVED_END in kinds:
                    continue  # something followed by itself
                view = then.view()
                (tile,) = [tile for tile in view["tiles"] if (tile["x"], tile["y"]) == (place["x"], place["y"])]
                region = view["regions"][tile["region"]]
                assert {key: place[key] for key in ("size", "value", "scores")} == {
                    key: region[key] for key in ("size", "value", "scores")
                }
                seen, doubled, held = seen + 1, doubled + (place["value"] > place["size"]), held + bool(place["scores"])
    assert seen > 150
    assert held > 15
    assert doubled > 5 or not options.get("islands_double", True)


def test_islands_without_land_beside():
    """HO-75: a place on an island with nothing but river around it counts double."""
    ring = "S 0,0 | E 0,-2 -2,4 | R 2,0 4,0 4,2 4,4 2,4 0,4 0,2"
    table = Table(f"{ring} | H -4,4", bag="D").begin()
    places = {(place["x"], place["y"]): place for place in table.position.view(0)["positions"]}
    assert places[2, 2]["value"] == 2 * places[2, 2]["size"] == 2
    assert places[6, 2]["value"] == places[6, 2]["size"] == 1


def test_words_tell_control():
    """The sentence of a position names its worth and whose it would be, from the eyes of the seat."""
    table = Table("S 0,0 | E 0,-2 0,2 | D 2,0 4,0", bag="D").begin()
    t = GAME.texts("en")
    steps = table.position.legal(0)
    said = {table.position.notation(0, step): GAME.words.explain(table.position.state, 0, step, t) for step in steps}
    assert said["place 6,0"] == "The Desert region grows to 3 tiles. It is worth 3 points. Nobody controls it."
