"""The same matches on a Ray cluster of two workers, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import polars as pl
import pytest

from khonsu.arena.runs.simulate import matches_file
from khonsu.cli import main

COMMAND = ["simulate", "ankhor", "--games", "16", "--bots", "greedy", "random", "--out"]


@pytest.fixture
def cluster(monkeypatch):
    """Two machines, played by this one, with one processor each."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    from ray.cluster_utils import Cluster

    made = Cluster()
    for _ in range(2):
        made.add_node(num_cpus=1, include_dashboard=False, object_store_memory=80_000_000)
    yield made
    made.shutdown()


def ancestors(process: str) -> list[str]:
    found = []
    while process not in ("0", "1"):
        found.append(process)
        process = Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[1]
    return found


def busy_workers() -> list[int]:
    """Workers of our own cluster that have a task."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes().startswith(b"ray::one_task"):
                if str(os.getpid()) in ancestors(folder.name):
                    found.append(int(folder.name))
        except OSError:
            continue  # ended meanwhile
    return found


def kill_one(parts: Path, killed: list[int], over: threading.Event) -> None:
    """Wait until a part of the run is finished, then kill a worker at its work; give up when the run is over."""
    while not killed and not over.is_set():
        if len(list(parts.glob("matches-*"))) >= 2:
            for process in busy_workers()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
        time.sleep(0.02)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_every_game_exactly_once_though_a_worker_dies(cluster, tmp_path, capsys):
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    killed: list[int] = []
    over = threading.Event()
    killer = threading.Thread(target=kill_one, args=(tmp_path / "there.parquet.parts", killed, over))
    killer.start()
    try:
        assert main([*COMMAND, str(there), "--ray", cluster.address]) == 0
    finally:
        over.set()
        killer.join()
    assert len(killed) == 1
    assert main([*COMMAND, str(here)]) == 0
    assert pl.read_parquet(matches_file(there))["seed"].to_list() == list(range(16))
    assert there.read_bytes() == here.read_bytes()
    assert matches_file(there).read_bytes() == matches_file(here).read_bytes()


def test_no_cluster_is_one_sentence(capsys, monkeypatch):
    assert main(["simulate", "ankhor", "--games", "5", "--ray", "127.0.0.1:1"]) == 2
    assert "There is no Ray cluster at 127.0.0.1:1" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["simulate", "ankhor", "--games", "5", "--ray", "local"]) == 2
    assert "pip install 'khonsu[ray]'" in capsys.readouterr().err
