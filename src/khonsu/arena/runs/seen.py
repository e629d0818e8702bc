"""Matches that are watched for the balance report: how they went and how they ended."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from khonsu.arena.runs.chunks import bot_match, series
from khonsu.arena.runs.compiled import swift_matches
from khonsu.arena.runs.matches import lead_changes
from khonsu.arena.runs.plan import RunPlan
from khonsu.arena.work import HERE, Work
from khonsu.arena.work.folder import RunFolder, keep
from khonsu.games import game as find_game
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position
from khonsu.match import Match
from khonsu.stats.charts import Floats, Integers, Matches

CHOICES = 2  # of the first turn that are told


class Seen(NamedTuple):
    """What was seen of finished matches, one row each."""

    states: NDArray[np.void]
    shares: Floats
    scores: Floats
    first: Integers
    decisions: Integers
    turns: Integers
    heard: Integers  # how many rows of `events` belong to the match
    changes: Integers  # of the lead
    halfway: Integers  # the seat that led alone halfway, or -1
    opening: NDArray[np.str_]  # the first choices of the seat that began, in notation
    events: NDArray[np.int16]  # different events of all matches, end to end: kind, seat, two operands


class Listener:
    """Notes which events everybody could see."""

    def __init__(self) -> None:
        self.heard: set[tuple[int, int, int, int]] = set()

    def __call__(self, match: Match, seat: int = -1) -> None:
        """What the last step brought about."""
        self.heard.update((event.kind, event.seat, event.a, event.b) for event in match.events() if not event.hidden)


def watch_chunk(plan: RunPlan, chunk: int) -> bytes:
    """The matches of one chunk, packed."""
    game = find_game(plan.game)
    return pack(*(swift_rows(game, plan, chunk) if plan.swift else bot_rows(game, plan, chunk)))


def bot_rows(game: Game, plan: RunPlan, chunk: int) -> tuple[list[tuple[Any, ...]], list[tuple[int, ...]]]:
    """A row for each match, and the events of all: bots decide step by step."""
    rows: list[tuple[Any, ...]] = []
    events: list[tuple[int, ...]] = []
    for seed in plan.seeds(chunk):
        listener = Listener()
        played = bot_match(game, plan, seed, listener)
        listener(played.match)
        events += sorted(listener.heard)
        match, leaders = played.match, played.leaders
        counts = (len(match.steps), match.position.turn, len(listener.heard), lead_changes(leaders))
        begun = opening(game, plan, seed, [(step.seat, step.id) for step in match.steps])
        numbers = (played.first, *counts, at_half_time(leaders), begun)
        rows.append((np.frombuffer(match.position.save(), np.uint8), match.result(), match.scores(), *numbers))
    return rows, events


def swift_rows(game: Game, plan: RunPlan, chunk: int) -> tuple[list[tuple[Any, ...]], list[tuple[int, ...]]]:
    """The same of matches that compiled code plays."""
    rows: list[tuple[Any, ...]] = []
    events: list[tuple[int, ...]] = []
    seeds, seen = plan.seeds(chunk), 0
    for part in swift_matches(game, series(plan, seeds), record=True, listen=True):
        states, results, heard, at = part.states, part.results, part.heard, 0
        starts = np.cumsum(part.decisions.lengths) - part.decisions.lengths
        saved = states.view(game.kernel.state, np.ndarray).view(np.uint8).reshape(len(states), -1)
        for row in range(len(states)):
            length, turns = heard.counts[row].tolist()
            told = np.unique(heard.events[at : at + length], axis=0).tolist()
            events += told
            at += length
            leaders = heard.leaders[row, :turns].tolist()
            decisions, turn, first = results.counts[row].tolist()
            steps = part.decisions.rows[starts[row] : starts[row] + decisions, :2].tolist()
            begun = opening(game, plan, seeds[seen + row], steps)
            numbers = (first, decisions, turn, len(told), lead_changes(leaders), at_half_time(leaders), begun)
            rows.append((saved[row], tuple(results.shares[row]), results.scores[row].tolist(), *numbers))
        seen += len(states)
    return rows, events


def opening(game: Game, plan: RunPlan, seed: int, steps: Sequence[Sequence[int]]) -> str:
    """The first choices of the seat that begins, in notation: steps of its first turn that had alternatives."""
    numbers = game.numbers(plan.players, game.about.resolve(dict(plan.options)))
    position = Position.start(game, plan.players, seed, numbers)
    first, turn, said = steps[0][0], position.turn, list[str]()
    for seat, step in steps:
        if position.turn != turn or len(said) == CHOICES:
            break
        if seat == first and len(position.legal(seat)) > 1:
            said.append(position.notation(seat, step))
        position.play(seat, step)
    return ", ".join(said)


def at_half_time(leaders: Sequence[int]) -> int:
    """The seat that led alone halfway, or -1."""
    return leaders[len(leaders) // 2] if leaders else -1


def pack(rows: list[tuple[Any, ...]], events: list[tuple[int, ...]]) -> bytes:
    """Rows and events as a file."""
    out = io.BytesIO()
    columns: dict[str, Any] = dict(zip(Seen._fields, map(np.array, zip(*rows))))
    np.savez_compressed(out, events=np.array(events, np.int16).reshape(-1, 4), **columns)
    return out.getvalue()


def watch(plan: RunPlan, output: Path, work: Work = HERE) -> Seen:
    """Play what an earlier run has not left beside the output, then read everything that was seen."""
    folder = RunFolder(output, plan.settings(), "npz")
    done = folder.finished("seen")
    work.tell(plan.matches(done), plan.games)
    tasks = [(plan, chunk) for chunk in range(plan.chunks) if chunk not in done]
    with closing(work.each(watch_chunk, tasks)) as results:
        for (_, chunk), packed in results:
            keep(folder.part("seen", chunk), packed)
            done.add(chunk)
            work.tell(plan.matches(done), plan.games)
    columns: dict[str, list[Any]] = {name: [] for name in Seen._fields}
    for chunk in range(plan.chunks):
        with np.load(folder.part("seen", chunk)) as part:
            for name in Seen._fields:
                columns[name].append(part[name])
    seen = Seen(**{name: np.concatenate(parts) for name, parts in columns.items()})
    states = np.ascontiguousarray(seen.states).view(find_game(plan.game).kernel.state)[:, 0]
    return seen._replace(states=states)


def as_matches(seen: Seen) -> Matches:
    """What a game is told of them."""
    return Matches(seen.states, seen.shares, seen.scores, np.split(seen.events, np.cumsum(seen.heard)[:-1]))
