"""How long a newcomer waits: a fresh clone, an empty home, nothing compiled, and a browser that wants to play.

Example: python scripts/bench_start.py --to build/start
`--seconds` measures what each kernel takes, for the bars that people see (src/khonsu/compiling/seconds.json).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CHROMIUM = os.environ.get("KHONSU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
PICTURES = (10, 30, 60)  # seconds after the command was typed
PATIENCE = 400.0  # seconds after which we do not wait any longer
CHOICE = "document.body.classList.contains('asked')"


class Newcomer:
    """A clone and a home in a scratch folder."""

    def __init__(self, scratch: Path) -> None:
        self.clone, self.home = scratch / "khonsu", scratch / "home"
        self.home.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.clone)], check=True)
        kept = {name: value for name, value in os.environ.items() if not re.match("XDG_|KHONSU_|PYTHON|DISPLAY", name)}
        own = Path.home() / ".config" / "pip" / "pip.conf"  # where packages come from stays as it is
        self.environment = {**kept, "HOME": str(self.home), **({"PIP_CONFIG_FILE": str(own)} if own.exists() else {})}

    @property
    def compiled(self) -> int:
        """How many kernels are in the cache."""
        return sum(1 for _ in self.home.rglob("*.nbc"))

    @contextmanager
    def run(self, *command: str) -> Iterator[Running]:
        """A command, until the block ends."""
        process = subprocess.Popen(
            command,
            cwd=self.clone,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        running = Running(process)
        try:
            yield running
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise


class Running:
    """What a command says, with the second in which it said it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process, self.began = process, time.perf_counter()
        self.said: list[str] = []
        self.url = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.said.append(f"{self.seconds:6.1f} s  {line.rstrip()}")
            if found := re.search(r"http://\S+/", line):
                self.url = found[0]

    @property
    def seconds(self) -> float:
        """Since the command was typed."""
        return time.perf_counter() - self.began

    def wait(self, true: Any) -> float:
        """Seconds until something is true."""
        while not true():
            if self.seconds > PATIENCE or self.process.poll() is not None:
                raise SystemExit("\n".join([*self.said, "That did not work."]))
            time.sleep(0.05)
        return self.seconds


class Figures(dict[str, float]):
    """Each is printed as soon as it is known: a later part may fail."""

    def __setitem__(self, name: str, value: float) -> None:
        super().__setitem__(name, value)
        print(f"  {name:36} {value:8.1f}", flush=True)


