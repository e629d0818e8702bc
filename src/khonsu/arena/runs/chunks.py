"""What one worker plays at a time. Random and swift play run in compiled code, other bots match by match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from khonsu.arena.runs.compiled import Series, swift_matches
from khonsu.arena.runs.kernel.compiled import Results
from khonsu.arena.runs.kernel.recording import Decisions, recorded
from khonsu.arena.runs.matches import PlayedMatch, Watch, play_match
from khonsu.arena.runs.outcomes import Outcomes, merge
from khonsu.arena.runs.plan import RunPlan
from khonsu.games import game as find_game
from khonsu.kernel.about import OptionValue
from khonsu.kernel.batch import simulate as simulate_kernel
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position
from khonsu.match import Match


def play_chunk(plan: RunPlan, chunk: int) -> Outcomes:
    """The matches of one chunk."""
    game, seeds = find_game(plan.game), plan.seeds(chunk)
    if plan.random:
        return random_games(game, plan.players, len(seeds), seeds[0], game.about.resolve(dict(plan.options)))
    if plan.swift:
        return merge(
            [swift_outcomes(game, part.states, part.results) for part in swift_matches(game, series(plan, seeds))]
        )
    return merge([outcome(game, bot_match(game, plan, seed)) for seed in seeds])


def record_chunk(plan: RunPlan, chunk: int) -> tuple[Outcomes, Decisions, list[str]]:
    """The matches of one chunk with all decisions, and their notation if the plan asks for it."""
    game, seeds = find_game(plan.game), plan.seeds(chunk)
    options = game.about.resolve(dict(plan.options))
    outcomes, kept, texts = [], [], []
    if plan.random:
        for states, decisions in recorded(game, plan.players, seeds, options, plan.features):
            outcomes.append(final(game, plan.players, states, decisions))
            kept.append(decisions)
    elif plan.swift:
        for part in swift_matches(game, series(plan, seeds), record=True, features=plan.features):
            outcomes.append(swift_outcomes(game, part.states, part.results))
            kept.append(part.decisions)
    else:
        for seed in seeds:
            watch = Recorder(plan.features)
            played = bot_match(game, plan, seed, watch)
            outcomes.append(outcome(game, played))
            kept.append(watch.decisions(played))
    together = Decisions(*(np.concatenate(columns) for columns in zip(*kept)))
    if plan.text:
        texts = notation(game, plan, seeds, together)
    return merge(outcomes), together, texts


def series(plan: RunPlan, seeds: range) -> Series:
    """Matches of a plan for compiled code."""
    return Series(plan.players, seeds, plan.bots, dict(plan.options), plan.rotate, plan.seed)


def swift_outcomes(game: Game, states: NDArray[Any], results: Results) -> Outcomes:
    """The results of matches that compiled code has played."""
    counts = results.counts
    return Outcomes(
        results.scores, results.shares, counts[:, 0], counts[:, 1], counted(game, states), counts[:, 2].copy()
    )


def bot_match(game: Game, plan: RunPlan, seed: int, watch: Watch | None = None) -> PlayedMatch:
    """One match among bots, as planned."""
    return play_match(game, plan.players, seed, plan.seated(seed), dict(plan.options), dict(plan.limits), watch)


class Recorder:
    """Looks over the bots' shoulders and keeps what they decide about."""

    def __init__(self, features: bool) -> None:
        self.features = features
        self.rows: list[tuple[int, int]] = []  # turn, number of legal steps
        self.legal: list[int] = []
        self.numbers: list[NDArray[np.float32]] = []

    def __call__(self, match: Match, seat: int) -> None:
        """Before a step."""
        legal = match.legal_ids(seat)
        self.rows.append((match.position.turn, len(legal)))
        self.legal += legal
        if self.features:
            self.numbers.append(match.position.features(seat))

    def decisions(self, played: PlayedMatch) -> Decisions:
        """What was decided in a finished match."""
        steps = played.match.steps
        rows = np.array([(step.seat, step.id, *row) for step, row in zip(steps, self.rows)], np.int32)
        numbers = np.array(self.numbers, np.float32) if self.features else np.zeros((len(steps), 0), np.float32)
        return Decisions(np.array([len(steps)]), rows, np.array(self.legal, np.int32), numbers)


def notation(game: Game, plan: RunPlan, seeds: range, decisions: Decisions) -> list[str]:
    """The notation of all steps, by playing them again; slow, since words are made in Python."""
    numbers = game.numbers(plan.players, game.about.resolve(dict(plan.options)))
    texts, at = [], 0
    for seed, length in zip(seeds, decisions.lengths.tolist()):
        position = Position.start(game, plan.players, seed, numbers)
        for seat, step in decisions.rows[at : at + length, :2].tolist():
            texts.append(position.notation(seat, step))
            position.play(seat, step)
        at += length
    return texts


def random_games(game: Game, players: int, count: int, first: int, options: Mapping[str, OptionValue]) -> Outcomes:
    """Random matches in the compiled kernel."""
    kernel = game.kernel
    scores, shares, counts = np.zeros((count, players)), np.zeros((count, players)), np.zeros((count, 2), np.int64)
    out = np.empty(kernel.most, np.int32)
    numbers = game.numbers(players, options)
    states = kernel.new(1 + count)
    simulate_kernel(kernel, states, numbers, out, players, first, scores, shares, counts)
    return Outcomes(scores, shares, counts[:, 0], counts[:, 1], counted(game, states[1:]))


def counted(game: Game, states: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """What the game itself counts in finished matches."""
    return game.statistics(states.view(game.kernel.state, np.ndarray)) if game.statistics else {}


def final(game: Game, players: int, states: NDArray[Any], decisions: Decisions) -> Outcomes:
    """The results of recorded matches."""
    kernel, count = game.kernel, len(states)
    scores, shares = np.zeros((count, players)), np.zeros((count, players))
    for at in range(count):
        one = Position(game, states[at : at + 1])
        kernel.first.result(one, shares[at])
        scores[at] = [kernel.first.score(one, seat) for seat in range(players)]
    starts = np.cumsum(decisions.lengths) - decisions.lengths
    turns = states.view(kernel.state, np.ndarray)["turn"].astype(np.int64)
    return Outcomes(scores, shares, decisions.lengths, turns, counted(game, states), decisions.rows[starts, 0])


def outcome(game: Game, played: PlayedMatch) -> Outcomes:
    """The result of one match among bots."""
    match = played.match
    return Outcomes(
        np.array([match.scores()]),
        np.array([match.result()]),
        np.array([len(match.steps)]),
        np.array([match.position.turn]),
        counted(game, match.position.states),
        np.array([played.first]),
    )
