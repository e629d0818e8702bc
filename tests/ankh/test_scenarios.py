"""Scenario files (section 8): loading, checking with line and rule, flags, random balanced layouts."""

from __future__ import annotations

import json

import pytest

import khonsu
from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.board import DISTANCE, LAND, MOVE_RANGE, N_HEXES
from khonsu.games.ankh.land import adjacent, region_of
from khonsu.games.ankh.scenarios import FOLDER, BadScenario, check, generate, load, place, shipped, side

SHIPPED = (FOLDER / "old_kingdom.json").read_text()
MIDDLE = (FOLDER / "middle_kingdom.json").read_text()


def test_shipped_scenarios_are_sound():
    """AK-25: both layouts for every number of players."""
    assert shipped() == ["middle_kingdom", "old_kingdom"]
    for name in shipped():
        assert check((FOLDER / f"{name}.json").read_text()) == []
        assert list(load(name)["layouts"]) == ["2", "3", "4", "5"]


def test_old_kingdom_as_described():
    """Section 8: every god beside the next player's obelisk, every warrior beside its own."""
    for n, layout in load("old_kingdom")["layouts"].items():
        camels = frozenset(side(pair) for line in layout["camel_lines"] for pair in line)
        obelisks = [place(player["controlled_monuments"][0]["hex"]) for player in layout["players"]]
        for i, player in enumerate(layout["players"]):
            assert obelisks[(i + 1) % int(n)] in adjacent(place(player["god"]), camels)
            assert all(obelisks[i] in adjacent(place(h), camels) for h in player["warriors"])


def broken(old: str, new: str, text: str = MIDDLE) -> list[tuple[int, str]]:
    """The problems after one replacement, as line and rule; the line is that of the replacement."""
    assert text.count(old) >= 1
    return [(problem.line, problem.rule) for problem in check(text.replace(old, new, 1))]


def line_of(old: str, text: str = MIDDLE) -> int:
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"god": [5, 1]', '"god": [5, 2]', "AK-3"),
        ('"god": [5, 1]', '"god": [99, 2]', "AK-1"),
        ('"god": [5, 1]', '"god": "here"', "AK-1"),
        ('"god": [5, 1]', '"god": [4, 1]', "AK-2"),
        ('"warriors": [[4, 1]]', '"warriors": [[5, 0]]', "AK-2"),
        ('{"type": "pyramid", "hex": [2, 5]}', '{"type": "sphinx", "hex": [2, 5]}', "AK-25"),
        ('{"type": "pyramid", "hex": [2, 5]}', '{"type": "pyramid", "hex": [0, 4]}', "AK-3"),
        ('"order": 1, "anchor": [7, 1], "land_hexes": 32', '"order": 1, "anchor": [7, 1], "land_hexes": 31', "AK-16"),
        ('"order": 2, "anchor": [5, 7]', '"order": 2, "anchor": [7, 2]', "AK-17"),
        ('"number": 1, "god": [5, 1]', '"number": 1, "devotion": 31, "god": [5, 1]', "AK-28a"),
        ('"number": 1, "god": [5, 1]', '"number": 1, "powers": ["glorious"], "god": [5, 1]', "AK-53"),
        ('"number": 1, "god": [5, 1]', '"number": 1, "powers": ["wise"], "god": [5, 1]', "2.6"),
        (
            '"number": 1, "god": [5, 1]',
            '"number": 1, "guardians": [{"kind": "apep", "hex": [5, 2]}], "god": [5, 1]',
            "AK-28a",
        ),
        ('"number": 1, "god": [5, 1]', '"number": 1, "colour": "red", "god": [5, 1]', "section 8"),
        ('"rule_flags": {}', '"rule_flags": {"everybody_wins": true}', "section 8"),
        ('"rule_flags": {}', '"rule_flags": {"consolidation_events": [4]}', "D-28"),
        ('"rule_flags": {}', '"victory": "the tallest", "rule_flags": {}', "section 8"),
        ('"rule_flags": {}', '"event_track": ["conflict", "control"]', "AK-79"),
        ('"rule_flags": {}', '"event_track": ["dance", "conflict+end"]', "2.4"),
        ('"rule_flags": {}', '"action_tracks": {"move": {"2": 3}}', "2.3"),
        ('"rule_flags": {}', '"barred_gods": ["ra"]', "AK-19"),
        ('"rule_flags": {}', '"fixed_guardians": ["satet", "cat-mummy"]', "AK-27"),
        ('"id": "middle_kingdom"', '"id": 7', "section 8"),
        ('"start_followers": 1', '"start_followers": -1', "AK-20"),
        ('"players": [2, 3, 4, 5]', '"players": [2, 3, 4, 5, 6]', "AK-25"),
    ],
)
def test_problems_name_line_and_rule(old, new, rule):
    """Every broken rule is named with its line."""
    assert (line_of(old), rule) in broken(old, new)


