"""Bots know only what their seat may know, play legally, and the greedy one is worth playing against."""

from __future__ import annotations

import random

import pytest

from khonsu.arena import simulate
from khonsu.bots import Budget, bot, bots, decide
from khonsu.errors import UnknownBot


def test_bots_are_listed():
    assert {"greedy", "random"} <= set(bots())
    with pytest.raises(UnknownBot, match=r"Known bots: .*greedy"):
        bot("oracle")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_decide_from_knowledge_alone(game_name, players, name, random_match):
    """Dealing again all that is hidden from the seat does not change what a bot decides (same seed, same budget)."""
    chance = random.Random(2)
    for steps in (0, 9, 31, 70):
        match = random_match(game_name, players, 3, steps=steps)
        if match.over:
            continue
        seat = match.deciders[0]
        budget = Budget(iterations=300, seed=chance.getrandbits(60))
        choice = decide(bot(name), match, seat, budget)
        assert choice.step in match.legal_ids(seat)
        assert {candidate.step for candidate in choice.candidates} == set(match.legal_ids(seat))
        assert sum(choice.estimate) == pytest.approx(1)
        match.position = match.position.imagine(seat, chance.getrandbits(60))
        assert decide(bot(name), match, seat, budget) == choice


def test_bots_get_an_imagined_state(random_match):
    """What reaches a bot is never the true state: the generator is another one."""
    match = random_match("ankhor", 2, 1, steps=20)
    seen = []

    class Spy:
        name = "spy"

        def choose(self, position, seat, budget):
            seen.append(position)
            return bot("random").choose(position, seat, budget)

    decide(Spy(), match, match.deciders[0], Budget(seed=1))
    assert seen[0].state.rng != match.position.state.rng
    assert seen[0].view(0) == match.view(0)


def test_greedy_beats_random(game_name):
    """A dozen matches are enough to see that greedy is another class; strength is measured elsewhere."""
    won = 0.0
    for seed in range(12):
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        won += simulate(game_name, 1, seats, seed=seed).outcomes.shares[0][seats.index("greedy")]
    assert won >= 10


def test_simulation_is_the_same_again(game_name, players):
    found = simulate(game_name, 1100, players=players, seed=5)
    first, again = found.outcomes, simulate(game_name, 1100, players=players, seed=5).outcomes
    assert (first.scores == again.scores).all()
    assert (first.decisions == again.decisions).all()
    alone = simulate(game_name, 1, players=players, seed=5 + 700).outcomes
    assert (alone.scores[0] == first.scores[700]).all()
    assert len(found) == 1100
    assert sum(seat.wins.value for seat in found.seats) == pytest.approx(first.shares.sum() / 1100)
