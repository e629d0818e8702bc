"""The fixtures of the rules about depots (FX-5, FX-6, FX-14, FX-15), sentence by sentence."""

from __future__ import annotations

import pytest

from .table import SQUARE, Table, cells

EDITIONS = ["fr", "es"]

FX5 = "(0,0) R depot + token; (1,0) G desert; (0,1) W desert; (1,1) K desert"


def fx5(edition: str) -> Table:
    """The purchase of a red scarab before it is placed."""
    table = Table(hands="WWWBB", domains=FX5, prices={1: "WR"}, row={1: "R scarab"}, edition=edition)
    return table.play("buy")


@pytest.mark.parametrize("edition", EDITIONS)
def test_fx5_depot_pays(edition):
    """FX-5: saved white, the depot's red pays; depot empty and closed, equal in both editions."""
    table = fx5(edition).play("[0,0]", "save white")
    assert (table.hand(), table.depots(), table.supply("R")) == ("BBWWW", "", 4)
    assert table.view["domains"][0]["tiles"][0]["covered"]
    table.take("KKK").take("RRA")
    assert (table.depots(), table.asked) == ("", "DP-10")  # closed


@pytest.mark.parametrize(("edition", "hand", "pile"), [("fr", "BBWWR", 3), ("es", "BBWW", 4)])
def test_fx5_white_pays(edition, hand, pile):
    """FX-5: saved red, one white pays; fr: the red token in hand, es: in its pile."""
    table = fx5(edition).play("[0,0]", "save red")
    assert (table.hand(), table.depots(), table.supply("R")) == (hand, "", pile)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fx5_base_cell(edition):
    """FX-5: on a base cell white from the hand and red from the depot pay; the depot stays open."""
    table = fx5(edition).play("(2,0)")
    assert (table.hand(), table.depots()) == ("BBWW", "")
    table.take("KKK").take("RRA")
    assert (table.hand(), table.depots()) == ("BBWWRA", "R")


def test_fx6_end_of_turn():
    """FX-6: one ankh goes back, red is stored, one of white, blue, green must be returned."""
    table = Table(hands="WWBBGAA", domains="(0,0) R depot", row="full").take("RGA", "end")
    assert [line for line in table.log if line.split()[0] in ("returned", "stored")] == ["returned A", "stored R"]
    assert table.hand() == "BBWWGGAA"
    assert table.options() == ["return blue", "return white", "return green"]


def test_fx6_covered_depot():
    """FX-6: the same with the depot covered: 7 resources, two are returned, red possible."""
    domain = SQUARE.replace("R desert", "R depot") + "; [0,0] G two"
    table = Table(hands="WWBBGAA", domains=domain, row="full").take("RGA", "end")
    assert table.hand() == "BBWWGGRAA"
    assert table.options() == ["return blue", "return white", "return green", "return red"]
    table.play("return red", "return blue")
    assert (table.hand(), table.current) == ("BWWGGAA", 1)


def test_fx6_two_depots():
    """FX-6: 6 resources with red and blue, both depots open and empty: es asks, fr stores blue."""
    domain = "(0,0) R depot; (1,0) B depot"
    es = Table(hands="WWWW", domains=domain, edition="es").take("RBA")
    assert (es.asked, es.options()) == ("DP-9", ["store blue", "store red"])
    es.play("store red")
    assert (es.hand(), es.depots(), es.current) == ("BWWWWA", "R", 1)
    fr = Table(hands="WWWW", domains=domain, edition="fr").take("RBA")
    assert (fr.hand(), fr.depots(), fr.current) == ("WWWWRA", "B", 1)


def test_fx6_bought_depot():
    """FX-6: no token if the pile is empty after payment; a paid token goes onto the bought depot."""
    none = Table(hands={0: "BW", 1: "RRRR"}, prices={1: "BW"}, row={1: "R depot"}).play("buy")
    assert (none.depots(), none.supply("R")) == ("", 0)
    paid = Table(hands={0: "RW", 1: "RRR"}, prices={1: "RW"}, row={1: "R depot"}).play("buy")
    assert (paid.depots(), paid.supply("R"), paid.hand()) == ("R", 0, "")


