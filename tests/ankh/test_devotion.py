"""The devotion track, merging, forgotten gods and the end (AK-172 to AK-205)."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st

FOUR = "ra: G 7,3 | isis: G 1,4 | amun: G 5,7 | osiris: G 8,8"
LOW = {"ra": 2, "isis": 3, "amun": 8, "osiris": 9}


# -- the track ---------------------------------------------------------------------------------------------------------


def test_stacks(lay):
    """AK-172, AK-173: space, then place in the stack; the score shows both."""
    table = lay("isis: G 1,4 | ra: G 5,7 | amun: G 7,1", stack={"isis": 4, "ra": 5, "amun": 5})
    assert [table.position.score(seat) for seat in range(3)] == pytest.approx([4.0, 5.0, 5.1])
    table.conflict("ra")  # everybody dominates a region: Isis first
    assert table.order() == ["isis", "ra", "amun"]
    assert [table.devotion(god) for god in table.order()] == [5, 6, 6]
    assert table.position.score(0) == 5.0


def test_gains_use_the_order_at_the_start(lay):
    """AK-174, AK-174a: who overtakes another within a step does not change the step's order."""
    table = lay(
        "isis: W 1,4 1,5 G 7,1 | ra: W 1,7 1,8 | amun: G 2,6 W 2,5 2,7 3,6",
        powers={"isis": "magnanimous bountiful", "ra": "magnanimous"},
        stack={"amun": 0, "isis": 3, "ra": 4},
    )
    table.conflict("amun")
    table.cards(isis="maat", ra="maat", amun="maat")
    gains = [(e.seat, e.a) for e in table.happened(st.GAINED) if e.c == st.BY_MAGNANIMOUS]
    assert gains == [(0, 3), (1, 2)]
    assert table.order()[:3] == ["amun", "isis", "ra"]


def test_no_loss_below_zero(lay):
    """AK-175: on space 0 nothing happens, not even to the stack."""
    table = lay(
        "isis: C 1,4 | ra: G 1,7 | amun: ",
        guardians=("cat-mummy", "mummy", "scorpion"),
        stack={"ra": 0, "amun": 0, "isis": 0},
    )
    table.conflict("amun")
    table.cards(isis="maat", ra="plague")
    assert not table.happened(st.LOST)


def test_reaching_the_top(lay):
    """AK-176, AK-201: the marker cannot pass the top; its god wins at once."""
    table = lay(
        "isis: G 4,2 W 4,1 4,0 | ra: G 3,3 ", stack={"ra": 12, "isis": 29}, order={"1,5": 2, "5,7": 3, "7,1": 1}
    )
    table.conflict("ra")
    table.cards(isis="drought", ra="maat")
    assert table.devotion("isis") == 31
    assert table.gains("isis") == [2]
    assert table.asked is None
    assert table.position.deciders == ()
    assert table.position.result() == (1.0, 0.0)


# -- merging -----------------------------------------------------------------------------------------------------------


def test_no_merge_of_two(lay):
    """AK-177: with two players nothing happens after Conflict III."""
    table = lay("isis: G 1,4 | ra: G 5,7", stack={"isis": 0, "ra": 4})
    table.close_conflict(3)
    assert list(table.s.god_of[:2]) == [0, 1]


def test_the_two_least_devoted_merge(lay):
    """AK-177, AK-178: the least is the lower god."""
    table = lay(FOUR, stack={"osiris": 1, "isis": 1, "amun": 8, "ra": 9})
    table.close_conflict(3)
    assert list(table.s.god_of[:4]) == [0, 1, 2, 1]
    assert [(e.seat, e.b) for e in table.happened(st.MERGED)] == [(1, 3)]


def test_lower_god_leaves(lay):
    """AK-179, AK-155: its figure and warriors, on the board and in the pool; Suns return to the sheet."""
    table = lay("ra: G 7,3 W 7,2* 7,4 | isis: G 1,4 | amun: G 5,7", stack={"ra": 0, "isis": 1, "amun": 5})
    table.close_conflict(3)
    assert [table.figure(h) for h in ("7,3", "7,2", "7,4")] == [None] * 3
    assert table.s.warriors[0] == 0
    assert table.s.suns == 3


def test_its_monuments_fall(lay):
    """AK-180, AK-184: to the supply; the tokens leave the game."""
    table = lay(
        "ra: G 7,3 | isis: G 1,4 | amun: G 5,7", "O ra 7,2; T ra 7,1; P isis 1,5", stack={"ra": 0, "isis": 1, "amun": 5}
    )
    table.close_conflict(3)
    assert table.monument("7,2") is None
    assert table.monument("1,5") == "isis pyramid"
    assert list(table.s.supply[1:]) == [10, 10, 9]
    assert (table.s.tokens[0], table.s.row[0], table.s.hand[0]) == (0, 0, 0)


