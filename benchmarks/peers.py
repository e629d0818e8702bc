"""The race: Khonsu against Catanatron, OpenSpiel and RLCard, on one core, in one run.

python benchmarks/peers.py            # fifteen minutes or so; writes docs/benchmarks.md
python benchmarks/peers.py --quick    # two minutes, to see that it works; prints only

The peers are installed from the package index into a virtual environment of their own. Rounds go around all of them, so
that whatever else the machine does falls on each. Every figure is a median with its least and greatest value.
"""

from __future__ import annotations

import argparse
import copy
import datetime
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import venv
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent
PEERS = {"catanatron": "catanatron", "openspiel": "open_spiel", "rlcard": "rlcard"}
FIGURES = {
    "playout": ("Random play-outs in the fastest published way, decisions/s", "more is better"),
    "python": ("Random play driven from Python, decisions/s", "more is better"),
    "batch": ("Environment steps/s with masks and observations", "more is better"),
    "copy": ("Copy of a state from Python, microseconds", "less is better"),
}
WAYS = {
    ("catanatron", "playout"): "`Game.play()` with `RandomPlayer` (what its command line runs)",
    ("catanatron", "python"): "`game.execute(random.choice(game.state.playable_actions))`",
    ("catanatron", "copy"): "`game.copy()`",
    (
        "openspiel",
        "playout",
    ): "`pyspiel.evaluate_bots` with uniform random bots: the loop, the bots and the game are C++",
    ("openspiel", "python"): "`state.apply_action(random.choice(state.legal_actions()))`, chance nodes sampled",
    ("openspiel", "copy"): "`state.clone()`",
    ("openspiel", "batch"): "`vector_env.SyncVectorEnv` of 64 `rl_environment.Environment`",
    ("rlcard", "playout"): "`env.run()` with `RandomAgent`",
    ("rlcard", "python"): "`env.step(random.choice(legal actions))`",
    ("rlcard", "copy"): "`copy.deepcopy(env.game)` (it has no copy of its own)",
    ("rlcard", "batch"): "`env.step`, one environment (it has no batch)",
    ("khonsu", "playout"): "`kernel.batch.playouts`: the loop in compiled code, as `khonsu bench` measures it",
    ("khonsu", "python"): "`Position.legal` and `Position.play`",
    ("khonsu", "copy"): "`Position.copy()`",
    ("khonsu", "batch"): "`research.gym.vector_env`, 1,024 matches, self-play, random legal actions drawn in it",
}


# -- measuring, inside one of the environments -------------------------------------------------------------------------


def rate(work, seconds: float) -> float:
    """Units of work a second; `work` does some and returns how many."""
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += work()
    return done / spent


def copy_time(work, seconds: float) -> float:
    """Microseconds for one call."""

    def hundred() -> int:
        for _ in range(100):
            work()
        return 100

    return 1e6 / rate(hundred, seconds)


def measure_catanatron(seconds: float):
    from catanatron import Color, Game, RandomPlayer

    def table():
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])

    def play() -> int:
        game = table()
        game.play()
        return len(game.state.actions)

    def drive() -> int:
        game = table()
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.execute(random.choice(game.state.playable_actions))
        return len(game.state.actions)

    yield "catan, 2 players", "playout", rate(play, seconds)
    yield "catan, 2 players", "python", rate(drive, seconds)
    game = table()
    for _ in range(100):
        game.execute(random.choice(game.state.playable_actions))
    yield "catan, 2 players", "copy", copy_time(game.copy, seconds)


def measure_openspiel(seconds: float):
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    def advance(state) -> int:
        """One step from Python; 1 if a player decided."""
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, chances)[0])
            return 0
        state.apply_action(random.choice(state.legal_actions()))
        return 1

    # without the double dummy solver, which would be most of the time of a random game of bridge
    for name in ("backgammon", "gin_rummy", "bridge(use_double_dummy_result=false)", "tarok", "hearts"):
        game, name = pyspiel.load_game(name), name.split("(")[0]
        bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

        def play(game=game, bots=bots) -> int:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, random.getrandbits(30))
            return sum(step.player >= 0 for step in state.full_history())

        def drive(game=game) -> int:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                decisions += advance(state)
            return decisions

        yield name, "playout", rate(play, seconds)
        yield name, "python", rate(drive, seconds)
        state = game.new_initial_state()
        while sum(step.player >= 0 for step in state.full_history()) < 10:  # in the middle of a match
            advance(state)
            state = game.new_initial_state() if state.is_terminal() else state
        yield name, "copy", copy_time(state.clone, seconds)
        if not game.get_type().provides_observation_tensor:
            continue  # its environments need one
        batch = SyncVectorEnv([rl_environment.Environment(game) for _ in range(64)])
        moment = [batch.reset()]

        def step(batch=batch, moment=moment) -> int:
            chosen = [random.choice(one.observations["legal_actions"][one.current_player()]) for one in moment[0]]
            moment[0], *_ = batch.step([StepOutput(action=a, probs=None) for a in chosen], reset_if_done=True)
            return 64

        yield name, "batch", rate(step, seconds)


