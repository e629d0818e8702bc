"""Levels 1 to 8: bots of growing strength under names that hold for every game and number of players.

Levels 1 to 5 see what the swift player sees, but as people do: they like points at once, overlook quiet steps, and
misjudge what they see a little, less so from level to level; at level 5 hardly or, in most games, not at all. Levels 6
to 8 search.

The levels count iterations instead of seconds, so a level is as strong on a slow machine as on a quick one and its
matches can be repeated from their seeds. Only where a step would take a second of the processor, the search ends
earlier.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import pstdev
from typing import cast

from khonsu.bots import Budget, Candidate, Choice
from khonsu.bots.search import SearchBot, best_weights
from khonsu.bots.swift import SwiftBot
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position


@dataclass(frozen=True)
class Mistakes:
    """How a level errs.

    `overlook` is the share of steps that it does not notice, among those that bring no points at once. `eager` is how
    much the step with the most points at once is preferred, and `blur` how inexactly it sees what a step is worth; both
    are measured by how much the steps differ in worth.
    """

    overlook: float
    eager: float
    blur: float


MISTAKES = {  # the defaults; a game may give its own (`Game.tuning["mistakes"]`)
    1: Mistakes(0.93, 2.5, 3.0),
    2: Mistakes(0.6, 1.0, 1.0),
    3: Mistakes(0.45, 0.6, 0.6),
    4: Mistakes(0.25, 0.3, 0.3),
    5: Mistakes(0.0, 0.0, 0.0),
}
FLAWLESS = MISTAKES[5]  # the swift player itself
ITERATIONS = {6: 30, 7: 400, 8: 6000}  # the defaults; a game may give its own (`Game.levels`)
LOOK = {6: {"ahead": 60, "chains": 6, "again": 1}, 7: {"ahead": 1000}}  # levels that do not look at every way to play
FEW = 1e-9
WAIT = 0.8  # seconds of the processor after which the highest levels decide in any case


class Erring:
    """The swift player with mistakes."""

    punctual = True
    kernels = SwiftBot.kernels

    def __init__(self, level: int) -> None:
        self.name = f"level{level}"
        self.level = level
        self._swift = SwiftBot()

    def prepare(self, game: Game) -> None:
        """What the swift player needs."""
        self._swift.prepare(game)

    def mistakes(self, game: Game) -> Mistakes:
        """How it errs in this game."""
        own = cast(Mapping[int, tuple[float, ...]], (game.tuning or {}).get("mistakes", {}))
        return Mistakes(*own[self.level]) if self.level in own else MISTAKES[self.level]

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The best of what is not overlooked, as it appears."""
        chance, mistakes = random.Random(budget.seed), self.mistakes(position.game)
        seen = self._swift.choose(position, seat, budget)
        if mistakes == FLAWLESS:
            return seen
        gains, spread = gained(position, seat, seen.candidates), pstdev(one.value for one in seen.candidates)
        most = max(*gains.values(), FEW)
        noticed = [one for one in seen.candidates if gains[one.step] > 0 or chance.random() >= mistakes.overlook]

        def appears(one: Candidate) -> float:
            liking = mistakes.eager * max(gains[one.step], 0.0) / most
            return one.value + spread * (liking + chance.gauss(0, mistakes.blur))

        chosen = max(noticed or seen.candidates, key=appears)
        return Choice(chosen.step, seen.estimate, seen.candidates)


def gained(position: Position, seat: int, found: tuple[Candidate, ...]) -> dict[int, float]:
    """The points that each step brings at once."""
    before, gains = position.score(seat), {}
    for one in found:
        after = position.copy()
        after.play(seat, one.step)
        gains[one.step] = after.score(seat) - before
    return gains


class Searching:
    """Tree search by learned weights, with a fixed number of iterations."""

    punctual = True
    kernels = SearchBot.kernels

    def __init__(self, level: int) -> None:
        self.name = f"level{level}"
        self.level = level
        self._bots: dict[tuple[str, int], SearchBot] = {}

    def prepare(self, game: Game) -> None:
        """Compile."""
        SearchBot().prepare(game)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The most tried step."""
        game, players = position.game, position.players
        if (game.name, players) not in self._bots:
            count = (game.levels or ITERATIONS).get(self.level, ITERATIONS[self.level])
            own = cast(Mapping[int, Mapping[str, int]], (game.tuning or {}).get("look", {}))
            look = own.get(self.level, LOOK.get(self.level))
            made = SearchBot(count, look, best_weights(game, players))
            made.most = WAIT
            self._bots[game.name, players] = made
        return self._bots[game.name, players].choose(
            position, seat, Budget(seed=budget.seed, iterations=budget.iterations)
        )


def level1() -> Erring:
    """A child's first match: takes what gives points now, and overlooks most of the rest."""
    return Erring(1)


def level2() -> Erring:
    """Knows the rules, likes quick points."""
    return Erring(2)


def level3() -> Erring:
    """A casual player, who overlooks something now and then."""
    return Erring(3)


def level4() -> Erring:
    """An attentive player, who seldom overlooks anything."""
    return Erring(4)


def level5() -> Erring:
    """Makes the most of its turn without thinking about how others will answer."""
    return Erring(5)


def level6() -> Searching:
    """Thinks about what the others may answer."""
    return Searching(6)


def level7() -> Searching:
    """Compares whole turns and what comes of them."""
    return Searching(7)


def level8() -> Searching:
    """The best there is within a second."""
    return Searching(8)
