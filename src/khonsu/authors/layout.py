"""How a game's positions are written as lines of text, field by field (docs/positions.md).

A game declares a `Layout`: its lines, what a blank table looks like, and what nobody reads. Fields without a line
follow from the others and are worked out by the game's own `rebuild`. Every line knows the numbers it may write, so
that no text can put a number into a field that the rules would not expect there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np


class Misread(Exception):
    """A text says something that cannot be; `line` is filled in where it is known."""

    def __init__(self, problem: str, line: int = 0, **places: object) -> None:
        super().__init__(problem)
        self.problem, self.places, self.line = problem, places, line


class TextLine(NamedTuple):
    """One line of a text: `hand 0: D3 H1` has the label `hand`, the place `0` and the text `D3 H1`."""

    line: int
    label: str
    place: str
    text: str


# -- words for numbers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """Whole numbers as they are."""

    least: int
    most: int

    def word(self, number: int) -> str:
        """The number."""
        return str(number)

    def number(self, word: str) -> int:
        """The number, if it is one of the range."""
        if not re.fullmatch(r"-?\d{1,20}", word) or not self.least <= int(word) <= self.most:
            problem = "'{word}' must be a whole number from {least} to {most}."
            raise Misread(problem, word=word[:40], least=self.least, most=self.most)
        return int(word)


@dataclass(frozen=True)
class Names:
    """Words for the numbers from `first` on."""

    names: Sequence[str]
    first: int = 0
    numbers: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.numbers.update({name: self.first + i for i, name in enumerate(self.names)})

    def word(self, number: int) -> str:
        """The number's name."""
        return self.names[number - self.first]

    def number(self, word: str) -> int:
        """The number of a name."""
        if word not in self.numbers:
            shown = ", ".join(self.names[:16]) + (", …" if len(self.names) > 16 else "")
            raise Misread("'{word}' is not known here. Allowed: {allowed}.", word=word[:40], allowed=shown)
        return self.numbers[word]


class Values(Protocol):
    """What gives numbers words: a Range, Names, or a game's own."""

    def word(self, number: int) -> str:
        """The number's word."""
        ...

    def number(self, word: str) -> int:
        """The word's number."""
        ...


SWITCH = Range(0, 1)
UNUSED = Names(())  # the values of a line that holds pieces: those have names of their own


@contextmanager
def at_line(entry: TextLine) -> Iterator[None]:
    """Whatever is misread inside is said about this line."""
    try:
        yield
    except Misread as error:
        error.line = error.line or entry.line
        raise


# -- lines -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A field of the state as a line, or one line for each place of its first axis: each seat, each stack."""

    name: str
    values: Values
    seats: bool = False  # an axis counts seats: only those at the table are written
    places: Sequence[str] = ()  # what the places of the first axis are called, if not 0, 1, 2
    label: str = ""

    own_axes = 1  # how many axes stand on one line

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that the line tells everything about."""
        return (self.name,)

    @property
    def labels(self) -> tuple[str, ...]:
        """What such lines begin with."""
        return (self.label or self.name,)

    def called(self, s: Any) -> dict[str, tuple[int, ...]]:
        """What follows the label -> the place in the field; a field without further axes has only one."""
        shape = s[self.name].shape
        further = list(shape[: max(0, len(shape) - self.own_axes)])
        if further and self.seats:
            further[0] = int(s.players)
        names = [self.places] if self.places else [[str(i) for i in range(length)] for length in further]
        return {" ".join(names[k][i] for k, i in enumerate(at)): at for at in np.ndindex(*further)}

    def write(self, s: Any, blank: Any) -> Iterator[tuple[str, str]]:
        """What the lines begin with and say; nothing for what is as on a blank table."""
        for place, at in self.called(s).items():
            said = self.say(s, at)
            if said != self.say(blank, at):
                yield f"{self.labels[0]} {place}".strip(), " ".join(said)

    def read(self, s: Any, entries: list[TextLine]) -> None:
        """Put into the state what lines say."""
        called = self.called(s)
        for entry in entries:
            if entry.place not in called:
                allowed = ", ".join(f"{self.labels[0]} {place}".strip() for place in called)
                raise Misread("There is no such line here. Allowed: {allowed}.", entry.line, allowed=allowed)
            with at_line(entry):
                self.take(s, called[entry.place], entry.text.split())

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """The words for one place."""
        return [self.values.word(int(number)) for number in self._cells(s, at)]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Put the words for one place into the state."""
        count = len(self._cells(s, at))
        if len(words) != count:
            raise Misread("There must be {count} words here, not {given}.", count=count, given=len(words))
        numbers = [self.values.number(word) for word in words]
        whole = s[self.name]
        if whole.ndim == 0:
            s[self.name] = numbers[0]
        else:
            whole[at][: len(numbers)] = numbers

    def _cells(self, s: Any, at: tuple[int, ...]) -> Any:
        cells = np.atleast_1d(s[self.name][at])
        return cells[: int(s.players)] if self.seats and not at else cells


