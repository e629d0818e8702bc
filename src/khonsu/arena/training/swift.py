"""Learn the evaluation of swift players from their own matches: what positions after a step led to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from khonsu.arena.runs.compiled import hearing, minds, room_for
from khonsu.arena.runs.kernel.compiled import COUNTS, GREEDY, SWIFT, Results, SwiftTable, play_matches
from khonsu.arena.training.kernel.swiftplay import STATES_NEEDED, AfterStates, Course, after_states
from khonsu.arena.training.learners import DECAY, FAST, SLOW, Positions, Reals
from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.policy.learned import no_weights, shipped
from khonsu.bots.swift import mind
from khonsu.extras import need
from khonsu.kernel.game import Game
from khonsu.stats.intervals import Dot, share_of

PARTS = 4  # of a round, each with a seed of its own: the same whatever number of threads plays them
STRENGTH_SEED = 1 << 41  # the matches that measure strength, never learned from
SAMPLES = 120  # positions of a match that there is room for
RATE, BATCH, PASSES = 1e-3, 1024, 2
SMOOTH = 0.997  # what is played with follows what is learned, by so much less than the whole at every step
MOST_LEAD = 5.0  # in units of the scale; more is not better
WIN_WORTH = 1.0  # a win instead of a loss, in the same units


def strength(game: Game, players: int, weights: Weights, look: int, matches: int) -> Dot:
    """The share of the wins of one swift player among greedy ones that look at so many positions."""
    numbers, turned = game.numbers(players, game.about.resolve({})), np.arange(matches) % players
    who = np.array([SWIFT, *[GREEDY] * (players - 1)], np.int64)
    table = SwiftTable(numbers, who, turned, look, STRENGTH_SEED, players)
    shares, counts = np.zeros((matches, players)), np.zeros((matches, COUNTS), np.int64)
    results, states = Results(np.zeros_like(shares), shares, counts), game.kernel.new(1 + matches)
    nothing = room_for(game, matches, 0, False, False), hearing(matches, 0)
    play_matches(game.kernel, states, table, minds(game, players, weights), matches, results, *nothing)
    return share_of("swift", shares[np.arange(matches), -turned % players], np.arange(matches) // players)


def draw_curve(rows: list[dict[str, float]], file: Path) -> None:
    """The share of the wins against greedy ones over the time of learning, as a picture."""
    need("matplotlib", "arena", "khonsu train")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.add_subplot(xlabel="minutes", ylabel="wins against greedy", ylim=(0, 1))
    for name in sorted({name for row in rows for name in row if name.startswith("wins_")}):
        shown = [(row["seconds"] / 60, row[name]) for row in rows if name in row]
        axes.plot(*zip(*shown), marker="o", label=f"{name.removeprefix('wins_')} players")
    axes.legend()
    figure.savefig(file)


def aims(shares: Reals, leads: Reals, players: int) -> Reals:
    """What is foretold: half the lead at the end, and whether it was a win."""
    won = (shares * players - 1) / (players - 1)
    return (0.5 * np.clip(leads, -MOST_LEAD, MOST_LEAD) + WIN_WORTH * np.clip(won, -1, 1)).astype(np.float32)


class Practice(NamedTuple):
    """How matches to learn from are played."""

    slip: float  # the chance that a step is any legal one
    keep: float  # the chance that a position is kept
    narrow: int = 0  # answers to a later question that are compared; 0: as in play


def swift_positions(
    game: Game, players: int, matches: int, weights: Weights | None, practice: Practice, seed: int
) -> Positions:
    """Positions of new matches among swift players with these weights; their outcomes are what is foretold."""
    numbers = game.numbers(players, game.about.resolve({}))
    after_states.on(game.kernel)
    known = weights or shipped(game, players) or no_weights(game.kernel)

    def part(number: int) -> Positions:
        desk, habits, _ = mind(game, players, known, **({"narrow": practice.narrow} if practice.narrow else {}))
        room = int(matches // PARTS * SAMPLES) + 1000
        inputs = np.zeros((room, 1 + game.kernel.n_outlook), np.float32)
        kept = AfterStates(inputs, np.zeros(room, np.int64), np.zeros(room), np.zeros(room))
        course = Course(numbers, players, matches // PARTS, practice.slip, practice.keep)
        states, own = game.kernel.new(STATES_NEEDED), np.uint64((seed * PARTS + number) * 7919)
        count = after_states(game.kernel, states, course, desk, habits, known, own, kept)
        return Positions(
            kept.inputs[:count], aims(kept.shares[:count], kept.leads[:count], players), kept.leads[:count]
        )

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(part, range(PARTS)))
    together = [np.concatenate(columns) for columns in zip(*found)]
    np.clip(together[0][:, 0], -30, 30, out=together[0][:, 0])
    return Positions(*together)


class ValueNetwork:
    """A network with one layer of rectified sums that foretells what came of a position (least squares, Adam)."""

    def __init__(self, width: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.arrays: dict[str, NDArray[Any]] = {
            "steps": np.zeros(1, np.int64),
            "centre": np.zeros(1 + width, np.float32),
            "spread": np.zeros(1 + width, np.float32),
        }
        straight = np.zeros(2 + width, np.float32)
        first = (chance.normal(0, 1, (2 + width, hidden)) / np.sqrt(width)).astype(np.float32)
        for name, array in zip(Weights._fields, (straight, first, np.zeros(hidden, np.float32))):
            self.arrays |= {name: array, f"mean_{name}": np.zeros_like(array), f"square_{name}": np.zeros_like(array)}
            self.arrays[f"smooth_{name}"] = array.copy()

    def scaled(self, inputs: Reals) -> Reals:
        """Inputs of about the same size each, with a leading 1."""
        plain = (inputs - self.arrays["centre"]) * self.arrays["spread"]
        return np.hstack((np.ones((len(inputs), 1), np.float32), plain.astype(np.float32)))

    @property
    def weights(self) -> Weights:
        """The network over plain inputs, as bots use it; the judgement goes straight only."""
        spread, centre = self.arrays["spread"], self.arrays["centre"]
        straight, first, second = self._smooth()
        plain = straight[1:] * spread
        rows = first[2:] * spread[1:, None]
        bias = first[0] - centre[1:] @ rows
        line = np.concatenate(([plain[0], straight[0] - centre @ plain], plain[1:]))
        return Weights(line.astype(np.float32), np.vstack((bias, rows)).astype(np.float32), second)

    def _smooth(self) -> tuple[Reals, ...]:
        return tuple(self.arrays[f"smooth_{name}"] for name in Weights._fields)

    def foreseen(self, rows: Reals) -> tuple[Reals, Reals]:
        """What scaled inputs lead to, and the hidden sums."""
        first = self.arrays["first"]
        hidden = np.maximum(rows[:, :1] * first[0] + rows[:, 2:] @ first[2:], 0)
        return rows @ self.arrays["straight"] + hidden @ self.arrays["second"], hidden

    def learn(self, seen: Positions, done: float, order: np.random.Generator) -> None:
        """Go through the positions in small batches; steps become shorter towards the end of the run."""
        if not self.arrays["steps"][0]:
            self.arrays["centre"][:] = seen.inputs.mean(0)
            deviation = seen.inputs.std(0)
            self.arrays["spread"][:] = np.where(deviation > 1e-3, 1 / np.maximum(deviation, 0.05), 0)
        aim = seen.outcomes
        rate = RATE * (1 - done) + 3e-5
        for _ in range(PASSES):
            places = order.permutation(len(aim))
            for begin in range(0, len(places), BATCH):
                some = places[begin : begin + BATCH]
                self.arrays["steps"] += 1
                self.step(self.scaled(seen.inputs[some]), aim[some], rate)

    def step(self, rows: Reals, aim: Reals, rate: float) -> None:
        """One step of gradient descent on the squared error."""
        told, hidden = self.foreseen(rows)
        slope = ((told - aim) / len(aim)).astype(np.float32)
        back = np.outer(slope, self.arrays["second"]) * (hidden > 0)
        first = rows.T @ back
        first[1] = 0
        step = int(self.arrays["steps"][0])
        for name, g in zip(Weights._fields, (slope @ rows, first, hidden.T @ slope)):
            w, m, v = (self.arrays[f"{part}{name}"] for part in ("", "mean_", "square_"))
            g = g + DECAY * w
            m += (1 - FAST) * (g - m)
            v += (1 - SLOW) * (g * g - v)
            w -= rate * (m / (1 - FAST**step)) / (np.sqrt(v / (1 - SLOW**step)) + 1e-8)
            smooth = self.arrays[f"smooth_{name}"]
            smooth += max(1 - SMOOTH, 1 / step) * (w - smooth)

    def loss(self, seen: Positions) -> float:
        """The part of the variance that is not foreseen."""
        aim = seen.outcomes
        told = np.concatenate([self.foreseen(self.scaled(part))[0] for part in np.array_split(seen.inputs, 16)])
        return float(np.mean((aim - told) ** 2) / np.var(aim))

    def plain_loss(self, seen: Positions) -> float:
        """The same for the judgement, stretched as fits best."""
        aim = seen.outcomes
        return float(1 - np.corrcoef(seen.inputs[:, 0], aim)[0, 1] ** 2)
