"""The bot that plays anything."""

from __future__ import annotations

import random

from khonsu.bots import Budget, Candidate, Choice
from khonsu.kernel.position import Position


class RandomBot:
    """Every legal step is as likely as any other."""

    name = "random"
    punctual = True
    kernels = ()

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """A random legal step, the same for the same seed."""
        steps = position.legal(seat)
        even = 1 / position.players
        candidates = tuple(Candidate(step, even) for step in steps)
        return Choice(random.Random(budget.seed).choice(steps), (even,) * position.players, candidates)
