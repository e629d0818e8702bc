"""The ladder: bots against each other, one against the rest, with paired seeds and rotated seats.

Every seed is played once from each seat, so the luck of the deal and of the seat falls on both sides alike. A finished
match is one line of a journal; started again, only those that are missing are played. A line tells which code played it
(a digest of rules and bots), so results of different code are never mixed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import khonsu
from khonsu.arena.runs.matches import play_match
from khonsu.arena.problems import TooFewBots
from khonsu.arena.runs.simulate import Where
from khonsu.arena.work.workers import each
from khonsu.games import game as find_game
from khonsu.games import package
from khonsu.stats.charts import Dot, share_of
from khonsu.stats.ratings import Rating, rate

SOURCES = {".py", ".json", ".npz", ".npy"}


@dataclass(frozen=True)
class Contest:
    """What is the same in all matches of a ladder."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    limits: tuple[tuple[str, float], ...]
    code: str


@dataclass(frozen=True)
class Bout:
    """One match: `one` sits at `place`, all other seats are played by `rest`."""

    one: str
    rest: str
    seed: int
    place: int


@dataclass(frozen=True)
class Standing:
    """How `one` did against `rest`: its share of the wins, intervals from pairs of matches with the same seed."""

    one: str
    rest: str
    wins: Dot
    seeds: int


def pairings(bots: Sequence[str], against: Sequence[str]) -> list[tuple[str, str]]:
    """Each bot against the one before it; the last one against the first measure, and this against the next."""
    found = [(one, rest) for rest, one in pairwise(bots)]
    found += pairwise([bots[-1], *against])
    pairs: dict[frozenset[str], tuple[str, str]] = {}
    for one, rest in found:
        if one != rest:
            pairs.setdefault(frozenset((one, rest)), (one, rest))
    if not pairs:
        raise TooFewBots(", ".join((*bots, *against)))
    return list(pairs.values())


def bouts(pairs: Iterable[tuple[str, str]], players: int, games: int, seed: int) -> list[Bout]:
    """All matches; so many for each pair, rounded up to whole rotations of the seats."""
    seeds = range(seed, seed + -(-games // players))
    return [Bout(one, rest, s, place) for one, rest in pairs for s in seeds for place in range(players)]


def play_bout(contest: Contest, bout: Bout) -> dict[str, Any]:
    """One match as a line of the journal."""
    names = [bout.one if seat == bout.place else bout.rest for seat in range(contest.players)]
    game = find_game(contest.game)
    played = play_match(game, contest.players, bout.seed, names, dict(contest.options), dict(contest.limits))
    shares = played.match.result()
    own, others = shares[bout.place], sum(shares) - shares[bout.place]
    times: dict[str, list[float]] = {bout.one: [0, 0], bout.rest: [0, 0]}
    for name, seconds, steps in zip(names, played.seconds, played.steps):
        times[name] = [times[name][0] + seconds, times[name][1] + steps]
    return {
        **plain(contest),
        **asdict(bout),
        "share": own,
        "others": others,
        "scores": played.match.scores(),
        "turns": played.match.position.turn,
        "seconds_and_steps": times,
        "replaced": sum(played.replaced),
    }


def plain(contest: Contest) -> dict[str, Any]:
    """A contest as plain data."""
    return {**asdict(contest), "options": dict(contest.options), "limits": dict(contest.limits)}


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
    """Finished matches, one JSON line each, in a file that only grows."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def lines(self, contest: Contest) -> dict[Bout, dict[str, Any]]:
        """The matches of this contest that are there; a line that was cut off by a kill is passed over."""
        found = {}
        same = json.loads(json.dumps(plain(contest)))
        for text in self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []:
            try:
                line = json.loads(text)
                bout = Bout(line["one"], line["rest"], line["seed"], line["place"])
            except (ValueError, KeyError, TypeError):
                continue
            if all(line.get(key) == value for key, value in same.items()):
                found[bout] = line
        return found

    def add(self, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Append lines as they come, each on disk before the next."""
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


def climb(contest: Contest, wanted: Sequence[Bout], journal: Journal, where: Where) -> Iterator[dict[str, Any]]:
    """Play the matches that are not in the journal yet; yields every new line."""
    there = journal.lines(contest)
    tasks = [(contest, bout) for bout in wanted if bout not in there]
    with closing(each(play_bout, tasks, where.jobs, where.ray)) as work:
        yield from journal.add(line for _, line in work)


def standings(lines: Sequence[dict[str, Any]], pairs: Sequence[tuple[str, str]]) -> list[Standing]:
    """Wins of every pair that has played."""
    found = []
    for one, rest in pairs:
        mine = [line for line in lines if (line["one"], line["rest"]) == (one, rest)]
        if mine:
            seeds = np.array([line["seed"] for line in mine], np.uint64)
            wins = share_of(one, [line["share"] for line in mine], seeds)
            found.append(Standing(one, rest, wins, len(set(seeds.tolist()))))
    return found


def ratings(lines: Sequence[dict[str, Any]], players: int) -> list[Rating]:
    """Elo of every bot that has played, the best first."""
    pairs: dict[tuple[str, str], dict[int, Any]] = {}
    for line in lines:
        by_seed = pairs.setdefault((line["one"], line["rest"]), {})
        by_seed[line["seed"]] = by_seed.get(line["seed"], 0) + np.array([line["share"], line["others"]])
    return rate({pair: np.array(list(by_seed.values())) for pair, by_seed in pairs.items()}, players)


def milliseconds(lines: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Mean time of a step, by bot."""
    total: dict[str, Any] = {}
    for line in lines:
        for name, pair in line["seconds_and_steps"].items():
            total[name] = total.get(name, 0) + np.array(pair)
    return {name: 1000 * float(seconds / steps) for name, (seconds, steps) in total.items() if steps}
