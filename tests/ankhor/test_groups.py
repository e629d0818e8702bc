"""Adjacency, groups and bonus tokens, AO-36 to AO-48."""

from __future__ import annotations

import pytest

from .table import SQUARE, Table

ROW = "(0,0) G jackal; (1,0) G scarab; (2,0) G two; (3,0) G desert"


def layout(domain: str) -> tuple[int, int, int]:
    """Points for numbers, animals and colours of a domain."""
    return Table(domains=domain).points()[:3]


@pytest.mark.parametrize(
    ("cell", "points"),
    [("(1,0)", 2), ("(-1,0)", 2), ("(0,1)", 2), ("(0,-1)", 2), ("(1,1)", 0), ("(-1,1)", 0), ("(2,0)", 0)],
)
def test_base_neighbours(cell, points):
    """AO-36: two base tiles are adjacent if their cells share a side."""
    assert layout(f"(0,0) G jackal; {cell} R jackal") == (0, points, 0)


@pytest.mark.parametrize("support", ["(0,0)", "(1,0)", "(0,1)", "(1,1)"])
def test_supports_are_neighbours(support):
    """AO-37: an upper tile is adjacent to its four supports, and to no other base tile."""
    base = {"(0,0)": "G desert", "(1,0)": "R desert", "(0,1)": "W desert", "(1,1)": "K desert"}
    base[support] = "B jackal"
    domain = "; ".join(f"{cell} {tile}" for cell, tile in base.items())
    assert layout(f"{domain}; [0,0] B two") == (2, 0, 2)
    assert layout(f"{domain}; [0,0] G jackal")[1] == 2
    for beyond in ("(2,0)", "(2,1)", "(-1,0)", "(-1,1)", "(0,-1)", "(1,-1)", "(0,2)", "(1,2)"):
        assert layout(f"{SQUARE}; {beyond} B jackal; [0,0] B two") == (2, 0, 0)


@pytest.mark.parametrize(
    ("one", "other", "points"),
    [("[0,0]", "[1,0]", 2), ("[0,0]", "[0,1]", 2), ("[0,0]", "[1,1]", 0), ("[1,0]", "[0,1]", 0), ("[0,1]", "[1,1]", 2)],
)
def test_upper_neighbours(one, other, points):
    """AO-38: upper tiles are adjacent if one coordinate is equal and the other differs by 1."""
    kinds = ["R two", "W two", "K two", "R desert", "G two", "K desert", "R scribe", "W desert", "K scribe"]
    nine = "; ".join(f"({i % 3},{i // 3}) {tile}" for i, tile in enumerate(kinds))
    assert layout(f"{nine}; {one} B jackal; {other} B desert")[2] - layout(nine)[2] == points
    assert layout(f"{nine}; {one} B jackal; {other} G jackal")[1] == points


def test_upper_tiles_cut_nothing():
    """AO-39: supports stay adjacent and keep colour, animal, number and points."""
    base = "(0,0) G jackal; (1,0) G two; (0,1) W jackal; (1,1) W two"
    assert layout(base) == (4, 2, 4)
    assert layout(base + "; [0,0] R desert") == (4, 2, 4)
    assert layout(base + "; [0,0] G jackal") == (4, 3, 5)


def test_colour_group():
    """AO-40: a colour group runs over both levels and all kinds, and is maximal."""
    base = "(0,0) G jackal; (1,0) R desert; (0,1) W desert; (1,1) G scribe; (2,1) G depot"
    assert layout(base) == (0, 0, 2)
    assert layout(base + "; [0,0] G falcon") == (0, 0, 4)
    assert layout(base + "; (2,2) G two; [0,0] G falcon") == (2 + 3, 0, 5)


def test_animal_group():
    """AO-41: an animal group is a connected set of the same animal, whatever the colours; not of animals at large."""
    assert layout("(0,0) G jackal; (1,0) R jackal; (2,0) W jackal") == (0, 3, 0)
    assert layout("(0,0) G jackal; (1,0) R scarab; (2,0) W falcon") == (0, 0, 0)
    assert layout("(0,0) G jackal; (1,0) R scarab; (2,0) W jackal") == (0, 0, 0)
    assert layout("(0,0) G two; (1,0) R two; (2,0) W depot; (3,0) K depot") == (4, 0, 0)


def test_both_groups():
    """AO-42: a tile counts fully in its colour group and in its animal group."""
    assert layout("(0,0) G jackal; (1,0) G jackal") == (0, 2, 2)
    assert layout("(0,0) G jackal; (1,0) G two; (0,1) R jackal") == (2, 2, 2)


def test_bonus_by_purchase():
    """AO-43: forming a colour group of 5 by a purchase earns a bonus token, at once."""
    table = Table(domains=ROW, hands="BWA", prices={1: "BW"}, row={1: "G falcon"})
    assert table.bonus() == 0
    table.play("buy", "(4,0)")
    assert table.asked == "DP-8"  # still the same turn
    assert table.bonus() == 1
    assert table.view["bonus_left"] == 11
    assert table.points()[:3] == (5, 0, 5)
    elsewhere = Table(domains=ROW + "; (0,1) R two", hands="BW", prices={1: "BW"}, row={1: "G falcon"})
    assert elsewhere.play("buy", "(0,2)").bonus() == 0


