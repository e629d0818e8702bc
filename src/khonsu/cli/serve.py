"""`khonsu serve`: the table in the browser."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import socket
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import khonsu
from khonsu.errors import BadOption, KhonsuError
from khonsu.extras import WEB, need
from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.compiling import Compiler

LITTER = 10_000, 20, 20  # things made before Python looks for cycles: a drawing makes thousands and leaves none behind
FILES = 1 << 16  # and connections that are open at once, if the system allows as many


class NoAddress(KhonsuError):
    """A port that somebody else uses, or a host that is not this machine."""

    template = "The server cannot listen on {host}:{port}: {reason}. Choose another --host or --port."


class NoDatabase(KhonsuError):
    """A folder that cannot be written, a database that does not answer."""

    template = "Matches cannot be saved in {place}: {reason}. Choose another place with --database."


def run(options: argparse.Namespace, t: Text) -> int:
    """Open the database, serve until Ctrl-C, compile beside it. What cannot work is said before anybody waits."""
    for package in WEB:
        need(package, "web", "khonsu serve")
    with listen(options.host, options.port) as listener:
        database = keep(options.database)
        return asyncio.run(serve(options, listener, database, t))


async def serve(options: argparse.Namespace, listener: socket.socket, database: str, t: Text) -> int:
    """Run the server."""
    from khonsu.compiling import Compiler
    from khonsu.web.settings import ServerSettings
    from khonsu.web.transport.app import create_app
    from khonsu.web.transport.door import server

    settings = ServerSettings(
        database=database,
        bot_processes=options.bot_processes,
        bot_seconds=options.bot_seconds,
        bot_pause=options.bot_pause,
        leave_after=options.leave_after,
        half_open=min(ServerSettings.half_open, many_files() // 4),
        secure_cookies=options.https,
        new_key=options.new_key,
        requests_a_minute=options.requests,
        connections=options.connections,
    )
    gc.set_threshold(*LITTER)
    compiler = Compiler(khonsu.games())
    app = await create_app(settings, compiler)
    host, port = listener.getsockname()[:2]
    url = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}/"
    print(t("The table is set: {url} (Ctrl-C stops it; matches are saved)", url=url), flush=True)
    if options.open and has_screen():
        import webbrowser

        webbrowser.open(url)
    saying = asyncio.create_task(say_ready(compiler, t))
    await server(app, settings).serve(sockets=[listener])
    saying.cancel()
    return 0


async def say_ready(compiler: Compiler, t: Text) -> None:
    """A line for each game that had to be compiled, when it is ready."""
    async for name in compiler.as_ready():
        if compiler.games[name].new:
            print(t("{title} is ready.", title=khonsu.games()[name].title), flush=True)
        gc.collect()
        gc.freeze()  # compilers and rules stay for good: to look through them again would stop everything for 0.1 s


def has_screen() -> bool:
    """Whether a browser could show itself here; without a screen it would take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def many_files() -> int:
    """Ask for as many files and connections as the system lets us have, often a few hundred; how many we have then."""
    try:
        import resource
    except ImportError:  # Windows does not count them
        return FILES
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    with contextlib.suppress(ValueError, OSError):  # macOS names a limit that it does not mean
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, wanted), most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 takes any free one."""
    from khonsu.web.settings import UNREAD

    listener = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(
            family, socket.SOCK_STREAM, socket.IPPROTO_TCP
        )  # said so, asyncio sends frames at once
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # who does not read what was asked for is let go
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD * 1000)
        listener.bind((host, port))
        listener.listen(1024)  # whoever comes before the server is ready waits for it
    except (OSError, OverflowError) as error:
        if listener is not None:
            listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise NoAddress(host=host, port=port, reason=reason) from error
    return listener


def keep(given: str | None) -> str:
    """The address of a database that answers."""
    import sqlalchemy
    from sqlalchemy.exc import SQLAlchemyError

    from khonsu.web.settings import sqlite

    place = given or ""
    try:
        database = address(given) if given else sqlite(data_file())
        url = sqlalchemy.make_url(database)
        place = url.render_as_string(hide_password=True)
        if url.get_backend_name() == "sqlite":
            keep_file(url.database or "")
        else:
            asyncio.run(knock(database))
    except ModuleNotFoundError as error:
        raise NoDatabase(place=place, reason=f"pip install 'khonsu[postgres]' ({error.name})") from error
    except (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError) as error:
        reason = str(getattr(error, "orig", None) or error or type(error).__name__).strip().split("\n")[0]
        raise NoDatabase(place=place or getattr(error, "filename", ""), reason=reason.rstrip(".")) from error
    return database


def keep_file(file: str) -> None:
    """An SQLite file that can be written, and read by nobody else."""
    if file in ("", ":memory:"):
        return
    if Path(file).parent.is_dir():
        Path(file).touch(0o600)  # what SQLite puts beside it has the same rights
    write_file(file)
    keep_private(Path(file))


def keep_private(file: Path) -> None:
    """Whoever can read the file knows the key of all cookies and the seeds of running matches."""
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # it is not there; it is not ours
            each.chmod(0o600)


def write_file(file: str) -> None:
    """Begin to write into an SQLite file, and think better of it."""
    connection = sqlite3.connect(file, timeout=10)
    try:
        connection.execute("begin immediate")
        connection.rollback()
    finally:
        connection.close()


async def knock(database: str) -> None:
    """Ask a database on the network for a sign of life."""
    import sqlalchemy

    from khonsu.web.storage.store import Store

    store = Store(database)
    try:
        async with asyncio.timeout(10), store.engine.connect() as connection:
            await connection.execute(sqlalchemy.select(1))
    finally:
        await store.close()


def address(given: str) -> str:
    """A database address as SQLAlchemy wants it; a bare file name means SQLite."""
    from khonsu.web.settings import sqlite

    for plain, driver in (("postgresql://", "postgresql+asyncpg://"), ("postgres://", "postgresql+asyncpg://")):
        if given.startswith(plain):
            return driver + given[len(plain) :]
    if "://" in given and not given.startswith(("sqlite", "postgresql+")):
        raise BadOption("--database", given.partition("://")[0], "FILE|postgresql://")
    return given if "://" in given else sqlite(given)


def data_file() -> Path:
    """Where matches are kept: the folder of the user's data."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "khonsu"
    base.mkdir(parents=True, exist_ok=True)
    base.chmod(0o700)
    return base / "tables.db"
