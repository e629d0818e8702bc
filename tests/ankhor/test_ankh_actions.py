"""Ankh actions: renew and move, AO-49 to AO-67."""

from __future__ import annotations

import pytest

from .table import SQUARE, Table, cells

PAIR = "(0,0) B two; (1,0) W two"
ROW = {1: "B two", 2: "W two", 4: "K two", 5: "G two"}  # a b - d e -
DRAWS = ("R two, R jackal, R scarab, R falcon, R desert, R scribe", "G jackal, G scarab, G falcon")


def menu(table: Table) -> list[str]:
    """The ankh actions that are offered."""
    return [option for option in table.options() if option in ("renew", "move")]


def renewable(players: int = 2, row: object = None, stacks: tuple[str, str] = ("", ""), **rest: object) -> bool:
    """Whether a renewal is offered to a player with an ankh."""
    return "renew" in Table(players, row=row, stacks=stacks, hands="A", **rest).options()


# -- ankhs -------------------------------------------------------------------------------------------------------------


def test_one_ankh_one_action():
    """AO-49: an ankh gives one action, renew or move, never both; it goes back before the action is resolved."""
    for action in ("renew", "move"):
        table = Table(players=3, hands="A", domains=PAIR, row=ROW)
        assert menu(table) == ["renew", "move"]
        table.play(action)
        assert (table.hand(), table.supply("A")) == ("", 5)
        table.play(*{"renew": ["stack A"], "move": ["(0,0)", "(1,1)"]}[action])
        assert table.asked == "DP-5"  # nothing but take is left, and no ankh
        assert (table.hand(), table.supply("A")) == ("", 5)


def test_when_an_ankh_is_paid():
    """AO-49a: paid in the menu; discard and slide come before the stack; a tile leaves when its cell is chosen."""
    table = Table(hands="AA", domains=PAIR, row=ROW, stacks=DRAWS)
    assert table.view["spendable"] == 2
    table.play("renew")
    assert table.asked == "DP-2"
    assert (table.view["spendable"], table.hand()) == (1, "A")
    assert table.row() == ["W two", "K two", "G two", "-", "-", "-"]
    assert table.log == ["spent renew", "discarded B two"]
    table.play("stack B", "move")
    assert (table.view["spendable"], table.hand()) == (0, "")
    table.play("(0,0)")
    assert table.asked == "DP-4"
    assert table.domain() == ["(0,0) B two", "(1,0) W two"]
    table.play("(2,0)")
    assert table.domain() == ["(2,0) B two", "(1,0) W two"]


ACTIONS = {"renew": ["renew", "stack A"], "move": ["move", "(0,0)", "(1,1)"], "back": ["move", "(1,1)", "(0,0)"]}


@pytest.mark.parametrize("split", [0, 1, 2])
@pytest.mark.parametrize("pair", ["renew renew", "renew move", "move renew", "move back"])
def test_two_ankhs(pair, split):
    """AO-50: two ankhs in one turn, on equal or different actions, in any order, before or after the main action."""
    one, two = pair.split()
    table = Table(hands="AA", domains=PAIR, row=ROW, current=0)
    steps = [ACTIONS[one], ACTIONS[two]]
    for step in steps[:split]:
        table.play(*step)
    table.play(*([] if split == 2 else ["take"]), "blue", "blue", "blue")
    for step in steps[split:]:
        table.play(*step)
    assert table.view["turn"] == 2
    assert (table.hand(), table.supply("A")) == ("BBB", 4)


@pytest.mark.parametrize(
    ("ankhs", "before", "after"), [(0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 0, 2), (2, 1, 1), (2, 2, 0)]
)
def test_spendable_ankhs(ankhs, before, after):
    """AO-51: spendable = ankhs in hand at the start of the turn minus ankhs spent; new ones do not count."""
    table = Table(players=4, hands="A" * ankhs, domains=PAIR, row="full")
    assert table.view["spendable"] == ankhs
    for step in ("move", "back")[:before]:
        table.play(*ACTIONS[step])
    table.take("AAA")
    done = 0
    while table.asked == "DP-8":
        assert table.view["spendable"] == after - done
        table.play("move", *next_move(table))
        done += 1
    assert done == after
    assert table.hand() == "AA"
    assert table.view["turn"] == 2


