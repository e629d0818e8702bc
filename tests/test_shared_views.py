"""What all eyes share is worked out once, and nobody sees more or less for it."""

from __future__ import annotations

import random

import pytest

import khonsu
from khonsu.match import Match
from khonsu.match.views import Views


def moments(name: str, players: int) -> list[Match]:
    """Some positions of a random match, its end among them."""
    match, chance = khonsu.game(name).match(players=players, seed=players), random.Random(players)
    found = []
    while not match.over and len(match.steps) < 800:
        match.play(chance.choice(match.legal_ids(match.deciders[0])), match.deciders[0])
        if len(match.steps) % 9 == 0 or match.over:
            found.append(Match.from_position(match.position))
    return found


@pytest.mark.parametrize(("name", "players"), [("ankhor", 2), ("ankhor", 4), ("horus", 3), ("ankh", 2), ("ankh", 5)])
def test_a_shared_view_is_the_view_of_the_seat(name: str, players: int) -> None:
    """The public view with what is private put in, and the points in it, are what the game itself says."""
    private = 0
    for match in moments(name, players):
        views, position = Views(match.position), match.position
        for seat in (*range(players), -1):
            assert views.of(seat) == position.view(seat)
            known = position.imagine(seat, 0).reading if position.deciders else position.reading
            assert views.points(seat) == [position.game.breakdown(known, other) for other in range(players)]
            private += views.of(seat) != views.of(-1)
    assert bool(private) == (name != "ankhor")  # else the test has met no secret
