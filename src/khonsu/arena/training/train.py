"""Learn an evaluation by self-play: a learner is shown how compiled matches end (`khonsu train`).

Nothing is stored but what was learned: every round plays new matches and keeps some of their positions for it. The
state of a run is saved after every round, so it goes on where it was.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from khonsu.arena.training.kernel.selfplay import positions
from khonsu.arena.training.learners import Learner, Network, Positions, WeightedSum
from khonsu.bots import Budget, move
from khonsu.bots.policy.learned import read
from khonsu.bots.search import SearchBot
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.errors import KhonsuError
from khonsu.kernel.game import Game

WIN, LEAD = "win", "lead"  # who wins (a network), by how much (a weighted sum)
CHECK_SEED = 1 << 40  # the matches of the check set, never learned from


class OtherRun(KhonsuError):
    """The run folder belongs to a run with other settings."""

    template = "The folder {folder} holds a run with other settings; name another one or delete it."

    def __init__(self, folder: Path) -> None:
        super().__init__(folder=str(folder))


@dataclass(frozen=True)
class Plan:
    """What determines a run: the same plan gives the same weights."""

    game: str
    rounds: int = 60
    matches: int = 400  # of self-play in a round, for each number of players
    hidden: int = 24
    tries: int = 60  # turns that are compared for one turn of self-play
    slip: float = 0.1
    keep: float = 0.3
    seed: int = 1
    players: int = 0  # 0: any number
    aim: str = WIN  # what is foretold


@dataclass
class Run:
    """A run as it stands."""

    plan: Plan
    round: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


def chunk(game: Game, plan: Plan, players: int, seed: int) -> Positions:
    """Positions of new matches with what came of them, scaled; matches that nobody won are left out."""
    numbers = game.numbers(players, game.about.resolve({}))
    inputs, outcomes, leads = positions(
        game.kernel, numbers, players, plan.matches, plan.tries, plan.slip, plan.keep, seed, plan.matches * 40
    )
    won = outcomes.sum(1) > 0.5
    inputs, scale = inputs[won], Tuning.of(game.tuning).scale
    inputs[:, :, 0] /= scale
    np.clip(inputs[:, :, 0], -30, 30, out=inputs[:, :, 0])
    return Positions(inputs, outcomes[won], leads[won] / scale)


def counts(game: Game, plan: Plan) -> tuple[int, ...]:
    """The numbers of players that are learned from."""
    return (plan.players,) if plan.players else tuple(game.about.players)


def checks(game: Game, plan: Plan) -> dict[str, Positions]:
    """Positions that are never learned from, for each number of players."""
    return {f"loss_{players}": chunk(game, plan, players, CHECK_SEED + players) for players in counts(game, plan)}


def train(game: Game, plan: Plan, folder: Path) -> Iterator[Run]:
    """Run a plan, or go on with it; yields the run after every round. The folder keeps the run."""
    run, learner = resume(game, plan, folder)
    held_back = checks(game, plan)
    while run.round < plan.rounds:
        began = time.perf_counter()
        order = np.random.default_rng((plan.seed, run.round))
        for players in counts(game, plan):
            seen = chunk(game, plan, players, plan.seed + run.round * 64 + players)
            learner.learn(seen, run.round / plan.rounds, order)
        run.round += 1
        run.seconds += time.perf_counter() - began
        losses = {name: learner.loss(seen) for name, seen in held_back.items()}
        run.curve.append({"round": run.round, "seconds": round(run.seconds, 1), **losses})
        save(run, learner, folder)
        yield run


def baseline(game: Game, plan: Plan) -> dict[str, float]:
    """What the hand-made judgement alone does not foresee, on the same check set."""
    learner = new_learner(game, plan)
    return {name: learner.plain_loss(seen) for name, seen in checks(game, plan).items()}


def new_learner(game: Game, plan: Plan) -> Learner:
    """A learner that has seen nothing."""
    width = game.kernel.n_outlook
    return WeightedSum(width) if plan.aim == LEAD else Network(width, plan.hidden, plan.seed)


def resume(game: Game, plan: Plan, folder: Path) -> tuple[Run, Learner]:
    """The run that the folder keeps, or a new one."""
    learner = new_learner(game, plan)
    kept = folder / "run.json"
    if not kept.is_file():
        return Run(plan), learner
    told = json.loads(kept.read_text())
    if told.pop("plan") != asdict(plan):
        raise OtherRun(folder)
    with np.load(folder / f"round{told['round']}.npz") as arrays:
        for name, array in learner.arrays.items():
            array[...] = arrays[name]
    return Run(plan, **told), learner


def save(run: Run, learner: Learner, folder: Path) -> None:
    """Keep the run: first the arrays, then the file that points to them, so that a kill leaves a whole run."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / f"round{run.round}.npz", **learner.arrays)
    draft = folder / "run.json.new"
    draft.write_text(json.dumps(asdict(run), indent=1))
    os.replace(draft, folder / "run.json")
    (folder / f"round{run.round - 1}.npz").unlink(missing_ok=True)


def write_weights(game: Game, plan: Plan, folder: Path, target: Path, made: str) -> None:
    """What was learned as the file that bots read, with how it was made."""
    run, learner = resume(game, plan, folder)
    told = {"made": made, **asdict(run), "curve": run.curve[-1:]}
    small = {name: array.astype(np.float16) for name, array in learner.weights._asdict().items()}
    np.savez_compressed(target, **small, about=np.array(json.dumps(told)))


def duel(game: Game, file: Path, matches: int, players: int, iterations: int = 300) -> Iterator[float]:
    """The learned evaluation against the hand-made one in the same search; its share of each match."""
    weights = read(file)
    for number in range(matches):
        match, own = game.match(players=players, seed=number // players), number % players
        seats = [SearchBot(iterations, weights=weights if seat == own else None) for seat in range(players)]
        while match.deciders:
            seat = match.deciders[0]
            move(seats[seat], match, seat, Budget(seed=number * 100_003 + len(match.steps)))
        yield match.result()[own]
