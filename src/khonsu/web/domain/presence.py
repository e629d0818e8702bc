"""Who is at the table: connected to this process, or to another one that said so lately."""

from __future__ import annotations

from collections.abc import Iterable

from khonsu.web.domain.clock import now
from khonsu.web.settings import HEARTBEAT


class Presence:
    """The seats for which somebody is there, and since when nobody is there for the others."""

    def __init__(self) -> None:
        self.here: set[int] = set()  # connected to this process
        self.gone: dict[int, float] = {}  # seat -> since when nobody is there for it
        self._elsewhere: dict[str, tuple[float, set[int]]] = {}  # other process -> when it said which seats are there

    def hear(self, process: str, seats: Iterable[int]) -> bool:
        """Another process says who is connected to it; whether that is the first word from it."""
        first = process not in self._elsewhere
        self._elsewhere[process] = (now(), set(seats))
        return first

    def note(self, here: set[int], people: set[int]) -> None:
        """These seats are connected here; those of `people` who are nowhere are gone from now on."""
        self.here = here
        self.gone = {seat: self.gone.get(seat, now()) for seat in people - self.present()}

    def present(self) -> set[int]:
        """The seats for which somebody is there."""
        late = now() - 3 * HEARTBEAT
        return self.here.union(*(seats for at, seats in self._elsewhere.values() if at > late))