FX14 = (
    "(0,0) G desert; (1,0) R desert; (2,0) W desert; (0,1) B desert; (1,1) K desert; (2,1) R depot + token; [0,0] G two"
)


@pytest.mark.parametrize(
    ("edition", "covered", "pile", "end"), [("fr", "BWWWWRA", 3, "BWWWWRAA"), ("es", "BWWWWA", 4, "BWWWWAA")]
)
def test_fx14_depot_covered_by_a_move(edition, covered, pile, end):
    """FX-14 a: the depot is covered, opened and filled again."""
    table = Table(hands="WWWWBAA", domains=FX14, row="full", edition=edition).play("move")
    assert table.options() == cells("(2,0) (2,1) [0,0]")
    table.play("[0,0]")
    assert table.domain()[-1] == "[1,0] G two"
    assert (table.hand(), table.depots(), table.supply("R")) == (covered, "", pile)
    table.play("move")
    assert table.options() == cells("(0,0) (0,1) [1,0]")
    table.play("[1,0]")
    assert table.domain()[-1] == "[0,0] G two"
    assert table.depots() == ""
    table.take("RAA")
    assert "automatic DP-8" not in table.log
    assert (table.hand(), table.depots()) == (end, "R")
    if edition == "fr":
        assert (table.current, table.options()) == (0, ["return blue", "return white", "return red"])
    else:
        assert table.current == 1


def test_fx14_depot_moves():
    """FX-14 b: the depot moves from (2,1) to (3,0): it keeps its token, the red pile stays at 3."""
    table = Table(hands="WWWWBAA", domains=FX14, row="full").play("move", "(2,1)", "(3,0)")
    assert (table.depots(), table.supply("R")) == ("R", 3)
    assert "(3,0) R depot" in table.domain()


@pytest.mark.parametrize("edition", EDITIONS)
def test_fx14_depot_on_top(edition):
    """FX-14 c: a blue depot bought onto [0,0] receives a blue token; the red depot keeps its token."""
    domain = FX14.removesuffix("; [0,0] G two")
    table = Table(hands="W", domains=domain, prices={1: "BW"}, row={1: "B depot"}, edition=edition).play("buy")
    assert "saved B" in table.log
    assert table.log.count("automatic DP-6c") == 1
    assert table.domain()[-1] == "[0,0] B depot"
    assert (table.hand(), table.depots()) == ("", "BR")
    stored = Table(hands="WWWW", domains=domain + "; [0,0] B depot", edition=edition).take("BBA")
    assert stored.depots() == "BR"  # open


FX15 = "(0,0) R depot; (1,0) B depot; (2,0) K depot"


def test_fx15_storing_es():
    """FX-15: es asks blue, black, red; after black blue, red; after red the hand is 4 white, 1 blue, 1 ankh."""
    table = Table(hands="WWWWB", domains=FX15, edition="es").take("KRA")
    assert table.options() == ["store blue", "store black", "store red"]
    assert table.play("store black").options() == ["store blue", "store red"]
    table.play("store red")
    assert (table.hand(), table.depots(), table.current) == ("BWWWWA", "KR", 1)


def test_fx15_storing_fr():
    """FX-15: fr asks nothing and stores blue and black."""
    table = Table(hands="WWWWB", domains=FX15, edition="fr").take("KRA")
    assert (table.hand(), table.depots(), table.current) == ("WWWWRA", "BK", 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fx15_all_depots(edition):
    """FX-15: surplus 3: all three are filled without asking. Greens: blue is stored, two are returned."""
    table = Table(hands="WWWWB", domains=FX15, edition=edition).take("KRR")
    assert (table.hand(), table.depots(), table.current) == ("WWWWR", "BKR", 1)
    green = Table(hands="WWWWB", domains=FX15, edition=edition).take("GGG")
    assert (green.hand(), green.depots()) == ("WWWWGGG", "B")
    assert green.options() == ["return white", "return green"]
    assert green.play("return green").options() == ["return white", "return green"]
    green.play("return green")
    assert (green.hand(), green.current) == ("WWWWG", 1)
