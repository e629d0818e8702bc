"""Many matches among bots: in memory, or kept in Parquet files chunk by chunk."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from khonsu.arena.problems import NotARun
from khonsu.arena.runs.chunks import play_chunk, record_chunk
from khonsu.arena.runs.outcomes import Outcomes, figures, merge
from khonsu.arena.runs.plan import Limits, RunPlan, plan
from khonsu.arena.runs.tables import decision_table, join, match_table, outcomes_in, packed, settings_in
from khonsu.arena.work import HERE, Work
from khonsu.arena.work.folder import RunFolder, compare, keep, whole
from khonsu.kernel.game import Game
from khonsu.stats.intervals import Dot, share_of
from khonsu.stats.sheet import Sheet


@dataclass(frozen=True)
class Keep:
    """Where every decision goes (a Parquet file), and whether its notation and the numbers for learning go with it."""

    file: str | Path
    text: bool = False
    features: bool = False


@dataclass(frozen=True)
class SeatFigures:
    """How one seat did: its share of the wins with its interval, and its points."""

    seat: int
    bot: str
    wins: Dot
    score_mean: float
    score_sd: float
    score_min: float
    score_max: float


@dataclass(frozen=True)
class Simulation:
    """Finished matches and what they show; in a notebook a table of the seats."""

    plan: RunPlan
    outcomes: Outcomes
    seconds: float
    file: Path | None = None  # of the decisions, if they were kept

    def __len__(self) -> int:
        return len(self.outcomes)

    def __str__(self) -> str:
        return self.sheet().text()

    def _repr_html_(self) -> str:
        return self.sheet().html()

    @property
    def complete(self) -> bool:
        """Whether all matches of the plan are there; Ctrl-C may have ended it earlier."""
        return len(self) == self.plan.games

    @cached_property
    def seats(self) -> list[SeatFigures]:
        """The figures of every seat."""
        found = []
        for seat, name in enumerate(self.plan.bots):
            points = self.outcomes.scores[:, seat]
            wins = share_of(name, self.outcomes.shares[:, seat], np.arange(len(self)))
            spread = (points.mean(), points.std(), points.min(), points.max())
            found.append(SeatFigures(seat, name, wins, *map(float, spread)))
        return found

    def sheet(self) -> Sheet:
        """The figures of every seat as a table."""
        headings = ("seat", "bot", "wins", "95% interval", "points", "fewest", "most")
        rows = []
        for row in self.seats:
            wins, points = row.wins, f"{row.score_mean:.2f} ± {row.score_sd:.2f}"
            shares = (f"{wins.value:.1%}", f"{wins.low:.1%} – {wins.high:.1%}")
            rows.append((str(row.seat), row.bot, *shares, points, f"{row.score_min:g}", f"{row.score_max:g}"))
        return Sheet(headings, rows, left=2)

    def counted(self) -> dict[str, dict[str, float]]:
        """What the game itself counts: numbers with their spread, words with their share."""
        return {name: figures(column) for name, column in self.outcomes.extra.items()}

    def as_data(self) -> dict[str, object]:
        """All figures as plain data, for JSON."""
        decisions, turns = self.outcomes.decisions, self.outcomes.turns
        found = {
            "game": self.plan.game,
            "players": self.plan.players,
            "seed": self.plan.seed,
            "seconds": self.seconds,
            "games": len(self),
            "seats": [seat_data(row) for row in self.seats],
            "decisions_mean": float(decisions.mean()),
            "turns_mean": float(turns.mean()),
            "turns_min": int(turns.min()),
            "turns_max": int(turns.max()),
            "counted": self.counted(),
        }
        if self.file:
            found |= {"decisions_file": str(self.file), "matches_file": str(matches_file(self.file))}
        return found


def seat_data(row: SeatFigures) -> dict[str, object]:
    """A seat's figures as plain data."""
    plain = asdict(row)
    wins: Dot = plain.pop("wins")
    shares = {"win_share": wins.value, "win_low": wins.low, "win_high": wins.high}
    return {**plain, **shares, "win_margin": (wins.high - wins.low) / 2}


