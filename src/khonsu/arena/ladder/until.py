"""Which of two bots is stronger, in as few matches as that takes: a sequential test over seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from khonsu.arena.ladder.bouts import Bout, BoutLine, Contest, Journal, bout_of, bouts, won
from khonsu.arena.ladder.ladder import Standing, climbed, contest_of, shares, standings
from khonsu.arena.problems import TooFewBots
from khonsu.arena.runs.plan import Limits
from khonsu.arena.work import HERE, Work
from khonsu.bots import known
from khonsu.kernel.game import Game
from khonsu.stats.sequential import Hypotheses
from khonsu.stats.sheet import Sheet

STEP = 0.1  # how much more than an even share the high hypothesis is, where nothing is said


@dataclass(frozen=True)
class Verdict:
    """What a sequential test has found so far. Seeds count in their order, each from every seat, up to the decision."""

    contest: Contest
    pair: tuple[str, str]
    hypotheses: Hypotheses
    lines: Sequence[BoutLine]
    complete: bool = True  # Ctrl-C may have ended it earlier

    def __str__(self) -> str:
        return self.sheet().text()

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier the results are with the high share."""
        return self.hypotheses.evidence(by_seed(self.lines, self.contest.players))

    @property
    def answer(self) -> str | None:
        """`high` or `low`: the share that was decided for; None if the matches did not suffice."""
        if abs(self.evidence) < self.hypotheses.bound:
            return None
        return "high" if self.evidence > 0 else "low"

    @property
    def standing(self) -> Standing | None:
        """The wins with their interval, once there are matches. It is a little too sure: the test chose when to end."""
        return next(iter(standings(self.lines, [self.pair])), None)

    def sheet(self) -> Sheet:
        """The result as a table."""
        headings = ("bot", "against", "matches", "wins", "95% interval", "low or high", "evidence", "decided")
        row, asked = self.standing, self.hypotheses
        found = (str(row.wins.n), *shares(row.wins)) if row else ("0", "—", "—")
        telling = (f"{asked.low:.0%} / {asked.high:.0%}", f"{self.evidence:+.2f} (±{asked.bound:.2f})")
        return Sheet(headings, [(*self.pair, *found, *telling, self.answer or "—")], left=2)

    def as_data(self) -> dict[str, object]:
        """All figures as plain data, for JSON."""
        row = self.standing
        return {
            **{"game": self.contest.game, "players": self.contest.players, "bot": self.pair[0]},
            **{"against": self.pair[1], **self.hypotheses._asdict(), "bound": self.hypotheses.bound},
            **{"evidence": self.evidence, "answer": self.answer, "complete": self.complete},
            **{"matches": row.wins.n if row else 0, "seeds": row.seeds if row else 0},
            "wins": row.wins.value if row else None,
            "interval": [row.wins.low, row.wins.high] if row else None,
        }


def until(
    game: str | Game,
    pair: tuple[str, str],
    hypotheses: tuple[float, ...] | None = None,
    *,
    most: int = 400,
    hear: Callable[[Verdict], None] | None = None,
    limits: Limits | None = None,
    journal: str | Path | None = None,
    work: Work = HERE,
    **table: int | str | bool | None,
) -> Verdict:
    """Play one bot against others of a second kind until it is clear whether its share is rather low or high.

    `hypotheses` are the two shares and the error that is allowed (an even share, 10 points more, 5%); at most `most`
    matches are played. `table` are `players`, `seed` and the game's options. In the `journal` finished matches are
    kept, as those of a ladder. `hear` is told how it stands after every match.
    """
    if pair[0] == pair[1]:
        raise TooFewBots(pair[0])
    one, rest = map(known, pair)
    contest, seed = contest_of(game, most, one, limits, table)
    players, even = contest.players, 1 / contest.players
    asked = Hypotheses(*(hypotheses or (even, min(even + STEP, 1.0)))).checked()
    wanted = bouts(one, rest, players, range(seed, seed + -(-most // players)))

    def so_far(lines: Mapping[Bout, BoutLine]) -> Verdict:
        return Verdict(contest, (one, rest), asked, counted(lines, wanted, players, asked))

    def enough(lines: Mapping[Bout, BoutLine]) -> bool:
        verdict = so_far(lines)
        if hear:
            hear(verdict)
        return verdict.answer is not None

    lines, complete = climbed(contest, wanted, Journal(Path(journal) if journal else None), work, enough)
    found = so_far({bout_of(line): line for line in lines})
    return replace(found, complete=complete or found.answer is not None)


def counted(lines: Mapping[Bout, BoutLine], wanted: Sequence[Bout], players: int, asked: Hypotheses) -> list[BoutLine]:
    """The matches that count: whole seeds in their order, up to the one that decides.

    Whoever finishes first must not matter, so a seed waits for those before it.
    """
    there = [lines[bout] for bout in takewhile(lambda bout: bout in lines, wanted)]
    whole = there[: len(there) // players * players]
    end = asked.decided(by_seed(whole, players))
    return whole if end is None else whole[: end * players]


def by_seed(lines: Sequence[BoutLine], players: int) -> list[float]:
    """The mean share of each seed, of lines in the order of their seeds."""
    return [sum(won(line)[0] for line in lines[at : at + players]) / players for at in range(0, len(lines), players)]
