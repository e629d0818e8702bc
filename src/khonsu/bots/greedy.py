"""The greedy bot: follows every chain of small steps to the end of its own turn and takes the best end it finds."""

from __future__ import annotations

import math

from khonsu.bots import Budget, Candidate, Choice
from khonsu.bots.search.kernel.ends import best_ends, look_ahead
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

ITERATIONS = 4000  # positions looked at for one step, shared by its alternatives


class GreedyBot:
    """Plays the step with the best end of the own turn; what lies behind it does not interest it."""

    name = "greedy"
    punctual = True
    kernels = (best_ends,)

    def prepare(self, game: Game) -> None:
        """Compile the look-ahead."""
        for one in self.kernels:
            one.on(game.kernel)

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """The best step by the game's own judgement at the end of the turn; the first one of equals."""
        steps, values, _, _ = look_ahead(position, seat, budget.iterations or ITERATIONS, budget.seed, 0)
        scale = Tuning.of(position.game.tuning).scale
        judged = [position.judge(other) / scale for other in range(position.players)]
        found = []
        for step, value in zip(steps, values):
            found.append(Candidate(step, value, 1, shares(judged, seat, value / scale)[seat]))
        found.sort(key=lambda candidate: -candidate.value)
        return Choice(found[0].step, shares(judged, seat, found[0].value / scale), tuple(found))


def shares(judged: list[float], seat: int, value: float) -> tuple[float, ...]:
    """Scaled judgements as rough shares of the win, with this value for the seat itself."""
    judged = [value if other == seat else judgement for other, judgement in enumerate(judged)]
    weights = [math.exp(max(j - max(judged), -30)) for j in judged]
    return tuple(weight / sum(weights) for weight in weights)
