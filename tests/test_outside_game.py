"""A newcomer's game: the heap of docs/contract.md, a package of its own, played everywhere with no change in Khonsu."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import khonsu

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
from serving import Serving

PAGE = Path(__file__).parents[1] / "docs" / "contract.md"

DOCTEST = f"import doctest, sys; sys.exit(doctest.testfile({str(PAGE)!r}, module_relative=False).failed)"

VECTOR = """
import numpy as np
from khonsu.research.gym import vector_env

env = vector_env("heap", 64, players=3, opponents="random", seat=0, stones=10)
observation, info = env.reset(seed=7)
chances, ended, won = np.arange(64, dtype=np.uint64), 0, 0.0
for _ in range(50):
    observation, reward, terminated, truncated, info = env.step(env.random_actions(chances))
    ended, won = ended + terminated.sum(), won + reward.sum()
print(observation["observation"].shape, observation["action_mask"].shape, ended > 300, 0.2 < won / ended < 0.5)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page in a folder, with what an installer notes about them beside."""
    folder = tmp_path_factory.mktemp("heap")
    for name, text in re.findall(r'```\w+ title="([^"]+)"\n(.*?)```', PAGE.read_text(encoding="utf-8"), re.DOTALL):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    notes = folder / "khonsu_heap-1.0.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = [f"{name} = {value}\n" for name, value in project["entry-points"]["khonsu.games"].items()]
    (notes / "entry_points.txt").write_text("".join(["[khonsu.games]\n", *points]))
    return folder


@pytest.fixture
def outside(installed: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Programs begun from here find the package; they run in a folder of their own."""
    khonsu_itself = Path(khonsu.__file__).parents[1]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (installed, khonsu_itself))))
    monkeypatch.setenv("KHONSU_LANG", "en")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, keyboard: str = "") -> str:
    """What a Python program prints."""
    done = subprocess.run([sys.executable, *arguments], input=keyboard, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_says_what_happens(outside: Path) -> None:
    run("-c", DOCTEST)
    assert "The Heap" in run("-m", "khonsu", "games")


def test_in_the_terminal(outside: Path) -> None:
    command = ["-m", "khonsu", "play", "heap", "--seed", "7", "--bots", "greedy", "--option", "stones=9"]
    shown = run(*command, "--no-confirm", "--save", "heap.record", keyboard="take 1\n" * 9)
    assert "How many stones do you take?" in shown
    assert "The record is in heap.record." in shown
    assert run("-m", "khonsu", "replay", "heap.record").count(" takes ") >= 3
    assert run("-m", "khonsu", "show", "heap.record", "--at", "0").count("<circle") == 9


def test_in_the_vector_environment(outside: Path) -> None:
    pytest.importorskip("gymnasium")
    assert run("-c", VECTOR) == "(64, 2) (64, 3) True True\n"


@pytest.fixture
def server(outside: Path) -> Iterator[Serving]:
    """`khonsu serve`, its rules compiled before its patience runs."""
    run("-m", "khonsu", "warm", "heap")
    serving = Serving(outside / "tables.db", log=outside / "log")
    yield serving
    serving.kill()


def test_in_the_browser(server: Serving) -> None:
    with httpx.Client(base_url=server.url, follow_redirects=True, headers={"accept-language": "en"}) as browser:
        home = browser.get("/").text
        assert "The Heap" in home
        token = re.search(r'name="_csrf_token" value="([^"]+)"', browser.get("/look").text)
        assert token is not None
        table = browser.post("/play/heap", data={"_csrf_token": token[1]}).url.path
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with connect(f"ws://127.0.0.1:{server.port}{table}/live", additional_headers={"cookie": cookies}) as live:
            scenes = list(played(live))
    assert "<circle" in "".join(scenes[0]["drawing"])
    assert [choice["text"] for choice in scenes[0]["choices"]] == ["take 1", "take 2", "take 3"]
    assert scenes[-1]["over"]
    assert sum(seat["winner"] for seat in scenes[-1]["seats"]) == 1


def played(live: Any) -> Iterator[dict[str, Any]]:
    """The scenes in which we are asked, each answered with the first choice, and the last one."""
    ply = -1
    while True:
        scene = json.loads(live.recv(60))
        if scene["kind"] != "table" or scene["ply"] == ply:
            continue
        if scene["over"]:
            yield scene
            return
        if scene["you"] in scene["asked"]:
            ply = scene["ply"]
            if scene["confirm"]:
                live.send(json.dumps({"kind": "done", "ply": ply}))
            else:
                yield scene
                live.send(json.dumps({"kind": "step", "step": scene["choices"][0]["id"], "ply": ply}))
