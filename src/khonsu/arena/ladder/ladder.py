"""The ladder: bots against each other, and how strong each is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from khonsu.arena.ladder.bouts import Bout, BoutLine, Contest, Journal, bout_of, bouts, code_of, play_bout, won
from khonsu.arena.problems import TooFewBots
from khonsu.arena.runs.plan import Limits, plan
from khonsu.arena.work import HERE, Work
from khonsu.bots import known
from khonsu.kernel.game import Game
from khonsu.stats.charts import Floats
from khonsu.stats.intervals import Dot, share_of
from khonsu.stats.ratings import Rating, rate
from khonsu.stats.sheet import Sheet

Pairings = dict[tuple[str, str], int]


@dataclass(frozen=True)
class Standing:
    """How `one` did against `rest`: its share of the wins, intervals from pairs of matches with the same seed."""

    one: str
    rest: str
    wins: Dot
    seeds: int


@dataclass(frozen=True)
class Ladder:
    """Finished matches of a ladder and what they show; in a notebook its two tables."""

    contest: Contest
    pairs: Sequence[tuple[str, str]]
    lines: Sequence[BoutLine]
    complete: bool = True  # Ctrl-C may have ended it earlier

    def __str__(self) -> str:
        return "\n\n".join(sheet.text() for sheet in self.sheets())

    def _repr_html_(self) -> str:
        return "".join(sheet.html() for sheet in self.sheets())

    @cached_property
    def standings(self) -> list[Standing]:
        """Wins of every pair that has played."""
        return standings(self.lines, self.pairs)

    @cached_property
    def ratings(self) -> list[Rating]:
        """Elo of every bot that has played, the best first."""
        pairs: dict[tuple[str, str], dict[int, Floats]] = {}
        for line in self.lines:
            by_seed = pairs.setdefault((line["one"], line["rest"]), {})
            by_seed[line["seed"]] = by_seed.get(line["seed"], 0) + np.array(won(line))
        results = {pair: np.array(list(by_seed.values())) for pair, by_seed in pairs.items()}
        return rate(results, self.contest.players)

    @cached_property
    def milliseconds(self) -> dict[str, float]:
        """Mean time of a step, by bot."""
        total: dict[str, Floats] = {}
        for line in self.lines:
            for name, times in line["seconds_and_steps"].items():
                total[name] = total.get(name, np.zeros(2)) + times[:2]
        return {name: 1000 * float(seconds / steps) for name, (seconds, steps) in total.items() if steps}

    @cached_property
    def longest(self) -> dict[str, float]:
        """The longest step, by bot, in milliseconds; lines of 0.2.0 do not tell it."""
        found: dict[str, float] = {}
        for line in self.lines:
            for name, times in line["seconds_and_steps"].items():
                found[name] = max(found.get(name, 0.0), *(1000 * seconds for seconds in times[2:]), 0.0)
        return found

    @property
    def replaced(self) -> int:
        """How many steps greedy played, because a bot failed."""
        return sum(line["replaced"] for line in self.lines)

    def sheets(self) -> tuple[Sheet, Sheet]:
        """The results as tables: every pair, then the ratings."""
        others, times = self.contest.players - 1, (self.milliseconds, self.longest)
        pairs = [
            (row.one, row.rest if others == 1 else f"{others} × {row.rest}", str(row.wins.n), *shares(row.wins))
            for row in self.standings
        ]
        ratings = [
            (row.name, f"{row.elo:.0f}", reach(row), *(f"{each.get(row.name, 0):.2f}" for each in times))
            for row in self.ratings
        ]
        return (
            Sheet(("bot", "against", "matches", "wins", "95% interval"), pairs, left=2),
            Sheet(("bot", "Elo", "95% interval", "ms per move", "longest"), ratings),
        )

    def as_data(self) -> dict[str, object]:
        """All figures as plain data, for JSON."""
        return {
            "game": self.contest.game,
            "players": self.contest.players,
            "pairs": [
                {"bot": s.one, "against": s.rest, "seeds": s.seeds, "matches": s.wins.n}
                | {"wins": s.wins.value, "low": s.wins.low, "high": s.wins.high}
                for s in self.standings
            ],
            "ratings": [
                {
                    **row._asdict(),
                    "milliseconds": self.milliseconds.get(row.name),
                    "longest": self.longest.get(row.name),
                }
                for row in self.ratings
            ],
        }


def shares(wins: Dot) -> tuple[str, str]:
    """A share with its interval, as it is written."""
    return f"{wins.value:.1%}", f"{wins.low:.1%} – {wins.high:.1%}"


def reach(rating: Rating) -> str:
    """The interval of a rating; the bot that all others are measured from has none."""
    return "—" if rating.low == rating.high else f"{rating.low:.0f} – {rating.high:.0f}"


def pairings(
    bots: Sequence[str], against: Sequence[str] = ("greedy", "random"), games: int = 200, measured: int | None = None
) -> Pairings:
    """Who plays whom, and how many matches: each bot plays `games` against the one before it in the list.

    The last one plays the first of `against`, and this one the next, each `measured` matches if that is given.
    """
    steps = [(one, rest, games) for rest, one in pairwise(bots)]
    steps += [(one, rest, measured or games) for one, rest in pairwise([bots[-1], *against])]
    found: Pairings = {}
    for one, rest, count in steps:
        if one != rest and (rest, one) not in found:
            found.setdefault((one, rest), count)
    if not found:
        raise TooFewBots(", ".join((*bots, *against)))
    return found


def ladder(
    game: str | Game,
    pairs: Mapping[tuple[str, str], int],
    *,
    players: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    journal: str | Path | None = None,
    work: Work = HERE,
    **options: object,
) -> Ladder:
    """Play pairs of bots (as `pairings` makes them) and say how strong each is; `options` are the game's.

    A pair's number of matches is rounded up to whole rotations of the seats. With more than two players the first of a
    pair sits among others of the second kind. In the `journal` finished matches are kept; started again, also with
    other pairs, only what is missing is played. Ctrl-C ends the ladder with the matches that are there.
    """
    if not pairs:
        raise TooFewBots("")
    names = [known(name) for pair in pairs for name in pair]
    table = {"players": players, "seed": seed, **options}
    contest, _ = contest_of(game, max(pairs.values()), names[0], limits, table)
    wanted: list[Bout] = []
    for (one, rest), count in pairs.items():
        wanted += bouts(one, rest, contest.players, range(seed, seed + -(-count // contest.players)))
    lines, complete = climbed(contest, wanted, Journal(Path(journal) if journal else None), work)
    if not lines:
        raise KeyboardInterrupt
    return Ladder(contest, list(pairs), lines, complete)


def contest_of(
    game: str | Game, games: int, bot: str, limits: Limits | None, table: Mapping[str, Any]
) -> tuple[Contest, int]:
    """The contest at a table (`players`, `seed` and the game's options) and its first seed, checked."""
    options = dict(table)
    players, seed = options.pop("players", None), options.pop("seed", 0)
    made = plan(game, games, bot, players, seed, limits, options)
    return Contest(made.game, made.players, made.options, made.limits, code_of(made.game)), seed


def climbed(
    contest: Contest,
    wanted: Sequence[Bout],
    journal: Journal,
    work: Work,
    enough: Callable[[Mapping[Bout, BoutLine]], bool] | None = None,
) -> tuple[list[BoutLine], bool]:
    """The lines of these matches, those that are not in the journal played now; and whether all of them are there.

    No more are played as soon as those that are there are `enough`.
    """
    lines = journal.lines(contest)
    tasks = [(contest, bout) for bout in wanted if bout not in lines]
    done = len(wanted) - len(tasks)
    work.tell(done, len(wanted))
    if enough and enough(lines):
        tasks = []
    try:
        with closing(work.each(play_bout, tasks)) as results:
            for line in journal.add(line for _, line in results):
                lines[bout_of(line)] = line
                done += 1
                work.tell(done, len(wanted))
                if enough and enough(lines):
                    break
    except KeyboardInterrupt:
        pass
    return [lines[bout] for bout in wanted if bout in lines], done == len(wanted)


def standings(lines: Sequence[BoutLine], pairs: Sequence[tuple[str, str]]) -> list[Standing]:
    """Wins of every pair that has played."""
    found = []
    for one, rest in pairs:
        mine = [line for line in lines if (line["one"], line["rest"]) == (one, rest)]
        if mine:
            seeds = np.array([line["seed"] for line in mine], np.uint64)
            wins = share_of(one, [won(line)[0] for line in mine], seeds)
            found.append(Standing(one, rest, wins, len(set(seeds.tolist()))))
    return found
