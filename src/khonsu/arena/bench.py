"""The benchmark of a game: one core, after warm-up, each figure the median of repeated runs."""

from __future__ import annotations

import importlib.util
import math
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
from khonsu.arena.runs.compiled import Series, swift_matches
from khonsu.bots import Budget, bot, decide, step_seed
from khonsu.bots.policy.learned import shipped
from khonsu.bots.search import SearchBot
from khonsu.bots.search.kernel.tree import full_playouts
from khonsu.kernel.batch import copies, playouts
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position
from khonsu.match import Match

REPEATS = 5

COMPILE = "import time; t = time.perf_counter(); import khonsu; khonsu.game({name!r}); print(time.perf_counter() - t)"
ENVIRONMENT = """
import time
import numpy as np
from khonsu.research.gym import KhonsuVectorEnv
env, count, rounds = KhonsuVectorEnv({name!r}, 64, {players}, opponents="swift"), 64, 60
env.reset(seed=1)
for part in range(2):  # the first one does not count
    began = time.perf_counter()
    for at in range(rounds):
        env.step(env.matches.sample(np.arange(at * count, (at + 1) * count, dtype=np.uint64) * 7919 + 1))
    took = time.perf_counter() - began
print(count * rounds / took)
"""
IMPORT = "import time; t = time.perf_counter(); import khonsu; print(time.perf_counter() - t)"


def bench(game: Game, players: int | None = None) -> Iterator[tuple[str, float, list[float]]]:
    """Measure; yields a figure's name, its median and all runs, one figure after the other."""
    players = players or game.about.players[0]
    for name, measure in FIGURES.items():
        repeats = SLOW.get(name, REPEATS)
        if repeats == REPEATS:
            measure(game, players)  # does not count
        runs = [measure(game, players) for _ in range(repeats)]
        yield name, statistics.median(runs), runs


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


def position_decisions(game: Game, players: int, games: int = 10) -> float:
    """Decisions per second of random matches driven from Python through `Position`, without checks."""
    numbers = game.numbers(players, game.about.resolve({}))

    def play() -> int:
        decisions = 0
        for seed in range(games):
            position, chance = Position.start(game, players, seed, numbers), random.Random(seed)
            while deciders := position.deciders:
                position.play(deciders[0], chance.choice(position.legal(deciders[0])))
                decisions += 1
        return decisions

    seconds, decisions = timed(play)
    return float(decisions) / seconds


def copy_time(game: Game, players: int, count: int = 500_000) -> float:
    """Nanoseconds for a copy of a state."""
    states = game.kernel.new(2)
    return timed(lambda: copies(game.kernel, states, count))[0] / count * 1e9


def position_copy(game: Game, players: int, count: int = 20_000) -> float:
    """Microseconds for a copy of a position from Python."""
    position = middle(game, players).position

    def copy() -> None:
        for _ in range(count):
            position.copy()

    return timed(copy)[0] / count * 1e6


def views(game: Game, players: int, games: int = 3) -> list[float]:
    """Milliseconds for the view of the seat that decides, at every decision of random matches, sorted."""
    found = []
    for seed in range(games):
        match, chance = game.match(players=players, seed=seed), random.Random(seed)
        while match.deciders:
            seat = chance.choice(match.deciders)
            found.append(timed(lambda: match.view(seat))[0] * 1e3)  # noqa: B023 - called at once
            match.play(chance.choice(match.legal_ids(seat)), seat)
    return sorted(found)


def view_median(game: Game, players: int) -> float:
    """The median of `views`."""
    return statistics.median(views(game, players))


