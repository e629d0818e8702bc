"""What a game says about itself before any of its rules are loaded: name, seats, options. No compiler in here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sized
from dataclasses import dataclass
from numbers import Integral

from khonsu.errors import BadOption, BadPlayers, LongOption, UnknownOption

MOST_LENGTH = 2000  # of an option's text; the longest deck of Horus has 969 characters
NUMBER = re.compile(r"[+-]?[0-9]{1,20}")

OptionValue = str | int  # True and False are whole numbers, too


@dataclass(frozen=True)
class Follows:
    """A default that depends on another option, as the three parts of an edition do."""

    option: str
    by_value: Mapping[OptionValue, OptionValue]


@dataclass(frozen=True)
class Option:
    """One option of a game: a choice among `values`, or a whole number from `least` to `most`.

    `text` explains it in one sentence and is translated like every other sentence. `unsaid` is what a record means that
    leaves the option out, where an earlier version had another default.
    """

    name: str
    default: OptionValue | Follows
    text: str
    values: tuple[OptionValue, ...] = ()
    least: int = 0
    most: int = 0
    unsaid: OptionValue | None = None

    @property
    def allowed(self) -> str:
        """The allowed values in words, for help and errors."""
        if self.values:
            return ", ".join(show(v) for v in self.values)
        return f"{self.least} to {self.most}"

    def read(self, given: object) -> OptionValue:
        """The value that was meant, from a value or its text."""
        for value in self.values:
            if given is value or (given == value and type(given) is type(value)) or given == show(value):
                return value
        number = None if self.values else whole_number(given)
        if number is not None and self.least <= number <= self.most:
            return number
        raise BadOption(self.name, given, self.allowed)

    def encode(self, value: OptionValue) -> list[int]:
        """The numbers that stand for a value in a game's `start`."""
        return [self.values.index(value) if self.values else int(value)]


def whole_number(given: object) -> int | None:
    """The whole number that a value or its text means, if it means one; very long ones are not even read."""
    if isinstance(given, str):
        text = given.strip()
        return int(text) if NUMBER.fullmatch(text) else None
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def show(value: OptionValue) -> str:
    """An option's value as records and the command line write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class About:
    """A game's card: what `khonsu games` lists and what a new match is checked against."""

    name: str
    title: str
    sentence: str
    players: tuple[int, ...]
    minutes: tuple[int, int]
    designer: str
    publisher: str
    year: int
    rules: int  # raised whenever an old record would replay differently
    options: tuple[Option, ...] = ()
    commands: str = ""  # a module whose `register(command)` adds the game's own commands to the command line

    def check_players(self, players: int) -> None:
        """Raise if the game cannot be played by so many."""
        if not isinstance(players, Integral) or players not in self.players:
            raise BadPlayers(self.title, players, self.players)

    def resolve(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options with their values, the given ones checked and the others at their defaults.

        Options parse what they are given, so everything passes the bound on its length here first.
        """
        known = {option.name for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise UnknownOption(name, ", ".join(sorted(known)) or "none")
            if isinstance(value, Sized) and len(value) > MOST_LENGTH:
                raise LongOption(name, MOST_LENGTH)
        chosen: dict[str, OptionValue] = {}
        for option in self.options:
            if option.name in given:
                chosen[option.name] = option.read(given[option.name])
            elif isinstance(option.default, Follows):
                chosen[option.name] = option.default.by_value[chosen[option.default.option]]
            else:
                chosen[option.name] = option.default
        return chosen

    def resolve_record(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """The same for a record, whose meaning must not change with a default."""
        unsaid = {option.name: option.unsaid for option in self.options if option.unsaid is not None}
        return self.resolve({**unsaid, **given})

    def encode(self, chosen: Mapping[str, OptionValue]) -> list[int]:
        """The numbers for `start`, option by option."""
        return [number for option in self.options for number in option.encode(chosen[option.name])]
