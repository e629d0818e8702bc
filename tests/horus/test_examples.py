"""The worked examples of the rulebook and our own fixtures (section 7 of the rules)."""

from __future__ import annotations

import pytest

from .slow import Kingdom
from .table import FIXTURES, START, Table, anchors, parse

NINE = "-2,1 -2,2 -2,3 -1,4 0,4 1,4 2,1 2,2 2,3"  # around the lower End of a fresh river


def test_example_1_contact():
    """EX1; HO-12, HO-13, HO-17, HO-18: full side, half side at the notch; anything between is no position."""
    table = Table("EX1")
    hills = table.region("2,2")
    marsh = table.region("-4,1")
    assert (hills["size"], hills["river"]) == (1, True)
    assert (marsh["size"], marsh["x"], marsh["y"]) == (2, -2, 0)
    table.ask(0, 2)  # a Farmland tile
    assert "place 4,-2" in table.options()
    assert "place 4,-1" in table.options()
    assert not [step for step in table.options() if "." in step]


def test_example_2_regions():
    """EX2; HO-18, HO-19, HO-35, HO-44, HO-73: regions and their values; river, Temple and Necropolis are in none."""
    table = Table("EX2")
    assert [(table.region(at)["size"], table.value(at)) for at in ("2,0", "-2,-4", "-2,2", "-2,0")] == [
        (4, 4),
        (3, 3),
        (1, 1),
        (1, 1),
    ]
    view = table.position.view()
    assert {tile["kind"] for tile in view["tiles"] if tile["region"] is None} == {
        "river",
        "start",
        "end",
        "temple",
        "necropolis",
    }


def test_example_2_without_temple():
    """EX2; HO-41: without Temple and Necropolis, (2,-3) is a position for the Temple."""
    bare = FIXTURES["EX2"].replace(" | T 2,-3 | N 4,-2", "")
    assert (2, -3) in Table(bare).sets()["temple"]


def test_example_3_the_river():
    """EX3; HO-25, HO-26, HO-29, HO-31, HO-32, HO-33, HO-34, HO-37: two turns of river exploration."""
    table = Table(START, bag="RR").begin(0)
    assert table.asked == "DP-3"
    assert table.options() == ["replace 0,-2", "replace 0,2"]
    assert table.near("0,-2") == anchors("-2,-3 -2,-2 -2,-1 -1,-4 0,-4 1,-4 2,-3 2,-2 2,-1")
    table.play("replace 0,-2")
    assert table.kingdom == ["S 0,0", "E 0,-2", "E 0,2"]  # replacing an End is one change, made with its relocation
    assert table.places() == table.near("0,-2")
    table.play("end -1,-4")
    assert table.options() == ["extend", "replace -1,-4", "replace 0,2", "necropolis"]
    table.play("necropolis", "place 2,-1")
    assert table.kingdom == ["S 0,0", "E -1,-4", "E 0,2", "R 0,-2", "N 2,-1"]
    table = Table("S 0,0 | R 0,-2 | E -1,-4 0,2 | N 2,-1", bag="R").begin(1)
    table.play("replace 0,2", "end 1,4")
    for end in ("-1,-4", "1,4"):
        assert len(table.far(end)) == 25
        assert {(2, 1), (-2, 0)} <= table.far(end)
    assert (2, 1) in table.sets()["river"]
    table.play("extend", "place 2,1")
    tiles, _ = parse(FIXTURES["EX3"])
    assert sorted(table.kingdom) == sorted(f"{letter} {x},{y}" for letter, x, y in tiles)
    assert table.asked == "DP-7"


def test_example_4_arms():
    """EX4; HO-15, HO-38: ordinary arms may be surrounded, Ends may not."""
    table = Table("EX4")
    slow = Kingdom(parse(FIXTURES["EX4"])[0])
    assert set(slow.exits((4, 0))) == anchors("6,-1 6,0 6,1")
    assert set(slow.exits((0, -4))) == anchors("-1,-6 0,-6 1,-6")
    assert (6, 0) in table.any()
    assert (0, -6) in table.slots() - table.any()
    assert {(-1, -6), (1, -6)} <= table.any()


def test_example_5_temple():
    """EX5; HO-41, HO-43, HO-45, HO-74, HO-76: the Temple stands alone at first, later it doubles up to ten."""
    alone = Table("S 0,0 | R 0,2 | E 0,-2 0,4", bag="T").begin()
    assert alone.asked == "DP-2"
    assert "place 2,2" in alone.options()
    table = Table("EX5")
    assert [table.value(at) for at in ("2,4", "2,0", "4,2", "8,0")] == [8, 10, 2, 1]
    assert table.region("2,0")["capped"]


