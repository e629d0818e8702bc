"""Matches among swift and random players, from the start to the result in compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from khonsu.arena.runs.kernel.compiled import (
    COUNTS,
    MOST_TURNS,
    RANDOM,
    RIVAL,
    SWIFT,
    Heard,
    Minds,
    Results,
    SwiftTable,
    play_matches,
)
from khonsu.arena.runs.kernel.recording import Decisions, cut
from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.policy.kernel.swift import Desk
from khonsu.bots.search.kernel.ends import DEPTH
from khonsu.bots.swift import mind
from khonsu.kernel.game import Game

PLAYERS = {"random": RANDOM, "rival": RIVAL, "swift": SWIFT}
GREEDY_LOOK = 4000
ROOM = 20_000  # decisions or events that are kept at a time, at first


class Series(NamedTuple):
    """Matches with seeds one after the other, and who plays them: names by seat, moved on from match to match."""

    players: int
    seeds: range
    bots: tuple[str, ...]
    options: dict[str, object]
    rotate: bool = False
    first: int = 0  # the seed of the match in which nobody has moved on


class Finished(NamedTuple):
    """Finished matches."""

    states: NDArray[np.void]
    results: Results
    decisions: Decisions
    heard: Heard


def minds(game: Game, players: int, weights: Weights | None = None, rival: Weights | None = None) -> Minds:
    """What swift players need, with the weights that the game ships unless others are given."""
    one, other = mind(game, players, weights), mind(game, players, rival)
    desk = Desk.of(game.kernel, max(len(one.weights.second), len(other.weights.second)))
    states, options = game.kernel.new(DEPTH), np.zeros((DEPTH, game.kernel.most), np.int32)
    return Minds(desk, one.habits, one.weights, other.weights, states, options)


def swift_matches(
    game: Game, series: Series, record: bool = False, features: bool = False, listen: bool = False
) -> Iterator[Finished]:
    """All matches of a series, several at a time; with every decision or what everybody could hear, if wanted."""
    known, room, seeds = minds(game, series.players), ROOM, series.seeds
    numbers = game.numbers(series.players, game.about.resolve(series.options))
    who = np.array([PLAYERS[name] for name in series.bots], np.int64)
    while seeds:
        count, players = len(seeds), series.players
        turned = np.array([(seed - series.first) % players if series.rotate else 0 for seed in seeds], np.int64)
        table = SwiftTable(numbers, who, turned, GREEDY_LOOK, seeds[0], 1)
        results = Results(np.zeros((count, players)), np.zeros((count, players)), np.zeros((count, COUNTS), np.int64))
        kept, heard = room_for(game, count, room, record, features), hearing(count, room if listen else 0)
        states = game.kernel.new(1 + count)
        done = play_matches(game.kernel, states, table, known, count, results, kept, heard)
        if done == 0:
            room *= 2
            continue
        yield Finished(states[1 : 1 + done], Results(*(array[:done] for array in results)), cut(kept, done), heard)
        seeds = seeds[done:]


def room_for(game: Game, count: int, room: int, record: bool, features: bool) -> Decisions:
    """Room for so many decisions, or for none."""
    rows, width = room if record else 0, game.kernel.n_features if features else 0
    legal = np.empty(rows * 32, np.int32)
    return Decisions(
        np.zeros(count, np.int64), np.empty((rows, 4), np.int32), legal, np.zeros((rows, width), np.float32)
    )


def hearing(count: int, room: int) -> Heard:
    """Room for so many events, or for none."""
    leaders = np.zeros((count if room else 0, MOST_TURNS), np.int8)
    return Heard(np.zeros((4 * room, 4), np.int16), np.zeros((count, 2), np.int64), leaders)
