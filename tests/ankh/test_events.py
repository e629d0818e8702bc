"""Events that concern only the trigger (AK-59 to AK-70)."""

from __future__ import annotations

from itertools import pairwise

from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import FIXED_ANCHOR, SIDE_CORNER


def test_only_the_trigger_takes_part(lay):
    """AK-59: nobody else is asked in Control Monument and Camel Caravan."""
    for number in (1, 5):
        table = lay("isis: G 1,4 | ra: G 5,7", "O n 1,5 5,6")
        table.event("isis", number)
        assert table.deciders == ["isis"]
        table.play("decline")
        assert table.deciders == ["ra"]


def test_control_needs_adjacency(lay):
    """AK-60: neutral monuments next to a figure, across no river."""
    table = lay("isis: G 3,3 | ra: G 5,7", "O n 3,4; T n 4,3; P n 7,1")
    table.event("isis", 1)
    assert table.legal() == ["control 4,3", "decline"]


def test_enemy_monument_may_be_declined(lay):
    """AK-61: taking an enemy monument is optional."""
    table = lay("isis: G 3,3 | ra: G 5,7", "T ra 4,3")
    table.event("isis", 1)
    table.play("decline")
    assert table.monument("4,3") == "ra temple"


def test_no_token_no_monument(lay):
    """AK-62, AK-203: without a token in the pool the event does nothing."""
    table = lay("isis: G 3,3 | ra: G 5,7", "T n 4,3")
    table.s.tokens[0] = 0
    table.event("isis", 1)
    assert table.deciders == ["ra"]


def test_caravan_may_be_declined(lay):
    """AK-63, AK-70: splitting is optional."""
    table = lay("isis: G 3,3 | ra: G 5,7")
    table.event("isis", 5)
    assert table.asked == "camel"
    table.play("decline")
    assert table.s.camels == 30


def test_camels_stand_between_land(lay):
    """AK-64: never on the Nile, at water or twice on a side."""
    camels = ["3,0-4,0", "3,1-4,0", "3,1-4,1", "4,1-4,2"]
    table = lay("isis: G 3,3 | ra: G 5,7", camels=camels, order={"1,5": 1, "5,7": 2, "2,1": 3, "7,1": 4})
    table.event("isis", 5)
    sides = [step - st.SIDE_0 for step in table.position.legal(0) if step != st.DECLINE]
    assert sides
    assert not any(table.s.camel[side] for side in sides)


def test_supply_limits_the_line(lay):
    """AK-65, AK-205: at most as many camels as are left."""
    table = lay("isis: G 3,3 | ra: G 5,7")
    table.s.camels = 3
    table.event("isis", 5)
    first = table.legal()[0]
    table.play(first)
    while table.asked == "camel":
        table.play(table.legal()[0])
    assert table.s.camels == 0
    table = lay("isis: G 3,3 | ra: G 5,7")
    table.s.camels = 2  # the shortest legal line has three
    table.event("isis", 5)
    assert table.deciders == ["ra"]


def test_line_ends_at_a_camel(lay):
    """AK-66, AK-67: a corner of an older caravan is an anchor, and the line is complete there."""
    camels = ["3,0-4,0", "3,1-4,0", "3,1-4,1", "4,1-4,2"]
    order = {"1,5": 1, "5,7": 2, "2,1": 3, "7,1": 4}
    table = lay("isis: G 3,3 | ra: G 5,7", camels=camels, order=order)
    table.event("isis", 5)
    before = table.s.camel.copy()
    table.play("side 3,1-4,2")
    while table.asked == "camel":
        table.play(table.legal()[-1])
    placed = [event.a for event in table.happened(st.CAMEL_PLACED)]
    ends = {int(corner) for corner in SIDE_CORNER[placed[-1]]}
    old = {int(corner) for side in range(len(before)) if before[side] for corner in SIDE_CORNER[side]}
    inner = [set(map(int, SIDE_CORNER[a])) & set(map(int, SIDE_CORNER[b])) for a, b in pairwise(placed)]
    assert not any(FIXED_ANCHOR[corner] or corner in old for (corner,) in inner)
    assert old & {int(corner) for corner in SIDE_CORNER[placed[0]]}
    assert any(FIXED_ANCHOR[corner] or corner in old for corner in ends)


def test_which_part_keeps_the_token(lay):
    """AK-68: the chosen part keeps it, the other gets the lowest of the supply."""
    for keep, tokens in (("keep 0,1", {1: 16, 4: 6}), ("keep 1,6", {1: 6, 4: 16})):
        table = lay("isis: G 3,3 | ra: G 5,7")
        table.event("isis", 5)
        table.line("1,5-1,6 1,6-2,6 1,7-2,6 2,6-2,7 2,7-3,6")
        table.play(keep, "decline")
        lands = {r["token"]: r["land"] for r in table.position.view(0)["regions"]}
        assert {token: lands[token] for token in (1, 4)} == tokens


def test_exchange(lay):
    """AK-69: once, a new region's token against any other one."""
    table = lay("isis: G 3,3 | ra: G 5,7")
    table.event("isis", 5)
    table.line("1,5-1,6 1,6-2,6 1,7-2,6 2,6-2,7 2,7-3,6")
    table.play("keep 1,6", "exchange 3-4")
    lands = {r["token"]: r["land"] for r in table.position.view(0)["regions"]}
    assert lands == {1: 6, 2: 28, 3: 16, 4: 32}
    assert table.asked == "first_action"


def test_no_order_token_no_caravan(lay):
    """AK-70: without a token in the supply nothing happens."""
    table = lay("isis: G 3,3 | ra: G 5,7")
    table.s.tokens_left = 0
    table.event("isis", 5)
    assert table.deciders == ["ra"]
    assert [e.a for e in table.happened(st.NOTHING)] == [st.CAMEL]
