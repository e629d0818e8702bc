"""Bots that never change: greedy and level 6 as they were in Khonsu 0.1.0, to measure progress against.

Their settings and weights are written down here and in the games' folders `weights/frozen`; only the rules and the
compiled search are shared with what is played today.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.bots import Budget, Choice
from khonsu.bots.greedy import GreedyBot
from khonsu.bots.policy.learned import shipped
from khonsu.bots.search import SearchBot
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

GREEDY_LOOK = 4000
USUAL: Mapping[str, Any] = {
    **{"explore": 1.2, "scale": 4.0, "bias": 1.0, "spread": 0.3, "width": 12, "chains": 24, "peek": 1, "tries": 4},
    **{"horizon": 1, "unseen": 0.1, "ahead": 4000, "rounds": 0, "widen": 0.0},
    **{"eights": 0, "answers": 0, "promise": 0, "alone": 0, "again": 1, "hint": 0, "early": 0, "apart": 0},
    **{"rehearse": 0, "finalists": 6, "rehearsals": 0.8},
}
TUNING: Mapping[str, Mapping[str, Any]] = {
    "ankh": {"scale": 6.0},
    "ankhor": {},
    "horus": {"scale": 6.0, "explore": 0.5, "spread": 0.2, "width": 10, "tries": 6, "rounds": 1, "ahead": 8000},
}
ITERATIONS = {"ankh": 240, "ankhor": 600, "horus": 400}


class FrozenGreedy(GreedyBot):
    """Greedy of 0.1.0, whatever budget it is given."""

    name = "frozen-greedy"

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The best end of its turn among 4,000 positions."""
        return super().choose(position, seat, Budget(seed=budget.seed, iterations=GREEDY_LOOK))


class FrozenLevel6:
    """Level 6 of 0.1.0; it knows the three games that there were."""

    name = "frozen-level6"
    punctual = True
    kernels = SearchBot.kernels

    def __init__(self) -> None:
        self._bots: dict[tuple[str, int], SearchBot] = {}

    def prepare(self, game: Game) -> None:
        """Compile."""
        SearchBot().prepare(game)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The most tried step of its search."""
        game, players = position.game, position.players
        if (game.name, players) not in self._bots:
            tuning = {**USUAL, **TUNING.get(game.name, {})}
            weights = shipped(game, players, "frozen/weights")
            self._bots[game.name, players] = SearchBot(ITERATIONS.get(game.name, 600), tuning, weights)
        return self._bots[game.name, players].choose(position, seat, Budget(seed=budget.seed))