def test_example_6_influence():
    """EX6; HO-47, HO-48, HO-51, HO-52, HO-53: a tile for one region, the marker for another."""
    table = Table("EX6", hands={1: "D5 H1 H2 F1 ?3"}).begin(1)
    assert table.asked == "DP-7"
    table.play("card D 5")
    assert (8, -4) in table.places()
    table.play("place 8,-4")
    desert = table.region("2,-2")
    assert (desert["size"], desert["markers"]) == (7, [0, 2])
    assert table.options() == ["region 2,0", "region -2,0"]
    table.play("region 2,0")
    assert table.region("2,0")["markers"] == [0, 1]
    assert "marked 2,0 size 5, 1 there" in table.log


def test_examples_7_and_8_scoring():
    """EX78; HO-72, HO-73, HO-74, HO-76, HO-77, HO-78: every value, every controller, every score."""
    table = Table("EX78", players=4)
    white, black, blue, yellow = range(4)
    expected = {
        "-8,-6": ("desert", 11, 10, [black]),
        "-2,2": ("hills", 3, 6, [white, blue, yellow]),
        "6,-3": ("desert", 8, 8, [white, blue]),
        "2,-6": ("hills", 5, 5, [white]),
        "6,-5": ("marsh", 2, 2, [yellow]),
        "-2,-2": ("marsh", 3, 3, [white, blue, yellow]),
        "-2,6": ("marsh", 6, 10, [yellow]),
        "-8,0": ("farmland", 5, 5, [black]),
        "2,0": ("farmland", 4, 4, [white, black]),
        "6,3": ("hills", 1, 1, [yellow]),
        "4,4": ("marsh", 1, 1, [blue]),
    }
    found = {at: table.region(at) for at in expected}
    assert {at: (r["kind"], r["size"], r["value"], r["scores"]) for at, r in found.items()} == expected
    assert found["6,-3"]["markers"] == [2, 1, 2, 0]
    assert table.scores() == [26, 19, 18, 22]
    table.state.over = 1
    assert table.position.result() == (1.0, 0.0, 0.0, 0.0)
    assert len(table.position.view()["regions"]) == 11


def test_islands():
    """ISL; HO-75: both regions lie on one island and double."""
    table = Table("ISL")
    assert (table.value("2,0"), table.value("4,0")) == (2, 2)
    assert table.region("2,0")["island"]
    assert table.region("4,0")["island"]


@pytest.mark.parametrize(
    ("change", "options", "value"),
    [
        ({"D 4,0": "T 4,0"}, {}, 4),  # island and Temple
        ({" 6,2": ""}, {}, 2),  # corners seal
        ({" 6,2": ""}, {"island_corner_seals": False}, 1),
        ({" 6,0": ""}, {}, 1),
        ({" 6,0 6,2": " 6,1"}, {}, 1),  # a leak one half unit wide
        ({" 6,0": " 7,0"}, {}, 2),
        ({" 6,0": "", "E 0,-4": "E 6,0"}, {}, 2),  # an End is a wall
        ({" 6,0": "", "| H": "| N 6,0 | H"}, {}, 1),  # a Necropolis is none
        ({}, {"islands_double": False}, 1),
        ({}, {"island_corner_seals": False}, 2),
    ],
)
def test_island_variants(change, options, value):
    """ISL; HO-75, HO-35: what closes an island and what does not, and the options about it."""
    fixture = FIXTURES["ISL"]
    for old, new in change.items():
        assert old in fixture
        fixture = fixture.replace(old, new, 1)
    assert Table(fixture, **options).value("2,0") == value


def test_pocket():
    """POCKET; HO-15, HO-27, HO-33: an End in a pocket cannot go on from there, but a reserve tile may take it away."""
    table = Table("POCKET", bag="R")
    assert (0, -4) in table.slots() - table.any()
    assert table.near("0,-2") == set()
    assert table.near("0,2") == anchors(NINE)
    assert table.far("0,-2") == anchors(NINE + " -2,0 2,0")
    table.begin()
    assert table.options() == ["replace 0,2"]  # the other End must be replaced
    table.play("replace 0,2")
    assert table.asked == "DP-4"
    assert table.places() == anchors(NINE)


def test_stuck():
    """STUCK; HO-28, HO-31, HO-42: nothing fits by the river; River tile and Temple go out of the game."""
    sets = Table("STUCK").sets()
    assert [name for name, places in sets.items() if places] == ["any", "land"]
    river = Table("STUCK", bag="R").begin()
    assert river.log[1:] == ["drew tile R", "out R"]
    assert river.asked == "DP-7"  # and no second tile is played (HO-29)
    assert river.pile("river") == 20
    temple = Table("STUCK", bag="T").begin()
    assert temple.log[1:] == ["drew tile T", "out T"]
    card = Table("STUCK", hands={0: "?1 ?2 ?3 ?4 ?5"}).begin().play("card ? 1", "pile river")
    assert "automatic DP-5" in card.log
    assert card.asked == "DP-6"
    assert card.places() == set(sets["any"])


