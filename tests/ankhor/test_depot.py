"""Depots, AO-74 to AO-81."""

from __future__ import annotations

import pytest

from .table import SQUARE, Table

BASE = "(0,0) R depot + token; (1,0) G desert; (0,1) W desert; (1,1) K desert"


@pytest.mark.parametrize(("others", "token", "pile"), [("", "R", 3), ("RRR", "R", 0), ("RRRR", "", 0)])
def test_bought_depot(others, token, pile):
    """AO-74: a bought depot receives a token of its colour from the supply at once; not if that pile is empty."""
    table = Table(hands={0: "BWA", 1: others}, prices={1: "BW"}, row={1: "R depot"}, domains="(0,0) R two")
    table.play("buy", "(1,0)")
    assert table.asked == "DP-8"
    assert (table.hand(), table.depots(), table.supply("R")) == ("A", token, pile)


def test_nothing_made_up_later():
    """AO-74: a depot that stayed empty receives nothing later."""
    table = Table(3, hands={0: "BW", 1: "RRRRR", 2: "BB"}, prices={1: "BW"}, row={1: "R depot"})
    table.play("buy")
    table.take("WWW", "return red", "return red", "return red").take("BBB")
    assert table.supply("R") == 3
    assert table.depots() == ""
    assert table.current == 0


def test_depot_token_is_spent():
    """AO-75: the token may be spent like any other token."""
    table = Table(hands="W", prices={1: "RW"}, row={1: "B two"}, domains=BASE)
    table.play("buy", "(2,0)")
    assert (table.hand(), table.depots(), table.supply("R")) == ("", "", 4)
    none = Table(hands="W", prices={1: "RW"}, row={1: "B two"}, domains=BASE.replace(" + token", ""))
    assert none.options() == ["take"]


def test_capacity():
    """AO-76: one token of its own colour, in addition to 5 resources and 2 ankhs."""
    table = Table(3, hands="BBWWW", domains="(0,0) R depot").take("RAA")
    assert (table.hand(), table.depots()) == ("BBWWWAA", "R")
    full = Table(3, hands="BBWWW", domains="(0,0) R depot + token").take("RAA")
    assert full.asked == "DP-10"
    other = Table(3, hands="BBWWW", domains="(0,0) R depot").take("GAA")
    assert other.asked == "DP-10"


def test_filled_again():
    """AO-76: a depot whose token was spent can be filled again at the end of a later turn."""
    table = Table(hands={0: "BBWWW", 1: ""}, domains="(0,0) R depot + token", prices={1: "RB"}, row={1: "G two"})
    table.play("buy", "(1,0)")
    assert (table.hand(), table.depots()) == ("BWWW", "")
    table.take("KKK")
    table.take("RRA")
    assert (table.hand(), table.depots()) == ("BWWWRA", "R")


@pytest.mark.parametrize(("upper", "stored"), [("", "R"), ("; [0,0] G two", "")])
def test_closed_while_covered(upper, stored):
    """AO-77: nothing may be stored on a depot while it supports an upper tile."""
    table = Table(hands="BBWW", domains=SQUARE.replace("R desert", "R depot") + upper).take("RRA")
    assert table.depots() == stored
    assert table.asked == ("DP-5" if stored else "DP-10")


def test_open_again():
    """AO-78: a depot is open again when nothing rests on it any more, without a new token."""
    domain = SQUARE + "; (2,0) B desert; (2,1) R depot; [1,0] G two"
    table = Table(hands="BBWWA", domains=domain).play("move", "[1,0]")
    assert table.domain()[-1] == "[0,0] G two"
    assert table.depots() == ""
    assert table.take("RRA").depots() == "R"


def test_covered_twice():
    """AO-78: a depot under two upper tiles stays closed when one of them leaves."""
    domain = "; ".join(
        f"({x},{y}) {tile}"
        for (x, y), tile in zip(
            [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)],
            ["G desert", "R depot", "W desert", "G two", "B desert", "K desert", "G scribe", "W two"],
        )
    )
    table = Table(hands="BBWWA", domains=domain + "; [0,0] G jackal; [1,0] W jackal").play("move", "[0,0]")
    assert table.domain()[-2:] == ["[2,0] G jackal", "[1,0] W jackal"]
    assert table.take("RRA").asked == "DP-10"


@pytest.mark.parametrize(("edition", "hand", "pile"), [("fr", "WR", 3), ("es", "W", 4)])
def test_covered_depot(edition, hand, pile):
    """AO-79: the token of a covered depot goes to the owner's hand (fr) or back to the supply (es), at once."""
    table = Table(hands="BWA", prices={1: "BW"}, row={1: "G two"}, domains=BASE, edition=edition)
    table.play("buy", "[0,0]", "save white")
    assert (table.hand(), table.depots(), table.supply("R")) == (hand + "A", "", pile)
    assert table.view["domains"][0]["tiles"][0]["covered"]


def test_covered_token_is_checked_at_the_end():
    """AO-79: in edition fr the limits for that token are checked at the end of the turn."""
    domain = SQUARE + "; (2,0) B desert; (2,1) R depot + token; [0,0] G two"
    table = Table(hands="BBWWWA", domains=domain, prices={1: "BR"}, row={1: "R two"}, edition="fr")
    table.play("move", "[0,0]")
    assert (table.hand(), table.asked) == ("BBWWWR", "DP-1")
    table.play("buy", "(3,0)")
    assert table.hand() == "BWWW"


def test_moved_depot():
    """AO-80: a moved depot keeps its token."""
    table = Table(hands="A", domains="(0,0) R depot + token; (1,0) G two").play("move", "(0,0)", "(1,1)")
    assert table.domain() == ["(1,1) R depot", "(1,0) G two"]
    assert (table.depots(), table.hand(), table.supply("R")) == ("R", "", 3)


def test_depot_on_the_upper_level():
    """AO-80: a depot on the upper level works normally and is never closed."""
    table = Table(hands="BW", prices={1: "BW"}, row={1: "R depot"}, domains=SQUARE).play("buy", "[0,0]", "save blue")
    assert (table.domain()[-1], table.depots()) == ("[0,0] R depot", "R")
    stored = Table(hands="BBWW", domains=SQUARE + "; [0,0] R depot").take("RRA")
    assert (stored.depots(), stored.hand()) == ("R", "BBWWRA")
    pays = Table(hands="W", prices={1: "RW"}, row={1: "B two"}, domains=SQUARE + "; [0,0] R depot + token")
    assert pays.play("buy", "(2,0)").depots() == ""
    moved = Table(
        hands="A", domains=SQUARE + "; (2,0) B desert; (2,1) G scribe; [0,0] R depot + token", prices={1: "KK"}
    )
    assert moved.play("move", "[0,0]").depots() == "R"


@pytest.mark.parametrize("edition", ["fr", "es"])
def test_tokens_stay_on_depots(edition):
    """AO-81: tokens leave a depot only by payment or covering, and are stored only as surplus or by purchase."""
    table = Table(
        3, hands={0: "WW"}, domains="(0,0) R depot + token; (1,0) B depot; (2,0) G two", edition=edition, row="full"
    ).take("BBA")
    assert (table.hand(), table.depots()) == ("BBWWA", "R")  # within the limit: nothing is stored
    table.take("KKK").take("KKA").play("move", "(2,0)", "(0,1)").take("AAA")
    assert (table.hand(), table.depots()) == ("BBWWAA", "R")
