"""Our own fixtures X-1 to X-25 with their exact numbers."""

from __future__ import annotations

from collections import Counter

import pytest

import khonsu
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX
from khonsu.games.ankh.scenarios import load, side
from khonsu.games.ankh.scenarios.land import legal_lines
from khonsu.kernel.position import Position


@pytest.mark.parametrize(("space", "gains"), [(20, [2, 1]), (18, [2, 2]), (21, [1, 1])])
def test_x1_bountiful(lay, space, gains):
    """X-1, AK-129, AK-130, AK-132: one more for each gain that begins in the red, the last red space included."""
    table = lay(
        "amun: G 5,6 | isis: G 1,4", "O amun 6,6", powers={"amun": "bountiful"}, stack={"isis": 0, "amun": space}
    )
    table.conflict("amun")
    assert table.gains("amun") == gains
    assert table.devotion("amun") == space + sum(gains)


def test_x2_stack(lay):
    """X-2, AK-172, AK-173, AK-174: the lower marker moves first, the other lands on top of it."""
    table = lay(
        "amun: W 1,4 | isis: W 1,7 | ra: W 7,1",
        "O amun 1,3; T isis 1,8",
        stack={"ra": 0, "amun": 5, "isis": 5},
    )
    table.conflict("ra")
    table.cards(amun="maat", isis="maat")
    assert table.order() == ["ra", "amun", "isis"]
    assert (table.devotion("amun"), table.devotion("isis")) == (6, 6)


def test_x3_cat_mummy(lay):
    """X-3, AK-157, AK-158, AK-175: everybody else loses 1, in ascending order; on space 0 nothing happens."""
    table = lay(
        "amun: W 5,7 | anubis: | isis: | osiris: C 5,8",
        guardians=("cat-mummy", "mummy", "scorpion"),
        stack={"amun": 0, "anubis": 1, "isis": 1, "osiris": 5},
    )
    table.conflict("isis")
    table.cards(amun="maat", osiris="maat")
    table.play("decline")  # Anubis takes no captive
    table.play("decline")  # Osiris lays no tile
    assert table.order() == ["amun", "anubis", "isis", "osiris"]
    assert [table.devotion(god) for god in table.order()] == [0, 0, 0, 5]


def test_x4_plague(lay):
    """X-4, AK-104, AK-105, AK-10: a tie for the highest offering spares nobody; gods stay."""
    table = lay(
        "amun: G 1,4 W 1,3 | isis: G 1,6 W 1,7 S 2,7 | ra: G 2,4 W 2,3",
        followers={"amun": 2, "isis": 2, "ra": 3},
    )
    table.conflict("amun")
    table.cards(amun="plague", isis="maat", ra="maat")
    table.offers(amun=2, isis=2, ra=1)
    died = {(e.seat, e.a) for e in table.happened(st.DIED)}
    assert died == {(0, p.WARRIOR), (1, p.WARRIOR), (1, p.SATET), (2, p.WARRIOR)}
    assert [table.followers(god) for god in ("amun", "isis", "ra")] == [0, 0, 2]
    assert [table.figure(h) for h in ("1,4", "1,6", "2,4")] == ["amun god", "isis god", "ra god"]


def test_x5_mummy(lay):
    """X-5, AK-111, AK-165, AK-166: it returns beside its god, fights on, and counts once for Miracle."""
    table = lay("isis: G 1,4 M 1,7 | amun: G 2,7 | ra: G 5,7", "O isis 1,3")
    table.conflict("ra")
    table.cards(amun="plague", isis="miracle")
    assert table.asked == "return_to"
    assert table.legal() == ["to 1,5", "to 2,4", "to 0,3"]
    table.play("to 2,4")
    assert {e.seat: e.a for e in table.happened(st.STRENGTH)} == {0: 2, 1: 2}
    assert table.asked == "return_to"  # it died again in the unbroken tie
    table.play("to 2,4")
    assert table.figure("2,4") == "isis mummy"
    assert table.gains("isis") == [1, 1]  # the obelisk, then Miracle


