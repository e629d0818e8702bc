"""Learning by self-play: it learns, it goes on after an interruption, and its file is what bots read."""

from __future__ import annotations

import json

import numpy as np
import pytest

import khonsu
from khonsu.arena.train import OtherRun, Plan, baseline, resume, train, write_weights
from khonsu.bots.learned import read
from khonsu.cli import main

PLAN = Plan("ankhor", rounds=6, matches=40, hidden=4, tries=3)


def test_it_learns(tmp_path):
    """The surprise at the outcomes of other matches falls below that of the hand-made judgement."""
    game = khonsu.game("ankhor")
    before = baseline(game, PLAN)
    *_, last = train(game, PLAN, tmp_path)
    assert last.round == 6
    assert len(last.curve) == 6
    assert sum(last.curve[-1][key] for key in before) < sum(before.values())


def test_an_interrupted_run_goes_on(tmp_path):
    """The same weights as without an interruption, bit by bit."""
    game = khonsu.game("ankhor")
    list(train(game, PLAN, tmp_path / "whole"))
    for run in train(game, PLAN, tmp_path / "halved"):
        if run.round == 3:
            break
    rounds = [run.round for run in train(game, PLAN, tmp_path / "halved")]
    assert rounds == [4, 5, 6]
    one, other = (resume(game, PLAN, tmp_path / name)[1].weights for name in ("whole", "halved"))
    assert all(np.array_equal(a, b) for a, b in zip(one, other))
    with pytest.raises(OtherRun, match="other settings"):
        next(train(game, Plan("ankhor", rounds=7, matches=40, hidden=4, tries=3), tmp_path / "whole"))


def test_the_file_says_how_it_was_made(tmp_path):
    game = khonsu.game("ankhor")
    list(train(game, PLAN, tmp_path))
    write_weights(game, PLAN, tmp_path, tmp_path / "weights.npz", "khonsu train ankhor")
    weights = read(tmp_path / "weights.npz")
    assert weights.first.shape == (1 + game.kernel.n_features, 4)
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
