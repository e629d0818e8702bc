"""Learning by self-play: it learns, it goes on after an interruption, and its file is what bots read."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import khonsu
from khonsu.arena.training.train import OtherRun, Plan, baseline, resume, train, write_weights
from khonsu.bots.policy.learned import read
from khonsu.cli import main

PLAN = Plan("ankhor", rounds=6, matches=40, hidden=4, tries=3)
PLANS = [PLAN, Plan("horus", rounds=6, matches=100, tries=20, players=2, aim="lead")]


@pytest.mark.parametrize("plan", PLANS, ids=["win", "lead"])
def test_it_learns(plan, tmp_path):
    """Of other matches more is foreseen than by the hand-made judgement."""
    game = khonsu.game(plan.game)
    before = baseline(game, plan)
    *_, last = train(game, plan, tmp_path)
    assert last.round == 6
    assert len(last.curve) == 6
    assert sum(last.curve[-1][key] for key in before) < sum(before.values())


@pytest.mark.parametrize("plan", PLANS, ids=["win", "lead"])
def test_an_interrupted_run_goes_on(plan, tmp_path):
    """The same weights as without an interruption, bit by bit."""
    game = khonsu.game(plan.game)
    list(train(game, plan, tmp_path / "whole"))
    for run in train(game, plan, tmp_path / "halved"):
        if run.round == 3:
            break
    rounds = [run.round for run in train(game, plan, tmp_path / "halved")]
    assert rounds == [4, 5, 6]
    one, other = (resume(game, plan, tmp_path / name)[1].weights for name in ("whole", "halved"))
    assert all(np.array_equal(a, b) for a, b in zip(one, other))
    with pytest.raises(OtherRun, match="other settings"):
        next(train(game, replace(plan, rounds=7), tmp_path / "whole"))


def test_the_file_says_how_it_was_made(tmp_path):
    game = khonsu.game("ankhor")
    list(train(game, PLAN, tmp_path))
    write_weights(game, PLAN, tmp_path, tmp_path / "weights.npz", "khonsu train ankhor")
    weights = read(tmp_path / "weights.npz")
    assert weights.first.shape == (1 + game.kernel.n_outlook, 4)
    with np.load(tmp_path / "weights.npz") as kept:
        told = json.loads(str(kept["about"]))
    assert told["made"] == "khonsu train ankhor"
    assert told["plan"]["seed"] == 1
    assert told["seconds"] > 0


def test_command(tmp_path, capsys):
    folder, file = tmp_path / "run", tmp_path / "weights.npz"
    command = ["train", "ankhor", "--rounds", "2", "--matches", "10", "--hidden", "2", "--check", "2"]
    assert main([*command, "--folder", str(folder), "-o", str(file)]) == 0
    said = capsys.readouterr().out
    assert "round 2" in said
    assert "learned against hand-made" in said
    assert file.is_file()
    assert main([*command[:3], "3", "--matches", "10", "--folder", str(folder)]) == 2
