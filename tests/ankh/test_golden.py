"""Golden games of Ankh (tests/golden.py says what they are)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import khonsu

from ..golden import Golden

LONG = {"red_max": 2}  # games that go on after Conflict IV
OTHER = {  # every switch away from its default
    "satet_push_same_region": False,
    "lake_mouth_6_4_touches_east": False,
    "may_decline_effect": False,
    "underworld_bars_enemy_summon": True,
    "plague_separate": False,
    "bountiful_every_gain": False,
    "flood_marks_at_reveal": False,
    "miracle_counts_figures": False,
    "androsphinx_mutual": "ability",
    "anubis_bonus_merged": False,
    "scorpion_turn_in_place": False,
    "revered_always": False,
    "merged_decider": "active",
    "anubis_anywhere": False,
    "forgotten_monuments": "neutral",
    "merge_base_choice": "free",
}
GAMES: dict[str, dict[str, Any]] = {
    f"{scenario}_{players}": {"players": players, "scenario": scenario, **extra}
    for players in (2, 3, 4, 5)
    for scenario, extra in (("middle_kingdom", LONG), ("old_kingdom", {}), ("random", LONG | OTHER))
}
WEIGHTS = {"gain": 4, "decline": 1, "finish": 2, "yes": 4}


def play(name: str) -> Any:
    """The match of that name, with random steps that favour doing something."""
    chance = random.Random(name)
    match = khonsu.game("ankh").match(seed=chance.getrandbits(32), **GAMES[name])
    while not match.over:
        seat = chance.choice(match.deciders)
        steps = match.legal(seat)
        match.play(chance.choices(steps, [WEIGHTS.get(step.text, 3) for step in steps])[0])
    return match


def table(match: Any) -> list[str]:
    """The table at the end in words."""
    view = match.view()
    lines = [
        f"turn {view['turn']}, event {view['event']}, winners {view['winners']}, order {view['track']['order']}",
        "regions: " + ", ".join(f"{region['token']} {region['land']}" for region in view["regions"]),
        f"supply: {view['supply']['monuments']}, camels {view['supply']['camels']}",
    ]
    for h in view["hexes"]:
        figure, monument = h["figure"], h["monument"]
        if figure:
            extra = " with a Sun" * figure["sun"] + f" facing {figure['facing']}" * (figure["facing"] is not None)
            lines.append(f"{h['row']},{h['col']}: {figure['kind']} of {figure['god']}{extra}")
        if monument:
            lines.append(f"{h['row']},{h['col']}: {monument['kind']} of {monument['god']}")
        if h["tile"]:
            lines.append(f"{h['row']},{h['col']}: Underworld")
    for god, sheet in enumerate(view["gods"]):
        lines.append(f"god {god}: " + ", ".join(f"{name} {value}" for name, value in sheet.items()))
    return lines


GOLDEN = Golden(Path(__file__).parent / "golden", play, table)


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name):
    """The record replays to its end; every list of options and the table at the end are as they were."""
    GOLDEN.check(name)


@pytest.mark.parametrize("name", GAMES)
def test_golden_game_is_drawn_again(name):
    """Set-up and choices from the same seeds give the same match: chance does not drift either."""
    GOLDEN.check_drawn(name)


if __name__ == "__main__":
    GOLDEN.write(GAMES)
