"""Golden games of Ankh'or (tests/golden.py says what they are)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import khonsu

from ..golden import Golden

EVERY = 25  # steps between two lines of scores
GAMES = {
    f"{edition}_{players}_{number}": {"players": players, "edition": edition, **extra}
    for players in (2, 3, 4)
    for edition in ("fr", "es")
    for number, extra in ((1, {}), (2, {"move_may_split": False, "stall_rounds": 6}))
}


def scores(match: Any) -> str:
    """The points of all seats in a line."""
    return "scores " + " ".join(f"{score:g}" for score in match.scores())


def choose(chance: random.Random, match: Any) -> Any:
    """A random step; buying, moving and building on top a little more often."""
    steps = match.legal()
    weights = [{"buy": 8, "move": 4}.get(step.text, 12 if step.text[0] == "[" else 2) for step in steps]
    return chance.choices(steps, weights)[0]


def play(name: str) -> Any:
    """The match of that name, with the scores as comments."""
    chance = random.Random(name)
    match = khonsu.game("ankhor").match(seed=chance.getrandbits(32), **GAMES[name])
    while not match.over:
        match.play(choose(chance, match))
        if len(match.steps) % EVERY == 0:
            match.comment(scores(match))
    return match


def table(match: Any) -> list[str]:
    """The table at the end in words."""
    view = match.view()

    def tile(shown: Any) -> str:
        return f"{shown['colour']} {shown['kind']}" if shown else "-"

    def counts(tokens: dict[str, int]) -> str:
        return " ".join(f"{count} {name}" for name, count in tokens.items() if count) or "nothing"

    lines = [
        f"round {view['round']}, turn {view['turn']}, stall {view['stall']}, last round {view['last_round']}",
        "row: " + ", ".join(tile(slot["tile"]) for slot in view["slots"]),
        "prices: " + ", ".join("-".join(slot["price"]) for slot in view["slots"]),
        "stacks: " + ", ".join(f"{stack['size']} {stack['top']}" for stack in view["stacks"]),
        "discards: " + (", ".join(tile(shown) for shown in view["discards"]) or "none"),
        "supply: " + counts(view["supply"]),
    ]
    for seat, domain in enumerate(view["domains"]):
        score = ", ".join(f"{name} {points:g}" for name, points in domain["score"].items())
        lines += [f"seat {seat}: {score}", f"  hand: {counts(domain['hand'])}; bonus {domain['bonus']}"]
        for t in domain["tiles"]:
            place = f"[{t['x']},{t['y']}]" if t["level"] else f"({t['x']},{t['y']})"
            lines.append(f"  {place} {tile(t)}" + " covered" * t["covered"] + " with token" * t["token"])
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


@pytest.mark.parametrize("name", GAMES)
def test_golden_scores(name):
    """The scores on the way are as they were."""
    match = khonsu.read(GOLDEN.record(name))
    assert len(match.comments) == len(match.steps) // EVERY
    for again in match.replay():
        if said := match.comments.get(len(again.steps)):
            assert said == [scores(again)]


if __name__ == "__main__":
    GOLDEN.write(GAMES)
