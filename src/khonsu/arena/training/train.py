"""Learn an evaluation by self-play: a learner is shown how compiled matches end (`khonsu train`).

Nothing is stored but what was learned: every round plays new matches and keeps some of their positions for it. The
state of a run is saved after every round, so it goes on where it was.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, Literal

import numpy as np

from khonsu.arena.training.kernel.selfplay import positions
from khonsu.arena.training.learners import Learner, Network, Positions, WeightedSum
from khonsu.arena.training.swift import Practice, ValueNetwork, strength, swift_positions
from khonsu.arena.work import Progress
from khonsu.arena.work.folder import compare
from khonsu.bots import Budget, move, step_seed
from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.policy.learned import read
from khonsu.bots.search import SearchBot
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.games import game as find_game
from khonsu.kernel.game import Game
from khonsu.stats.intervals import Dot, share_of

WIN: Final = "win"
LEAD: Final = "lead"
SWIFT: Final = "swift"
DUEL = 300  # iterations of the search in a duel
CHECK_SEED = 1 << 40  # the matches of the check set, never learned from
EVERY, BOUTS, LOOK = 5, 60, 400  # rounds between two measures of strength, their matches, what greedy ones look at
BEGINNER_SLIP = 0.3  # of swift players that have learned nothing yet


@dataclass(frozen=True)
class TrainingPlan:
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
    # what is foretold: who wins (a network), by how much (a weighted sum), both for swift players (a network, or a
    # weighted sum where `hidden` is 0)
    aim: Literal["win", "lead", "swift"] = WIN
    narrow: int = 0  # answers to a later question that swift players compare while they learn; 0: as in play


@dataclass
class TrainingRun:
    """A run as it stands; the curve has a row for every round, with the loss for each number of players.

    Rows of swift players also have their wins against greedy ones, every few rounds.
    """

    plan: TrainingPlan
    round: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


def chunk(game: Game, plan: TrainingPlan, players: int, seed: int) -> Positions:
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


def swift_chunk(game: Game, plan: TrainingPlan, players: int, seed: int, weights: Weights | None) -> Positions:
    """Positions of new matches among swift players, with what is foretold; None: they have learned nothing yet."""
    slip = plan.slip if weights else BEGINNER_SLIP
    seen = swift_positions(game, players, plan.matches, weights, Practice(slip, plan.keep, plan.narrow), seed)
    if plan.hidden:
        return seen
    return Positions(seen.inputs[:, None], seen.outcomes[:, None], seen.outcomes[:, None])


def counts(game: Game, plan: TrainingPlan) -> tuple[int, ...]:
    """The numbers of players that are learned from."""
    if plan.players:
        game.about.check_players(plan.players)
    return (plan.players,) if plan.players else tuple(game.about.players)


def checks(game: Game, plan: TrainingPlan) -> dict[str, Positions]:
    """Positions that are never learned from, for each number of players."""
    return {f"loss_{players}": chunk(game, plan, players, CHECK_SEED + players) for players in counts(game, plan)}


def train(plan: TrainingPlan, folder: str | Path, progress: Callable[[TrainingRun], None] | None = None) -> TrainingRun:
    """Run a plan, or go on with what the folder keeps of it; `progress` is told after every round."""
    game = find_game(plan.game)
    for run in rounds(game, plan, Path(folder)):
        if progress:
            progress(run)
    return resume(game, plan, Path(folder))[0]


def rounds(game: Game, plan: TrainingPlan, folder: Path) -> Iterator[TrainingRun]:
    """The rounds that are left of a run; yields the run after each, when the folder keeps it."""
    run, learner = resume(game, plan, folder)
    held_back = {} if plan.aim == SWIFT else checks(game, plan)
    while run.round < plan.rounds:
        began, found = time.perf_counter(), {}
        order = np.random.default_rng((plan.seed, run.round))
        for players in counts(game, plan):
            seed = plan.seed + run.round * 64 + players
            if plan.aim == SWIFT:
                seen = swift_chunk(game, plan, players, seed, learner.weights if run.round else None)
                found[f"loss_{players}"] = learner.loss(seen)  # of positions that were not learned from yet
            else:
                seen = chunk(game, plan, players, seed)
            learner.learn(seen, run.round / plan.rounds, order)
        run.round += 1
        run.seconds += time.perf_counter() - began
        found |= {name: learner.loss(seen) for name, seen in held_back.items()}
        if plan.aim == SWIFT and (run.round % EVERY == 0 or run.round == plan.rounds):
            for players in counts(game, plan):
                found[f"wins_{players}"] = strength(game, players, learner.weights, LOOK, BOUTS).value
        run.curve.append({"round": run.round, "seconds": round(run.seconds, 1), **found})
        save(run, learner, folder)
        yield run


def baseline(plan: TrainingPlan) -> dict[str, float]:
    """What the hand-made judgement alone does not foresee, on the same check set."""
    game = find_game(plan.game)
    learner = new_learner(game, plan)
    if plan.aim == SWIFT:
        new = {players: swift_chunk(game, plan, players, CHECK_SEED, None) for players in counts(game, plan)}
        return {f"loss_{players}": learner.plain_loss(seen) for players, seen in new.items()}
    return {name: learner.plain_loss(seen) for name, seen in checks(game, plan).items()}


def new_learner(game: Game, plan: TrainingPlan) -> Learner:
    """A learner that has seen nothing."""
    width = game.kernel.n_outlook
    if plan.aim == SWIFT and plan.hidden:
        return ValueNetwork(width, plan.hidden, plan.seed)
    return WeightedSum(width) if plan.aim in (LEAD, SWIFT) else Network(width, plan.hidden, plan.seed)


def resume(game: Game, plan: TrainingPlan, folder: Path) -> tuple[TrainingRun, Learner]:
    """The run that the folder keeps, or a new one."""
    learner = new_learner(game, plan)
    kept = folder / "run.json"
    if not kept.is_file():
        return TrainingRun(plan), learner
    told = json.loads(kept.read_text())
    compare(folder, told.pop("plan"), asdict(plan))
    with np.load(folder / f"round{told['round']}.npz") as arrays:
        for name, array in learner.arrays.items():
            array[...] = arrays[name]
    return TrainingRun(plan, **told), learner


def save(run: TrainingRun, learner: Learner, folder: Path) -> None:
    """Keep the run: first the arrays, then the file that points to them, so that a kill leaves a whole run."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / f"round{run.round}.npz", **learner.arrays)  # type: ignore[arg-type]
    draft = folder / "run.json.new"
    draft.write_text(json.dumps(asdict(run), indent=1))
    os.replace(draft, folder / "run.json")
    (folder / f"round{run.round - 1}.npz").unlink(missing_ok=True)