@dataclass(frozen=True)
class Run(Line):
    """A list whose length another field tells; `upwards` if its last one is written first, like the top of a stack."""

    size: str = ""
    upwards: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The list and its length."""
        return (self.name, self.size)

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """The words of the list."""
        used = s[self.name][at][: int(s[self.size][at])].tolist()
        return [self.values.word(number) for number in (used[::-1] if self.upwards else used)]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Fill the list."""
        room = s[self.name].shape[-1]
        if len(words) > room:
            raise Misread("There is room for {most} here, not for {given}.", most=room, given=len(words))
        numbers = [self.values.number(word) for word in words]
        s[self.name][at][: len(numbers)] = numbers[::-1] if self.upwards else numbers
        if at:
            s[self.size][at] = len(numbers)
        else:
            s[self.size] = len(numbers)


COUNTED = re.compile(r"(.+?)(?:\*(\d{1,3}))?")


@dataclass(frozen=True)
class Tally(Line):
    """How many there are of each kind: `blue*2 ankh`."""

    most: int = 127

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """Each kind that there is, with its number if it is not one."""
        return [
            self.values.word(kind) + (f"*{count}" if count != 1 else "")
            for kind, count in enumerate(s[self.name][at].tolist())
            if count != 0
        ]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Count them."""
        counts = np.zeros(s[self.name].shape[-1], np.int64)
        for word in words:
            found = COUNTED.fullmatch(word)
            assert found
            counts[self.values.number(found[1])] += int(found[2] or 1)
        if counts.max() > self.most:
            raise Misread("There cannot be more than {most} of a kind here.", most=self.most)
        s[self.name][at] = counts


@dataclass(frozen=True)
class Marks(Line):
    """The places that are marked with 1, by name."""

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """The marked ones."""
        return [self.values.word(i) for i in np.flatnonzero(s[self.name][at]).tolist()]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Mark them."""
        s[self.name][at] = 0
        for word in words:
            s[self.name][at][self.values.number(word)] = 1


