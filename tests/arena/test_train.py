"""Learning by self-play: it learns, it goes on after an interruption, and its file is what bots read."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import khonsu
from khonsu.arena import TrainingPlan, baseline, duel, train, write_weights
from khonsu.arena.problems import OtherRun
from khonsu.arena.training.swift import Practice, draw_curve, swift_positions
from khonsu.arena.training.train import resume, rounds
from khonsu.bots.policy.learned import read
from khonsu.cli import main

PLAN = TrainingPlan("ankhor", rounds=6, matches=40, hidden=4, tries=3)
PLANS = [PLAN, TrainingPlan("horus", rounds=6, matches=100, tries=20, players=2, aim="lead")]
SWIFT = TrainingPlan("ankhor", rounds=6, matches=60, hidden=4, players=2, aim="swift")


@pytest.mark.parametrize("plan", PLANS, ids=["win", "lead"])
def test_it_learns(plan, tmp_path):
    """Of other matches more is foreseen than by the hand-made judgement."""
    before, told = baseline(plan), []
    last = train(plan, tmp_path, lambda run: told.append(run.round))
    assert told == [1, 2, 3, 4, 5, 6]
    assert last.round == 6
    assert len(last.curve) == 6
    assert sum(last.curve[-1][key] for key in before) < sum(before.values())


@pytest.mark.parametrize("plan", [*PLANS, SWIFT], ids=["win", "lead", "swift"])
def test_an_interrupted_run_goes_on(plan, tmp_path):
    """The same weights as without an interruption, bit by bit."""
    game = khonsu.game(plan.game)
    train(plan, tmp_path / "whole")
    for run in rounds(game, plan, tmp_path / "halved"):
        if run.round == 3:
            break
    assert [run.round for run in rounds(game, plan, tmp_path / "halved")] == [4, 5, 6]
    one, other = (resume(game, plan, tmp_path / name)[1].weights for name in ("whole", "halved"))
    assert all(np.array_equal(a, b) for a, b in zip(one, other))
    with pytest.raises(OtherRun, match="another value of rounds \\(6, not 7\\)"):
        train(replace(plan, rounds=7), tmp_path / "whole")


def test_swift_learns_from_its_own_matches(tmp_path):
    """New positions are foreseen better and better, and its strength is measured on the way."""
    last = train(SWIFT, tmp_path)
    assert last.curve[-1]["loss_2"] < last.curve[0]["loss_2"]
    assert [row["round"] for row in last.curve if "wins_2" in row] == [5, 6]
    draw_curve(last.curve, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text()


def test_swift_may_compare_more_while_it_learns():
    """Other matches are learned from; as many as in play gives those of play."""
    game = khonsu.game("ankhor")
    seen = {narrow: swift_positions(game, 2, 4, None, Practice(0.1, 0.3, narrow), 1).inputs for narrow in (0, 1, 4)}
    assert np.array_equal(seen[0], seen[4])
    assert not np.array_equal(seen[0], seen[1])


def test_the_file_says_how_it_was_made(tmp_path):
    game = khonsu.game("ankhor")
    train(PLAN, tmp_path)
    write_weights(PLAN, tmp_path, tmp_path / "weights.npz", "khonsu train ankhor")
    weights = read(tmp_path / "weights.npz")
    assert weights.first.shape == (1 + game.kernel.n_outlook, 4)
    with np.load(tmp_path / "weights.npz") as kept:
        told = json.loads(str(kept["about"]))
    assert told["made"] == "khonsu train ankhor"
    assert told["plan"]["seed"] == 1
    assert told["seconds"] > 0


def test_a_duel_is_a_share_with_its_interval(tmp_path):
    train(replace(PLAN, rounds=1), tmp_path)
    write_weights(replace(PLAN, rounds=1), tmp_path, tmp_path / "weights.npz")
    wins = duel("ankhor", tmp_path / "weights.npz", 2)
    assert wins.n == 2
    assert wins.low <= wins.value <= wins.high


def test_command(tmp_path, capsys):
    folder, file = tmp_path / "run", tmp_path / "weights.npz"
    command = ["train", "ankhor", "--rounds", "2", "--matches", "10", "--hidden", "2", "--check", "2"]
    assert main([*command, "--folder", str(folder), "-o", str(file)]) == 0
    said = capsys.readouterr().out
    assert "round 2" in said
    assert "the learned evaluation wins" in said
    assert file.is_file()
    assert main([*command[:3], "3", "--matches", "10", "--folder", str(folder)]) == 2
