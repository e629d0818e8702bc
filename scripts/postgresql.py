"""A PostgreSQL of our own: begun in a temporary folder, stopped and begun again at will, thrown away in the end."""

from __future__ import annotations

import asyncio
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg

OTHER_USER = "postgres"  # the program refuses to run as root; Debian's package makes this user


class NotInstalled(Exception):
    """PostgreSQL is not here, or nobody may run it; the message says which."""


class PostgreSQL:
    """A running server; `address` lacks the name of a database."""

    def __init__(self) -> None:
        programs = _programs()
        self.folder = Path(tempfile.mkdtemp(prefix="khonsu-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, OTHER_USER)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"postgresql://khonsu@127.0.0.1:{port}"
        data = str(self.folder / "data")
        self._options = f"-p {port} -c listen_addresses=127.0.0.1 -k {self.folder} -c fsync=off"
        self._control = [f"{programs}/pg_ctl", "-D", data, "-w", "-l", str(self.folder / "log")]
        try:
            self._run(f"{programs}/initdb", "-D", data, "-A", "trust", "-U", "khonsu", "-E", "UTF8", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def start(self) -> None:
        """Begin, and return when it answers."""
        self._run(*self._control, "-o", self._options, "start")

    def stop(self) -> None:
        """As hard as it gets: like a crash, with connections open and nothing tidied up."""
        self._run(*self._control, "-m", "immediate", "stop")

    def close(self) -> None:
        """Stop for good."""
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def processes(self) -> list[int]:
        """The ids of all its processes."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        found = [first]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(stat.read_text().rpartition(")")[2].split()[1]) == first:
                    found.append(int(stat.parent.name))
        return found

    def new(self) -> str:
        """The address of an empty database."""
        name = f"khonsu_{secrets.token_hex(4)}"
        self.ask(f"create database {name}")
        return f"{self.address}/{name}"

    def ask(self, query: str, *values: Any, database: str = "postgres") -> list[Any]:
        """The rows that a query gives."""

        async def asking() -> list[Any]:
            connection = await asyncpg.connect(f"{self.address}/{database}", timeout=20)
            try:
                return list(await connection.fetch(query, *values, timeout=20))
            finally:
                await connection.close(timeout=5)

        return asyncio.run(asking())

    def _run(self, *command: str) -> None:
        """One of the programs, as somebody who may run it; what it says is shown only if it fails."""
        other = ["runuser", "-u", OTHER_USER, "--"] if os.geteuid() == 0 else []
        with (self.folder / "said").open("w") as said:
            done = subprocess.run([*other, *command], stdout=said, stderr=said, cwd=self.folder, timeout=120)
        if done.returncode:
            raise RuntimeError((self.folder / "said").read_text())


def _programs() -> Path:
    """Where the programs lie."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    anywhere = shutil.which("initdb")
    if not found and not anywhere:
        raise NotInstalled("PostgreSQL is not installed (Debian's package postgresql).")
    if os.geteuid() == 0 and OTHER_USER not in {user.pw_name for user in pwd.getpwall()}:
        raise NotInstalled("PostgreSQL does not run as root, and there is no user postgres here.")
    return found[-1].parent if found else Path(str(anywhere)).parent
