"""Weights of a learned evaluation: where they lie, and how they are read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from khonsu.kernel.contract import Kernel
from khonsu.kernel.game import Game

FILE = "weights.npz"


class Weights(NamedTuple):
    """A small network over `features` and the game's own judgement.

    `straight` goes from (judgement, 1, features...) to the logit, `first` from (1, features...) to the hidden sums,
    `second` from those to the logit. Empty arrays mean: the hand-made judgement alone.
    """

    straight: Any
    first: Any
    second: Any


@cache
def _nothing(features: int) -> Weights:
    return Weights(np.zeros(0, np.float32), np.zeros((1 + features, 0), np.float32), np.zeros(0, np.float32))


def no_weights(kernel: Kernel) -> Weights:
    """The hand-made judgement alone."""
    return _nothing(kernel.n_features)


def read(path: Path) -> Weights:
    """The weights of a file that `khonsu train` wrote."""
    with np.load(path) as kept:
        return Weights(*(np.ascontiguousarray(kept[name], np.float32) for name in Weights._fields))


def shipped(game: Game) -> Weights | None:
    """The weights in the game's folder, None if there are none or they were made for other features."""
    path = game.folder / FILE if game.folder else None
    if path is None or not path.is_file():
        return None
    weights = read(path)
    return weights if weights.first.shape[0] == 1 + game.kernel.n_features else None
