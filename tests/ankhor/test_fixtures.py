"""The fixtures FX-1 to FX-17 of the rules, sentence by sentence; those of the depots have a file of their own."""

from __future__ import annotations

import pytest

from .table import AROUND_SQUARE, SQUARE, Table, cells

EDITIONS = ["fr", "es"]

FX1 = (
    "(0,0) G jackal; (1,0) G two; (2,0) G desert; (3,0) G falcon; (0,1) G scribe; (1,1) W jackal; (2,1) R jackal; "
    "(3,1) R scarab; (4,0) W two; (4,1) B scarab; [0,0] W two; [2,0] R jackal"
)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fx1_scoring_example(edition):
    """FX-1: the scoring example of the rulebooks, 24 points."""
    table = Table(domains=FX1, hands="KA", edition=edition)
    assert table.points() == (9, 5, 10, 0)
    assert table.score() == 24
    assert table.bonus() == 1
    assert len(table.domain()) == 12


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("(1,1) W jackal; (0,0) B desert; (1,0) K desert; (0,1) R scribe; [0,0] W two", (2, 0, 2)),
        ("(0,0) G jackal; (1,0) G two; (2,0) G desert; (3,0) G falcon; (0,1) G scribe", (2 + 3, 0, 5)),
        ("(2,1) R jackal; (3,1) R scarab; (2,0) B desert; (3,0) K desert; [2,0] R jackal", (0, 2, 3)),
        ("(1,1) W jackal; (2,1) R jackal; (2,0) B desert; (3,0) K desert; (3,1) G desert; [2,0] R jackal", (0, 3, 2)),
        ("(3,1) R scarab; (4,1) B scarab", (0, 2, 0)),
        ("(1,0) G two; (4,0) W two; (0,0) B desert; (0,1) K desert; (1,1) R desert; [0,0] W two", (6, 0, 0)),
        ("(0,0) G jackal; (1,1) W jackal", (0, 0, 0)),
        ("(3,0) G falcon", (0, 0, 0)),
    ],
)
def test_fx1_parts(tiles, points):
    """FX-1: the parts of the scoring example, laid alone; deserts and scribes only carry upper tiles."""
    assert Table(domains=tiles).points()[:3] == points


def test_fx1_order_of_placement():
    """FX-1: points after each tile; the bonus comes with the fifth; the last two are bought with a discount."""
    tiles = FX1.split("; ")
    after = [0, 4, 5, 6, 10, 10, 12, 14, 16, 18, 22, 24]
    for n, (tile, points) in enumerate(zip(tiles, after)):
        where, shows = tile.split(" ", 1)
        table = Table(domains="; ".join(tiles[:n]), hands="BW", prices={1: "BW"}, row={1: shows}).play("buy")
        if n:
            table.play(where)
        if where[0] == "[":
            table.play("save blue")
        assert table.domain()[-1] == tile
        assert table.layout() == points
        assert table.bonus() == (1 if n >= 4 else 0)
        assert table.hand() == ("B" if n >= 10 else "")


def fx2(ankhs: int, **rest: object) -> Table:
    """Two players, seat 0 with so many ankhs and the price of the scribe in slot 1 after any renewal but one."""
    description = {
        "hands": "BW" + "A" * ankhs,
        "domains": "(0,0) R two; (1,0) G two",
        "prices": {1: "BW"},
        "row": {1: "K desert", 2: "K scribe", 3: "W two"},
        **rest,
    }
    return Table(**description)


RENEW, MOVE = ("renew", "stack A"), ("move", "(0,0)", "(1,1)")


def test_fx2_allowed_sequences():
    """FX-2 a, b, e, h: allowed ankh sequences."""
    a = fx2(2).play(*RENEW, *MOVE, "buy", "(2,0)")
    assert (a.hand(), len(a.domain())) == ("", 3)
    b = fx2(2, row={1: "K two", 2: "K desert"}).play(*RENEW, "buy", "(2,0)", *RENEW)
    assert (b.hand(), b.current) == ("", 1)
    e = fx2(2).take("AAR", *MOVE, *RENEW)
    assert (e.hand(), e.current) == ("BWRAA", 1)
    assert not [line for line in e.log if line.startswith("returned")]
    h = fx2(1, row={1: "K scribe", 2: "W two"}).play("buy", "(2,0)")
    assert (h.current, h.view["turn"]) == (0, 2)
    h.play(*RENEW).take("RRR")
    assert (h.hand(), h.current) == ("RRR", 1)


