"""The worked examples of the rulebook (F-1 to F-13) with their exact numbers."""

from __future__ import annotations

from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX, NEIGHBOUR
from khonsu.games.ankh.scenarios.land import adjacent


def test_f1_adjacency(lay):
    """F-1, AK-4, AK-5: next to each other, yet a river between means not adjacent."""
    table = lay("amun: W 6,6 | isis: X 5,5", "P n 6,7")
    warrior, pyramid, scorpion = HEX[6, 6], HEX[6, 7], HEX[5, 5]
    assert pyramid in adjacent(warrior, frozenset())
    assert scorpion not in adjacent(warrior, frozenset())
    assert scorpion in NEIGHBOUR[warrior]
    table.act("amun", "gain")
    assert table.followers("amun") == 1


def test_f2_second_action(lay):
    """F-2, AK-32, AK-34, AK-37: the second action lies below the first, and may trigger the event."""
    table = lay("amun: G 1,4 W 1,5 | ra: G 7,1 | isis: G 5,7")
    table.s.counter[:] = (1, 1, 2, 2)
    table.act("amun", "summon")
    assert list(table.s.counter) == [1, 2, 2, 2]
    table.play("finish")
    assert table.asked == "second_action"
    assert table.legal() == ["gain", "unlock"]
    table.play("unlock")
    assert table.s.event == 1
    assert list(table.s.counter) == [1, 2, 2, 0]
    assert table.deciders == ["ra"]


def test_f3_move(lay):
    """F-3, AK-40, AK-41, AK-42, AK-43: three steps over anything, ending on empty land."""
    table = lay(
        "amun: G 4,0 W 5,1 4,1 5,5 | ra: G 4,7 W 5,8 3,7 5,6",
        "P n 5,3; O n 4,4; T n 4,8",
    )
    table.act("amun", "move")
    table.play("figure 4,0")
    assert "to 3,3" in table.legal()
    table.play("to 3,3")
    assert HEX[4, 4] in adjacent(HEX[3, 3], frozenset())
    table.play("figure 5,1")
    assert "to 5,4" in table.legal()
    table.play("to 5,4")
    assert HEX[5, 3] in adjacent(HEX[5, 4], frozenset())
    table.play("figure 5,5")
    near_temple = {f"to {r},{c}" for (r, c), h in HEX.items() if h in adjacent(HEX[4, 8], frozenset())}
    assert not near_temple & set(table.legal())
    assert "to 5,7" in table.legal()
    table.play("to 5,7", "finish")
    assert table.figure("4,1") == "amun warrior"


def test_f4_summon(lay):
    """F-4, AK-46, AK-3: adjacent to own figures and monuments, across no river, not on water."""
    table = lay("amun: G 4,2 W 3,3 | ra: G 7,7", "T amun 5,4")
    table.pool("amun", mummy=1)
    table.act("amun", "summon")
    table.play("normal", "mummy")
    assert table.legal() == [f"to {h}" for h in ("3,1", "3,2", "4,1", "4,3", "4,4", "4,5", "5,3", "5,5")]


def lay_gain(lay, **more):
    return lay(
        "isis: G 4,2 W 7,1 7,5 7,6 | amun: G 0,1",
        "O isis 4,3; P isis 3,0; T n 7,2; P n 8,6 7,4; O amun 8,2",
        **more,
    )


def test_f5_gain_followers(lay):
    """F-5, AK-51, AK-52: neutral and own monuments next to a figure, each once."""
    table = lay_gain(lay)
    table.act("isis", "gain")
    assert table.followers("isis") == 3
    table = lay_gain(lay, powers={"isis": "revered"})
    table.act("isis", "gain")
    assert table.followers("isis") == 4


def lay_unlock(lay, followers):
    table = lay("amun: G 4,2 | ra: G 7,7", followers={"amun": followers}, powers={"amun": "revered"})
    table.s.card[0] = 1
    table.act("amun", "unlock")
    return table


