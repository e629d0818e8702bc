"""What all doors share: a game with its players and options, what a seat observes and what it is rewarded with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import SupportsInt, TypedDict

import numpy as np
from numpy.typing import NDArray

from khonsu.errors import BadOption, BadSeed
from khonsu.games import game as find_game
from khonsu.kernel.chance import scramble
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

BOUND = 16.0  # no feature of any game leaves -BOUND .. BOUND; a test plays for it
REWARDS = ("win", "zero_sum", "score")
ILLEGAL = -1.0  # reward of a step that was not legal; the match ends with it
Action = SupportsInt  # a step's id: an int, or one of NumPy's


class Observation(TypedDict):
    """What a seat observes: the game's numbers for learning, and ones at its legal steps."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


@dataclass(frozen=True)
class Setting:
    """A game, how many play it and under which options, and the meaning of a reward.

    Rewards: `win` is the share of the win at the end (1, 0, or equal parts); `zero_sum` the same, stretched so that a
    sole winner has 1 and all seats together 0; `score` the change of the seat's points at every step.
    """

    game: Game
    players: int
    numbers: NDArray[np.int32]
    reward: str

    @classmethod
    def of(cls, name: str, players: int | None, reward: str, options: Mapping[str, object]) -> Setting:
        """Everything checked, the number of players by default the smallest."""
        game = find_game(name)
        players = game.about.players[0] if players is None else players
        game.about.check_players(players)
        if reward not in REWARDS:
            raise BadOption("reward", reward, ", ".join(REWARDS))
        return cls(game, players, game.numbers(players, game.about.resolve(options)), reward)

    def __reduce__(self) -> tuple[Callable[..., Setting], tuple[object, ...]]:
        return _again, (self.game.name, self.players, self.numbers, self.reward)

    def begin(self, seed: int) -> Position:
        """The laid-out match of that seed, the same as `khonsu.game(...).match(seed=seed)`."""
        if not 0 <= seed < 2**64:
            raise BadSeed(seed)
        position = Position.start(self.game, self.players, seed, self.numbers)
        position.state.quiet = 1  # nobody reads the events here
        return position

    def mask(self, position: Position, seat: int) -> NDArray[np.int8]:
        """Ones at the legal steps of the seat; all zero if it is not asked."""
        mask = np.zeros(self.game.kernel.steps, np.int8)
        mask[position.legal(seat)] = 1
        return mask

    def observe(self, position: Position, seat: int) -> Observation:
        """What a seat observes: the game's numbers for learning and the mask of its legal steps."""
        return {"observation": position.features(seat), "action_mask": self.mask(position, seat)}

    def payoff(self, position: Position) -> list[float]:
        """What every seat has been rewarded with from the beginning up to here."""
        if self.reward == "score":
            return [position.score(seat) for seat in range(self.players)]
        if position.deciders:
            return [0.0] * self.players
        return stretched(position.result(), self.reward)


def _again(name: str, players: int, numbers: NDArray[np.int32], reward: str) -> Setting:
    """The setting that was pickled: compiled rules are found by name."""
    return Setting(find_game(name), players, numbers, reward)


def stretched(shares: Sequence[float], reward: str) -> list[float]:
    """Shares of the win as rewards."""
    if reward == "win":
        return list(shares)
    n, mean = len(shares), sum(shares) / len(shares)  # in Ankh everybody may lose
    return [(share - mean) * n / (n - 1) for share in shares]


def next_seed(seed: int) -> int:
    """The seed of the match after the one with this seed, where no other is given."""
    return int(scramble(np.uint64(seed)))
