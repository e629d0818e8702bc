"""Shared by all tests: every game, and a way to play at random that any test can repeat."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import khonsu
from khonsu.match import Match

# What `make quick` leaves out: folders and files that take long, need a server or check every game many times over.
SLOW = {
    *("arena", "research", "web", "docs"),
    *("test_every_game", "test_search", "test_cli", "test_wheel", "test_outside_game", "test_notebooks", "test_site"),
    *("test_views", "test_positions"),
    *("test_invariants", "test_random_games", "test_slow", "test_secrets", "test_golden", "test_picture"),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow by where it lies."""
    for item in items:
        if SLOW & {item.path.stem, item.path.parent.name}:
            item.add_marker(pytest.mark.slow)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument `game_name` runs for every game; with `players` as well, for every number of seats."""
    if "game_name" in metafunc.fixturenames and "players" in metafunc.fixturenames:
        cases = [(name, players) for name, about in khonsu.games().items() for players in about.players]
        metafunc.parametrize(("game_name", "players"), cases)
    elif "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", list(khonsu.games()))


@pytest.fixture
def random_match() -> Callable[..., Match]:
    """A match in which random legal steps were played: to its end, or `steps` of them."""

    def play(name: str, players: int, seed: int, steps: int = 10**9, **options: object) -> Match:
        match = khonsu.game(name).match(players=players, seed=seed, **options)
        chance = random.Random(seed)
        while match.deciders and len(match.steps) < steps:
            seat = chance.choice(match.deciders)
            match.play(chance.choice(match.legal_ids(seat)), seat)
        return match

    return play