def test_fx2_forbidden_sequences():
    """FX-2 c, d, f, g, i: forbidden ankh sequences."""
    c = fx2(0).take("AGG")
    assert c.current == 1  # spendable 0: the turn is over
    d = fx2(1).play(*RENEW).take("AAA")
    assert d.current == 1
    assert (d.hand(), d.log.count("returned A")) == ("BWAA", 1)
    for first in (RENEW, MOVE):
        f = fx2(1).play(*first)
        assert not {"renew", "move"} & set(f.options())
    g = fx2(2).play("take", "red")
    assert "renew" not in g.options()
    g.play("red")
    assert "renew" not in g.options()
    i = fx2(2, hands="BBWWAA", row={1: "K two"}).play("buy", "(2,0)")
    assert i.options() == ["renew", "move", "end"]


A, B, D, E = "B two", "W two", "K two", "G two"
P, Q, R = "R two", "R jackal", "R scarab"
FX3_ROW = {1: A, 2: B, 4: D, 5: E}
FX3_STACKS = (f"{P}, {Q}, {R}, R falcon", "B jackal, B scarab, B falcon, B desert, B scribe")


@pytest.mark.parametrize(
    ("players", "row"), [(2, [B, D, E, P, Q, R]), (3, [A, B, D, E, P, Q]), (4, [A, B, D, E, P, Q])]
)
def test_fx3_renewal(players, row):
    """FX-3: row a b - d e -, then draws p, q, r."""
    table = Table(players, hands="A", row=FX3_ROW, stacks=FX3_STACKS).play("renew", "stack A")
    assert table.row() == row
    assert (f"discarded {A}" in table.log) == (players == 2)


def test_fx3_other_stack():
    """FX-3: the chosen stack holds only p: the following slots come from the other stack, top first."""
    table = Table(hands="A", row=FX3_ROW, stacks=(P, FX3_STACKS[1])).play("renew", "stack A")
    assert table.row() == [B, D, E, P, "B jackal", "B scarab"]
    assert table.stack("B")[0] == "B falcon"


def test_fx3_gap_on_the_left():
    """FX-3: row - b c - - -, 2 players: b is discarded, c goes to slot 1, five tiles are drawn."""
    table = Table(hands="A", row={2: B, 3: D}, stacks=(FX3_STACKS[1], P)).play("renew")
    assert table.log == ["spent renew", f"discarded {B}"]
    assert table.row() == [D, "-", "-", "-", "-", "-"]
    table.play("stack A")
    assert table.row() == [D, "B jackal", "B scarab", "B falcon", "B desert", "B scribe"]


def test_fx3_empty_stacks():
    """FX-3: both stacks empty, 3 players: a renewal only slides, and is not offered if nothing would slide."""
    table = Table(3, hands="A", row={3: A}, stacks=("", "")).play("renew")
    assert table.row() == [A, "-", "-", "-", "-", "-"]
    assert "renew" not in Table(3, hands="A", row={1: A}, stacks=("", "")).options()


def test_fx3_full_row():
    """FX-3: full row: not offered to 3 players; with 2, slot 1 is discarded and one tile drawn into slot 6."""
    assert "renew" not in Table(3, hands="A", row="full").options()
    table = Table(hands="A", row="full")
    before, top = table.row(), table.stack("B")[0]
    table.play("renew", "stack B")
    assert table.row() == [*before[1:], top]
    assert table.discards() == before[:1]


def test_fx3_last_tile():
    """FX-3: both stacks empty, 2 players, row - - - - - f: f is discarded, row and stacks are empty, AO-94."""
    table = Table(hands="A", row={6: A}, stacks=("", ""))
    assert "renew" in table.options()
    table.play("renew")
    assert f"discarded {A}" in table.log
    assert table.row() == ["-"] * 6
    table.take("BBB")
    assert "last round nothing left" in table.log


@pytest.mark.parametrize(
    ("price", "hand", "offered", "saved"),
    [
        ("RRB", "RB", "[0,0]", ["R"]),
        ("RRB", "RR", "[0,0]", ["B"]),
        ("RRB", "RRB", "both", ["save blue", "save red"]),
        ("RRB", "B", "", None),
        ("RR", "R", "[0,0]", ["R"]),
    ],
)
def test_fx4_discount(price, hand, offered, saved):
    """FX-4: which cells are offered and what is saved."""
    slot = 4 if len(price) == 3 else 1
    table = Table(hands=hand, domains=SQUARE, prices={slot: price}, row={slot: "W two"})
    if not offered:
        assert table.options() == ["take"]
    elif offered == "both":
        table.play("buy")
        assert table.options() == [*AROUND_SQUARE, "[0,0]"]
        assert table.play("[0,0]").options() == saved
    else:
        table.play("buy")
        assert table.log[:3] == ["automatic DP-6a", "automatic DP-6b", "automatic DP-6c"]
        assert f"saved {saved[0]}" in table.log
        assert (table.domain()[-1], table.hand()) == ("[0,0] W two", "")
        assert [line for line in table.log if line.startswith("paid")] == [f"paid {letter}" for letter in hand]


