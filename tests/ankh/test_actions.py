"""Turns and the four actions (AK-29 to AK-58)."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st


def test_a_turn_has_one_or_two_actions(lay):
    """AK-29, AK-34, AK-36: after two actions, or Unlock alone, the next seat plays."""
    table = lay("isis: G 1,4 | ra: G 5,7 | amun: G 7,1")
    table.act("isis", "move")
    table.play("finish")
    assert table.legal() == ["summon", "gain", "unlock"]
    table.play("gain")
    assert table.deciders == ["ra"]
    table.play("unlock")
    assert table.deciders == ["amun"]
    assert list(table.s.counter) == [1, 0, 1, 1]


def test_marker_first(lay):
    """AK-30, AK-31, AK-35: the marker moves even if nothing can be done, also for the second action."""
    table = lay("isis: G 1,4 | ra: G 5,7")
    table.s.warriors[0] = 0
    table.act("isis", "summon")
    assert table.s.counter[p.SUMMON] == 1
    assert table.asked == "second_action"
    table.play("unlock")
    assert table.s.counter[p.UNLOCK] == 1
    assert table.deciders == ["ra"]


def test_one_option_left_is_taken(lay):
    """AK-34, D-3: after Gain followers only Unlock lies below, so it is taken."""
    table = lay("isis: G 1,4 | ra: G 5,7")
    table.act("isis", "gain")
    assert list(table.s.counter) == [0, 0, 1, 1]
    assert [(e.a, e.b) for e in table.happened(st.AUTOMATIC)] == [(st.SECOND_ACTION, st.ACTION_0 + p.UNLOCK)]
    assert table.deciders == ["ra"]


def test_event_by_the_first_action(lay):
    """AK-32, AK-33: the event follows the action, the marker returns, no second action."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O n 1,3")
    table.s.counter[p.MOVE] = table.s.limit[p.MOVE] - 1
    table.act("isis", "move")
    table.play("finish")
    assert table.asked == "monument"
    assert table.s.counter[p.MOVE] == table.s.limit[p.MOVE]
    table.play("control 1,3")
    assert table.s.counter[p.MOVE] == 0
    assert table.deciders == ["ra"]


def test_event_by_the_second_action(lay):
    """AK-37: likewise after the second action."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O n 1,3")
    table.s.counter[p.UNLOCK] = table.s.limit[p.UNLOCK] - 1
    table.act("isis", "move")
    table.play("finish", "unlock")
    assert table.asked == "monument"
    table.play("decline")
    assert table.s.counter[p.UNLOCK] == 0
    assert table.deciders == ["ra"]


def test_start_spaces_stay(lay):
    """AK-38: the tracks are those of the players who began, also after a merge."""
    table = lay(
        "isis: G 1,4 | ra: G 5,7 | amun: G 7,1 | osiris: G 7,5", stack={"isis": 0, "ra": 1, "amun": 2, "osiris": 3}
    )
    table.close_conflict(3)
    assert list(table.s.limit) == [5, 5, 5, 4]


def test_effects_may_be_declined(lay):
    """AK-39, AK-50: Summon and Unlock may be declined, Move may move nothing; Gain is automatic."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O n 1,3", followers={"isis": 2})
    table.act("isis", "summon")
    assert "finish" in table.legal()
    table.play("finish", "unlock")
    assert "decline" in table.legal()
    table.play("decline")
    assert table.followers("isis") == 2
    table.act("ra", "move")
    assert table.legal()[-1] == "finish"


def test_switch_may_decline_effect(lay):
    """AK-39 with the switch off: a first action must be used if it can; ransom and extra summons stay optional."""
    table = lay("isis: G 1,4 | ra: G 5,7", followers={"isis": 3}, may_decline_effect=False)
    table.act("isis", "summon")
    assert table.legal()[0].startswith("to")  # the only slot and the only figure are taken by themselves
    table.play(table.legal()[0])
    table.play("unlock")
    assert "decline" in table.legal()  # a second action may be declined
    table.play("decline")
    table.s.followers[1] = 1
    table.act("ra", "unlock")
    assert "decline" not in table.legal()
    table = lay("isis: G 1,4 | anubis: G 5,7", followers={"isis": 1}, captives={"isis": 1}, may_decline_effect=False)
    table.s.warriors[0] = 0
    table.act("isis", "summon")
    assert table.legal() == ["normal", "finish"]


def test_each_figure_moves_once(lay):
    """AK-40: in any order, each at most once."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 5,7")
    table.act("isis", "move")
    assert table.legal() == ["figure 1,3", "figure 1,4", "finish"]
    table.play("figure 1,4", "to 2,4")
    assert table.legal() == ["figure 1,3", "finish"]
    table.play("figure 1,3", "to 1,4")
    assert table.asked == "second_action"


def test_moves_pass_over_everything(lay):
    """AK-41: over figures, monuments, water, river and camels, never off the board."""
    table = lay("isis: G 0,1 | ra: W 1,0 1,1 0,2 0,3", "O n 1,2; T n 2,1")
    table.act("isis", "move")
    table.play("figure 0,1")
    assert {"to 2,0", "to 2,2", "to 3,1", "to 1,3"} <= set(table.legal())


def test_no_hex_of_its_own(lay):
    """AK-42, AK-45: only a Giant Scorpion is offered its own hex, to turn."""
    table = lay("isis: G 4,2 X 4,4/2 | ra: G 5,7")
    table.act("isis", "move")
    table.play("figure 4,2")
    assert "to 4,2" not in table.legal()
    table.play("to 4,1", "figure 4,4")
    assert table.legal()[0] == "to 4,4"
    table.play("to 4,4")
    assert table.asked == "facing"
    table.play("facing s sw")
    assert table.s.facing[st.b.HEX[4, 4]] == 3


def test_hexes_left_are_free(lay):
    """AK-43: moves happen one after the other."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 5,7")
    table.act("isis", "move")
    table.play("figure 1,4", "to 1,5", "figure 1,3")
    assert "to 1,4" in table.legal()