def next_move(table: Table) -> list[str]:
    """The blue tile goes to and fro."""
    here = table.domain()[0].split()[0]
    return [here, "(1,1)" if here == "(0,0)" else "(0,0)"]


# -- renew -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "discarded", "slid"),
    [
        (ROW, ["B two"], ["W two", "K two", "G two", "-", "-", "-"]),
        ({3: "B two", 6: "K two"}, ["B two"], ["K two", "-", "-", "-", "-", "-"]),
        ({6: "K two"}, ["K two"], ["-"] * 6),
        ({}, [], ["-"] * 6),
    ],
)
def test_discard(row, discarded, slid):
    """AO-52: with 2 players the leftmost tile of the row is discarded, without a choice; an empty row loses none."""
    table = Table(hands="A", row=row).play("renew")
    assert table.discards() == discarded
    assert table.row() == slid
    assert table.options() == ["stack A", "stack B"]
    assert [tile["kind"] for tile in table.view["discards"]] == [name.split()[1] for name in discarded]


@pytest.mark.parametrize("players", [3, 4])
def test_no_discard(players):
    """AO-53: with 3 or 4 players nothing is discarded."""
    table = Table(players, hands="A", row=ROW).play("renew")
    assert table.discards() == []
    assert table.row() == ["B two", "W two", "K two", "G two", "-", "-"]


@pytest.mark.parametrize(
    ("slots", "slid"), [("b-d-f-", "bdf---"), ("-----f", "f-----"), ("a-cdef", "acdef-"), ("--cd-f", "cdf---")]
)
def test_slide(slots, slid):
    """AO-54: the remaining tiles slide to the left and keep their order."""
    names = dict(zip("abcdef", ["R two", "R jackal", "B scarab", "K falcon", "W desert", "G scribe"]))
    row = {n: names[letter] for n, letter in enumerate(slots, 1) if letter != "-"}
    table = Table(3, hands="A", row=row).play("renew")
    assert table.row() == [names.get(letter, "-") for letter in slid]


@pytest.mark.parametrize(
    ("stacks", "offered"),
    [(DRAWS, ["stack A", "stack B"]), ((DRAWS[0], ""), ["stack A"]), (("", DRAWS[0]), ["stack B"]), (("", ""), [])],
)
def test_choice_of_stack(stacks, offered):
    """AO-55: a stack is chosen after the slide and before any draw; one without tiles cannot be chosen."""
    table = Table(hands="A", row=ROW, stacks=stacks).play("renew")
    if len(offered) == 2:
        assert table.options() == offered
        assert table.row() == ["W two", "K two", "G two", "-", "-", "-"]
        assert (len(table.stack("A")), len(table.stack("B"))) == (6, 3)
    else:
        assert table.log.count("automatic DP-2") == len(offered)
        assert sum(line.startswith("drew") for line in table.log) == 3 * len(offered)
        assert all(line.endswith(offered[0][-1]) for line in table.log if line.startswith("drew"))