FX7 = "(0,0) G jackal; (1,0) G scarab; (2,0) G falcon; (3,0) G two; (4,0) G desert; (0,1) R desert"


@pytest.mark.parametrize(
    ("origin", "target", "bonus", "points", "splits"),
    [
        ("(4,0)", "(1,1)", 1, 10, False),
        ("(4,0)", "(0,2)", 0, 6, False),
        ("(2,0)", "(0,2)", 0, 6, True),
        ("(2,0)", "(1,1)", 0, 7, True),
    ],
)
def test_fx7_bonus_lost_by_a_move(origin, target, bonus, points, splits):
    """FX-7: what a move does to a group of five; some only if `move_may_split`."""
    table = Table(hands="A", domains=FX7)
    assert (table.bonus(), table.layout()) == (1, 10)
    table.play("move", origin, target)
    assert (table.bonus(), table.layout()) == (bonus, points)
    whole = Table(hands="A", domains=FX7, move_may_split=False).play("move")
    allowed = origin in whole.options() and target in whole.play(origin).options()
    assert allowed == (not splits)


def test_fx8_neighbouring_upper_tiles():
    """FX-8: colours 4, animals 2, total 6; nothing can be moved."""
    domain = (
        "(0,0) R desert; (1,0) G desert; (2,0) R scribe; (0,1) W desert; (1,1) K desert; (2,1) W scribe; "
        "[0,0] R jackal; [1,0] W jackal"
    )
    for split in (True, False):
        table = Table(3, hands="AA", domains=domain, row="full", move_may_split=split)
        assert table.points()[:3] == (0, 2, 4)
        assert table.layout() == 6
        assert table.options() == ["take"]


def test_fx9_numbers():
    """FX-9: two bonus tokens and one "two" tile are 8 points for numbers."""
    first = "(0,0) G two; (1,0) G jackal; (2,0) G scarab; (3,0) G falcon; (4,0) G desert"
    second = "(0,2) R jackal; (1,2) R scarab; (2,2) R falcon; (3,2) R desert; (4,2) R scribe"
    table = Table(domains=f"{first}; {second}")
    assert (table.bonus(), table.points()[0]) == (2, 8)


@pytest.mark.parametrize(("size", "points"), [(1, 0), (2, 2), (3, 3)])
def test_fx9_groups(size, points):
    """FX-9: groups of 1, 2, 3 equal animals or colours are 0, 2, 3 points."""
    animals = "; ".join(f"({x},0) {colour} jackal" for x, colour in enumerate("GRW"[:size]))
    colours = "; ".join(f"({x},0) G {kind}" for x, kind in enumerate(["desert", "depot", "scribe"][:size]))
    assert Table(domains=animals).points()[:3] == (0, points, 0)
    assert Table(domains=colours).points()[:3] == (0, 0, points)


@pytest.mark.parametrize(("hand", "domain"), [("BWKGRAA", ""), ("BWKGA", "(0,0) R depot + token")])
def test_fx9_tokens(hand, domain):
    """FX-9: 5 resources and 2 ankhs, or 4 and 1 and a depot: fr 2 points, es 1."""
    for edition, points in (("fr", 2), ("es", 1)):
        assert Table(hands=hand, domains=domain, edition=edition).points()[3] == points


def thirty(one: str, two: str) -> str:
    """Twelve tiles in two rows, 30 points: numbers 14, animals 4, colours 12."""
    upper = ["two", "two", "jackal", "scarab", "falcon", "desert"]
    lower = ["two", "two", "desert", "scarab", "falcon", "jackal"]
    tiles = [*((x, 0, one, kind) for x, kind in enumerate(upper)), *((x, 1, two, kind) for x, kind in enumerate(lower))]
    return "; ".join(f"({x},{y}) {colour} {kind}" for x, y, colour, kind in tiles)


