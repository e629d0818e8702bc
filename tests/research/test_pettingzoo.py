"""PettingZoo's own tests for every game and player count, and what they do not look at."""

import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

import khonsu
from khonsu.errors import BadOption, BadPlayers, IllegalStep
from khonsu.research import pettingzoo as door

SETTINGS = [(name, players) for name, about in khonsu.games().items() for players in about.players]
every_setting = pytest.mark.parametrize(("name", "players"), SETTINGS)

# Remarks of PettingZoo's test that it makes for every environment with masks outside its own list of names, and at the
# end of every match, when nothing is legal any more.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros:UserWarning"),
]


@every_setting
def test_api(name, players):
    api_test(door.env(name, players), num_cycles=300)


@every_setting
def test_parallel_api(name, players):
    parallel_api_test(door.parallel_env(name, players, reward="zero_sum"), num_cycles=300)


@every_setting
def test_seed(name, players):
    seed_test(lambda: door.env(name, players, reward="score"), num_cycles=100)
    parallel_seed_test(lambda: door.parallel_env(name, players), num_cycles=100)


@every_setting
def test_render(name, players):
    make = lambda render_mode: door.env(name, players, render_mode=render_mode)  # noqa: E731
    render_test(make, {"svg": lambda svg: svg.startswith("<svg"), "ansi": lambda text: len(text) > 100})


@every_setting
def test_performance_benchmark(name, players, monkeypatch, capsys):
    """Five seconds of PettingZoo's clock, run twenty times as fast."""
    quick = SimpleNamespace(time=lambda: 20 * time.time())
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", quick)
    performance_benchmark(door.raw_env(name, players))
    assert "turns per second" in capsys.readouterr().out


def played(env, seed, chance):
    """A whole match of random steps; the sum of the rewards of every seat."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return list(total.values())


@every_setting
def test_rewards_are_those_of_the_match(name, players):
    for reward in ("win", "zero_sum", "score"):
        env = door.raw_env(name, players, reward=reward)
        total = played(env, 5, np.random.default_rng(5))
        match = khonsu.game(name).match(players=players, seed=5)
        chance = np.random.default_rng(5)
        while match.deciders:
            seat = match.deciders[0]
            match.play(int(chance.choice(sorted(match.legal_ids(seat)))), seat)
        if reward == "win":
            assert total == pytest.approx(match.result())
        elif reward == "zero_sum":
            assert sum(total) == pytest.approx(0)
            if len(match.winners()) == 1:
                assert total[match.winners()[0]] == pytest.approx(1)
        else:
            assert total == pytest.approx(match.scores())


def test_simultaneous_choices_are_one_parallel_step():
    """Ankh's gods choose their cards at the same time: one step, and the same as one after the other in any order."""
    env = door.parallel_env("ankh", 3)
    seen = 0
    for seed in range(3):
        env.reset(seed=seed)
        one_by_one = env.position.copy()
        chance = np.random.default_rng(seed)
        while env.agents:
            chosen = {seat: int(chance.choice(env.position.legal(seat))) for seat in env.position.deciders}
            seen += len(chosen) > 1
            for seat, step in reversed(chosen.items()):
                one_by_one.play(seat, step)
            env.step({agent: chosen.get(seat, 0) for seat, agent in enumerate(env.agents)})
            assert env.position.save() == one_by_one.save()
    assert seen > 0


def test_illegal_steps():
    raw = door.raw_env("ankhor")
    raw.reset(seed=1)
    wrong = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalStep):
        raw.step(wrong)
    env = door.env("ankhor")
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards[offender] == -1


def test_settings_are_checked():
    with pytest.raises(BadPlayers):
        door.env("horus", 7)
    with pytest.raises(BadOption):
        door.env("horus", reward="gold")
    with pytest.raises(BadOption):
        door.env("horus", render_mode="smoke")
    with pytest.raises(BadOption):
        door.env("horus", nothing=1)
