"""Whole matches in compiled code: every seat is played at random, swiftly or greedily, from the start to the result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from khonsu.arena.runs.kernel.recording import DECISIONS
from khonsu.bots.policy.kernel.network import WEIGHTS
from khonsu.bots.policy.kernel.swift import DESK, HABITS, best_of, swift_step
from khonsu.bots.search.kernel.ends import best_ends
from khonsu.bots.search.kernel.tree import lowest
from khonsu.kernel.chance import scaled, scramble
from khonsu.kernel.compile import rule
from khonsu.kernel.contract import INT, NUMBERS, Kernel
from khonsu.kernel.generic import BUNDLE, STATES, generic, named
from khonsu.kernel.state import KIND, ONLY, SEAT, A, B

RANDOM, SWIFT, RIVAL, GREEDY = range(4)  # who plays a seat; RIVAL is swift with other weights
STEP_SEED = np.uint64(1_000_003)  # `khonsu.bots.step_seed`: the same match asks its bots with the same seeds
COUNTS = 3  # decisions, turns, the seat that decided first
MOST_TURNS = 1000  # whose leaders are noted
EVERYBODY = -1  # may see an event's operands

look_ahead = rule(best_ends.function)  # the greedy bot's own look-ahead


class SwiftTable(NamedTuple):
    """What is played, and by whom."""

    numbers: Any  # the options
    who: Any  # by seat: who plays it
    turned: Any  # by match: by how many seats they move on
    look: int  # positions that greedy ones look at
    first: int  # seed of the first match
    spread: int  # matches in a row with the same seed


class Minds(NamedTuple):
    """What swift and greedy players work with."""

    desk: Any
    habits: Any
    weights: Any
    rival: Any
    states: Any  # of the look-ahead
    options: Any


class Results(NamedTuple):
    """One row for each match."""

    scores: Any
    shares: Any
    counts: Any


class Heard(NamedTuple):
    """What everybody could hear: events of all matches, end to end, and who led alone when turns ended."""

    events: Any  # kind, seat, two operands
    counts: Any  # by match: how many events and turns belong to it
    leaders: Any  # by match and turn: a seat, or -1


TABLE = named(SwiftTable, NUMBERS, types.int64[::1], types.int64[::1], INT, INT, INT)
RESULTS = named(Results, types.float64[:, ::1], types.float64[:, ::1], types.int64[:, ::1])
HEARD = named(Heard, types.int16[:, ::1], types.int64[:, ::1], types.int8[:, ::1])


def MINDS(kernel: Kernel) -> Any:  # noqa: N802 - it stands among types
    """The compiler's type of minds."""
    return named(Minds, DESK(kernel), HABITS, WEIGHTS, WEIGHTS, STATES(kernel), types.int32[:, ::1])


@rule
def greedy_step(f, s, seat, minds, look, seed):
    """What the greedy bot plays if it may look at so many positions."""
    states, options, values = minds.states, minds.options, minds.desk.values
    states[0] = s
    f.imagine(states[0], seat, seed)
    n = look_ahead(f, states, seat, options, values, look, seed, options[:0], values[:0])
    return np.int64(options[0, best_of(values, n)])


@rule
def step_of(f, s, seat, who, minds, look, seed):
    """What this player does."""
    if who == SWIFT:
        return swift_step(f, s, seat, minds.desk, minds.habits, minds.weights, seed)
    if who == RIVAL:
        return swift_step(f, s, seat, minds.desk, minds.habits, minds.rival, seed)
    if who == GREEDY:
        return greedy_step(f, s, seat, minds, look, seed)
    options = minds.desk.options[0]
    return np.int64(options[scaled(scramble(seed), f.legal(s, seat, options))])


@generic(BUNDLE, STATES, TABLE, MINDS, INT, RESULTS, DECISIONS, HEARD)
def play_matches(f, states, table, minds, todo, results, kept, heard):
    """Play matches into states[1], states[2], ...; returns how many were played.

    Decisions and events are kept where there is room for any; then it ends early, after a whole match, when the next
    one has no room.
    """
    row, at, told, players = 0, 0, 0, results.scores.shape[1]
    recording, listening = len(kept.rows) > 0, len(heard.events) > 0
    for game in range(todo):
        seed = np.uint64(table.first + game // table.spread)
        states[1 + game] = states[0]
        s = states[1 + game]
        f.start(s, players, seed, table.numbers)
        s.quiet = 0 if listening else 1
        began, begun, count, turns, turn = row, told, 0, 0, s.turn
        mask = f.deciders(s)
        results.counts[game, 2] = lowest(mask)
        while mask != 0:
            seat = lowest(mask)
            who = table.who[(seat + table.turned[game]) % players]
            step = step_of(f, s, seat, who, minds, table.look, seed * STEP_SEED + np.uint64(count))
            if recording:
                n = f.legal(s, seat, minds.desk.options[0])
                if row == len(kept.rows) or at + n > len(kept.legal):
                    return game
                note(f, s, seat, step, minds.desk.options[0], n, row, at, kept)
                at += n
                row += 1
            f.play(s, seat, step)
            count += 1
            mask = f.deciders(s)
            if listening:
                if told + s.n_events > len(heard.events):
                    return game
                told = listen(s, heard.events, told)
                if s.turn != turn and turns < heard.leaders.shape[1]:
                    heard.leaders[game, turns] = leader(f, s)
                    turn, turns = s.turn, turns + 1
        if recording:
            kept.lengths[game] = row - began
        if listening:
            heard.counts[game, 0] = told - begun
            heard.counts[game, 1] = turns
        results.counts[game, 0] = count
        results.counts[game, 1] = s.turn
        for seat in range(players):
            results.scores[game, seat] = f.score(s, seat)
        f.result(s, results.shares[game])
    return todo


@rule
def listen(s, events, told):
    """Note the events of the last step that everybody could see; how many there are now."""
    for i in range(s.n_events):
        event = s.events[i]
        if event[ONLY] == EVERYBODY:
            events[told, 0] = event[KIND]
            events[told, 1] = event[SEAT]
            events[told, 2] = event[A]
            events[told, 3] = event[B]
            told += 1
    return told


@rule
def leader(f, s):
    """The seat with the most points, -1 if several have them."""
    best, ahead = -1e18, -1
    for seat in range(s.players):
        points = f.score(s, seat)
        if points > best:
            best, ahead = points, seat
        elif points == best:
            ahead = -1
    return ahead


@rule
def note(f, s, seat, step, legal, n, row, at, kept):
    """Keep one decision, before it is carried out."""
    kept.rows[row, 0] = seat
    kept.rows[row, 1] = step
    kept.rows[row, 2] = s.turn
    kept.rows[row, 3] = n
    kept.legal[at : at + n] = legal[:n]
    if kept.features.shape[1] > 0:
        f.features(s, seat, kept.features[row])