@pytest.mark.parametrize(("strong", "weak", "gain"), [(6, 3, 3), (5, 3, 1)])
def test_x6_glorious(lay, strong, weak, gain):
    """X-6, AK-126: three devotion for a lead of three, otherwise one."""
    hexes = ["1,3", "1,5", "2,3", "2,4", "2,5", "3,4"][:strong]
    table = lay(
        f"isis: G 1,4 W {' '.join(hexes)} | ra: G 1,8 W {' '.join(['1,7', '1,9', '2,7'][:weak])}",
        powers={"isis": "glorious"},
    )
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    assert {e.seat: e.a for e in table.happened(st.STRENGTH)} == {0: strong + 1, 1: weak + 1}
    assert table.gains("isis") == [gain]


def test_x6_glorious_against_nobody(lay):
    """X-6, AK-90, AK-126: others without figures count 0."""
    table = lay("isis: G 1,4 W 1,3 1,5 | ra: W 1,8", powers={"isis": "glorious"}, followers={"isis": 1})
    table.conflict("ra")
    table.cards(isis="plague", ra="chariots")
    table.offers(isis=1)
    assert [(e.seat, e.a) for e in table.happened(st.STRENGTH)] == [(0, 4)]
    assert table.gains("isis") == [3]


@pytest.mark.parametrize("lives", [True, False])
def test_x7_apep_in_two_regions(lay, lives):
    """X-7, AK-14, AK-15, AK-73: Apep fights in the Delta; if it lives it dominates the East."""
    table = lay("isis: A 1,10 G 7,1 | ra: G 1,4", guardians=("satet", "apep", "scorpion"))
    table.conflict("ra")
    cards = ("chariots", "maat") if lives else ("maat", "chariots")
    table.cards(isis=cards[0], ra=cards[1])
    dominated = [(e.seat, e.a) for e in table.happened(st.DOMINANCE)]
    assert dominated == ([(0, 2), (0, 3)] if lives else [(0, 3)])
    assert table.s.beasts[0, 1] == (0 if lives else 1)


@pytest.mark.parametrize(("facing", "gone"), [(0, {"5,6", "5,7"}), (5, {"5,6"})])
def test_x8_scorpion(lay, facing, gone):
    """X-8, AK-169: pointed monuments in the scorpion's region fall, not across the Nile."""
    table = lay(f"amun: X 6,6/{facing} | isis: G 1,4", "O amun 5,6; P isis 5,7; T n 5,5")
    table.conflict("isis")
    left = {place for place in ("5,6", "5,7", "5,5") if table.monument(place)}
    assert left == {"5,6", "5,7", "5,5"} - gone
    assert table.s.tokens[0] == 9


def test_x9_androsphinx(lay):
    """X-9, AK-99, AK-122, AK-170: neutralised figures add nothing, temple and Chariots do."""
    table = lay(
        "isis: Y 6,7 G 7,1 | ra: G 6,6 W 7,6",
        "T ra 6,5; O ra 0,1 0,2 0,3",
        guardians=("satet", "mummy", "androsphinx"),
        powers={"ra": "resplendent temple-attuned"},
    )
    table.conflict("isis")
    table.cards(isis="maat", ra="chariots")
    strength = {e.seat: (e.a, e.b, e.c, e.d) for e in table.happened(st.STRENGTH)}
    assert strength[1] == (5, 0, 2, 3)


def test_x10_satet_cannot_enter(lay):
    """X-10, AK-161: no entry where the figure cannot be pushed away."""
    table = lay("isis: S 5,1 | ra: G 4,2 W 3,1 3,2 3,3", "O n 4,3; T n 4,1")
    table.act("isis", "move")
    table.play("figure 5,1")
    assert "to 4,2" not in table.legal()


def test_x10_satet_pushes_to_its_own_hex(lay):
    """X-10, AK-159, AK-160: the hex that Satet left is free for the pushed figure."""
    table = lay("isis: S 4,1 | ra: G 4,2 W 3,1 3,2 3,3", "O n 4,3")
    table.act("isis", "move")
    table.play("figure 4,1", "to 4,2")
    assert table.figure("4,1") == "ra god"
    assert table.figure("4,2") == "isis satet"
    assert next(e.b for e in table.happened(st.AUTOMATIC)) == st.HEX_0 + HEX[4, 1]


