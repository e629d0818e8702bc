"""One match among bots, watched: what everybody decided, how long it took, who was in the lead."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from khonsu.bots import PROGRAM, Budget, bot, move, prepare, step_seed
from khonsu.kernel.game import Game
from khonsu.match import Match

Watch = Callable[[Match, int], None]


class PlayedMatch(NamedTuple):
    """A finished match. `leaders` are the seats in the lead alone at the end of each turn, -1 where nobody was."""

    match: Match
    first: int  # the seat that decided first
    seconds: list[float]  # by seat, all its steps together: of the processor, or of the clock where a program plays
    longest: list[float]  # by seat, one step
    steps: list[int]  # by seat
    replaced: list[int]  # by seat: steps that greedy played, because the bot failed
    leaders: list[int]


def play_match(
    game: Game,
    players: int,
    seed: int,
    bots: Sequence[str],
    options: Mapping[str, object],
    limits: Mapping[str, float],
    watch: Watch | None = None,
) -> PlayedMatch:
    """Play one match; `limits` are the bots' seconds or iterations, if they do not set their own.

    `watch(match, seat)` is called before every step.
    """
    match: Match = game.match(players=players, seed=seed, **options)
    seats = [bot(name) for name in bots]
    for chooser in seats:
        with contextlib.suppress(Exception):  # a bot that fails here will be replaced step by step
            prepare(chooser, game)  # what takes long the first time is not thinking
    times, counts = ([0.0] * players, [0.0] * players), ([0] * players, [0] * players)
    played = PlayedMatch(match, match.deciders[0], *times, *counts, [])
    clock = time.perf_counter if any(name.startswith(PROGRAM) for name in bots) else time.process_time
    turn = match.position.turn
    while match.deciders:
        seat = match.deciders[0]
        if watch:
            watch(match, seat)
        began = clock()
        choice = move(seats[seat], match, seat, Budget(seed=step_seed(match), **limits))  # type: ignore[arg-type]
        took = clock() - began
        played.seconds[seat] += took
        played.longest[seat] = max(played.longest[seat], took)
        played.steps[seat] += 1
        played.replaced[seat] += bool(choice.note)
        if match.position.turn != turn:
            turn = match.position.turn
            played.leaders.append(leader(match.scores()))
    for chooser in seats:
        getattr(chooser, "close", lambda: None)()
    return played


def leader(scores: list[float]) -> int:
    """The seat with the most points, -1 if several have them."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else -1


def lead_changes(leaders: Sequence[int]) -> int:
    """How often the lead went from one seat to another; ties in between do not count."""
    alone = [seat for seat in leaders if seat >= 0]
    return sum(one != other for one, other in pairwise(alone))
