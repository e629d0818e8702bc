"""The swift bot: a learned evaluation of the positions after its steps, all in compiled code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from khonsu.bots import Budget, Candidate, Choice
from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.policy.kernel.swift import Desk, Habits, Mind, weigh_steps
from khonsu.bots.policy.learned import fitted, no_weights, read, shipped
from khonsu.errors import BadOption
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

ALLOWED = "weights=FILE, wide=N, narrow=N, deals=N"


def habits_of(game: Game, **changed: float) -> Habits:
    """How a game is looked at."""
    tuning = game.tuning or {}
    own = cast(Mapping[str, Any], tuning.get("swift", {}))
    return Habits.of({"scale": tuning.get("scale", Habits().scale), **own, **changed})


def mind(game: Game, players: int, weights: Weights | None = None, **changed: float) -> Mind:
    """A swift player's mind: with the weights that the game ships, unless others are given."""
    known = weights or shipped(game, players, "swift") or shipped(game, players) or no_weights(game.kernel)
    known = fitted(known, game.kernel)
    return Mind(Desk.of(game.kernel, known.first.shape[1]), habits_of(game, **changed), known)


def turn_of(position: Position, seat: int, known: Mind, seed: int, most: int) -> list[int]:
    """The steps by which a swift player would play its turn, at most so many."""
    here, turn, steps = position.copy(), position.turn, list[int]()
    first = np.asarray(known.desk.states[:1]).view(np.uint8)
    while not steps or (here.deciders == (seat,) and here.turn == turn and len(steps) < most):
        first[:] = np.frombuffer(here.data, np.uint8)
        n = weigh_steps(here.game.kernel, seat, known, np.uint64(seed))
        steps.append(int(known.desk.options[0, known.desk.values[:n].argmax()]))
        here.play(seat, steps[-1])
    return steps


class SwiftBot:
    """Takes the step after which the position looks best; hardly needs any time."""

    name = "swift"
    punctual = True
    kernels = (weigh_steps,)

    def __init__(self, weights: Weights | None = None, **changed: float) -> None:
        self.weights = weights
        self.changed = changed
        self._minds: dict[tuple[str, int], tuple[Mind, NDArray[np.uint8]]] = {}

    @classmethod
    def of(cls, settings: str) -> SwiftBot:
        """A swift bot from words: `weights=FILE` and any of its habits, as `narrow=4`."""
        weights, changed = None, {}
        for word in settings.split(","):
            key, _, value = word.strip().partition("=")
            try:
                if key == "weights":
                    weights = read(Path(value))
                else:
                    changed[key] = float(value)
            except (OSError, ValueError) as error:
                raise BadOption("swift", word, ALLOWED) from error
        if not set(changed) <= set(Habits._fields):
            raise BadOption("swift", settings, ALLOWED)
        made = cls(weights, **changed)
        made.name = f"swift:{settings}"
        return made

    def prepare(self, game: Game) -> None:
        """Compile."""
        for one in self.kernels:
            one.on(game.kernel)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The step with the best position after it; the first one of equals."""
        game, players = position.game, position.players
        if (game.name, players) not in self._minds:
            made = mind(game, players, self.weights, **self.changed)
            self._minds[game.name, players] = made, np.asarray(made.desk.states[:1]).view(np.uint8)
        known, first = self._minds[game.name, players]
        desk = known.desk
        first[:] = np.frombuffer(position.data, np.uint8)  # a record would be copied field by field
        n = weigh_steps(game.kernel, seat, known, np.uint64(budget.seed))
        steps, values = desk.options[0, :n].tolist(), desk.values[:n].tolist()
        best = values.index(max(values))
        return Choice(steps[best], estimate(seat, players, values[best]), candidates(steps, values, players))


def estimate(seat: int, players: int, value: float) -> tuple[float, ...]:
    """Every seat's share of the win, if the seat expects so much."""
    own = share(value, players)
    return tuple(own if other == seat else (1 - own) / (players - 1) for other in range(players))


def share(value: float, players: int) -> float:
    """A share of the win from a lead in units of the scale: e times the odds for each."""
    return 1 / (1 + (players - 1) * math.exp(-min(max(value, -30.0), 30.0)))


def candidates(steps: list[int], values: list[float], players: int) -> tuple[Candidate, ...]:
    """All steps that were compared, the best first."""
    found = [Candidate(step, value, 1, share(value, players)) for step, value in zip(steps, values)]
    return tuple(sorted(found, key=lambda candidate: -candidate.value))
