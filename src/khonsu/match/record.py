"""Records: a match as a readable text file, in and out. `docs/record.md` describes the format."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from khonsu.errors import BadRecord, brief
from khonsu.kernel.about import show

if TYPE_CHECKING:
    from khonsu.match import Match

FIRST_LINE = "Khonsu record 1"
HEADER = re.compile(r"(game|rules|players|seed|option [a-z0-9_]+|seat [0-9]{1,2}|scores|result): *(.*)")
STEPS = re.compile(r"([0-9]{1,2}): *(.*)")
END = re.compile(r"end ([0-9]{1,9}) ([0-9a-f]{8})")
MOST_CHARACTERS, MOST_LINES, MOST_STEPS = 500_000, 50_000, 20_000  # of a record that is read


def write(match: Match) -> str:
    """The record of a match as it stands."""
    about = match.game.about
    lines = [
        FIRST_LINE,
        f"game: {about.name}",
        f"rules: {about.rules}",
        f"players: {match.players}",
        *_beginning(match),
        *(f"seat {seat}: {' '.join(name.split())}" for seat, name in enumerate(match.names)),
        f"scores: {numbers(match.scores())}",
    ]
    if match.over:
        lines.append(f"result: {numbers(match.result())}")
    lines.append("")
    for turn in _turns(match):
        lines += turn
    lines.append(f"end {len(match.steps)} {check(match)}")
    return "\n".join(lines) + "\n"


def _beginning(match: Match) -> list[str]:
    """Seed and options, or the position from which the match begins, indented."""
    if match.begins:
        return ["position:", *(f"  {line}" for line in match.begins.text().splitlines())]
    return [f"seed: {match.seed}", *(f"option {name}: {show(value)}" for name, value in match.options.items())]


def _turns(match: Match) -> list[list[str]]:
    """The steps, one line for each seat's part of each turn, with the comments where they were made."""
    turns = [again.position.turn for again in match.replay()]
    places = range(len(match.steps))
    commented = sorted(match.comments)  # a comment begins a new line
    lines = []
    for (_, seat, _), group in groupby(places, lambda i: (turns[i], match.steps[i].seat, bisect_right(commented, i))):
        steps = list(group)
        said = [f"# {line}".rstrip() for line in match.comments.get(steps[0], [])]
        lines.append([*said, f"{seat}: " + "; ".join(match.steps[i].text for i in steps)])
    lines.append([f"# {line}".rstrip() for line in match.comments.get(len(match.steps), [])])
    return lines


class Record(NamedTuple):
    """What a record says, line by line, before anything of it is believed."""

    header: dict[str, tuple[int, str]]  # key -> line, value
    steps: list[tuple[int, int, str]]  # line, seat, notation
    comments: dict[int, list[str]]  # steps played before -> what was said there
    end: tuple[int, int, str]  # line, number of steps, check
    position: tuple[int, str] | None = None  # line, text

    def number(self, key: str) -> int:
        """The whole number that the header gives for a key."""
        if key not in self.header:
            raise BadRecord(1, "the line '{key}: ...' is missing.", key=key)
        line, text = self.header[key]
        if not re.fullmatch(r"[0-9]{1,20}", text):
            raise BadRecord(line, "'{key}' must be a whole number, not '{text}'.", key=key, text=brief(text))
        return int(text)

    def line(self, key: str) -> int:
        """Where the header says something about a key."""
        return self.header.get(key, (1, ""))[0]


def parse(text: str) -> Record:
    """Split a record into its parts, after a look at its size."""
    if len(text) > MOST_CHARACTERS:
        raise _too_large(1)
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise _too_large(MOST_LINES + 1)
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(1, "a record begins with the line '{first}'.", first=FIRST_LINE)
    header: dict[str, tuple[int, str]] = {}
    steps: list[tuple[int, int, str]] = []
    comments: dict[int, list[str]] = {}
    position: tuple[int, str] | None = None
    inside = False  # the position
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        inside = inside and raw.startswith("  ")
        if inside and position:
            position = (position[0], f"{position[1]}{raw[2:]}\n")
        elif line == "position:" and not steps and not position:
            position, inside = (number, ""), True
        elif line.startswith("#"):
            comments.setdefault(len(steps), []).append(line[1:].strip())
        elif found := END.fullmatch(line):
            rest = [later for later in lines[number:] if later.strip()]
            if rest:
                raise BadRecord(number + 1, "nothing may follow the closing line.")
            return Record(header, steps, comments, (number, int(found[1]), found[2]), position)
        elif not steps and (found := HEADER.fullmatch(line)):
            if found[1] in header:
                raise BadRecord(number, "'{key}' appears twice.", key=brief(found[1]))
            header[found[1]] = (number, found[2].strip())
        elif found := STEPS.fullmatch(line):
            if len(steps) + found[2].count(";") >= MOST_STEPS:
                raise _too_large(number)
            steps += [(number, int(found[1]), part.strip()) for part in found[2].split(";")]
        elif line:
            problem = "'{text}' is not a header, a line of moves ('0: take; blue') or a comment ('# ...')."
            raise BadRecord(number, problem, text=brief(line))
    raise BadRecord(len(lines), "the closing line ('end ...') is missing; the record was cut off.")


def _too_large(line: int) -> BadRecord:
    problem = "a record can have at most {steps} moves, {lines} lines and {characters} characters."
    return BadRecord(line, problem, steps=MOST_STEPS, lines=MOST_LINES, characters=MOST_CHARACTERS)


def numbers(values: Iterable[float]) -> str:
    """Scores or shares as a record writes them."""
    return " ".join(f"{value:g}" for value in values)


def check(match: Match) -> str:
    """A short digest of everything that determines the match."""
    parts = [match.game.name, str(match.players), match.begins.text() if match.begins else str(match.seed)]
    parts += [f"{name}={show(value)}" for name, value in match.options.items()]
    parts += [f"{step.seat}:{step.text}" for step in match.steps]
    return hashlib.blake2s("\n".join(parts).encode(), digest_size=4).hexdigest()
