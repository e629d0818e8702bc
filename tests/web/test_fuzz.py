"""The JSON interface under schemathesis: whatever is sent, the server answers with a sentence and goes on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCHEMATHESIS = shutil.which("schemathesis", path=str(Path(sys.executable).parent))


@pytest.mark.skipif(SCHEMATHESIS is None, reason="schemathesis is not installed")
def test_no_request_breaks_the_server(server, visitor, tmp_path):
    command = [SCHEMATHESIS, "run", f"{server.url}/api/schema/openapi.json", "--checks", "not_a_server_error"]
    command += ["--max-examples", "25", "--seed", "1", "--phases", "examples,coverage,fuzzing", "--no-color"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert visitor.get("/api/games").status_code == 200
