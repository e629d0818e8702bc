"""The plan of a run: everything its results follow from. The same plan gives the same matches, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypedDict, cast

import khonsu
from khonsu.bots import seated
from khonsu.errors import BadOption, BadSeed
from khonsu.games import game as find_game
from khonsu.kernel.about import show
from khonsu.kernel.game import Game

MOST_SEED = 2**64 - 1
# Matches that are played and kept together. Random matches take microseconds, a bot's may take minutes; a chunk with
# features must fit into memory several times.
QUICK, RECORDED, WITH_FEATURES, BOTS = 500, 200, 25, 25
SWIFT = 100  # a swift match takes milliseconds

Pairs = tuple[tuple[str, str], ...]


class Limits(TypedDict, total=False):
    """What a bot may use for a step, if it does not set its own limits."""

    seconds: float
    iterations: int


@dataclass(frozen=True)
class RunPlan:
    """Matches with seeds seed, seed+1, ... among bots, by seat."""

    game: str
    rules: int
    players: int
    games: int
    seed: int
    bots: tuple[str, ...]
    options: Pairs  # all of them, as the command line writes them
    limits: tuple[tuple[str, float], ...] = ()
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
    def swift(self) -> bool:
        """Whether everybody plays swiftly, some perhaps at random: compiled code can do that, too."""
        return not self.random and set(self.bots) <= {"swift", "random"}

    @property
    def size(self) -> int:
        """Matches of a chunk; it follows from the plan alone, never from the number of workers."""
        if not self.random:
            swift = WITH_FEATURES if self.features else SWIFT
            return max(1, min(swift if self.swift else BOTS, self.games // 100))
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

    def matches(self, chunks: Iterable[int]) -> int:
        """How many matches these chunks have together."""
        return sum(len(self.seeds(chunk)) for chunk in chunks)

    def seated(self, seed: int) -> tuple[str, ...]:
        """Which bot sits where in the match with that seed."""
        if not self.rotate:
            return self.bots
        turn = (seed - self.seed) % self.players
        return tuple(self.bots[(seat + turn) % self.players] for seat in range(self.players))

    def settings(self) -> dict[str, object]:
        """The plan as plain data, as a run keeps it."""
        plain = asdict(self)
        return {
            **plain,
            "bots": list(self.bots),
            "options": dict(self.options),
            "limits": dict(self.limits),
        }


def plan(
    game: str | Game,
    games: int,
    bots: str | Sequence[str],
    players: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    options: Mapping[str, object] | None = None,
) -> RunPlan:
    """A plan, checked: every mistake is found before the first match."""
    game = find_game(game) if isinstance(game, str) else game
    players = players or game.about.players[0]
    game.about.check_players(players)
    if not 0 <= seed <= MOST_SEED - games + 1:
        raise BadSeed(seed)
    names = seated([bots] if isinstance(bots, str) else bots, players)
    chosen = game.about.resolve(options or {})
    game.numbers(players, chosen)  # options that do not go together are refused here
    written = tuple((name, show(value)) for name, value in chosen.items())
    return RunPlan(game.name, game.about.rules, players, games, seed, tuple(names), written, checked(limits or {}))


def checked(limits: Limits) -> tuple[tuple[str, float], ...]:
    """Limits as pairs, those that are given."""
    for name, value in limits.items():
        if name not in Limits.__annotations__:
            raise BadOption(name, None, ", ".join(Limits.__annotations__))
        if not isinstance(value, int | float) or value <= 0:
            raise BadOption(name, value, "> 0")
    return tuple(cast("Iterable[tuple[str, float]]", limits.items()))


def arguments(game: Game, limits: Iterable[tuple[str, float]], options: Pairs) -> list[str]:
    """Limits and options as the command line takes them; options at their defaults are left out."""
    usual = {(name, show(value)) for name, value in game.about.resolve({}).items()}
    words = [word for name, value in limits for word in (f"--{name}", str(value))]
    return words + [word for pair in options if pair not in usual for word in ("--option", "=".join(pair))]
