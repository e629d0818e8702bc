"""Observations never depend on what is hidden: they are the same when all of it is dealt again."""

import random
import sys
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import khonsu
from khonsu.research import pettingzoo as door
from khonsu.research.gym import vector_env

SETTINGS = [(name, players) for name, about in khonsu.games().items() for players in about.players]
every_setting = pytest.mark.parametrize(("name", "players"), SETTINGS)


def look(env):
    """What every seat observes in both forms of the environment."""
    return [env.setting.observe(env.position, seat) for seat in range(env.setting.players)]


def same(one, other):
    return all(np.array_equal(one[key], other[key]) for key in ("observation", "action_mask"))


@every_setting
def test_observations_survive_another_deal(name, players):
    """For every seat, in random positions of random matches, with whatever that seat cannot know dealt again."""
    env = door.parallel_env(name, players)

    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(seed=st.integers(0, 2**64 - 1), steps=st.integers(0, 250), deal=st.integers(0, 2**64 - 1))
    def check(seed, steps, deal):
        env.reset(seed=seed)
        chance = random.Random(seed)
        for _ in range(steps):
            if not env.position.deciders:
                break
            seat = chance.choice(env.position.deciders)
            env.position.play(seat, chance.choice(env.position.legal(seat)))
        true, before = env.position, look(env)
        for seat in range(players):
            env.position = true.imagine(seat, deal)
            assert same(env.look(f"seat_{seat}"), before[seat])

    check()


def test_something_is_hidden(game_name):
    """The test above could fail: another deal changes the state, and where there are hands or secret choices it changes
    what another seat observes.
    """
    env = door.raw_env(game_name, 3)
    changed, noticed = 0, 0
    for seed in range(20):
        env.reset(seed=seed)
        chance = random.Random(seed)
        for _ in range(60):
            if not env.position.deciders:
                break
            seat = env.position.deciders[0]
            true, before = env.position, look(env)
            env.position = true.imagine(seat, 1)
            changed += env.position.save() != true.save()
            noticed += not all(same(look(env)[other], before[other]) for other in range(3))
            env.position = true
            env.position.play(seat, chance.choice(env.position.legal(seat)))
    assert changed > 0
    assert noticed > 0 or game_name == "ankhor"  # nobody has secrets in Ankh'or, only the stacks have


def test_the_batch_observes_the_same(game_name):
    """The compiled batch writes what `observe` says, for the seat that is asked."""
    env, single = vector_env(game_name, 6, players=3), door.raw_env(game_name, 3)
    observation, infos = env.reset(seed=1)
    chances = np.arange(6, dtype=np.uint64)
    for _ in range(120):
        for row in range(6):
            single.position = khonsu.kernel.position.Position(
                single.setting.game, env.matches.arrays.states[row : row + 1]
            )
            seen = single.look(f"seat_{infos['seat'][row]}")
            assert same(seen, {key: observation[key][row] for key in seen})
        observation, _, _, _, infos = env.step(env.random_actions(chances))


@pytest.mark.parametrize(
    ("module", "package"), [("gym", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")]
)
def test_a_missing_package_is_named(module, package, monkeypatch):
    """One sentence says which extra to install."""
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"khonsu.research.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"needs the package {package}; install it with: pip install 'khonsu\[resea"):
        import_module(f"khonsu.research.{module}")
