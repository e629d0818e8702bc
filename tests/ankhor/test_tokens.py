"""Taking tokens, AO-14 to AO-17."""

from __future__ import annotations

import pytest

from .table import Table

ALL = ["blue", "white", "black", "green", "red", "ankh"]


@pytest.mark.parametrize("tokens", ["BWK", "RRR", "AAA", "GAG", "AKA", "RBA"])
def test_take_three(tokens):
    """AO-14: exactly three tokens of one's choice, resources and ankhs mixed freely, a kind more than once."""
    table = Table(players=3).play("take")
    for n, token in enumerate(tokens):
        assert table.options() == ALL
        assert table.view["chosen"] == {"left": 3 - n}
        table.take(token)
    kept = tokens.replace("AAA", "AA")
    assert sorted(table.hand()) == sorted(kept)
    assert table.supply() == 30 - len(kept)
    assert table.current == 1


def test_several_of_a_kind():
    """AO-15: a player may own several tokens of one resource."""
    table = Table(hands="RR").take("RRB")
    assert table.hand() == "BRRRR"
    assert table.supply("R") == 0


def test_limits_only_at_the_end():
    """AO-16: during the turn the limits may be exceeded."""
    table = Table(players=3, row="full", domains="(0,0) B two; (1,0) B two", hands="BBWWWAA").play("take")
    for tokens, hand in (("R", "BBWWWRAA"), ("R", "BBWWWRRAA"), ("A", "BBWWWRRAAA")):
        table.take(tokens)
        assert table.hand() == hand
    assert table.asked == "DP-8"
    table.play("move", "(0,0)", "(1,1)")
    assert table.hand() == "BBWWWRRAA"
    assert table.asked == "DP-8"
    table.play("end")
    assert table.asked == "DP-10"


def test_empty_piles():
    """AO-17: a kind whose pile is empty, also since this very action, cannot be taken."""
    table = Table(hands={0: "RR", 1: "BBBBR"}).play("take")
    assert table.options() == ["white", "black", "green", "red", "ankh"]
    table.take("R")
    assert table.options() == ["white", "black", "green", "ankh"]


def test_short_supply():
    """AO-17: if fewer than three tokens are in the supply, all of them are taken."""
    rest = "WWWWKKKKGGGGRRRRAAA"
    table = Table(hands={1: rest + "BBBB"}).play("take")
    assert table.hand() == "A"
    assert table.log.count("took A") == 1
    assert table.supply() == 0
    table = Table(hands={1: rest + "BBB"}).play("take")
    assert table.options() == ["blue", "ankh"]
    table.play("ankh")
    assert table.hand() == "BA"
    assert table.log == ["took A", "automatic DP-5", "took B", *table.log[3:]]
    assert table.current == 1


@pytest.mark.parametrize(("players", "least"), [(2, 24 - 19), (3, 30 - 26), (4, 36 - 33)])
def test_supply_is_never_short(players, least):
    """AO-17: with full hands and five full depots the supply still holds three tokens at the start of a turn."""
    depots = "; ".join(f"({x},0) {colour} depot + token" for x, colour in enumerate("BWKGR"))
    ankhs = {2: [2, 2], 3: [2, 2, 1], 4: [2, 2, 2, 0]}[players]
    hands = {seat: "BWKGR" + "A" * ankhs[seat] for seat in range(players)}
    table = Table(players, hands=hands, domains=depots, row="full")
    assert table.supply() >= least >= 3
    table.play("take")
    assert table.view["chosen"] == {"left": 3}
