"""A game as the rest of the house sees it: its card, its kernel, and what turns states into words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from khonsu.kernel.about import About, OptionValue
from khonsu.kernel.contract import Kernel
from khonsu.kernel.reading import Reading
from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.authors.layout import Layout
    from khonsu.match import Match
    from khonsu.stats.charts import Chart, Histogram, Matches

StateLike = Reading | np.record  # a state, as Python reads it


class Event(NamedTuple):
    """One thing that happened, as one seat may know it; hidden operands are -1 and `hidden` is true."""

    kind: int
    seat: int
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    revealed: bool
    hidden: bool


@dataclass(frozen=True)
class Words:
    """How a game puts its states, steps and events into words. `t` is a `Text`, `names` are the seats' names."""

    text: Callable[[StateLike, int, int], str]  # (s, seat, step): notation, the same in every language
    question: Callable[[StateLike, int, Text], str]  # (s, seat, t): what the seat is asked
    explain: Callable[[StateLike, int, int, Text], str]  # (s, seat, step, t): what a legal step would do
    tell: Callable[[Event, list[str], Text], str]  # (event, names, t): a sentence of the log, or ""
    board: Callable[[Mapping[str, object], list[str], Text], str]  # (view, names, t): the table for a terminal


@dataclass(frozen=True)
class Game:
    """Everything that makes a game. `view` and the kernel's `imagine` are the only doors for hidden information."""

    about: About
    kernel: Kernel
    view: Callable[[StateLike, int], Mapping[str, object]]  # (s, seat): what a seat sees, -1: a spectator; plain data
    # (s, seat): the score in parts; they add up to it but for what only breaks ties
    breakdown: Callable[[StateLike, int], dict[str, float]]
    words: Words
    # (view, names, t, seat, choices, narrow): what the template board.svg in the game's folder is filled with;
    # `choices` are the seat's legal steps, notation -> id, so that each thing that can be clicked carries its step;
    # `narrow` asks for the upright layout of a phone
    picture: (
        Callable[[Mapping[str, object], list[str], Text, int, Mapping[str, int], bool], dict[str, object]] | None
    ) = None
    encode: Callable[[int, Mapping[str, OptionValue]], list[int]] | None = (
        None  # where options need more than one number each
    )
    layout: Layout | None = None  # how positions are written as text; without it, field by field
    # (states): what designers want to know of finished matches; names -> one number (NaN: none) or word per match
    statistics: Callable[[NDArray[np.void]], dict[str, NDArray[np.generic]]] | None = None
    # (matches, t): what the balance report shows of this game alone
    report: Callable[[Matches, Text], list[Chart | Histogram]] | None = None
    tuning: Mapping[str, object] | None = None  # what guides the tree search (bots/search: Tuning), where it differs
    levels: Mapping[int, int] | None = None  # iterations of the searching levels (bots/levels.py), where they differ
    folder: Path | None = None  # holds the game's `locale` folder and `board.svg`
    _text: dict[str, Text] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The short name used in records and on the command line."""
        return self.about.name

    def texts(self, language: str) -> Text:
        """The game's translations for one language."""
        if language not in self._text:
            self._text[language] = Text(language, [self.folder / "locale"] if self.folder else [])
        return self._text[language]

    def numbers(self, players: int, options: Mapping[str, OptionValue]) -> NDArray[np.int32]:
        """Resolved options as the array that `start` takes."""
        encoded = self.encode(players, options) if self.encode else self.about.encode(options)
        return np.array(encoded, np.int32)

    def match(self, players: int | None = None, seed: int | None = None, **options: object) -> Match:
        """Begin a match; without a seed a random one is taken and kept in the record."""
        from khonsu.match import Match  # the facade reaches up on purpose: `khonsu.game("horus").match()` reads well

        return Match(self, players=players, seed=seed, options=options)

    def load(self) -> Iterator[str]:
        """Compile the rules of this game, or load them from disk; yields the name of each kernel before its turn.

        Kernels that are written once for every game are compiled when they are first asked for, or by `khonsu warm`.
        """
        yield from self.kernel.compile()
