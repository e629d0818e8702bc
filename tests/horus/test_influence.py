"""Cards, markers, River Transport, exhausted piles, the end and the points (HO-46 to HO-79a)."""

from __future__ import annotations

import pytest

from khonsu.games.horus.rules import pieces as p

from .table import START, Table

TWO_BY_RIVER = f"{START} | D 2,0 4,0 | H -2,0 -4,0 -6,0 | M 6,1"


# -- step 2 ----------------------------------------------------------------------------------------------------------


def test_cards_offered():
    """HO-46, HO-47: distinct faces in canonical order, then River Transport; the card goes to the discards."""
    table = Table(START, hands={0: "?1-5 D1-5 D3 D3 H1"}).begin()
    assert table.options() == ["card D 3", "card D 1-5", "card H 1", "card ? 1-5", "transport"]
    table.play("card D 3")
    assert table.position.view()["discards"] == ["D 3"]
    assert table.hand() == ["D3", "D1-5", "H1", "?1-5"]
    assert table.position.view()["card"] == "D 3"


def test_sets_of_numbers_in_order():
    """Section 5: single numbers first, then sets in lexicographic order."""
    deck = "D1x1,D5x1,D1+2x1,D1-3x1,D1+3x1,?2x10"
    table = Table(START, hands={0: "D1+3 D1-3 D1+2 D5 D1"}, deck=deck).begin()
    assert table.options()[:5] == ["card D 1", "card D 5", "card D 1+2", "card D 1-3", "card D 1+3"]


def test_cards_of_empty_piles_cannot_be_played():
    """HO-46, HO-70: a card needs a tile; an empty River pile takes no card from a hand."""
    table = Table(START, hands={0: "D1 H1 H2 ?1 M1"}, piles={"desert": 0}).begin()
    assert table.options() == ["card H 1", "card H 2", "card M 1", "card ? 1", "transport"]
    river = Table(START, hands={0: "D1 H1 H2 ?1 M1", 1: "D2 H3 H4 ?2 M2"}, bag="R", piles={"river": 1}).begin()
    river.play("replace 0,2", "end 0,4", "extend", "place 2,0")
    assert "exhausted river" in river.log
    assert river.hand(0) == ["D1", "H1", "H2", "M1", "?1"]
    assert len(river.options()) == 6


def test_a_single_card_is_still_asked_for():
    """Section 6: a card played without being asked for would tell the others about the hand."""
    table = Table(START, hands={0: "D1"}, deck="D1x10,D2x5", piles={"hills": 1}).begin()
    table.state.transport[0] = 0
    table.begin()
    assert table.asked == "DP-7"


# -- step 4 ----------------------------------------------------------------------------------------------------------


def test_exact_size():
    """HO-51, HO-53, HO-54: a region of exactly the card's number, of any kind; a range allows each of its numbers."""
    hands = {0: "M2 M3 M1-5 M4 M5"}
    table = Table(TWO_BY_RIVER, hands=hands).begin().play("card M 2", "place 8,1")
    assert table.options() == ["region 2,0", "region 6,1"]
    every = Table(TWO_BY_RIVER, hands=hands).begin().play("card M 1-5", "place 8,1")
    assert every.options() == ["region 2,0", "region -2,0", "region 6,1"]
    only = Table(TWO_BY_RIVER, hands=hands).begin().play("card M 3", "place 8,1")
    assert "marked -2,0 size 3, 1 there" in only.log
    assert only.current == 1
    large = Table(f"{START} | D 2,0 4,0 6,0 8,0 10,0 12,0", hands=hands).begin().play("card M 1-5", "place -2,0")
    assert "marked -2,0 size 1, 1 there" in large.log  # six tiles are out of reach


def test_one_marker_per_tile():
    """HO-52: a full region takes no more; one player may have several markers in a region."""
    full = Table(f"{TWO_BY_RIVER} | w 2,0 | k 4,0", hands={0: "M2 D1 D2 D3 D4"}).begin().play("card M 2", "place 8,1")
    assert "marked 6,1 size 2, 1 there" in full.log
    twice = Table(f"{TWO_BY_RIVER} | w 2,0", hands={0: "F2 D1 D2 D3 D4"}).begin().play("card F 2", "place -2,2")
    assert "marked 4,0 size 2, 2 there" in twice.log
    assert twice.region("2,0")["markers"] == [2, 0]


def test_earliest_empty_tile():
    """HO-52, section 5: a region is named by its earliest tile and the marker takes the earliest empty one."""
    table = Table(f"{START} | D 2,0 6,0 4,0 | H 2,2 | k 2,0", hands={0: "F3 D1 D2 D3 D4"}).begin()
    table.play("card F 3", "place -2,0")
    assert "marked 6,0 size 3, 1 there" in table.log


