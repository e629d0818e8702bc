"""The plan of a run: everything its results follow from. The same plan gives the same matches, whoever plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import khonsu
from khonsu.errors import BadSeed
from khonsu.kernel.about import show
from khonsu.kernel.game import Game

MOST_SEED = 2**64 - 1
# Matches that are played and kept together. Random matches take microseconds, a bot's may take minutes; a chunk with
# features must fit into memory several times.
QUICK, RECORDED, WITH_FEATURES, BOTS = 500, 200, 25, 25


@dataclass(frozen=True)
class Plan:
    """Matches with seeds seed, seed+1, ... among bots, by seat."""

    game: str
    rules: int
    players: int
    games: int
    seed: int
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...]  # all of them, as the command line writes them
    limits: tuple[tuple[str, float], ...] = ()  # seconds or iterations of the bots, if they do not set their own
    record: bool = False
    text: bool = False
    features: bool = False
    rotate: bool = False  # the bots move on by one seat from match to match
    version: str = khonsu.__version__

    @property
    def random(self) -> bool:
        """Whether everybody plays at random, so that compiled code can do it all."""
        return set(self.bots) == {"random"}

    @property
    def size(self) -> int:
        """Matches of a chunk; it follows from the plan alone, never from the number of workers."""
        if not self.random:
            return max(1, min(BOTS, self.games // 100))
        if self.record:
            return WITH_FEATURES if self.features else RECORDED
        return QUICK

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.games // self.size)

    def seeds(self, chunk: int) -> range:
        """The seeds of a chunk."""
        first = chunk * self.size
        return range(self.seed + first, self.seed + min(first + self.size, self.games))

    def seated(self, seed: int) -> tuple[str, ...]:
        """Which bot sits where in the match with that seed."""
        if not self.rotate:
            return self.bots
        turn = (seed - self.seed) % self.players
        return tuple(self.bots[(seat + turn) % self.players] for seat in range(self.players))

    def settings(self) -> dict[str, Any]:
        """The plan as plain data, as a run keeps it."""
        plain = asdict(self)
        return {
            **plain,
            "bots": list(self.bots),
            "options": dict(self.options),
            "limits": dict(self.limits),
        }


def plan(
    game: Game, players: int | None, games: int, seed: int, bots: Sequence[str], options: Mapping[str, Any], **more: Any
) -> Plan:
    """A plan, checked: every mistake is found before the first match."""
    players = players or game.about.players[0]
    game.about.check_players(players)
    if not 0 <= seed <= MOST_SEED - games + 1:
        raise BadSeed(seed)
    chosen = game.about.resolve(options)
    game.numbers(players, chosen)  # options that do not go together are refused here
    written = tuple((name, show(value)) for name, value in chosen.items())
    return Plan(game.name, game.about.rules, players, games, seed, tuple(bots), written, **more)
