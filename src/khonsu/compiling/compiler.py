"""The compiler of this process: which games are ready, how far the others are, and who does the work."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from khonsu.compiling.pace import Pace, Track
from khonsu.compiling.work import Job, advance, all_bot_kernels, bot_kernels, load, steps
from khonsu.errors import KhonsuError
from khonsu.games import games
from khonsu.kernel.cache import can_keep
from khonsu.processes import Failed, ProcessLost, Worker

log = logging.getLogger("khonsu.compiling")

ATTEMPTS = 3  # at one job, each in a new process
AGAIN = 30.0  # seconds after which a game that could not be compiled is tried again, if somebody wants it
LAST = 19  # niceness of what has to wait for what somebody wants

Stage = Literal["ready", "compiling", "waiting", "failed"]


class NotReady(KhonsuError):
    """A game whose rules are not compiled yet."""

    template = "The rules of {title} are being prepared. This happens once; try again in {seconds} seconds."

    def __init__(self, game: str, seconds: int) -> None:
        self.game, self.seconds = game, seconds
        super().__init__(title=games()[game].title if game in games() else game, seconds=seconds)


class Readiness(NamedTuple):
    """How far a game is: the share that is done, and about how many seconds are left."""

    state: Stage
    share: float
    seconds: int


class Helper(Protocol):
    """What does the work: a process, see `khonsu.processes`."""

    @property
    def pid(self) -> int | None:
        """Its number in the system."""
        ...

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns there."""
        ...

    def close(self) -> None:
        """End it."""
        ...

    def bury(self) -> None:
        """Clear away what is left of it."""
        ...


@dataclass
class Compiled:
    """What is known of one game."""

    rules: Job
    others: list[Job]
    tracks: dict[Job, Track]
    ready: bool = False  # its rules are loaded here
    new: bool = False  # it was not on disk
    failed: float | None = None  # when it could not be compiled
    wanted: int = 0  # wishes are counted: the first one goes first; 0: nobody waits for it
    kernels: set[str] = field(default_factory=set)  # of the others, those that are on disk or cannot be kept there


