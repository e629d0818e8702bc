"""The same work in one process, in several, or on a Ray cluster: `Work.each` hands out tasks, yields what comes back.

A task is a tuple of arguments for a function of a module. Results depend on the task alone, so it does not matter who
does it, how often it is begun, or in which order tasks are finished.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from khonsu.arena.problems import WorkerDied

T = TypeVar("T")
Task = TypeVar("Task", bound=tuple[object, ...])
TaskResults = Generator[tuple[Task, T], None, None]
Progress = Callable[[int, int], None]
TRIES = 3  # how often a task is begun again when its worker dies

# Each worker is one process with one thread: as many workers as cores is right, whatever a bot's libraries do.
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("NUMBA", "OMP", "OPENBLAS", "MKL")}


@dataclass(frozen=True)
class Work:
    """Who plays, and who hears how far it is: so many processes of this machine, or a Ray cluster ("local": one here).

    `progress(done, total)` is told once before the first match what an earlier run has left, then whatever is finished.
    """

    jobs: int = 1
    ray: str | None = None
    progress: Progress | None = None

    def tell(self, done: int, total: int) -> None:
        """So many matches are finished."""
        if self.progress:
            self.progress(done, total)

    def each(self, function: Callable[..., T], tasks: Sequence[Task]) -> TaskResults[Task, T]:
        """Do all tasks; yields each with its result as soon as it is there, in any order. Closing ends the workers."""
        if self.ray is not None:
            from khonsu.arena.work.cluster import on_ray

            yield from on_ray(function, tasks, self.ray)
        elif self.jobs == 1 or len(tasks) < 2:
            for task in tasks:
                yield task, function(*task)
        else:
            yield from _in_processes(function, tasks, min(self.jobs, len(tasks)))


HERE = Work()


def _in_processes(function: Callable[..., T], tasks: Sequence[Task], jobs: int) -> TaskResults[Task, T]:
    left = deque(range(len(tasks)))
    tried = [0] * len(tasks)
    working: dict[Connection, tuple[Any, int]] = {}  # the pipe to a worker -> its process, which task it is at

    def hand_over(pipe: Connection, process: Any) -> None:
        """Give a worker the next task; if it has died meanwhile, that shows when its answer is read."""
        working[pipe] = process, left.popleft()
        with contextlib.suppress(OSError):
            pipe.send(tasks[working[pipe][1]])

    try:
        while left or working:
            while left and len(working) < jobs:
                hand_over(*_start(function))
            for pipe in wait(list(working)):
                assert isinstance(pipe, Connection)
                process, at = working.pop(pipe)
                try:
                    answer = pipe.recv()
                except (EOFError, OSError):  # killed, or out of memory
                    process.join()
                    tried[at] += 1
                    if tried[at] == TRIES:
                        raise WorkerDied(TRIES) from None
                    left.appendleft(at)
                    continue
                if isinstance(answer, _Failure):
                    raise RuntimeError(answer.told)
                if left:
                    hand_over(pipe, process)
                else:
                    pipe.close()  # the worker ends
                    process.join()
                yield tasks[at], answer
    finally:
        for process, _ in working.values():
            process.terminate()
            process.join()


def _start(function: Callable[..., Any]) -> tuple[Connection, Any]:
    """A new worker and the pipe to it."""
    method = multiprocessing.get_context("spawn")
    here, there = method.Pipe()
    process = method.Process(target=_work, args=(there, function), daemon=True)
    with one_thread():
        process.start()
    there.close()
    return here, process


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """The environment in which workers are started."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class _Failure:
    """An error in a worker, on its way home."""

    def __init__(self, told: str) -> None:
        self.told = told


def _work(pipe: Connection, function: Callable[..., Any]) -> None:
    """A worker's life: tasks in, results out, until the pipe is closed or its owner is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner, who ends the workers
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                answer = function(*task)
            except Exception:
                answer = _Failure(traceback.format_exc())
            pipe.send(answer)