def test_f6_unlock(lay):
    """F-6, AK-53, AK-55, AK-56: pay the level, move the token, take the guardian under it."""
    table = lay_unlock(lay, 1)
    table.play("power inspiring")
    sheet = table.position.view(0)["gods"][0]
    assert table.followers("amun") == 0
    assert sheet["powers"] == ["inspiring", "revered"]
    assert sheet["guardians"] == {"satet": 1}
    assert table.s.card[0] == 0
    table.s.followers[0] = 2
    table.act("amun", "unlock")
    assert [text for text in table.legal() if text.startswith("power")] == [
        "power resplendent",
        "power obelisk-attuned",
        "power temple-attuned",
        "power pyramid-attuned",
    ]


def test_f6b_unlock_without_followers(lay):
    """F-6b, AK-54: nothing is paid, nothing gained, the marker advances."""
    table = lay_unlock(lay, 0)
    assert table.s.counter[3] == 1
    assert table.position.view(0)["gods"][0]["powers"] == ["revered"]
    assert table.deciders == ["ra"]


def test_f7_event(lay):
    """F-7, AK-32, AK-33: followers first, then the event, then the marker returns; no second action."""
    table = lay("isis: G 7,1 | amun: G 5,7 | ra: G 1,4", "T n 7,2")
    table.s.counter[2] = 3
    table.act("isis", "gain")
    assert table.followers("isis") == 1
    assert table.s.event == 1
    assert table.asked == "monument"
    table.play("decline")
    assert table.s.counter[2] == 0
    assert table.deciders == ["amun"]
    assert table.asked == "first_action"


def lay_control(lay, monuments):
    table = lay("isis: W 7,1 7,5 | ra: G 1,4", monuments)
    table.event("isis", 1)
    return table


def test_f8_control_monument(lay):
    """F-8, AK-60: one neutral monument next to a figure, or none."""
    table = lay_control(lay, "T n 7,2; P n 7,4; O ra 8,1")
    assert table.legal() == ["control 7,2", "decline"]
    table.play("control 7,2")
    assert table.monument("7,2") == "isis temple"
    assert table.s.tokens[0] == 8


def test_f8b_no_neutral_in_reach(lay):
    """F-8b, AK-61, AK-62: an enemy monument is barred while a neutral one is anywhere."""
    table = lay_control(lay, "T isis 7,2; P n 7,4; O ra 8,1")
    assert table.asked == "first_action"
    assert table.deciders == ["ra"]
    assert [event.a for event in table.happened(st.NOTHING)] == [st.MONUMENT]


def test_f8c_enemy_monument(lay):
    """F-8c, AK-61, AK-11: an enemy monument once no neutral one is left; the token returns."""
    table = lay_control(lay, "T isis 7,2; P isis 7,4; O ra 8,1")
    assert table.legal() == ["control 8,1", "decline"]
    table.play("control 8,1")
    assert table.monument("8,1") == "isis obelisk"
    assert table.s.tokens[1] == 9
    assert table.s.tokens[0] == 6


def test_f9_caravan(lay):
    """F-9, AK-63, AK-67, AK-68, AK-69: a line from water to river, the parts, the tokens, the water."""
    table = lay("ra: G 7,1 | isis: G 5,7")
    table.event("ra", 5)
    table.line("1,5-1,6 1,6-2,6 1,7-2,6 2,6-2,7 2,7-3,6")
    assert table.asked == "keep_token"
    assert table.legal() == ["keep 0,1", "keep 1,6"]
    table.play("keep 1,6")
    view = table.position.view(0)
    assert {region["token"]: region["land"] for region in view["regions"]} == {1: 6, 2: 28, 3: 32, 4: 16}
    small = {(h["row"], h["col"]) for h in view["hexes"] if h["regions"] == [1] and h["terrain"] != "water"}
    assert small == {(1, 6), (1, 7), (1, 8), (1, 9), (2, 7), (2, 8)}
    touched = {(h["row"], h["col"]): h["regions"] for h in view["hexes"]}
    assert touched[0, 5] == [1, 4]
    assert touched[0, 4] == [4]
    assert all(touched[0, col] == [1] for col in (6, 7, 8, 9))
    assert touched[1, 10] == [1, 2]
    assert table.legal() == ["decline", *(f"exchange {pair}" for pair in ("1-2", "1-3", "1-4", "2-4", "3-4"))]
    table.play("decline")
    assert table.deciders == ["isis"]
    assert table.s.camels == 25


