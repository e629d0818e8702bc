"""Scribe, desert, animals and "two" tiles, AO-82 to AO-87."""

from __future__ import annotations

import pytest

from .table import SQUARE, Table

SCRIBES = {1: "B scribe", 2: "W scribe", 4: "K two"}
PRICES = {1: "BW", 2: "KG", 4: "BBR"}


def scribe(**rest: object) -> Table:
    """A table with two scribes on sale."""
    return Table(**{"row": SCRIBES, "prices": PRICES, "domains": "(0,0) R two; (1,0) G two", **rest})


def test_extra_turn():
    """AO-82: whoever buys a scribe plays another complete turn at once, with all rights: take, buy, ankhs."""
    table = scribe(hands="BBBWRAA").play("buy", "slot 1", "(2,0)")
    assert table.current == 0
    assert table.log[-1] == "turn 2 of seat 0 in round 1, extra"
    assert table.asked == "DP-1"
    assert table.options() == ["take", "buy", "renew", "move"]
    taken = table.copy().play("renew", "stack A").take("GGA")
    taken.play("move", "(0,0)", "(1,1)")
    assert taken.current == 1
    table.play("buy")
    assert table.view["chosen"] == {"slot": 4}
    table.play("(3,0)", "end")
    assert table.current == 1
    assert len(table.domain()) == 4


def test_other_tiles_give_none():
    """AO-82: no other kind gives a turn, and moving or owning a scribe gives none."""
    for kind in ("two", "jackal", "scarab", "falcon", "desert", "depot"):
        table = Table(hands="BW", prices={1: "BW"}, row={1: f"K {kind}"}, domains="(0,0) B scribe").play("buy", "(1,0)")
        assert (table.current, table.view["turn"]) == (1, 2)


def test_no_window_before_the_extra_turn():
    """AO-83: the turn of the purchase ends at once, without another ankh window; spendable is counted anew."""
    table = scribe(hands="BWAA", players=3).play("move", "(0,0)", "(2,0)", "buy", "(1,1)")
    assert table.asked == "DP-1"
    assert (table.view["turn"], table.view["spendable"], table.hand()) == (2, 1, "A")
    assert "automatic DP-8" not in table.log
    table.play("move", "(2,0)", "(0,0)").take("AAA")
    assert (table.current, table.view["spendable"]) == (1, 0)


def test_scribe_after_scribe():
    """AO-84: a scribe bought in an extra turn gives a further extra turn."""
    table = scribe(hands="BWKG").play("buy", "slot 1", "(2,0)", "buy", "(3,0)")
    assert [line for line in table.log if line.startswith("turn")] == [
        "turn 2 of seat 0 in round 1, extra",
        "turn 3 of seat 0 in round 1, extra",
    ]
    assert table.current == 0
    table.take("BBB")
    assert table.current == 1


def test_extra_turns_in_a_round():
    """AO-85: an extra turn lies in the round of the turn it follows and is not a turn of the round."""
    table = scribe(first=1, current=0, hands={0: "BW", 1: "KG"}, round_number=5, turn=10)
    table.play("buy", "(2,0)")  # seat 0 is the last of the round
    assert (table.current, table.view["round"]) == (0, 5)
    table.take("BBB")
    assert (table.current, table.view["round"]) == (1, 6)
    table.play("buy")  # seat 1 is the first of the next round
    assert (table.current, table.view["round"]) == (1, 6)
    table.take("BWW")
    assert (table.current, table.view["round"]) == (0, 6)


def test_counters():
    """AO-85a: rounds and turns are numbered from 1, extra turns included in the turns; both stay at the end."""
    table = Table(3, first=2, hands={2: "BW"}, prices={1: "BW"}, row={1: "B scribe"}, stall_rounds=1)
    assert (table.view["round"], table.view["turn"]) == (1, 1)
    table.play("buy")
    assert (table.view["round"], table.view["turn"]) == (1, 2)
    table.take("BWK")
    assert (table.view["round"], table.view["turn"]) == (1, 3)
    table.take("BWK").take("BWK")
    assert (table.view["round"], table.view["turn"]) == (2, 5)
    table.take("AAG").take("AAG").take("GGG", "return green")
    assert table.finished
    assert (table.view["round"], table.view["turn"]) == (2, 7)


def test_desert():
    """AO-86: a desert has no effect and shows no animal, but counts for its colour: points and bonus."""
    table = Table(hands="BW", prices={1: "BW"}, row={1: "G desert"}, domains="(0,0) G jackal; (1,0) R jackal")
    table.play("buy", "(0,1)")
    assert table.points()[:3] == (0, 2, 2)
    assert (table.current, table.depots()) == (1, "")
    assert Table(domains=SQUARE).layout() == 0
    five = "(0,0) G jackal; (1,0) G scarab; (2,0) G falcon; (3,0) G scribe"
    assert Table(domains=five).bonus() == 0
    assert Table(domains=five + "; (4,0) G desert").bonus() == 1


@pytest.mark.parametrize("kind", ["two", "depot", "scribe"])
def test_kinds_without_animal(kind):
    """AO-87: depot, scribe and "two" show no animal and count for colour groups like every tile."""
    number = 2 if kind == "two" else 0
    assert Table(domains=f"(0,0) G {kind}; (1,0) R {kind}; (2,0) W {kind}").points()[:3] == (3 * number, 0, 0)
    assert Table(domains=f"(0,0) G {kind}; (1,0) G jackal").points()[:3] == (number, 0, 2)
    four = "(0,0) G jackal; (1,0) G scarab; (2,0) G falcon; (3,0) G desert"
    assert Table(domains=f"{four}; (4,0) G {kind}").bonus() == 1
