"""The wheel alone, in a clean environment: it plays and draws a match without a single web library."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from khonsu.extras import WEB

ROOT = Path(__file__).parents[1]
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
OPTIONAL = (*WEB, "pyarrow", "matplotlib", "ray", "gymnasium", "pettingzoo", "pyspiel", "PIL")

PLAY_AND_DRAW = """
import random, sys
from importlib.util import find_spec
import khonsu
from khonsu.bots import Budget, bot, decide

match = khonsu.game("ankhor").match(players=2, seed=7)
seat = match.deciders[0]
match.play(decide(bot("greedy"), match, seat, Budget(seed=1)).step, seat)
chance = random.Random(7)
while match.deciders:
    seat = match.deciders[0]
    match.play(chance.choice(match.legal_ids(seat)), seat)
assert match.winners() and khonsu.read(match.record()).scores() == match.scores()
with open("match.record", "w", encoding="utf-8") as file:
    file.write(match.record())
print("site-packages" in khonsu.__file__, match.svg(0).startswith("<svg"))
print(*(name for name in sys.argv[1:] if find_spec(name)))
"""


def run(python: Path | str, arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A program that sees nothing of this repository but the compiled rules."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "KHONSU_LANG")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    command = [str(python), *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """The Python of a new virtual environment into which only the wheel and what it asks for was installed."""
    if run(sys.executable, [*PIP, "download", "--no-deps", "--dest", "index", "hatchling"], tmp_path).returncode:
        pytest.skip("The package index cannot be reached, so no clean environment can be made.")
    made = run(sys.executable, [*PIP, "wheel", "--no-deps", "--wheel-dir", "dist", str(ROOT)], tmp_path)
    assert made.returncode == 0, made.stderr
    assert run(sys.executable, ["-m", "venv", "clean"], tmp_path).returncode == 0
    python = tmp_path / "clean" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    wheel = next((tmp_path / "dist").glob("khonsu-*.whl"))
    installed = run(python, [*PIP, "install", str(wheel)], tmp_path)
    assert installed.returncode == 0, installed.stderr
    return python


def test_the_wheel_plays_draws_and_says_what_is_missing(clean: Path, tmp_path: Path) -> None:
    played = run(clean, ["-c", PLAY_AND_DRAW, *OPTIONAL], tmp_path)
    assert played.stdout == "True True\n\n", played.stdout + played.stderr
    drawn = run(clean, ["-m", "khonsu", "show", "match.record", "--at", "20"], tmp_path)
    assert drawn.stdout.startswith("<svg"), drawn.stderr
    for command, extra in (
        (["serve", "--port", "0"], "web"),
        (["report", "ankhor", "--games", "5"], "arena"),
        (["simulate", "ankhor", "--games", "5", "--out", "games.parquet"], "arena"),
        (["simulate", "ankhor", "--games", "5", "--ray", "local"], "ray"),
    ):
        refused = run(clean, ["-m", "khonsu", *command], tmp_path)
        assert refused.returncode == 2, refused.stderr
        assert refused.stderr.endswith(f"install it with: pip install 'khonsu[{extra}]'\n")
    imported = run(clean, ["-c", "import khonsu.research.gym"], tmp_path)
    assert imported.stderr.endswith("pip install 'khonsu[research]'\n")
