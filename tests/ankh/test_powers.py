"""The ankh powers (AK-115 to AK-133)."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX


def strengths(table):
    return {table.names[e.seat]: e.a for e in table.happened(st.STRENGTH)}


def test_commanding(lay):
    """AK-115: three followers for each battle won, none for Dominance or a loss."""
    table = lay("isis: G 1,4 W 7,1 5,7 | ra: G 1,7 W 7,3", powers={"isis": "commanding", "ra": "commanding"})
    table.conflict("ra")
    table.cards(isis="chariots", ra="maat")  # Delta
    assert table.followers("isis") == 3
    table.cards(isis="maat", ra="chariots")  # West, after East was dominated
    while table.asked == "protect":
        table.play("no")
    assert table.followers("isis") == 3
    assert table.followers("ra") == 3


def test_inspiring(lay):
    """AK-116: Build Monument costs nothing, the other conditions stay."""
    table = lay("isis: G 1,4 | ra: G 1,7", powers={"isis": "inspiring"})
    table.conflict("ra")
    table.cards(isis="build", ra="maat")
    table.play("build pyramid", "to 1,3")
    assert table.followers("isis") == 0
    assert table.monument("1,3") == "isis pyramid"
    table = lay("isis: G 1,4 | ra: G 1,7", powers={"isis": "inspiring"})
    table.s.tokens[0] = 0
    table.conflict("ra")
    table.cards(isis="build", ra="maat")
    assert table.asked == "tie_break"


def test_omnipresent(lay):
    """AK-117: a follower for each region with an own figure; water counts for each of its regions."""
    table = lay(
        "isis: A 6,4 G 7,1 W 1,4 1,5 | ra: G 8,8",
        guardians=("satet", "apep", "scorpion"),
        powers={"isis": "omnipresent"},
    )
    table.conflict("ra")
    assert table.followers("isis") == 3


def test_revered(lay):
    """AK-118: one more follower with every Gain action."""
    table = lay("isis: G 1,4 | ra: G 5,7", "O n 1,3", powers={"isis": "revered"})
    table.act("isis", "gain")
    assert table.followers("isis") == 2


def test_obelisk_attuned(lay):
    """AK-119, AK-121: own figures from anywhere, gods too, to hexes next to own obelisks of the region."""
    table = lay(
        "isis: G 7,1 W 1,4 5,7 | ra: G 1,7",
        "O isis 1,2 7,3; O n 1,8; T isis 2,8",
        powers={"isis": "obelisk-attuned"},
    )
    table.conflict("ra")
    assert table.legal() == ["figure 1,4", "figure 5,7", "figure 7,1", "pass"]
    table.play("figure 7,1")
    assert table.legal() == [f"to {h}" for h in ("0,1", "0,2", "0,3", "1,1", "1,3", "2,2")]
    table.play("to 1,3", "figure 5,7", "to 1,1")
    assert table.legal() == ["figure 1,4", "pass"]  # each figure once
    table.play("pass")
    assert table.asked == "card"
    table.cards(isis="maat", ra="maat")
    assert strengths(table) == {"isis": 3, "ra": 1}


def test_obelisk_moves_in_turns(lay):
    """AK-120, AK-174a: one figure each in ascending order; a pass is final."""
    table = lay(
        "isis: G 1,4 W 7,1 7,2 | ra: G 1,7 W 8,8",
        "O isis 1,2; O ra 1,8",
        powers={"isis": "obelisk-attuned", "ra": "obelisk-attuned"},
        stack={"ra": 3, "isis": 4},
    )
    table.conflict("isis")
    assert table.deciders == ["ra"]
    table.play("figure 8,8", "to 1,9")
    assert table.deciders == ["isis"]
    table.play("figure 7,1", "to 1,1")
    assert table.deciders == ["ra"]
    table.play("pass")
    assert table.deciders == ["isis"]
    table.play("figure 7,2", "to 0,2")
    assert table.deciders == ["isis"]  # Ra is not asked again
    table.play("pass")
    assert table.asked == "card"


def test_obelisk_moves_are_movement(lay):
    """AK-121, AK-151: Underworld hexes are barred, a scorpion gets a facing."""
    table = lay("isis: G 1,4 X 7,1/2 | osiris: G 1,7", "O isis 1,2", powers={"isis": "obelisk-attuned"}, tiles="1,1")
    table.conflict("osiris")
    table.play("figure 7,1")
    assert "to 1,1" not in table.legal()
    table.play("to 1,3")
    assert table.asked == "facing"
    table.play("facing ne se")
    assert table.s.facing[HEX[1, 3]] == 1


def test_temple_attuned(lay):
    """AK-122: two for each own temple with an own figure adjacent, not more for more figures."""
    table = lay(
        "isis: G 1,4 W 1,5 2,4 | ra: G 1,8",
        "T isis 2,5 0,1; T ra 1,7",
        powers={"isis": "temple-attuned", "ra": "temple-attuned"},
    )
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    assert strengths(table) == {"isis": 5, "ra": 3}


def test_pyramid_attuned(lay):
    """AK-123, AK-124: one more figure for each own pyramid, next to it, on top of the normal one."""
    table = lay("isis: G 1,4 | ra: G 5,7", "P isis 7,1 8,3; P n 8,7; P ra 2,8", powers={"isis": "pyramid-attuned"})
    table.act("isis", "summon")
    assert table.legal() == ["normal", "pyramid 7,1", "pyramid 8,3", "finish"]
    table.play("pyramid 8,3")
    assert set(table.legal()) == {f"to {h}" for h in ("7,3", "8,4", "9,4", "9,2", "8,2")}
    table.play("to 9,4")
    assert table.legal() == ["normal", "pyramid 7,1", "finish"]
    table.play("pyramid 7,1", "to 6,1", "normal", "to 1,3")
    assert table.asked == "second_action"
    assert table.s.warriors[0] == 3


def test_pyramid_ransom(lay):
    """AK-124: captives may be ransomed for the additional figure."""
    table = lay(
        "isis: G 1,4 | anubis: G 5,7",
        "P isis 7,1",
        powers={"isis": "pyramid-attuned"},
        captives={"isis": 1},
        followers={"isis": 1},
    )
    table.act("isis", "summon")
    table.play("pyramid 7,1")
    assert table.legal() == ["warrior", "ransom"]
    table.play("ransom", "to 7,0")
    assert table.figure("7,0") == "isis warrior"
    assert table.followers("anubis") == 1


@pytest.mark.parametrize(("obelisks", "strength"), [(2, 1), (3, 3)])
def test_resplendent(lay, obelisks, strength):
    """AK-125: three monuments of one kind anywhere make the god figure's base 3."""
    places = ["7,1", "7,3", "8,8"][:obelisks]
    table = lay("isis: G 1,4 | ra: G 1,7", f"O isis {' '.join(places)}; T isis 8,1", powers={"isis": "resplendent"})
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    assert strengths(table)["isis"] == strength