class Compiler:
    """Compiles games beside this process and loads their rules into it. What somebody wants comes first.

    A game that is not among its games counts as ready.
    """

    def __init__(
        self,
        names: Iterable[str],
        processes: int | None = None,
        more: tuple[str, ...] = (),  # kernels for every game, beside those of the bots
        helper: Callable[[], Helper] = Worker,
        loader: Callable[[Job], bool] = load,
    ) -> None:
        self.processes = processes or os.cpu_count() or 1
        self.pace = Pace()
        self._helper, self._load = helper, loader
        self.games = {name: self._unknown(name, more) for name in names}
        self._queue: list[Job] = []
        self._running: dict[Job, Helper] = {}
        self._idle: list[Helper] = []
        self._wishes = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(2 * self.processes + 1, "compiling")  # where processes are waited for
        self._news = asyncio.Event()
        self._kept = True  # what is compiled can be written to disk
        self._closed = False

    def _unknown(self, name: str, more: tuple[str, ...]) -> Compiled:
        rules, others = Job(name), [Job(name, kernels) for kernels in (all_bot_kernels(), more) if kernels]
        return Compiled(rules, others, {job: Track(job, self.pace) for job in (rules, *others)})

    # -- what others ask -----------------------------------------------------------------------------------------------

    def is_ready(self, name: str) -> bool:
        """Whether the rules of a game are loaded."""
        return name not in self.games or self.games[name].ready

    def check(self, name: str) -> None:
        """Raise if a game is not ready."""
        if not self.is_ready(name):
            raise NotReady(name, self.progress(name).seconds)

    def progress(self, name: str) -> Readiness:
        """How far a game is."""
        game = self.games[name]
        if game.ready:
            return Readiness("ready", 1.0, 0)
        track = game.tracks[game.rules]
        left = track.left
        state: Stage = "failed" if game.failed else "compiling" if track.current else "waiting"
        if state == "waiting" and self._running:
            left += min(self.games[job.game].tracks[job].left for job in self._running)
        return Readiness(state, 1 - min(track.left / track.total, 1.0), max(1, round(left * self.pace.factor)))

    def share(self, name: str) -> float:
        """The share of everything that is compiled of a game, rules and all other kernels."""
        tracks = self.games[name].tracks.values()
        return 1 - sum(track.left for track in tracks) / sum(track.total for track in tracks)

    def complete(self, name: str) -> bool:
        """Whether everything is compiled of a game."""
        return all(track.finished for track in self.games[name].tracks.values())

    def want(self, name: str) -> None:
        """Somebody waits for a game: it comes before all that nobody waits for."""
        game = self.games.get(name)
        if game is None or game.ready:
            return
        if not game.wanted:
            self._wishes += 1
            game.wanted = self._wishes
            self._yield_to(name)
        if game.failed is not None and asyncio.get_running_loop().time() - game.failed > AGAIN:
            game.failed = None
            self._enqueue(game)
        self._hand_out()

    async def as_ready(self) -> AsyncIterator[str]:
        """The games, each when it is ready. One that fails is waited for until it is tried again."""
        waiting = list(self.games)
        while waiting:
            await self._until(lambda: any(self.games[name].ready for name in waiting))
            for name in [name for name in waiting if self.games[name].ready]:
                waiting.remove(name)
                yield name

    async def until_bot(self, name: str, bot: str) -> None:
        """Wait until a bot's kernels are compiled for a game, too."""
        if game := self.games.get(name):
            needs = set(all_bot_kernels() if (own := bot_kernels(bot)) is None else own)
            await self._until(lambda: needs <= game.kernels)

    async def until_settled(self) -> None:
        """Wait until everything is compiled, or has failed."""
        await self._until(lambda: not self._tasks and not self._queue)

    async def _until(self, true: Callable[[], bool]) -> None:
        while not true():
            await self._news.wait()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    # -- the work ------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin: load what was compiled before, compile the rest."""
        self._begin(self._take_up())

    async def close(self) -> None:
        """End everything that is under way."""
        self._closed = True
        self._queue.clear()
        for helper in self._running.values():
            helper.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("compiling failed", exc_info=error)
        self._tell()

    async def _take_up(self) -> None:
        """The quickest game first: so there is soon one to play."""
        for game in sorted(self.games.values(), key=lambda game: game.tracks[game.rules].total):
            if all([await self._loaded(game, job) for job in (game.rules, *game.others)]):
                continue
            game.new = True
            if self._kept and (trouble := await asyncio.to_thread(can_keep)):
                self._kept = False
                log.warning("Compiled rules cannot be kept (%s); they are compiled again at every start.", trouble)
            self._enqueue(game)

    async def _loaded(self, game: Compiled, job: Job) -> bool:
        """Load what a job has to do from disk, if it is there, in a thread."""
        if not await asyncio.to_thread(self._load, job):
            return False
        self._finished(game, job)
        return True

    def _finished(self, game: Compiled, job: Job) -> None:
        game.tracks[job].begin(None)
        if job is game.rules:
            game.ready = True
        game.kernels.update(job.kernels)
        self._tell()

    def _enqueue(self, game: Compiled) -> None:
        under_way = {*self._queue, *self._running}
        self._queue += [job for job, track in game.tracks.items() if not track.finished and job not in under_way]
        self._hand_out()

    def _hand_out(self) -> None:
        """Begin the next jobs. What somebody wants does not wait for what nobody wants."""
        self._queue.sort(key=self._rank)
        while self._queue and not self._closed:
            job = self._queue[0]
            before = [other for other in self._running if self._rank(other) <= self._rank(job)]
            if len(before) >= (self.processes if self._kept else 1):
                return
            self._queue.remove(job)
            self._running[job] = self._idle.pop() if self._idle else self._helper()
            self._begin(self._work(job, self._running[job]))

    def _rank(self, job: Job) -> int:
        wanted = self.games[job.game].wanted
        return wanted or self._wishes + 1

    def _yield_to(self, name: str) -> None:
        """Whatever is under way for other games goes on with what is left of the processor."""
        for job, helper in self._running.items():
            if job.game != name and not self.games[job.game].wanted and helper.pid is not None:
                with suppress(OSError, AttributeError):  # it has ended; Windows has no such thing
                    os.setpriority(os.PRIO_PROCESS, helper.pid, LAST)

    async def _work(self, job: Job, helper: Helper) -> None:
        """Do one job, whatever happens, and go on with the next."""
        game = self.games[job.game]
        try:
            if not self._kept:
                await self._here(game, job)
            elif await self._there(game, job, helper) and not await self._loaded(game, job):
                await self._here(game, job)  # the disk is full
        finally:
            del self._running[job]
            self._idle.append(helper)
            self._hand_out()
            while self._idle and not self._queue:
                self._dismiss(self._idle.pop())

    def _dismiss(self, helper: Helper) -> None:
        helper.close()
        helper.bury()

    async def _there(self, game: Compiled, job: Job, helper: Helper) -> bool:
        """Compile in another process, kernel by kernel; False if that cannot be done."""
        loop, track = asyncio.get_running_loop(), game.tracks[job]
        for attempt in range(1, ATTEMPTS + 1):
            try:
                while (name := await loop.run_in_executor(self._threads, helper.ask, advance, job)) is not None:
                    track.begin(name)
                    game.kernels.update(place for place in job.kernels if place.partition(":")[2] in track.done)
                    self._tell()
                return True
            except (ProcessLost, Failed) as error:
                if self._closed:
                    return False
                log.warning("compiling %s (%s) failed, attempt %d: %s", job.game, track.current, attempt, error)
                track.restart()
        self._given_up(game, job)
        return False

    def _given_up(self, game: Compiled, job: Job) -> None:
        """Without its rules a game cannot be played; what bots lack they compile themselves, or greedy plays."""
        if job is game.rules:
            game.failed = asyncio.get_running_loop().time()
        game.kernels.update(job.kernels)
        log.error("%s: %s could not be compiled", job.game, ", ".join(job.names) or "its rules")
        self._tell()

    async def _here(self, game: Compiled, job: Job) -> None:
        """Compile in a thread of this process, only the rules: bots' processes see to themselves."""
        loop, done = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()

        def compile_all() -> None:
            try:
                for name in steps(job):
                    tell(game.tracks[job].begin, name)
                tell(settle, None)
            except BaseException as error:
                tell(settle, error)

        def tell(function: Callable[[Any], None], word: Any) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(function, word)

        def settle(error: BaseException | None) -> None:
            if not done.done():
                done.set_result(error)

        if job is game.rules:
            threading.Thread(target=compile_all, daemon=True).start()  # a daemon: it must not hold up the end
            if (error := await done) is not None:
                log.error("compiling %s in memory failed", job.game, exc_info=error)
                return self._given_up(game, job)
        self._finished(game, job)
