"""The public surface is typed: no signature that others use says `Any`."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

import khonsu.layout
import khonsu.stats.charts
from khonsu.kernel.game import Event, Game, Words
from khonsu.kernel.position import Position

MODULES = [
    *("khonsu", "khonsu.errors", "khonsu.match", "khonsu.bots", "khonsu.bots.levels", "khonsu.arena", "khonsu.draw"),
    *(f"khonsu.stats.{part}" for part in ("charts", "intervals", "ratings", "sheet")),
    *(f"khonsu.games.{game}" for game in ("ankh", "ankhor", "horus")),
]
CLASSES = [Event, Game, Position, Words]
# What modules import for their types only
NAMES = {**vars(khonsu.stats.charts), **vars(khonsu.layout), "Game": Game, "Position": Position, "Match": khonsu.Match}


def says_any(hint: object) -> bool:
    """Whether a type leaves something open. NumPy's own types do, in the shape of arrays and in what is like one."""
    if getattr(hint, "__module__", "").startswith("numpy._typing"):
        return False
    if typing.get_origin(hint) is np.ndarray:
        return says_any(typing.get_args(hint)[1])
    if isinstance(hint, list | tuple):
        return any(map(says_any, hint))
    return hint is typing.Any or any(map(says_any, typing.get_args(hint)))


def offered(module: ModuleType) -> list[str]:
    """What a module offers: what it lists, or what it defines under a name without an underscore."""
    own = [name for name, thing in vars(module).items() if getattr(thing, "__module__", None) == module.__name__]
    return list(getattr(module, "__all__", [name for name in own if not name.startswith("_")]))


def open_ends(name: str, thing: object) -> Iterator[str]:
    """The places in the signatures of a function or a class that say `Any`."""
    thing = inspect.unwrap(thing) if callable(thing) else thing
    if inspect.isclass(thing) or inspect.isfunction(thing):
        for place, hint in typing.get_type_hints(thing, localns=NAMES).items():
            if not place.startswith("_") and says_any(hint):
                yield f"{name}: {place}"
    if inspect.isclass(thing):
        for key, member in vars(thing).items():
            if key == "__init__" or not key.startswith("_"):
                member = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if inspect.isfunction(member):
                    yield from open_ends(f"{name}.{key}", member)


@pytest.mark.parametrize("name", MODULES)
def test_modules_say_no_any(name: str) -> None:
    module = import_module(name)
    assert offered(module)
    found = [place for each in offered(module) for place in open_ends(each, getattr(module, each))]
    assert found == []


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_classes_say_no_any(kind: type) -> None:
    assert list(open_ends(kind.__name__, kind)) == []


def test_the_check_can_fail() -> None:
    def leaves_open(given: dict[str, typing.Any]) -> None: ...

    assert list(open_ends("leaves_open", leaves_open)) == ["leaves_open: given"]
