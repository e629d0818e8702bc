"""One live connection: a pair of eyes, the messages that wait for it, and how much it may say."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from khonsu.bots.turns import Turns
from khonsu.web.scenes.eyes import Eyes
from khonsu.web.scenes.messages import Message, encode
from khonsu.web.settings import QUEUE


@dataclass(eq=False, kw_only=True)
class Watcher(Eyes):
    """Updates wait in its queue; one that does not read them is let go."""

    address: str = ""  # where the connection comes from
    limit: tuple[float, float] = (40.0, 20.0)  # messages at once, and a second
    hinted: tuple[int, int, Turns] | None = None  # the last hint: at which ply, for which seat
    coached: bool = False
    remarked: int = -1  # the turn that has had its remark
    judging: asyncio.Task[None] | None = None  # of the last turn that waited to be ended
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))
    _spent: float = 0.0
    _at: float = field(default_factory=time.monotonic)

    def send(self, message: Message | bytes) -> None:
        """Let a message follow the others."""
        try:
            self.queue.put_nowait(message if isinstance(message, bytes) else encode(message))
        except asyncio.QueueFull:
            self.leave()

    def leave(self) -> None:
        """End the connection, whatever is still waiting."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def may_speak(self) -> bool:
        """Whether one more message is within the limit."""
        now = time.monotonic()
        self._spent = max(0.0, self._spent - (now - self._at) * self.limit[1])
        self._at = now
        if self._spent + 1 > self.limit[0]:
            return False
        self._spent += 1
        return True
