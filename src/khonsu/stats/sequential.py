"""A sequential test: is a share rather the low or the high one? It is over as soon as the observations say so.

Wald's sequential probability ratio test in its generalised form, with which chess engines are tuned: the likelihood
ratio comes from the mean and the spread of what was seen, so observations may be any numbers from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from khonsu.errors import BadOption


class Hypotheses(NamedTuple):
    """Two shares to tell apart, and how often the test may be wrong where one of them is the true one."""

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The evidence that decides, for the high one; for the low one it is as much below 0."""
        return math.log((1 - self.error) / self.error)

    def checked(self) -> Hypotheses:
        """These hypotheses, if they can be told apart at all."""
        if not 0 <= self.low < self.high <= 1:
            raise BadOption("until", f"{self.low:g} {self.high:g}", "0 <= LOW < HIGH <= 1")
        if not 0 < self.error < 0.5:
            raise BadOption("error", f"{self.error:g}", "0 – 0.5")
        return self

    def evidence(self, values: Sequence[float]) -> float:
        """The logarithm of how much likelier these independent observations are with the high share.

        One observation that nobody has made, halfway between the hypotheses, keeps the spread above 0; it speaks for
        neither.
        """
        middle, count = (self.low + self.high) / 2, len(values) + 1
        mean = (sum(values) + middle) / count
        squares = sum(value * value for value in values) + middle  # the unmade one is a win that often, or a loss
        return (self.high - self.low) * (sum(values) - middle * len(values)) / (squares / count - mean * mean)

    def decided(self, values: Sequence[float]) -> int | None:
        """After how many of these observations the test was over, None if it is not."""
        for count in range(1, len(values) + 1):
            if abs(self.evidence(values[:count])) >= self.bound:
                return count
        return None
