"""Bots think in processes of their own. They are handed an imagined position as bytes, never the match.

Questions wait in a line in which tables take turns. Each process works at one question; if it dies or hangs, one new
process takes its place, and that question alone is asked again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import khonsu
from khonsu.bots import STAND_IN as GREEDY
from khonsu.bots import Bot, Budget, Choice, attended, bot, imagined, prepare
from khonsu.bots.turns import JudgedTurn, Turns, judge, turns
from khonsu.compiling import Compiler
from khonsu.errors import KhonsuError
from khonsu.kernel.position import Position
from khonsu.match import Match
from khonsu.processes import Failed, ProcessLost, Worker

log = logging.getLogger("khonsu.web")

PAUSES = (0.0, 0.5, 2.0)  # seconds before a question is asked again whose process has ended
MARGIN = 60.0  # seconds beyond a bot's own patience: levels count iterations, and the machine may be busy
LOADING = 300.0  # seconds for rules and bots in a new process: they may have to be compiled
COMPANY = 8  # bots that a process keeps; the tree of one takes up to 20 MB
SHARE = 8  # one question of so many is taken from tables of bots alone, even while people wait


class NoAnswer(KhonsuError):
    """No process could answer a question; it may be asked again later."""

    template = "The bots cannot answer at the moment. Try again in a little while."


Thought = Callable[..., Any]  # (player, game, imagined, budget, trouble): a function of this module


class Hung(ProcessLost):
    """A process took too long and was ended."""


@dataclass(frozen=True, eq=False)
class Question:
    """What a bot would do in a position, and the future in which its answer is waited for."""

    table: str
    urgent: bool
    game: str
    imagined: bytes
    seat: int
    bot: str
    budget: Budget
    choice: asyncio.Future[Any]
    work: Thought  # what is done in the process

    def settle(self, choice: Any) -> None:
        """Give the answer to whoever still waits for it."""
        if self.choice.done():
            return
        if isinstance(choice, NoAnswer):
            self.choice.set_exception(choice)
        else:
            self.choice.set_result(choice)


class FairQueue:
    """Questions that wait. Tables take turns, however many questions each has; where people wait is urgent."""

    def __init__(self) -> None:
        self._tables: dict[bool, OrderedDict[str, deque[Question]]] = {True: OrderedDict(), False: OrderedDict()}
        self._taken = 0

    def put(self, question: Question) -> None:
        """Wait behind the table's other questions; a table that has none waits behind all others."""
        self._tables[question.urgent].setdefault(question.table, deque()).append(question)

    def take(self) -> Question | None:
        """The next question, or None."""
        patient_first = (self._taken + 1) % SHARE == 0
        tables = self._tables[not patient_first] or self._tables[patient_first]
        if not tables:
            return None
        self._taken += 1
        table, questions = tables.popitem(last=False)
        question = questions.popleft()
        if questions:
            tables[table] = questions
        return question

    def remove(self, question: Question) -> None:
        """Nobody waits for this question any more."""
        tables = self._tables[question.urgent]
        if question in (questions := tables.get(question.table, deque())):
            questions.remove(question)
            if not questions:
                del tables[question.table]