@dataclass(frozen=True)
class Bits(Line):
    """A set kept as the bits of one number, by name."""

    own_axes = 0

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """The members."""
        number = int(s[self.name][at])
        return [self.values.word(i) for i in range(number.bit_length()) if number >> i & 1]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Gather the members."""
        number = sum(1 << i for i in {self.values.number(word) for word in words})
        if at:
            s[self.name][at] = number
        else:
            s[self.name] = number


@dataclass(frozen=True)
class Stack:
    """The pending decisions, the one that is asked last: `menu; cell 2`."""

    kinds: Sequence[str]
    operands: Mapping[str, tuple[Values, ...]]

    fields = ("pending", "depth")
    labels = ("asked",)

    def write(self, s: Any, blank: Any) -> Iterator[tuple[str, str]]:
        """All frames in one line."""
        if s.depth > 0:
            yield "asked", "; ".join(self._frame(row) for row in s.pending[: int(s.depth)].tolist())

    def _frame(self, row: list[int]) -> str:
        kind = self.kinds[row[0]]
        return " ".join([kind, *(values.word(n) for values, n in zip(self.operands.get(kind, ()), row[1:]))])

    def read(self, s: Any, entries: list[TextLine]) -> None:
        """Put the decisions on the stack."""
        names = Names(self.kinds)
        for entry in entries:
            with at_line(entry):
                frames = [frame.split() for frame in entry.text.split(";")]
                if len(frames) > len(s.pending):
                    problem = "There is room for {most} here, not for {given}."
                    raise Misread(problem, most=len(s.pending), given=len(frames))
                for row, (kind, *words) in zip(s.pending, (frame or [""] for frame in frames)):
                    row[0] = names.number(kind)
                    wanted = self.operands.get(kind, ())
                    if len(words) != len(wanted):
                        problem = "'{kind}' is followed by {count} words, not {given}."
                        raise Misread(problem, kind=kind, count=len(wanted), given=len(words))
                    row[1 : 1 + len(words)] = [values.number(word) for values, word in zip(wanted, words)]
                s.depth = len(frames)


# -- numbered pieces ---------------------------------------------------------------------------------------------------

PIECE = re.compile(r"([^/(\[]+)(.*)")


@dataclass(frozen=True)
class Pieces:
    """Pieces of which each is unique and lies in one place: cards, tiles.

    Pieces that look alike are told apart by `#2`, `#3`; without a number, the first is meant that lies nowhere else.
    """

    homes: tuple[Line, ...]  # Runs, or Lines with -1 for an empty place; their values are not used
    names: Callable[[Any], Sequence[str]]  # (s): what each piece is called; equal ones look alike
    rest: Callable[[Any, list[int], set[str]], None]  # (s, pieces named nowhere, labels that were given)
    mark: Callable[[Any, str, tuple[int, ...], int], str] = lambda s, label, at, i: ""  # what is written after its name
    marked: Callable[[Any, str, tuple[int, ...], int, str], None] = lambda s, label, at, i, text: None
    also: tuple[str, ...] = ()  # the fields that marks tell about

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields of all homes."""
        return (*(name for home in self.homes for name in home.fields), *self.also)

    @property
    def labels(self) -> tuple[str, ...]:
        """What such lines begin with."""
        return tuple(home.labels[0] for home in self.homes)

    def write(self, s: Any, blank: Any) -> Iterator[tuple[str, str]]:
        """Where everything lies."""
        called = numbered(self.names(s))
        for home in self.homes:
            for place, at in home.called(s).items():
                words = [
                    called[piece] + self.mark(s, home.labels[0], at, i) if piece >= 0 else "-"
                    for i, piece in enumerate(held(home, s, at))
                ]
                if words:
                    yield f"{home.labels[0]} {place}".strip(), " ".join(words[::-1] if _upwards(home) else words)

    def read(self, s: Any, entries: list[TextLine]) -> None:
        """Lay everything; pieces with a number first, so that the others know what is left."""
        by_label = {home.labels[0]: home for home in self.homes}
        called = numbered(self.names(s))
        numbers = {name: i for i, name in enumerate(called)}
        free = [True] * len(called)
        wanted: list[tuple[TextLine, Line, tuple[int, ...], list[tuple[str, str]]]] = []
        for entry in entries:
            home = by_label[entry.label]
            places = home.called(s)
            if entry.place not in places:
                allowed = ", ".join(f"{entry.label} {place}".strip() for place in places)
                raise Misread("There is no such line here. Allowed: {allowed}.", entry.line, allowed=allowed)
            with at_line(entry):
                wanted.append((entry, home, places[entry.place], self._words(home, s, entry.text.split())))
        found: dict[tuple[int, int], int] = {}
        for sure in (True, False):
            for k, (entry, _, _, words) in enumerate(wanted):
                for i, (name, _) in enumerate(words):
                    if ("#" in name) == sure and name != "-":
                        with at_line(entry):
                            found[k, i] = _take(name, called, numbers, free)
        for k, (entry, home, at, words) in enumerate(wanted):
            lay(home, s, at, [found.get((k, i), -1) for i in range(len(words))])
            for i, (_, text) in enumerate(words):
                with at_line(entry):
                    self.marked(s, entry.label, at, i, text)
        self.rest(s, [i for i, left in enumerate(free) if left], {entry.label for entry in entries})

    def _words(self, home: Line, s: Any, words: list[str]) -> list[tuple[str, str]]:
        room = s[home.name].shape[-1]
        if len(words) > room or (not isinstance(home, Run) and len(words) != room):
            raise Misread("There is room for {most} here, not for {given}.", most=room, given=len(words))
        parts = []
        for word in words[::-1] if _upwards(home) else words:
            match = PIECE.fullmatch(word)
            if not match or (word == "-" and isinstance(home, Run)):
                raise Misread("'{word}' is not a piece.", word=word[:40])
            parts.append((match[1], match[2]))
        return parts


