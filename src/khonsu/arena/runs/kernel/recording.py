"""Random matches with every decision kept, in compiled code; the same matches that `kernel.batch.simulate` plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from khonsu.kernel.about import OptionValue
from khonsu.kernel.batch import pick_seat
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.contract import INT, NUMBERS
from khonsu.kernel.game import Game
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

SEAT, STEP, TURN, LEGAL = range(4)  # columns of a row; LEGAL is the number of legal steps


class Decisions(NamedTuple):
    """Decisions of several matches one after the other; `lengths` says how many belong to each match."""

    lengths: NDArray[np.int64]  # by match
    rows: NDArray[np.int32]  # by decision: seat, step, turn, number of legal steps
    legal: NDArray[np.int32]  # the legal steps of all decisions, end to end
    features: NDArray[np.float32]  # by decision; no columns if they were not asked for


DECISIONS = named(Decisions, types.int64[::1], types.int32[:, ::1], types.int32[::1], types.float32[:, ::1])


@generic(BUNDLE, STATES, NUMBERS, INT, INT, INT, NUMBERS, DECISIONS)
def record_random(f, states, options, players, first, todo, out, kept):
    """Play random matches with seeds first, first+1, ... into states[1], states[2], ...; returns how many were played.

    Decisions are written into `kept`. Ends early, after a whole match, when it has no room for the next one.
    """
    row, at = 0, 0
    for game in range(todo):
        seed = np.uint64(first + game)
        states[1 + game] = states[0]
        s = states[1 + game]
        f.start(s, players, seed, options)
        s.quiet = 1
        seed = scramble(~seed)
        began = row
        mask = f.deciders(s)
        while mask != 0:
            seed = scramble(seed)
            seat = pick_seat(mask, seed)
            n = f.legal(s, seat, out)
            if row == len(kept.rows) or at + n > len(kept.legal):
                return game
            step = out[scaled(seed, n)]
            kept.rows[row, 0] = seat
            kept.rows[row, 1] = step
            kept.rows[row, 2] = s.turn
            kept.rows[row, 3] = n
            for i in range(n):  # a slice would bring in its error message, two seconds to compile
                kept.legal[at + i] = out[i]
            if kept.features.shape[1] > 0:
                f.features(s, seat, kept.features[row])
            at += n
            row += 1
            f.play(s, seat, step)
            mask = f.deciders(s)
        kept.lengths[game] = row - began
    return todo


def recorded(
    game: Game, players: int, seeds: range, options: Mapping[str, OptionValue], with_features: bool
) -> Iterator[tuple[NDArray[Any], Decisions]]:
    """Random matches with these seeds; yields final states and decisions, several matches at a time."""
    kernel = game.kernel
    numbers, out = game.numbers(players, options), np.empty(kernel.most, np.int32)
    room, width = 20_000, kernel.n_features if with_features else 0
    while seeds:
        states, lengths = kernel.new(1 + len(seeds)), np.zeros(len(seeds), np.int64)
        rows, legal = np.empty((room, 4), np.int32), np.empty(room * 32, np.int32)
        kept = Decisions(lengths, rows, legal, np.zeros((room, width), np.float32))
        played = record_random(kernel, states, numbers, players, seeds[0], len(seeds), out, kept)
        if played == 0:
            room *= 2
            continue
        yield states[1 : 1 + played], cut(kept, played)
        seeds = seeds[played:]


def cut(kept: Decisions, matches: int) -> Decisions:
    """The decisions of the first matches, without the room that was not used."""
    lengths = kept.lengths[:matches]
    rows = kept.rows[: int(lengths.sum())]
    return Decisions(lengths, rows, kept.legal[: int(rows[:, LEGAL].sum())], kept.features[: len(rows)])
