"""Set-up and the order of play, HO-1 to HO-11, and the options that change them (4.16)."""

from __future__ import annotations

from collections import Counter

import pytest

from khonsu.errors import BadOption, BadPlayers
from khonsu.games.horus.rules import pieces as p

from .table import GAME, START, Table, anchors


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up(players):
    """HO-1, HO-2, HO-3, HO-4, HO-5, HO-6, HO-7, HO-8, HO-37: what lies where before the first turn."""
    match = GAME.match(players=players, seed=1)
    view = match.view(-1)
    assert [(tile["kind"], tile["x"], tile["y"]) for tile in view["tiles"]] == [
        ("start", 0, 0),
        ("end", 0, -2),
        ("end", 0, 2),
    ]
    bag = Counter(view["bag"])
    bag[view["drawn"]] += 1
    assert bag == {"desert": 10, "hills": 10, "farmland": 10, "marsh": 10, "river": 16, "temple": 1}
    assert view["piles"] == {"desert": 10, "hills": 10, "farmland": 10, "marsh": 10, "river": 20}
    assert sum(view["piles"].values()) + sum(bag.values()) + 3 == 120
    assert view["deck"] == 50 - 5 * players
    assert [seat["markers"] for seat in view["seats"]] == [20] * players
    assert [seat["transport"] for seat in view["seats"]] == [True] * players
    assert [seat["cards"] for seat in view["seats"]] == [5] * players
    assert [seat["colour"] for seat in view["seats"]] == ["white", "black", "blue", "yellow"][:players]


def test_players():
    """HO-1: two to four players."""
    for players in (1, 5):
        with pytest.raises(BadPlayers):
            GAME.match(players=players)


def test_default_deck():
    """HO-8, section 2: fifty cards, eleven of each terrain and six `?`."""
    assert sum(p.DECK.values()) == 50
    kinds = Counter()
    for face, copies in p.DECK.items():
        kinds[face[0]] += copies
    assert kinds == {"D": 11, "H": 11, "F": 11, "M": 11, "?": 6}
    assert len(p.FACES) == 155
    assert [p.face_text(face) for face in range(8)] == ["D1", "D2", "D3", "D4", "D5", "D1+2", "D1-3", "D1-4"]


def test_hands_are_dealt_at_random():
    """HO-3, HO-8, HO-9: other seeds give other hands, other tiles and other first players."""
    views = [GAME.match(players=3, seed=seed) for seed in range(30)]
    assert len({str(match.view(0)["seats"][0]["hand"]) for match in views}) > 25
    assert {match.view(0)["first"] for match in views} == {0, 1, 2}
    assert len({match.view(0)["drawn"] for match in views}) >= 4


def test_first_player_and_order():
    """HO-9: the first player can be named; turns go round clockwise."""
    for first in range(3):
        match = GAME.match(players=3, seed=4, first_player=first)
        order = [match.deciders[0]]
        while len(order) < 7:
            match.play(match.legal()[0])
            if match.deciders[0] != order[-1]:
                order.append(match.deciders[0])
        assert order == [(first + k) % 3 for k in range(7)]
    assert GAME.match(players=3, seed=4, first_player="2").options["first_player"] == 2
    for seat in (2, 4, -1, True, "nobody"):
        with pytest.raises(BadOption):
            GAME.match(players=2, seed=4, first_player=seat)


def test_a_turn_has_four_steps():
    """HO-10, HO-11, HO-22, HO-46, HO-63: tile from the bag, card, reserve tile, marker, in this order."""
    table = Table(START, bag="D", hands={0: "H1 H2 F1 F2 M1"}).begin()
    assert (table.asked, table.log) == ("DP-1", ["turn 3 of seat 0", "drew tile D"])
    table.play("place 2,0")
    assert table.asked == "DP-7"  # never skippable
    assert table.options() == ["card H 1", "card H 2", "card F 1", "card F 2", "card M 1", "transport"]
    table.play("card H 1")
    assert table.asked == "DP-1"
    table.play("place 4,0")
    assert table.asked == "DP-9"
    assert table.options() == ["region 2,0", "region 4,0"]  # no way to decline
    table.play("region 4,0")
    assert (table.current, int(table.state.turn)) == (1, 4)


def test_contact_is_needed():
    """HO-12, HO-13, HO-14: a tile touches the Kingdom by a full or half side; a corner is not enough; gaps may stay."""
    table = Table(START)
    expected = {
        (x, y)
        for x in range(-5, 6)
        for y in range(-7, 8)
        if any((abs(x) == 2 and abs(y - t) <= 1) or (abs(x) <= 1 and abs(y - t) == 2) for t in (0, -2, 2))
        and not any(abs(x) < 2 and abs(y - t) < 2 for t in (0, -2, 2))
    }
    assert table.any() == table.slots() == expected
    assert len(expected) == 20
    assert not {(2, 4), (-2, 4), (2, -4)} & expected  # corners of the Ends
    gap = Table("S 0,0 | E 0,-2 0,2 | D 2,-1")
    assert (2, 2) in gap.any()  # a hole one half side high stays between (2,-1) and (2,2)
    assert (2, 1) in gap.any()


def test_positions_are_listed_in_order():
    """Section 5: positions by y, then x, with signed coordinates."""
    table = Table(START, bag="M").begin()
    places = [tuple(map(int, step.split()[1].split(","))) for step in table.options()]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    assert table.options()[0] == "place -1,-4"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tiles", "bag_D=1,bag_Q=2"),
        ("tiles", "bag_D"),
        ("tiles", "pile_H=0"),
        ("tiles", "bag_T=2"),
        ("tiles", "bag_D=16"),  # 126 with the three on the table
        ("tiles", "bag_D=-1"),
        ("deck", "D1x4"),
        ("deck", "D6x20"),
        ("deck", "R1x20"),
        ("deck", "D1x200"),
        ("deck", ""),
        ("deck", 7),
        ("end_exit_rule", "none"),
        ("marker_optional", "perhaps"),
    ],
)
def test_bad_configurations(name, value):
    """Section 2: what a valid configuration is."""
    with pytest.raises(BadOption):
        GAME.match(players=2, seed=1, **{name: value})


def test_own_configurations():
    """HO-3, HO-4, HO-8: other splits and decks, as a text or a mapping; records keep them as text."""
    match = GAME.match(players=2, seed=1, tiles="bag_D=12, bag_R=3", deck={"D1": 5, "?2+1": 5, "M5-5": 2})
    assert match.options["tiles"].startswith("bag_D=12,bag_H=10,")
    assert match.options["deck"] == "D1x5,M5x2,?1+2x5"
    view = match.view()
    assert view["bag"]["river"] + (view["drawn"] == "river") == 3
    assert view["deck"] == 2
    with pytest.raises(BadOption):
        GAME.match(players=3, seed=1, deck="D1x14")
    limit = GAME.match(players=2, seed=1, tiles="bag_D=12")
    assert sum(limit.view()["bag"].values()) + sum(limit.view()["piles"].values()) + 1 + 3 == 122


def test_symmetry_of_the_start():
    """INV-14: the slots at the start are the same after every symmetry that keeps the three tiles."""
    places = Table(START).any()
    for sx, sy in ((1, -1), (-1, 1), (-1, -1)):
        assert {(sx * x, sy * y) for x, y in places} == places
    assert Table("S 0,0 | E -2,0 2,0").any() == {(y, x) for x, y in places}
    assert anchors("2,1 -1,4") <= places
