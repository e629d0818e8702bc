"""The searching bot: tree search with a budget, reuse of the tree within a turn, and reasons for its choice."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from khonsu.bots import Budget, Candidate, Choice
from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.policy.kernel.swift import Mind, weigh_steps
from khonsu.bots.policy.learned import fitted, no_weights, read, shipped
from khonsu.bots.search.clock import Clock
from khonsu.bots.search.kernel.ends import DEPTH, best_ends, look_ahead
from khonsu.bots.search.kernel.rehearsals import rehearse
from khonsu.bots.search.kernel.tree import search
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.bots.search.kernel.turns import wander, weave
from khonsu.bots.search.rehearsing import RehearsalRoom, finalists, rehearsed
from khonsu.bots.search.trees import SearchTree
from khonsu.bots.swift import mind, turn_of
from khonsu.errors import BadOption
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

LEARNED = "learned"
CHUNK = 50  # iterations between two looks at the clock
EVER = 1 << 40  # more iterations than any search runs
GLANCE = 16  # parts of the look for the best turns between two looks at the clock
GROWING = 0.5  # the part of the time after which rehearsals begin, if there are any
LOOKING = 0.3  # the part of the time that this look may take
COUNTED_WALL = 10  # where iterations are counted: what is decided must not hang on what else the machine does
ALLOWED = f"ITERATIONS, learned, seconds=X, threads=N, weights=FILE, {'=X, '.join(Tuning._fields)}=X"


@dataclass
class Last:
    """What the bot did the last time, to know whether its tree still fits."""

    position: Position
    seat: int
    step: int


def fits(last: Last, position: Position, seat: int) -> bool:
    """Whether this is just where the bot's last step has led, with nothing new come to light."""
    if last.seat != seat or last.position.turn != position.turn:
        return False
    last.position.play(seat, last.step)
    return last.position.deciders == position.deciders and last.position.view(seat) == position.view(seat)


def positive(text: str) -> float:
    """A number above 0 and below an hour."""
    number = float(text)
    if not 0 < number < 3600:
        raise ValueError(text)
    return number


def best_weights(game: Game, players: int) -> Weights | None:
    """The weights to search with: the swift player's where the game ships them, otherwise its others."""
    return shipped(game, players, "swift") or shipped(game, players)


def only(step: int, players: int) -> Choice:
    """A step that needs no thought."""
    return Choice(step, (1 / players,) * players, (Candidate(step, 0.0),))


