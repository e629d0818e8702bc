"""The Gymnasium door: its checker, one match against many, seeds, rewards, opponents."""

import hashlib
import subprocess
import sys

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import khonsu
from khonsu.errors import BadOption, BadSeed
from khonsu.research.gym import OPPONENTS, single_env, vector_env
from khonsu.research.setting import BOUND

SETTINGS = [(name, players) for name, about in khonsu.games().items() for players in about.players]
every_setting = pytest.mark.parametrize(("name", "players"), SETTINGS)


# The checker would like to make every render mode through Gymnasium's registry, in which this environment is not.
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
# Boards and boxes are not images: the checker remarks on every array of bytes with another shape.
@every_setting
def test_checker(name, players):
    for opponents in OPPONENTS:
        check_env(single_env(name, players, opponents=opponents, render_mode="ansi", look=4))


def trajectory(name, count, steps, seed=3, **settings):
    """Random play of a vector environment: everything that can be seen, one array for each thing."""
    env = vector_env(name, count, copy=True, **settings)
    observation, infos = env.reset(seed=seed)
    chances = np.arange(seed, seed + count, dtype=np.uint64)
    seen = [(observation["observation"], observation["action_mask"], infos["seat"])]
    for _ in range(steps):
        actions = env.random_actions(chances)
        observation, rewards, over, cut, infos = env.step(actions)
        assert not cut.any()
        seen.append((actions, observation["observation"], observation["action_mask"], rewards, over, infos["seat"]))
    return env, seen


def same(first, second):
    return all(np.array_equal(a, b) for one, two in zip(first, second, strict=True) for a, b in zip(one, two))


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_a_row_depends_on_its_seed_only(game_name, opponents):
    """Row i of many is row 0 of one that begins with seed + i."""
    settings = {"opponents": opponents, "reward": "score", "look": 4, "players": 3}
    _, many = trajectory(game_name, 5, 150, seed=3, **settings)
    _, alone = trajectory(game_name, 1, 150, seed=7, **settings)
    assert same([[array[4:5] for array in moment] for moment in many], alone)


def test_same_seed_same_trajectory_in_another_process(game_name):
    code = f"""
import hashlib, numpy as np
from khonsu.research.gym import vector_env
env = vector_env({game_name!r}, 4, opponents="random")
env.reset(seed=11)
chances, total = np.arange(4, dtype=np.uint64), hashlib.blake2b()
for _ in range(300):
    observation, rewards, *_ = env.step(env.random_actions(chances))
    total.update(observation["observation"].tobytes() + observation["action_mask"].tobytes() + rewards.tobytes())
print(total.hexdigest())
"""
    elsewhere = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    env = vector_env(game_name, 4, opponents="random")
    env.reset(seed=11)
    chances, total = np.arange(4, dtype=np.uint64), hashlib.blake2b()
    for _ in range(300):
        observation, rewards, *_ = env.step(env.random_actions(chances))
        total.update(observation["observation"].tobytes() + observation["action_mask"].tobytes() + rewards.tobytes())
    assert elsewhere.strip() == total.hexdigest()


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_single_is_the_first_row(game_name, opponents):
    """Step for step, over the ends of matches too."""
    settings = {"opponents": opponents, "reward": "zero_sum", "look": 4}
    many, one = vector_env(game_name, 2, copy=True, **settings), single_env(game_name, **settings)
    batch, infos = many.reset(seed=5)
    single, info = one.reset(seed=5)
    chances, ends = np.arange(2, dtype=np.uint64), 0
    for _ in range(700):
        assert np.array_equal(single["observation"], batch["observation"][0])
        assert np.array_equal(single["action_mask"], batch["action_mask"][0])
        assert info["seat"] == infos["seat"][0]
        actions = many.random_actions(chances)
        batch, rewards, over, _, infos = many.step(actions)
        single, reward, ended, _, info = one.step(actions[0])
        assert (reward, ended) == (rewards[0], over[0])
        if ended:
            ends += 1
            assert np.array_equal(info["win_share"], infos["final_info"]["win_share"][0])
            assert np.array_equal(single["observation"], infos["final_obs"]["observation"][0])
            single, info = one.reset()
    assert ends > 0 or opponents == "self"


