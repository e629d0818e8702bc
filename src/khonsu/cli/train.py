"""`khonsu train`: learn an evaluation by self-play."""

from __future__ import annotations

import argparse
import datetime
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.arena import TrainingPlan
    from khonsu.kernel.game import Game

SETTINGS = ("rounds", "matches", "tries", "hidden", "players", "aim", "narrow", "seed")


def register(command: Callable[..., argparse.ArgumentParser], t: Text) -> None:
    """Add the command."""
    made = command(
        "train",
        run,
        "Learn to evaluate positions by self-play; an interrupted run continues.",
        "khonsu train ankhor --rounds 60 -o weights.npz",
    )
    made.add_argument("game", help=t("which game"))
    made.add_argument("--rounds", type=int, default=60, help=t("rounds of self-play and learning"))
    made.add_argument("--matches", type=int, default=400, help=t("matches per round, for each number of players"))
    made.add_argument("--tries", type=int, default=60, help=t("turns compared for each turn of self-play"))
    made.add_argument("--hidden", type=int, default=24, help=t("width of the network"))
    made.add_argument("--players", type=int, default=0, help=t("learn for this number of players only; 0 for all"))
    made.add_argument(
        "--aim",
        choices=("win", "lead", "swift"),
        default="win",
        help=t("what to predict: who wins (a network), by how much (a weighted sum), or both, for the bot swift"),
    )
    made.add_argument(
        "--narrow",
        type=int,
        default=0,
        help=t("swift: later choices compared while learning; 0 for as many as in play"),
    )
    made.add_argument("--seed", type=int, default=1, help=t("the same seed gives the same weights"))
    made.add_argument("--folder", metavar="FOLDER", help=t("where the run is kept (default: train-GAME)"))
    made.add_argument("--check", type=int, default=20, help=t("matches against the hand-made evaluation at the end"))
    made.add_argument("-o", "--output", metavar="FILE", default="weights.npz", help=t("write the weights to this file"))


def run(options: argparse.Namespace, t: Text) -> int:
    """Train, tell how it goes, write the weights, and let both evaluations play against each other."""
    from khonsu.arena import TrainingPlan, TrainingRun, baseline, train, write_weights
    from khonsu.cli.commands import load, progress

    game = load(options.game, t)
    plan = TrainingPlan(game.name, **{name: getattr(options, name) for name in SETTINGS})
    folder = Path(options.folder or f"train-{game.name}")
    told(t, plan.aim, 0, baseline(plan))
    with progress(t("learning"), plan.rounds) as advance:
        before = 0

        def tell(state: TrainingRun) -> None:
            nonlocal before
            advance(state.round - before)
            before = state.round
            if state.round % 10 == 0 or state.round == plan.rounds:
                told(t, plan.aim, state.round, {k: v for k, v in state.curve[-1].items() if k.startswith("loss")})

        train(plan, folder, tell)
    made = f"khonsu {shlex.join(arguments(options))}, {datetime.date.today()}"
    write_weights(plan, folder, options.output, made)
    print(t("The weights are in {file}.", file=options.output))
    players = options.players or game.about.players[0]
    if plan.aim == "swift":
        measure(game, plan, folder, options.check, players, t)
    elif options.check:
        compare(game, Path(options.output), options.check, players, t)
    return 0


def measure(game: Game, plan: TrainingPlan, folder: Path, matches: int, players: int, t: Text) -> None:
    """Draw how strength grew, and let swift play against greedy."""
    from khonsu.arena.training.swift import draw_curve, strength
    from khonsu.arena.training.train import resume
    from khonsu.bots.greedy import ITERATIONS

    run, learner = resume(game, plan, folder)
    draw_curve(run.curve, folder / "curve.svg")
    print(t("The curve of its strength is in {file}.", file=folder / "curve.svg"))
    if matches:
        wins = strength(game, players, learner.weights, ITERATIONS, matches)
        figures = {"mean": wins.value, "low": wins.low, "high": wins.high, "n": wins.n}
        print(t("swift wins {mean:.1%} ({low:.1%} – {high:.1%}) of {n} matches against greedy", **figures))


def arguments(options: argparse.Namespace) -> list[str]:
    """The command that makes these weights again."""
    return ["train", options.game, *(f"--{name}={getattr(options, name)}" for name in SETTINGS)]


def told(t: Text, aim: str, number: int, losses: dict[str, float]) -> None:
    """One line of the learning curve."""
    figures = ", ".join(f"{name.removeprefix('loss_')}: {loss:.4f}" for name, loss in losses.items())
    if aim == "win":
        print(t("round {n}: prediction loss by number of players: {figures}", n=number, figures=figures))
    else:
        print(
            t(
                "round {n}: share of the result left unexplained, by number of players: {figures}",
                n=number,
                figures=figures,
            )
        )


def compare(game: Game, file: Path, matches: int, players: int, t: Text) -> None:
    """Both evaluations in the same search, against each other."""
    from khonsu.arena import duel
    from khonsu.cli.commands import progress

    with progress(t("playing"), matches) as advance:
        wins = duel(game, file, matches, players, lambda done, total: advance(1))
    figures = {"mean": wins.value, "low": wins.low, "high": wins.high, "n": wins.n}
    print(
        t(
            "the learned evaluation wins {mean:.1%} ({low:.1%} – {high:.1%}) of {n} matches against the hand-made one",
            **figures,
        )
    )
