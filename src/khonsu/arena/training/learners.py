"""What learns: a small network that is told who won, or a weighted sum that is told by how much.

Both see the same positions and give weights of the same form; what they keep between two rounds are plain arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from khonsu.bots.policy.kernel.network import Weights

RATE, DECAY, FAST, SLOW = 2e-3, 1e-5, 0.9, 0.999  # of Adam
Reals = NDArray[np.floating[Any]]
BATCH = 1024
RIDGE = 1e-3  # how much a weighted sum is held back, in parts of what each input varies


class Positions(NamedTuple):
    """Positions with what came of them; everything is (position, seat), inputs are (position, seat, 1 + outlook)."""

    inputs: Reals  # the judgement, scaled, and the outlook
    outcomes: Reals  # shares of the win
    leads: Reals  # points ahead of the others' mean in the end, scaled like the judgement


class Learner(Protocol):
    """What `train` needs of a learner."""

    arrays: dict[str, NDArray[Any]]  # all that it knows

    def learn(self, seen: Positions, done: float, order: np.random.Generator) -> None:
        """Learn from new positions, when this part of the run is done."""

    def loss(self, seen: Positions) -> float:
        """How much of what came it does not foresee."""

    def plain_loss(self, seen: Positions) -> float:
        """The same of the hand-made judgement alone."""

    @property
    def weights(self) -> Weights:
        """What it knows now, as bots use it."""


class Network:
    """A network with one layer of rectified sums; who won is taught to it by gradient descent (Adam)."""

    def __init__(self, width: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        first = chance.normal(0, 0.05, (1 + width, hidden)).astype(np.float32)
        straight = np.zeros(2 + width, np.float32)
        straight[0] = 1  # begins as the hand-made judgement
        self.arrays: dict[str, NDArray[Any]] = {"steps": np.zeros(1, np.int64)}
        for name, array in zip(Weights._fields, (straight, first, np.zeros(hidden, np.float32))):
            self.arrays |= {name: array, f"mean_{name}": np.zeros_like(array), f"square_{name}": np.zeros_like(array)}

    @property
    def weights(self) -> Weights:
        """The network itself."""
        return Weights(*(self.arrays[name] for name in Weights._fields))

    def shares(self, inputs: Reals) -> tuple[Reals, Reals]:
        """Shares of the win for positions, and the hidden sums."""
        count, seats, width = inputs.shape
        rows, w = inputs.reshape(-1, width), self.weights
        hidden = np.maximum(rows[:, 1:] @ w.first[1:] + w.first[0], 0)
        logits = rows[:, 0] * w.straight[0] + w.straight[1] + rows[:, 1:] @ w.straight[2:] + hidden @ w.second
        return softmax(logits.reshape(count, seats)), hidden

    def loss(self, seen: Positions) -> float:
        """Mean surprise at the outcomes, in nats."""
        return surprise(self.shares(seen.inputs)[0], seen.outcomes)

    def plain_loss(self, seen: Positions) -> float:
        """The surprise of the hand-made judgement."""
        return surprise(softmax(seen.inputs[:, :, 0]), seen.outcomes)

    def learn(self, seen: Positions, done: float, order: np.random.Generator) -> None:
        """Go through the positions once, in small batches; steps become shorter towards the end of the run."""
        places = order.permutation(len(seen.inputs))
        for first in range(0, len(places), BATCH):
            some = places[first : first + BATCH]
            self.arrays["steps"] += 1
            self.step(seen.inputs[some], seen.outcomes[some], RATE * (1 - done) + 1e-5)

    def step(self, inputs: Reals, outcomes: Reals, rate: float) -> None:
        """One step of gradient descent on the surprise."""
        rows = inputs.reshape(-1, inputs.shape[2])
        shares, hidden = self.shares(inputs)
        slope = ((shares - outcomes) / len(inputs)).astype(np.float32).reshape(-1)
        back = np.outer(slope, self.arrays["second"]) * (hidden > 0)
        straight = np.concatenate(([slope @ rows[:, 0], slope.sum()], slope @ rows[:, 1:])).astype(np.float32)
        first = np.vstack((back.sum(0), rows[:, 1:].T @ back))
        step = int(self.arrays["steps"][0])
        slopes: tuple[Reals, ...] = (straight, first, hidden.T @ slope)
        for name, g in zip(Weights._fields, slopes):
            w, m, v = (self.arrays[f"{part}{name}"] for part in ("", "mean_", "square_"))
            g = g + DECAY * w
            m += (1 - FAST) * (g - m)
            v += (1 - SLOW) * (g * g - v)
            w -= rate * (m / (1 - FAST**step)) / (np.sqrt(v / (1 - SLOW**step)) + 1e-8)


class WeightedSum:
    """A weighted sum of judgement and outlook: least squares on the leads in the end, over all positions so far."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.arrays: dict[str, NDArray[Any]] = {
            "products": np.zeros((2 + width, 2 + width)),
            "targets": np.zeros(2 + width),
        }

    @property
    def weights(self) -> Weights:
        """The sum that fits best, as a network without hidden sums."""
        products = self.arrays["products"]
        held = np.diag(RIDGE * np.diag(products) + 1e-6 * max(products[1, 1], 1.0))
        straight = np.linalg.solve(products + held, self.arrays["targets"])
        nothing = np.zeros((1 + self.width, 0), np.float32)
        return Weights(straight.astype(np.float32), nothing, np.zeros(0, np.float32))

    def learn(self, seen: Positions, done: float, order: np.random.Generator) -> None:
        """Add the positions to those that are fitted."""
        rows = design(seen.inputs)
        self.arrays["products"] += rows.T @ rows
        self.arrays["targets"] += rows.T @ seen.leads.reshape(-1)

    def loss(self, seen: Positions) -> float:
        """The part of the leads' variance that is not foreseen."""
        foreseen = design(seen.inputs) @ self.weights.straight
        return float(np.mean((seen.leads.reshape(-1) - foreseen) ** 2) / np.var(seen.leads))

    def plain_loss(self, seen: Positions) -> float:
        """The same for the judgement, stretched as fits best."""
        return float(1 - np.corrcoef(seen.inputs[:, :, 0].reshape(-1), seen.leads.reshape(-1))[0, 1] ** 2)


def design(inputs: Reals) -> Reals:
    """Inputs as rows (judgement, 1, outlook...), one for each seat."""
    rows = inputs.reshape(-1, inputs.shape[2])
    return np.hstack((rows[:, :1], np.ones((len(rows), 1), np.float32), rows[:, 1:])).astype(np.float64)


def softmax(logits: Reals) -> Reals:
    """Shares of the win from the seats' logits."""
    powers: Reals = np.exp(logits - logits.max(1, keepdims=True))
    shares: Reals = powers / powers.sum(1, keepdims=True)
    return shares


def surprise(shares: Reals, outcomes: Reals) -> float:
    """Mean surprise at the outcomes, in nats."""
    return float(-np.log(np.maximum((shares * outcomes).sum(1), 1e-9)).mean())
