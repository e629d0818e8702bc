"""Turn structure, AO-10 to AO-13, and the rules of section 4 that hold for every question."""

from __future__ import annotations

import random

import pytest

from khonsu.errors import NoUndo

from .table import GAME, SQUARE, Table, cells

RICH = {"hands": "BWKGRAA", "row": {1: "B two", 4: "W two"}, "prices": {1: "BW", 4: "KGR"}}


def test_one_main_action():
    """AO-10: exactly one main action, take or buy, and no pass."""
    for action in (("buy", "slot 1", "(-1,0)"), ("take", "ankh", "ankh", "blue")):
        table = Table(domains=SQUARE, **RICH)
        assert table.options() == ["take", "buy", "renew", "move"]
        table.play(*action)
        assert table.options() == ["renew", "move", "end"]
        table.play("end")
        assert not {"take", "buy"} & set(table.options())
    assert len(table.domain()) == 4
    nothing = Table(players=3)
    assert nothing.options() == ["take"]


@pytest.mark.parametrize("ankhs", ["A", "AA"])
def test_ankhs_before_and_after(ankhs):
    """AO-11: ankh actions before and after the main action, never inside it."""
    table = Table(domains=SQUARE, row=RICH["row"], prices=RICH["prices"], hands="BWKGR" + ankhs)
    for main in ("take", "buy"):
        inside = table.copy().play(main)
        while inside.asked in ("DP-5", "DP-6a", "DP-6b", "DP-6c"):
            assert not {"renew", "move", "end"} & set(inside.options())
            inside.play(inside.options()[0])
        assert inside.asked == "DP-8"
        assert inside.options() == ["renew", "move", "end"]
    table.play("renew", "stack A")
    if ankhs == "A":
        assert table.options() == ["take", "buy"]
    else:
        assert table.options() == ["take", "buy", "renew", "move"]
        table.take("BBB", "renew", "stack B")
        assert table.asked == "DP-10"  # no ankh is left: the turn ends by itself


def test_order_of_a_turn():
    """AO-12: ankh actions, main action, ankh actions, end-of-turn step."""
    table = Table(players=3, domains="(0,0) B two; (1,0) B two", hands="BWKGRAA", row={2: "R two"})
    table.play("move", "(0,0)", "(1,1)").take("AAA", "move", "(1,1)", "(0,0)")
    assert table.hand() == "BWKGRAA"
    assert table.current == 1
    table = Table(domains="(0,0) B two; (1,0) B two", hands="BWKGRAA", row="full")
    steps = ("move", "(0,0)", "(1,1)", "take", "blue", "ankh", "ankh", "renew", "stack A", "return white")
    table.play(*steps)
    kinds = [line.split()[0] for line in table.log if not line.startswith("automatic")]
    assert kinds == [*["spent", "moved", "took", "took", "took", "spent", "discarded", "drew", "returned", "turn"]]
    assert table.hand() == "BBKGRAA"


def test_surplus_ankhs_before_resources():
    """AO-12: the end-of-turn step is the last: surplus ankhs and resources leave only then."""
    table = Table(players=3, domains="(0,0) B two; (1,0) B two", hands="BWKGRAA", row="full")
    table.take("AAB")
    assert table.hand() == "BBWKGRAAAA"
    table.play("end")
    assert table.hand() == "BBWKGRAA"
    assert table.asked == "DP-10"


@pytest.mark.parametrize(
    ("hand", "tile", "domain", "offered"),
    [
        ("WB", "R two", "(0,0) B two", True),
        ("WW", "R two", "(0,0) B two", False),
        ("WAAGR", "R two", "(0,0) B two", False),
        ("W", "R two", SQUARE, True),
        ("W", "B two", SQUARE, False),
        ("", "R two", SQUARE, False),
        ("WB", None, "(0,0) B two", False),
    ],
)
def test_take_always_buy_sometimes(hand, tile, domain, offered):
    """AO-13: take is always offered; buy only with a tile, a legal cell and an affordable payment for that cell."""
    row = {2: tile} if tile else None
    table = Table(players=3, prices={2: "WB"}, row=row, hands=hand, domains=domain, stacks=("K two", ""))
    options = [option for option in table.options() if option in ("take", "buy")]
    assert options == (["take", "buy"] if offered else ["take"])


def test_order_of_options():
    """Section 4: base before upper, then by rising y, then by rising x; resources in the order of the colours."""
    domain = SQUARE + "; (2,0) B desert; (2,1) G scribe; (0,-1) G two"
    table = Table(domains=domain, hands="BWKGR", row={4: "G falcon"}, prices={4: "RBG"})
    table.play("buy")
    assert table.asked == "DP-6b"  # the only slot was chosen by itself
    base = "(0,-2) (-1,-1) (1,-1) (2,-1) (-1,0) (3,0) (-1,1) (3,1) (0,2) (1,2) (2,2)"
    assert table.options() == cells(base + "[0,0] [1,0]")
    assert table.play("[1,0]").options() == ["save blue", "save green", "save red"]


def test_single_answers_are_automatic():
    """Section 4: a step with exactly one option is resolved automatically and logged as automatic."""
    table = Table(hands="BW", row={1: "B two"}, prices={1: "BW"}).play("buy")
    logged = [line for line in table.log if line.startswith("automatic")]
    assert logged[:2] == ["automatic DP-6a", "automatic DP-6b"]
    assert table.domain() == ["(0,0) B two"]
    assert table.asked == "DP-5"  # the next player can only take
    assert logged[2:] == ["automatic DP-1"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_asked_with_one_answer(players):
    """Section 4: a step with exactly one option is never asked, from the first question to the end of the game."""
    chance = random.Random(players)
    table = Table.of(GAME.match(players=players, seed=players).position)
    assert table.asked == "DP-5"  # the first menu offers nothing but take
    while not table.finished:
        options = table.options()
        assert len(options) > 1, (table.asked, options)
        table.play(chance.choice(options))


def laid_match(**description):
    """A match that goes on from a laid position."""
    match = GAME.match(players=2, seed=1)
    match.position = Table(**description).position
    match._kept, match._turn = match.position.copy(), match.position.turn
    return match


def test_undo_of_a_turn():
    """Section 4, undo: step by step back to the last draw or the start of the turn."""
    match = laid_match(hands="BBWWAA", domains="(0,0) B two; (1,0) B two", row={1: "R two", 2: "R two"})
    before = match.position.save()
    for step in ("move", "(0,0)", "(1,1)"):
        match.play(step)
    for _ in range(3):
        match.undo()
    assert match.position.save() == before
    match.play("renew")
    match.undo()
    assert match.position.save() == before
    match.play("renew")
    match.play("stack A")
    with pytest.raises(NoUndo):
        match.undo()


def test_undo_of_a_scribe():
    """Section 4, undo: the purchase of a scribe cannot be undone from its extra turn."""
    match = laid_match(hands="BW", row={1: "B scribe"}, prices={1: "BW"})
    match.play("buy")
    assert match.deciders == (0,)
    match.play("blue")
    match.undo()
    with pytest.raises(NoUndo):
        match.undo()
