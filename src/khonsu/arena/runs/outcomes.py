"""What came out of many matches, and figures worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from khonsu.stats.charts import Floats, Integers


@dataclass
class Outcomes:
    """One row per match: scores and win shares by seat, decisions and turns."""

    scores: Floats
    shares: Floats
    decisions: Integers
    turns: Integers
    extra: dict[str, NDArray[np.generic]] = field(default_factory=dict)  # what the game itself counts, by name
    first: Integers | None = None  # the seat that decided first, where that was looked at

    def __len__(self) -> int:
        return len(self.decisions)


def merge(parts: Sequence[Outcomes]) -> Outcomes:
    """Several chunks as one."""
    first = [part.first for part in parts if part.first is not None]
    return Outcomes(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decisions for part in parts]),
        np.concatenate([part.turns for part in parts]),
        {name: np.concatenate([part.extra[name] for part in parts]) for name in parts[0].extra},
        np.concatenate(first) if first else None,
    )


def figures(column: NDArray[np.generic]) -> dict[str, float]:
    """Mean and spread of numbers that are there (not NaN), or the share of each word."""
    if column.dtype.kind == "U":
        words, counts = np.unique(column, return_counts=True)
        return {str(word): float(count) / len(column) for word, count in zip(words, counts)}
    numbers = column.astype(np.float64)
    there = numbers[~np.isnan(numbers)]
    if not len(there):
        return {}
    return {
        "mean": float(there.mean()),
        "sd": float(there.std()),
        "min": float(there.min()),
        "max": float(there.max()),
        "share": len(there) / len(column),
    }