class SearchBot:
    """Chooses the step that the search has tried most often."""

    name = "search"
    punctual = True
    kernels = (best_ends, search, wander, weave, weigh_steps, rehearse)

    def __init__(
        self,
        iterations: int | None = None,
        tuning: Mapping[str, float] | None = None,
        weights: Weights | None = None,
        threads: int = 1,
    ) -> None:
        self.iterations = iterations  # at most so many a step; None: as many as the budget allows
        self.tuning = tuning or {}
        self.weights = weights
        self.threads = threads
        self.learned = False  # whether it plays by the weights that the game ships
        self.seconds: float | None = None  # processor time for a step, whatever the budget says
        self.most: float | None = None  # seconds after which it decides, also where iterations are counted
        self._trees: list[SearchTree] = []
        self._swift: Mind | None = None
        self._players = 0
        self._last: Last | None = None
        self._plan: list[int] = []  # the steps of a rehearsed turn that are left

    @classmethod
    def of(cls, settings: str) -> SearchBot:
        """A search from words: `300` iterations, `threads=2`, `weights=FILE`, and any value of the tuning.

        `learned` stands for the weights that the game ships.
        """
        iterations, threads, weights, seconds, tuning = None, 1, None, None, {}
        words = [word.strip() for word in settings.split(",")]
        for word in words:
            key, _, value = word.rpartition("=")
            try:
                if key == "weights":
                    weights = read(Path(value))
                elif key == "threads":
                    threads = int(value)
                elif key == "seconds":
                    seconds = positive(value)
                elif key == "":
                    iterations = iterations if word == LEARNED else int(value)
                else:
                    tuning[key] = float(value)
            except (OSError, ValueError) as error:
                raise BadOption("search", word, ALLOWED) from error
        if not set(tuning) <= set(Tuning._fields):
            raise BadOption("search", settings, ALLOWED)
        made = cls(iterations, tuning, weights, threads)
        made.learned, made.seconds = LEARNED in words, seconds
        made.name = f"search:{settings}"
        return made

    def prepare(self, game: Game) -> None:
        """Compile the search and the look-ahead."""
        for one in self.kernels:
            one.on(game.kernel)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """Search until the budget is used up, then take the most tried step."""
        steps, tuning = position.legal(seat), self._tuning(position)
        if len(steps) == 1 and not tuning.rehearse:
            return only(steps[0], position.players)
        counted = self.iterations or budget.iterations
        seconds = self.most if counted else self.seconds or budget.seconds
        clock = Clock(seconds, COUNTED_WALL * seconds if counted else None) if seconds else None
        known = self._settle(position, seat)
        if known and self._plan and self._plan[0] in steps:
            choice = self._choice(position, seat, steps, self._plan.pop(0))
        elif len(steps) == 1:
            choice = only(steps[0], position.players)
        else:
            choice = self._thought(position, seat, known, budget, clock)
        self._last = Last(position, seat, choice.step)
        return choice

    def _thought(self, position: Position, seat: int, known: bool, budget: Budget, clock: Clock | None) -> Choice:
        """What the trees say, and then the rehearsals, if there are any."""
        tuning, counted = self._tuning(position), bool(self.iterations or budget.iterations)
        if tuning.chains > 0 and (not known or tuning.again):
            chains, worths = self._chains(position, seat, budget.seed, clock, counted)
            for tree in self._trees:
                weave(tree.kernel, tree.arrays, tree.root, seat, tuning, chains, worths)
        staged = self._swift if tuning.rehearse else None
        self._search(position, budget, clock, GROWING if staged else 1.0)
        self._plan = self._rehearsed(RehearsalRoom(self._trees[0], staged, tuning), budget, clock) if staged else []
        return self._choice(position, seat, position.legal(seat), self._plan.pop(0) if self._plan else None)

    def _rehearsed(self, stage: RehearsalRoom, budget: Budget, clock: Clock | None) -> list[int]:
        """The steps of the turn that does best in rehearsals."""
        iterations = min(self.iterations or EVER, budget.iterations or EVER)
        limit = int(stage.tuning.rehearsals * iterations) + 1 if iterations < EVER else None
        return rehearsed(stage, finalists(stage), budget.seed, limit, clock)

    def _settle(self, position: Position, seat: int) -> bool:
        """Have trees whose root is this position; whether they are the last ones, which still fit."""
        kernel = position.game.kernel
        if not self._trees or self._trees[0].kernel is not kernel or self._players != position.players:
            self._players = position.players
            if self.learned:
                self.weights = best_weights(position.game, position.players)
            self.weights = self.weights and fitted(self.weights, kernel)
            self._swift = mind(position.game, position.players, self.weights) if self.weights else None
            self._trees = [SearchTree(kernel) for _ in range(self.threads)]
            self._last = None
        last, self._last = self._last, None
        known = last is not None and fits(last, position, seat)
        grown = last is not None and known and all(tree.follow(last.step) for tree in self._trees)
        for tree in self._trees:
            if grown:
                tree.arrays.states[0] = position.states[0]
            else:
                tree.plant(position, seat)
        return known if self._plan else grown

    def _chains(self, position: Position, seat: int, seed: int, clock: Clock | None, counted: bool) -> tuple[Any, Any]:
        """The best ways to play the seat's turn, by the learned evaluation or else by the hand-made judgement.

        With a clock, as many are looked at as a part of the time allows; without, or where iterations are counted, as
        many as the tuning says.
        """
        tuning = self._tuning(position)
        if self.weights is None:
            return look_ahead(position, seat, tuning.ahead, seed, tuning.chains)[2:]
        tree, kernel = self._trees[0].arrays, position.game.kernel
        chains, worths = np.zeros((tuning.chains, DEPTH + 2), np.int32), np.full(tuning.chains, -np.inf)
        if self._swift and tuning.hint:
            steps = turn_of(position, seat, self._swift, seed, DEPTH)
            chains[0, : 1 + len(steps)] = (len(steps), *steps)
        part = tuning if clock is None else tuning._replace(ahead=max(tuning.ahead // GLANCE, 1))
        for glance in count():
            wander(kernel, tree, seat, np.uint64(seed), part, self.weights, chains, worths)
            if clock is None or (counted and glance == GLANCE - 1) or clock.used() > (1 if counted else LOOKING):
                break
            seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        there = worths > -np.inf
        return chains[there], worths[there]

    def _tuning(self, position: Position) -> Tuning:
        tuning = Tuning.of(position.game.tuning, self.tuning)
        return tuning._replace(horizon=max(tuning.horizon, tuning.rounds * position.players))

    def _search(self, position: Position, budget: Budget, clock: Clock | None, part: float) -> None:
        """Grow the trees, each in a thread of its own, until iterations or a part of the seconds are used up."""
        limit = min(self.iterations or EVER, budget.iterations or EVER)
        tuning = self._tuning(position)
        weights = self.weights or no_weights(position.game.kernel)
        alone = tuning.early and len(self._trees) == 1

        def grow(number: int) -> None:
            tree = self._trees[number]
            share = limit // len(self._trees)
            left = max(share - int(tree.nodes[tree.root].visits), share // 8)
            seed = (budget.seed * 1_000_003 + number * 7919) % 2**64
            own = clock.left() if clock and len(self._trees) > 1 else clock
            begun = own.used() if own else 0.0
            spent, to_come = 0, left
            while left > 0:
                chunk = min(CHUNK, left)
                done = tree.grow(chunk, to_come - chunk if alone else EVER, seed, tuning, weights)
                seed = (seed + 0x9E3779B97F4A7C15) % 2**64
                left, spent = left - chunk, spent + chunk
                used = own.used() if own else 0.0
                if done < chunk or used >= part:
                    return
                to_come = min(left, int(spent * (part - used) / (used - begun)) if used > begun else left)

        if len(self._trees) == 1:
            grow(0)
        else:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                list(pool.map(grow, range(len(self._trees))))

    def _choice(self, position: Position, seat: int, steps: list[int], first: int | None = None) -> Choice:
        """The given or else the most tried step, with all others beside it."""
        visits, values = dict.fromkeys(steps, 0), dict.fromkeys(steps, 0.0)
        for tree in self._trees:
            for step, (often, value) in tree.tried().items():
                if step in visits:
                    visits[step] += often
                    values[step] += value
        found = []
        for step in steps:
            mean = values[step] / visits[step] if visits[step] else 0.0
            found.append(Candidate(step, mean, visits[step], mean if visits[step] else None))
        found.sort(key=lambda candidate: (candidate.step != first, -candidate.visits, -candidate.value))
        rest = (1 - found[0].value) / max(position.players - 1, 1)
        shares = tuple(found[0].value if other == seat else rest for other in range(position.players))
        return Choice(found[0].step, shares, tuple(found))
