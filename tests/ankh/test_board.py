"""The board, adjacency, regions and water (AK-1 to AK-18)."""

from __future__ import annotations

from khonsu.games.ankh.rules import board as b
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX
from khonsu.games.ankh.scenarios.land import adjacent, regions

EMPTY: frozenset[int] = frozenset()


def test_board_counts():
    """AK-1: 101 hexes, 43 fertile, 39 desert, 19 water; 31 Nile sides; 165 sides that can hold a camel."""
    assert b.N_HEXES == 101
    assert [int((kind == b.TERRAIN).sum()) for kind in (b.FERTILE, b.DESERT, b.WATER)] == [43, 39, 19]
    assert sum(int(bits).bit_count() for bits in b.NILE) == 2 * 31
    assert b.N_SIDES == 165


def test_one_piece_to_a_hex(lay):
    """AK-2: nothing can be put where a figure or monument is; a tile does not take its hex."""
    table = lay("osiris: G 4,2 W 4,1 | ra: G 5,7", "T n 4,3; O n 3,2", tiles="3,3")
    table.act("osiris", "summon")
    table.play("normal")
    legal = table.legal()
    assert "to 4,1" not in legal
    assert "to 4,3" not in legal
    assert "to 3,3" in legal


def test_water_cannot_be_occupied(lay):
    """AK-3, AK-42: no figure but a summoned Apep ever ends on water."""
    table = lay("isis: G 5,1 | ra: G 5,7")
    table.act("isis", "move")
    table.play("figure 5,1")
    assert not {"to 5,2", "to 6,2"} & set(table.legal())


def test_geometric_neighbours():
    """AK-4: each hex has up to six neighbours, and the relation is mutual."""
    for h in range(b.N_HEXES):
        for d in range(6):
            g = b.NEIGHBOUR[h, d]
            assert g < 0 or b.NEIGHBOUR[g, (d + 3) % 6] == h
    assert set(b.NEIGHBOUR[HEX[4, 2]]) == {HEX[h] for h in ((3, 2), (3, 3), (4, 3), (5, 2), (4, 1), (3, 1))}


def test_rivers_and_camels_part_neighbours(lay):
    """AK-5, AK-7: a camel on the side ends adjacency, but moves go over it."""
    camels = ["3,0-4,0", "3,1-4,0", "3,1-4,1", "4,1-4,2"]
    order = {"1,5": 1, "5,7": 2, "2,1": 3, "7,1": 4}
    for sides, followers in (([], 1), (camels, 0)):
        table = lay("isis: G 4,1 | ra: G 5,7", "O n 3,1", camels=sides, order=order if sides else None)
        table.act("isis", "gain")
        assert table.followers("isis") == followers
    table.act("isis", "move")
    table.play("figure 4,1")
    assert "to 3,0" in table.legal()


def test_water_is_adjacent_to_all(lay):
    """AK-6: a figure on water touches land of several regions, and other water."""
    table = lay("isis: A 1,10 | ra: G 7,1", "O n 1,9; T n 2,10", guardians=("satet", "apep", "scorpion"))
    table.act("isis", "gain")
    assert table.followers("isis") == 2
    assert HEX[0, 9] in adjacent(HEX[1, 10], EMPTY)


def test_figures_off_the_board(lay):
    """AK-8, AK-58, AK-204: a dead figure waits in its god's pool and can be summoned again."""
    table = lay("isis: G 1,4 | ra: W 1,7 G 7,1")
    table.conflict("isis")
    table.cards(isis="chariots", ra="maat")
    assert table.s.warriors[1] == 6
    table.s.warriors[0] = 0
    table.act("isis", "summon")
    assert table.asked == "second_action"  # an empty pool: nothing can be summoned


def test_base_strength(lay):
    """AK-9, AK-156: every figure, guardians too, has strength 1."""
    table = lay("isis: G 1,4 W 1,3 S 1,5 M 2,4 X 2,5 | ra: G 1,8")
    table.conflict("ra")
    table.cards(isis="maat", ra="maat")
    assert {e.seat: e.b for e in table.happened(st.STRENGTH)} == {0: 5, 1: 1}


def test_gods_never_die(lay):
    """AK-10: a lost battle does not kill the god."""
    table = lay("isis: G 1,4 W 1,3 | ra: G 1,8 W 1,7")
    table.conflict("isis")
    table.cards(isis="chariots", ra="maat")
    assert table.figure("1,8") == "ra god"
    assert table.figure("1,7") is None


def test_moving_never_changes_control(lay):
    """AK-11: control is the token, not the nearest figure."""
    table = lay("isis: G 4,2 | ra: G 5,7", "O isis 4,3")
    table.act("isis", "move")
    table.play("figure 4,2", "to 3,0")
    assert table.monument("4,3") == "isis obelisk"


def test_destroyed_monument(lay):
    """AK-12: to the supply, its token to the owner's pool."""
    table = lay("isis: X 6,6/0 | ra: G 1,4", "O ra 5,6")
    assert (table.s.supply[p.OBELISK], table.s.tokens[1]) == (9, 8)
    table.conflict("ra")
    assert (table.s.supply[p.OBELISK], table.s.tokens[1]) == (10, 9)


def test_start_regions():
    """AK-13, AK-16: without camels there are three regions; water never counts for their size."""
    sizes = {tuple(b.HEXES[min(land)]): len(land) for land in regions(EMPTY)}
    assert sorted(sizes.values()) == [22, 28, 32]


def test_water_touches_its_regions(lay):
    """AK-14, AK-18: water is part of every region it touches, the lake mouth of West and East."""
    view = lay("isis: G 1,4 | ra: G 5,7").position.view(0)
    for start in b.DATA["start_regions"]:
        token = {"Delta": 1, "East": 2, "West": 3}[start["name"]]
        touching = [[h["row"], h["col"]] for h in view["hexes"] if h["terrain"] == "water" and token in h["regions"]]
        assert touching == start["touching_water"]


def test_figure_on_water_is_in_all_regions(lay):
    """AK-15, AK-74: Apep on the lake mouth makes West and East its own."""
    table = lay("isis: A 6,4 | ra: G 1,4", guardians=("satet", "apep", "scorpion"))
    table.conflict("ra")
    assert [(e.seat, e.a) for e in table.happened(st.DOMINANCE)] == [(1, 1), (0, 2), (0, 3)]


def test_each_region_has_one_token(lay):
    """AK-17: region and token belong together."""
    table = lay("isis: G 1,4 | ra: G 5,7")
    assert sorted(table.s.token[:3]) == [1, 2, 3]
    assert table.position.view(0)["supply"]["order_tokens"] == [4, 5, 6, 7, 8]


def test_closed_lake_mouth(lay):
    """AK-18 with its switch: (6,4) touches the West only."""
    game = lay("isis: G 1,4 | ra: G 5,7").position.game
    match = game.match(players=2, seed=1, lake_mouth_6_4_touches_east=False)
    water = next(h for h in match.view()["hexes"] if (h["row"], h["col"]) == (6, 4))
    assert water["regions"] == [1]  # the West of Middle Kingdom
