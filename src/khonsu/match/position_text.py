"""Positions as text, in and out: `docs/positions.md` has the format, `khonsu.authors.layout` what a game declares."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import textwrap
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from khonsu.authors.layout import Layout, Line, Misread, Pieces, Range, Run, Stack, TextLine, beyond
from khonsu.errors import BadOption, BadPosition, KhonsuError, OtherRules
from khonsu.games import game as find_game
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position

FIRST_LINE = "Khonsu position 1"
KNOWN_TO = "# Only what seat {seat} may know; everything hidden from it was dealt again."
LINE = re.compile(r"([a-z_]+)((?: [\w-]+)*) *:(.*)")
MOST_TEXT, MOST_LINES = 60_000, 1_000
WIDTH = 110
IMAGINED = 1  # the seed with which the hidden is dealt again
LEFT_BEHIND = ("n_events", "events")  # by the last step: they tell what happened, not what is
COMMON = (
    Line("rng", Range(0, 2**64 - 1), label="chance"),
    Line("turn", Range(0, 2**31 - 1)),
    Line("quiet", Range(0, 1)),
)


def layout_of(game: Game) -> Layout:
    """The game's layout; without one, every field is a line of numbers."""
    if game.layout:
        return game.layout
    state = game.kernel.state
    known = {name for line in COMMON for name in line.fields} | {"players", *LEFT_BEHIND}
    lines = []
    for name in state.names or ():
        if name not in known:
            limits = np.iinfo(state[name].base)
            lines.append(Line(name, Range(int(limits.min), int(limits.max))))
    return Layout(tuple(lines))


# -- writing -----------------------------------------------------------------------------------------------------------


def write(position: Position, seat: int | None = None) -> str:
    """A position as text; with a seat (-1: a spectator) only what that seat may know."""
    if seat is not None:
        if not -1 <= seat < position.players:
            raise BadOption("seat", seat, f"-1 – {position.players - 1}")
        position = position.imagine(seat, IMAGINED)
    game, players = position.game, position.players
    layout = layout_of(game)
    blank = _blank(game, layout, players)
    unused = layout.unused(position.state)
    used = [line for line in layout.lines if not all(unused.get(name) is True for name in line.fields)]
    said = [part for line in (*COMMON, *used) for part in line.write(position.state, blank)]
    body = [("game", game.name), ("rules", str(game.about.rules)), ("players", str(players)), *said]
    again = _build(game, layout, players, [_entry(0, key, text) for key, text in said])
    remains = _remains(position, again, layout)
    if remains and seat is None:
        body.append(("remains", f"{_digest(body)} {remains}"))
    head = [FIRST_LINE] if seat is None else [FIRST_LINE, KNOWN_TO.format(seat=seat)]
    return "\n".join([*head, *(_wrapped(f"{key}: {text}") for key, text in body)]) + "\n"


def _wrapped(line: str) -> str:
    """A long line goes on in the next ones, which begin with spaces."""
    kept = {"break_long_words": False, "break_on_hyphens": False}
    return "\n".join(textwrap.wrap(line, WIDTH, subsequent_indent="  ", **kept))  # type: ignore[arg-type]


def _digest(body: list[tuple[str, str]]) -> str:
    said = "\n".join(f"{key}: {text}" for key, text in body)
    return hashlib.blake2s(said.encode(), digest_size=4).hexdigest()


def _remains(position: Position, again: Position, layout: Layout) -> str:
    """What the lines do not say, because nobody reads it any more; "" if there is nothing left."""
    whole, told = (np.frombuffer(one.save(), np.uint8) for one in (position, again))
    left = _left_over(again.state, layout)
    if (whole != told)[~left].any():
        state = position.state
        lost = [name for name in state.dtype.names or () if not np.array_equal(state[name], again.state[name])]
        raise RuntimeError(f"The lines of this position do not tell all of it; look at {', '.join(lost)}.")
    difference = (whole ^ told)[left]
    if not difference.any():
        return ""
    packed = base64.b64encode(zlib.compress(difference.tobytes(), 9)).decode()
    return " ".join(textwrap.wrap(packed, WIDTH - 2))


