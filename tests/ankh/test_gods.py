"""The abilities of the five gods (AK-134 to AK-155)."""

from __future__ import annotations

from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX


def strengths(table):
    return {table.names[e.seat]: e.a for e in table.happened(st.STRENGTH)}


# -- Amun --------------------------------------------------------------------------------------------------------------


def test_amun_announces_once_per_conflict(lay):
    """AK-134, AK-136, AK-79: public, binding, once; the token is up again in the next Conflict."""
    table = lay("amun: G 1,4 W 7,1 | ra: G 1,7 W 7,3")
    table.conflict("ra")
    assert table.asked == "announce"
    table.play("yes")
    assert table.s.amun_used == 1
    table.play("card flood", who="amun")
    assert "amun" in table.deciders  # a second card is due
    assert "card flood" not in table.legal("amun")
    table.play("card chariots", who="amun")
    table.play("card maat", who="ra")
    assert table.asked == "card"  # the second battle: no announcement any more
    table.cards(amun="maat", ra="maat")
    table.play("no")
    assert table.s.amun_used == 0


def test_amun_may_decline_and_announce_later(lay):
    """AK-134: declining in one battle leaves the token for another."""
    table = lay("amun: G 1,4 W 7,1 | ra: G 1,7 W 7,3")
    table.conflict("ra")
    table.play("no")
    table.cards(amun="chariots", ra="maat")
    assert table.asked == "announce"


def test_amuns_two_cards(lay):
    """AK-135: both strengths and both effects."""
    table = lay("amun: G 4,1 W 4,2 | ra: G 3,3 W 3,2")
    table.conflict("ra")
    table.cards(amun="drought chariots", ra="maat")
    assert strengths(table)["amun"] == 2 + 1 + 3
    assert table.gains("amun") == [1 + 2]
    assert table.position.view(1)["gods"][0]["used"] == ["drought", "chariots"]


def test_amun_maat_with_a_second_card(lay):
    """AK-112, AK-135: Ma'at brings the second card back, too."""
    table = lay("amun: G 4,1 W 4,2 | ra: G 3,3 W 3,2")
    table.conflict("ra")
    table.cards(amun="maat chariots", ra="maat")
    assert table.position.view(1)["gods"][0]["used"] == []


def test_amun_needs_two_cards(lay):
    """AK-136: with one card in hand nothing can be announced."""
    table = lay("amun: G 1,4 | ra: G 1,7")
    table.s.hand[0], table.s.used[0] = 1 << 6, 0b0111111
    table.conflict("ra")
    assert table.asked == "card"
    assert table.legal("amun") == ["card maat"]  # asked also when only one card is possible


# -- Anubis ------------------------------------------------------------------------------------------------------------


def test_anubis_need_not_take_part(lay):
    """AK-137: a captive from a battle of others."""
    table = lay("isis: G 1,4 | ra: W 1,7 1,8 | anubis: G 7,1")
    table.conflict("ra")
    table.cards(isis="chariots", ra="maat")
    assert table.deciders == ["anubis"]
    assert table.legal() == ["captive ra", "decline"]
    table.play("captive ra")
    assert (table.s.captive[1], table.s.warriors[1]) == (1, 5)


def test_anubis_has_three_slots(lay):
    """AK-137, AK-138: not a fourth one; +3 at most."""
    table = lay("anubis: G 1,4 | ra: W 1,7 1,8", captives={"ra": 3})
    table.conflict("ra")
    table.cards(anubis="maat", ra="maat")
    assert strengths(table)["anubis"] == 4
    assert table.asked == "first_action"


def test_anubis_takes_no_own_warriors_or_guardians(lay):
    """AK-137, AK-156: warriors of other gods only."""
    table = lay("anubis: W 1,4 | ra: S 1,7 G 1,8")
    table.conflict("ra")
    table.cards(anubis="maat", ra="chariots")
    assert table.asked == "first_action"


def test_anubis_bonus_needs_the_figure(lay):
    """AK-138: nothing if the god figure is elsewhere."""
    table = lay("anubis: G 7,1 W 1,4 | ra: G 1,7", captives={"ra": 2})
    table.conflict("ra")
    table.cards(anubis="maat", ra="maat")
    assert strengths(table)["anubis"] == 1


def test_captives_are_not_in_the_pool(lay):
    """AK-139, AK-140: they come back only by ransom, one follower each."""
    table = lay("ra: G 1,4 | anubis: G 7,1", captives={"ra": 2}, followers={"ra": 2})
    table.s.warriors[0] = 1
    table.act("ra", "summon")
    table.play("normal")
    assert table.legal() == ["warrior", "ransom"]
    table.play("ransom", "to 1,3", "no")
    assert (table.s.captive[0], table.s.warriors[0]) == (1, 1)
    assert (table.followers("ra"), table.followers("anubis")) == (1, 1)