def test_x11_pyramid_chain(lay):
    """X-11, AK-48, AK-123, AK-124: a figure summoned at the pyramid counts for the next one."""
    table = lay("isis: G 1,4 | ra: G 5,7", "P isis 7,1", powers={"isis": "pyramid-attuned"})
    table.s.warriors[0] = 2
    table.act("isis", "summon")
    assert table.legal() == ["normal", "pyramid 7,1", "finish"]
    table.play("pyramid 7,1", "to 6,1")
    assert table.legal() == ["normal", "finish"]
    table.play("normal")
    assert {"to 5,1", "to 6,0"} <= set(table.legal())
    table.play("to 5,1")
    assert table.figure("5,1") == "isis warrior"


def test_x12_forgotten(lay):
    """X-12, AK-196, AK-197: 20 is red, 21 is safe; the last god wins at once."""
    table = lay("isis: G 1,4 | ra: G 5,7", stack={"isis": 20, "ra": 21})
    table.close_conflict(4)
    assert table.asked is None
    assert table.position.result() == (0.0, 1.0)


def test_x13_top(lay):
    """X-13, AK-176, AK-201: of simultaneous gains the first to reach the top wins."""
    table = lay(
        "isis: W 1,4 | ra: W 1,7 | amun: ",
        "O isis 1,3; T ra 1,8",
        stack={"amun": 0, "isis": 30, "ra": 30},
    )
    table.conflict("amun")
    table.cards(isis="maat", ra="maat")
    assert table.devotion("isis") == 31
    assert table.devotion("ra") == 30
    assert table.position.result() == (1.0, 0.0, 0.0)


def test_x14_anubis(lay):
    """X-14, AK-137, AK-138: one captive each time; the first already strengthens the god in this battle."""
    table = lay(
        "anubis: G 1,4 | ra: W 1,7 1,8 | osiris: W 2,6 2,7",
        followers={"osiris": 1},
        captives={"ra": 1},
    )
    table.conflict("ra")
    table.cards(anubis="plague", ra="maat", osiris="maat")
    table.offers(osiris=1)
    assert table.legal() == ["captive ra", "decline"]
    table.play("captive ra")
    assert {e.seat: (e.a, e.b) for e in table.happened(st.STRENGTH)} == {0: (4, 3), 2: (2, 2)}
    assert table.legal() == ["captive osiris", "decline"]
    table.play("captive osiris")
    assert list(table.s.captive) == [0, 2, 1, 0, 0]
    assert (table.s.warriors[1], table.s.warriors[2]) == (4, 5)


def lines_of(position: Position) -> set[frozenset[int]]:
    """Every line that the caravan's questions lead to."""
    found: set[frozenset[int]] = set()
    paths = [(position, frozenset())]
    while paths:
        here, placed = paths.pop()
        seat = here.deciders[0]
        for step in here.legal(seat):
            if step != st.DECLINE:
                after = here.copy()
                after.play(seat, step)
                sides = placed | {e.a for e in after.events() if e.kind == st.CAMEL_PLACED}
                if after.state.pending[after.state.depth - 1, 0] == st.CAMEL:
                    paths.append((after, sides))
                else:
                    found.add(frozenset(sides))
    return found


def test_x15_caravan_count(lay):
    """X-15, AK-64, AK-65, AK-66: exactly the legal lines, on the bare board and after F-9."""
    table = lay("ra: G 7,1 | isis: G 5,7")
    table.event("ra", 5)
    lines = lines_of(table.position)
    assert len(lines) == 92
    assert Counter(map(len, lines)) == {3: 6, 4: 8, 5: 30, 6: 48}
    assert lines == {frozenset(line) for line in legal_lines(frozenset())}
    slots = Counter(int(table.s.region[st.b.SIDES[min(line)][0]]) for line in lines)
    assert slots == {1: 19, 2: 29, 4: 44}  # Delta, East, West
    camels = ["1,5-1,6", "1,6-2,6", "1,7-2,6", "2,6-2,7", "2,7-3,6"]
    table = lay("ra: G 7,1 | isis: G 5,7", camels=camels, order={"1,6": 1, "5,7": 2, "7,1": 3, "1,3": 4})
    table.event("ra", 5)
    assert len(lines_of(table.position)) == 79


