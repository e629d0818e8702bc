"""All of docs/strength.md: which matches it needs, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import khonsu
from khonsu.arena.ladder.ladder import Ladder, Pairings, ladder
from khonsu.arena.ladder.strength import PartKey, write
from khonsu.arena.runs.plots import draw_growth, matplotlib_there
from khonsu.arena.work import HERE, Work
from khonsu.arena.work.folder import keep
from khonsu.errors import BadOption

LEVELS = tuple(f"level{n}" for n in range(1, 9))
MATCHES = 200  # between neighbours, and of swift
SLOW, SLOW_MATCHES = frozenset(LEVELS[-2:]), 100  # the two highest pairs
FROZEN, FROZEN_MATCHES, MORE_PLAYERS = "frozen-level6", 100, 60  # with two players, and with more
QUADRUPLED, QUADRUPLED_MATCHES = ((1 / 32, 1 / 8), (1 / 8, 1 / 2)), 100  # seconds a step
BETWEEN, BETWEEN_MATCHES = ((1 / 32, 1 / 16), (1 / 16, 1 / 4)), 40  # what the curve needs besides


class StrengthPart(NamedTuple):
    """One section of the document."""

    name: str
    game: str
    players: int
    pairs: Pairings

    @property
    def key(self) -> PartKey:
        """How the document finds it."""
        return self.game, self.players, self.name

    @property
    def command(self) -> str:
        """What plays its matches again."""
        return f"khonsu ladder {self.game} --all {self.name} --players {self.players}"


def timed(seconds: float) -> str:
    """The search with so much time for a step."""
    return f"search:learned,seconds={seconds:g}"


def neighbours() -> Pairings:
    """Every level against the one below."""
    return {(one, rest): SLOW_MATCHES if one in SLOW else MATCHES for rest, one in pairwise(LEVELS)}


def times4() -> Pairings:
    """The search with four times the time against itself."""
    return {(timed(more), timed(less)): QUADRUPLED_MATCHES for less, more in QUADRUPLED}


def growth() -> Pairings:
    """The search with one time against another, from 1/32 to 1/2 second; `times4` has played most of it."""
    return {**times4(), **{(timed(more), timed(less)): BETWEEN_MATCHES for less, more in BETWEEN}}


def parts(games: Sequence[str] = (), names: Sequence[str] = ()) -> list[StrengthPart]:
    """What there is to play: of these games and of these names, or all. What tells most comes first."""
    known = sorted(khonsu.games())
    found = [StrengthPart("swift", game, 2, {("swift", "frozen-greedy"): MATCHES}) for game in known]
    found += [StrengthPart("neighbours", game, 2, neighbours()) for game in known]
    more = [(players, game) for game in known for players in khonsu.games()[game].players]
    for players, game in sorted(more):
        count = FROZEN_MATCHES if players == 2 else MORE_PLAYERS
        found.append(StrengthPart("frozen", game, players, {(LEVELS[-1], FROZEN): count}))
    found += [StrengthPart("times4", game, 2, times4()) for game in known]
    found += [StrengthPart("growth", game, 2, growth()) for game in known]
    kinds = list(dict.fromkeys(part.name for part in found))
    for name in names:
        if name not in kinds:
            raise BadOption("all", name, ", ".join(kinds))
    return [part for part in found if part.name in (names or kinds) and part.game in (games or known)]


def play_part(part: StrengthPart, journal: str | Path | None = None, work: Work = HERE, seed: int = 0) -> Ladder:
    """Play what is missing of a part; its matches are kept in a journal, the usual one of a ladder if none is named."""
    journal = journal or f"khonsu-ladder-{part.game}-{part.players}.jsonl"
    return ladder(part.game, part.pairs, players=part.players, seed=seed, journal=journal, work=work)


def write_part(file: Path, part: StrengthPart, found: Ladder, command: str) -> None:
    """The section of a part, with the command that makes it again; sections that no part makes any more are removed."""
    picture = ""
    if part.name == "growth":
        matplotlib_there()
        picture = f"images/growth-{part.game}.svg"
        times = {timed(seconds): seconds for pair in (*QUADRUPLED, *BETWEEN) for seconds in pair}
        target = file.parent / picture
        target.parent.mkdir(parents=True, exist_ok=True)
        keep(target, draw_growth([(times[row.name], row) for row in found.ratings]).encode())
    write(file, found, command, part.name, picture, {one.key for one in parts()})
