"""The six guardians (AK-156 to AK-171)."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX

APEP = ("satet", "apep", "scorpion")
SPHINX = ("satet", "mummy", "androsphinx")
CAT = ("cat-mummy", "mummy", "scorpion")


def strengths(table):
    return {table.names[e.seat]: e.a for e in table.happened(st.STRENGTH)}


def test_guardians_die_and_return_like_warriors(lay):
    """AK-156, AK-58: a killed guardian goes to its owner's pool, not to the card, and cannot be captured."""
    table = lay("ra: S 1,4 | anubis: G 1,7")
    card = int(table.s.card[0])
    table.conflict("anubis")
    table.cards(ra="maat", anubis="chariots")
    assert table.s.beasts[0, 0] == 1
    assert table.s.card[0] == card
    assert table.asked == "first_action"


def test_cat_mummy_by_plague(lay):
    """AK-157: from any effect; every other god loses 1, wherever it is, a merged god once."""
    table = lay(
        "isis: C 1,4 | ra: G 1,7 | amun: G 7,1 | osiris: G 8,8",
        guardians=CAT,
        followers={"ra": 1},
        stack={"isis": 4, "amun": 5, "osiris": 6, "ra": 7},
    )
    table.conflict("amun")
    table.cards(isis="maat", ra="plague")
    table.offers(ra=1)
    lost = [(e.seat, e.b) for e in table.happened(st.LOST)]
    assert lost == [(2, 4), (3, 5), (1, 6)]


def test_two_cat_mummies(lay):
    """AK-158, AK-174: one after the other, owners in ascending order, each with its own order of losses."""
    table = lay(
        "isis: C 1,4 | ra: C 1,7 | amun: ",
        guardians=CAT,
        stack={"isis": 3, "ra": 4, "amun": 5},
    )
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert [(e.seat, e.b) for e in table.happened(st.LOST)] == [(1, 3), (2, 4), (0, 2), (2, 3)]
    assert table.order() == ["isis", "ra", "amun"]


def test_merged_god_loses_once(lay):
    """AK-157: a merged god is one god."""
    table = lay(
        "isis: C 1,4 G 7,7 | ra: G 1,7 | amun: G 7,1",
        guardians=CAT,
        stack={"amun": 5, "ra": 6, "isis": 9},
    )
    table.close_conflict(3)
    assert table.order() == ["ra", "isis"]
    table.conflict("isis", 2)
    table.cards(ra="chariots", isis="maat")
    assert [(e.seat, e.a) for e in table.happened(st.LOST)] == [(1, 1)]


def test_satet_pushes_a_god(lay):
    """AK-159, AK-160: onto an enemy's hex, gods included; the mover chooses where it is pushed."""
    table = lay("isis: S 4,0 W 4,1 | ra: G 4,2")
    table.act("isis", "move")
    table.play("figure 4,0")
    assert "to 4,1" not in table.legal()  # its own warrior stands there
    table.play("to 4,2")
    assert table.asked == "push_to"
    assert table.deciders == ["isis"]
    assert set(table.legal()) == {f"push {h}" for h in ("3,2", "3,3", "4,3", "3,1")}  # 5,2 is water, 4,1 occupied
    table.play("push 4,3")
    assert (table.figure("4,2"), table.figure("4,3")) == ("isis satet", "ra god")
    assert table.legal() == ["figure 4,1", "finish"]


def test_push_stays_in_the_region(lay):
    """AK-160: not across a river, unless the switch allows it."""
    for same, allowed in ((True, False), (False, True)):
        table = lay("isis: S 4,2 | ra: G 3,3", satet_push_same_region=same)
        table.act("isis", "move")
        table.play("figure 4,2", "to 3,3")
        assert ("push 3,4" in table.legal()) == allowed


def test_satet_and_the_underworld(lay):
    """AK-161: barred to Satet and to whom it pushes, but not to Osiris' own figures."""
    table = lay("isis: S 4,0 | osiris: G 4,2", tiles="4,2")
    table.act("isis", "move")
    table.play("figure 4,0")
    assert "to 4,2" not in table.legal()
    table = lay("isis: S 4,0 | ra: G 4,2 | osiris: G 4,4", tiles="4,3")
    table.act("isis", "move")
    table.play("figure 4,0", "to 4,2")
    assert "push 4,3" not in table.legal()
    table = lay("isis: S 4,0 | osiris: G 4,2", tiles="4,3")
    table.act("isis", "move")
    table.play("figure 4,0", "to 4,2")
    assert "push 4,3" in table.legal()


def test_satet_and_water(lay):
    """AK-162: never onto water, not even against an Apep there."""
    table = lay("ra: A 5,2 G 8,8 | isis: S 4,2", guardians=APEP)
    table.act("isis", "move")
    table.play("figure 4,2")
    assert "to 5,2" not in table.legal()


def test_pushed_scorpion(lay):
    """AK-162, AK-167: its owner gives a pushed scorpion a new facing."""
    table = lay("isis: S 4,0 | ra: X 4,2/0")
    table.act("isis", "move")
    table.play("figure 4,0", "to 4,2", "push 4,3")
    assert table.asked == "facing"
    assert table.deciders == ["ra"]
    table.play("facing s sw")
    assert table.s.facing[HEX[4, 3]] == 3
    assert table.deciders == ["isis"]


