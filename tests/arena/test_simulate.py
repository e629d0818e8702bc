"""Many matches: the same results whoever plays them, every decision kept, runs that go on after an interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import khonsu
from khonsu.arena import Keep, Work, simulate
from khonsu.arena.problems import NotARun, OtherRun, WorkerDied
from khonsu.arena.runs.chunks import random_games
from khonsu.arena.runs.outcomes import figures
from khonsu.arena.runs.plan import RunPlan, plan
from khonsu.arena.runs.simulate import in_memory, kept_in, matches_file
from khonsu.arena.work.folder import RunFolder
from khonsu.cli import main
from khonsu.errors import BadSeed


def planned(name: str, players: int, games: int, bots: list[str], **more: bool) -> RunPlan:
    return replace(plan(name, games, bots, players, 11), **more)


def test_recorded_matches_are_those_of_the_quick_kernel(game_name, tmp_path):
    """The recorder plays the very matches that the compiled simulation plays."""
    players = khonsu.games()[game_name].players[-1]
    made = planned(game_name, players, 30, ["random"] * players, record=True, features=True)
    got = kept_in(tmp_path / "g.parquet", made)
    game = khonsu.game(game_name)
    expected = random_games(game, players, 30, 11, game.about.resolve({}))
    np.testing.assert_array_equal(got.scores, expected.scores)
    np.testing.assert_array_equal(got.shares, expected.shares)
    np.testing.assert_array_equal(got.decisions, expected.decisions)
    np.testing.assert_array_equal(got.turns, expected.turns)
    assert {k: figures(v) for k, v in got.extra.items()} == {k: figures(v) for k, v in expected.extra.items()}


@pytest.mark.parametrize(("name", "bots"), [("ankhor", ["random"] * 3), ("horus", ["greedy", "random"])])
def test_rows_replay_to_the_same_match(name, bots, tmp_path):
    """One row per decision: played again in a `Match`, each says what was legal, which step it was and how it ended."""
    made = planned(name, len(bots), 3, bots, record=True, text=True, features=True)
    kept_in(tmp_path / "g.parquet", made)
    rows = pl.read_parquet(tmp_path / "g.parquet")
    matches = pl.read_parquet(tmp_path / "g.matches.parquet")
    assert matches["seed"].to_list() == [11, 12, 13]
    for seed, first, length in matches.select("seed", "first", "decisions").iter_rows():
        match = khonsu.game(name).match(players=len(bots), seed=seed)
        assert first in match.deciders
        mine = rows.filter(pl.col("seed") == seed)
        assert mine["ply"].to_list() == list(range(length))
        for row in mine.iter_rows(named=True):
            assert row["legal"] == match.legal_ids(row["seat"])
            assert row["n_legal"] == len(row["legal"])
            assert row["turn"] == match.position.turn
            assert row["bot"] == bots[row["seat"]]
            np.testing.assert_array_equal(row["features"], match.position.features(row["seat"]))
            assert match.play(row["step"], row["seat"]).text == row["text"]
        assert match.over
        last = mine.group_by("seat").agg(pl.first("score"), pl.first("share"))
        for seat, score, share in last.iter_rows():
            assert score == match.scores()[seat]
            assert share == match.result()[seat]


@pytest.mark.parametrize("bots", [["random", "random"], ["greedy", "random"]])
def test_results_do_not_depend_on_the_number_of_jobs(bots, tmp_path):
    games = 3 if "greedy" in bots else 1000
    made = planned("ankhor", 2, games, bots)
    alone, together = in_memory(made), in_memory(made, Work(2))
    np.testing.assert_array_equal(alone.scores, together.scores)
    kept = planned("ankhor", 2, games, bots, record=True)
    kept_in(tmp_path / "1.parquet", kept)
    kept_in(tmp_path / "2.parquet", kept, Work(2))
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()
    assert (tmp_path / "1.matches.parquet").read_bytes() == (tmp_path / "2.matches.parquet").read_bytes()
    np.testing.assert_array_equal(
        pl.read_parquet(tmp_path / "1.matches.parquet")["scores"].to_list(), alone.scores.tolist()
    )


COMMAND = ["simulate", "ankhor", "--games", "4000", "--jobs", "2", "--out"]


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "khonsu", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_parts(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(list(folder.glob("matches-*.parquet"))) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_killed_run_goes_on_where_it_was(tmp_path, capsys):
    """kill -9 and Ctrl-C in the middle: every match exactly once, the same bytes as without interruption."""
    out = tmp_path / "games.parquet"
    for how, parts in ((signal.SIGKILL, 2), (signal.SIGINT, 5)):
        process = started(*COMMAND, str(out))
        wait_for_parts(tmp_path / "games.parquet.parts", parts)
        process.send_signal(how)
        _, said = process.communicate(timeout=60)
        assert not out.exists()
        if how == signal.SIGINT:
            assert process.returncode == 130
            assert "Run the same command" in " ".join(said.split())
    assert main([*COMMAND, str(out), "--json"]) == 0
    answer = capsys.readouterr()
    assert "of 4000 matches have been played already" in answer.err
    assert json.loads(answer.out)["games"] == 4000
    assert not (tmp_path / "games.parquet.parts").exists()
    whole = tmp_path / "whole.parquet"
    assert main([*COMMAND, str(whole)]) == 0
    assert out.read_bytes() == whole.read_bytes()
    assert matches_file(out).read_bytes() == matches_file(whole).read_bytes()
    assert pl.read_parquet(matches_file(out))["seed"].to_list() == list(range(4000))


def test_a_finished_run_is_not_played_again(tmp_path, capsys):
    out = str(tmp_path / "g.parquet")
    command = ["simulate", "ankhor", "--games", "20", "--json", "--out"]
    assert main([*command, out]) == 0
    first = json.loads(capsys.readouterr().out)
    before = os.stat(out).st_mtime_ns
    assert main([*command, out]) == 0
    again = capsys.readouterr()
    assert "20 of 20 matches have been played already" in again.err
    assert {**json.loads(again.out), "seconds": 0} == {**first, "seconds": 0}
    assert os.stat(out).st_mtime_ns == before
    assert main([*command, out, "--seed", "4"]) == 2
    assert "another value of seed (0, not 4)" in capsys.readouterr().err


def test_other_settings_are_refused(tmp_path):
    made = planned("ankhor", 2, 600, ["random", "random"], record=True)
    RunFolder(tmp_path / "g.parquet", made.settings(), "parquet")
    other = replace(plan("ankhor", 600, "random", 2, 11, options={"stall_rounds": 3}), record=True)
    with pytest.raises(OtherRun, match="another value of stall_rounds"):
        kept_in(tmp_path / "g.parquet", other)
    (tmp_path / "text.parquet").write_text("not a Parquet file")
    with pytest.raises(NotARun):
        kept_in(tmp_path / "text.parquet", made)
    (tmp_path / "x.parquet.parts").mkdir()
    (tmp_path / "x.parquet.parts" / "letter.txt").write_text("hands off")
    with pytest.raises(NotARun):
        kept_in(tmp_path / "x.parquet", made)


def test_seeds_are_checked():
    for seed in (-1, 2**64 - 5):
        with pytest.raises(BadSeed):
            plan("ankhor", 10, "random", seed=seed)


def test_from_python_one_call_plays_keeps_and_sums_up(tmp_path):
    """What is returned is what the file holds, and every mistake is found before the first match."""
    told = []
    keep, work = Keep(tmp_path / "g.parquet", text=True), Work(progress=lambda *far: told.append(far))
    found = simulate("ankhor", 450, players=3, seed=7, keep=keep, work=work, stall_rounds=5)
    assert told == [(0, 450), (200, 450), (400, 450), (450, 450)]
    assert found.complete
    assert len(found) == 450
    matches = pl.read_parquet(matches_file(found.file))
    assert found.seats[1].wins.value == pytest.approx(matches["shares"].list.get(1).mean())
    assert sum(seat.wins.value for seat in found.seats) == pytest.approx(1)
    assert found.as_data()["seats"][1]["win_low"] < found.seats[1].wins.value
    assert "text" in pl.read_parquet_schema(keep.file)
    assert "<td>random</td>" in found._repr_html_()
    for wrong in ({"bots": "oracle"}, {"bots": ["random"] * 3}, {"limits": {"minutes": 1}}, {"stall_rounds": -1}):
        with pytest.raises(khonsu.KhonsuError):
            simulate("ankhor", 10, **wrong)


def test_ctrl_c_ends_a_simulation_with_what_is_there():
    def stop(done, total):
        if done == 500:
            raise KeyboardInterrupt

    found = simulate("ankhor", 1200, work=Work(progress=stop))
    assert not found.complete
    assert len(found) == 500


def die_once(folder: str, number: int) -> int:
    """A task whose worker is killed the first time."""
    mark = Path(folder) / str(number)
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> float:
    return 1 / number


def test_a_worker_that_dies_is_replaced(tmp_path):
    tasks = [(str(tmp_path), number) for number in range(8)]
    assert sorted(answer for _, answer in Work(2).each(die_once, tasks)) == [n * n for n in range(8)]
    with pytest.raises(WorkerDied):
        list(Work(2).each(die, [(1,), (2,)]))
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        list(Work(2).each(fail, [(0,), (0,)]))


def test_without_pyarrow_one_clear_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["simulate", "ankhor", "--games", "5", "--out", str(tmp_path / "g.parquet")]) == 2
    assert "pip install 'khonsu[arena]'" in capsys.readouterr().err
