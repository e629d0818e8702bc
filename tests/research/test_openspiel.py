"""OpenSpiel's own random simulation test for every game and player count, and its search algorithms at work."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import khonsu
import khonsu.research.openspiel  # registers the games
from khonsu.errors import BadOption, BadPlayers

SETTINGS = [(name, players) for name, about in khonsu.games().items() for players in about.players]
every_setting = pytest.mark.parametrize(("name", "players"), SETTINGS)


def load(name, players, **parameters):
    return pyspiel.load_game(f"khonsu_{name}", {"players": players, **parameters})


def random_state(game, seed, steps):
    """A state after the chance node and some random decisions."""
    state, chance = game.new_initial_state(), random.Random(seed)
    state.apply_action(seed)
    while not state.is_terminal() and steps > 0:
        state.apply_action(chance.choice(state.legal_actions()))
        steps -= 1
    return state


@every_setting
def test_random_simulations(name, players):
    """To save and load at every step takes a quarter of a minute with five players, so it is done up to three."""
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=players <= 3, verbose=False)


@every_setting
def test_it_is_the_match(name, players):
    """Same seed, same steps, same result as `Match`; notation is the house's own."""
    state, chance = load(name, players).new_initial_state(), random.Random(4)
    state.apply_action(9)
    match = khonsu.game(name).match(players=players, seed=9)
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == match.deciders[0]
        assert state.legal_actions() == sorted(match.legal_ids(seat))
        step = chance.choice(state.legal_actions())
        text = state.action_to_string(seat, step)
        assert match.play(step, seat).text == text
        state.apply_action(step)
    assert match.over
    assert sum(state.returns()) == pytest.approx(0)
    if len(match.winners()) == 1:
        assert state.returns()[match.winners()[0]] == pytest.approx(1)


def test_saved_and_cloned(game_name):
    game = load(game_name, 3)
    state = random_state(game, 5, 60)
    for copy in (pickle.loads(pickle.dumps(state)), state.clone(), game.deserialize_state(state.serialize())):
        assert str(copy) == str(state)
        for seat in range(3):
            assert copy.information_state_string(seat) == state.information_state_string(seat)
        step = copy.legal_actions()[0]
        before = str(state)
        copy.apply_action(step)
        assert str(state) == before  # the copy stands alone
        assert str(copy) == str(state.child(step))


def test_resampling_keeps_what_the_seat_knows(game_name):
    """The seat cannot tell the new state, which can be played to its end, from the old one."""
    game, differ = load(game_name, 3), 0
    for seed in range(6):
        state = random_state(game, seed, 10 + 15 * seed)
        if state.is_terminal():
            continue
        seat = state.current_player()
        other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.legal_actions() == state.legal_actions()
        differ += str(other) != str(state)
        while not other.is_terminal():
            other.apply_action(other.legal_actions()[0] if len(other.history()) > 400 else other.legal_actions()[-1])
    assert differ > 0


def test_information_states_remember(game_name):
    """Two ways to the same board are told apart: what was seen on the way belongs to the information state."""
    game = load(game_name, 2)
    state = random_state(game, 2, 30)
    again = random_state(game, 2, 30)
    assert state.information_state_string(0) == again.information_state_string(0)
    seen = set()
    for step in state.legal_actions()[:2]:
        seen.add(state.child(step).information_state_string(state.current_player()))
    assert len(seen) == min(2, len(state.legal_actions()))


@pytest.mark.parametrize("bot", ["mcts", "ismcts"])
def test_search_bots_play(game_name, bot):
    """OpenSpiel's searchers return legal steps; ISMCTS goes through `resample_from_infostate`."""
    game = load(game_name, 2)
    state = random_state(game, 3, 20)
    chance = np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, chance)
    if bot == "mcts":
        searcher = mcts.MCTSBot(game, 2.0, 4, rollout, random_state=chance)
    else:
        searcher = ismcts.ISMCTSBot(game, rollout, 2.0, 4, random_state=chance)
    assert searcher.step(state) in state.legal_actions()


def test_sampled_regrets_run():
    """Outcome sampling needs one path at a time, so it runs; what it cannot do is cover a game of this size."""
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("ankhor", 2))
    np.random.seed(1)
    solver.iteration()
    assert len(solver._infostates) > 10


def test_parameters_are_checked():
    with pytest.raises((BadPlayers, pyspiel.SpielError)):
        load("horus", 9)
    with pytest.raises(BadOption):
        load("ankhor", 2, edition="none")
    assert load("ankhor", 3).num_players() == 3
    game = load("ankhor", 2, seeds=7)
    assert game.max_chance_outcomes() == 7 == len(game.new_initial_state().chance_outcomes())
