"""The courses of the games: the lesson files in their folders, in the order of their names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from khonsu.games import package
from khonsu.lessons.lesson import Lesson
from khonsu.lessons.reading import read


def folder(game: str) -> Path:
    """Where a game keeps its lessons."""
    return Path(str(import_module(package(game)).__file__)).parent / "lessons"


@cache
def has_course(game: str) -> bool:
    """Whether a game has lessons; they are not read."""
    return any(folder(game).glob("*.txt"))


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """All lessons of a game in order; the rules are not loaded."""
    return tuple(read(file, game) for file in sorted(folder(game).glob("*.txt")))
