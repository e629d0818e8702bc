"""The limits at the end of a turn, AO-68 to AO-73."""

from __future__ import annotations

import pytest

from .table import SQUARE, Table

RED_DEPOT = "(0,0) R depot; (1,0) W two"
COVERING = "(0,0) R depot + token; (1,0) G desert; (0,1) W desert; (1,1) K desert; (2,0) B depot + token"


def ending(table: Table) -> list[str]:
    """What the end-of-turn step did."""
    return [line for line in table.log if line.split()[0] in ("returned", "stored", "turn")]


def test_order_of_the_step():
    """AO-68: surplus ankhs go back by themselves, then surplus resources are stored, then the rest goes back."""
    table = Table(3, hands="BBWWGAA", domains=RED_DEPOT, row="full").take("RGA", "end")
    assert ending(table) == ["returned A", "stored R"]
    assert table.hand() == "BBWWGGAA"
    assert table.options() == ["return blue", "return white", "return green"]
    table.play("return blue")
    assert ending(table) == ["returned B", "turn 2 of seat 1 in round 1"]


@pytest.mark.parametrize("tokens", ["BBB", "AAA", "BAA"])
def test_limits(tokens):
    """AO-69: after it the hand holds at most 5 resources and 2 ankhs; tokens on depots do not count."""
    table = Table(3, hands="WWWWGAA", domains="(0,0) R depot + token; (1,0) B depot + token", row="full")
    table.take(tokens, "end")
    while table.asked == "DP-10":
        table.play(table.options()[0])
    assert sum(letter != "A" for letter in table.hand()) == 5
    assert table.hand().count("A") == 2
    assert table.depots() == "BR"


def test_limits_after_a_purchase():
    """AO-69: the limits hold whichever main action was played."""
    table = Table(hands="WWWWG", domains=COVERING, prices={1: "BW"}, row={1: "G two"}, edition="fr")
    table.play("buy", "[0,0]", "save white")
    assert table.hand() == "WWWWGR"
    assert table.options() == ["return white", "return green", "return red"]
    table.play("return red")
    assert table.hand() == "WWWWG"
    assert table.current == 1


def test_storing():
    """AO-70: while the hand holds more than 5 resources, a token moves onto an open empty depot that matches."""
    table = Table(hands="WWWB", domains=RED_DEPOT).take("RRA")
    assert (table.hand(), table.depots()) == ("BWWWRA", "R")
    assert Table(hands="WWW", domains=RED_DEPOT).take("RRA").depots() == ""  # no surplus
    assert Table(hands="WWWB", domains=RED_DEPOT).take("GGA").depots() == ""  # no match
    held = Table(hands="WWWB", domains="(0,0) R depot + token").take("RRA")
    assert (held.depots(), held.asked) == ("R", "DP-10")  # not empty
    closed = Table(hands="WWWB", domains=SQUARE.replace("R desert", "R depot") + "; [0,0] G two").take("RRA")
    assert (closed.depots(), closed.asked) == ("", "DP-10")


THREE = "(0,0) R depot; (1,0) B depot; (2,0) K depot"


def test_which_depot_when_tokens_return_to_the_hand():
    """AO-70: with 'to_hand' depots are filled in the order blue, white, black, green, red."""
    table = Table(hands="WWWWB", domains=THREE, edition="fr").take("KRA")
    assert ending(table)[:2] == ["stored B", "stored K"]
    assert (table.hand(), table.depots()) == ("WWWWRA", "BK")


def test_which_depot_when_tokens_are_lost():
    """AO-70: with 'to_supply' the player chooses while there are more such depots than surplus tokens."""
    table = Table(hands="WWWWB", domains=THREE, edition="es").take("KRA")
    assert table.asked == "DP-9"
    assert table.options() == ["store blue", "store black", "store red"]
    table.play("store red")
    assert table.options() == ["store blue", "store black"]
    table.play("store blue")
    assert (table.hand(), table.depots(), table.current) == ("WWWWKA", "BR", 1)
    equal = Table(hands="WWWWB", domains=THREE, edition="es").take("KRR")  # three depots for three tokens
    assert ending(equal)[:3] == ["stored B", "stored K", "stored R"]
    assert equal.hand() == "WWWWR"


def test_returning():
    """AO-71: while the hand holds more than 5 resources, one resource of the player's choice goes back."""
    table = Table(hands="BBWWK").take("GRR")
    for options, choice in (
        (["blue", "white", "black", "green", "red"], "black"),
        (["blue", "white", "green", "red"], "green"),
        (["blue", "white", "red"], "blue"),
    ):
        assert table.asked == "DP-10"
        assert table.options() == [f"return {name}" for name in options]
        table.play(f"return {choice}")
    assert table.hand() == "BWWRR"
    assert [table.supply(letter) for letter in "BWKGR"] == [3, 2, 4, 4, 2]
    assert table.current == 1


@pytest.mark.parametrize(
    ("hand", "taken", "kept", "asked"),
    [
        ("BBWWKAA", "AAA", "BBWWKAA", 0),
        ("BBWWK", "AAR", None, 1),
        ("BBA", "RRR", "BBRRRA", 0),
        ("BBWWKA", "ARR", None, 2),
        ("", "BWA", "BWA", 0),
    ],
)
def test_surplus_only(hand, taken, kept, asked):
    """AO-72: ankhs never go back instead of resources or the reverse, and nothing beyond the surplus."""
    table = Table(3, hands=hand).take(taken)
    if table.asked == "DP-8":
        table.play("end")
    ankhs = min(2, (hand + taken).count("A"))
    for _ in range(asked):
        assert table.asked == "DP-10"
        assert "return ankh" not in table.options()
        table.play(table.options()[0])
    assert table.current == 1
    assert table.hand().count("A") == ankhs
    if kept is not None:
        assert table.hand() == kept
    else:
        assert len(table.hand()) == 5 + ankhs


def test_step_before_an_extra_turn():
    """AO-73: the step takes place also in a turn that is followed by a scribe's extra turn."""
    table = Table(hands="WWWWG", domains=COVERING, prices={1: "BW"}, row={1: "G scribe"}, edition="fr")
    table.play("buy", "[0,0]", "save white")
    assert table.asked == "DP-10"
    assert table.view["turn"] == 1
    table.play("return white")
    assert (table.hand(), table.current, table.view["turn"]) == ("WWWGR", 0, 2)
