"""The notebooks of the documentation run, and show what is written in them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
from notebooks import FOLDER, run


@pytest.mark.parametrize("name", ["play", "measure"])
def test_what_a_notebook_shows(name: str) -> None:
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    written = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(written) >= 2
    assert run(notebook) == written, "write them anew: python scripts/notebooks.py"


def test_every_notebook_is_run() -> None:
    assert {file.stem for file in FOLDER.glob("*.ipynb")} == {"play", "measure"}
