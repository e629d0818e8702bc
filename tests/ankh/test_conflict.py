"""Conflict, Dominance and the steps of a battle (AK-71 to AK-101)."""

from __future__ import annotations

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st


def test_trigger_takes_the_tie_breaker(lay):
    """AK-71, AK-79: face up for the trigger, back in the supply after the last region."""
    table = lay("isis: G 1,4 | ra: G 1,7")
    table.conflict("ra")
    assert (table.s.tie_holder, table.s.tie_up) == (1, 1)
    table.cards(isis="chariots", ra="maat")
    assert (table.s.tie_holder, table.s.tie_up) == (-1, 0)


def test_omnipresent_before_scorpions(lay):
    """AK-72: both happen before any region is resolved."""
    table = lay("isis: G 1,4 X 6,6/0 | ra: G 1,7", "O ra 5,6", powers={"isis": "omnipresent"})
    table.conflict("ra")
    kinds = [e.kind for e in table.log if e.kind in (st.FOLLOWERS, st.DESTROYED, st.BATTLE)]
    assert kinds == [st.FOLLOWERS, st.DESTROYED, st.BATTLE]


def test_regions_by_order_token(lay):
    """AK-73, AK-74: ascending tokens; empty regions are skipped, lone gods dominate, two fight."""
    table = lay("isis: G 1,4 W 7,1 | ra: G 1,7", order={"1,5": 8, "5,7": 3, "7,1": 5})
    table.conflict("ra")
    assert [(e.kind, e.a) for e in table.log if e.kind in (st.DOMINANCE, st.BATTLE)] == [
        (st.DOMINANCE, 5),
        (st.BATTLE, 8),
    ]


def test_regions_are_classified_in_their_turn(lay):
    """AK-73: a figure that died in an earlier region is no more in a later one."""
    table = lay("isis: A 1,10 | ra: G 1,4 W 5,7", guardians=("satet", "apep", "scorpion"))
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    assert [(e.seat, e.a) for e in table.happened(st.DOMINANCE)] == [(1, 2)]


def test_dominance_with_radiant(lay):
    """AK-75, AK-154: majorities in one gain, dominance and Radiant in another."""
    table = lay("ra: G 5,7 W 5,6* | isis: G 1,4", "O ra 5,8; T ra 6,7")
    table.conflict("isis")
    assert table.gains("ra") == [2, 2]


def test_dominance_is_no_battle(lay):
    """AK-78: no cards, followers, or deaths, whatever powers the god has."""
    table = lay(
        "isis: G 5,7 W 5,6 | ra: ",
        followers={"isis": 5},
        powers={"isis": "commanding glorious worshipful"},
    )
    table.conflict("ra")
    assert table.gains("isis") == [1]
    assert table.followers("isis") == 5
    assert table.asked == "first_action"


def test_participants_are_fixed(lay):
    """AK-80: a god that comes by Obelisk Attuned only with others there must be in the battle already."""
    table = lay("isis: G 1,4 | ra: G 1,7 | amun: G 5,7", "O amun 1,1", powers={"amun": "obelisk-attuned"})
    table.conflict("amun")
    assert table.asked == "card"
    assert table.deciders == ["isis", "ra"]


def test_order_of_the_steps(lay):
    """AK-81, AK-82, AK-83, AK-84, AK-85, AK-86: obelisks, announcement, choice, reveal, building, plague."""
    table = lay(
        "amun: G 1,4 W 1,5 | ra: G 1,7 W 1,8",
        "O amun 2,3",
        followers={"amun": 4, "ra": 4},
        powers={"amun": "obelisk-attuned"},
    )
    table.conflict("ra")
    asked = [table.asked]
    table.play("pass")
    asked.append(table.asked)
    table.play("yes")
    asked.append(table.asked)
    for card in ("build", "chariots"):
        table.play(f"card {card}", who="amun")
    table.play("card plague", who="ra")
    assert sum(e.revealed for e in table.happened(st.PLAYED)) == 3
    asked.append(table.asked)
    table.play("build temple", "to 2,4")
    asked.append(table.asked)
    assert asked == ["obelisk_figure", "announce", "card", "build_kind", "offer"]
    assert table.position.view(0)["gods"][1]["used"] == ["plague"]


def test_majorities_before_strength(lay):
    """AK-87, AK-88: gods with a figure left gain for majorities, then strength is compared."""
    table = lay("isis: G 1,4 | ra: G 1,7", "O isis 1,3; T isis 1,1; P ra 1,9")
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    kinds = [(e.kind, e.seat, e.a) for e in table.log if e.kind in (st.GAINED, st.STRENGTH)]
    assert kinds == [(st.GAINED, 1, 1), (st.GAINED, 0, 2), (st.STRENGTH, 1, 4), (st.STRENGTH, 0, 1), (st.GAINED, 1, 1)]


def test_strength(lay):
    """AK-89: figures, temples and cards."""
    table = lay("isis: G 1,4 W 1,5 | ra: G 1,7", "T isis 2,4", powers={"isis": "temple-attuned"})
    table.conflict("ra")
    table.cards(isis="drought", ra="maat")
    assert {e.seat: (e.a, e.b, e.c, e.d) for e in table.happened(st.STRENGTH)} == {0: (5, 2, 2, 1), 1: (1, 1, 0, 0)}


def test_without_figures_no_strength(lay):
    """AK-90, AK-108, AK-101: Chariots do not help a god whose figures are gone; it gains no majority."""
    table = lay("isis: G 1,4 | ra: W 1,7", "O ra 1,8", followers={"isis": 1})
    table.conflict("ra")
    table.cards(isis="plague", ra="chariots")
    table.offers(isis=1)
    assert [e.seat for e in table.happened(st.STRENGTH)] == [0]
    assert table.gains("ra") == []
    assert table.gains("isis") == [1]