def test_f10_dominance(lay):
    """F-10, AK-75, AK-76, AK-77, AK-78: majorities, then dominance; no battle."""
    table = lay(
        "amun: G 5,6 | isis: G 1,4",
        "O amun 6,6 7,6; P amun 5,7; P isis 6,8; T isis 4,8",
        stack={"isis": 0, "amun": 5},
        order={"1,5": 1, "5,7": 3, "7,1": 2},
    )
    table.conflict("amun")
    assert table.gains("amun") == [1, 1]
    assert table.devotion("amun") == 7
    assert not table.happened(st.PLAYED)


def test_f11_majorities(lay):
    """F-11, AK-76, AK-77, AK-87: a tie gives nothing, and nothing without a figure."""
    table = lay(
        "isis: W 2,5 G 7,1 | amun: W 1,6 G 7,2 | ra: G 7,3",
        "P isis 1,5 2,6; T amun 2,4; P amun 3,4; T ra 1,7; O ra 1,8",
    )
    table.conflict("ra")
    table.cards(isis="maat", amun="maat")
    gained = [(e.seat, e.a) for e in table.happened(st.GAINED) if e.c == st.BY_MAJORITIES]
    assert gained == [(0, 1)]


def lay_f12(lay):
    table = lay(
        "isis: G 1,5 W 1,4 2,4 2,5 | amun: G 2,6 W 1,6 1,7",
        followers={"isis": 2},
        stack={"amun": 0, "isis": 8},
    )
    table.conflict("isis")
    table.cards(isis="flood", amun="drought")
    return table


def test_f12_battle(lay):
    """F-12, AK-71, AK-91, AK-102, AK-109: Flood's followers, four against four, the tie-breaker, the deaths."""
    table = lay_f12(lay)
    assert table.followers("isis") == 6
    assert {e.seat: e.a for e in table.happened(st.STRENGTH)} == {0: 4, 1: 4}
    assert table.asked == "tie_break"
    assert table.deciders == ["isis"]
    table.play("yes")
    assert table.devotion("isis") == 9
    assert table.devotion("amun") == 0
    assert table.s.warriors[1] == 6
    assert table.figure("2,6") == "amun god"
    assert table.figure("1,4") == "isis warrior"


def test_f12b_unbroken_tie(lay):
    """F-12b, AK-92, AK-95, AK-103: everybody loses; Flood's figures live."""
    table = lay_f12(lay)
    table.play("no")
    assert table.devotion("isis") == 8
    assert table.devotion("amun") == 0
    assert table.s.warriors[1] == 6
    assert [table.figure(h) for h in ("1,4", "2,4", "2,5")] == ["isis warrior"] * 3


def test_f13_merge(lay):
    """F-13, AK-177, AK-179, AK-180, AK-181, AK-183, AK-184, AK-185, AK-186, AK-187: Ra joins Amun."""
    table = lay(
        "ra: G 7,3 W 7,4 S 7,1* | amun: G 1,4 | isis: G 1,5 | osiris: G 5,7",
        "T ra 8,1; P ra 8,2",
        followers={"ra": 3, "amun": 2},
        powers={"ra": "commanding revered", "amun": "revered omnipresent temple-attuned"},
        stack={"ra": 6, "amun": 6, "isis": 6, "osiris": 14},
    )
    table.close_conflict(3)
    sheet = table.position.view(0)["gods"][1]
    assert table.order() == ["amun", "isis", "osiris"]
    assert [table.devotion(god) for god in table.order()] == [6, 6, 14]
    assert list(table.s.god_of) == [1, 1, 2, 3, -1]
    assert table.monument("8,1") is None
    assert table.monument("8,2") is None
    assert list(table.s.supply[1:]) == [10, 10, 10]
    assert table.figure("7,3") is None
    assert table.figure("7,4") is None
    assert table.figure("7,1") == "amun satet"
    assert table.position.view(0)["hexes"][HEX[7, 1]]["figure"]["sun"]
    assert sheet["followers"] == 5
    assert sheet["powers"] == ["omnipresent", "revered", "temple-attuned"]
    assert sheet["abilities"] == ["amun", "ra"]
    lower = table.position.view(0)["gods"][0]
    assert not lower["in_play"]
    assert (lower["warriors"], lower["tokens"], lower["row"], lower["hand"], lower["used"]) == (0, 0, 0, [], [])