def test_bonus_by_move():
    """AO-43: forming a colour group of 5 by a move earns a bonus token, at once."""
    table = Table(domains=ROW + "; (0,1) R two; (0,2) G falcon", hands="AA")
    table.play("move", "(0,2)", "(4,0)")
    assert table.asked == "DP-1"
    assert table.bonus() == 1
    assert "bonus +1 makes 1" in table.log


JACKALS = "(0,0) G jackal; (1,0) R jackal; (2,0) W jackal; (3,0) K jackal"


def test_animal_bonus_by_purchase():
    """AO-44: forming an animal group of 5 by a purchase earns a bonus token, at once."""
    table = Table(domains=JACKALS, hands="BWA", prices={1: "BW"}, row={1: "B jackal"}).play("buy", "(4,0)")
    assert table.asked == "DP-8"
    assert table.bonus() == 1
    assert table.points()[:3] == (3, 5, 0)


def test_animal_bonus_by_move():
    """AO-44: forming an animal group of 5 by a move earns a bonus token, at once."""
    table = Table(domains=JACKALS + "; (0,1) R two; (0,2) B jackal", hands="AA").play("move", "(0,2)", "(1,1)")
    assert table.bonus() == 1
    assert table.asked == "DP-1"
    assert Table(domains=JACKALS + "; (4,0) B scarab").bonus() == 0


def test_one_bonus_per_group():
    """AO-45: a group earns one bonus token only, however large it grows."""
    tiles = ["jackal", "scarab", "two", "desert", "falcon", "scribe", "two", "depot", "scarab", "falcon", "jackal"]
    for size in range(1, 12):
        row = "; ".join(f"({x},0) G {kind}" for x, kind in enumerate(tiles[:size]))
        assert Table(domains=row).bonus() == (1 if size >= 5 else 0)


def test_two_bonuses_by_one_tile():
    """AO-45: one tile may complete two groups and earn two bonus tokens."""
    domain = "(0,0) G two; (1,0) G two; (2,0) G desert; (3,0) G jackal; (3,1) R jackal; (2,1) R jackal; (1,1) W jackal"
    table = Table(domains=domain, hands="BW", prices={1: "BW"}, row={1: "G jackal"})
    assert table.play("buy", "(4,0)").bonus() == 2
    assert "bonus +2 makes 2" in table.log


@pytest.mark.parametrize(("cell", "bonus"), [("(1,1)", 1), ("(0,2)", 0)])
def test_bonus_lost(cell, bonus):
    """AO-46: if a move leaves a group of 5 with fewer tiles, its bonus token goes back."""
    table = Table(domains=ROW + "; (4,0) G falcon; (0,1) R desert", hands="A")
    assert table.bonus() == 1
    table.play("move", "(4,0)", cell)
    assert table.bonus() == bonus
    assert table.view["bonus_left"] == 12 - bonus
    assert ("bonus -1 makes 0" in table.log) == (bonus == 0)


def test_large_group_keeps_its_bonus():
    """AO-46: a group of six that loses a tile is still one of 5."""
    table = Table(domains=ROW + "; (4,0) G falcon; (5,0) G two; (0,1) R desert", hands="A")
    assert table.play("move", "(5,0)", "(0,2)").bonus() == 1


def test_bonus_is_the_number_of_groups():
    """AO-47: two groups of one colour count twice, merging gives one back, re-forming within a move loses nothing."""
    first = "; ".join(f"({x},0) G {kind}" for x, kind in enumerate(["two", "jackal", "desert", "scribe", "falcon"]))
    second = "; ".join(f"({x},2) G {kind}" for x, kind in enumerate(["two", "jackal", "depot", "scarab", "falcon"]))
    domain = f"{first}; (2,1) R desert; {second}"
    table = Table(domains=domain, hands="BWA", prices={1: "BW"}, row={1: "G scarab"})
    assert table.bonus() == 2
    assert table.copy().play("buy", "(0,1)").bonus() == 1
    moved = table.copy().play("move", "(4,2)", "(0,1)")
    assert moved.bonus() == 1
    assert "bonus -1 makes 1" in moved.log
    again = table.copy().play("move", "(4,0)", "(0,-1)")  # leaves its group and joins it again
    assert again.bonus() == 2
    assert not [line for line in again.log if line.startswith("bonus")]


def test_more_than_twelve_bonuses():
    """AO-48: the number 12 never limits the bonus tokens."""

    def grid(rows: list[str], kinds: list[str]) -> str:
        return "; ".join(f"({x},{y}) {c} {kinds[x]}" for y, row in enumerate(rows) for x, c in enumerate(row))

    def lines(colours: str) -> str:
        kinds = ["two", "two", "depot", "scribe", "desert"]
        return "; ".join(f"({x},{y}) {c} {kind}" for y, c in enumerate(colours) for x, kind in enumerate(kinds))

    animals = ["jackal", "scarab", "falcon"]
    domains = {
        0: grid(["RRR", "RRG", "GGG", "GBB", "BBB"], animals),  # three colours and three animals, five tiles each
        1: grid(["KKK", "KKK", "WWW", "WWW", "BGR"], animals),  # six, six, and three animals
        2: lines("BWK"),
        3: lines("GR"),
    }
    table = Table(4, domains=domains, over=True)
    assert [table.bonus(seat) for seat in range(4)] == [6, 5, 3, 2]
    assert [table.points(seat)[:3] for seat in range(4)] == [
        (18, 15, 15),
        (15, 15, 12),
        (9 + 12, 0, 15),
        (6 + 8, 0, 10),
    ]
