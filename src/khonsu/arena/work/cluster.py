"""The same tasks on a Ray cluster. Ray begins a task again when its worker dies; each result is taken exactly once."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from khonsu.arena.problems import NoCluster, WorkerDied
from khonsu.arena.work.workers import ONE_THREAD, TRIES, T, Task, TaskResults
from khonsu.extras import need

AHEAD = 2  # tasks that wait for each processor, so that none is idle and results do not pile up
PATIENCE = 5  # seconds until an address that does not answer is given up; Ray itself would try for minutes


def on_ray(function: Callable[..., T], tasks: Sequence[Task], address: str) -> TaskResults[Task, T]:
    """Do all tasks on the cluster at this address, or on one that is started here ("local")."""
    ray = connect(address)
    try:
        remote = ray.remote(num_cpus=1, max_retries=TRIES)(one_task)
        left = list(reversed(tasks))
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        doing: dict[Any, Task] = {}
        while left or doing:
            while left and len(doing) < most:
                task = left.pop()
                doing[remote.remote(function.__module__, function.__name__, task)] = task
            (ready, *_), _ = ray.wait(list(doing), num_returns=1)
            task = doing.pop(ready)
            try:
                answer = ray.get(ready)
            except ray.exceptions.RayTaskError as error:
                raise RuntimeError(str(error)) from None
            except ray.exceptions.RayError:
                raise WorkerDied(1 + TRIES) from None
            yield task, answer
    finally:
        ray.shutdown()


def one_task(module: str, name: str, task: tuple[object, ...]) -> Any:
    """What a worker of the cluster runs; the number of threads must be said before a library is loaded."""
    os.environ.update(ONE_THREAD)
    return getattr(import_module(module), name)(*task)


def connect(address: str) -> Any:
    """Ray, connected to a cluster."""
    ray = need("ray", "ray", "--ray")
    settings: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        knock(address)
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **settings)
    except (OSError, ValueError, RuntimeError) as error:
        raise NoCluster(address, (str(error).strip().splitlines() or [type(error).__name__])[0]) from None
    return ray


def knock(address: str) -> None:
    """Raise if nobody listens at an address with a port."""
    host, mark, port = address.removeprefix("ray://").rpartition(":")
    if mark:
        socket.create_connection((host, int(port)), PATIENCE).close()
