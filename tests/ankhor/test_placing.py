"""Placing tiles on the base and on the upper level, AO-26 to AO-35."""

from __future__ import annotations

import pytest

from .table import AROUND_SQUARE, SQUARE, Table, cells

PRICE = {1: "BW"}
THREE_ROWS = (
    ("R two", "W two", "K two"),
    ("R desert", "G two", "K desert"),
    ("R scribe", "W desert", "K scribe"),
)
NINE = "; ".join(f"({x},{y}) {tile}" for y, row in enumerate(THREE_ROWS) for x, tile in enumerate(row))


def where(domain: str, tile: str = "B two", **rest: object) -> list[str]:
    """The cells offered for a tile of which base and upper cells can be paid."""
    return Table(domains=domain, hands="BW", prices=PRICE, row={1: tile}, **rest).play("buy").options()


def test_first_tile():
    """AO-26: the first tile of a domain goes to (0,0), without a choice."""
    table = Table(hands="BW", prices=PRICE, row={1: "G two"}).play("buy")
    assert table.domain() == ["(0,0) G two"]
    assert "automatic DP-6b" in table.log


def test_coordinates():
    """AO-26: x goes to the right, y downwards, and a cell holds one tile."""
    offered = where("(0,0) G two; (1,0) R two")
    assert offered == cells("(0,-1) (1,-1) (-1,0) (2,0) (0,1) (1,1)")
    table = Table(domains="(0,0) G two", hands="BW", prices=PRICE, row={1: "B two"}).play("buy", "(0,1)")
    last = table.view["domains"][0]["tiles"][-1]
    assert (last["x"], last["y"], last["level"]) == (0, 1, 0)


@pytest.mark.parametrize(
    ("domain", "offered"),
    [
        ("(0,0) G two", "(0,-1) (-1,0) (1,0) (0,1)"),
        ("(0,0) G two; (0,1) R two", "(0,-1) (-1,0) (1,0) (-1,1) (1,1) (0,2)"),
        ("(0,0) G two; (1,0) R two; (1,1) W two", "(0,-1) (1,-1) (-1,0) (2,0) (0,1) (2,1) (1,2)"),
    ],
)
def test_side_by_side(domain, offered):
    """AO-27: an empty base cell that shares a side with a base tile; a diagonal contact is not enough."""
    assert where(domain) == cells(offered)


def test_upper_tile_gives_no_base_cell():
    """AO-28: contact with an upper tile alone does not allow a base cell."""
    assert where(SQUARE + "; [0,0] R two") == AROUND_SQUARE
    three = SQUARE + "; (2,0) B desert; (2,1) G scribe"
    assert where(three + "; [0,0] R two; [1,0] W two") == where(three)[:10] == where(three, "B two")[:10]


def test_unbounded_plane():
    """AO-29: the plane is unbounded, in all directions."""
    line = "; ".join(f"({-x},0) {tile}" for x, tile in enumerate(["R two", "G two", "W two", "K two"] * 2))
    offered = where(line)
    assert "(-8,0)" in offered
    column = "; ".join(f"(0,{-y}) {tile}" for y, tile in enumerate(["R two", "G two", "W two", "K two"] * 2))
    assert "(0,-8)" in where(column)
    kinds = [f"{colour} {kind}" for kind in ("jackal", "two", "desert", "scribe") for colour in "RGWK"]
    for sign in (1, -1):
        for pattern in ("({},0)", "(0,{})"):
            long = "; ".join(f"{pattern.format(sign * n)} {kind}" for n, kind in enumerate(kinds))
            assert pattern.format(sign * 16) in where(long)


def test_enclosed_cell():
    """AO-29: an enclosed empty cell may be filled."""
    ring = "; ".join(part for part in NINE.split("; ") if not part.startswith("(1,1)"))
    assert "(1,1)" in where(ring)


def test_domains_do_not_touch():
    """AO-29: domains never touch each other."""
    table = Table(domains={0: "(0,0) G two", 1: "(1,0) R two; (0,1) W two"}, hands="BW", prices=PRICE, row={1: "B two"})
    assert table.play("buy").options() == cells("(0,-1) (-1,0) (1,0) (0,1)")
    table.play("(1,0)")
    assert table.points()[:3] == (4, 0, 0)
    both = Table(domains={0: "(0,0) G jackal", 1: "(1,0) G jackal"})
    assert (both.score(0), both.score(1)) == (0, 0)


def test_most_span():
    """AO-29a: a base cell that would stretch the domain over more than 18 cells is not offered."""
    split = "(0,0) R two; ({0},0) G two"
    assert where(split.format(16)) == cells("(0,-1) (16,-1) (-1,0) (1,0) (15,0) (17,0) (0,1) (16,1)")
    assert where(split.format(17)) == cells("(0,-1) (17,-1) (1,0) (16,0) (0,1) (17,1)")
    upright = "(0,0) R two; (0,{0}) G two"
    assert where(upright.format(-16)) == cells("(0,-17) (-1,-16) (1,-16) (0,-15) (0,-1) (-1,0) (1,0) (0,1)")
    assert where(upright.format(-17)) == cells("(-1,-17) (1,-17) (0,-16) (0,-1) (-1,0) (1,0)")


