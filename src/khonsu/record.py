"""Records: a match as a readable text file, in and out. `docs/record.md` describes the format."""

from __future__ import annotations

import hashlib
import re
from itertools import groupby
from typing import Any

from khonsu.errors import BadRecord, KhonsuError, OtherRules
from khonsu.games import game as find_game
from khonsu.kernel.about import show
from khonsu.match import Match

FIRST_LINE = "Khonsu record 1"
HEADER = re.compile(r"(game|rules|players|seed|option [a-z0-9_]+|seat \d+|scores|result): *(.*)")
STEPS = re.compile(r"(\d+): *(.*)")
END = re.compile(r"end (\d+) ([0-9a-f]{8})")


def write(match: Match) -> str:
    """The record of a match as it stands."""
    about = match.game.about
    lines = [
        FIRST_LINE,
        f"game: {about.name}",
        f"rules: {about.rules}",
        f"players: {match.players}",
        f"seed: {match.seed}",
        *(f"option {name}: {show(value)}" for name, value in match.options.items()),
        *(f"seat {seat}: {' '.join(name.split())}" for seat, name in enumerate(match.names)),
        f"scores: {_numbers(match.scores())}",
    ]
    if match.over:
        lines.append(f"result: {_numbers(match.result())}")
    lines.append("")
    for turn in _turns(match):
        lines += turn
    lines.append(f"end {len(match.steps)} {_check(match)}")
    return "\n".join(lines) + "\n"


def _turns(match: Match) -> list[list[str]]:
    """The steps, one line for each seat's part of each turn, with the comments where they were made."""
    turns = [again.position.turn for again in match.replay()]
    places = range(len(match.steps))
    lines = []
    for (_, seat, _), group in groupby(places, lambda i: (turns[i], match.steps[i].seat, _block(match, i))):
        steps = list(group)
        said = [f"# {line}".rstrip() for line in match.comments.get(steps[0], [])]
        lines.append([*said, f"{seat}: " + "; ".join(match.steps[i].text for i in steps)])
    lines.append([f"# {line}".rstrip() for line in match.comments.get(len(match.steps), [])])
    return lines


def _block(match: Match, place: int) -> int:
    """How many commented places lie at or before this one: a comment begins a new line."""
    return sum(1 for commented in match.comments if 0 < commented <= place)


def read(text: str) -> Match:
    """Read a record and replay it, checking everything it says."""
    header, steps, comments, end = _parse(text)
    match = _begin(header)
    for line, seat, step in steps:
        match.comments[len(match.steps)] = comments.pop(len(match.steps), [])
        try:
            match.play(step, seat)
        except KhonsuError as error:
            raise BadRecord(line, str(error)) from error
    match.comments.update(comments)
    match.comments = {place: said for place, said in match.comments.items() if said}
    line, count, check = end
    if count != len(match.steps) or check != _check(match):
        raise BadRecord(
            line, f"the closing line does not fit the {len(match.steps)} steps above it; the record is damaged."
        )
    for key, value in (("scores", match.scores()), ("result", match.result())):
        if key in header and header[key][1] != _numbers(value):
            raise BadRecord(header[key][0], f"{key} should be {_numbers(value)}; the record is damaged.")
    return match


Header = dict[str, tuple[int, str]]


def _parse(text: str) -> tuple[Header, list[tuple[int, int, str]], dict[int, list[str]], tuple[int, int, str]]:
    """Split a record into header, steps with their lines, comments by place, and the closing line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(1, f"a record begins with the line '{FIRST_LINE}'.")
    header: Header = {}
    steps: list[tuple[int, int, str]] = []
    comments: dict[int, list[str]] = {}
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if line.startswith("#"):
            comments.setdefault(len(steps), []).append(line[1:].strip())
        elif found := END.fullmatch(line):
            rest = [later for later in lines[number:] if later.strip()]
            if rest:
                raise BadRecord(number + 1, "nothing may follow the closing line.")
            return header, steps, comments, (number, int(found[1]), found[2])
        elif not steps and (found := HEADER.fullmatch(line)):
            if found[1] in header:
                raise BadRecord(number, f"'{found[1]}' is said twice.")
            header[found[1]] = (number, found[2].strip())
        elif found := STEPS.fullmatch(line):
            steps += [(number, int(found[1]), part.strip()) for part in found[2].split(";")]
        elif line:
            raise BadRecord(
                number, f"'{line[:40]}' is neither a header, nor steps ('0: take; blue'), nor a comment ('# ...')."
            )
    raise BadRecord(len(lines), "the closing line ('end ...') is missing; the record was cut off.")


def _begin(header: Header) -> Match:
    """The match that the header describes, before its first step."""
    for key in ("game", "rules", "players", "seed"):
        if key not in header:
            raise BadRecord(1, f"the line '{key}: ...' is missing.")

    def value(key: str) -> Any:
        line, text = header[key]
        if not re.fullmatch(r"\d{1,20}", text):
            raise BadRecord(line, f"'{key}' must be a whole number, not '{text[:40]}'.")
        return int(text)

    try:
        game = find_game(header["game"][1])
    except KhonsuError as error:
        raise BadRecord(header["game"][0], str(error)) from error
    if value("rules") != game.about.rules:
        raise OtherRules(game.about.title, value("rules"), game.about.rules)
    options = {key[7:]: text for key, (_, text) in header.items() if key.startswith("option ")}
    try:
        match = Match(game, value("players"), value("seed"), options)
    except BadRecord:
        raise
    except KhonsuError as error:
        raise BadRecord(header["players"][0], str(error)) from error
    for key, (line, name) in header.items():
        if key.startswith("seat "):
            seat = int(key[5:])
            if seat >= match.players:
                raise BadRecord(line, f"there is no seat {seat} in a match of {match.players}.")
            match.names[seat] = name
    return match


def _numbers(values: Any) -> str:
    return " ".join(f"{value:g}" for value in values)


def _check(match: Match) -> str:
    """A short digest of everything that determines the match."""
    parts = [match.game.name, str(match.players), str(match.seed)]
    parts += [f"{name}={show(value)}" for name, value in match.options.items()]
    parts += [f"{step.seat}:{step.text}" for step in match.steps]
    return hashlib.blake2s("\n".join(parts).encode(), digest_size=4).hexdigest()