@pytest.mark.parametrize(
    ("stack", "drawn"),
    [
        ("stack A", ["R two", "R jackal", "G jackal", "G scarab", "G falcon", "-"]),
        ("stack B", ["G jackal", "G scarab", "G falcon", "R two", "R jackal", "-"]),
    ],
)
def test_draw(stack, drawn):
    """AO-56: draws go into the empty slots from left to right; then the other stack; then slots stay empty."""
    stacks = ("R two, R jackal", "G jackal, G scarab, G falcon")
    table = Table(3, hands="A", stacks=stacks).play("renew", stack)
    assert table.row() == drawn
    assert (table.stack("A"), table.stack("B")) == ([], [])
    part = Table(3, hands="A", row={2: "B two", 3: "B desert", 5: "B scribe"}, stacks=stacks).play("renew", stack)
    assert part.row() == ["B two", "B desert", "B scribe", *drawn[:3]]
    assert [*part.stack("A"), *part.stack("B")] == (
        ["G scarab", "G falcon"] if stack == "stack A" else ["R two", "R jackal"]
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_enter_by_renewal_only(players, random_match):
    """AO-57: a renewal is the only way tiles enter the row after set-up."""
    known, renewals = None, 0
    for match in random_match("ankhor", players, 4).replay():
        table = Table.of(match.position)
        row = {int(tile) for tile in match.position.state.row if tile >= 0}
        renewed = bool(match.steps) and match.steps[-1].text in ("renew", "stack A", "stack B")
        renewals += renewed
        assert known is None or renewed or row <= known
        known = row
        assert table.row().count("-") == 6 - len(row)
    assert renewals > 5


@pytest.mark.parametrize(
    ("players", "row", "stacks", "offered"),
    [
        (2, {}, ("", ""), False),
        (3, {}, ("", ""), False),
        (4, {}, ("", ""), False),
        (3, "full", ("B two", "W two"), False),
        (4, "full", ("B two", "W two"), False),
        (3, {1: "R two", 2: "R jackal"}, ("", ""), False),
        (4, {1: "R two"}, ("", ""), False),
        (3, {1: "R two", 3: "R jackal"}, ("", ""), True),
        (4, {2: "R two"}, ("", ""), True),
        (3, {1: "R two"}, ("B two", ""), True),
        (3, {}, ("", "B two"), True),
        (2, "full", ("B two", "W two"), True),
        (2, "full", ("", ""), True),
        (2, {1: "R two"}, ("", ""), True),
        (2, {6: "R two"}, ("", ""), True),
        (2, {}, ("B two", ""), True),
    ],
)
def test_renewal_changes_something(players, row, stacks, offered):
    """AO-58: a renewal that would change nothing is not offered."""
    assert renewable(players, row, stacks) == offered


# -- move --------------------------------------------------------------------------------------------------------------


def test_move_base_tile():
    """AO-59: a base tile goes to an empty base cell that shares a side with another base tile of the domain."""
    table = Table(hands="A", domains="(0,0) B two; (1,0) W two; (2,0) K two").play("move", "(2,0)")
    assert table.options() == cells("(0,-1) (1,-1) (-1,0) (0,1) (1,1)")
    table.play("(0,1)")
    assert table.domain() == ["(0,0) B two", "(1,0) W two", "(0,1) K two"]


def test_supports_stay():
    """AO-60: a base tile that supports an upper tile may not be moved."""
    table = Table(hands="A", domains=SQUARE + "; (2,0) B desert; (2,1) G scribe; [0,0] G two").play("move")
    assert table.options() == cells("(2,0) (2,1) [0,0]")


def test_move_upper_tile():
    """AO-61: an upper tile goes to another free upper cell with four supports; colours do not matter."""
    domain = SQUARE + "; (2,0) B desert; (2,1) G scribe; (3,0) R two; (3,1) R two; [0,0] W two; [2,0] R jackal"
    table = Table(hands="A", domains=domain).play("move", "[0,0]")
    assert table.domain()[-2:] == ["[1,0] W two", "[2,0] R jackal"]  # the only free cell, without any white support
    wide = Table(hands="A", domains=domain.replace("[2,0] R jackal", "(4,0) K two; (4,1) K two")).play("move", "[0,0]")
    assert wide.options() == cells("[1,0] [2,0] [3,0]")


def test_move_keeps_the_level():
    """AO-62: a moved tile stays on its level."""
    domain = SQUARE + "; (2,0) B desert; (2,1) G scribe; (3,0) R two; (3,1) R two; [0,0] W two"
    table = Table(hands="A", domains=domain).play("move")
    for tile in table.options():
        assert {cell[0] for cell in table.copy().play(tile).options()} == {tile[0]}


def test_origin_does_not_count():
    """AO-63: the cell being left is neither a neighbour nor a destination."""
    table = Table(hands="A", domains="(0,0) B two; (1,0) W two").play("move")
    assert table.copy().play("(1,0)").options() == cells("(0,-1) (-1,0) (0,1)")
    assert table.copy().play("(0,0)").options() == cells("(1,-1) (2,0) (1,1)")


def test_move_has_no_other_effect():
    """AO-64: a move costs only the ankh, and triggers neither a depot's token nor a scribe's turn."""
    domain = "(0,0) R depot; (1,0) B scribe; (2,0) W two"
    table = Table(hands="BWA", domains=domain).play("move", "(0,0)", "(1,1)")
    assert (table.hand(), table.depots(), table.supply("R")) == ("BW", "", 4)
    assert table.log[:2] == ["spent move", "moved R depot from (0,0) to (1,1)"]
    table = Table(hands="BWA", domains=domain).play("move", "(1,0)", "(0,1)").take("BBB")
    assert (table.hand(), table.current, table.view["turn"]) == ("BBBBW", 1, 2)


@pytest.mark.parametrize(("edition", "hand", "pile"), [("fr", "R", 3), ("es", "", 4)])
def test_move_covers_a_depot(edition, hand, pile):
    """AO-65: moving an upper tile onto a depot covers it."""
    domain = SQUARE + "; (2,0) B desert; (2,1) R depot + token; [0,0] G two"
    table = Table(hands="A", domains=domain, edition=edition).play("move", "[0,0]")
    assert table.domain()[-1] == "[1,0] G two"
    assert (table.hand(), table.depots(), table.supply("R")) == (hand, "", pile)


LINE = "(0,0) B two; (1,0) W two; (2,0) K two"
HOOK = LINE + "; (0,1) G two; (2,1) R two"


@pytest.mark.parametrize(
    ("domain", "split", "destinations"),
    [
        (
            LINE,
            True,
            {
                "(0,0)": "(1,-1) (2,-1) (3,0) (1,1) (2,1)",
                "(1,0)": "(0,-1) (2,-1) (-1,0) (3,0) (0,1) (2,1)",
                "(2,0)": "(0,-1) (1,-1) (-1,0) (0,1) (1,1)",
            },
        ),
        (LINE, False, {"(0,0)": "(1,-1) (2,-1) (3,0) (1,1) (2,1)", "(2,0)": "(0,-1) (1,-1) (-1,0) (0,1) (1,1)"}),
        (
            HOOK,
            False,
            {
                "(0,0)": "(1,1)",
                "(1,0)": "(1,1)",
                "(2,0)": "(1,1)",
                "(0,1)": "(0,-1) (1,-1) (2,-1) (-1,0) (3,0) (1,1) (3,1) (2,2)",
                "(2,1)": "(0,-1) (1,-1) (2,-1) (-1,0) (3,0) (-1,1) (1,1) (0,2)",
            },
        ),
    ],
)
def test_splitting_the_base(domain, split, destinations):
    """AO-66: a move may leave the base in several pieces only if `move_may_split` is true."""
    table = Table(hands="A", domains=domain, move_may_split=split).play("move")
    assert table.options() == list(destinations)
    for tile, offered in destinations.items():
        moved = table.copy().play(tile)
        if offered == "(1,1)":  # the only cell that joins the pieces again, chosen by itself
            assert moved.log[1].endswith(f"from {tile} to (1,1)")
        else:
            assert moved.options() == cells(offered)


def test_bridge():
    """AO-66: without splitting, a tile that joins two parts of the base must stay."""
    domain = SQUARE + "; (2,1) B desert; (3,1) B two; [0,0] G two"
    whole = Table(hands="A", domains=domain, move_may_split=False).play("move")
    assert whole.view["chosen"] == {"from": {"x": 3, "y": 1, "level": 0}}  # no other tile is movable
    either = Table(hands="A", domains=domain, move_may_split=True).play("move")
    assert either.options() == cells("(2,1) (3,1)")


@pytest.mark.parametrize("domain", ["", "(0,0) B two", SQUARE + "; [0,0] G two"])
def test_move_needs_a_destination(domain):
    """AO-67: a move is offered only if at least one tile has a legal destination."""
    table = Table(3, hands="AA", domains=domain, row="full")
    assert menu(table) == []
    more = Table(3, hands="AA", domains="(0,0) B two; (1,0) W two", row="full")
    assert menu(more) == ["move"]