def test_camels_of_a_layout():
    """AK-64, AK-65: camels stand on real sides, once each, and divide."""
    line = "[[[3, 0], [4, 0]], [[3, 1], [4, 0]], [[3, 1], [4, 1]], [[4, 1], [4, 2]]]"
    for new, rule in (
        (line.replace("[[3, 0], [4, 0]]", "[[3, 0], [5, 0]]"), "AK-64"),
        (line.replace("[[3, 1], [4, 0]]", "[[3, 0], [4, 0]]"), "AK-64"),
        (line.replace("[[3, 0], [4, 0]], ", ""), "AK-65"),
        (line.replace("[[3, 0], [4, 0]]", "[[1, 0], [1, 1]]"), "AK-64"),
    ):
        assert rule in {rule for _, rule in broken(line, new)}


def test_numbers_of_players():
    """AK-22: the players of a layout are numbered from 1."""
    assert "AK-22" in {rule for _, rule in broken('"number": 2', '"number": 3')}


def test_no_place_to_summon():
    """AK-46: every player begins with a hex to summon on."""
    crowd = [[4, 0], [4, 2], [5, 1], [3, 0], [3, 1], [6, 0], [6, 1], [4, 1]]
    scenario = json.loads(MIDDLE)
    scenario["players"], scenario["layouts"] = [2], {"2": scenario["layouts"]["2"]}
    layout = scenario["layouts"]["2"]
    layout["players"][0] = {"number": 1, "god": [5, 0], "warriors": []}
    layout["neutral_monuments"] = [
        {"type": p.MONUMENTS[1 + i % 3], "hex": h}
        for i, h in enumerate(crowd)
        if h in ([4, 0], [5, 1], [6, 0], [4, 1], [6, 1])
    ]
    assert [problem.rule for problem in check(json.dumps(scenario))] == ["AK-46"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"id": "x", "id": "y"}', '{"id": }', SHIPPED[:-3], SHIPPED + "more", '{"id" 1}']
)
def test_broken_files(text):
    """A file that is no scenario is told with a line, never with a crash."""
    problems = check(text)
    assert problems
    assert all(problem.line >= 1 for problem in problems)


JUNK = [None, True, -1, 10**9, 1.5, "", "x", [], [[]], {}, {"a": 1}, [1, 2], ["a"], [[1, 2]], [None], [{}]]


def parts(value, path=()):
    """The paths of all parts of a scenario."""
    if path:
        yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from parts(part, (*path, key))


def test_check_never_crashes():
    """Whatever stands in the place of a part of a scenario, `check` answers; mostly it finds a problem."""
    scenario = load("middle_kingdom")
    scenario |= {"players": [4], "layouts": {"4": scenario["layouts"]["4"]}, "fixed_guardians": ["satet"]}
    scenario |= {"barred_gods": ["ra"], "event_track": ["caravan", "conflict+end"], "victory": "standard"}
    scenario |= {"action_tracks": {"move": {"4": 2}}, "rule_flags": {"consolidation_events": [1]}}
    scenario["layouts"]["4"]["players"][0] |= {
        "guardians": [{"kind": "satet", "hex": [0, 1], "facing": 0}],
        "powers": ["revered"],
        "devotion": 1,
    }
    assert check(json.dumps(scenario)) == []
    found = tried = 0
    for number, path in enumerate(parts(scenario)):
        for junk in JUNK[number % 4 :: 4]:
            copy = json.loads(json.dumps(scenario))
            owner = copy
            for key in path[:-1]:
                owner = owner[key]
            owner[path[-1]] = junk
            found += bool(check(json.dumps(copy)))
            tried += 1
    assert tried > 500
    assert found > 0.8 * tried


