"""Golden games of Horus (tests/golden.py says what they are)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import khonsu

from ..golden import Golden

OTHER = {
    "end_exit_rule": "full_side",
    "pile_tile_contact": "region_tile",
    "marker_optional": True,
    "island_corner_seals": False,
    "temple_redraw": True,
    "transport_first_turn": False,
    "exhausted_draw": "keep",
    "marker_choice": "tile",
}
GAMES = {
    f"{name}_{players}": {"players": players, **options}
    for players in (2, 3, 4)
    for name, options in (("default", {}), ("other", OTHER))
}


def choose(chance: random.Random, match: Any) -> Any:
    """A random step; positions close to the Start more often, so that regions grow and the river is pressed."""
    steps = match.legal()
    weights = []
    for step in steps:
        word, _, rest = step.text.partition(" ")
        if word in ("place", "end"):
            x, y = map(int, rest.split(","))
            weights.append(1 / (1 + max(abs(x), abs(y))) ** 3)
        else:
            weights.append(1.0)
    return chance.choices(steps, weights)[0]


def play(name: str) -> Any:
    """The match of that name."""
    chance = random.Random(name)
    match = khonsu.game("horus").match(seed=chance.getrandbits(32), **GAMES[name])
    while not match.over:
        match.play(choose(chance, match))
    return match


def table(match: Any) -> list[str]:
    """The table at the end as the terminal shows it."""
    return ["", *match.board(-1, "en").splitlines()]


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
