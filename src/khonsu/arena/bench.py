"""The benchmark of a game: one core, after warm-up, each figure the median of repeated runs."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from khonsu.arena.runs.chunks import random_games
from khonsu.bots import Budget, decide
from khonsu.bots.policy.learned import shipped
from khonsu.bots.search import SearchBot
from khonsu.bots.search.kernel.tree import full_playouts
from khonsu.kernel.batch import copies, playouts
from khonsu.kernel.game import Game

REPEATS = 5

COMPILE = "import time; t = time.perf_counter(); import khonsu; khonsu.game({name!r}); print(time.perf_counter() - t)"
IMPORT = "import time; t = time.perf_counter(); import khonsu; print(time.perf_counter() - t)"


def bench(game: Game, players: int | None = None) -> Iterator[tuple[str, float, list[float]]]:
    """Measure; yields a figure's name, its median and all runs, one figure after the other."""
    players = players or game.about.players[0]
    yield figure("kernel_decisions_per_s", lambda: kernel_decisions(game, players))
    yield figure("match_decisions_per_s", lambda: match_decisions(game, players))
    yield figure("copy_ns", lambda: copy_time(game))
    yield figure("games_per_s", lambda: whole_games(game, players))
    yield figure("playouts_per_s", lambda: random_playouts(game, players))
    yield figure("search_iterations_per_s", lambda: search_iterations(game, players))
    yield figure("import_s", lambda: in_new_process(IMPORT))
    yield figure("compile_s", lambda: cold_compile(game), repeats=3)


def figure(name: str, run: Callable[[], float], repeats: int = REPEATS) -> tuple[str, float, list[float]]:
    """The median of several runs after one that does not count."""
    if repeats == REPEATS:
        run()
    runs = [run() for _ in range(repeats)]
    return name, statistics.median(runs), runs


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call took, and what it returned."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def kernel_decisions(game: Game, players: int, games: int = 2000) -> float:
    """Decisions per second of random play-outs inside the compiled kernel."""
    kernel = game.kernel
    states, out = kernel.new(2), np.empty(kernel.most, np.int32)
    kernel.start(states[0], players, np.uint64(7), game.numbers(players, game.about.resolve({})))
    seconds, decisions = timed(lambda: playouts(kernel, states, out, games, np.uint64(1)))
    return float(decisions) / seconds


def match_decisions(game: Game, players: int, games: int = 5) -> float:
    """Decisions per second of random matches driven from Python through `Match`, events and checks included."""

    def play() -> int:
        decisions = 0
        for seed in range(games):
            match, chance = game.match(players=players, seed=seed), random.Random(seed)
            while match.deciders:
                seat = chance.choice(match.deciders)
                match.play(chance.choice(match.legal_ids(seat)), seat)
            decisions += len(match.steps)
        return decisions

    seconds, decisions = timed(play)
    return float(decisions) / seconds


def copy_time(game: Game, count: int = 500_000) -> float:
    """Nanoseconds for a copy of a state."""
    states = game.kernel.new(2)
    return timed(lambda: copies(game.kernel, states, count))[0] / count * 1e9


def whole_games(game: Game, players: int, count: int = 1000) -> float:
    """Whole random games per second, set-up and scoring included."""
    options = game.about.resolve({})
    return count / timed(lambda: random_games(game, players, count, 0, options))[0]


def random_playouts(game: Game, players: int, count: int = 1000) -> float:
    """Random play-outs per second from the first decision to the end, the hidden dealt again for each."""
    kernel = game.kernel
    states, options = kernel.new(2), np.empty(kernel.most, np.int32)
    kernel.start(states[0], players, np.uint64(7), game.numbers(players, game.about.resolve({})))
    return count / timed(lambda: full_playouts(kernel, states, 0, options, count, np.uint64(1)))[0]


def search_iterations(game: Game, players: int, count: int = 1000) -> float:
    """Iterations per second of the tree search in the middle of a match, one thread, with the game's own tuning."""
    match, chance = game.match(players=players, seed=7), random.Random(7)
    while match.deciders and len(match.steps) < 60:
        seat = chance.choice(match.deciders)
        match.play(chance.choice(match.legal_ids(seat)), seat)
    searcher, seat = SearchBot(weights=shipped(game, players)), match.deciders[0]
    decide(searcher, match, seat, Budget(iterations=1))
    return count / timed(lambda: decide(searcher, match, seat, Budget(iterations=count, seed=1)))[0]


def in_new_process(code: str, **variables: str) -> float:
    """Run a line of Python that prints seconds."""
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def cold_compile(game: Game) -> float:
    """Seconds until the game is loaded when nothing is compiled yet."""
    with tempfile.TemporaryDirectory() as empty:
        return in_new_process(COMPILE.format(name=game.name), KHONSU_CACHE=empty)