@pytest.mark.parametrize(
    ("scenario", "players", "count"),
    [("middle_kingdom", 4, 71), ("middle_kingdom", 5, 54), ("old_kingdom", 4, 72), ("old_kingdom", 5, 53)],
)
def test_x15_caravan_count_in_layouts(scenario, players, count):
    """X-15: legal lines of the shipped layouts with camels."""
    game = khonsu.game("ankh")
    numbers = game.numbers(players, game.about.resolve({"scenario": scenario, "start_player": "0"}))
    position = Position.start(game, players, 1, numbers)
    position.state.event = 4
    position.state.counter[p.GAIN] = position.state.limit[p.GAIN] - 1
    position.play(0, st.ACTION_0 + p.GAIN)
    layout = load(scenario)["layouts"][str(players)]
    camels = frozenset(side(pair) for line in layout["camel_lines"] for pair in line)
    lines = lines_of(position)
    assert len(lines) == count
    assert lines == {frozenset(line) for line in legal_lines(camels)}


def test_x16_merged_turn(lay):
    """X-16, AK-36, AK-190, AK-191: each partner takes one action, the same one if it likes; the second may trigger."""
    table = lay("ra: G 7,3 | isis: G 1,4 | amun: G 5,7", stack={"ra": 0, "isis": 1, "amun": 9})
    table.close_conflict(3)
    assert list(table.s.god_of[:3]) == [1, 1, 2]
    table.turn("ra")
    table.s.counter[p.SUMMON] = table.s.limit[p.SUMMON] - 2
    table.play("summon")
    assert table.deciders == ["ra"]
    table.play("normal", "to 1,3", "no")
    assert table.figure("1,3") == "isis warrior"
    assert table.deciders == ["isis"]
    assert table.legal() == ["move", "summon", "gain", "unlock"]
    before = int(table.s.event)
    table.play("summon", "finish")
    assert table.s.event == before + 1
    table.play("decline")  # no caravan
    assert table.s.counter[p.SUMMON] == 0


def test_x17_summon_at_water(lay):
    """X-17, AK-6, AK-46: next to a figure on water every land neighbour counts, whatever its region."""
    table = lay("isis: A 1,10 G 7,1 | ra: G 5,7", guardians=("satet", "apep", "scorpion"))
    table.s.warriors[0] = 1
    table.act("isis", "summon")
    table.play("normal")
    assert {"to 1,9", "to 2,10"} <= set(table.legal())
    assert "to 0,9" not in table.legal()


def test_x18_two_plagues(lay):
    """X-18, AK-86, AK-105, AK-92, AK-101: separate offerings; a lone contender wins; Miracle for a figureless god."""
    table = lay(
        "isis: G 1,4 W 1,3 | ra: W 1,7 | osiris: W 2,6",
        followers={"isis": 1, "ra": 1, "osiris": 1},
        stack={"isis": 0, "osiris": 2, "ra": 4},
        powers={"isis": "glorious"},
    )
    table.conflict("ra")
    table.cards(isis="plague", ra="plague", osiris="miracle")
    table.offers(isis=0, ra=1, osiris=0)
    assert {e.seat for e in table.happened(st.DIED)} == {0, 2}
    assert table.asked == "offer"
    assert table.deciders == ["isis"]  # Ra has nothing left to offer
    table.offers(isis=0)
    assert [(e.seat, e.b) for e in table.happened(st.DIED)][-1] == (1, HEX[1, 7])
    assert [(e.seat, e.a) for e in table.happened(st.STRENGTH)] == [(0, 2)]
    assert table.gains("isis") == [1]
    assert table.gains("osiris") == [1]


def test_x19_isis_at_water(lay):
    """X-19, AK-143, AK-144: on water an enemy of another region protects too."""
    table = lay("isis: A 1,10 | ra: G 1,4 W 2,10", guardians=("satet", "apep", "scorpion"))
    table.conflict("ra")
    table.cards(isis="maat", ra="chariots")
    assert table.asked == "protect"
    assert table.deciders == ["isis"]
    table.play("yes")
    assert table.figure("1,10") == "isis apep"