def test_most_span_of_a_move():
    """AO-29a: a move counts without the tile that is moved."""
    table = Table(domains="(0,0) R two; (17,0) G two; (17,1) W two", hands="A").play("move")
    assert table.copy().play("(17,1)").options() == cells("(0,-1) (17,-1) (1,0) (16,0) (0,1)")
    table.play("(0,0)")
    assert table.options() == cells("(17,-1) (16,0) (18,0) (16,1) (18,1) (17,2)")
    table.play("(18,1)")
    assert table.domain() == ["(18,1) R two", "(17,0) G two", "(17,1) W two"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_stay(players, random_match):
    """AO-30: a tile never leaves a domain and is never exchanged."""
    owners: dict[int, int] = {}
    for match in random_match("ankhor", players, 2).replay():
        s = match.position.state
        now = {int(tile): seat for seat in range(players) for tile in s.tile[seat, : s.tiles[seat]]}
        assert owners.items() <= now.items()
        owners = now
    assert len(owners) > 12


@pytest.mark.parametrize(
    ("domain", "upper"),
    [
        ("(0,0) B desert; (1,0) G two; (0,1) W two", ""),
        ("(0,0) B desert; (1,0) G two; (0,1) W two; (1,1) R two", "[0,0]"),
        ("(0,0) B desert; (1,0) G two; (0,1) W two; (1,1) R two; [0,0] R desert", ""),
        ("(0,0) B desert; (1,0) G two; (2,0) G two; (0,1) W two; (1,1) B scribe; (2,1) R two", "[0,0] [1,0]"),
        ("(0,0) B desert; (-1,0) G two; (0,-1) W two; (-1,-1) R two", "[-1,-1]"),
    ],
)
def test_four_supports(domain, upper):
    """AO-31: upper cell [x,y] needs tiles on (x,y), (x+1,y), (x,y+1) and (x+1,y+1), and holds one tile."""
    assert [cell for cell in where(domain) if cell[0] == "["] == cells(upper)


@pytest.mark.parametrize(("tile", "upper"), [("R two", "[1,0]"), ("G two", "[0,0]"), ("K two", "[0,0] [1,0]")])
def test_colour_of_a_support(tile, upper):
    """AO-32: a tile is bought onto an upper cell only if one of the four supports has its colour."""
    domain = "(0,0) G desert; (1,0) K desert; (2,0) R desert; (0,1) W desert; (1,1) W scribe; (2,1) W two"
    assert [cell for cell in where(domain, tile) if cell[0] == "["] == cells(upper)
    assert [cell for cell in where(domain, "B two") if cell[0] == "["] == []


def test_colour_of_an_upper_tile_does_not_count():
    """AO-32: supports are base tiles; the colour of a neighbouring upper tile does not help."""
    domain = "(0,0) G desert; (1,0) K desert; (2,0) R desert; (0,1) W desert; (1,1) W scribe; (2,1) W two; [0,0] B two"
    assert [cell for cell in where(domain, "B scribe") if cell[0] == "["] == []


@pytest.mark.parametrize(
    ("slot", "price", "hand", "kept"),
    [
        (1, "BW", "BW", {"save blue": "B", "save white": "W"}),
        (1, "BB", "BB", {None: "B"}),
        (1, "BW", "W", {None: ""}),
        (4, "BWR", "BWR", {"save blue": "B", "save white": "W", "save red": "R"}),
        (4, "BBR", "BBR", {"save blue": "B", "save red": "R"}),
        (4, "BBR", "BR", {None: ""}),
        (4, "BBR", "BB", {None: ""}),
    ],
)
def test_discount(slot, price, hand, kept):
    """AO-33: one resource less, exactly once and always; the buyer chooses among the rests that can be paid."""
    for choice, rest in kept.items():
        table = Table(domains=SQUARE, hands=hand, prices={slot: price}, row={slot: "R two"}).play("buy")
        if len(hand) == len(price):
            table.play("[0,0]")
        if choice:
            assert table.options() == list(kept)
            table.play(choice)
        assert table.domain()[-1] == "[0,0] R two"
        assert table.hand() == rest
        assert table.supply() == 24 - len(rest)


@pytest.mark.parametrize("hand", ["B", "R", ""])
def test_discount_only_once(hand):
    """AO-33: two resources less are never enough."""
    table = Table(domains=SQUARE, hands=hand, prices={4: "BBR"}, row={4: "R two"})
    assert table.options() == ["take"]


NINE_UPPER = "; [0,0] R jackal; [1,0] R scarab; [0,1] R falcon"


def test_two_levels_only():
    """AO-34: nothing is built on upper tiles."""
    offered = where(NINE + NINE_UPPER + "; [1,1] G jackal", "R jackal")
    around = "(0,-1) (1,-1) (2,-1) (-1,0) (3,0) (-1,1) (3,1) (-1,2) (3,2) (0,3) (1,3) (2,3)"
    assert offered == cells(around)


def test_four_upper_tiles_on_one():
    """AO-35: upper tiles may stand side by side, and a base tile may support four."""
    assert where(NINE, "G jackal")[12:] == cells("[0,0] [1,0] [0,1] [1,1]")
    table = Table(domains=NINE + NINE_UPPER, hands="BW", prices=PRICE, row={1: "G jackal"}).play("buy")
    assert table.options()[12:] == ["[1,1]"]
    table.play("[1,1]", "save blue")
    assert table.domain()[-1] == "[1,1] G jackal"
    assert table.layout() == Table(domains=NINE + NINE_UPPER + "; [1,1] G jackal").layout()
