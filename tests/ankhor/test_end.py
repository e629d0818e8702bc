"""The end of the game and running out of things, AO-88 to AO-96."""

from __future__ import annotations

import pytest

from .table import GAME, Table

SIX = ["two", "two", "desert", "jackal", "scarab", "falcon"]


def twelve(colours: str = "BW") -> str:
    """Twelve tiles in two rows, of two colours."""
    return "; ".join(f"({x},{y}) {colour} {kind}" for y, colour in enumerate(colours) for x, kind in enumerate(SIX))


def ready(seat: int, players: int = 3, first: int = 1, tile: str = "R two", **rest: object) -> Table:
    """Seat `seat` to play, with twelve tiles and the price of slot 1."""
    return Table(
        players, first=first, current=seat, domains=twelve(), hands="BWAA", prices={1: "BW"}, row={1: tile}, **rest
    )


def rest_of_game(table: Table) -> list[int]:
    """Everybody takes what there is until the end; the seats that had a turn."""
    seats = {}
    while not table.finished:
        seats[table.view["turn"]] = table.current
        table.play("end" if "end" in table.options() else table.options()[0])
    return list(seats.values())


def test_thirteenth_tile():
    """AO-88: the 13th tile triggers the end; a move does not."""
    table = ready(1)
    assert not table.view["last_round"]
    table.play("move", "(0,0)", "(0,2)")
    assert not table.view["last_round"]
    table.play("buy", "(2,2)")
    assert table.view["last_round"]
    assert table.log.count("last round 13 tiles") == 1
    assert not table.finished


def test_eleven_and_one():
    """AO-88: the 12th tile does not trigger the end."""
    domain = twelve().rsplit(";", 1)[0]
    table = Table(3, domains=domain, hands="BW", prices={1: "BW"}, row={1: "R two"}).play("buy", "(0,2)")
    assert len(table.domain()) == 12
    assert not table.view["last_round"]


def test_both_levels_count():
    """AO-88: both levels are counted."""
    table = ready(1, tile="B scarab").play("buy", "[0,0]", "save blue")
    assert table.view["last_round"]


@pytest.mark.parametrize(("seat", "left"), [(1, [2, 0]), (2, [0]), (0, [])])
def test_round_is_finished(seat, left):
    """AO-89: the round is finished up to the player to the right of the first player; then the game is scored."""
    table = ready(seat).play("buy", "(0,2)")
    table.play("end")
    assert rest_of_game(table) == left
    assert table.finished
    assert table.options() == []
    assert sum(table.position.result()) == 1


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 0), (3, 2), (4, 0), (4, 3)])
def test_last_player_triggers(players, first):
    """AO-90: if the last player of a round triggers the end, scoring follows after that turn."""
    last = (first - 1) % players
    table = ready(last, players, first).play("buy", "(0,2)")
    assert table.asked == "DP-8"  # the rest of the turn is played
    table.play("end")
    assert table.finished
    assert table.log == ["over round finished"]


def test_extra_turn_in_the_last_round():
    """AO-91: extra turns of scribes are still played in the last round, also that of the 13th tile."""
    table = ready(0, tile="R scribe").play("buy", "(0,2)")
    assert not table.finished
    assert (table.current, table.view["turn"]) == (0, 2)
    table.take("BBB", "end")
    assert table.finished
    later = Table(
        2,
        domains={0: twelve(), 1: "(0,0) R two"},
        hands={0: "BW", 1: "KG"},
        prices={1: "BW", 2: "KG"},
        row={1: "R desert", 2: "R scribe"},
    )
    later.play("buy", "(0,2)")
    later.play("buy", "(1,0)")
    assert (later.current, later.finished, later.view["last_round"]) == (1, False, True)
    later.take("BBB")
    assert later.finished


def test_fourteen_tiles():
    """AO-92: there is no upper limit: a domain may have 14 and more tiles."""
    table = Table(2, domains=twelve(), hands="BWKG", prices={1: "BW", 2: "KG"}, row={1: "R scribe", 2: "R two"})
    table.play("buy", "slot 1", "(0,2)", "buy", "(1,2)")
    assert len(table.domain()) == 14
    row, prices = {1: "B scribe", 2: "W scribe", 3: "R two"}, {1: "BW", 2: "BK", 3: "KG"}
    table = Table(2, domains=twelve(), hands="BBWKG", row=row, prices=prices)
    table.play("buy", "slot 1", "[0,0]", "save white", "buy", "slot 2", "[1,0]", "save black", "buy", "(0,2)")
    assert len(table.domain()) == 15
    assert table.current == 1


def test_empty_row():
    """AO-93: an empty row causes no refill: without a spendable ankh tokens have to be taken."""
    table = Table(hands={0: "BBWWK", 1: "BBWWKA"})
    assert table.options() == ["take"]
    table.take("AAR", "return red")
    assert table.row() == ["-"] * 6
    assert table.options() == ["take", "renew"]


