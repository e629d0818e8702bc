"""Matches and decisions as Arrow tables for Parquet files; docs/arena.md says what each column means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from khonsu.arena.runs.kernel.recording import LEGAL, SEAT, STEP, TURN, Decisions
from khonsu.arena.runs.outcomes import Outcomes
from khonsu.arena.runs.plan import RunPlan
from khonsu.extras import need


def arrow() -> Any:
    """The library, or one sentence that says how to get it."""
    return need("pyarrow", "arena", "--out")


def word(value: str, count: int) -> Any:
    """A column that says the same in every row."""
    pa = arrow()
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int8)), pa.array([value]))


def lists(values: Any, lengths: Any) -> Any:
    """A column of lists from all their values end to end."""
    pa = arrow()
    return pa.ListArray.from_arrays(pa.array(np.concatenate([[0], np.cumsum(lengths)]), pa.int32()), pa.array(values))


def options_text(plan: RunPlan) -> str:
    """The options as JSON."""
    return json.dumps(dict(plan.options), ensure_ascii=False)


def match_table(plan: RunPlan, seeds: range, outcomes: Outcomes) -> Any:
    """One row per match."""
    pa = arrow()
    count, seats = len(outcomes), [plan.players] * len(outcomes)
    bots = [name for seed in seeds for name in plan.seated(seed)]
    columns = {
        "game": word(plan.game, count),
        "rules": pa.array([plan.rules] * count, pa.int16()),
        "options": word(options_text(plan), count),
        "players": pa.array(seats, pa.int8()),
        "seed": pa.array(list(seeds), pa.uint64()),
        "bots": lists(pa.array(bots).dictionary_encode(), seats),
        "first": pa.array(outcomes.first, pa.int8()),
        "decisions": pa.array(outcomes.decisions, pa.int32()),
        "turns": pa.array(outcomes.turns, pa.int32()),
        "scores": lists(outcomes.scores.ravel(), seats),
        "shares": lists(outcomes.shares.ravel(), seats),
    }
    if outcomes.extra:
        columns["counted"] = pa.StructArray.from_arrays(
            [pa.array(column) for column in outcomes.extra.values()], list(outcomes.extra)
        )
    return pa.table(columns)


def decision_table(plan: RunPlan, seeds: range, outcomes: Outcomes, decisions: Decisions, texts: list[str]) -> Any:
    """One row per decision, with what the match brought its seat in the end."""
    pa = arrow()
    rows, count = decisions.rows, len(decisions.rows)
    match = np.repeat(np.arange(len(outcomes)), decisions.lengths)
    first_row = np.repeat(np.cumsum(decisions.lengths) - decisions.lengths, decisions.lengths)
    seat = rows[:, SEAT]
    names = np.array([plan.seated(seed) for seed in seeds])
    columns = {
        "game": word(plan.game, count),
        "options": word(options_text(plan), count),
        "players": pa.array(np.full(count, plan.players, np.int8)),
        "seed": pa.array(np.array(seeds, np.uint64)[match]),
        "ply": pa.array((np.arange(count) - first_row).astype(np.int32)),
        "turn": pa.array(np.ascontiguousarray(rows[:, TURN])),
        "seat": pa.array(seat.astype(np.int8)),
        "bot": pa.array(names[match, seat]).dictionary_encode(),
        "step": pa.array(np.ascontiguousarray(rows[:, STEP])),
        "n_legal": pa.array(np.ascontiguousarray(rows[:, LEGAL])),
        "legal": lists(decisions.legal, rows[:, LEGAL]),
        "score": pa.array(outcomes.scores[match, seat]),
        "share": pa.array(outcomes.shares[match, seat]),
    }
    if plan.text:
        columns["text"] = pa.array(texts)
    if plan.features:
        width = decisions.features.shape[1]
        columns["features"] = pa.FixedSizeListArray.from_arrays(pa.array(decisions.features.ravel()), width)
    return pa.table(columns)


def packed(table: Any) -> bytes:
    """A table as the bytes of a Parquet file."""
    pa = arrow()
    from pyarrow import parquet

    out = pa.BufferOutputStream()
    parquet.write_table(table, out, compression="zstd")
    return bytes(out.getvalue())


def join(parts: list[Path], file: Path, settings: Mapping[str, object]) -> None:
    """Several files as one, a row group for each, so that only one of them is in memory at a time."""
    arrow()
    from pyarrow import parquet

    schema = parquet.read_schema(parts[0]).with_metadata({"khonsu": json.dumps(settings, ensure_ascii=False)})
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for part in parts:
            writer.write_table(parquet.read_table(part).cast(schema))


def settings_in(file: Path) -> dict[str, object] | None:
    """The settings of the run that wrote this file, or None if it is another kind of file."""
    pa = arrow()
    from pyarrow import parquet

    try:
        metadata = parquet.read_schema(file).metadata or {}
        found: dict[str, object] = json.loads(metadata[b"khonsu"])
    except (KeyError, ValueError, pa.ArrowException):
        return None
    return found


def outcomes_in(file: Path) -> Outcomes:
    """The results that a file of matches holds."""
    arrow()
    from pyarrow import parquet

    table = parquet.read_table(file)

    def by_seat(name: str) -> Any:
        column = table[name].combine_chunks()
        return column.flatten().to_numpy().reshape(len(column), -1)

    extra = {}
    if "counted" in table.column_names:
        counted = table["counted"].combine_chunks()
        for field in counted.type:
            values = counted.field(field.name).to_numpy(zero_copy_only=False)
            extra[field.name] = values.astype(str) if values.dtype == object else values.astype(float)
    return Outcomes(
        by_seat("scores"),
        by_seat("shares"),
        table["decisions"].to_numpy().astype(np.int64),
        table["turns"].to_numpy().astype(np.int64),
        extra,
        table["first"].to_numpy().astype(np.int64),
    )