def _upwards(home: Line) -> bool:
    return isinstance(home, Run) and home.upwards


def numbered(names: Sequence[str]) -> list[str]:
    """Names that differ: the second of a kind gets `#2`."""
    seen: dict[str, int] = {}
    called = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        called.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return called


def _take(name: str, called: Sequence[str], numbers: Mapping[str, int], free: list[bool]) -> int:
    """The number of a piece that is still free."""
    if "#" in name:
        found = [numbers[name.removesuffix("#1")]] if name.removesuffix("#1") in numbers else []
    else:
        found = [i for i, other in enumerate(called) if other.split("#")[0] == name]
    if not found:
        raise Misread("There is no piece called '{name}'.", name=name[:40])
    for i in found:
        if free[i]:
            free[i] = False
            return i
    raise Misread("'{name}' appears more often than there are such pieces.", name=name)


def held(home: Line, s: Any, at: tuple[int, ...]) -> list[int]:
    """The pieces in a place."""
    whole = s[home.name][at]
    pieces: list[int] = (whole[: int(s[home.size][at])] if isinstance(home, Run) else whole).tolist()
    return pieces


def lay(home: Line, s: Any, at: tuple[int, ...], pieces: list[int]) -> None:
    """Put pieces into a place."""
    s[home.name][at][: len(pieces)] = pieces
    if isinstance(home, Run):
        if at:
            s[home.size][at] = len(pieces)
        else:
            s[home.size] = len(pieces)


# -- the whole ---------------------------------------------------------------------------------------------------------


def nothing(s: Any) -> None:
    """For layouts that have nothing to say."""


def no_masks(s: Any) -> dict[str, Any]:
    """Everything is read."""
    return {}


@dataclass(frozen=True)
class Layout:
    """How a game's positions are written. `blank` and `check` get a state whose number of players is known."""

    lines: tuple[Any, ...]
    blank: Callable[[Any], None] = nothing  # lay a blank table; what is as there is not written
    check: Callable[[Any], None] = nothing  # raise Misread if the state cannot be; called before `rebuild`
    settled: Callable[[Any], None] = nothing  # likewise, after it
    # (s): field -> which of its elements nobody reads; they may hold anything that the past has left there
    unused: Callable[[Any], Mapping[str, Any]] = no_masks
    sizes: Mapping[str, str] = field(default_factory=dict)  # lists that `rebuild` makes -> their length

    @property
    def shown(self) -> set[str]:
        """The fields that lines tell about."""
        return {name for line in self.lines for name in line.fields}


def beyond(s: Any, name: str, size: str) -> Any:
    """Which elements of a list lie beyond its length."""
    whole, length = s[name], np.asarray(s[size])
    places = np.arange(whole.shape[length.ndim]) >= length[..., None]
    return np.broadcast_to(places.reshape(places.shape + (1,) * (whole.ndim - places.ndim)), whole.shape)
