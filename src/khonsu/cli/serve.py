"""`khonsu serve`: the table in the browser."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import sqlite3
import sys
from pathlib import Path

import khonsu
from khonsu.cli.commands import load
from khonsu.errors import BadOption, KhonsuError
from khonsu.text import Text


class NoAddress(KhonsuError):
    """A port that somebody else uses, or a host that is not this machine."""

    template = "Nobody can be served at {host}:{port}: {reason}."


class NoDatabase(KhonsuError):
    """A folder that cannot be written, a database that does not answer."""

    template = "Matches cannot be kept in {place}: {reason}."


def run(options: argparse.Namespace, t: Text) -> int:
    """Load the rules, open the database, serve until Ctrl-C. What cannot work is said before anybody waits."""
    with listen(options.host, options.port) as listener:
        database = keep(options.database)
        for name in khonsu.games():
            load(name, t)
        return asyncio.run(serve(options, listener, database, t))


async def serve(options: argparse.Namespace, listener: socket.socket, database: str, t: Text) -> int:
    """Run the server."""
    import uvicorn

    from khonsu.web.app import create_app
    from khonsu.web.settings import Settings

    settings = Settings(
        database=database,
        bot_processes=options.bot_processes,
        bot_seconds=options.bot_seconds,
        bot_pause=options.bot_pause,
        leave_after=options.leave_after,
        secure_cookies=options.https,
        requests_a_minute=options.requests,
    )
    app = await create_app(settings)
    host, port = listener.getsockname()[:2]
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=1 << 20,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=options.https,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    url = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}/"
    print(t("The table is set: {url} (Ctrl-C ends it; nothing is lost)", url=url), flush=True)
    if options.open and has_screen():
        import webbrowser

        webbrowser.open(url)
    gc.collect()
    gc.freeze()  # compilers and rules stay for good: to look through them again would stop everything for 0.1 s
    await uvicorn.Server(config).serve(sockets=[listener])
    return 0


def has_screen() -> bool:
    """Whether a browser could show itself here; without a screen it would take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 takes any free one."""
    listener = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
            write_file(url.database or "")
        else:
            asyncio.run(knock(database))
    except ModuleNotFoundError as error:
        raise NoDatabase(place=place, reason=f"pip install 'khonsu[postgres]' ({error.name})") from error
    except (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError) as error:
        reason = str(getattr(error, "orig", None) or error or type(error).__name__).strip().split("\n")[0]
        raise NoDatabase(place=place or getattr(error, "filename", ""), reason=reason.rstrip(".")) from error
    return database


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
    from khonsu.web.store import Store

    store = Store(database)
    try:
        async with asyncio.timeout(10):
            await store.knock()
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
    return base / "tables.db"