def view_late(game: Game, players: int) -> float:
    """What 99 of 100 views keep below."""
    found = views(game, players)
    return found[len(found) * 99 // 100]


def greedy_decision(game: Game, players: int, count: int = 200) -> float:
    """Milliseconds for a decision of the greedy bot with one iteration, in the middle of a match."""
    match, chooser = middle(game, players), bot("greedy")
    seat = match.deciders[0]

    def choose() -> None:
        for seed in range(count):
            decide(chooser, match, seat, Budget(iterations=1, seed=seed))

    return timed(choose)[0] / count * 1e3


def swift_decisions(game: Game, players: int, games: int = 40) -> float:
    """Decisions per second of matches among swift players in compiled code."""
    series = Series(players, range(games), ("swift",) * players, {})
    seconds, parts = timed(lambda: list(swift_matches(game, series)))
    return sum(float(part.results.counts[:, 0].sum()) for part in parts) / seconds


def swift_decision(game: Game, players: int, matches: int = 2) -> float:
    """Milliseconds for a decision of the swift bot through `decide`, the mean over whole matches."""
    chooser, spent, count = bot("swift"), 0.0, 0
    decide(chooser, middle(game, players), middle(game, players).deciders[0], Budget())
    for seed in range(matches):
        match = game.match(players=players, seed=seed)
        while match.deciders:
            seat, budget = match.deciders[0], Budget(seed=step_seed(match))
            seconds, choice = timed(lambda: decide(chooser, match, seat, budget))  # noqa: B023 - called at once
            spent, count = spent + seconds, count + 1
            match.play(choice.step, seat)
    return spent / count * 1e3


def environment_steps(game: Game, players: int) -> float:
    """Own steps per second of a batch environment with swift opponents; nothing where gymnasium is not installed."""
    there = importlib.util.find_spec("gymnasium") is not None
    return in_new_process(ENVIRONMENT.format(name=game.name, players=players)) if there else math.nan


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
    match = middle(game, players)
    whole = {"early": 0, "rehearse": 0}  # all iterations, and nothing else
    searcher, seat = SearchBot(tuning=whole, weights=shipped(game, players)), match.deciders[0]
    decide(searcher, match, seat, Budget(iterations=1))
    return count / timed(lambda: decide(searcher, match, seat, Budget(iterations=count, seed=1)))[0]


def middle(game: Game, players: int) -> Match:
    """A match after 60 random steps."""
    match, chance = Match(game, players, seed=7), random.Random(7)
    while match.deciders and len(match.steps) < 60:
        seat = chance.choice(match.deciders)
        match.play(chance.choice(match.legal_ids(seat)), seat)
    return match


def in_new_process(code: str, **variables: str) -> float:
    """Run a line of Python that prints seconds."""
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def import_time(game: Game, players: int) -> float:
    """Seconds for `import khonsu`."""
    return in_new_process(IMPORT)


def cold_compile(game: Game, players: int) -> float:
    """Seconds until the game is loaded when nothing is compiled yet."""
    with tempfile.TemporaryDirectory() as empty:
        return in_new_process(COMPILE.format(name=game.name), KHONSU_CACHE=empty)


def whole_compile(game: Game, players: int) -> float:
    """Seconds of processor time to compile the game and its bots, `khonsu warm`, when nothing is compiled yet."""
    with tempfile.TemporaryDirectory() as empty:
        before = os.times()
        command = [sys.executable, "-m", "khonsu", "warm", game.name]
        subprocess.run(command, env={**os.environ, "KHONSU_CACHE": empty}, capture_output=True, check=True)
        after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


FIGURES: dict[str, Callable[[Game, int], float]] = {
    "kernel_decisions_per_s": kernel_decisions,
    "position_decisions_per_s": position_decisions,
    "match_decisions_per_s": match_decisions,
    "copy_ns": copy_time,
    "position_copy_us": position_copy,
    "view_ms": view_median,
    "view_p99_ms": view_late,
    "greedy_decision_ms": greedy_decision,
    "swift_decisions_per_s": swift_decisions,
    "swift_decision_ms": swift_decision,
    "swift_environment_steps_per_s": environment_steps,
    "games_per_s": whole_games,
    "playouts_per_s": random_playouts,
    "search_iterations_per_s": search_iterations,
    "import_s": import_time,
    "compile_s": cold_compile,
    "compile_cpu_s": whole_compile,
}
# repeats of what takes long and needs no warm-up
SLOW = {"compile_s": 3, "compile_cpu_s": 1, "swift_environment_steps_per_s": 3}