def test_stuck_but_for_one_place():
    """STUCK; HO-28, HO-29: without (-2,0) either End may be replaced and goes there, far from its place."""
    fixture = FIXTURES["STUCK"].replace(" | M -2,0", "")
    table = Table(fixture, bag="R")
    assert table.near("0,-2") == table.near("0,2") == set()
    assert table.far("0,-2") == table.far("0,2") == set(table.sets()["river"]) == {(-2, 0)}
    table.begin()
    assert table.options() == ["replace 0,-2", "replace 0,2"]
    table.play("replace 0,2")
    assert "automatic DP-4" in table.log
    assert "E -2,0" in table.kingdom
    assert "R 0,2" in table.kingdom
    assert table.options() == ["extend", "replace 0,-2", "replace -2,0", "necropolis"]  # the river is free again


def test_side():
    """SIDE; HO-15: the two readings of an End's free side."""
    table = Table("SIDE")
    assert table.slots() - table.any() == anchors("0,-4")
    literal = Table("SIDE", end_exit_rule="full_side")
    assert literal.slots() - literal.any() == anchors("-1,-4 0,-4 1,-4")
    assert (0, -4) in literal.near("0,-2")


def test_merge():
    """MERGE; HO-20, HO-45, HO-72, HO-77: regions grow together, and so do their markers."""
    hands = {0: "D1 D2 H1 H2 F1", 1: "D3 D4 H3 H4 F4"}
    table = Table(FIXTURES["EX5"] + " | w 4,2 | b 8,0", players=3, hands=hands).begin(0)
    table.play("card D 2", "place 6,2")
    assert table.region("4,2")["size"] == 2
    assert (table.value("4,2"), table.region("4,2")["scores"]) == (4, [0])
    table = Table(FIXTURES["EX5"].replace("8,0", "8,0 6,2") + " | w 4,2 | b 8,0", players=3, hands=hands).begin(1)
    table.play("card D 3", "place 8,2")
    region = table.region("8,0")
    assert (region["size"], region["value"], region["markers"], region["scores"]) == (4, 8, [1, 0, 1], [0, 2])


@pytest.mark.parametrize("card", ["H3", "H1-5"])
def test_first_turn(card):
    """FIRST; HO-55: in a player's first turn every number counts as 1."""
    fixture = "S 0,0 | E 0,-2 0,2 | D 2,0 | F -2,0 -4,0 | M 2,3 2,5 4,5"
    table = Table(fixture, turn=2, hands={0: f"{card} D1 D2 D3 D4"}).begin()
    table.play(f"card H {card[1:]}", "place 2,-2")
    assert table.options() == ["region 2,0", "region 2,-2"]
    later = Table(fixture, turn=3, hands={0: f"{card} D1 D2 D3 D4"}).begin().play(f"card H {card[1:]}", "place 2,-2")
    assert later.current == 1 or later.asked == "DP-9"
    grown = Table("S 0,0 | E 0,-2 0,2 | H 2,0", turn=1, hands={0: f"{card} D1 D2 D3 D4"}).begin()
    grown.play(f"card H {card[1:]}", "place 4,0")
    assert "unmarked 0" in grown.log  # every region has two tiles
    assert grown.current == 1


def test_empty_pile():
    """EMPTY; HO-65, HO-66, HO-67, HO-68, HO-64: the last Hills tile of the reserve."""
    hands = {0: "H1 H2 ?1 D1 D2", 1: "H3 H4 H1-5 ?2 F1"}
    table = Table("S 0,0 | E 0,-2 0,2 | D 2,0", hands=hands, discards="H5 M1", piles={"hills": 1}).begin()
    table.play("card H 1", "place 4,1")
    assert table.log[-6:] == [
        "exhausted hills",
        "lost H2 of 0",
        "lost H1-5 of 1",
        "lost H4 of 1",
        "lost H3 of 1",
        "cleared 2",
    ]
    assert table.hand(1) == ["F1", "?2"]
    assert table.options() == ["region 2,0", "region 4,1"]  # the number of the played card still counts
    table.play("region 4,1")
    assert len(table.hand(0)) == 5
    assert "?1" in table.hand(0)
    assert table.current == 1
    assert len(table.hand(1)) == 5  # refilled at the beginning of its own turn
    assert not [card for card in table.hand(0) + table.hand(1) if card.startswith("H")]
    last = Table(START, hands=hands, piles={"hills": 1, "river": 0}).begin()
    last.play("card H 1", "place 2,0")
    assert "last turn" in last.log
    assert last.asked is None  # the only region is marked at once, and the game is over


def test_fixtures_are_sound():
    """INV-1, INV-2, INV-3, INV-4 hold in all fixtures; so the slow rules can be asked about them."""
    for name, fixture in FIXTURES.items():
        tiles, markers = parse(fixture)
        slow = Kingdom(tiles, markers)
        assert len(slow.covered) == 4 * len(tiles), name
        assert all(slow.has_free_side(end) for end in slow.ends), name
        assert all(slow.neighbours((x, y)) for _, x, y in tiles), name
        table = Table(fixture, players=4)
        sets = table.sets()
        assert set(sets["any"]) == slow.any(), name
        assert set(sets["temple"]) == slow.temple(), name
        assert table.scores() == slow.scores(4), name