def test_x20_merge_from_apart(lay):
    """X-20, AK-187: the higher god's marker comes down onto the lower one's."""
    table = lay("ra: G 7,3 | isis: G 1,4 | amun: G 5,7", stack={"ra": 4, "isis": 9, "amun": 9})
    table.close_conflict(3)
    assert table.order() == ["isis", "amun"]
    assert (table.devotion("isis"), table.devotion("amun")) == (4, 9)


@pytest.mark.parametrize("tiles", ["4,2 4,3", ""])
def test_x21_scorpion_on_a_tile(lay, tiles):
    """X-21, AK-44, AK-45: an Underworld hex is no destination for others, not even the scorpion's own."""
    table = lay("amun: X 4,2 | osiris: G 7,1", tiles=tiles)
    table.act("amun", "move")
    table.play("figure 4,2")
    assert ("to 4,2" in table.legal()) == (tiles == "")
    assert ("to 4,3" in table.legal()) == (tiles == "")


def test_x22_obelisk_skipped(lay):
    """X-22, AK-119, AK-120: who has no destination is skipped, not out; a freed hex may be used later."""
    table = lay(
        "isis: G 3,4 | ra: W 1,2 G 5,7",
        "O isis 1,1; T n 0,1 2,2; O ra 1,8",
        powers={"isis": "obelisk-attuned", "ra": "obelisk-attuned"},
        stack={"isis": 0, "ra": 1},
    )
    table.conflict("ra")
    assert table.deciders == ["ra"]
    assert table.asked == "obelisk_figure"
    table.play("figure 1,2", "to 1,7")
    assert table.deciders == ["isis"]
    table.play("figure 3,4")  # its one destination is taken by itself
    assert table.figure("1,2") == "isis god"


def test_x23_too_few_bases(lay):
    """X-23, AK-182, AK-155: one of the lower god's guardians is kept; the other returns with its Sun."""
    table = lay("ra: G 7,3 S 7,1* | isis: G 1,4 S 1,5 | amun: G 5,7", stack={"ra": 0, "isis": 1, "amun": 9})
    table.pool("ra", mummy=1)
    table.close_conflict(3)
    assert table.asked == "keep_guardian"
    assert table.deciders == ["isis"]
    assert table.legal() == ["keep 7,1", "keep mummy"]
    before = int(table.s.card[0])
    table.play("keep mummy")
    assert table.figure("7,1") is None
    assert table.s.card[0] == before + 1
    assert table.s.suns == 3
    assert table.s.beasts[1, 1] == 1
    assert table.figure("1,5") == "isis satet"


def test_x24_flags(lay):
    """X-24: whoever wins or dominates loses its figures, losers live (flags of section 8)."""
    table = lay("ra: G 1,4 W 1,5 | isis: W 1,8 7,1")
    table.s.winner_loses = 1
    table.s.losers_survive = 1
    table.conflict("ra")
    table.cards(ra="chariots", isis="maat")
    assert table.gains("ra") == [1]
    assert table.figure("1,5") is None
    assert table.figure("1,8") == "isis warrior"
    assert table.gains("isis") == [1]
    assert table.figure("7,1") is None


def test_x25_consolidation():
    """X-25, D-28: a marked caravan gives a follower and joins two regions that camels divide."""
    game = khonsu.game("ankh")
    numbers = game.numbers(5, game.about.resolve({"scenario": "old_kingdom", "start_player": "0"}))
    position = Position.start(game, 5, 1, numbers)
    s = position.state
    s.consolidation = 1 << 5
    s.event = 4
    s.counter[p.SUMMON] = s.limit[p.SUMMON] - 1
    camels = int(s.camels)
    position.play(0, st.ACTION_0 + p.SUMMON)
    position.play(0, st.FINISH)
    assert s.followers[0] == 2
    texts = {position.notation(0, step): step for step in position.legal(0)}
    assert list(texts) == ["join 1-5", "join 2-3", "decline"]
    position.play(0, texts["join 2-3"])
    texts = {position.notation(0, step): step for step in position.legal(0)}
    assert list(texts) == ["token 2", "token 3"]
    position.play(0, texts["token 3"])
    assert s.camels == camels + 3
    assert {r["token"]: r["land"] for r in position.view(0)["regions"]} == {1: 12, 2: 32, 3: 16, 4: 22}
    assert position.deciders == (1,)
