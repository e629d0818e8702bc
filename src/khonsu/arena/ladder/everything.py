"""All of docs/strength.md: which matches it needs, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import khonsu
from khonsu.arena.ladder.ladder import Ladder, Pairings, ladder
from khonsu.arena.ladder.strength import write
from khonsu.arena.work import HERE, Work
from khonsu.errors import BadOption

LEVELS = tuple(f"level{n}" for n in range(1, 9))
MATCHES = 200  # between neighbours
SLOW, SLOW_MATCHES = frozenset(LEVELS[-2:]), 100  # levels that take more than 50 ms a step
FROZEN, FROZEN_MATCHES, MORE_PLAYERS = "frozen-level6", 100, 60  # with two players, and with more
TIMES = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
GROWTH_MATCHES = 40
OPTIONS: dict[str, dict[str, Any]] = {"ankhor": {"edition": "fr"}}  # what the weights were trained with


class StrengthPart(NamedTuple):
    """One section of the document."""

    name: str
    game: str
    players: int
    pairs: Pairings


def neighbours() -> Pairings:
    """Every level against the one below."""
    return {(one, rest): SLOW_MATCHES if one in SLOW else MATCHES for rest, one in pairwise(LEVELS)}


def growth() -> Pairings:
    """The search with a time for each step against itself with half of it."""
    names = [f"search:learned,seconds={seconds:g}" for seconds in TIMES]
    return {(one, rest): GROWTH_MATCHES for rest, one in pairwise(names)}


def parts(games: Sequence[str] = (), names: Sequence[str] = ()) -> list[StrengthPart]:
    """What there is to play: of these games and of these names, or all. What tells most comes first."""
    known = sorted(khonsu.games())
    found = [StrengthPart("neighbours", game, 2, neighbours()) for game in known]
    for game in known:
        for players in khonsu.games()[game].players:
            count = FROZEN_MATCHES if players == 2 else MORE_PLAYERS
            found.append(StrengthPart("frozen", game, players, {(LEVELS[-1], FROZEN): count}))
    found += [StrengthPart("growth", game, 2, growth()) for game in known]
    kinds = list(dict.fromkeys(part.name for part in found))
    for name in names:
        if name not in kinds:
            raise BadOption("all", name, ", ".join(kinds))
    chosen = [part for part in found if part.name in (names or kinds) and part.game in (games or known)]
    return sorted(chosen, key=lambda part: (part.players, kinds.index(part.name)))


def play_part(part: StrengthPart, folder: str | Path = ".", work: Work = HERE, seed: int = 0) -> Ladder:
    """Play what is missing of a part; its matches are kept in a journal of the folder."""
    journal = Path(folder) / f"khonsu-ladder-{part.game}-{part.players}.jsonl"
    options = OPTIONS.get(part.game, {})
    return ladder(part.game, part.pairs, players=part.players, seed=seed, journal=journal, work=work, **options)


def write_part(file: Path, part: StrengthPart, found: Ladder) -> None:
    """The section of a part, with the command that makes it again."""
    write(file, found, f"khonsu ladder {part.game} --all {part.name}", part.name)
