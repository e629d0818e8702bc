"""The public surface is typed: no signature that others use says `Any`."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

MODULES = [
    *("khonsu", "khonsu.errors", "khonsu.extras", "khonsu.match", "khonsu.draw", "khonsu.text"),
    *(f"khonsu.match.{part}" for part in ("advice", "match", "record")),
    *(f"khonsu.bots{part}" for part in ("", ".greedy", ".levels", ".programs", ".random", ".search", ".swift")),
    *("khonsu.arena", "khonsu.arena.runs.outcomes", "khonsu.arena.runs.simulate"),
    *(f"khonsu.stats.{part}" for part in ("charts", "intervals", "ratings", "sheet")),
    *(f"khonsu.research.{part}" for part in ("gym", "pettingzoo", "openspiel", "picture", "setting", "spaces")),
    *("khonsu.explain", "khonsu.explain.survey", "khonsu.lessons", "khonsu.rulebook"),
    *(
        f"khonsu.authors.{part}"
        for part in ("asking", "changes", "coaching", "layout", "questions", "telling", "things")
    ),
    *(f"khonsu.kernel.{part}" for part in ("about", "chance", "compile", "contract", "game", "position", "state")),
    *(f"khonsu.games.{game}" for game in ("ankh", "ankhor", "horus")),
]
COMPILED = "what the compiler makes; its types are the signatures given to it"
# What stays open, by the beginning of its name, and why
OPEN = {
    "khonsu.kernel.compile": COMPILED,
    "khonsu.kernel.contract": COMPILED,
    "khonsu.kernel.state:state_dtype: fields": "NumPy's own form of a dtype's fields",
    "khonsu.authors.layout": "lines read and write a state's fields, and every game has its own",
    "khonsu.authors.things:Now: view": "each game's reasons read their own view (games/*/fields.py)",
}


def names() -> dict[str, object]:
    """What modules import for their types only; a name means one thing in the whole house (tests/test_house.py)."""
    modules = map(
        import_module, ("khonsu.authors.layout", "khonsu.stats.charts", "khonsu.kernel.position", "khonsu.match")
    )
    return {name: thing for module in modules for name, thing in vars(module).items() if not name.startswith("__")}


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


def annotated(kind: type) -> type:
    """A class with the annotations of this one, without those of the classes that it builds on: some are others'."""
    own = {"__annotations__": inspect.get_annotations(kind), "__module__": kind.__module__}
    return type(kind.__name__, (), own)


def open_ends(name: str, thing: object) -> Iterator[str]:
    """The places in the signatures of a function or a class that say `Any`."""
    thing = inspect.unwrap(thing) if callable(thing) else thing
    own = annotated(thing) if inspect.isclass(thing) else thing
    if inspect.isclass(thing) or inspect.isfunction(thing):
        for place, hint in typing.get_type_hints(own, localns=names()).items():
            if not place.startswith("_") and says_any(hint):
                yield f"{name}: {place}"
    if inspect.isclass(thing):
        for key, member in vars(thing).items():
            if key == "__init__" or not key.startswith("_"):
                member = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if inspect.isfunction(member):
                    yield from open_ends(f"{name}.{key}", member)


def found(name: str) -> list[str]:
    """Every open end of a module."""
    module = import_module(name)
    assert offered(module)
    return [f"{name}:{place}" for each in offered(module) for place in open_ends(each, getattr(module, each))]


@pytest.mark.parametrize("name", MODULES)
def test_modules_say_no_any(name: str) -> None:
    assert [place for place in found(name) if not place.startswith(tuple(OPEN))] == []


def test_what_stays_open_is_there() -> None:
    places = [place for name in MODULES if name in {key.partition(":")[0] for key in OPEN} for place in found(name)]
    assert [key for key in OPEN if not any(place.startswith(key) for place in places)] == []


def test_the_check_can_fail() -> None:
    def leaves_open(given: dict[str, typing.Any]) -> None: ...

    assert list(open_ends("leaves_open", leaves_open)) == ["leaves_open: given"]