def first_start(newcomer: Newcomer, browser: Any, folder: Path, found: Figures) -> None:
    """`make play`, and a visitor who clicks on the game that is furthest."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
    with newcomer.run("make", "play", "ARGS=--port 0") as running:
        pictures = list(PICTURES)

        def look(true: Any) -> Any:
            def looked() -> Any:
                if pictures and running.seconds > pictures[0]:
                    take(page, running, folder / f"at-{pictures.pop(0)}-s")
                return true()

            return looked

        found["install, s"] = running.wait(look((newcomer.clone / ".venv" / ".installed-play").exists))
        found["installed, MB"] = megabytes(newcomer.clone / ".venv")
        running.wait(look(lambda: running.url))
        page.goto(running.url)
        found["make play to the page, s"] = running.seconds
        took = running.wait(look(lambda: page.evaluate("document.querySelector('[data-state=compiling]') !== null")))
        page.wait_for_timeout(max(0, 1000 * (found["make play to the page, s"] + 3 - took)))  # to read what it says
        page.locator(".card:has([data-state=compiling]) form button").first.click()
        found["make play to the first choice, s"] = running.wait(look(lambda: asks(page)))
        take(page, running, folder / "first-choice")
        address = f"{running.url}ready"
        found["all games ready, s"] = running.wait(look(lambda: page.request.get(address).json() == {}))
        running.wait(look(lambda: not pictures))
        page.wait_for_timeout(3000)  # the bots of the last game
    page.close()
    (folder / "terminal.txt").write_text("\n".join(running.said) + "\n", encoding="utf-8")


def asks(page: Any) -> bool:
    """Whether the visitor has something to choose."""
    try:
        return bool(page.evaluate(CHOICE))
    except Exception:  # it is on its way to the next page
        return False


def take(page: Any, running: Running, file: Path) -> None:
    """A picture of the page; before there is one, what the terminal says."""
    if page.url == "about:blank":
        page.set_content("<pre style='font-size: 20px'>" + "\n".join(running.said) + "</pre>")
        page.screenshot(path=f"{file}.png")
        page.goto("about:blank")
    else:
        page.screenshot(path=f"{file}.png")


def later_start(newcomer: Newcomer, browser: Any, *command: str) -> tuple[float, int]:
    """Seconds to the page, and how many kernels were compiled until all games were ready."""
    before, page = newcomer.compiled, browser.new_page()
    with newcomer.run(*command) as running:
        running.wait(lambda: running.url)
        page.goto(running.url)
        seconds = running.seconds
        running.wait(lambda: page.request.get(f"{running.url}ready").json() == {})
        page.wait_for_timeout(3000)
    page.close()
    return seconds, newcomer.compiled - before


def compile_all(newcomer: Newcomer) -> tuple[float, float]:
    """Seconds and processor seconds of compiling everything anew."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as empty:
        command = [newcomer.clone / ".venv" / "bin" / "khonsu", "warm"]
        subprocess.run(command, env={**newcomer.environment, "KHONSU_CACHE": empty}, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, used


def megabytes(folder: Path) -> float:
    """How much a folder takes."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink()) / 1e6


def kernel_seconds() -> None:
    """Measure every kernel in this checkout, one after the other, and write down what each takes."""
    from khonsu.compiling import pace, work
    from khonsu.games import games
    from khonsu.kernel.cache import cache_root

    if any(cache_root().glob("*")):
        raise SystemExit("Choose an empty folder: KHONSU_CACHE=$(mktemp -d) python scripts/bench_start.py --seconds")
    known: dict[str, dict[str, dict[str, float]]] = {}
    for name in games():
        known[name] = {}
        for kind, job in (("rules", work.Job(name)), ("kernels", work.Job(name, work.all_bot_kernels()))):
            steps, began, current = work.steps(job), 0.0, ""
            known[name][kind] = {}
            while True:
                following = next(steps, None)
                if current:
                    known[name][kind][current] = round(time.process_time() - began, 1)
                if following is None:
                    break
                current, began = following, time.process_time()
    file = Path(pace.__file__).with_name("seconds.json")
    file.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, print a table, keep pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", default="build/start", help="where pictures and the terminal's text go")
    parser.add_argument("--seconds", action="store_true", help="measure single kernels instead, for the bars")
    parser.add_argument("--rounds", type=int, default=1, help="of which the medians are printed and kept")
    parser.add_argument("--without-warm", action="store_true", help="leave out compiling everything once more")
    options = parser.parse_args()
    if options.seconds:
        return kernel_seconds()
    from playwright.sync_api import sync_playwright

    folder = Path(options.to)
    folder.mkdir(parents=True, exist_ok=True)
    print(f"On {os.cpu_count()} cores, Python {sys.version.split()[0]}:", flush=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        runs = [one_round(browser, folder, not options.without_warm) for _ in range(options.rounds)]
        browser.close()
    found = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    if options.rounds > 1:
        print(f"\nMedians of {options.rounds} rounds:")
        for name, value in found.items():
            print(f"{name:40} {value:8.1f}")
    (folder / "figures.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def one_round(browser: Any, folder: Path, warm: bool) -> Figures:
    """Everything from the first start on, in a scratch clone."""
    found = Figures()
    with tempfile.TemporaryDirectory(prefix="khonsu-start-") as scratch:
        newcomer = Newcomer(Path(scratch))
        first_start(newcomer, browser, folder, found)
        commands = {
            "make play": ("make", "play", "ARGS=--port 0"),
            "khonsu serve": (".venv/bin/khonsu", "serve", "--port", "0"),
        }
        for name, command in commands.items():
            found[f"second start, {name}, s"], found[f"second start, {name}, compiled"] = later_start(
                newcomer, browser, *command
            )
        if warm:
            found["khonsu warm, s"], found["khonsu warm, processor s"] = compile_all(newcomer)
    return found


if __name__ == "__main__":
    main()