def _left_over(s: Any, layout: Layout) -> Any:
    """Which bytes of a state nobody reads: gaps between fields, lists beyond their length, what a step left behind."""
    masks: dict[str, Any] = dict.fromkeys(LEFT_BEHIND, True)
    runs = dict(layout.sizes)
    for line in layout.lines:
        runs |= {home.name: home.size for home in getattr(line, "homes", (line,)) if isinstance(home, Run)}
    if any(isinstance(line, Stack) for line in layout.lines):
        runs["pending"] = "depth"
    masks |= {name: beyond(s, name, size) for name, size in runs.items()}
    masks |= layout.unused(s)
    left = np.ones(s.dtype.itemsize, bool)
    for name in s.dtype.names:
        kind, at = s.dtype.fields[name][:2]
        mask = np.broadcast_to(masks.get(name, False), kind.shape)
        left[at : at + kind.itemsize] = np.repeat(mask.ravel(), kind.base.itemsize)
    return left


# -- reading -----------------------------------------------------------------------------------------------------------


class Lines(NamedTuple):
    """A text, line by line, before anything of it is believed."""

    entries: list[TextLine]

    def one(self, label: str) -> TextLine:
        """The line of the head with this label."""
        for entry in self.entries:
            if entry.label == label:
                return entry
        raise BadPosition(1, "the line '{key}: ...' is missing.", key=label)

    def number(self, label: str) -> int:
        """The whole number on a line of the head."""
        entry = self.one(label)
        if not re.fullmatch(r"\d{1,9}", entry.text):
            problem = "'{key}' must be a whole number, not '{text}'."
            raise BadPosition(entry.line, problem, key=label, text=entry.text[:40])
        return int(entry.text)


def read(text: str) -> Position:
    """The position that a text describes. Everything it says is checked before it is used."""
    lines = _split(text)
    head = lines.one("game")
    try:
        game = find_game(head.text)
        if lines.number("rules") != game.about.rules:
            raise OtherRules(game.about.title, lines.number("rules"), game.about.rules)
        players = lines.number("players")
        head = lines.one("players")
        game.about.check_players(players)
    except BadPosition:
        raise
    except KhonsuError as error:
        raise BadPosition(head.line, error) from error
    layout = layout_of(game)
    said = [entry for entry in lines.entries if entry.label not in ("game", "rules", "players", "remains")]
    try:
        position = _with_remains(_build(game, layout, players, said), layout, lines.entries)
        layout.settled(position.state)
        _try(position)
    except Misread as error:
        line = error.line or _line_of(error, lines.entries)
        raise BadPosition(line, error.problem, **error.places) from error
    return position


def change(text: str, lines: Mapping[str, str | None]) -> str:
    """A text in which some lines say something else, or nothing (None); `change(text, {"hand 0": "blue*2"})`."""
    said = {f"{entry.label} {entry.place}".strip(): entry.text for entry in _split(text).entries}
    said |= {key: value for key, value in lines.items() if value is not None}
    gone = {"remains", *(key for key, value in lines.items() if value is None)}
    return "\n".join([FIRST_LINE, *(f"{key}: {value}" for key, value in said.items() if key not in gone)]) + "\n"


def _split(text: str) -> Lines:
    """The lines of a text; one that begins with a space goes on with the one before it."""
    if len(text) > MOST_TEXT:
        raise BadPosition(1, "a position has at most {most} characters.", most=MOST_TEXT)
    raw = text.splitlines()
    if len(raw) > MOST_LINES:
        raise BadPosition(MOST_LINES, "a position has at most {most} lines.", most=MOST_LINES)
    first = next((i for i, line in enumerate(raw) if line.strip()), 0)
    if not raw or raw[first].strip() != FIRST_LINE:
        raise BadPosition(first + 1, "a position begins with the line '{first}'.", first=FIRST_LINE)
    entries: list[TextLine] = []
    seen: set[tuple[str, str]] = set()
    for number, line in enumerate(raw[first + 1 :], first + 2):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace() and entries:
            last = entries[-1]
            entries[-1] = last._replace(text=f"{last.text} {line.strip()}".strip())
            continue
        found = LINE.fullmatch(line.strip())
        if not found:
            raise BadPosition(
                number, "'{text}' is not a line of a position. Lines look like 'turn: 7'.", text=line[:40]
            )
        entry = TextLine(number, found[1], found[2].strip(), " ".join(found[3].split()))
        if (entry.label, entry.place) in seen:
            raise BadPosition(number, "'{key}' appears twice.", key=f"{entry.label} {entry.place}".strip())
        seen.add((entry.label, entry.place))
        entries.append(entry)
    return Lines(entries)


