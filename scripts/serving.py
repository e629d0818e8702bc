"""`khonsu serve` in a process of its own, for scripts and tests that need a real server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

PATIENCE = 60.0  # seconds after which a server that has not begun never will
COMPILING = 600.0  # seconds in which its games must be ready


class Serving:
    """A server on this machine; it keeps its port when it is begun again."""

    def __init__(self, database: Path | str, *options: str, log: Path | None = None) -> None:
        self.database, self.options, self.log = database, options, log
        self.port, self.url = 0, ""
        self.start()

    def start(self) -> None:
        """Begin, and return when it listens and its games are ready."""
        command = [sys.executable, "-m", "khonsu", "serve", "--port", str(self.port), "--database", str(self.database)]
        command += ["--requests", "1000000", "--bot-pause", "0", *self.options]
        with (self.log or Path("/dev/null")).open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        patience = threading.Timer(PATIENCE, self.process.kill)
        patience.start()
        try:
            for line in self.process.stdout:
                if "http://" in line:
                    self.port = int(line.split("localhost:")[1].split("/")[0])
                    self.url = f"http://127.0.0.1:{self.port}"
                    break
        finally:
            patience.cancel()
        if not self._ready():
            self.kill()
            raise RuntimeError("the server did not start")

    def _ready(self) -> bool:
        until = time.monotonic() + COMPILING
        while self.url and self.process.poll() is None and time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"{self.url}/ready", timeout=PATIENCE) as answer:
                if json.load(answer) == {}:
                    return True
            time.sleep(0.1)
        return False

    def kill(self) -> None:
        """As hard as it gets."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
