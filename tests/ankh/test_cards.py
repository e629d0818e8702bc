"""The battle cards (AK-102 to AK-114)."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX


def strengths(table):
    return {table.names[e.seat]: e.a for e in table.happened(st.STRENGTH)}


@pytest.mark.parametrize(("card", "strength"), list(zip(p.CARDS, (0, 1, 3, 1, 0, 0, 0))))
def test_strength_of_each_card(lay, card, strength):
    """AK-89, AK-108, AK-109: what each card adds."""
    table = lay("isis: G 1,4 | ra: G 1,7")
    table.conflict("ra")
    table.cards(isis=card, ra="maat")
    assert strengths(table)["isis"] == 1 + strength


def test_flood(lay):
    """AK-102, AK-128: a follower for each own figure on a Fertile hex of the region, spendable at once."""
    table = lay("isis: G 4,4 W 4,5 4,3 | ra: G 3,3 W 7,1", "O n 8,1")  # 4,3 and 7,1 are desert
    table.conflict("ra")
    table.cards(isis="flood", ra="flood")
    assert table.followers("isis") == 2
    assert table.followers("ra") == 1


def test_flood_protects_in_resolution_only(lay):
    """AK-103: the counted figures survive the battle, not a Plague."""
    table = lay("amun: G 4,4 W 4,5 4,3 | ra: G 3,3 W 7,1")
    table.conflict("ra")
    table.cards(amun="flood", ra="chariots")
    assert table.figure("4,5") == "amun warrior"
    assert table.figure("4,3") is None
    table = lay("amun: G 4,4 W 4,5 4,3 | ra: G 3,3 W 7,1", followers={"ra": 4})
    table.conflict("ra")
    table.cards(amun="flood", ra="plague")
    table.offers(amun=0, ra=3)
    assert table.figure("4,5") is None


def test_returned_mummy_is_not_marked(lay):
    """AK-103: a Mummy that died and came back dies again in Battle Resolution."""
    table = lay("isis: G 4,4 M 4,5 | ra: G 3,3 W 7,1", followers={"ra": 4})
    table.conflict("ra")
    table.cards(isis="flood", ra="plague")
    table.offers(isis=0, ra=3)
    table.play(table.legal()[0])
    assert table.asked == "return_to"  # ... and again
    assert len([e for e in table.happened(st.DIED) if e.a == p.MUMMY]) == 2


def test_plague_offering(lay):
    """AK-104, AK-105: all offerings are paid, the single highest bidder is spared."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 1,7 W 1,8", followers={"isis": 3, "ra": 2})
    table.conflict("ra")
    table.cards(isis="maat", ra="plague")
    assert table.deciders == ["isis", "ra"]
    assert table.legal("isis") == ["offer 0", "offer 1", "offer 2", "offer 3"]
    table.offers(ra=1, isis=3)
    assert (table.followers("isis"), table.followers("ra")) == (0, 1)
    assert table.figure("1,3") == "isis warrior"
    assert next((e.seat, e.b) for e in table.happened(st.DIED)) == (1, HEX[1, 8])


