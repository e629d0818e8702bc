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
    """The weights of a file that `khonsu train` wrote; a file is read again only if it has changed."""
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, _: int) -> Weights:
    with np.load(path) as kept:
        return Weights(*(np.ascontiguousarray(kept[name], np.float32) for name in Weights._fields))


def shipped(game: Game, players: int, kind: str = "weights") -> Weights | None:
    """The weights of this kind in the game's folder: those for so many players, or for any number.

    None if there are none, or if they were made for another outlook; one that has grown since is not another one.
    """
    for name in (f"{kind}{players}.npz", f"{kind}.npz"):
        path = game.folder / "weights" / name if game.folder else None
        if path is not None and path.is_file():
            return widened(read(path), game.kernel.n_outlook)
    return None


def fitted(weights: Weights, kernel: Kernel) -> Weights:
    """Weights of any file as compiled code wants them for a game; those of another game are refused."""
    fit = widened(weights, kernel.n_outlook)
    if fit is None:
        raise ValueError("these weights were made for another game")
    return Weights(*(np.ascontiguousarray(array, np.float32) for array in fit))


def widened(weights: Weights, width: int) -> Weights | None:
    """The same weights for an outlook that has grown at its end; None if it is shorter than theirs."""
    more = 1 + width - weights.first.shape[0]
    if more < 0:
        return None
    first = np.pad(weights.first, ((0, more), (0, 0)))
    return Weights(np.pad(weights.straight, (0, more)), first, weights.second)