def measure_rlcard(seconds: float):
    import rlcard
    from rlcard.agents import RandomAgent

    for name in ("gin-rummy", "mahjong", "uno"):
        env = rlcard.make(name)
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def play(env=env) -> int:
            env.run(is_training=False)
            return env.timestep - before(env)

        def before(env, seen={}) -> int:  # noqa: B006 - the counter of an environment is never reset
            last, seen[env] = seen.get(env, 0), env.timestep
            return last

        def drive(env=env) -> int:
            state, _ = env.reset()
            decisions = 0
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                decisions += 1
            return decisions

        before(env)
        yield name, "playout", rate(play, seconds)
        figure = rate(drive, seconds)
        yield name, "python", figure
        yield name, "batch", figure  # the same: observation and legal actions come with every step
        env.reset()
        yield name, "copy", copy_time(lambda env=env: copy.deepcopy(env.game), seconds)


def measure_khonsu(seconds: float):
    import numpy as np

    import khonsu
    from khonsu.kernel.batch import copies, playouts
    from khonsu.research.gym import vector_env
    from khonsu.research.setting import Setting

    for name in khonsu.games():
        setting = Setting.of(name, 2, "win", {})
        kernel = setting.game.kernel
        states, out = kernel.new(2), np.empty(kernel.most, np.int32)
        kernel.start(states[0], 2, np.uint64(7), setting.numbers)

        def play(kernel=kernel, states=states, out=out) -> int:
            return int(playouts(kernel, states, out, 50, np.uint64(random.getrandbits(60))))

        def drive(setting=setting) -> int:
            position, decisions = setting.begin(random.getrandbits(60)), 0
            while deciders := position.deciders:
                position.play(deciders[0], random.choice(position.legal(deciders[0])))
                decisions += 1
            return decisions

        env = vector_env(name, 1024, players=2)
        env.reset(seed=random.getrandbits(40))
        chances = np.arange(1024, dtype=np.uint64)

        def step(env=env, chances=chances) -> int:
            env.step(env.random_actions(chances))
            return 1024

        for _ in range(1000):  # a few matches, so that each row is at another place of its own
            step()
        label = khonsu.games()[name].title + ", 2 players"
        yield label, "playout", rate(play, seconds)
        yield label, "python", rate(drive, seconds)
        yield label, "batch", rate(step, seconds)
        yield label, "copy", copy_time(setting.begin(7).copy, seconds)
        inside = rate(lambda kernel=kernel, states=states: copies(kernel, states, 10_000) and 10_000, seconds)
        yield khonsu.games()[name].title + ", inside compiled code", "copy", 1e6 / inside


MEASURES = {
    "khonsu": measure_khonsu,
    "catanatron": measure_catanatron,
    "openspiel": measure_openspiel,
    "rlcard": measure_rlcard,
}


