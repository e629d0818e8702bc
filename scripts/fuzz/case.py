"""One case: it sends, measures, and notes what must not be."""

from __future__ import annotations

import contextlib
import http.client
import random
import re
import socket
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from fuzz.nonsense import FORGED, raw
from fuzz.world import PATIENCE, World

SECONDS = 1.0  # that a request may take
MEGABYTES = 200.0  # by which it may make the server grow
UNFRAMED = {"Content-Length", "Transfer-Encoding", "Expect"}  # after these it is unclear where a request ends
ERROR = re.compile(r"^(?:\w+\.)*(\w*(?:Error|Exception|Warning|Closed|Group)\w*)(?::|$)", re.MULTILINE)
LONG = re.compile(r"(.{1,4}?)\1{20,}")

T = TypeVar("T")
Headers = list[tuple[str, str | bytes]]


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


class Silence(Exception):
    """No answer, or not a whole one; the text says which."""


class Problem(NamedTuple):
    """Something that must not be: what, where, why as far as the server says, and what was sent."""

    what: str
    where: str
    why: str
    sent: str


class Case:
    """What is done under one number."""

    def __init__(self, world: World, seed: int, number: int, doors: dict[str, int]) -> None:
        self.world, self.server, self.number = world, world.server, number
        self.chance = random.Random(f"{seed}-{number}")
        self.door = self.where = self.chance.choices(list(doors), list(doors.values()))[0]
        self.seconds = self.megabytes = 0.0
        self.found: list[tuple[str, str, str]] = []  # what, where, what was sent

    def note(self, what: str, sent: bytes | str) -> None:
        """Something must not be."""
        text = sent if isinstance(sent, str) else repr(sent)
        for visitor in self.world.visitors:
            text = text.replace(visitor.cookies, "(cookies)").replace(visitor.csrf, "(token)")
        self.found.append((what, self.where, LONG.sub(lambda run: f"{run[1]}(x {len(run[0]) // len(run[1])})", text)))

    def send(self, method: str, path: str, headers: Headers, body: bytes = b"") -> Answer | None:
        """One request; None where no answer came."""
        names = {name for name, _ in headers}
        if body and not names & UNFRAMED:
            headers = [*headers, ("Content-Length", str(len(body)))]
        lines = [raw(f"{method} {path} HTTP/1.1")]
        lines += [raw(name) + b": " + (value if isinstance(value, bytes) else raw(value)) for name, value in headers]
        sent = b"\r\n".join(lines) + b"\r\n\r\n" + body
        patience = 0.2 if names & UNFRAMED else PATIENCE
        try:
            answer = self.measure(sent, lambda: exchange(self.server.port, sent, method, patience))
        except Silence as silence:
            if not names & UNFRAMED:
                self.note(str(silence), sent)
            return None
        if answer.status >= 500:
            self.note(str(answer.status), sent)
        return answer

    def measure(self, sent: bytes, ask: Callable[[], T]) -> T:
        """Time and memory of a question. A slow one is asked again; then the time counts in which it could run."""
        memory, used, begun = self.server.memory(), self.server.processor(), time.perf_counter()
        answer = ask()
        seconds = time.perf_counter() - begun
        grown, worked = self.server.peak() - memory, self.server.processor() - used
        if worked < SECONDS < seconds:
            waited, begun = self.server.waited(), time.perf_counter()
            ask()
            seconds = min(seconds, time.perf_counter() - begun - (self.server.waited() - waited))
        if seconds > SECONDS:
            self.note("slow", f"{seconds:.1f} s: {sent!r}")
        if grown > MEGABYTES:
            self.note("memory", f"{grown:.0f} MB: {sent!r}")
        self.seconds, self.megabytes = max(self.seconds, seconds), max(self.megabytes, grown)
        return answer

    def problems(self, news: str) -> list[Problem]:
        """What must not be, with what the server has written meanwhile."""
        why = ", ".join(dict.fromkeys(ERROR.findall(news)))
        if "Traceback" in news and not self.found:
            self.note("traceback", news[-1500:])
        if re.search(f"^{FORGED}", news, re.MULTILINE):
            self.note("forged", news[:400])
        return [Problem(what, where, why, sent) for what, where, sent in self.found]


def exchange(port: int, sent: bytes, method: str, patience: float) -> Answer:
    """Send bytes over a connection of their own and read the answer."""
    try:
        with socket.create_connection(("127.0.0.1", port), patience) as connection:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it may have heard enough
                connection.sendall(sent)
            response = http.client.HTTPResponse(connection, method=method)
            response.begin()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
    except TimeoutError:
        raise Silence("no answer") from None
    except ConnectionResetError:  # an answer is lost where a server refuses the head and does not read the body
        head = sent.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        if head == sent:
            raise Silence("cut off") from None
        return exchange(port, head, method, patience)
    except (http.client.HTTPException, ConnectionError):
        raise Silence("cut off") from None