def test_apep_on_any_water(lay):
    """AK-163: on every water hex without figure, or normally on land; later only onto land."""
    table = lay("isis: G 1,4 | ra: A 0,9 G 8,8", guardians=APEP)
    table.s.card[1] += 1
    table.pool("isis", apep=1)
    table.act("isis", "summon")
    table.play("normal", "apep")
    legal = set(table.legal())
    assert {"to 6,3", "to 8,10", "to 0,4", "to 1,3"} <= legal
    assert "to 0,9" not in legal
    table.play("to 6,3")
    assert table.figure("6,3") == "isis apep"
    table.play("unlock")
    table.act("isis", "move")
    table.play("figure 6,3")
    assert "to 6,2" not in table.legal()
    table.play("to 7,3")
    assert table.figure("7,3") == "isis apep"


def test_apep_at_a_pyramid(lay):
    """AK-164: as a pyramid's figure only next to it, on land or water; on a tile like any figure for Osiris."""
    table = lay("isis: G 1,4 | ra: G 8,8", "P isis 7,3", guardians=APEP, powers={"isis": "pyramid-attuned"})
    table.pool("isis", apep=1)
    table.act("isis", "summon")
    table.play("pyramid 7,3", "apep")
    assert {"to 6,3", "to 7,2"} <= set(table.legal())
    assert "to 0,4" not in table.legal()
    table = lay("osiris: G 1,4 | ra: G 8,8", guardians=APEP, tiles="7,1 7,2")
    table.pool("osiris", apep=1)
    table.act("osiris", "summon")
    table.play("underworld", "apep")
    assert table.legal() == ["to 7,1", "to 7,2"]


def test_mummy_returns(lay):
    """AK-165, AK-166: at once next to its god, no declining; without a hex it stays in the pool."""
    table = lay("isis: G 7,1 M 1,4 | ra: G 1,7")
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    assert table.asked == "return_to"
    assert set(table.legal()) == {f"to {h}" for h in ("6,1", "7,2", "8,1", "8,0", "7,0", "8,2")}
    table.play("to 7,0")
    assert table.figure("7,0") == "isis mummy"
    blocked = " ".join(("6,1", "7,2", "8,1", "8,0", "7,0", "8,2"))
    table = lay("isis: G 7,1 M 1,4 | ra: G 1,7", f"O n {blocked}")
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    assert table.s.beasts[0, 1] == 1


def test_mummies_return_in_ascending_order(lay):
    """AK-166, AK-174a: several owners act in ascending order."""
    table = lay(
        "isis: G 7,1 M 1,4 | ra: G 7,7 M 1,7 | amun: ",
        stack={"ra": 1, "isis": 2, "amun": 3},
    )
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert table.deciders == ["ra"]
    table.play(table.legal()[0], "no")
    assert table.deciders == ["isis"]


def test_mummy_with_radiant(lay):
    """AK-166, AK-155, AK-153: the Sun returns with its death and may be put on it again."""
    table = lay("ra: G 7,1 M 1,4* | isis: G 1,7")
    table.conflict("isis")
    table.cards(ra="maat", isis="chariots")
    assert table.s.suns == 3
    table.play("to 7,0")
    assert table.asked == "sun"
    table.play("yes")
    assert table.s.sun[HEX[7, 0]] == 1
    assert table.gains("ra") == [2]  # the West is dominated with a Radiant figure now


def test_scorpion_facings(lay):
    """AK-167, AK-168: six facings, always all of them, whatever lies there."""
    table = lay("isis: X 0,1/0 | ra: G 5,7")
    table.act("isis", "move")
    table.play("figure 0,1", "to 0,2")
    assert table.legal() == [f"facing {pair}" for pair in ("n ne", "ne se", "se s", "s sw", "sw nw", "nw n")]


def test_scorpions_destroy_own_and_neutral_too(lay):
    """AK-169: own, enemy and neutral monuments; all scorpions act together."""
    table = lay("isis: X 6,6/0 | ra: X 5,8/4 G 1,4", "O isis 5,6; P n 5,7")
    table.conflict("ra")
    assert table.monument("5,6") is None
    assert table.monument("5,7") is None
    assert len(table.happened(st.DESTROYED)) == 2
    assert table.s.supply[p.PYRAMID] == 10


def test_androsphinx_neutralises_on_water(lay):
    """AK-170: a figure on water next to it adds nothing in any battle it is in."""
    table = lay("isis: A 1,10 G 1,4 | ra: Y 2,10 G 1,7", guardians=("satet", "apep", "androsphinx"))
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    assert strengths(table) == {"isis": 1, "ra": 1}


def test_androsphinx_against_androsphinx(lay):
    """AK-171: they take each other's strength, and still that of others."""
    table = lay("isis: Y 1,4 W 1,7 | ra: Y 1,5 W 2,4 | amun: ", guardians=SPHINX)
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert strengths(table) == {"isis": 1, "ra": 0}


@pytest.mark.parametrize(("value", "ra"), [("strength", 0), ("ability", 1)])
def test_switch_androsphinx_mutual(lay, value, ra):
    """AK-171 with its switch: next to an enemy Androsphinx it neutralises only Androsphinxes."""
    table = lay("isis: Y 1,4 W 1,7 | ra: Y 1,5 W 2,4 | amun: ", guardians=SPHINX, androsphinx_mutual=value)
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert strengths(table) == {"isis": 1, "ra": ra}