def simulate(
    game: str | Game,
    games: int = 1000,
    bots: str | Sequence[str] = "random",
    *,
    players: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    keep: str | Path | Keep | None = None,
    work: Work = HERE,
    **options: object,
) -> Simulation:
    """Play matches with seeds seed, seed+1, ... and sum them up; `options` are the game's.

    `bots` are those of all seats, the last one repeated. With `keep` every decision goes into a Parquet file, and a run
    that was interrupted goes on; without it Ctrl-C ends the run with the matches that are finished.
    """
    made, began = plan(game, games, bots, players, seed, limits, options), time.perf_counter()
    if keep is None:
        return Simulation(made, in_memory(made, work), time.perf_counter() - began)
    chosen = keep if isinstance(keep, Keep) else Keep(keep)
    made, file = replace(made, record=True, text=chosen.text, features=chosen.features), Path(chosen.file)
    return Simulation(made, kept_in(file, made, work), time.perf_counter() - began, file)


def in_memory(plan: RunPlan, work: Work = HERE) -> Outcomes:
    """Play and keep the results in memory; after Ctrl-C those that are there."""
    parts: dict[int, Outcomes] = {}
    work.tell(0, plan.games)
    try:
        with closing(work.each(play_chunk, [(plan, chunk) for chunk in range(plan.chunks)])) as results:
            for (_, chunk), part in results:
                parts[chunk] = part
                work.tell(plan.matches(parts), plan.games)
    except KeyboardInterrupt:
        if not parts:
            raise
    return merge([parts[chunk] for chunk in sorted(parts)])


def matches_file(output: Path) -> Path:
    """games.parquet has one row per decision, games.matches.parquet beside it one per match."""
    return output.with_name(f"{output.stem}.matches{output.suffix}")


def pack_chunk(plan: RunPlan, chunk: int) -> tuple[bytes, bytes]:
    """The matches of one chunk as two Parquet files: decisions, matches."""
    outcomes, decisions, texts = record_chunk(plan, chunk)
    seeds = plan.seeds(chunk)
    return (
        packed(decision_table(plan, seeds, outcomes, decisions, texts)),
        packed(match_table(plan, seeds, outcomes)),
    )


def is_there(output: Path, plan: RunPlan) -> bool:
    """Whether this plan has been carried out; raises if the output belongs to something else."""
    if not output.exists():
        return False
    settings = settings_in(output) if output.is_file() else None
    if settings is None:
        raise NotARun(output)
    compare(output, settings, plan.settings())
    return True


def kept_in(output: Path, plan: RunPlan, work: Work = HERE) -> Outcomes:
    """Play and keep every decision; goes on with what an earlier run of the same plan has left."""
    if is_there(output, plan):
        work.tell(plan.games, plan.games)
    else:
        folder = RunFolder(output, plan.settings(), "parquet")
        done = folder.finished("matches")
        work.tell(plan.matches(done), plan.games)
        tasks = [(plan, chunk) for chunk in range(plan.chunks) if chunk not in done]
        with closing(work.each(pack_chunk, tasks)) as results:
            for (_, chunk), (decisions, matches) in results:
                keep(folder.part("decisions", chunk), decisions)
                keep(folder.part("matches", chunk), matches)  # last: a chunk is finished when this is there
                done.add(chunk)
                work.tell(plan.matches(done), plan.games)
        for kind, file in (("matches", matches_file(output)), ("decisions", output)):
            parts = [folder.part(kind, chunk) for chunk in range(plan.chunks)]
            whole(file, lambda draft, parts=parts: join(parts, draft, plan.settings()))  # type: ignore[misc]
    RunFolder(output, plan.settings(), "parquet").remove()
    return outcomes_in(matches_file(output))