def test_guardians_change_sides(lay):
    """AK-181: they stay where they are, a scorpion with its facing, in the pool too."""
    table = lay("ra: G 7,3 X 7,1/4 | isis: G 1,4 | amun: G 5,7", stack={"ra": 0, "isis": 1, "amun": 5})
    table.pool("ra", satet=1)
    table.close_conflict(3)
    assert table.figure("7,1") == "isis scorpion"
    assert table.s.facing[st.b.HEX[7, 1]] == 4
    assert table.s.beasts[1, 0] == 1
    assert table.s.beasts[0, 0] == 0


def test_no_free_base_nothing_is_asked(lay):
    """AK-182: with no free base all of that size return to their card."""
    table = lay(
        "ra: G 7,3 S 7,1 | isis: G 1,4 S 1,5 S 1,3 | amun: G 5,7 | osiris: G 8,8",
        stack={"ra": 0, "isis": 1, "amun": 5, "osiris": 6},
    )
    table.close_conflict(3)
    assert table.figure("7,1") is None
    assert table.s.card[0] == 1
    assert table.asked == "first_action"


def test_small_bases_first(lay):
    """AK-182: then the large ones."""
    table = lay(
        "ra: G 7,3 S 7,1 M 7,2 X 8,1 Y 8,2 | isis: G 1,4 S 1,5 X 1,3 | amun: G 5,7",
        stack={"ra": 0, "isis": 1, "amun": 5},
    )
    table.s.card[:] = (0, 1, 0)
    table.close_conflict(3)
    assert table.legal() == ["keep 7,1", "keep 7,2"]
    table.play("keep 7,2")
    assert table.legal() == ["keep 8,1", "keep 8,2"]
    table.play("keep 8,2")
    assert [table.figure(h) for h in ("7,1", "7,2", "8,1", "8,2")] == [None, "isis mummy", None, "isis androsphinx"]


def test_switch_merge_base_choice(lay):
    """AK-182 with its switch: the higher god chooses among the guardians of both."""
    table = lay(
        "ra: G 7,3 S 7,1 | isis: G 1,4 S 1,5 M 1,3 | amun: G 5,7",
        stack={"ra": 0, "isis": 1, "amun": 5},
        merge_base_choice="free",
    )
    table.close_conflict(3)
    assert table.legal() == ["keep 1,3", "keep 1,5", "keep 7,1"]
    table.play("keep 7,1")
    assert table.legal() == ["keep 1,3", "keep 1,5"]
    table.play("keep 1,3")
    assert table.figure("1,5") is None
    assert table.figure("7,1") == "isis satet"


def test_what_the_merged_god_has(lay):
    """AK-183, AK-185, AK-186, AK-188, AK-189: followers of both, powers and cards of the higher, both abilities."""
    table = lay(
        FOUR,
        followers={"ra": 3, "isis": 2},
        powers={"ra": "commanding inspiring resplendent", "isis": "revered"},
        stack=LOW,
    )
    table.s.hand[1], table.s.used[1] = 0b1111110, 1
    table.close_conflict(3)
    sheet = table.position.view(0)["gods"][1]
    assert sheet["followers"] == 5
    assert (sheet["powers"], sheet["row"]) == (["revered"], 5)
    assert sheet["abilities"] == ["isis", "ra"]
    assert sheet["used"] == ["flood"]
    assert sum(h["figure"] is not None for h in table.position.view(0)["hexes"]) == 3


def test_seats_stay(lay):
    """AK-190, AK-36: the turn order is the same, each partner takes one action."""
    table = lay(FOUR, stack=LOW)
    table.close_conflict(3)
    table.turn("ra")
    table.play("move", "finish")
    assert table.deciders == ["isis"]
    table.play("move", "finish")
    assert table.deciders == ["amun"]
    table.play("move", "finish")
    assert table.asked == "second_action"


def test_partners_share(lay):
    """AK-191, AK-192: figures, followers and unlocks are common; a new guardian goes to the common pool."""
    table = lay(FOUR, followers={"ra": 2}, powers={"isis": "revered"}, stack=LOW)
    table.close_conflict(3)
    table.turn("ra")
    table.play("unlock", "power commanding")
    sheet = table.position.view(0)["gods"][1]
    assert sheet["powers"] == ["commanding", "revered"]
    assert sheet["guardians"] == {"satet": 1}
    table.turn("ra")
    table.play("move")
    assert table.legal() == ["figure 1,4", "finish"]


def test_tie_breaker_of_a_merged_god(lay):
    """AK-193, AK-194: earned by the lower seat's trigger, it is the merged god's; the higher seat answers."""
    table = lay("ra: G 7,3 | isis: G 1,4 | amun: G 1,7", stack={"ra": 2, "isis": 3, "amun": 8})
    table.close_conflict(3)
    table.conflict("ra", 2)
    assert table.s.tie_holder == 1
    if table.asked == "announce":
        table.play("no")
    assert table.deciders == ["isis", "amun"]
    table.cards(isis="maat", amun="maat")
    assert table.asked == "tie_break"
    assert table.deciders == ["isis"]


def test_switch_merged_decider(lay):
    """AK-194 with its switch: on a partner's own turn that partner answers in the Conflict, too."""
    table = lay("ra: G 7,3 | isis: G 1,4 | amun: G 1,7", stack={"ra": 2, "isis": 3, "amun": 8}, merged_decider="active")
    table.close_conflict(3)
    table.conflict("ra", 2)
    if table.asked == "announce":
        table.play("no")
    assert table.deciders == ["ra", "amun"]


