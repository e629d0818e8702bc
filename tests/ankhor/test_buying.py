"""Buying and payment, AO-18 to AO-25."""

from __future__ import annotations

import pytest

from .table import Table, cells


@pytest.mark.parametrize(("slot", "paid"), [(1, "BW"), (2, "KK"), (4, "BWR"), (6, "GGR")])
def test_price_of_a_slot(slot, paid):
    """AO-18: exactly one tile is bought, for the markers above its slot."""
    prices = {1: "BW", 2: "KK", 4: "BWR", 6: "GGR"}
    table = Table(hands=paid, prices=prices, row={slot: "W two", 3: "B desert"}, domains="(0,0) R two")
    table.play("buy")
    assert table.asked == "DP-6b"  # only this slot could be paid
    table.play("(1,0)")
    assert sorted(line for line in table.log if line.startswith("paid")) == sorted(f"paid {x}" for x in paid)
    assert table.domain() == ["(0,0) R two", "(1,0) W two"]
    assert table.row()[2] == "B desert"


def test_tokens_go_back_at_once():
    """AO-19: each marker costs one token of that resource; paid tokens go back to their piles at once."""
    table = Table(
        hands="BBWWRAA", prices={4: "BBR"}, row={4: "W two"}, domains="(0,0) R two; (1,0) R scribe", players=3
    )
    assert [table.supply(x) for x in "BWKGR"] == [3, 3, 5, 5, 4]
    table.play("buy", "(2,0)")
    assert table.asked == "DP-8"
    assert table.hand() == "WWAA"
    assert [table.supply(x) for x in "BWKGR"] == [5, 3, 5, 5, 5]


@pytest.mark.parametrize("hand", ["BA", "BAA", "AA", "BBB", "BWKGAA"])
def test_nothing_replaces_a_resource(hand):
    """AO-20: ankhs never pay a price and no resource replaces another."""
    table = Table(players=3, hands=hand, prices={1: "BR"}, row={1: "W two"}, domains="(0,0) R two", stacks=("", ""))
    assert "buy" not in table.options()


def test_depot_pays_first():
    """AO-21: tokens in hand and on own depots pay, for each resource the depot first."""
    depots = "(0,0) R depot + token; (1,0) B depot + token"
    table = Table(hands="RRB", domains=depots, prices={4: "RRB"}, row={4: "W two"})
    table.play("buy", "(2,0)")
    paid = [line for line in table.log if line.startswith("paid")]
    assert paid == ["paid R from depot", "paid R", "paid B from depot"]
    assert table.hand() == "BR"
    assert table.depots() == ""
    alone = Table(domains=depots, prices={1: "RB"}, row={1: "W two"})
    assert alone.play("buy", "(2,0)").domain()[-1] == "(2,0) W two"
    others = Table(domains={0: "(0,0) W two", 1: depots}, prices={1: "RB"}, row={1: "W two"})
    assert others.options() == ["take"]


def test_placed_immediately():
    """AO-22: a bought tile is placed at once; it can neither be kept back nor thrown away."""
    table = Table(hands="BW", prices={1: "BW"}, row={1: "W two"}, domains="(0,0) R two").play("buy")
    assert table.options() == cells("(0,-1) (-1,0) (1,0) (0,1)")
    table.play("(0,-1)")
    assert table.domain() == ["(0,0) R two", "(0,-1) W two"]
    assert table.current == 1


def test_slot_stays_empty():
    """AO-23: the slot of a bought tile stays empty; nothing slides and nothing is refilled until a renewal."""
    row = {n: f"{colour} two" for n, colour in enumerate("BWKGR", 1)} | {6: "B two"}
    table = Table(players=3, hands={0: "BW", 1: "KGA"}, prices={1: "BW", 3: "KG"}, row=row)
    sizes = len(table.stack("A")), len(table.stack("B"))
    table.play("buy")
    assert table.row() == ["-", "W two", "K two", "G two", "R two", "B two"]
    table.play("buy", "end")
    assert table.row() == ["-", "W two", "-", "G two", "R two", "B two"]
    table.take("BWK")
    assert table.row() == ["-", "W two", "-", "G two", "R two", "B two"]
    assert (len(table.stack("A")), len(table.stack("B"))) == sizes


def test_order_of_a_purchase():
    """AO-24: pay, place, covered depots, the bought depot's token, bonuses."""
    domain = "(0,0) R depot + token; (1,0) B two; (0,1) B desert; (1,1) B two; (2,1) B jackal"
    table = Table(hands="GW", domains=domain, prices={1: "GW"}, row={1: "B depot"}, edition="fr")
    table.play("buy", "[0,0]", "save white")
    assert table.log[:7] == [
        "automatic DP-6a",
        "paid G",
        "saved W",
        "bought B depot to [0,0] from slot 1",
        "covered R to hand",
        "filled B",
        "bonus +1 makes 1",
    ]
    assert table.bonus() == 1


def test_order_of_a_purchase_with_scribe():
    """AO-24: after the bonuses the extra turn of a scribe is noted, then the end of the game."""
    row = "; ".join(f"({x},0) {tile}" for x, tile in enumerate(["B two"] * 2 + ["B desert", "B jackal"]))
    rest = "; ".join(f"({x},1) {colour} {kind}" for x in range(4) for colour, kind in [("WKGR"[x], "two")])
    more = "; ".join(f"({x},2) {colour} {kind}" for x in range(4) for colour, kind in [("WKGR"[x], "desert")])
    table = Table(hands="GW", domains=f"{row}; {rest}; {more}", prices={1: "GW"}, row={1: "B scribe"})
    table.play("buy", "(4,0)")
    assert table.log[:7] == [
        "automatic DP-6a",
        "paid G",
        "paid W",
        "bought B scribe to (4,0) from slot 1",
        "bonus +1 makes 1",
        "extra turn",
        "last round 13 tiles",
    ]


def test_nothing_changes_while_choosing():
    """AO-24a: slot, cell and saved resource are chosen before anything changes."""
    domain = "(0,0) R depot + token; (1,0) B two; (0,1) B desert; (1,1) W two"
    table = Table(players=3, hands="GWR", domains=domain, prices={1: "GW", 2: "WR"}, row={1: "B depot", 2: "B scribe"})

    def shown():
        view = table.view
        return [view[key] for key in ("slots", "supply", "domains", "turn", "last_round", "stacks")]

    before = shown()
    for step in ("buy", "slot 2", "[0,0]"):
        table.play(step)
        assert table.log == []
        assert shown() == before
    table.play("save white")
    assert shown() != before


@pytest.mark.parametrize("edition", ["fr", "es"])
def test_covered_depot_may_pay(edition):
    """AO-25: the token on a depot may pay for the tile that will cover that depot."""
    domain = "(0,0) R depot + token; (1,0) B two; (0,1) B desert; (1,1) W two"
    table = Table(hands="", domains=domain, prices={1: "RW"}, row={1: "B jackal"}, edition=edition)
    assert table.options() == ["take", "buy"]
    table.play("buy")
    assert "paid R from depot" in table.log
    assert table.domain()[-1] == "[0,0] B jackal"
    assert (table.hand(), table.depots(), table.supply("R")) == ("", "", 4)


def test_paid_token_may_fill_the_depot():
    """AO-25: a token just paid may be the one put on the bought depot."""
    table = Table(hands={0: "RRW", 1: "RR"}, prices={1: "RW"}, row={1: "R depot"})
    assert table.supply("R") == 0
    table.play("buy")
    assert (table.hand(), table.depots(), table.supply("R"), table.supply("W")) == ("R", "R", 0, 4)