def test_no_fitting_region():
    """HO-11, HO-56, HO-63: if no region fits, the turn ends with the tile."""
    table = Table(START, hands={0: "D5 H1 H2 F1 F2"}).begin().play("card D 5", "place 2,0")
    assert "unmarked 0" in table.log
    assert table.current == 1


def test_no_marker_left():
    """HO-56, HO-79: a player without markers in supply places none, but may still move one by River Transport."""
    table = Table(TWO_BY_RIVER, hands={0: "D3 H1 H2 F1 F2"})
    table.state.supply[0] = 0
    table.begin().play("card D 3", "place 8,1")
    assert "unmarked 1" in table.log
    moving = Table(f"{TWO_BY_RIVER} | w 2,0", hands={0: "D3 H1 H2 F1 F2"}, piles={"river": 0})
    moving.state.supply[0] = 0
    moving.begin().play("transport")
    assert moving.asked == "DP-10"


def test_marker_optional():
    """HO-56: with `marker_optional` a player may pass, but only where there is something to decline."""
    table = Table(START, hands={0: "D1 H1 H2 F1 F2"}, marker_optional=True).begin().play("card D 1", "place 2,0")
    assert table.options() == ["region 2,0", "pass"]
    table.play("pass")
    assert table.log[0] == "unmarked 2"
    assert table.region("2,0")["markers"] == [0, 0]
    none = Table(START, hands={0: "D5 H1 H2 F1 F2"}, marker_optional=True).begin().play("card D 5", "place 2,0")
    assert "unmarked 0" in none.log


def test_first_turn_is_each_players_own():
    """HO-55: every player's own first turn, and no later one."""
    fixture = f"{START} | D 2,0 4,0 | H -2,0"
    for players in (2, 3, 4):
        for turn in range(1, players + 3):
            table = (
                Table(fixture, players, turn=turn, hands={0: "F2 D1 D2 D3 D4"}).begin().play("card F 2", "place 1,4")
            )
            assert (table.asked == "DP-9") == (turn <= players)
            assert ("marked 2,0 size 2, 1 there" in table.log) == (turn > players)


def test_markers_by_tile():
    """Section 5, `marker_choice = tile`: the very tiles are offered, in order of placement; HO-51, HO-60, HO-61."""
    hands = {0: "F2 D1 D2 D3 D4"}
    table = Table(f"{START} | D 2,0 | H -2,0 | D 4,0 | H -4,0", hands=hands, marker_choice="tile").begin()
    table.play("card F 2", "place 1,4")
    assert table.options() == ["tile 2,0", "tile -2,0", "tile 4,0", "tile -4,0"]
    table.play("tile 4,0")
    assert "marked 4,0 size 2, 1 there" in table.log
    moving = Table(
        f"{START} | D 2,0 | H -2,0 | D 4,0 | H -4,0 | w 2,0 4,0", hands=hands, marker_choice="tile", piles={"river": 0}
    ).begin()
    moving.play("transport")
    assert moving.options() == ["tile 2,0", "tile 4,0", "none"]
    moving.play("tile 4,0")
    assert moving.options() == ["tile -2,0", "tile -4,0"]
    moving.play("tile -4,0")
    assert "moved marker 4,0 to -4,0" in moving.log


# -- River Transport -------------------------------------------------------------------------------------------------


def test_transport_plays_two_tiles():
    """HO-7, HO-50, HO-58, HO-59, HO-64: two River tiles, each in its own way; once per game; no card is drawn."""
    table = Table(TWO_BY_RIVER, hands={0: "D1 D2 H1 H2 F1"}).begin().play("transport")
    assert table.asked == "DP-5"
    table.play("extend", "place -2,2")
    assert table.asked == "DP-5"
    table.play("necropolis", "place 1,4")
    assert table.pile("river") == 18
    assert table.current == 1  # no marker to move, so the turn is over
    assert "unmarked 3" in table.log
    assert not any("drew card" in line for line in table.log)
    assert table.hand(0) == ["D1", "D2", "H1", "H2", "F1"]
    assert table.position.view()["seats"][0]["transport"] is False
    assert "transport" not in table.begin(0).options()
    assert int(table.state.supply[0]) == 20


