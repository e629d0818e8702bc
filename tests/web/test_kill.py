"""kill -9 at any moment: nothing that was acknowledged is lost, and the match goes on."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "kill_server.py"


def test_killed_at_random(rules, tmp_path):
    spec = importlib.util.spec_from_file_location("kill_server", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found = script.run(rounds=3, tables=4, folder=tmp_path, seed=1)
    assert found["kills"] == 3
    assert found["lost"] == 0
    assert found["steps"] > 20
