"""Kills a loaded server at random, again and again, and checks that nothing acknowledged was lost.

Example: python scripts/kill_server.py --rounds 50
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx


class Serving:
    """`khonsu serve` in a process of its own."""

    def __init__(self, database: Path | str) -> None:
        command = [sys.executable, "-m", "khonsu", "serve", "--port", "0", "--database", str(database)]
        command += ["--requests", "1000000", "--bot-pause", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://" in line:
                port = line.split("localhost:")[1].split("/")[0]
                self.port, self.url = int(port), f"http://127.0.0.1:{port}"
                return
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """As hard as it gets."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Player(threading.Thread):
    """Plays both seats of a table at random and remembers what was acknowledged."""

    def __init__(self, url: str, key: str, tokens: dict[str, str], known: list[str], chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.url, self.key, self.tokens, self.known, self.chance = url, key, tokens, known, chance

    def run(self) -> None:
        """Until the server is gone."""
        try:
            with httpx.Client(base_url=self.url, timeout=20) as client:
                while self.step(client):
                    pass
        except (httpx.HTTPError, KeyError, ValueError):
            pass

    def step(self, client: httpx.Client) -> bool:
        """One answer; false when the match is over."""
        state = client.get(f"/api/tables/{self.key}").json()
        if state["over"]:
            return False
        headers = {"authorization": f"Bearer {self.tokens[str(state['asked'][0])]}"}
        state = client.get(f"/api/tables/{self.key}?since={10**6}", headers=headers).json()
        step = self.chance.choice(state["legal"])["text"]
        answer = client.post(f"/api/tables/{self.key}/steps", json={"step": step, "ply": state["ply"]}, headers=headers)
        if answer.status_code == 200:
            assert state["ply"] == len(self.known)
            self.known.append(step)
        return True


def run(rounds: int, tables: int, folder: Path, seed: int = 0) -> dict[str, Any]:
    """Play, kill, look; returns what was found."""
    chance = random.Random(seed)
    made: dict[str, dict[str, str]] = {}
    known: dict[str, list[str]] = {}
    lost = steps = 0
    for _ in range(rounds):
        serving = Serving(folder / "kill.db")
        try:
            with httpx.Client(base_url=serving.url, timeout=20) as client:
                lost += sum(missing(client, key, made[key], acknowledged) for key, acknowledged in known.items())
                over = {key for key in made if client.get(f"/api/tables/{key}").json()["over"]}
                for key in over:
                    made.pop(key)
                    steps += len(known.pop(key))
                while len(made) < tables:
                    body = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}
                    answer = client.post("/api/tables", json=body).json()
                    made[answer["table"]], known[answer["table"]] = answer["tokens"], []
            players = [
                Player(serving.url, key, tokens, known[key], random.Random(chance.random()))
                for key, tokens in made.items()
            ]
            for player in players:
                player.start()
            time.sleep(chance.uniform(0.3, 2.0))
        finally:
            serving.kill()
        for player in players:
            player.join()
    serving = Serving(folder / "kill.db")
    with httpx.Client(base_url=serving.url, timeout=20) as client:
        lost += sum(missing(client, key, made[key], acknowledged) for key, acknowledged in known.items())
    serving.kill()
    return {"kills": rounds, "steps": steps + sum(map(len, known.values())), "lost": lost}


def missing(client: httpx.Client, key: str, tokens: dict[str, str], acknowledged: list[str]) -> int:
    """How many acknowledged steps the table does not have; one more than was acknowledged may stand there."""
    state = client.get(f"/api/tables/{key}").json()
    there = state["ply"]
    if there == len(acknowledged) + 1:
        acknowledged.append("stored, but the answer was never heard")
    return max(0, len(acknowledged) - there) + (0 if there <= len(acknowledged) else 10**6)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(options.rounds, options.tables, Path(folder), options.seed)
    print(found)
    sys.exit(1 if found["lost"] else 0)