def test_transport_moves_a_marker():
    """HO-59, HO-60, HO-61, HO-57: from a region touching the river to another one of any size; one may decline."""
    fixture = f"{TWO_BY_RIVER} | F 8,1 | w 4,0 6,1 | k -2,0"
    hands = {0: "D1 D2 H1 H2 F1"}
    table = Table(fixture, hands=hands, piles={"river": 0}).begin().play("transport")
    # the Desert tile (4,0) does not touch the river, its region does; Marsh (6,1) does not
    assert table.options() == ["region 2,0", "none"]
    table.play("region 2,0")
    assert "automatic DP-11" in table.log  # the Hills are the only other region by the river
    assert "moved marker 4,0 to -4,0" in table.log
    assert (table.region("2,0")["markers"], table.region("-2,0")["markers"]) == ([0, 0], [1, 1])
    assert int(table.state.supply[0]) == 18
    declined = Table(fixture, hands=hands, piles={"river": 0}).begin().play("transport", "none")
    assert declined.log[:2] == ["played transport", "unmarked 3"]
    assert declined.current == 1


def test_transport_needs_a_target():
    """HO-61, DP-10: a region is no source if no other region by the river has an empty tile."""
    hands = {0: "D1 D2 H1 H2 F1"}
    table = Table(f"{START} | D 2,0 | H -2,0 | w 2,0 | k -2,0", hands=hands, piles={"river": 0}).begin()
    table.play("transport")
    assert "unmarked 3" in table.log
    own = Table(f"{START} | D 2,0 4,0 | w 2,0", hands=hands, piles={"river": 0}).begin().play("transport")
    assert "unmarked 3" in own.log  # moving within one region is not offered


def test_transport_contact_after_the_tiles():
    """HO-62: contact with the river is judged after the two tiles; with one tile left, one is played."""
    fixture = f"{START} | N 2,0 | D 4,0 | H -2,0 | w 4,0"
    table = Table(fixture, hands={0: "D1 D2 H1 H2 F1"}, piles={"river": 1}).begin().play("transport")
    table.play("extend", "place 2,2")
    assert table.asked == "DP-10" or "unmarked 3" in table.log
    reached = Table(fixture, hands={0: "D1 D2 H1 H2 F1"}, piles={"river": 2}).begin()
    reached.play("transport", "extend", "place 2,2", "extend", "place 4,2")
    assert reached.region("4,0")["river"]
    assert reached.options() == ["region 4,0", "none"]


def test_transport_in_the_first_turn():
    """HO-58: allowed in the first turn, unless `transport_first_turn` is false."""
    assert "transport" in Table(START, turn=1).begin().options()
    assert "transport" not in Table(START, turn=1, transport_first_turn=False).begin().options()
    assert "transport" in Table(START, turn=3, transport_first_turn=False).begin().options()


# -- end of turn, exhausted piles ------------------------------------------------------------------------------------


def test_hand_is_refilled():
    """HO-63, HO-64: after the turn the player draws up to five cards; the others learn how many, not which."""
    table = Table(START, hands={0: "D1 D2 H1 H2 F1"}).begin().play("card D 1", "place 2,0")
    assert len(table.hand(0)) == 5
    assert "drew card by 0" in table.log
    own = [event for event in table.position.events(0) if not event.hidden]
    assert len(own) == len(table.position.events(0))


def test_first_exhausted_terrain_only():
    """HO-65, HO-66, HO-68, HO-71: the second exhausted terrain pile takes no cards; the game ends with the turn."""
    hands = {0: "F1 F2 ?1 M1 M2", 1: "F3 F4 M3 ?2 M4"}
    table = Table(f"{START} | D 2,0", hands=hands, piles={"hills": 0, "farmland": 1})
    table.state.exhausted = p.HILLS
    table.begin().play("card F 1", "place 4,0")
    assert "last turn" in table.log
    assert not any("lost" in line for line in table.log)
    assert table.options() == ["region 2,0", "region 4,0"]  # the turn is completed
    table.play("region 2,0")
    assert table.asked is None
    assert table.log[-1] == "over 0"
    assert table.hand(1) == ["F3", "F4", "M3", "M4", "?2"]


def test_river_pile_counts_for_the_end():
    """HO-71, HO-66: River pile first, then a terrain pile: its cards are discarded and the game ends at once."""
    hands = {0: "F1 F2 ?1 M1 M2", 1: "F3 F4 M3 ?2 M4"}
    table = Table(START, hands=hands, piles={"river": 0, "farmland": 1}).begin().play("card F 1", "place 2,0")
    assert "lost F2 of 0" in table.log
    assert "lost F4 of 1" in table.log
    assert table.asked is None
    assert table.scores() == [1, 0]


def test_river_pile_runs_out_in_step_one():
    """HO-71, HO-10: the second pile may run out in step 1; steps 2 to 4 are still played, then the game ends."""
    table = Table(START, bag="R", hands={0: "F1 F2 ?1 M1 M2"}, piles={"desert": 0, "river": 1}).begin()
    table.play("replace 0,2", "end 0,4", "necropolis", "place 2,0")
    assert table.asked == "DP-7"
    table.play("card ? 1")
    assert table.options() == ["pile hills", "pile farmland", "pile marsh"]
    table.play("pile hills", "place 2,2")
    assert table.asked is None
    assert table.scores() == [1, 0]


