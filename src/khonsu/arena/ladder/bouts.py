"""The matches of a ladder: one bot against the rest, with paired seeds and rotated seats, each played only once.

Every seed is played once from each seat, so the luck of the deal and of the seat falls on both sides alike. A finished
match is one line of a journal; started again, only those that are missing are played. A line tells which code played it
(a digest of rules and bots), so results of different code are never mixed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TypedDict, cast

import khonsu
from khonsu.arena.runs.matches import play_match
from khonsu.arena.runs.plan import Pairs
from khonsu.games import game as find_game
from khonsu.games import package

SOURCES = {".py", ".json", ".npz", ".npy"}


@dataclass(frozen=True)
class Contest:
    """What is the same in all matches of a ladder."""

    game: str
    players: int
    options: Pairs
    limits: tuple[tuple[str, float], ...]
    code: str

    def plain(self) -> dict[str, object]:
        """The contest as plain data."""
        return {**asdict(self), "options": dict(self.options), "limits": dict(self.limits)}


@dataclass(frozen=True)
class Bout:
    """One match: `one` sits at `place`, all other seats are played by `rest`."""

    one: str
    rest: str
    seed: int
    place: int


class BoutLine(TypedDict):
    """A finished match in the journal; the fields of its contest are there, too."""

    one: str
    rest: str
    seed: int
    place: int
    players: int
    share: float  # of the win that `one` got
    others: float  # and all the others together
    scores: list[float]
    turns: int
    seconds_and_steps: dict[str, list[float]]  # by bot; the third number is the longest step, in seconds
    replaced: int  # steps that greedy played, because a bot failed


def bouts(one: str, rest: str, players: int, seeds: range) -> list[Bout]:
    """All matches of a pair: every seed from each seat."""
    return [Bout(one, rest, seed, place) for seed in seeds for place in range(players)]


def play_bout(contest: Contest, bout: Bout) -> BoutLine:
    """One match as a line of the journal."""
    names = [bout.one if seat == bout.place else bout.rest for seat in range(contest.players)]
    game = find_game(contest.game)
    played = play_match(game, contest.players, bout.seed, names, dict(contest.options), dict(contest.limits))
    shares = played.match.result()
    own, others = shares[bout.place], sum(shares) - shares[bout.place]
    times: dict[str, list[float]] = {bout.one: [0, 0, 0], bout.rest: [0, 0, 0]}
    for name, seconds, steps, longest in zip(names, played.seconds, played.steps, played.longest):
        before = times[name]
        times[name] = [before[0] + seconds, before[1] + steps, max(before[2], longest)]
    line = {
        **contest.plain(),
        **asdict(bout),
        "share": own,
        "others": others,
        "scores": played.match.scores(),
        "turns": played.match.position.turn,
        "seconds_and_steps": times,
        "replaced": sum(played.replaced),
    }
    return cast(BoutLine, line)


def won(line: BoutLine) -> tuple[float, float]:
    """The share of the win of `one` and of all the others together; a match that nobody won is even."""
    even = 1 / line["players"]
    return (line["share"], line["others"]) if line["share"] + line["others"] > 0 else (even, 1 - even)


def bout_of(line: BoutLine) -> Bout:
    """Which match a line tells of."""
    return Bout(line["one"], line["rest"], line["seed"], line["place"])


def code_of(name: str) -> str:
    """A digest of everything that decides how a match among the bots of this package goes."""
    home, game = Path(str(khonsu.__file__)).parent, Path(str(import_module(package(name)).__file__)).parent
    total = hashlib.blake2s((game / "game.py").read_bytes(), digest_size=6)  # it holds the tuning of the search
    for folder in (home / "kernel", home / "bots", game / "rules", game / "weights"):
        for file in sorted(folder.rglob("*")):
            if file.suffix in SOURCES:
                total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


class Journal:
    """Finished matches, one JSON line each, in a file that only grows; without a file nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        self.file = file

    def lines(self, contest: Contest) -> dict[Bout, BoutLine]:
        """The matches of this contest that are there; a line that was cut off by a kill is passed over."""
        found: dict[Bout, BoutLine] = {}
        same = json.loads(json.dumps(contest.plain()))
        for text in self.file.read_text(encoding="utf-8").splitlines() if self.file and self.file.exists() else []:
            try:
                line = json.loads(text)
                bout = bout_of(line)
            except (ValueError, KeyError, TypeError):
                continue
            if all(line.get(key) == value for key, value in same.items()):
                found[bout] = line
        return found

    def add(self, lines: Iterable[BoutLine]) -> Iterator[BoutLine]:
        """Append lines as they come, each on disk before the next."""
        if self.file is None:
            yield from lines
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        before = self.file.read_bytes() if self.file.exists() else b""
        torn = before and not before.endswith(b"\n")
        with self.file.open("a", encoding="utf-8") as out:
            if torn:
                out.write("\n")
            for line in lines:
                out.write(json.dumps(line) + "\n")
                out.flush()
                yield line
