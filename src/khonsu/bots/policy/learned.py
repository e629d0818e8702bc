"""Weights of a learned evaluation: where they lie, and how they are read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from khonsu.bots.policy.kernel.network import Weights
from khonsu.kernel.contract import Kernel
from khonsu.kernel.game import Game


@cache
def _nothing(features: int) -> Weights:
    return Weights(np.zeros(0, np.float32), np.zeros((1 + features, 0), np.float32), np.zeros(0, np.float32))


def no_weights(kernel: Kernel) -> Weights:
    """The hand-made judgement alone."""
    return _nothing(kernel.n_outlook)


def read(path: Path) -> Weights:
    """The weights of a file that `khonsu train` wrote."""
    with np.load(path) as kept:
        return Weights(*(np.ascontiguousarray(kept[name], np.float32) for name in Weights._fields))


def shipped(game: Game, players: int) -> Weights | None:
    """The weights in the game's folder: those for so many players, or for any number.

    None if there are none, or if they were made for another outlook.
    """
    for name in (f"weights{players}.npz", "weights.npz"):
        path = game.folder / "weights" / name if game.folder else None
        if path is not None and path.is_file():
            weights = read(path)
            return weights if weights.first.shape[0] == 1 + game.kernel.n_outlook else None
    return None