def test_without_followers_zero_is_offered(lay):
    """AK-104, D-20: automatic with no followers; a tie of zeros spares nobody."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 1,7 W 1,8")
    table.conflict("ra")
    table.cards(isis="maat", ra="plague")
    assert [e.a for e in table.happened(st.OFFERED)] == [0, 0]
    assert {e.seat for e in table.happened(st.DIED)} == {0, 1}


def test_lone_bidder(lay):
    """AK-105: a later Plague asks only gods still there; a lone bidder is asked, too, and spared."""
    table = lay("isis: W 1,4 | ra: G 1,7 W 1,8 | amun: W 2,7", followers={"ra": 3})
    table.conflict("ra")
    table.cards(isis="plague", ra="plague", amun="maat")
    table.offers(ra=1)
    assert table.asked == "offer"
    assert table.deciders == ["ra"]
    table.offers(ra=0)
    assert table.figure("1,8") == "ra warrior"


def test_plague_without_bidders(lay):
    """AK-105: with nobody left in the region a later Plague does nothing, and everybody loses."""
    table = lay("isis: W 1,4 | ra: W 1,8")
    table.conflict("ra")
    table.cards(isis="plague", ra="plague")
    assert len(table.happened(st.SPARED)) == 1
    assert not table.happened(st.WON)


def test_build_monument(lay):
    """AK-106: three followers, any kind, any empty land hex of the region, with a token."""
    table = lay("isis: G 1,4 | ra: G 1,7", followers={"isis": 4})
    table.conflict("ra")
    table.cards(isis="build", ra="maat")
    assert table.legal() == ["build obelisk", "build temple", "build pyramid", "decline"]
    table.play("build temple")
    assert "to 0,1" in table.legal()  # not near any own figure
    assert "to 7,1" not in table.legal()
    table.play("to 0,1")
    assert table.monument("0,1") == "isis temple"
    assert (table.followers("isis"), table.s.tokens[0], table.s.supply[p.TEMPLE]) == (1, 8, 9)
    assert table.gains("isis") == [1]  # the majority of B7


@pytest.mark.parametrize("lack", ["followers", "token", "supply", "hex"])
def test_build_is_impossible(lay, lack):
    """AK-107, AK-203, AK-204: without followers, token, monument or hex nothing is asked."""
    table = lay("isis: G 1,4 | ra: G 1,7", followers={"isis": 2 if lack == "followers" else 3})
    if lack == "token":
        table.s.tokens[0] = 0
    elif lack == "supply":
        table.s.supply[:] = 0
    elif lack == "hex":
        for h in range(101):
            if table.s.region[h] == 1 and not table.s.figure[h]:
                table.s.monument[h] = p.TEMPLE
        table.gather()
    table.conflict("ra")
    table.cards(isis="build", ra="maat")
    assert table.asked not in ("build_kind", "build_hex")


def test_kinds_run_out(lay):
    """AK-204: a kind with none in the supply cannot be built."""
    table = lay("isis: G 1,4 | ra: G 1,7", followers={"isis": 3})
    table.s.supply[p.TEMPLE] = 0
    table.conflict("ra")
    table.cards(isis="build", ra="maat")
    assert table.legal() == ["build obelisk", "build pyramid", "decline"]


def test_chariots_need_figures(lay):
    """AK-108: +3 with figures left, nothing else."""
    table = lay("isis: G 1,4 | ra: G 1,7 W 1,8 2,8")
    table.conflict("ra")
    table.cards(isis="chariots", ra="maat")
    assert strengths(table) == {"isis": 4, "ra": 3}
    assert table.gains("isis") == [1]


def test_drought(lay):
    """AK-109: the winner gains 1 for each own figure on Desert, in the same gain; a loser nothing."""
    table = lay("isis: G 4,1 W 4,2 4,4 | ra: G 3,3 | osiris: G 7,1", tiles="4,2")
    table.conflict("ra")
    table.cards(isis="drought", ra="maat", osiris="drought")
    assert table.gains("isis") == [2]  # 4,4 is fertile, 4,2 is an Underworld hex
    assert table.gains("osiris") == []


def test_miracle(lay):
    """AK-110, AK-111: 1 for each own figure that died, captured ones too; kept ones do not count."""
    table = lay("isis: W 1,4 1,2 1,5 | anubis: G 1,6 W 1,7")
    table.conflict("anubis")
    table.cards(isis="miracle", anubis="chariots")
    assert table.asked == "protect"  # 1,5 is beside the enemy god
    table.play("yes")
    table.play("captive isis")
    assert table.gains("isis") == [2]


def test_miracles_come_in_the_order_after_the_deaths(lay):
    """AK-100, AK-174a: a dead Cat-Mummy puts Osiris below its owner; so Osiris' Miracle comes first, Amun's on top."""
    table = lay(
        "amun: C 1,4 | osiris: W 1,6 1,7 | ra: G 2,4 W 2,5 2,6 2,3",
        guardians=("cat-mummy", "mummy", "scorpion"),
        stack={"amun": 2, "osiris": 2, "ra": 9},
    )
    table.conflict("ra")
    table.cards(amun="miracle", osiris="miracle", ra="chariots")
    assert (table.devotion("amun"), table.devotion("osiris")) == (3, 3)
    assert table.order()[:2] == ["osiris", "amun"]


def test_maat(lay):
    """AK-112, AK-113, AK-114: all used cards come back, Ma'at itself too; before that they lie open."""
    table = lay("isis: G 1,4 | ra: G 1,7")
    for card in ("flood", "chariots"):
        table.conflict("ra")
        table.cards(isis=card, ra="maat")
        if table.asked == "tie_break":
            table.play("no")
    assert table.position.view(1)["gods"][0]["used"] == ["flood", "chariots"]
    assert "card flood" not in table.position.view(0)["gods"][0]["hand"]
    table.conflict("ra")
    assert "card flood" not in table.legal("isis")
    table.cards(isis="maat", ra="maat")
    if table.asked == "tie_break":
        table.play("no")
    assert table.position.view(1)["gods"][0]["hand"] == list(p.CARDS)


def test_two_plagues_in_one_battle(lay):
    """AK-86: each has its own offering, in ascending order."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 1,7 W 1,8", followers={"isis": 3, "ra": 3})
    table.conflict("ra")
    table.cards(isis="plague", ra="plague")
    table.offers(isis=2, ra=1)
    assert table.asked == "offer"
    table.offers(isis=0, ra=2)
    assert len(table.happened(st.SPARED)) == 2
    assert table.figure("1,3") is None
    assert table.figure("1,8") is None