def test_partner_answers_on_its_turn_outside_conflicts(lay):
    """AK-194: on another god's turn the higher seat, on a partner's own turn that partner."""
    table = lay("ra: G 7,3 X 4,2/0 | isis: G 1,4 | amun: G 1,7 S 4,0", stack={"ra": 2, "isis": 3, "amun": 8})
    table.close_conflict(3)
    table.act("amun", "move")
    table.play("figure 4,0", "to 4,2", "push 4,3")
    assert table.asked == "facing"
    assert table.deciders == ["isis"]


def test_partners_win_together(lay):
    """AK-195, AK-202: they share the win."""
    table = lay("ra: G 7,3 | isis: G 1,4 | amun: G 1,7", stack={"ra": 2, "isis": 3, "amun": 8})
    table.close_conflict(3)
    table.turn("amun")
    table.stack({"amun": 22, "isis": 23})
    table.close_conflict(5)
    assert table.position.result() == (0.5, 0.5, 0.0)


# -- forgotten gods ----------------------------------------------------------------------------------------------------


def test_forgotten_gods(lay):
    """AK-196, AK-198, AK-199, AK-200: everything of theirs leaves; the others play on."""
    table = lay(
        "ra: G 7,3 W 7,2* | isis: G 1,4 S 1,5 | amun: G 5,7 | osiris: G 8,8",
        "O isis 1,3; T ra 7,1; P amun 5,6",
        followers={"isis": 3},
        stack={"isis": 20, "amun": 21, "ra": 22, "osiris": 30},
    )
    table.pool("isis", mummy=1)
    cards = [int(n) for n in table.s.card]
    table.close_conflict(4)
    assert [e.seat for e in table.happened(st.FORGOTTEN)] == [1]
    assert [table.figure(h) for h in ("1,4", "1,5")] == [None, None]
    assert table.monument("1,3") is None
    assert table.monument("7,1") == "ra temple"
    assert [int(n) for n in table.s.card] == [cards[0] + 1, cards[1] + 1, cards[2]]
    assert (table.followers("isis"), table.s.tokens[1], table.s.hand[1]) == (0, 0, 0)
    assert table.order() == ["amun", "ra", "osiris"]
    assert table.s.suns == 2
    table.turn("ra")
    table.play("unlock")
    assert table.deciders == ["amun"]  # the seat of the forgotten god is skipped
    assert list(table.s.limit) == [5, 5, 5, 4]


def test_switch_forgotten_monuments(lay):
    """AK-200 with its switch: they stay without owner."""
    table = lay(FOUR, "O ra 7,2", stack={"ra": 3, "isis": 25, "amun": 26, "osiris": 27}, forgotten_monuments="neutral")
    table.close_conflict(4)
    assert table.monument("7,2") == "neutral obelisk"
    assert table.s.supply[p.OBELISK] == 9


def test_suns_leave_with_ra(lay):
    """AK-199: the Suns leave with the god that has Ra's ability."""
    table = lay("ra: G 7,3 | isis: G 1,4 | amun: G 5,7", stack={"ra": 3, "isis": 25, "amun": 26})
    table.close_conflict(4)
    assert table.s.suns == 0
    assert table.s.holder[p.RA] == -1


def test_merged_god_is_forgotten_with_both_seats(lay):
    """AK-196: both seats are out."""
    table = lay(FOUR, stack=LOW)
    table.close_conflict(3)
    table.turn("amun")
    table.stack({"isis": 5, "amun": 25, "osiris": 26})
    table.close_conflict(4)
    assert list(table.s.god_of[:4]) == [-1, -1, 2, 3]


def test_nobody_left(lay):
    """AK-197: all are forgotten, all lose."""
    table = lay(FOUR, stack=LOW)
    table.close_conflict(4)
    assert table.asked is None
    assert table.position.result() == (0.0,) * 4
    assert not table.s.owner[table.s.figure > 0].size


# -- the end -----------------------------------------------------------------------------------------------------------


def test_end_after_the_fifth_conflict(lay):
    """AK-202: the most devoted god wins; the stack breaks ties."""
    table = lay("ra: G 7,3 | isis: G 1,4", stack={"isis": 23, "ra": 23})
    table.close_conflict(5)
    assert table.position.result() == (1.0, 0.0)


def test_followers_never_run_out(lay):
    """AK-203: more than the 70 tokens of the box."""
    table = lay("ra: G 7,3 | isis: G 1,4", "O n 7,2", followers={"ra": 200, "isis": 90})
    table.act("ra", "gain")
    table.play("decline")  # no power: the second action is Unlock by itself
    assert table.followers("ra") == 201


def test_empty_pools(lay):
    """AK-204: nothing can be summoned from an empty pool."""
    table = lay("ra: G 7,3 | isis: G 1,4")
    table.s.warriors[0] = 0
    table.act("ra", "summon")
    assert table.asked == "second_action"
