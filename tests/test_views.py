"""Views are what their types say: the same keys, the same types, for every seat and for spectators."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import khonsu

VIEWS = {"ankhor": "AnkhorView", "horus": "HorusView", "ankh": "AnkhView"}
SEEDS = {"ankhor": 23, "horus": 2, "ankh": 24}  # with these, rare questions are asked, too
OPTIONS = {"ankh": {"guardian_1": "satet"}}


def view_type(game: str) -> type:
    """What a game's package says that its views are."""
    found: type = getattr(import_module(f"khonsu.games.{game}"), VIEWS[game])
    return found


def wrong(value: Any, kind: Any, where: str, met: set[str]) -> Iterator[str]:
    """What is not as its type says. Optional keys that were there are noted in `met`."""
    if is_typeddict(kind):
        yield from wrong_keys(value, kind, where, met)
    elif get_origin(kind) is UnionType:
        if not any(next(wrong(value, each, where, met), None) is None for each in get_args(kind)):
            yield f"{where}: {value!r} is no {kind}"
    elif get_origin(kind) is Literal:
        if value not in get_args(kind):
            yield f"{where}: {value!r} is no {kind}"
    elif type(value) is not (get_origin(kind) or kind):
        yield f"{where}: {value!r} is no {kind}"
    elif get_origin(kind) is list:
        for i, each in enumerate(value):
            yield from wrong(each, *get_args(kind), f"{where}[{i}]", met)
    elif get_origin(kind) is dict:
        for key, each in value.items():
            yield from wrong(key, get_args(kind)[0], f"{where}: a key", met)
            yield from wrong(each, get_args(kind)[1], f"{where}[{key!r}]", met)


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def wrong_keys(value: Any, kind: Any, where: str, met: set[str]) -> Iterator[str]:
    """The same for the fields of a typed dictionary."""
    hints = hints_of(kind)
    if type(value) is not dict or not kind.__required_keys__ <= value.keys() <= hints.keys():
        yield f"{where}: {value!r} has not the keys of {kind.__name__}"
        return
    met |= {f"{kind.__name__}.{key}" for key in kind.__optional_keys__ & value.keys()}
    for key, each in value.items():
        yield from wrong(each, hints[key], f"{where}.{key}", met)


def check_match(game_name: str, players: int, met: set[str]) -> None:
    """Look at a random match: one seat after every step, all eyes after every tenth."""
    match = khonsu.game(game_name).match(players, SEEDS[game_name], **OPTIONS.get(game_name, {}))
    kind, chance = view_type(game_name), random.Random(SEEDS[game_name])
    while True:
        for seat in (-1, *range(players)) if len(match.steps) % 10 == 0 or match.over else match.deciders[:1]:
            assert next(wrong(match.view(seat), kind, game_name, met), None) is None
        if match.over:
            return
        seat = chance.choice(match.deciders)
        match.play(chance.choice(match.legal_ids(seat)), seat)


def optional(kind: Any, seen: set[Any]) -> Iterator[str]:
    """The optional keys of a type and of all that it holds."""
    if kind not in seen:
        seen.add(kind)
        if is_typeddict(kind):
            yield from (f"{kind.__name__}.{key}" for key in kind.__optional_keys__)
            for each in get_type_hints(kind).values():
                yield from optional(each, seen)
        for each in get_args(kind):
            yield from optional(each, seen)


def test_views_are_of_their_types(game_name: str) -> None:
    """Every number of players; and no type promises what no view holds."""
    met: set[str] = set()
    for players in khonsu.games()[game_name].players:
        check_match(game_name, players, met)
    assert set(optional(view_type(game_name), set())) - met == set()


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, int),
        (1, float),
        ("a", int | None),
        ([1, "a"], list[int]),
        ({1: "a"}, dict[str, str]),
        ({}, "HorusPlace"),
        ({"x": 1, "y": 2, "z": 3}, "HorusPlace"),
        ({"x": 1, "y": None}, "HorusPlace"),
    ],
)
def test_the_check_can_fail(value: Any, kind: Any) -> None:
    kind = getattr(import_module("khonsu.games.horus.fields"), kind) if isinstance(kind, str) else kind
    assert next(wrong(value, kind, "", set()), None) is not None