def test_fx9_tiles_break_a_tie():
    """FX-9: 30 points each: 12 tiles beats 13."""
    table = Table(domains={0: thirty("G", "R") + "; (6,0) K desert", 1: thirty("B", "W")}, hands={0: "KK"}, over=True)
    assert (table.score(0), table.score(1)) == (30, 30)
    assert (len(table.domain(0)), len(table.domain(1))) == (13, 12)
    assert table.position.result() == (0, 1)


@pytest.mark.parametrize(("edition", "result"), [("fr", (1, 0)), ("es", (0, 1))])
def test_fx9_tokens_break_a_tie(edition, result):
    """FX-9: same tiles, 4 against 2 tokens: fr 4 wins, es 2 wins."""
    less = thirty("G", "R").replace("G desert", "K desert")  # 29 points, and one for three tokens
    table = Table(domains={0: less, 1: thirty("B", "W")}, hands={0: "BWKG", 1: "RR"}, edition=edition)
    assert (table.score(0), table.score(1)) == (30, 30)
    assert table.position.result() == result


def test_fx9_shared():
    """FX-9: all equal: shared."""
    table = Table(domains={0: thirty("G", "R"), 1: thirty("B", "W")}, hands={0: "BA", 1: "KG"})
    assert (table.score(0), table.score(1)) == (30, 30)
    assert table.position.result() == (0.5, 0.5)


def test_fx10_base_cells():
    """FX-10: the six base cells around two tiles, and no upper cell."""
    table = Table(domains="(0,0) G two; (1,0) W desert", hands="BW", prices={1: "BW"}, row={1: "W two"}).play("buy")
    assert sorted(table.options()) == sorted(cells("(-1,0) (0,-1) (0,1) (1,-1) (1,1) (2,0)"))


def test_fx10_first_purchase():
    """FX-10: exactly the three tokens go back, the tile goes to (0,0), its slot stays empty."""
    table = Table(hands="BBWKA", prices={5: "BWK"}, row={5: "W two", 6: "G two"}).play("buy", "end")
    assert (table.hand(), table.domain()) == ("BA", ["(0,0) W two"])
    assert [table.supply(letter) for letter in "BWKGRA"] == [3, 4, 4, 4, 4, 3]
    assert table.row() == ["-", "-", "-", "-", "-", "G two"]


TWELVE = "; ".join(
    f"({x},{y}) {colour} {kind}"
    for y, colour in enumerate("BW")
    for x, kind in enumerate(["two", "two", "desert", "jackal", "scarab", "falcon"])
)


@pytest.mark.parametrize(
    ("seat", "tile", "turns"),
    [
        (2, "R two", [0]),  # S: P still plays
        (0, "R two", []),  # P: scoring after P's turn
        (1, "R two", [2, 0]),  # Q: S and P still play
        (2, "R scribe", [2, 0]),  # S: the extra turn, then P
    ],
)
def test_fx11_end(seat, tile, turns):
    """FX-11: seats P, Q, S (0, 1, 2), first player Q; who still plays after the 13th tile."""
    table = Table(3, first=1, current=seat, domains=TWELVE, hands="BW", prices={1: "BW"}, row={1: tile, 2: "R desert"})
    table.play("buy", "(0,2)")
    played = []
    while not table.finished:
        played.append(table.current)
        table.take("BWK")
    assert played == turns
    assert sum(table.position.result()) == 1


def test_fx11_fourteenth_tile():
    """FX-11: in the extra turn of the scribe a 14th tile may be placed."""
    table = Table(
        3,
        first=1,
        current=2,
        domains=TWELVE,
        hands="BWKG",
        prices={1: "BW", 2: "KG"},
        row={1: "R scribe", 2: "R desert"},
    )
    table.play("buy", "slot 1", "(0,2)", "buy", "(1,2)")
    assert (len(table.domain(2)), table.current) == (14, 0)
    assert table.take("BBB").finished


def test_fx12_two_bonuses():
    """FX-12 a: five green and five jackals at once."""
    domain = "(0,0) G two; (1,0) G two; (2,0) G desert; (3,0) G jackal; (3,1) R jackal; (2,1) R jackal; (1,1) W jackal"
    table = Table(domains=domain, hands="BW", prices={1: "BW"}, row={1: "G jackal"})
    assert (table.bonus(), table.layout()) == (0, 14)
    table.play("buy", "(4,0)")
    assert table.bonus() == 2
    assert table.points()[:3] == (10, 5, 7)
    assert table.layout() == 22