@every_setting
def test_self_play_is_the_match(name, players):
    """Every decision, mask, observation and reward of self-play is that of a match with the same seed and steps."""
    env = vector_env(name, 3, players=players, reward="score")
    observation, infos = env.reset(seed=20)
    match = khonsu.game(name).match(players=players, seed=21)
    chances = np.arange(3, dtype=np.uint64)
    points = np.zeros(players)  # what a seat has at the beginning is its first reward
    for _ in range(2000):
        seat = match.deciders[0]
        assert infos["seat"][1] == seat
        assert set(np.flatnonzero(observation["action_mask"][1])) == set(match.legal_ids(seat))
        assert np.array_equal(observation["observation"][1], match.position.features(seat))
        actions = env.random_actions(chances)
        match.play(int(actions[1]), seat)
        observation, rewards, over, _, infos = env.step(actions)
        assert infos["rewards"][1] == pytest.approx(np.array(match.scores()) - points)
        assert rewards[1] == infos["rewards"][1, seat]
        points = np.array(match.scores())
        assert over[1] == match.over
        if match.over:
            final = infos["final_info"]
            assert final["win_share"][1] == pytest.approx(match.result())
            assert final["scores"][1] == pytest.approx(match.scores())
            assert final["decisions"][1] == len(match.steps)
            break
    assert match.over


def test_masks_and_features_stay_in_their_spaces(game_name):
    """Masks hold exactly the legal steps after hundreds of partial updates; features keep to their bounds."""
    env = vector_env(game_name, 8, players=4)
    observation, _ = env.reset(seed=1)
    chances = np.arange(8, dtype=np.uint64)
    largest = 0.0
    for _ in range(1500):
        assert (observation["action_mask"].sum(axis=1) == env.matches.arrays.rows.count).all()
        largest = max(largest, float(np.abs(observation["observation"]).max()))
        observation, *_ = env.step(env.random_actions(chances))
    assert env.observation_space.contains(observation)
    assert largest < BOUND / 2  # room to spare


def test_an_illegal_action_ends_the_match_there_only():
    env = vector_env("ankhor", 3, opponents="random", copy=True)
    observation, _ = env.reset(seed=1)
    actions = env.random_actions(np.arange(3, dtype=np.uint64))
    actions[1] = np.flatnonzero(observation["action_mask"][1] == 0)[0]
    actions[2] = -5
    _, rewards, over, _, infos = env.step(actions)
    assert rewards.tolist() == [0, -1, -1]
    assert over.tolist() == [False, True, True]
    assert infos["final_info"]["illegal"].tolist() == [False, True, True]
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.observation_space.contains(env.step(env.random_actions(np.arange(3, dtype=np.uint64)))[0])


def test_greedy_and_swift_opponents_beat_random_ones():
    """A caller who plays at random loses more often against opponents that are better."""
    wins = {}
    for opponents in ("random", "greedy", "swift"):
        env = vector_env("ankhor", 64, opponents=opponents, look=32)
        env.reset(seed=1)
        chances, shares = np.arange(64, dtype=np.uint64), []
        for _ in range(150):
            _, rewards, over, _, _ = env.step(env.random_actions(chances))
            shares += rewards[over].tolist()
        wins[opponents] = np.mean(shares)
    assert wins["random"] > 0.4
    assert wins["greedy"] < 0.2
    assert wins["swift"] < 0.2


def test_the_seat_is_drawn_anew_or_fixed():
    env = vector_env("horus", 64, players=4, opponents="random")
    assert set(env.reset(seed=1)[1]["seat"]) == {0, 1, 2, 3}
    env = vector_env("horus", 8, players=4, opponents="random", seat=2)
    assert set(env.reset(seed=1)[1]["seat"]) == {2}


def test_without_a_seed_the_rows_go_on():
    first, second = vector_env("ankhor", 2), vector_env("ankhor", 2)
    seeds = []
    for env in (first, second):
        env.reset(seed=4)
        env.reset()
        seeds.append(env.matches.arrays.rows.seed.tolist())
    assert seeds[0] == seeds[1] != [4, 5]


def test_settings_are_checked():
    with pytest.raises(BadOption):
        vector_env("ankhor", 2, opponents="nobody")
    with pytest.raises(BadOption):
        vector_env("ankhor", 2, opponents="random", seat=2)
    with pytest.raises(BadSeed):
        vector_env("ankhor", 2).reset(seed=[1, 2, 3])
    with pytest.raises(BadSeed):
        vector_env("ankhor", 2).reset(seed=-1)
