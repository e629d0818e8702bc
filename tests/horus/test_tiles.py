"""Tiles from the bag and the reserve: terrain, river, Temple (HO-12 to HO-45, HO-48 to HO-50)."""

from __future__ import annotations

import pytest

from .table import FIXTURES, START, Table, anchors


def test_terrain_goes_anywhere():
    """HO-22, HO-23: a terrain tile from the bag must be placed at once, on any position of P_any."""
    table = Table("EX4", bag="F").begin()
    assert table.asked == "DP-1"
    assert table.places() == table.any()
    table.play("place 6,0")
    assert table.kingdom[-1] == "F 6,0"
    assert table.asked == "DP-7"


def test_ends_are_never_blocked():
    """HO-15: no tile of any kind may take an End's last free side, nor may the other End go there."""
    table = Table("EX4", hands={0: "?1 ?2 ?3 D1 D2"}).begin()
    table.play("card ? 1", "pile river")
    for use in ("extend", "necropolis"):
        assert use in table.options()
    sets = table.sets()
    assert (0, -6) not in sets["any"]
    assert (0, -6) not in sets["river"]
    assert (0, -6) not in sets["far 0,4"]  # the other End would block it
    assert (0, -6) in sets["far 0,-4"]  # that End itself may go on there


def test_no_end_is_put_where_it_is_blocked():
    """HO-15: an End may not be put where it would have no free side."""
    table = Table("POCKET")
    assert (0, -4) not in table.far("0,2")
    assert (0, -4) not in table.near("0,-2")


def test_tiles_stay():
    """HO-16, HO-17, HO-36, HO-57: what lies stays; only the Ends move, and a Necropolis stays a Necropolis."""
    table = Table("EX6", bag="R", hands={1: "?1 ?2 ?3 D1 D2"}).begin(1)
    before = [tile for tile in table.kingdom if tile[0] != "E"]
    table.play(
        "replace 0,-2", "end -1,-4", "necropolis", "place -2,4", "card ? 1", "pile river", "replace 0,4", "end 0,6"
    )
    after = table.kingdom
    assert [tile for tile in after if tile in before] == before
    assert after[:3] == ["S 0,0", "E -1,-4", "E 0,6"]
    assert after[-3:] == ["R 0,-2", "N -2,4", "R 0,4"]
    markers = {(tile["x"], tile["y"]): tile["marker"] for tile in table.position.view()["tiles"]}
    assert (markers[2, -2], markers[4, -2]) == (1, 1)


def test_regions_have_no_limit():
    """HO-21, HO-54, HO-76: all twenty tiles of a kind may form one region; it is worth ten."""
    row = " ".join(f"{2 + 2 * k},0" for k in range(20))
    table = Table(f"{START} | D {row}")
    assert (table.region("40,0")["size"], table.value("40,0")) == (20, 10)


def test_kinds_do_not_mix():
    """HO-18, HO-19, HO-35: Necropolis beside Necropolis, river and Temple neither form nor connect regions."""
    table = Table(f"{START} | D 2,0 6,0 | N 4,0 4,2 | H 2,2 | T -2,0 | D -4,0")
    assert [region["size"] for region in table.position.view()["regions"]] == [1, 1, 1, 1]
    assert table.value("6,0") == 1  # no bonus from a Necropolis
    assert table.value("-4,0") == 2


def test_half_sides_connect():
    """HO-13, HO-18: contact by half a side makes one region; a corner does not."""
    assert Table(f"{START} | D 2,0 4,1").region("2,0")["size"] == 2
    assert Table(f"{START} | D 2,0 4,2 | N 4,0").region("2,0")["size"] == 1


def test_empty_bag():
    """HO-24: with an empty bag the turn begins with step 2."""
    table = Table(START).begin()
    assert table.asked == "DP-7"
    assert table.log == ["turn 3 of seat 0"]


def test_bag_river_replaces_an_end():
    """HO-25, HO-26, HO-40: a drawn River tile lies exactly where the End was; the End goes beside it."""
    table = Table(START, bag="R").begin().play("replace 0,2")
    assert table.places() == table.near("0,2")
    assert len(table.places()) == 9
    table.play("end 1,4")
    assert table.kingdom == ["S 0,0", "E 0,-2", "E 1,4", "R 0,2"]
    assert "moved end 0,2 to 1,4" in table.log