def test_glorious_not_by_tie_breaker(lay):
    """AK-126: a win by tie-breaker gives 1."""
    table = lay("isis: G 1,4 | ra: G 1,7", powers={"isis": "glorious"})
    table.conflict("isis")
    table.cards(isis="maat", ra="maat")
    table.play("yes")
    assert table.gains("isis") == [1]


def test_glorious_with_drought_and_radiant(lay):
    """AK-93, AK-126, AK-130, AK-154: three, Drought and Radiant in one gain; Bountiful adds one to it."""
    table = lay(
        "ra: G 4,1 W 4,2* 4,0* | isis: G 2,1",
        powers={"ra": "glorious bountiful"},
        stack={"isis": 0, "ra": 5},
    )
    table.conflict("ra")
    table.cards(ra="drought", isis="maat")
    assert table.gains("ra") == [3 + 3 + 1 + 1]
    event = table.happened(st.GAINED)[0]
    assert (event.c, event.d, event.e) == (st.BY_WINNING, 3, 3)


@pytest.mark.parametrize(("figures", "gains"), [("W 1,7", []), ("W 1,7 1,8", [2]), ("G 1,7 W 1,8", [2])])
def test_magnanimous(lay, figures, gains):
    """AK-127: two devotion for losing with two or more figures."""
    table = lay(f"isis: G 1,4 | ra: {figures}", powers={"ra": "magnanimous"})
    table.conflict("isis")
    table.cards(isis="chariots", ra="maat")
    assert table.gains("ra") == gains


def test_magnanimous_in_a_tie(lay):
    """AK-92, AK-127: after an unbroken tie everybody has lost."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 1,7 W 1,8 | amun: ", powers={"ra": "magnanimous", "isis": "magnanimous"})
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert (table.gains("isis"), table.gains("ra")) == ([2], [2])


def test_neutralised_figures_count(lay):
    """AK-128: for Magnanimous, Drought and Flood."""
    table = lay(
        "isis: Y 5,4 G 5,5 | ra: W 4,5 4,4 | amun: ",
        guardians=("satet", "mummy", "androsphinx"),
        powers={"ra": "magnanimous"},
    )
    table.conflict("isis")
    table.cards(isis="chariots", ra="flood")
    assert strengths(table)["ra"] == 0
    assert table.followers("ra") == 2
    assert table.gains("ra") == [2]


def test_bountiful_every_gain(lay):
    """AK-129, AK-131: Magnanimous, Miracle and Worshipful get their own +1."""
    table = lay(
        "isis: G 1,4 | ra: W 1,7 1,8",
        followers={"ra": 2},
        powers={"ra": "magnanimous bountiful worshipful"},
    )
    table.conflict("isis")
    table.cards(isis="chariots", ra="miracle")
    table.play("yes")
    assert table.gains("ra") == [3, 3, 2]


def test_bountiful_on_the_last_red_space(lay):
    """AK-129, AK-132: space 20 still counts; from 21 there is no bonus."""
    for space, gain in ((20, 2), (21, 1)):
        table = lay("isis: G 5,7 | ra: ", powers={"isis": "bountiful"}, stack={"ra": 0, "isis": space})
        table.conflict("ra")
        assert table.gains("isis") == [gain]


def test_worshipful(lay):
    """AK-133: two followers for one devotion, once per battle, ascending, after all Miracles."""
    table = lay(
        "isis: G 1,4 W 1,3 | ra: G 1,7 W 1,8",
        followers={"isis": 5, "ra": 2},
        powers={"isis": "worshipful", "ra": "worshipful"},
        stack={"ra": 1, "isis": 8},
    )
    table.conflict("isis")
    table.cards(isis="chariots", ra="miracle")
    assert table.deciders == ["ra"]
    table.play("yes")
    assert table.gains("ra") == [1, 1]
    assert table.deciders == ["isis"]
    table.play("yes")
    assert table.followers("isis") == 3
    assert table.asked == "first_action"


def test_worshipful_needs_followers(lay):
    """AK-133, D-26: with fewer than two followers nothing is asked."""
    table = lay("isis: G 1,4 | ra: G 1,7", followers={"isis": 1}, powers={"isis": "worshipful"})
    table.conflict("isis")
    table.cards(isis="chariots", ra="maat")
    assert table.asked == "first_action"