def test_exhausted_cards_drawn_later():
    """HO-68: a card of the exhausted kind drawn later goes out of the game and is replaced; `keep` keeps it."""
    deck = "H1x10,D1x5,D2x5"
    for keep in ("replace", "keep"):
        table = Table(START, hands={0: "D1 D1 D1 D1 D1", 1: "D2 D2 D2 D2 D2"}, deck=deck, exhausted_draw=keep)
        table.state.exhausted = p.HILLS
        table.state.pile[p.HILLS] = 0
        table.state.empty_piles = 1
        table.begin().play("card D 1", "place 2,0")
        assert table.state.removed_size == (10 if keep == "replace" else 0)
        if keep == "keep":
            assert table.hand(0) == ["D1"] * 4 + ["H1"]
            table.begin(0)
            assert table.options() == ["card D 1", "transport"]  # unplayable, and it counts for the hand
        else:
            assert table.hand(0) == ["D1"] * 5  # the card just played came back by HO-69


def test_empty_deck():
    """HO-69, HO-67: the discards become a new deck; without any the hand stays short until cards are there."""
    deck = "D1x5,D2x5,H1x1"
    hands = {0: "D1 D1 D1 D1 D1", 1: "D2 D2 D2 D2 D2"}
    table = Table(f"{START} | D 2,0", hands=hands, discards="H1", deck=deck).begin().play("card D 1", "place 4,0")
    assert "reshuffled 2" in table.log
    assert table.state.deck_size == 1
    assert table.state.discards == 0
    short = Table(START, hands=hands, deck="D1x5,D2x5,H1x5")
    short.state.deck_size = 0
    short.state.hand_size[0] = 3
    short.begin()
    assert len(short.hand(0)) == 3
    short.state.discard[0] = 14
    short.state.discards = 1
    short.begin()
    assert len(short.hand(0)) == 4
    assert "reshuffled 1" in short.log


def test_nothing_to_play():
    """HO-79, HO-79a: without any playable card steps 2 to 4 are skipped; a whole round of that ends the game."""
    deck = "H1x20,D1x5"
    hands = {0: "H1 H1 H1 H1 H1", 1: "H1 H1 H1 H1 H1"}
    table = Table(START, bag="DD", hands=hands, deck=deck, exhausted_draw="keep", piles={"hills": 0})
    table.state.exhausted = p.HILLS
    table.state.transport[:] = 0
    table.begin().play("place 2,0")
    assert "skipped" in table.log
    assert table.current == 1
    assert table.asked == "DP-1"
    table.play("place 4,0")
    assert table.asked is None
    assert table.log[-1] == "over 1"


# -- points ----------------------------------------------------------------------------------------------------------


def test_control():
    """HO-72, HO-77: most markers control, a tie shares, and everybody who controls scores in full."""
    table = Table(f"{START} | D 2,0 4,0 6,0 | H -2,0 -4,0 | M 2,3 | w 2,0 4,0 -2,0 | k 6,0 -4,0", players=3)
    assert table.region("2,0")["scores"] == [0]
    assert table.region("-2,0")["scores"] == [0, 1]
    assert table.region("2,3")["scores"] == []
    assert table.scores() == [5, 2, 0]


def test_ties_stand():
    """HO-78: all who have the highest score win together."""
    table = Table(f"{START} | D 2,0 4,0 | H -2,0 | w 2,0 | k 4,0 | b -2,0", players=3)
    table.state.over = 1
    assert table.scores() == [2, 2, 1]
    assert table.position.result() == (0.5, 0.5, 0.0)
    assert Table(START, players=4).position.result() == (0.25,) * 4


@pytest.mark.parametrize(("size", "value"), [(1, 4), (2, 8), (3, 10)])
def test_both_doublings(size, value):
    """HO-74, HO-75, HO-76: island and Temple together make four times the size, at most ten."""
    hills = " ".join(["2,0", "4,0", "6,0"][:size])
    ring = "0,-2 2,-2 4,-2 6,-2 8,-2 10,-2 10,0 10,2 8,2 6,2 4,2 2,2 0,2"
    table = Table(f"S 0,0 | R {ring} | E 0,-4 0,4 | T {2 + 2 * size},0 | H {hills}")
    assert table.value("2,0") == value
    assert table.region("2,0")["capped"] == (size == 3)


def test_breakdown():
    """HO-77: the parts by terrain add up to the score."""
    table = Table("EX78", players=4)
    parts = table.position.game.breakdown(table.state, 0)
    assert parts == {"desert": 8.0, "hills": 11.0, "farmland": 4.0, "marsh": 3.0}