def measure(peer: str, seconds: float) -> None:
    """Print every figure of one side as a line of JSON; on one core, where the system lets us choose it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for game, figure, value in MEASURES[peer](seconds):
        print(json.dumps({"game": game, "figure": figure, "value": value}), flush=True)


# -- the run -----------------------------------------------------------------------------------------------------------


def installed(folder: Path) -> dict[str, str]:
    """A scratch environment with the peers; those that could not be installed are missing from the answer."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    versions = {}
    for peer, package in PEERS.items():
        done = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package],
            capture_output=True,
            text=True,
        )
        if done.returncode == 0:
            ask = f"from importlib.metadata import version; print(version({package!r}))"
            versions[peer] = subprocess.run([python, "-c", ask], capture_output=True, text=True).stdout.strip()
        else:
            print(f"{package} could not be installed: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    return versions


def run(python: Path, peer: str, seconds: float) -> list[dict]:
    """One round of one side."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    command = [python, HERE, "--measure", peer, "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        print(f"{peer} failed: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    return [{"peer": peer, **json.loads(line)} for line in done.stdout.splitlines() if line.startswith("{")]


def shown(value: float) -> str:
    """A figure with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(figure: str, found: dict[tuple[str, str, str], list[float]]) -> list[str]:
    """One figure for all sides, and how many times as quick Khonsu's games are, with the least and greatest ratio."""
    ours = {
        game.split(":")[0].split(",")[0]: runs
        for (peer, game, name), runs in found.items()
        if peer == "khonsu" and name == figure and "inside" not in game
    }
    lines = [f"| | median | least to greatest |{''.join(f' {game} is × as quick |' for game in ours)}"]
    lines.append("|---|---:|---:|" + "---:|" * len(ours))
    for (peer, game, name), runs in found.items():
        if name == figure:
            row = f"| {peer}: {game} | {shown(statistics.median(runs))} | {shown(min(runs))} to {shown(max(runs))} |"
            ratios = (" |" if peer == "khonsu" else f" {ratio(mine, runs, figure)} |" for mine in ours.values())
            lines.append(row + "".join(ratios))
    return lines


def ratio(mine: list[float], theirs: list[float], figure: str) -> str:
    """How many times as quick, and between which bounds by the spread of both."""
    if figure == "copy":
        mine, theirs = theirs, mine
    middle = statistics.median(mine) / statistics.median(theirs)
    return f"**{times(middle)}** ({times(min(mine) / max(theirs))} to {times(max(mine) / min(theirs))})"


def times(number: float) -> str:
    """A ratio without more digits than it is worth."""
    return f"{number:,.0f}" if number >= 20 else f"{number:.2g}"


def processor() -> str:
    """The kind of processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def report(found: dict, versions: dict[str, str], rounds: int, seconds: float) -> str:
    """The page."""
    missing = [package for peer, package in PEERS.items() if peer not in versions]
    named = ", ".join(f"{peer} {number}" for peer, number in versions.items())
    lines = [
        "# The race",
        "",
        "Written by `make bench-peers`; results are printed as measured. One core, one run; each round measures all "
        f"sides. {rounds} rounds, {seconds:g} s for each figure in each; a ratio compares medians, and its bounds come "
        "from the spread of both sides.",
        "",
        f"{datetime.date.today()}, {processor()}, Python {platform.python_version()}, "
        f"khonsu {version('khonsu')}, {named}.",
        "",
        "A decision is a choice of a player; chance and moves without a choice are not counted. The games differ: a "
        "decision in Catan, bridge or Ankh is not the same amount of rules. OpenSpiel's games are C++.",
    ]
    if missing:
        lines += ["", f"Could not be installed: {', '.join(missing)}."]
    for figure, (title, which) in FIGURES.items():
        lines += ["", f"## {title}", "", f"({which})", "", *table(figure, found), ""]
        sides = [peer for peer in ("khonsu", *PEERS) if any(p == peer and f == figure for p, _, f in found)]
        lines += [f"- {peer}: {WAYS[peer, figure]}" for peer in sides]
        lines += [f"- {peer}: nothing of the kind in its release" for peer in versions if peer not in sides]
    return "\n".join(lines) + "\n"


TABLE = "\n# The race at the table\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one short round; nothing is written")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure in each round")
    parser.add_argument("--venv", type=Path, default=ROOT / "build" / "peers", help="the scratch environment")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "benchmarks.md")
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        return measure(chosen.measure, chosen.seconds)
    rounds, seconds = (1, 0.2) if chosen.quick else (chosen.rounds, chosen.seconds)
    versions = installed(chosen.venv)
    sides = [("khonsu", Path(sys.executable)), *((peer, chosen.venv / "bin" / "python") for peer in versions)]
    found: dict[tuple[str, str, str], list[float]] = {}
    for number in range(rounds):
        for peer, python in sides:
            print(f"round {number + 1} of {rounds}: {peer}", file=sys.stderr)
            for line in run(python, peer, seconds):
                found.setdefault((peer, line["game"], line["figure"]), []).append(line["value"])
    page = report(found, versions, rounds, seconds)
    print(page)
    if not chosen.quick:
        _, mark, others = chosen.out.read_text(encoding="utf-8").partition(TABLE)  # what `make bench-web` writes
        chosen.out.write_text(page + mark + others, encoding="utf-8")


if __name__ == "__main__":
    main()
