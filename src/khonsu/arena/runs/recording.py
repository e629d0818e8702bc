"""Random matches with every decision kept, in compiled code; the same matches that `kernel.batch.simulate` plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.kernel.batch import pick_seat
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.contract import INT, NUMBERS
from khonsu.kernel.game import Game
from khonsu.kernel.generic import BUNDLE, STATES, generic, named

SEAT, STEP, TURN, LEGAL = range(4)  # columns of a row; LEGAL is the number of legal steps


class Decisions(NamedTuple):
    """Decisions of several matches one after the other; `lengths` says how many belong to each match."""

    lengths: Any  # by match
    rows: Any  # by decision: seat, step, turn, number of legal steps
    legal: Any  # the legal steps of all decisions, end to end
    features: Any  # by decision; no columns if they were not asked for


DECISIONS = named(Decisions, types.int64[::1], types.int32[:, ::1], types.int32[::1], types.float32[:, ::1])


@generic(BUNDLE, STATES, NUMBERS, NUMBERS, INT, INT, INT, DECISIONS)
def record_random(f, states, options, out, players, first, todo, decisions):  # type: ignore[no-untyped-def]
    """Play random matches with seeds first, first+1, ... into states[1], states[2], ...; returns how many were played.

    Ends early, after a whole match, when `rows` or `ids` have no room for the next one.
    """
    rows, ids, numbers = decisions.rows, decisions.legal, decisions.features
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
            if row == len(rows) or at + n > len(ids):
                return game
            step = out[scaled(seed, n)]
            rows[row, 0] = seat
            rows[row, 1] = step
            rows[row, 2] = s.turn
            rows[row, 3] = n
            ids[at : at + n] = out[:n]
            if numbers.shape[1] > 0:
                f.features(s, seat, numbers[row])
            at += n
            row += 1
            f.play(s, seat, step)
            mask = f.deciders(s)
        decisions.lengths[game] = row - began
    return todo


def recorded(
    game: Game, players: int, first: int, count: int, options: dict[str, Any], with_features: bool
) -> Iterator[tuple[Any, Decisions]]:
    """Random matches with seeds first, first+1, ...; yields final states and decisions, several matches at a time."""
    kernel = game.kernel
    options_as_numbers, out = game.numbers(players, options), np.empty(kernel.most, np.int32)
    room, width = 20_000, kernel.n_features if with_features else 0
    done = 0
    while done < count:
        states, lengths = kernel.new(1 + count - done), np.zeros(count - done, np.int64)
        rows, ids = np.empty((room, 4), np.int32), np.empty(room * 32, np.int32)
        made = Decisions(lengths, rows, ids, np.zeros((room, width), np.float32))
        played = record_random(kernel, states, options_as_numbers, out, players, first + done, count - done, made)
        if played == 0:
            room *= 2
            continue
        decisions = int(lengths[:played].sum())
        kept = rows[:decisions]
        legal = ids[: int(kept[:, LEGAL].sum())]
        yield states[1 : 1 + played], Decisions(lengths[:played], kept, legal, made.features[:decisions])
        done += played
