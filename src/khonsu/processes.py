"""A process beside this one that does what it is asked, one thing at a time, and is begun again when it is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any


class ProcessLost(Exception):
    """A process has ended before it answered."""


class Failed(Exception):
    """What was done in a process went wrong there; says where."""


class Worker:
    """A process and the pipe to it: begun when it is first asked, and again when it was lost."""

    def __init__(self) -> None:
        self.ready: set[tuple[str, str]] = set()  # games and bots that the process has loaded
        self.begun = 0  # how many processes there have been
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return self._process.pid if self._process is not None else None

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns in the process. This blocks; `kill` from another thread ends the wait."""
        try:
            pipe = self._running()
            pipe.send((function, arguments))
            done, answer = pipe.recv()
        except (EOFError, OSError) as error:
            self.bury()
            raise ProcessLost("its process has ended") from error
        if not done:
            raise Failed(answer)
        return answer

    def kill(self) -> None:
        """End the process as hard as possible: it may hang."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the process for good."""
        with self._lock:
            self._closed = True
        self.kill()

    def _running(self) -> Connection:
        with self._lock:
            if self._closed:
                raise EOFError
            if self._pipe is None:
                spawn = multiprocessing.get_context("spawn")
                here, there = spawn.Pipe()
                process = spawn.Process(target=live, args=(there,), daemon=True)
                process.start()
                there.close()
                self._process, self._pipe = process, here
                self.begun += 1
            return self._pipe

    def bury(self) -> None:
        """Clear away a process that nobody waits for."""
        self.kill()
        with self._lock:
            if self._process is not None and self._pipe is not None:
                self._process.join()
                self._pipe.close()
            self._process = self._pipe = None
            self.ready.clear()


# -- in the process ----------------------------------------------------------------------------------------------------


def live(pipe: Connection) -> None:
    """A process' life: a function and its arguments in, what it returns or where it failed out."""
    settle_in(pipe)
    with suppress(EOFError, OSError):
        while True:
            function, arguments = pipe.recv()
            try:
                pipe.send((True, function(*arguments)))
            except Exception:
                pipe.send((False, traceback.format_exc()))


def settle_in(pipe: Connection) -> None:
    """Leave Ctrl-C to the server, end with it however it ends, and do not hand the pipe on to a bot's own programs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        os.set_inheritable(pipe.fileno(), False)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
