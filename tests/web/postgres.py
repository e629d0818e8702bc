"""A PostgreSQL for the tests alone: begun in a folder of its own, thrown away afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

OTHER_USER = "postgres"  # the program refuses to run as root; Debian's package makes this user


def programs() -> Path:
    """Where the programs lie; skips the test if they do not, or nobody may run them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    anywhere = shutil.which("initdb")
    if not found and not anywhere:
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql), so nothing is tested against it.")
    if os.geteuid() == 0 and OTHER_USER not in {user.pw_name for user in pwd.getpwall()}:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres here.")
    return found[-1].parent if found else Path(str(anywhere)).parent


def run(folder: Path, *command: str) -> None:
    """One of the programs, as somebody who may run it; what it says is shown only if it fails."""
    other = ["runuser", "-u", OTHER_USER, "--"] if os.geteuid() == 0 else []
    with (folder / "said").open("w") as said:
        done = subprocess.run([*other, *command], stdout=said, stderr=said, check=False, cwd=folder, timeout=120)
    assert done.returncode == 0, (folder / "said").read_text()


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a running server, without the name of a database."""
    where = programs()
    folder = Path(tempfile.mkdtemp(prefix="khonsu-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, OTHER_USER)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        data = str(folder / "data")
        run(folder, f"{where}/initdb", "-D", data, "-A", "trust", "-U", "khonsu", "-E", "UTF8", "--no-sync")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off"
        control = [f"{where}/pg_ctl", "-D", data, "-w", "-l", str(folder / "log")]
        run(folder, *control, "-o", options, "start")
        try:
            yield f"postgresql://khonsu@127.0.0.1:{port}"
        finally:
            run(folder, *control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
