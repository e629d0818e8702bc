"""The work itself, as it is done in a process: the rules of a game, or kernels for it that are written once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from khonsu.bots import STAND_IN, bot, bots
from khonsu.games import game, loading, unloaded
from khonsu.kernel.bundle import bundle
from khonsu.kernel.cache import NotCompiled, only_loading

NICE = 5  # whoever plays on this machine goes first


class Job(NamedTuple):
    """What one process does in one go for a game: its rules, if no kernels are named."""

    game: str
    kernels: tuple[str, ...] = ()  # module:name

    @property
    def names(self) -> tuple[str, ...]:
        """What its steps are called."""
        return tuple(place.partition(":")[2] for place in self.kernels)


@cache
def bot_kernels(name: str) -> tuple[str, ...] | None:
    """The kernels that a bot of ours runs. None for a stranger's: its code is not run outside the bots' processes."""
    point = bots().get(name.partition(":")[0])
    if point is None or not point.value.startswith("khonsu."):
        return None
    return tuple(map(place, getattr(bot(name), "kernels")))  # noqa: B009 (not every bot has them)


def place(kernel: Any) -> str:
    """Where a process finds a kernel."""
    return f"{kernel.function.__module__}:{kernel.function.__name__}"


@cache
def all_bot_kernels() -> tuple[str, ...]:
    """The kernels of all bots, those of the bot that stands in for others first."""
    names = sorted(bots(), key=lambda name: name != STAND_IN)
    return tuple(dict.fromkeys(kernel for name in names for kernel in bot_kernels(name) or ()))


def steps(job: Job) -> Iterator[str]:
    """Compile, or load from disk; yields the name of each kernel before its turn."""
    kernel = unloaded(job.game).kernel
    if not job.kernels:
        yield from loading(job.game)
        yield "bundle"
        bundle(kernel)
    for place in job.kernels:
        module, _, name = place.partition(":")
        yield name
        getattr(import_module(module), name).compiled(kernel)


_under_way: dict[Job, Iterator[str]] = {}


def advance(job: Job) -> str | None:
    """Compile the kernel that was named the last time; the name of the next one, or None when all are done."""
    _give_way()
    following = None
    try:
        following = next(_under_way.setdefault(job, steps(job)), None)
    finally:
        if following is None:
            del _under_way[job]
    return following


@cache
def _give_way() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)


def load(job: Job) -> bool:
    """Load what a job would compile into this process; False if some of it is not on disk yet."""
    with suppress(NotCompiled), only_loading():
        if job.kernels:
            for _ in steps(job):
                pass
        else:
            game(job.game)
        return True
    return False
