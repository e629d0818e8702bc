"""What a lesson is made of: where it begins, and small acts. Each act knows its line in the file, for clear errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from khonsu.games import game
from khonsu.match import Match
from khonsu.match import read as read_record

Sentence = Mapping[str, str]  # language -> text
NAMES = ("Nefru", "Teti", "Meryt", "Senbi", "Iny")  # of the others at the table; none of them is a god


@dataclass(frozen=True)
class Pattern:
    """Steps by their notation: alternatives separated by `|`, and `*` for anything."""

    text: str

    @cached_property
    def each(self) -> tuple[Pattern, ...]:
        """The alternatives, as patterns of their own."""
        return tuple(Pattern(part.strip()) for part in self.text.split("|"))

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        each = [re.escape(" ".join(part.split())).replace(r"\*", ".*") for part in self.text.split("|")]
        return re.compile("|".join(each), re.IGNORECASE)

    def fits(self, notation: str) -> bool:
        """Whether a step is meant."""
        return self._regex.fullmatch(notation) is not None


@dataclass(frozen=True)
class Reply:
    """What is said about steps of a kind."""

    line: int
    pattern: Pattern
    text: Sentence


@dataclass(frozen=True)
class Act:
    """Anything that happens in a lesson; `targets` are the things that it points at."""

    word: ClassVar[str]  # what it is called in a lesson's file

    line: int
    text: Sentence
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Say(Act):
    """Something is said."""

    word = "say"


@dataclass(frozen=True)
class Exercise(Act):
    """The learner is asked for a step. `replies` go before `then` (it was accepted) and `otherwise` (it was not)."""

    word = "ask"

    accept: Pattern
    maybe: bool  # left out where nothing that it accepts is legal
    replies: tuple[Reply, ...]
    then: Sentence | None
    otherwise: Sentence | None

    def reply(self, notation: str) -> Sentence | None:
        """What is said about a step."""
        special = next((reply.text for reply in self.replies if reply.pattern.fits(notation)), None)
        return special or (self.then if self.accept.fits(notation) else self.otherwise)


@dataclass(frozen=True)
class Other(Act):
    """Others play prepared steps: (seat or None, notation). Without a sentence the lesson goes on at once."""

    word = "other"

    steps: tuple[tuple[int | None, str], ...]


@dataclass(frozen=True)
class Show(Act):
    """The learner's points, part by part, as they have changed since the last time; or the points of all seats."""

    word = "show"

    all: bool


@dataclass(frozen=True)
class Answer:
    """An answer of a quiz, with its explanation."""

    right: bool
    label: Sentence
    text: Sentence


@dataclass(frozen=True)
class Quiz(Act):
    """A question with answers."""

    word = "quiz"

    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Free(Act):
    """The learner plays freely against a bot, for so many turns of their own or to the end.

    A remark is due when one of the learner's legal steps fits its pattern; each comes once, at most one a turn.
    """

    word = "free"

    bot: str
    turns: int | None
    remarks: tuple[Reply, ...]


@dataclass(frozen=True)
class End(Act):
    """The last words."""

    word = "end"


@dataclass(frozen=True)
class Start:
    """Where a lesson begins: options and seed, a position, or a record; then steps that were played before."""

    line: int
    options: Mapping[str, str]
    position: str = ""
    record: str = ""  # the text of the record
    at: int = 0  # steps of the record
    steps: tuple[tuple[int | None, str], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """One lesson."""

    game: str
    key: str  # in addresses; the file's name without its number
    file: str
    title: Sentence
    seat: int  # the learner's
    start: Start
    acts: tuple[Act, ...]

    def begin(self, learner: str) -> Match:
        """The match in which the lesson is played."""
        start, given = self.start, dict(self.start.options)
        if start.position:
            match = Match.from_position(start.position)
        elif start.record:
            match = read_record(start.record).at(start.at)
        else:
            players, seed = int(given.pop("players")), int(given.pop("seed"))
            match = Match(game(self.game), players, seed, given)
        others = iter(NAMES)
        match.names = [learner if seat == self.seat else next(others) for seat in range(match.players)]
        for seat, step in start.steps:
            match.play(step, seat)
        return match
