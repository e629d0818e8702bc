"""What a server can be told when it starts, and every limit it keeps to."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

OPPONENT = "level3"  # plays against newcomers
SUBSTITUTE = "level4"  # plays for people who left
ADVISER = "level7"  # gives hints

NAME = 24  # characters of a person's name
FRAME = 4096  # bytes of one message from a browser or a program
RECORD = 64 * 1024  # bytes of an uploaded record
BODY = 96 * 1024  # bytes of any request
LONG = 1024  # bytes of a message from which on it is compressed
UNREAD = 30  # seconds after which a connection is cut that does not take what it asked for
PATH = 200  # characters of an address; ours are shorter
PULSE = 1.0  # seconds for which an answer about the server's health counts
QUEUE = 64  # updates that wait for a slow connection before it is closed
CONNECTIONS = 24  # live connections of one person to one table
TABLE_CONNECTIONS = 150  # live connections to one table
WAITING = 50  # programs that wait at one table
SEATS_EVERY = 0.3  # seconds between two words to everybody about who is there
PHRASES_AT_ONCE = 3  # phrases that a seat may call to the others at once
PHRASES_EVERY = 5.0  # seconds for each one more
MOVING = 300.0  # seconds for which a code is good that moves somebody to another device
PREVIEWS = 60  # pictures of tables that are remembered for link previews
ANSWERS = 600  # of a learner in one lesson
EXPLAINED = 20  # choices that are explained at once; more stand on the board and are explained when looked at
EXPLAINED_IN_TEXT = 80  # the same for who reads the table as text, and in lessons
SHOWN_AGAIN = 40  # steps of the others that are shown once more
LOG = 400  # lines of the log that a newcomer is sent
HEARTBEAT = 10.0  # seconds between two words to other processes about who is here
BEAT = 5.0  # seconds between two notes that the house is open
CLOSED = 15.0  # seconds without such a note after which the house counts as closed, and clocks as stopped
IDLE = 300.0  # seconds an unwatched table stays in memory


@dataclass(frozen=True)
class ServerSettings:
    """How one server runs."""

    database: str = "sqlite+aiosqlite:///khonsu.db"
    bot_processes: int = 1
    bot_seconds: float = 1.0  # for one step
    bot_pause: float = 0.3  # least seconds between two steps of bots, so that people can follow
    word_wait: float = 25.0  # seconds for which a bot waits for a proposal of the person it decides together with
    leave_after: float = 120.0  # seconds after which an absent person's seat can be handed to a bot
    secure_cookies: bool = False  # behind HTTPS
    new_key: bool = False  # begin with another key: no cookie that was given out before counts
    messages: tuple[float, float] = (40.0, 20.0)  # of one connection: so many at once, then so many a second
    connections: int = 100  # live connections of one address
    arrival: float = 15.0  # seconds in which a whole request must have come
    half_open: int = 128  # connections of one address on which no whole request has come
    requests_a_minute: int = 600  # of one address; pages and programs together
    tables_a_minute: int = 0  # that one address may set; 0: one for every twenty requests
    origins: tuple[str, ...] = field(default=())  # other addresses under which the pages are reached

    @property
    def new_tables(self) -> int:
        """How many tables one address may set in a minute: each costs storage, and perhaps bots."""
        return self.tables_a_minute or max(1, self.requests_a_minute // 20)


def sqlite(file: Path | str) -> str:
    """The database address of a file."""
    return f"sqlite+aiosqlite:///{file}"
