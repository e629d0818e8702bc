"""Golden games: whole matches whose steps, options and final tables are kept, so that no rule drifts unnoticed.

Each game is a record and, beside it, a `.options` file: for every step the number of legal steps with a digest of their
notations, then the table at the end. After a change of the rules that is meant, write them anew:

    python tests/horus/test_golden.py
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import pytest

import khonsu

FOLDER = Path(__file__).parent / "golden"
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


def options(match: Any) -> list[str]:
    """One line for each step: how many steps were legal, a digest of their notations, the step; then the table."""
    lines = []
    again = match.replay()
    for step in match.steps:
        legal = [other.text for other in next(again).legal(step.seat)]
        digest = hashlib.blake2s("\n".join(legal).encode(), digest_size=4).hexdigest()
        lines.append(f"{len(legal)} {digest} {step.seat}: {step.text}")
    return [*lines, "", *match.board(-1, "en").splitlines()]


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    """The kept match replays to the same options at every step, and to the same table."""
    record = (FOLDER / f"{name}.record").read_text(encoding="utf-8")
    match = khonsu.read(record)
    assert match.over
    assert match.record() == record
    assert options(match) == (FOLDER / f"{name}.options").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for golden in GAMES:
        kept = play(golden)
        (FOLDER / f"{golden}.record").write_text(kept.record(), encoding="utf-8")
        (FOLDER / f"{golden}.options").write_text("\n".join(options(kept)) + "\n", encoding="utf-8")
        print(golden, len(kept.steps), kept.scores())