def test_loading_reports(tmp_path):
    """`load` refuses what `check` finds; unknown names are said."""
    file = tmp_path / "bad.json"
    file.write_text(MIDDLE.replace('"god": [5, 1]', '"god": [5, 2]'))
    line = line_of('"god": [5, 1]')
    with pytest.raises(BadScenario, match=rf"line {line}: .*\(AK-3\)"):
        load(file)
    with pytest.raises(BadScenario):
        load("no such scenario")
    with pytest.raises(BadScenario):
        khonsu.game("ankh").match(players=2, scenario=str(file))


def test_flags_and_tracks_reach_the_game(tmp_path):
    """Section 8: flags, events and tracks of a file rule the match."""
    scenario = json.loads(MIDDLE)
    scenario["rule_flags"] = {"winner_loses_figures": True, "losers_survive": True, "consolidation_events": [2]}
    scenario["event_track"] = ["conflict", "caravan", "conflict+end"]
    scenario["action_tracks"] = {"gain": {"2": 1, "3": 1, "4": 1, "5": 1}}
    file = tmp_path / "revolt.json"
    file.write_text(json.dumps(scenario))
    match = khonsu.game("ankh").match(players=4, seed=3, scenario=str(file))
    options = match.view()["options"]
    assert options["winner_loses_figures"]
    assert options["losers_survive"]
    assert options["consolidation_events"] == [2]
    assert match.view()["events"] == ["conflict", "caravan", "conflict+end"]
    assert match.view()["tracks"]["gain"]["event_at"] == 1
    match.play("gain")
    assert match.view()["event"] == 1
    assert khonsu.read(match.record()).position.save() == match.position.save()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_layouts_are_balanced(players):
    """Section 8, random set-up (1) to (6): checked here from the finished file."""
    for seed in range(12):
        scenario = generate(players, seed)
        assert check(json.dumps(scenario)) == []
        assert generate(players, seed) == scenario
        layout = scenario["layouts"][str(players)]
        camels = frozenset(side(pair) for line in layout["camel_lines"] for pair in line)
        assert len(layout["regions"]) == {2: 3, 3: 3, 4: 4, 5: 5}[players]
        assert all(region["land_hexes"] >= 12 for region in layout["regions"])
        starts = [
            (place(o["god"]), place(o["warriors"][0]), place(o["controlled_monuments"][0]["hex"]))
            for o in layout["players"]
        ]
        neutral = [place(m["hex"]) for m in layout["neutral_monuments"]]
        assert len(neutral) == {2: 5, 3: 6, 4: 7, 5: 7}[players]
        assert len({region_of(god, camels) for god, _, _ in starts}) == players
        for god, warrior, monument in starts:
            assert {warrior, monument} <= set(adjacent(god, camels))
        kinds = [m["type"] for m in layout["neutral_monuments"]]
        kinds += [o["controlled_monuments"][0]["type"] for o in layout["players"]]
        counts = [kinds.count(kind) for kind in p.MONUMENTS[1:]]
        assert max(counts) - min(counts) <= 2
        monuments = [*neutral, *(start[2] for start in starts)]
        for region in layout["regions"]:
            assert set(monuments) & region_of(place(region["anchor"]), camels)
        fair(starts, neutral, camels)


def fair(starts, neutral, camels):
    """(4) and (5)."""
    taken = {h for start in starts for h in start} | set(neutral)
    reach, nearest = [], []
    for start in starts:
        stand = {
            h
            for f in start[:2]
            for h in range(N_HEXES)
            if DISTANCE[f, h] <= MOVE_RANGE and LAND[h] and (h == f or h not in taken)
        }
        reach.append(sum(bool(stand & set(adjacent(m, camels))) for m in neutral))
        others = [h for other in starts if other != start for h in other[:2]]
        nearest.append(min(int(DISTANCE[start[0], h]) for h in others))
        for other in starts:
            if other != start:
                assert not set(other) & (set(adjacent(start[0], camels)) | set(adjacent(start[1], camels)))
    assert max(reach) - min(reach) <= 1
    assert max(nearest) - min(nearest) <= 2


def test_random_layouts_differ():
    """Another seed, another layout; the seed is shown."""
    one, other = generate(4, 1), generate(4, 2)
    assert one["layouts"] != other["layouts"]
    assert "1" in one["name"]
    view = khonsu.game("ankh").match(players=4, scenario="random", layout_seed=2).view()
    assert (view["scenario"], view["layout_seed"]) == ("random", 2)
