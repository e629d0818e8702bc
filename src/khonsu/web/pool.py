"""Bots think in processes of their own. They are handed an imagined position as bytes, never the match."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache

import khonsu
from khonsu.bots import Bot, Budget, Choice, attended, bot
from khonsu.kernel.position import Position
from khonsu.match import Match

OPPONENT = "level3"  # plays against newcomers
STAND_IN = "level4"  # plays for people who left
ADVISER = "level6"  # gives hints


@cache
def thinker(name: str) -> Bot:
    """A bot of this process, kept from step to step: a search goes on with its tree while the turn lasts."""
    return bot(name)


class Thinkers:
    """A few processes that choose steps."""

    def __init__(self, processes: int, seconds: float) -> None:
        self.processes = processes
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The processes, begun when they are first needed."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=spawn, initializer=_settle_in)
        return self._pool

    def warm(self) -> None:
        """Load all rules in the processes before anybody waits for them."""
        for _ in range(self.processes):
            self.pool.submit(_load, list(khonsu.games()))

    async def choose(self, name: str, match: Match, seat: int) -> Choice:
        """A bot's choice for a seat; if its process dies, another one is tried once."""
        seed = secrets.randbits(64)
        imagined = match.position.imagine(seat, seed).save()
        question = (match.game.name, imagined, seat, name, self.seconds, seed)
        for attempt in (1, 2):
            try:
                return await asyncio.get_running_loop().run_in_executor(self.pool, _think, *question)
            except BrokenProcessPool:
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _settle_in() -> None:
    """A worker leaves Ctrl-C to the server and ends with it, however the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _load(games: list[str]) -> None:
    for name in games:
        khonsu.game(name)


def _think(game: str, imagined: bytes, seat: int, name: str, seconds: float, seed: int) -> Choice:
    position = Position.load(khonsu.game(game), imagined)
    return attended(thinker(name), position, seat, Budget(seconds=seconds, seed=seed))