def _entry(line: int, key: str, text: str) -> TextLine:
    label, _, place = key.partition(" ")
    return TextLine(line, label, place, text)


def _blank(game: Game, layout: Layout, players: int) -> Any:
    """A table with nothing on it."""
    states = game.kernel.new()
    states[0].players = players
    layout.blank(states[0])
    return states[0]


def _build(game: Game, layout: Layout, players: int, said: list[TextLine]) -> Position:
    """The position that lines describe, what follows from them worked out by the game's rules."""
    states = game.kernel.new()
    position = Position(game, states)
    position.state.players = players
    layout.blank(position.state)
    lines = (*COMMON, *layout.lines)
    known = {label for line in lines for label in line.labels}
    for entry in said:
        if entry.label not in known:
            allowed = ", ".join(sorted(known))
            problem = "There is no line '{key}' in a position of {title}. Allowed: {allowed}."
            raise Misread(problem, entry.line, key=entry.label, title=game.about.title, allowed=allowed)
    for line in lines:
        entries = [entry for entry in said if entry.label in line.labels]
        if entries or isinstance(line, Pieces):
            line.read(position.state, entries)
    layout.check(position.state)
    if game.kernel.rebuild:
        game.kernel.first.rebuild(position)
    return position


def _with_remains(position: Position, layout: Layout, entries: list[TextLine]) -> Position:
    """Fill in what nobody reads, if the text still is as it was written: then all bytes are the same."""
    found = [entry for entry in entries if entry.label == "remains"]
    if not found:
        return position
    digest, *packed = found[0].text.split()
    body = [(f"{e.label} {e.place}".strip(), e.text) for e in entries if e.label != "remains"]
    if digest != _digest(body):
        return position
    raw = np.frombuffer(bytearray(position.save()), np.uint8)
    left = _left_over(position.state, layout)
    try:
        opened = zlib.decompressobj()
        difference = opened.decompress(base64.b64decode("".join(packed), validate=True), int(left.sum()) + 1)
    except (binascii.Error, zlib.error):
        difference = b""
    if len(difference) != left.sum():
        raise Misread("The 'remains' line is damaged. Delete it and the position can be read.", found[0].line)
    raw[left] ^= np.frombuffer(difference, np.uint8)
    return Position.load(position.game, raw.tobytes())


def _try(position: Position) -> None:
    """Somebody can decide and everything can be seen, or the match is over."""
    game, s = position.game, position.state
    if not 0 <= s.n_events <= len(s.events):
        raise Misread("This position contradicts itself.")
    try:
        stuck = [seat for seat in position.deciders if not position.legal(seat)]
        for seat in position.deciders:
            for step in position.legal(seat):
                position.notation(seat, step)
        for seat in range(-1, position.players):
            position.view(seat)
            for event in position.events(seat):
                game.words.tell(event, [""] * position.players, game.texts("en"))
    except (IndexError, KeyError, ValueError, TypeError) as error:
        raise Misread("This position contradicts itself.") from error
    if stuck:
        raise Misread("Seat {seat} has no possible answer to the question.", seat=stuck[0], label="asked")


def _line_of(error: Misread, entries: list[TextLine]) -> int:
    """The line that an error without a number is about: the one it names, or the first."""
    named = error.places.pop("label", None)
    return next((entry.line for entry in entries if entry.label == named), 1)