def test_tie_breaker_only_once(lay):
    """AK-91: used in one battle, it is face down for the rest of the Conflict."""
    table = lay("isis: G 1,4 W 7,1 | ra: G 1,7 W 7,3")
    table.conflict("ra")
    table.cards(isis="flood", ra="drought")  # 1 against 2
    table.cards(isis="maat", ra="maat")
    assert table.asked == "tie_break"
    table.play("yes")
    assert table.figure("7,3") == "ra warrior"
    table = lay("isis: G 1,4 W 7,1 | ra: G 1,7 W 7,3")
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    table.play("yes")
    table.cards(isis="maat", ra="maat")
    assert table.asked == "first_action"
    assert table.figure("7,3") is None


def test_tie_breaker_declined_stays(lay):
    """AK-91: whoever declines may use it in a later battle."""
    table = lay("isis: G 1,4 W 7,1 | ra: G 1,7 W 7,3")
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    table.play("no")
    assert table.gains("ra") == []
    table.cards(isis="maat", ra="maat")
    assert table.asked == "tie_break"


def test_only_tied_holders_are_asked(lay):
    """AK-91, D-23: not if the holder is not among the tied, or no tie is for the highest."""
    table = lay("isis: W 1,4 | ra: W 1,7 | amun: G 7,1")
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert table.asked == "first_action"
    assert table.figure("1,4") is None


def test_unbroken_tie(lay):
    """AK-92, AK-95: all lose, all warriors and guardians die."""
    table = lay("isis: W 1,4 | ra: W 1,6 | amun: W 1,8 2,8 ")
    table.conflict("amun")
    table.cards(isis="plague", ra="chariots", amun="maat")
    assert not table.happened(st.WON)
    assert [table.figure(h) for h in ("1,4", "1,6", "1,8", "2,8")] == [None] * 4


def test_single_contender_wins_with_nothing(lay):
    """AK-92: even with strength 0."""
    table = lay(
        "isis: G 6,6 | ra: W 5,9 Y 7,1 ",
        guardians=("satet", "mummy", "androsphinx"),
        followers={"isis": 1},
    )
    table.s.figure[st.b.HEX[7, 1]] = 0
    table.s.owner[st.b.HEX[7, 1]] = -1
    table.gather()
    table.conflict("ra")
    table.cards(isis="plague", ra="maat")
    table.offers(isis=1)
    assert [(e.seat, e.b) for e in table.happened(st.WON)] == [(0, 2)]


def test_winner_then_commanding_then_magnanimous_then_deaths(lay):
    """AK-93, AK-94, AK-96, AK-115, AK-127: in this order."""
    table = lay(
        "isis: G 1,4 W 1,5 | ra: G 1,7 W 1,8",
        powers={"isis": "commanding", "ra": "magnanimous"},
    )
    table.conflict("ra")
    table.cards(isis="chariots", ra="maat")
    order = [(e.kind, e.seat, e.a) for e in table.log if e.kind in (st.GAINED, st.FOLLOWERS, st.DIED)]
    assert order == [(st.GAINED, 0, 1), (st.FOLLOWERS, 0, 3), (st.GAINED, 1, 2), (st.DIED, 1, p.WARRIOR)]


def test_deaths_then_captive_cat_mummy(lay):
    """AK-97, AK-98: parts g to j in this order after Battle Resolution, and after a Plague."""
    for cards in ({"isis": "maat", "anubis": "chariots"}, {"isis": "maat", "anubis": "plague"}):
        table = lay(
            "isis: W 1,4 C 1,6 M 1,8 G 7,1 | anubis: G 2,5 W 2,7",
            guardians=("cat-mummy", "mummy", "scorpion"),
            followers={"anubis": 1},
            stack={"isis": 3, "anubis": 9},
        )
        table.conflict("isis")
        table.cards(**cards)
        if cards["anubis"] == "plague":
            table.offers(anubis=1)
        while table.asked == "protect":
            table.play("no")
        assert table.asked == "captive"
        assert not table.happened(st.LOST)
        table.play("captive isis")
        assert table.asked == "return_to"
        assert [(e.seat, e.a) for e in table.happened(st.LOST)] == [(1, 1)]
        table.play(table.legal()[0])


def test_after_the_battle(lay):
    """AK-100, AK-101: Miracle, Osiris' tile, Worshipful, Ma'at, in this order, also without figures left."""
    table = lay(
        "osiris: W 1,4 | isis: G 1,7 W 1,8 2,8",
        followers={"osiris": 2},
        powers={"osiris": "worshipful"},
    )
    table.s.hand[0] &= ~1
    table.s.used[0] |= 1
    table.conflict("isis")
    table.cards(osiris="miracle", isis="maat")
    assert table.gains("osiris") == [1]
    assert table.asked == "tile_from"
    table.play("reserve", "to 1,4")
    assert table.asked == "worship"
    table.play("yes")
    assert table.gains("osiris") == [1, 1]
    assert [e.seat for e in table.happened(st.CARDS_BACK)] == [1]
    assert table.position.view(0)["gods"][0]["used"] == ["flood", "miracle"]


def test_neutralised_figures(lay):
    """AK-99: strength 0 next to an enemy Androsphinx, with all bonuses of the figure."""
    table = lay(
        "anubis: G 1,6 | isis: Y 1,7 | ra: G 7,1",
        guardians=("satet", "mummy", "androsphinx"),
        captives={"ra": 2},
    )
    table.conflict("ra")
    table.cards(anubis="maat", isis="maat")
    assert {e.seat: e.a for e in table.happened(st.STRENGTH)} == {0: 0, 1: 1}
