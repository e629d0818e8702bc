"""Levels 1 to 6: bots of growing strength under names that hold for every game and number of players.

Levels 1 to 4 look ahead to the end of their turn as greedy does, but like people they overlook some steps and misjudge
the others a little, less so from level to level. Levels 5 and 6 search. All of them count iterations instead of
seconds, so a level is as strong on a slow machine as on a quick one and its matches can be repeated from their seeds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from khonsu.bots import Budget, Choice
from khonsu.bots.greedy import GreedyBot
from khonsu.bots.policy.learned import shipped
from khonsu.bots.search import SearchBot
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position


@dataclass(frozen=True)
class Mistakes:
    """How a level errs: the share of steps that it overlooks, and how blurred it sees, in units of the game's scale."""

    overlook: float
    blur: float


MISTAKES = {1: Mistakes(0.5, 0.9), 2: Mistakes(0.2, 0.25), 3: Mistakes(0.1, 0.12), 4: Mistakes(0.03, 0.05)}
ITERATIONS = {5: 40, 6: 600}  # the defaults; a game may give its own (`Game.levels`)
BEST = 6  # the level that plays by learned weights


class Erring:
    """Greedy with mistakes."""

    punctual = True
    kernels = GreedyBot.kernels

    def __init__(self, level: int) -> None:
        self.name = f"level{level}"
        self.mistakes = MISTAKES[level]

    def prepare(self, game: Game) -> None:
        """What greedy needs."""
        GreedyBot().prepare(game)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The best of what is not overlooked, as it appears."""
        chance = random.Random(budget.seed)
        blur = self.mistakes.blur * Tuning.of(position.game.tuning).scale
        seen = GreedyBot().choose(position, seat, Budget(seed=budget.seed))
        noticed = [one for one in seen.candidates if chance.random() >= self.mistakes.overlook]
        chosen = max(noticed or seen.candidates, key=lambda one: one.value + chance.gauss(0, blur))
        return Choice(chosen.step, seen.estimate, seen.candidates)


class Searching:
    """Tree search with a fixed number of iterations; the best level with learned weights where the game ships them."""

    punctual = True
    kernels = SearchBot.kernels

    def __init__(self, level: int) -> None:
        self.name = f"level{level}"
        self.level = level
        self._bot: SearchBot | None = None
        self._fits: tuple[Game, int] | None = None

    def prepare(self, game: Game) -> None:
        """Compile."""
        SearchBot().prepare(game)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The most tried step."""
        if self._bot is None or self._fits != (position.game, position.players):
            self._fits = (position.game, position.players)
            self._bot = self._search(*self._fits)
        return self._bot.choose(position, seat, Budget(seed=budget.seed, iterations=budget.iterations))

    def _search(self, game: Game, players: int) -> SearchBot:
        count = (game.levels or ITERATIONS).get(self.level, ITERATIONS[self.level])
        return SearchBot(count, weights=shipped(game, players) if self.level == BEST else None)


def level1() -> Any:
    """A beginner."""
    return Erring(1)


def level2() -> Any:
    """Somebody who knows the rules well."""
    return Erring(2)


def level3() -> Any:
    """An attentive player."""
    return Erring(3)


def level4() -> Any:
    """Hardly overlooks anything in the own turn, and never thinks of the next one."""
    return Erring(4)


def level5() -> Any:
    """Thinks of what the others may answer."""
    return Searching(5)


def level6() -> Any:
    """The best there is."""
    return Searching(6)