class Thinkers:
    """A few processes that choose steps, and the questions that wait for them."""

    def __init__(
        self, processes: int, seconds: float, margin: float = MARGIN, compiler: Compiler | None = None
    ) -> None:
        self.seconds = seconds
        self.compiler = compiler or Compiler(())
        self.patience = Budget(seconds).patience + margin
        self.workers = tuple(Worker() for _ in range(processes))
        self._idle = list(self.workers)
        self._threads = ThreadPoolExecutor(processes, "thinkers")  # where answers are waited for
        self._line = FairQueue()
        self._open: set[Question] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def warm(self) -> None:
        """Load the rules of each game in the processes, when they are compiled and before anybody waits for them."""
        async for game in self.compiler.as_ready():
            await self.compiler.until_bot(game, GREEDY)
            idle, self._idle = self._idle, []
            await asyncio.gather(*(self._load(worker, game) for worker in idle))

    async def choose(self, name: str, match: Match, seat: int, *, table: str = "", urgent: bool = True) -> Choice:
        """A bot's choice for a seat, or `NoAnswer`. It is `urgent` where a person waits for it."""
        choice: Choice = await self._think(think, name, match, seat, table, urgent)
        return choice

    async def turns(self, name: str, match: Match, seat: int, *, table: str = "") -> Turns:
        """The best whole turns that a bot sees for a seat, or `NoAnswer`."""
        found: Turns = await self._think(think_of_turns, name, match, seat, table, True)
        return found

    async def judge(
        self, name: str, match: Match, seat: int, steps: Sequence[int], *, table: str = ""
    ) -> JudgedTurn | None:
        """How a turn that begins here compares with the best ones that a bot sees, or `NoAnswer`."""
        work = partial(think_of_turn, tuple(steps))
        found: JudgedTurn | None = await self._think(work, name, match, seat, table, True)
        return found

    async def _think(self, work: Thought, name: str, match: Match, seat: int, table: str, urgent: bool) -> Any:
        """Let a bot think about an imagined position, when its turn comes."""
        await self.compiler.until_bot(match.game.name, name)
        if self._closed:
            raise NoAnswer()
        budget = Budget(self.seconds, seed=secrets.randbits(64))
        handed = imagined(match, seat, budget).save()
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        question = Question(table, urgent, match.game.name, handed, seat, name, budget, future, work)
        self._open.add(question)
        self._line.put(question)
        self._hand_out()
        try:
            return await future
        finally:
            self._open.discard(question)
            self._line.remove(question)

    def close(self) -> None:
        """End the processes; whoever still waits is told that there will be no answer."""
        self._closed = True
        for question in self._open:
            question.settle(NoAnswer())
        for worker in self.workers:
            worker.close()
        for worker in self._idle:
            worker.bury()
        self._threads.shutdown(wait=False)

    # -- the work ------------------------------------------------------------------------------------------------------

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hand_out(self) -> None:
        """Give waiting questions to idle processes."""
        while self._idle and not self._closed and (question := self._line.take()):
            home = self.workers[zlib.crc32(question.table.encode()) % len(self.workers)]
            worker = home if home in self._idle else self._idle[-1]  # where the table's bots are known, if it is free
            self._idle.remove(worker)
            self._begin(self._work(worker, question))

    async def _load(self, worker: Worker, game: str) -> None:
        try:
            await self._ask(worker, LOADING, get_ready, game, GREEDY)
        except (ProcessLost, Failed, RuntimeError):
            if not self._closed:
                log.exception("a process of bots could not load the rules")
        finally:
            self._idle.append(worker)
            self._hand_out()

    async def _work(self, worker: Worker, question: Question) -> None:
        """Answer one question, whatever happens, and go on with the next."""
        try:
            question.settle(await self._answer(worker, question))
        except Exception as error:
            if not question.choice.done():
                log.error("%s could not answer for table %s", question.bot, question.table, exc_info=error)
        finally:
            question.settle(NoAnswer())
            self._idle.append(worker)
            self._hand_out()

    async def _answer(self, worker: Worker, question: Question) -> Any:
        """Ask until there is an answer: again if the process ends, and greedy at last."""
        trouble = ProcessLost()
        for pause in PAUSES:
            try:
                return await self._consider(worker, question)
            except ProcessLost as lost:
                trouble = lost
                if question.choice.done():
                    raise
                log.warning("%s lost its process at table %s: %s", question.bot, question.table, lost)
                if isinstance(lost, Hung):
                    break
                await asyncio.sleep(pause)
        return await self._consider(worker, question, str(trouble))

    async def _consider(self, worker: Worker, question: Question, trouble: str = "") -> Any:
        """Let a process get ready for the game and the bot, which may take long, and then think, which may not."""
        needs = (question.game, GREEDY if trouble else question.bot)
        if needs not in worker.ready:
            if worker.pid is not None:
                await self._ask(worker, self.patience, os.getpid)  # what is stopped would not get ready either
            await self._ask(worker, LOADING, get_ready, *needs)
            worker.ready.add(needs)
        player = Player(question.table, question.seat, question.bot)
        asked = (player, question.game, question.imagined, question.budget, trouble)
        return await self._ask(worker, self.patience, question.work, *asked)

    async def _ask(self, worker: Worker, patience: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns in a process, which is ended if that takes too long."""
        loop = asyncio.get_running_loop()
        limit = loop.call_later(patience, worker.kill)
        try:
            return await loop.run_in_executor(self._threads, worker.ask, function, *arguments)
        except ProcessLost:
            if loop.time() >= limit.when():
                raise Hung(f"no answer within {patience:g} seconds") from None
            raise
        finally:
            limit.cancel()


# -- in the process ----------------------------------------------------------------------------------------------------


class Player(NamedTuple):
    """A bot in a seat of a table."""

    table: str
    seat: int
    bot: str


class Company:
    """The bots of this process that played last, kept from step to step: a search goes on with its tree."""

    def __init__(self) -> None:
        self._bots: OrderedDict[Player, Bot] = OrderedDict()

    def bot(self, player: Player) -> Bot:
        """The player's own bot; whoever has not played for the longest time leaves for a new one."""
        if player not in self._bots:
            self._bots[player] = bot(player.bot)
        self._bots.move_to_end(player)
        while len(self._bots) > COMPANY:
            _, leaving = self._bots.popitem(last=False)
            getattr(leaving, "close", lambda: None)()
        return self._bots[player]


company = Company()


@dataclass
class Absent:
    """A bot that was lost together with its process, so that another one stands in for it as for any that fails."""

    name: str
    trouble: str
    punctual = True

    def choose(self, position: Position, seat: int, budget: Budget) -> Choice:
        """It cannot."""
        raise ChildProcessError(self.trouble)


def get_ready(game: str, name: str) -> None:
    """Load what a bot needs, and what its stand-in would; a bot's own trouble shows when it is asked."""
    prepare(bot(GREEDY), khonsu.game(game))
    with suppress(Exception, SystemExit):
        prepare(bot(name), khonsu.game(game))


def think(player: Player, game: str, imagined: bytes, budget: Budget, trouble: str) -> Choice:
    """A bot's choice; greedy's if the bot is in trouble."""
    position = Position.load(khonsu.game(game), imagined)
    chooser = Absent(player.bot, trouble) if trouble else company.bot(player)
    return attended(chooser, position, player.seat, budget)


def think_of_turns(player: Player, game: str, imagined: bytes, budget: Budget, trouble: str) -> Turns:
    """The best turns that a bot sees; greedy's if the bot is in trouble."""
    position = Position.load(khonsu.game(game), imagined)
    return turns(bot(GREEDY) if trouble else company.bot(player), position, player.seat, budget)


def think_of_turn(
    steps: tuple[int, ...], player: Player, game: str, imagined: bytes, budget: Budget, trouble: str
) -> JudgedTurn | None:
    """A turn beside the best ones; by greedy if the bot is in trouble."""
    position = Position.load(khonsu.game(game), imagined)
    return judge(bot(GREEDY) if trouble else company.bot(player), position, player.seat, steps, budget)
