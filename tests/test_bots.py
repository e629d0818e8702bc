"""Bots know only what their seat may know, play legally, and the greedy one is worth playing against."""

from __future__ import annotations

import random

import pytest

import khonsu
from khonsu.arena.runs.chunks import merge, simulate, summary
from khonsu.bots import Budget, bot, bots, decide
from khonsu.errors import UnknownBot


def test_bots_are_listed():
    assert {"greedy", "random"} <= set(bots())
    with pytest.raises(UnknownBot, match="Known bots: greedy"):
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
    game = khonsu.game(game_name)
    won = 0.0
    for seed in range(12):
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        outcome = merge(list(simulate(game, 2, 1, seed, seats, {})))
        won += outcome.shares[0][seats.index("greedy")]
    assert won >= 10


def test_simulation_is_the_same_again(game_name, players):
    game = khonsu.game(game_name)
    names = ["random"] * players
    first = merge(list(simulate(game, players, 1100, 5, names, {})))
    again = merge(list(simulate(game, players, 1100, 5, names, {})))
    assert (first.scores == again.scores).all()
    assert (first.decisions == again.decisions).all()
    alone = merge(list(simulate(game, players, 1, 5 + 700, names, {})))
    assert (alone.scores[0] == first.scores[700]).all()
    figures = summary(first, names)
    assert figures["games"] == 1100
    assert sum(row["win_share"] for row in figures["seats"]) == pytest.approx(first.shares.sum() / 1100)
