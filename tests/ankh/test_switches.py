"""The switches of section 9 that no other file tests, each at both values."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import state as st


def test_devotion_top_and_red_max(lay):
    """AK-176, AK-196 with devotion_top and red_max: both ends can be moved."""
    table = lay("isis: G 1,4 | ra: G 5,7", stack={"ra": 8, "isis": 11}, devotion_top=12, red_max=9)
    table.conflict("ra")
    assert table.position.result() == (1.0, 0.0)
    table = lay("isis: G 1,4 | ra: G 5,7", stack={"ra": 9, "isis": 10}, devotion_top=12, red_max=9)
    table.close_conflict(4)
    assert table.position.result() == (1.0, 0.0)


def test_plague_separate(lay):
    """AK-86 with plague_separate off: one offering however many Plagues."""
    for separate, offerings in ((True, 2), (False, 1)):
        table = lay("isis: G 1,4 | ra: G 1,7", plague_separate=separate)
        table.conflict("ra")
        table.cards(isis="plague", ra="plague")
        assert len(table.happened(st.SPARED)) == offerings


@pytest.mark.parametrize(("every", "gains"), [(True, [3, 2]), (False, [2, 1])])
def test_bountiful_every_gain(lay, every, gains):
    """AK-131 with its switch: only majorities, Dominance and winning get the +1."""
    table = lay(
        "isis: G 1,4 | ra: G 1,7 W 1,8",
        followers={"ra": 2},
        powers={"ra": "magnanimous bountiful worshipful"},
        bountiful_every_gain=every,
    )
    table.conflict("isis")
    table.cards(isis="chariots", ra="maat")
    table.play("yes")
    assert table.gains("ra") == gains


@pytest.mark.parametrize(("at_reveal", "alive"), [(True, False), (False, True)])
def test_flood_marks_at_reveal(lay, at_reveal, alive):
    """AK-103 with its switch: a returned Mummy on a Fertile hex of the region is protected at the end."""
    table = lay("amun: G 4,4 M 4,5 | ra: G 3,3 W 7,1", followers={"ra": 4}, flood_marks_at_reveal=at_reveal)
    table.conflict("ra")
    table.cards(amun="flood", ra="plague")
    table.offers(amun=0, ra=3)
    table.play("to 4,5")
    assert (len([e for e in table.happened(st.DIED) if e.seat == 0]) == 1) == alive


@pytest.mark.parametrize(("figures", "gain"), [(True, 1), (False, 2)])
def test_miracle_counts_figures(lay, figures, gain):
    """AK-111 with its switch: a Mummy that died twice counts once or twice."""
    table = lay("isis: G 1,4 M 1,7 | ra: G 2,8", miracle_counts_figures=figures)
    table.conflict("ra")
    table.cards(isis="miracle", ra="plague")
    table.play("to 1,3", "yes")
    table.play("to 1,3")
    assert table.gains("isis") == [gain]


@pytest.mark.parametrize(("merged", "strength"), [(True, 3), (False, 1)])
def test_anubis_bonus_merged(lay, merged, strength):
    """AK-142 with its switch: no bonus when Anubis was the lower god."""
    table = lay(
        "anubis: G 7,1 | ra: G 1,4 | isis: G 1,7",
        captives={"isis": 2},
        stack={"anubis": 0, "ra": 1, "isis": 5},
        anubis_bonus_merged=merged,
    )
    table.close_conflict(3)
    table.conflict("isis", 2)
    table.cards(ra="maat", isis="maat")
    assert {e.seat: e.a for e in table.happened(st.STRENGTH)}[1] == strength


@pytest.mark.parametrize("turning", [True, False])
def test_scorpion_turn_in_place(lay, turning):
    """AK-45 with its switch."""
    table = lay("isis: X 4,2/0 | ra: G 5,7", scorpion_turn_in_place=turning)
    table.act("isis", "move")
    table.play("figure 4,2")
    assert ("to 4,2" in table.legal()) == turning


@pytest.mark.parametrize(("always", "followers"), [(True, 1), (False, 0)])
def test_revered_always(lay, always, followers):
    """AK-52 with its switch: without a monument Revered gives nothing."""
    table = lay("isis: G 4,2 | ra: G 5,7", powers={"isis": "revered"}, revered_always=always)
    table.act("isis", "gain")
    assert table.followers("isis") == followers


@pytest.mark.parametrize("anywhere", [True, False])
def test_anubis_anywhere(lay, anywhere):
    """AK-137 with its switch: captives only from battles in which Anubis takes part."""
    table = lay("isis: G 1,4 | ra: W 1,7 | anubis: G 7,1", anubis_anywhere=anywhere)
    table.conflict("ra")
    table.cards(isis="chariots", ra="maat")
    assert (table.asked == "captive") == anywhere


def test_bar_summon_for_mummies(lay):
    """AK-151 with underworld_bars_enemy_summon: a Mummy's return is a summon, too."""
    for barred in (False, True):
        table = lay("isis: G 7,1 M 1,4 | osiris: G 1,7", tiles="7,0", underworld_bars_enemy_summon=barred)
        table.conflict("osiris")
        table.cards(isis="maat", osiris="chariots")
        assert ("to 7,0" in table.legal()) == (not barred)
