"""What a game says about itself before any of its rules are loaded: name, seats, options. No compiler in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from khonsu.errors import BadOption, BadPlayers


@dataclass(frozen=True)
class Follows:
    """A default that depends on another option, as the three parts of an edition do."""

    option: str
    by_value: Mapping[Any, Any]


@dataclass(frozen=True)
class Option:
    """One option of a game: a choice among `values`, or a whole number from `least` to `most`.

    `text` explains it in one sentence and is translated like every other sentence.
    """

    name: str
    default: Any
    text: str
    values: tuple[Any, ...] = ()
    least: int = 0
    most: int = 0

    @property
    def allowed(self) -> str:
        """The allowed values in words, for help and errors."""
        if self.values:
            return ", ".join(show(v) for v in self.values)
        return f"{self.least} to {self.most}"

    def read(self, given: Any) -> Any:
        """The value that was meant, from a value or its text."""
        for value in self.values:
            if given is value or (given == value and type(given) is type(value)) or given == show(value):
                return value
        if not self.values:
            try:
                number = int(given) if isinstance(given, (str, int)) and not isinstance(given, bool) else None
            except ValueError:
                number = None
            if number is not None and self.least <= number <= self.most:
                return number
        raise BadOption(self.name, given, self.allowed)

    def encode(self, value: Any) -> list[int]:
        """The numbers that stand for a value in a game's `start`."""
        return [self.values.index(value) if self.values else int(value)]


def show(value: Any) -> str:
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
        if players not in self.players:
            raise BadPlayers(self.title, players, self.players)

    def resolve(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values, the given ones checked and the others at their defaults."""
        known = {option.name for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(name, None, ", ".join(sorted(known)) or "none")
        chosen: dict[str, Any] = {}
        for option in self.options:
            if option.name in given:
                chosen[option.name] = option.read(given[option.name])
            elif isinstance(option.default, Follows):
                chosen[option.name] = option.default.by_value[chosen[option.default.option]]
            else:
                chosen[option.name] = option.default
        return chosen

    def encode(self, chosen: Mapping[str, Any]) -> list[int]:
        """The numbers for `start`, option by option."""
        return [number for option in self.options for number in option.encode(chosen[option.name])]