def test_captives_when_gods_leave(lay):
    """AK-141: the lower god's captives leave; the higher god's return if Anubis is the lower one; thirds stay."""
    table = lay(
        "anubis: G 7,1 | ra: G 1,4 | isis: G 5,7 | amun: G 8,8",
        captives={"ra": 1, "isis": 1},
        stack={"anubis": 0, "ra": 1, "isis": 5, "amun": 6},
    )
    table.close_conflict(3)
    assert list(table.s.captive) == [0, 0, 1, 0, 0]
    assert table.s.warriors[1] == 6
    assert table.s.holder[1] == 1
    table = lay(
        "anubis: G 7,1 | ra: G 1,4 | isis: G 5,7",
        captives={"ra": 2, "isis": 1},
        stack={"ra": 0, "isis": 1, "anubis": 5},
    )
    table.close_conflict(3)
    assert list(table.s.captive) == [0, 0, 1, 0, 0]
    assert table.s.warriors[1] == 0


def test_captives_when_anubis_is_forgotten(lay):
    """AK-141: all return to their owners, but those of gods forgotten at the same time."""
    table = lay(
        "anubis: G 7,1 | ra: G 1,4 | isis: G 5,7 | amun: G 8,8",
        captives={"ra": 2, "isis": 1},
        stack={"anubis": 3, "isis": 4, "ra": 25, "amun": 26},
    )
    table.close_conflict(4)
    assert list(table.s.captive) == [0] * 5
    assert (table.s.warriors[1], table.s.warriors[2]) == (6, 0)


def test_anubis_bonus_of_a_merged_god(lay):
    """AK-142, AK-189: the bonus goes to the one god figure left."""
    table = lay(
        "anubis: G 7,1 | ra: G 1,4 | isis: G 1,7",
        captives={"isis": 2},
        stack={"anubis": 0, "ra": 1, "isis": 5},
    )
    table.close_conflict(3)
    table.conflict("isis", 2)
    table.cards(ra="maat", isis="maat")
    assert strengths(table) == {"ra": 3, "isis": 1}


# -- Isis --------------------------------------------------------------------------------------------------------------


def test_isis_protects(lay):
    """AK-143, AK-144: each figure next to an enemy may be kept, the others die."""
    table = lay("isis: W 1,4 1,6 2,2 | ra: G 1,5 W 2,5")
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    assert table.asked == "protect"
    assert table.position.view(0)["chosen"] == {"hex": [1, 4]}
    table.play("yes", "no")
    assert table.figure("1,4") == "isis warrior"
    assert table.figure("1,6") is None
    assert table.figure("2,2") is None


def test_dying_enemies_protect(lay):
    """AK-144: protection is judged before anything dies."""
    table = lay("isis: W 1,4 | ra: W 1,5 | amun: G 7,1")
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    table.play("yes")
    assert table.figure("1,4") == "isis warrior"
    assert table.figure("1,5") is None


def test_no_protection_across_a_river(lay):
    """AK-143, AK-5: a river between means not adjacent."""
    table = lay("isis: W 3,3 | ra: W 3,4 G 7,1")
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    assert table.figure("3,3") is None


def test_isis_does_not_protect_from_plague(lay):
    """AK-145: Battle Resolution only."""
    table = lay("isis: W 1,4 | ra: G 1,5", followers={"ra": 1})
    table.conflict("ra")
    table.cards(isis="maat", ra="plague")
    table.offers(ra=1)
    assert table.figure("1,4") is None


# -- Osiris ------------------------------------------------------------------------------------------------------------


def test_osiris_lays_a_tile_after_a_loss(lay):
    """AK-146, AK-147: from the reserve or moved, on an empty land hex of that region."""
    table = lay("osiris: W 1,4 | ra: G 1,7", tiles="7,1")
    table.conflict("ra")
    table.cards(osiris="maat", ra="chariots")
    assert table.legal() == ["decline", "reserve", "tile 7,1"]
    table.play("tile 7,1")
    assert "to 1,7" not in table.legal()
    assert "to 7,2" not in table.legal()
    table.play("to 1,4")
    assert (table.s.tile[HEX[7, 1]], table.s.tile[HEX[1, 4]], table.s.tiles) == (0, 1, 2)


def test_osiris_tie_counts_as_lost(lay):
    """AK-146: a tied battle without winner; not a win."""
    table = lay("osiris: G 1,4 | ra: G 1,7 | isis: ")
    table.conflict("isis")
    table.cards(osiris="maat", ra="maat")
    assert table.asked == "tile_from"
    table = lay("osiris: G 1,4 | ra: G 1,7 | isis: ")
    table.conflict("isis")
    table.cards(osiris="chariots", ra="maat")
    assert table.asked == "first_action"


