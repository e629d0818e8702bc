"""A bot that is a program in any language: it reads questions and writes answers as lines of JSON (docs/bots.md)."""

from __future__ import annotations

import json
import shlex
import subprocess
import weakref
from collections.abc import Mapping
from contextlib import suppress
from typing import TypedDict

from khonsu.bots import Budget, Candidate, Choice
from khonsu.kernel.position import Position


class OfferedStep(TypedDict):
    """A legal step, as a program is told it."""

    id: int
    text: str


class ProgramQuestion(TypedDict):
    """One line to a program."""

    game: str
    players: int
    seat: int
    turn: int
    view: Mapping[str, object]
    legal: list[OfferedStep]
    budget: dict[str, float | int | None]


class ProgramBot:
    """Starts a command at the first question and keeps it; one line in, one line out."""

    def __init__(self, command: str) -> None:
        self.name = f"program:{command}"
        self.command = command
        self._process: subprocess.Popen[str] | None = None

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """Send what the seat knows and its legal steps; the answer names a step by id or notation."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = question(position, seat, budget)
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                raise RuntimeError("the program has ended without an answer")
            return answer(json.loads(line), asked["legal"], position.players)
        except Exception:
            self.close()  # a late answer to this question must not be taken for one to the next
            raise

    def close(self) -> None:
        """End the program; the next question starts it again."""
        process, self._process = self._process, None
        if process is not None:
            end(process)

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            weakref.finalize(self, end, self._process)
        return self._process


def end(process: subprocess.Popen[str]) -> None:
    """Kill a program; whoever still waits for its answer gets an end of file."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not written yet has no reader any more
                pipe.close()


def question(position: Position, seat: int, budget: Budget) -> ProgramQuestion:
    """All that a program is told: what the seat sees, what it may do, what it may use."""
    return {
        "game": position.game.name,
        "players": position.players,
        "seat": seat,
        "turn": position.turn,
        "view": position.view(seat),
        "legal": [{"id": step, "text": position.notation(seat, step)} for step in position.legal(seat)],
        "budget": {"seconds": budget.seconds, "iterations": budget.iterations, "seed": budget.seed},
    }


def answer(told: object, legal: list[OfferedStep], players: int) -> Choice:
    """The program's answer as a choice; estimate and candidates may be left out."""
    if not isinstance(told, dict) or "step" not in told:
        raise ValueError('an answer is an object with a "step"')
    by_text = {step["text"]: step["id"] for step in legal}
    step = by_text.get(told["step"], told["step"]) if isinstance(told["step"], str) else told["step"]
    if isinstance(step, bool) or not isinstance(step, int):
        raise ValueError(f"{told['step']!r} is not a legal step")
    estimate = told.get("estimate")
    if not (isinstance(estimate, list) and len(estimate) == players):
        estimate = [1 / players] * players
    candidates = tuple(
        Candidate(int(row["step"]), float(row["value"]), int(row.get("visits", 1)), row.get("share"))
        for row in told.get("candidates", [])
    )
    return Choice(step, tuple(float(share) for share in estimate), candidates)