def test_second_river_tile():
    """HO-29, HO-30, HO-40, HO-65a: after it a second one from the River pile, unless that is empty."""
    table = Table(START, bag="R").begin().play("replace 0,2", "end 1,4")
    assert table.asked == "DP-5"
    assert table.pile("river") == 20  # part of the pile until it lies in the Kingdom
    table.play("extend")
    assert table.pile("river") == 20
    table.play("place 2,0")
    assert table.pile("river") == 19
    assert table.asked == "DP-7"
    none = Table(START, bag="R", piles={"river": 0}).begin().play("replace 0,2", "end 1,4")
    assert none.asked == "DP-7"


def test_three_uses_of_a_reserve_river_tile():
    """HO-31, HO-32, HO-33, HO-34, HO-35: extend anywhere along the river, replace either End, or bury."""
    fixture = "S 0,0 | R 0,2 | E 0,-2 1,4 | D 2,0 4,0"
    table = Table(fixture, hands={0: "?1 ?2 ?3 D1 D2"}).begin().play("card ? 1", "pile river")
    assert table.options() == ["extend", "replace 0,-2", "replace 1,4", "necropolis"]
    sets = table.sets()
    expected = {"extend": "river", "replace 0,-2": "far 0,-2", "replace 1,4": "far 1,4", "necropolis": "any"}
    for use, places in expected.items():
        chosen = Table(fixture, hands={0: "?1 ?2 ?3 D1 D2"}).begin().play("card ? 1", "pile river", use)
        assert chosen.places() == set(sets[places])
        assert chosen.kingdom == table.kingdom
    assert (6, 0) in sets["any"]
    assert (6, 0) not in sets["river"]
    assert (-2, 0) in sets["far 0,-2"]  # beside the Start
    buried = table.play("necropolis", "place 6,0")
    assert buried.kingdom[-1] == "N 6,0"
    assert buried.region("4,0")["river"]
    assert not Table(f"{START} | N 2,0 | D 4,0").region("4,0")["river"]


def test_an_end_just_moved_may_be_replaced_again():
    """HO-33: the second River tile may replace the End that has just moved."""
    table = Table(START, bag="R").begin().play("replace 0,2", "end 0,4", "replace 0,4", "end 2,-1")
    assert table.kingdom == ["S 0,0", "E 0,-2", "E 2,-1", "R 0,2", "R 0,4"]


def test_forks():
    """HO-37, HO-38: any number of arms, always two Ends; an arm without End may be surrounded completely."""
    table = Table(FIXTURES["EX4"].replace("| D 4,-2 4,2", "| D 4,-2 4,2 6,0 | F -6,0 -4,-2 -4,2"))
    assert sum(tile.startswith("E") for tile in table.kingdom) == 2
    assert sum(tile.startswith("S") for tile in table.kingdom) == 1
    assert not table.any() & anchors("6,0 6,1 6,-1 -6,0 -6,1 -6,-1")


def test_nobody_holds_the_river():
    """HO-39, HO-44: only terrain carries markers."""
    table = Table("EX3", hands={0: "D1-5 D1 D2 D3 D4"}).begin().play("card D 1-5", "place 4,1")
    assert "marked 4,1 size 1, 1 there" in table.log  # the only region there is
    owners = {tile["kind"]: tile["marker"] for tile in table.position.view()["tiles"]}
    assert owners["river"] is owners["end"] is owners["start"] is owners["necropolis"] is None


def test_temple_positions():
    """HO-41, HO-43: beside the river, beside no terrain; a Necropolis is no obstacle; later tiles may touch it."""
    table = Table("S 0,0 | E 0,-2 0,2 | N 2,-2 | D -2,0", bag="T").begin()
    assert table.asked == "DP-2"
    places = table.places()
    assert (2, 0) in places  # beside the Necropolis
    assert not places & anchors("-2,2 -2,-2 -2,1 -2,-1")  # beside the Desert
    assert all(any(abs(x) <= 2 and abs(y - t) <= 2 for t in (0, -2, 2)) for x, y in places)
    table.play("place 2,0")
    assert (4, 0) in table.any()


