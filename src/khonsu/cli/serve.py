"""`khonsu serve`: the table in the browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from pathlib import Path

import khonsu
from khonsu.cli.commands import load
from khonsu.errors import BadOption, KhonsuError
from khonsu.text import Text


class NoAddress(KhonsuError):
    """A port that somebody else uses, or a host that is not this machine."""

    template = "Nobody can be served at {host}:{port}: {reason}."


def run(options: argparse.Namespace, t: Text) -> int:
    """Load the rules, open the database, serve until Ctrl-C."""
    for name in khonsu.games():
        load(name, t)
    return asyncio.run(serve(options, t))


async def serve(options: argparse.Namespace, t: Text) -> int:
    """Run the server."""
    import uvicorn

    from khonsu.web.app import create_app
    from khonsu.web.settings import Settings, sqlite

    settings = Settings(
        database=address(options.database) if options.database else sqlite(data_file()),
        bot_processes=options.bot_processes,
        bot_seconds=options.bot_seconds,
        bot_pause=options.bot_pause,
        leave_after=options.leave_after,
        secure_cookies=options.https,
        requests_a_minute=options.requests,
    )
    listener = listen(options.host, options.port)
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
    await uvicorn.Server(config).serve(sockets=[listener])
    return 0


def has_screen() -> bool:
    """Whether a browser could show itself here; without a screen it would take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 takes any free one."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)  # whoever comes before the server is ready waits for it
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NoAddress(host=host, port=port, reason=reason) from error
    return listener


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
