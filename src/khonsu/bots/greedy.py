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
    """Plays the step that leads to the best end of its turn and looks no further."""

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
            weights = weighed(judged, seat, value / scale)
            found.append(Candidate(step, value, 1, weights[seat] / sum(weights)))
        found.sort(key=lambda candidate: -candidate.value)
        weights = weighed(judged, seat, found[0].value / scale)
        total = sum(weights)
        return Choice(found[0].step, tuple(weight / total for weight in weights), tuple(found))


def weighed(judged: list[float], seat: int, value: float) -> list[float]:
    """Scaled judgements, with this value for the seat itself, as weights: their shares are rough shares of the win."""
    judged = [*judged[:seat], value, *judged[seat + 1 :]]
    best = max(judged)
    return [math.exp(max(judgement - best, -30)) for judgement in judged]