FX12 = (
    "(0,0) G two; (1,0) G jackal; (2,0) G desert; (3,0) G scribe; (4,0) G falcon; (2,1) R desert; "
    "(0,2) G two; (1,2) G jackal; (2,2) G depot; (3,2) G scarab; (4,2) G falcon"
)


def test_fx12_merging():
    """FX-12 b: two green groups of five are merged by a move or by a purchase."""
    table = Table(domains=FX12, hands="BWA", prices={1: "BW"}, row={1: "G scarab"})
    assert (table.bonus(), table.layout()) == (2, 20)
    moved = table.copy().play("move", "(4,2)", "(0,1)")
    assert (moved.bonus(), moved.layout()) == (1, 17)
    assert "bonus -1 makes 1" in moved.log
    bought = table.copy().play("buy", "(0,1)")
    assert (bought.bonus(), bought.layout()) == (1, 18)


def test_fx13_stall_counter():
    """FX-13: `stall_rounds` 2: two rounds without a purchase end the game."""
    table = Table(stall_rounds=2)
    table.take("BBB").take("WWW")
    assert (table.view["stall"], table.finished) == (1, False)
    table.take("KKA").take("GGA")
    assert (table.view["stall"], table.finished) == (2, True)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("extra", [False, True])
def test_fx13_purchase(seat, extra):
    """FX-13: a purchase in round 2, by either player or in an extra turn, sets the counter to 0."""
    row = {1: "B scribe", 2: "R two"} if extra else {1: "R two"}
    table = Table(hands={seat: "BWKG"}, prices={1: "BW", 2: "KG"}, row=row, stall_rounds=2, stall=1, round_number=2)
    for player in (0, 1):
        if player != seat:
            table.take("RRR")
        elif extra:
            table.play("buy", "slot 1", "buy", "(1,0)")
        else:
            table.play("buy")
    assert (table.view["stall"], table.view["round"], table.finished) == (0, 3, False)


def test_fx16_scribes_and_an_empty_row():
    """FX-16: two scribes are the last tiles; the extra turns are played, then the round is finished."""
    prices, row = {2: "BW", 3: "BW"}, {2: "G scribe", 3: "R scribe"}
    table = Table(hands="BBWW", prices=prices, row=row, stacks=("", ""))
    table.play("buy", "slot 2")
    assert table.domain() == ["(0,0) G scribe"]
    assert (table.current, table.view["round"], table.view["turn"], table.view["last_round"]) == (0, 1, 2, False)
    table.play("buy", "(1,0)")
    assert (table.current, table.view["round"], table.view["turn"], table.view["last_round"]) == (0, 1, 3, True)
    assert "last round nothing left" in table.log
    table.take("BBW")
    assert (table.current, table.view["round"], table.view["turn"]) == (1, 1, 4)
    table.take("BWW")
    assert table.finished


def test_fx17_colour_of_a_support():
    """FX-17 a: a tile without a matching support, and one with."""

    def offered(tile: str, hand: str) -> list[str]:
        table = Table(hands=hand, domains=SQUARE, prices={1: "RB"}, row={1: tile})
        if "buy" not in table.options():
            return []
        table.play("buy")
        return table.options() if table.asked == "DP-6b" else [table.domain()[-1].split()[0]]

    assert offered("B two", "RB") == AROUND_SQUARE
    assert offered("B two", "R") == []
    assert offered("K two", "R") == ["[0,0]"]
    assert offered("K two", "RB") == [*AROUND_SQUARE, "[0,0]"]


def test_fx17_origin_of_a_move():
    """FX-17 b: neither tile may stay, nor go beside the cell it leaves."""
    table = Table(hands="A", domains="(0,0) G two; (1,0) R two").play("move")
    assert table.options() == cells("(0,0) (1,0)")
    assert table.copy().play("(1,0)").options() == cells("(0,-1) (-1,0) (0,1)")
    assert table.copy().play("(0,0)").options() == cells("(1,-1) (2,0) (1,1)")


def test_fx17_depot_first():
    """FX-17 c: the white token and the depot's red token pay; hand 1 red, depot empty and open."""
    table = Table(hands="RW", domains="(0,0) R depot + token", prices={1: "WR"}, row={1: "G two"}).play("buy", "(1,0)")
    assert (table.hand(), table.depots()) == ("R", "")
    assert [line for line in table.log if line.startswith("paid")] == ["paid W", "paid R from depot"]
    table.take("KKK").take("WWW")
    assert table.depots() == ""
    again = Table(hands="RWWWW", domains="(0,0) R depot; (1,0) G two").take("AAB")
    assert again.depots() == "R"
