"""Set-up (AK-19 to AK-28a)."""

from __future__ import annotations

import json

import pytest

import khonsu
from khonsu.errors import BadOption, KhonsuError
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.scenarios import FOLDER, load


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_everybody_begins_with(players):
    """AK-19, AK-20, AK-21, AK-24: gods, cards, tokens, followers and markers."""
    view = khonsu.game("ankh").match(players=players, seed=5).view()
    assert len({sheet["god"] for sheet in view["gods"]}) == players
    for sheet in view["gods"]:
        assert sheet["hand"] == list(p.CARDS)
        assert sheet["followers"] == 1
        assert sheet["row"] == 6
        assert sheet["tokens"] == 9 - 1  # one lies on the monument of the layout
        assert sheet["warriors"] == 5
        assert sheet["abilities"] == [sheet["god"]]
    assert [track["at"] for track in view["tracks"].values()] == [0, 0, 0, 0]
    assert [track["event_at"] for track in view["tracks"].values()] == list(p.TRACKS[players])
    assert view["event"] == 0


def test_start_player_is_drawn_or_named():
    """AK-22, AK-28: player 1 of the layout is the start player, who takes the first turn."""
    game = khonsu.game("ankh")
    assert {game.match(players=3, seed=seed).view()["first"] for seed in range(30)} == {0, 1, 2}
    match = game.match(players=3, seed=1, start_player="2")
    assert match.deciders == (2,)
    layout = load("middle_kingdom")["layouts"]["3"]
    for player in layout["players"]:
        seat = (2 + player["number"] - 1) % 3
        here = next(h for h in match.view()["hexes"] if [h["row"], h["col"]] == player["god"])
        assert here["figure"]["god"] == seat
    assert game.match(players=3, start_player="4").deciders == (1,)  # counted round the table


def test_first_stack():
    """AK-23: all on space 0, the start player on top, the last player at the bottom."""
    match = khonsu.game("ankh").match(players=4, seed=1, start_player="1")
    assert match.view()["track"]["order"] == [0, 3, 2, 1]
    assert match.scores() == pytest.approx([0.0, 0.3, 0.2, 0.1])


@pytest.mark.parametrize("scenario", ["middle_kingdom", "old_kingdom"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_layouts(scenario, players):
    """AK-25, AK-26: monuments, tokens, camels and figures stand as the layout says; the rest is the supply."""
    match = khonsu.game("ankh").match(players=players, seed=1, start_player="0", scenario=scenario)
    layout = load(scenario)["layouts"][str(players)]
    view = match.view()
    hexes = {(h["row"], h["col"]): h for h in view["hexes"]}
    for player in layout["players"]:
        seat = player["number"] - 1
        assert hexes[tuple(player["god"])]["figure"]["kind"] == "god"
        assert all(hexes[tuple(h)]["figure"]["god"] == seat for h in player["warriors"])
        assert all(
            hexes[tuple(m["hex"])]["monument"] == {"kind": m["type"], "god": seat}
            for m in player["controlled_monuments"]
        )
    for monument in layout["neutral_monuments"]:
        assert hexes[tuple(monument["hex"])]["monument"] == {"kind": monument["type"], "god": None}
    placed = sum(h["monument"] is not None for h in view["hexes"])
    assert sum(view["supply"]["monuments"].values()) == 30 - placed
    assert len(view["camels"]) == sum(map(len, layout["camel_lines"])) == 30 - view["supply"]["camels"]
    assert [{"token": r["token"], "land": r["land"]} for r in view["regions"]] == sorted(
        ({"token": r["order"], "land": r["land_hexes"]} for r in layout["regions"]), key=lambda r: r["token"]
    )


@pytest.mark.parametrize(("players", "small", "large"), [(2, 1, 1), (3, 2, 2), (4, 3, 2), (5, 3, 2)])
def test_guardian_cards(players, small, large):
    """AK-27: one card of each level, with figures by number of players."""
    game = khonsu.game("ankh")
    match = game.match(players=players, seed=1, guardian_1="satet", guardian_2="apep", guardian_3="scorpion")
    assert match.view()["supply"]["guardians"] == [
        {"kind": "satet", "left": small},
        {"kind": "apep", "left": large},
        {"kind": "scorpion", "left": large},
    ]
    drawn = {g["kind"] for seed in range(20) for g in game.match(players=2, seed=seed).view()["supply"]["guardians"]}
    assert drawn == set(p.GUARDIANS)


def test_scenario_extras(tmp_path):
    """AK-28, AK-28a: extra followers, powers without guardians, guardians from their card, start devotion."""
    scenario = json.loads((FOLDER / "middle_kingdom.json").read_text())
    scenario["players"] = [2]
    scenario["layouts"] = {"2": scenario["layouts"]["2"]}
    scenario["fixed_guardians"] = ["cat-mummy", "apep"]
    scenario["barred_gods"] = ["ra", "isis", "osiris"]
    scenario["start_followers"] = 2
    first, second = scenario["layouts"]["2"]["players"]
    first |= {"extra_followers": 3, "powers": ["revered", "commanding", "resplendent"], "devotion": 4}
    second |= {"guardians": [{"kind": "apep", "hex": [0, 9]}], "devotion": 4}
    file = tmp_path / "extras.json"
    file.write_text(json.dumps(scenario))
    view = khonsu.game("ankh").match(players=2, seed=3, start_player="0", scenario=str(file)).view()
    one, other = view["gods"]
    assert {one["god"], other["god"]} == {"amun", "anubis"}
    assert (one["followers"], other["followers"]) == (5, 2)
    assert one["powers"] == ["commanding", "revered", "resplendent"]
    assert (one["row"], one["guardians"]) == (3, {})
    assert [g["kind"] for g in view["supply"]["guardians"]][:2] == ["cat-mummy", "apep"]
    assert [g["left"] for g in view["supply"]["guardians"]][:2] == [1, 0]
    assert next(h for h in view["hexes"] if (h["row"], h["col"]) == (0, 9))["figure"]["kind"] == "apep"
    assert view["track"]["order"] == [1, 0]
    assert (one["devotion"], other["devotion"]) == (4, 4)


def test_gods_can_be_named():
    """AK-19, D-1: named gods are given, two seats cannot have the same."""
    game = khonsu.game("ankh")
    view = game.match(players=2, seed=1, god_0="ra", god_1="isis").view()
    assert [sheet["god"] for sheet in view["gods"]] == ["ra", "isis"]
    with pytest.raises(BadOption):
        game.match(players=2, god_0="ra", god_1="ra")
    with pytest.raises(KhonsuError):
        game.match(players=2, scenario="no such place.json")
    with pytest.raises(BadOption):
        game.match(players=2, devotion_top=20, red_max=20)