def test_tiles_keep_apart(lay):
    """AK-147: no second tile on a tile; a figure on the old hex stays."""
    table = lay("osiris: W 1,4 | ra: G 1,7 W 2,2 ", tiles="2,2 1,2 1,1")
    table.conflict("ra")
    table.cards(osiris="maat", ra="chariots")
    assert "reserve" not in table.legal()
    table.play("tile 2,2")
    assert not {"to 1,2", "to 1,1", "to 2,2"} & set(table.legal())
    table.play("to 0,1")
    assert table.figure("2,2") == "ra warrior"


def test_underworld_is_no_terrain(lay):
    """AK-148: neither Fertile for Flood nor Desert for Drought, and nothing is built there."""
    table = lay("isis: G 1,4 W 1,5 | osiris: G 1,7", tiles="1,4 1,2", followers={"osiris": 3})
    table.conflict("isis")
    table.cards(isis="flood", osiris="build")
    assert table.followers("isis") == 1
    table.play("build temple")
    assert "to 1,2" not in table.legal()
    assert "to 1,3" in table.legal()


def test_osiris_additional_summon(lay):
    """AK-149, AK-48: one more figure on one Underworld hex without figure, and a chain from there."""
    table = lay("osiris: G 1,4 | ra: G 5,7 W 7,7", tiles="7,1 7,7 8,3")
    table.act("osiris", "summon")
    assert table.legal() == ["normal", "underworld", "finish"]
    table.play("underworld")
    assert table.legal() == ["to 7,1", "to 8,3"]
    table.play("to 7,1")
    assert table.figure("7,1") == "osiris warrior"
    assert table.legal() == ["normal", "finish"]  # once, though another tile is free
    table.play("normal")
    assert "to 7,0" in table.legal()


def test_osiris_ransom_on_a_tile(lay):
    """AK-150: the additional figure may be a ransomed captive."""
    table = lay("osiris: G 1,4 | anubis: G 5,7", tiles="7,1", captives={"osiris": 1}, followers={"osiris": 1})
    table.act("osiris", "summon")
    table.play("underworld")
    assert table.legal() == ["warrior", "ransom"]
    table.play("ransom")
    assert table.figure("7,1") == "osiris warrior"
    assert table.s.captive[0] == 0


def test_others_may_summon_on_a_tile(lay):
    """AK-151: summoning is not movement; the switch bars it."""
    for barred in (False, True):
        table = lay("isis: G 1,4 | osiris: G 5,7", tiles="1,3", underworld_bars_enemy_summon=barred)
        table.act("isis", "summon")
        table.play("normal")
        assert ("to 1,3" in table.legal()) == (not barred)


def test_tiles_leave_with_osiris(lay):
    """AK-152: if Osiris is forgotten, all tiles leave the game."""
    table = lay(
        "osiris: G 1,4 | ra: G 5,7 | isis: G 7,1",
        tiles="7,7 8,8",
        stack={"osiris": 3, "ra": 25, "isis": 26},
    )
    table.close_conflict(4)
    assert not table.s.tile.any()
    assert table.s.tiles == 0


# -- Ra ----------------------------------------------------------------------------------------------------------------


def test_ra_puts_suns_while_there_are_any(lay):
    """AK-153, D-11: yes or no; without a Sun on the sheet nothing is asked."""
    table = lay("ra: G 1,4 | isis: G 5,7")
    table.act("ra", "summon")
    table.play("normal", "to 1,3")
    assert table.asked == "sun"
    table.play("no")
    assert table.s.suns == 3
    table.play("unlock")
    table.s.suns = 0
    table.act("ra", "summon")
    table.play("normal", "to 1,5")
    assert table.asked == "second_action"


def test_radiant_counts_once(lay):
    """AK-154: one more for winning or dominance with Radiant figures there, however many."""
    table = lay("ra: G 1,4 W 1,3* 1,5* 5,7* | isis: G 1,7")
    table.conflict("isis")
    table.cards(ra="maat", isis="maat")
    assert table.gains("ra") == [2, 2]


def test_suns_return(lay):
    """AK-155, AK-96: when the figure dies its Sun goes back to the sheet."""
    table = lay("ra: W 1,4* | isis: G 1,7")
    assert table.s.suns == 2
    table.conflict("isis")
    table.cards(ra="maat", isis="chariots")
    assert table.s.suns == 3
    assert not table.s.sun.any()


def test_merged_god_with_two_abilities(lay):
    """AK-186: Amun and Ra in one: two cards, and Radiant guardians and warriors."""
    table = lay(
        "ra: G 7,3 S 1,5* | amun: G 1,4 | isis: G 1,7 | osiris: G 8,8",
        stack={"ra": 0, "amun": 1, "isis": 5, "osiris": 9},
    )
    table.close_conflict(3)
    assert table.position.view(0)["gods"][1]["abilities"] == ["amun", "ra"]
    table.conflict("osiris", 2)
    table.cards(amun="chariots plague", isis="maat")
    assert strengths(table)["amun"] == 1 + 3 + 1  # Satet died of the Plague
    table.act("amun", "summon")
    table.play("normal", "warrior", "to 1,3")
    assert table.asked == "sun"