def test_temple_doubles():
    """HO-44, HO-45, HO-74: each region touching the Temple doubles; the Temple is part of none."""
    table = Table(f"{START} | T 2,0 | D 4,0 6,0 | H 2,2 | F 8,0")
    assert [table.value(at) for at in ("4,0", "2,2", "8,0")] == [4, 2, 1]
    assert [table.region(at)["temple"] for at in ("4,0", "2,2", "8,0")] == [True, True, False]


def test_temple_that_fits_nowhere():
    """HO-42: it goes out of the game and nothing is drawn for it; `temple_redraw` draws another tile."""
    table = Table("STUCK", bag="T").begin()
    assert table.asked == "DP-7"
    assert table.position.view()["out_tiles"] == {"river": 0, "temple": 1}
    again = Table("STUCK", bag="T", temple_redraw=True).begin()
    assert again.asked == "DP-7"  # the bag is empty, so step 1 ends
    redrawn = Table("STUCK", bag="TD", temple_redraw=True)
    redrawn.begin()
    assert redrawn.asked == "DP-1"


@pytest.mark.parametrize("full_side", ["any_slot", "full_side"])
def test_end_exit_rule(full_side):
    """HO-15: the free side of an End, in both readings, when half a side is covered."""
    fixture = "S 0,0 | E 0,-2 0,2 | D -2,-2 2,-2 -1,-4"
    places = Table(fixture, end_exit_rule="any_slot").any()
    assert (1, -4) not in places
    sides = Table("S 0,0 | E 0,-2 0,2 | D -2,-2", end_exit_rule=full_side)
    assert {(2, -3), (-1, -4)} <= sides.any()


def test_card_tile_contact():
    """HO-48: a card's terrain tile goes anywhere; with `region_tile` beside terrain, where there is any."""
    hands = {0: "D1 D2 ?1 H1 H2"}
    anywhere = Table(f"{START} | D 2,0", hands=hands).begin().play("card D 1")
    assert anywhere.places() == anywhere.any()
    beside = Table(f"{START} | D 2,0", hands=hands, pile_tile_contact="region_tile").begin().play("card D 1")
    assert beside.places() == set(beside.sets()["land"])
    assert (-2, 0) not in beside.places()
    assert (4, 1) in beside.places()
    joker = (
        Table(f"{START} | D 2,0", hands=hands, pile_tile_contact="region_tile").begin().play("card ? 1", "pile marsh")
    )
    assert joker.places() == beside.places()
    none = Table(START, hands=hands, pile_tile_contact="region_tile").begin().play("card D 1")
    assert none.places() == none.any()
    bag = Table(f"{START} | D 2,0", bag="H", hands=hands, pile_tile_contact="region_tile").begin()
    assert bag.places() == bag.any()
    river = Table(f"{START} | D 2,0", hands=hands, pile_tile_contact="region_tile").begin()
    river.play("card ? 1", "pile river", "necropolis")
    assert river.places() == river.any()


def test_joker_card():
    """HO-49, HO-70: a `?` card takes a tile of any pile that is not empty."""
    table = Table(START, hands={0: "?1 ?2 ?3 ?4 ?5"}).begin().play("card ? 3")
    assert table.options() == ["pile desert", "pile hills", "pile farmland", "pile marsh", "pile river"]
    table.play("pile marsh", "place 2,0")
    assert table.kingdom[-1] == "M 2,0"
    assert table.pile("marsh") == 9
    short = Table(START, hands={0: "?1 ?2 ?3 ?4 ?5"}, piles={"river": 0}).begin().play("card ? 3")
    assert short.options() == ["pile desert", "pile hills", "pile farmland", "pile marsh"]
    last = Table(START, hands={0: "?1 ?2 ?3 ?4 ?5"}, piles={"desert": 1, "river": 1}).begin().play("card ? 3")
    assert len(last.options()) == 5  # a pile with a single tile is a pile
    last.play("pile desert", "place 2,0")
    assert "exhausted desert" in last.log