def write_weights(plan: TrainingPlan, folder: str | Path, target: str | Path, made: str = "") -> None:
    """What was learned as the file that bots read, with how it was made."""
    run, learner = resume(find_game(plan.game), plan, Path(folder))
    told = {"made": made, **asdict(run), "curve": run.curve if plan.aim == SWIFT else run.curve[-1:]}
    small = {name: array.astype(np.float16) for name, array in learner.weights._asdict().items()}
    np.savez_compressed(target, **small, about=np.array(json.dumps(told)))


def duel(
    game: str | Game, file: str | Path, matches: int, players: int | None = None, progress: Progress | None = None
) -> Dot:
    """The learned evaluation against the hand-made one in the same search: its share of the wins."""
    game = find_game(game) if isinstance(game, str) else game
    players, weights = players or game.about.players[0], read(Path(file))
    shares = []
    for number in range(matches):
        shares.append(dueled(game, players, number, weights))
        if progress:
            progress(number + 1, matches)
    return share_of("learned", shares, [number // players for number in range(matches)])


def dueled(game: Game, players: int, number: int, weights: Weights) -> float:
    """One match of a duel: every seed is played from each seat."""
    match, own = game.match(players=players, seed=number // players), number % players
    seats = [SearchBot(DUEL, weights=weights if seat == own else None) for seat in range(players)]
    while match.deciders:
        seat = match.deciders[0]
        move(seats[seat], match, seat, Budget(seed=step_seed(match)))
    return float(match.result()[own])
