"""The games. Each is one folder here, or a package elsewhere that names itself in the entry points `khonsu.games`.

A game's package says what it is in `ABOUT`, without loading its rules, and may say in `ASKED` how people are asked for
its options; its module `game` holds the `GAME` itself. Two more modules are there where the game needs them: `team`
(`partner(s, seat)`: whom a seat plays together with now, or None; `together(s)`: whether partners decide the open
question as one) and `words.epilogue` (`fate(s, seat, t)`: what became of a seat that is out, in a sentence, or "").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from khonsu.authors.asking import Ask
from khonsu.errors import UnknownGame
from khonsu.kernel.about import About

if TYPE_CHECKING:
    from khonsu.kernel.game import Game


@cache
def _packages() -> dict[str, str]:
    inside = {module.name: f"{__name__}.{module.name}" for module in iter_modules(__path__) if module.ispkg}
    outside = {point.name: point.value for point in entry_points(group="khonsu.games")}
    return dict(sorted({**outside, **inside}.items()))


def package(name: str) -> str:
    """The package that holds a game."""
    if name not in _packages():
        raise UnknownGame(name, ", ".join(_packages()))
    return _packages()[name]


@cache
def games() -> dict[str, About]:
    """All games by name, each with its card; their rules are not loaded."""
    return {name: import_module(package).ABOUT for name, package in _packages().items()}


@cache
def asked(name: str) -> Mapping[str, Ask]:
    """How people are asked for a game's options, as far as the game says so."""
    found: Mapping[str, Ask] = getattr(import_module(package(name)), "ASKED", {})
    return found


@cache
def part(name: str, module: str) -> ModuleType | None:
    """A module that not every game has."""
    where = f"{package(name)}.{module}"
    try:
        return import_module(where)
    except ModuleNotFoundError as error:
        if not where.startswith(str(error.name)):  # it is there, and misses something itself
            raise
        return None


@cache
def game(name: str) -> Game:
    """A game with its rules, loaded (and on the very first use compiled) now."""
    for _ in loading(name):
        pass
    return unloaded(name)


def loading(name: str) -> Iterator[str]:
    """The same in steps, for a progress bar: yields the name of each kernel before it is compiled or loaded."""
    if name not in _loaded:
        yield from unloaded(name).load()
        _loaded.add(name)


_loaded: set[str] = set()


@cache
def unloaded(name: str) -> Game:
    """A game whose rules may not be compiled yet."""
    found: Game = import_module(package(name) + ".game").GAME
    return found
