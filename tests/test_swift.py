"""The swift player: legal, fair, the same in compiled matches as step by step; and bots that never change."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import khonsu
from khonsu.arena import simulate
from khonsu.arena.runs.chunks import record_chunk
from khonsu.arena.runs.matches import play_match
from khonsu.arena.runs.plan import plan
from khonsu.arena.runs.seen import bot_rows, swift_rows
from khonsu.bots import Budget, bot, decide, step_seed
from khonsu.bots.frozen import ITERATIONS, TUNING, USUAL
from khonsu.bots.policy.learned import read, shipped, widened
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.bots.swift import SwiftBot, mind
from khonsu.errors import BadOption


def steps_of(match):
    """The seats and ids of a match's steps."""
    return [(step.seat, step.id) for step in match.steps]


def test_compiled_matches_are_those_that_are_decided_step_by_step(game_name, players):
    """Compiled code asks with the same seeds, so nobody can tell from a record who has played it."""
    made = replace(plan(game_name, 2, "swift", players, seed=11), record=True)
    for number in range(2):
        outcomes, decisions, _ = record_chunk(made, number)
        match = play_match(khonsu.game(game_name), players, 11 + number, ("swift",) * players, {}, {}).match
        assert decisions.rows[:, :2].tolist() == [list(step) for step in steps_of(match)]
        assert outcomes.scores[0].tolist() == match.scores()
        assert outcomes.shares[0].tolist() == list(match.result())
        assert outcomes.turns[0] == match.position.turn


def test_a_report_sees_the_same_in_compiled_matches(game_name):
    """Final states, leaders and everything that everybody could hear."""
    game, made = khonsu.game(game_name), plan(game_name, 1, "swift", 2, seed=4)
    (one,), heard = swift_rows(game, made, 0)
    (other,), told = bot_rows(game, made, 0)
    assert one[1:] == (tuple(other[1]), *other[2:])
    assert sorted(map(tuple, heard)) == sorted(told)


def test_level_5_is_swift_where_it_makes_no_mistakes(random_match):
    """In Horus it errs now and then, and matches of it are not played in compiled code."""
    assert plan("ankhor", 3, ["swift", "random"], 2, seed=2).swift
    assert not plan("ankhor", 3, ["level5", "random"], 2, seed=2).swift
    assert not plan("ankhor", 3, "random", 2).swift
    for game, same in (("ankhor", True), ("horus", False)):
        matches = [random_match(game, 2, seed, steps=30) for seed in range(12)]
        budgets = [Budget(seed=seed) for seed in range(12)]
        one, other = (
            [decide(bot(name), match, match.deciders[0], budget).step for match, budget in zip(matches, budgets)]
            for name in ("level5", "swift")
        )
        assert (one == other) == same


def test_swift_beats_random_ones(game_name, players):
    """Seats are changed from match to match; chance alone would give it one share among the players."""
    found = [simulate(game_name, 4, ["swift", *["random"] * (players - 1)], players=players, seed=3)]
    assert np.mean([one.outcomes.shares[:, 0].mean() for one in found]) > 1 / players


def test_settings_by_name():
    """Habits can be changed in the name; a wrong one is refused."""
    chosen = bot("swift:narrow=3,wide=20")
    assert isinstance(chosen, SwiftBot)
    assert chosen.changed == {"narrow": 3, "wide": 20}
    with pytest.raises(BadOption, match="swift"):
        bot("swift:patience=3")


def test_reasons(game_name):
    """The best step comes first among its candidates; shares add up."""
    match = khonsu.game(game_name).match(players=2, seed=5)
    choice = decide(SwiftBot(), match, match.deciders[0], Budget(seed=1))
    assert choice.candidates[0].step == choice.step
    assert [one.value for one in choice.candidates] == sorted((one.value for one in choice.candidates), reverse=True)
    assert sum(choice.estimate) == pytest.approx(1)


def test_weights_hold_for_an_outlook_that_has_grown():
    """What was added at its end counts nothing; a shorter one is another one."""
    game = khonsu.game("ankhor")
    known = mind(game, 2).weights
    wide = widened(known, game.kernel.n_outlook + 5)
    assert wide.first.shape[0] == 1 + game.kernel.n_outlook + 5
    assert not wide.straight[-5:].any()
    assert widened(known, 10) is None


FROZEN = {
    "ankhor/weights.npz": "46d01d9d01bf30a5",
    "horus/weights2.npz": "40963c8067670587",
    "horus/weights3.npz": "138f2510ebfc36d8",
    "horus/weights4.npz": "a2ebc7f39265e026",
}


def test_frozen_bots_do_not_change():
    """Their weights, settings and iterations are those of 0.1.0."""
    games = Path(khonsu.__file__).parent / "games"
    for name, digest in FROZEN.items():
        weights = read(games / name.replace("/", "/weights/frozen/"))
        assert hashlib.blake2s(b"".join(array.tobytes() for array in weights), digest_size=8).hexdigest() == digest
    assert set(USUAL) == set(Tuning._fields)
    assert shipped(khonsu.game("ankh"), 2, "frozen/weights") is None
    assert ITERATIONS == {"ankh": 240, "ankhor": 600, "horus": 400}
    assert TUNING["ankh"] == {"scale": 6.0}
    assert bot("frozen-level6").name == "frozen-level6"


@pytest.mark.parametrize(
    ("name", "digest"), [("ankh", "3e7609eaff9c7049"), ("ankhor", "2a2b82fe00c5fa20"), ("horus", "f21b24b4529bec55")]
)
def test_frozen_bots_decide_as_ever(name, digest):
    """Fifty decisions in the middle of a match, to the step: whatever the search learns, these two do not move."""
    match, chance, steps = khonsu.game(name).match(players=2, seed=1), random.Random(1), []
    seats = [bot("frozen-level6"), bot("frozen-greedy")]
    while len(steps) < 50:
        seat = match.deciders[0]
        if len(match.steps) < 12:
            match.play(chance.choice(match.legal_ids(seat)), seat)
            continue
        steps.append(decide(seats[seat], match, seat, Budget(seed=step_seed(match))).step)
        match.play(steps[-1], seat)
    assert hashlib.blake2s(repr(steps).encode(), digest_size=8).hexdigest() == digest


def test_frozen_greedy_looks_at_as_much_as_ever():
    """Whatever budget it is given."""
    match = khonsu.game("ankhor").match(players=2, seed=5)
    chosen = decide(bot("frozen-greedy"), match, match.deciders[0], Budget(iterations=10, seed=1))
    assert chosen == decide(bot("greedy"), match, match.deciders[0], Budget(iterations=4000, seed=1))
