"""A simulation from its plan to its results: in memory, or kept in Parquet files chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from khonsu.arena.work.folder import RunFolder, compare, whole
from khonsu.arena.runs.plan import Plan
from khonsu.arena.problems import NotARun
from khonsu.arena.runs.chunks import Outcomes, merge, play_chunk, record_chunk
from khonsu.arena.runs.tables import decision_table, join, match_table, outcomes_in, packed, settings_in
from khonsu.arena.work.workers import each


class Where(NamedTuple):
    """Who does the work: so many processes, or a Ray cluster."""

    jobs: int = 1
    ray: str | None = None


def simulate(plan: Plan, where: Where, advance: Callable[[int], None]) -> Outcomes | None:
    """Play and keep the results in memory; after Ctrl-C what is finished, None if nothing is."""
    parts: dict[int, Outcomes] = {}
    tasks = [(plan, chunk) for chunk in range(plan.chunks)]
    try:
        with closing(each(play_chunk, tasks, where.jobs, where.ray)) as work:
            for (_, chunk), part in work:
                parts[chunk] = part
                advance(len(part))
    except KeyboardInterrupt:
        pass
    return merge([parts[chunk] for chunk in sorted(parts)]) if parts else None


def matches_file(output: Path) -> Path:
    """games.parquet has one row per decision, games.matches.parquet beside it one per match."""
    return output.with_name(f"{output.stem}.matches{output.suffix}")


def pack_chunk(plan: Plan, chunk: int) -> tuple[bytes, bytes]:
    """The matches of one chunk as two Parquet files: decisions, matches."""
    outcomes, decisions, texts = record_chunk(plan, chunk)
    seeds = plan.seeds(chunk)
    return (
        packed(decision_table(plan, seeds, outcomes, decisions, texts)),
        packed(match_table(plan, seeds, outcomes)),
    )


def finished(plan: Plan, output: Path) -> int:
    """How many matches of this plan are already there; raises if the output belongs to something else."""
    if output.exists():
        settings = settings_in(output) if output.is_file() else None
        if settings is None:
            raise NotARun(output)
        compare(output, settings, plan.settings())
        return plan.games
    folder = RunFolder(output, plan.settings(), "parquet")
    return sum(len(plan.seeds(chunk)) for chunk in folder.finished("matches"))


def simulate_to(plan: Plan, output: Path, where: Where, advance: Callable[[int], None]) -> Outcomes:
    """Play and keep every decision; goes on with what an earlier run of the same plan has left."""
    if finished(plan, output) < plan.games or not output.exists():
        folder = RunFolder(output, plan.settings(), "parquet")
        done = folder.finished("matches")
        tasks = [(plan, chunk) for chunk in range(plan.chunks) if chunk not in done]
        with closing(each(pack_chunk, tasks, where.jobs, where.ray)) as work:
            for (_, chunk), (decisions, matches) in work:
                keep(folder.part("decisions", chunk), decisions)
                keep(folder.part("matches", chunk), matches)  # last: a chunk is finished when this is there
                advance(len(plan.seeds(chunk)))
        for kind, file in (("matches", matches_file(output)), ("decisions", output)):
            parts = [folder.part(kind, chunk) for chunk in range(plan.chunks)]
            whole(file, lambda draft, parts=parts: join(parts, draft, plan.settings()))  # type: ignore[misc]
    RunFolder(output, plan.settings(), "parquet").remove()
    return outcomes_in(matches_file(output))


def keep(file: Path, content: bytes) -> None:
    """A part of a chunk, in one piece."""
    whole(file, lambda draft: draft.write_bytes(content))