@pytest.mark.parametrize(("current", "finished"), [(0, False), (1, True)])
def test_nothing_left(current, finished):
    """AO-94: if at the end of a turn row and stacks are empty, the rest of the round is played, then scored."""
    table = Table(current=current, hands="BW", prices={1: "BW"}, row={1: "B two"}, stacks=("", "")).play("buy")
    assert "last round nothing left" in table.log
    assert table.finished == finished
    if not finished:
        assert rest_of_game(table) == [1]


def test_nothing_left_at_the_end_of_a_turn():
    """AO-94: what counts is the end of the turn, and an extra turn is still played."""
    table = Table(hands="BWA", prices={1: "BW"}, row={1: "B two"}, stacks=("W two", "")).play("buy")
    assert not table.view["last_round"]  # a tile is left in the stack
    table.play("end")
    assert not table.view["last_round"]
    table = Table(hands="AA", row={1: "B two"}, stacks=("", "")).play("renew")
    assert not table.view["last_round"]
    table.take("BBB")
    assert table.view["last_round"]
    table = Table(current=1, hands="BW", prices={1: "BW"}, row={1: "B scribe"}, stacks=("", "")).play("buy")
    assert (table.view["last_round"], table.finished, table.current) == (True, False, 1)
    assert table.take("BBB").finished


@pytest.mark.parametrize("players", [3, 4])
def test_tiles_suffice_for_three(players, random_match):
    """AO-94: before a 13th tile it can occur with 2 players only."""
    assert 55 - 12 * players > 0  # nothing is discarded: some tile is always in the row or in a stack
    for seed in range(20):
        s = random_match("ankhor", players, seed, stall_rounds=0).position.state
        assert s.tiles[:players].max() >= 13


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit", [1, 3])
def test_stall(players, limit):
    """AO-95: after `stall_rounds` complete rounds in a row without any purchase the game ends and is scored."""
    table = Table.of(GAME.match(players=players, seed=1, stall_rounds=limit).position)
    turns = 0
    while not table.finished:
        assert table.view["stall"] == turns // players
        before = table.view["turn"]
        while not table.finished and table.view["turn"] == before:
            table.play(table.options()[0])
        turns += 1
    assert turns == limit * players
    assert table.view["stall"] == limit
    assert table.log[-1] == "over stalled"
    assert sum(table.position.result()) == 1


@pytest.mark.parametrize("buyer", [0, 1])
def test_counting_rounds(buyer):
    """AO-95a: every purchase sets the counter to 0; a round in which nobody bought raises it by 1."""
    table = Table(hands={buyer: "KG"}, prices={2: "KG"}, row={2: "B two"}, stall_rounds=3)
    counted = []
    for turn in range(8):
        if turn == 2 + buyer:
            table.play("buy")
        while table.view["turn"] == turn + 1:
            table.play("take" if "take" in table.options() else table.options()[-1])
        counted.append(table.view["stall"])
    assert counted == ([0, 1, 0, 0, 0, 1, 1, 2] if buyer == 0 else [0, 1, 1, 0, 0, 1, 1, 2])


def test_purchase_in_an_extra_turn():
    """AO-95a: a purchase in an extra turn counts for the round it lies in."""
    row, prices = {1: "B scribe", 2: "R two"}, {1: "BW", 2: "KG"}
    table = Table(hands={1: "BWKG"}, prices=prices, row=row, stall_rounds=2, stall=1)
    table.take("BBB")
    table.play("buy", "slot 1", "buy", "(1,0)")
    assert (table.view["stall"], table.finished, table.view["round"]) == (0, False, 2)


def test_last_round_is_counted():
    """AO-95a: the last round is counted too."""
    table = Table(2, hands={0: "AA"}, row={6: "R two"}, stacks=("", ""), stall_rounds=5).play("renew").take("BBB")
    assert table.view["last_round"]
    table.take("WWW")
    assert table.finished
    assert table.view["stall"] == 1


def test_no_stall_limit():
    """AO-95a: with `stall_rounds` 0 nothing is counted and the game goes on."""
    table = Table.of(GAME.match(players=2, seed=1, stall_rounds=0).position)
    for _ in range(600):
        table.play(next(option for option in table.options() if option != "buy"))
    assert not table.finished
    assert table.view["stall"] == 0
    assert table.view["round"] > 30


def test_other_shortages():
    """AO-96: token piles, stacks and row may run out together and the game still goes on."""
    table = Table(
        hands={0: "BWA", 1: "RRRRKKKKGGGG"},
        prices={1: "BW"},
        row={1: "R depot", 2: "B two"},
        stacks=("", ""),
        domains="(0,0) R two",
    )
    assert table.copy().play("take").options() == ["blue", "white", "ankh"]
    bought = table.copy().play("buy", "(1,0)")
    assert bought.depots() == ""
    assert bought.options() == ["renew", "move", "end"]
    bought.play("renew")
    assert bought.row() == ["-"] * 6
    assert bought.view["last_round"]
    renewed = table.copy().play("renew")
    assert renewed.row() == ["B two", "-", "-", "-", "-", "-"]