def test_underworld_hexes_are_barred(lay):
    """AK-44, AK-151: not for Osiris, but for everybody else's movement."""
    for god, allowed in (("osiris", True), ("isis", False)):
        other = "isis" if god == "osiris" else "osiris"
        table = lay(f"{god}: G 4,2 | {other}: G 5,7", tiles="4,3")
        table.act(god, "move")
        table.play("figure 4,2")
        assert ("to 4,3" in table.legal()) == allowed


def test_summon_beside_monument(lay):
    """AK-46: a controlled monument is enough, an enemy's or neutral one is not."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O isis 7,1; T n 7,6; P ra 8,8")
    table.act("isis", "summon")
    table.play("normal")
    assert {"to 6,1", "to 7,0"} <= set(table.legal())
    assert not {"to 7,7", "to 8,7"} & set(table.legal())


def test_ransom(lay):
    """AK-47, AK-140, AK-139: a captive instead of a pool warrior, for one follower to Anubis."""
    table = lay("isis: G 1,4 | anubis: G 5,7", followers={"isis": 1}, captives={"isis": 2})
    table.s.warriors[0] = 0
    table.act("isis", "summon")
    table.play("normal", "to 1,3")
    assert table.figure("1,3") == "isis warrior"
    assert (table.followers("isis"), table.followers("anubis")) == (0, 1)
    assert table.s.captive[0] == 1
    assert table.s.warriors[0] == 0


def test_ransom_needs_a_follower(lay):
    """AK-47: without follower the captive stays."""
    table = lay("isis: G 1,4 | anubis: G 5,7", captives={"isis": 2})
    table.s.warriors[0] = 0
    table.act("isis", "summon")
    assert table.asked == "second_action"


def test_sun_then_facing(lay):
    """AK-49, AK-153, AK-167: Ra's summoned figure may get a Sun, a scorpion a facing."""
    table = lay("ra: G 1,4 | isis: G 5,7")
    table.pool("ra", scorpion=1)
    table.act("ra", "summon")
    table.play("normal", "scorpion", "to 1,5")
    assert table.asked == "sun"
    table.play("yes")
    assert table.asked == "facing"
    table.play("facing nw n")
    assert (table.s.sun[st.b.HEX[1, 5]], table.s.suns, table.s.facing[st.b.HEX[1, 5]]) == (1, 2, 5)


def test_gain_counts_monuments_once(lay):
    """AK-51: a monument counts once, however many figures touch it."""
    table = lay("isis: G 1,4 W 1,5 2,4 | ra: G 5,7", "O n 2,5")
    table.act("isis", "gain")
    assert table.followers("isis") == 1


def test_enemy_monuments_give_nothing(lay):
    """AK-52, AK-118: Revered adds one even so."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O ra 1,5", powers={"isis": "revered"})
    table.act("isis", "gain")
    assert table.followers("isis") == 1


def test_levels_come_in_order(lay):
    """AK-53: two powers of level 1, two of level 2, two of level 3, at 1, 2 and 3 followers."""
    table = lay("isis: G 1,4 | ra: G 5,7", followers={"isis": 12})
    for power, left in (
        ("revered", 11),
        ("inspiring", 10),
        ("resplendent", 8),
        ("temple-attuned", 6),
        ("glorious", 3),
        ("worshipful", 0),
    ):
        table.s.counter[p.UNLOCK] = 0
        table.act("isis", "unlock")
        table.play(f"power {power}")
        assert table.followers("isis") == left
    table.s.followers[0] = 9
    table.s.counter[p.UNLOCK] = 0
    table.act("isis", "unlock")
    assert table.followers("isis") == 9  # AK-54: six are all
    assert table.s.row[0] == 0


def test_a_power_stays(lay):
    """AK-55: tokens on powers never come back to the pool; the power works at once."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O n 1,5", followers={"isis": 1})
    tokens = int(table.s.tokens[0])
    table.act("isis", "unlock")
    table.play("power revered")
    table.act("isis", "gain")
    assert table.followers("isis") == 2
    assert table.s.tokens[0] == tokens


@pytest.mark.parametrize(("unlocks", "kind"), [(2, "satet"), (4, "mummy"), (5, "scorpion")])
def test_guardians_appear(lay, unlocks, kind):
    """AK-56: with the 2nd, 4th and 5th token; not with the others."""
    table = lay("isis: G 1,4 | ra: G 5,7", followers={"isis": 20})
    found = {}
    for n in range(1, 7):
        table.s.counter[p.UNLOCK] = 0
        table.act("isis", "unlock")
        table.play(table.legal()[0])
        found[n] = dict(table.position.view(0)["gods"][0]["guardians"])
    assert kind in found[unlocks]
    assert kind not in found[unlocks - 1]


def test_no_guardian_without_card_or_base(lay):
    """AK-57, AK-205: an empty card or no free base gives nothing."""
    table = lay("isis: G 1,4 | ra: G 5,7", followers={"isis": 2}, powers={"isis": "revered"})
    table.s.card[0] = 0
    table.act("isis", "unlock")
    table.play("power inspiring")
    assert table.s.beasts[0, 0] == 0
    table = lay(
        "isis: G 1,4 S 1,5 S 1,3 | ra: G 5,7 | amun: G 7,1 | osiris: G 8,8",
        followers={"isis": 2},
        powers={"isis": "revered"},
    )
    table.act("isis", "unlock")
    table.play("power inspiring")
    assert table.s.beasts[0, 0] == 0
    assert table.s.card[0] == 1
