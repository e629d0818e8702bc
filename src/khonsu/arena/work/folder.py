"""A run folder: what is finished stays finished, whatever ends the run. Beside FILE it is called FILE.parts.

`manifest.json` holds the settings; every finished chunk is a file that appears in one piece. Started again with the
same settings, a run goes on with the chunks that are missing; other settings are refused.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from khonsu.arena.problems import NotARun, OtherRun


class RunFolder:
    """The folder of one run."""

    def __init__(self, output: Path, settings: Mapping[str, object], ending: str) -> None:
        self.path = output.with_name(output.name + ".parts")
        self.ending = ending
        self.path.mkdir(parents=True, exist_ok=True)
        manifest = self.path / "manifest.json"
        if not manifest.is_file():
            if any(file.name != "manifest.json.draft" for file in self.path.iterdir()):
                raise NotARun(self.path)
            whole(manifest, lambda file: file.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8"))
        compare(self.path, json.loads(manifest.read_text(encoding="utf-8")), settings)

    def part(self, kind: str, chunk: int) -> Path:
        """Where a part of a chunk is or will be."""
        return self.path / f"{kind}-{chunk:06}.{self.ending}"

    def finished(self, kind: str) -> set[int]:
        """The chunks of which this part is there; it must be the one that is written last."""
        return {int(file.stem.rpartition("-")[2]) for file in self.path.glob(f"{kind}-*.{self.ending}")}

    def remove(self) -> None:
        """The run is complete and its parts are no longer needed."""
        shutil.rmtree(self.path)


def compare(where: Path, there: Mapping[str, object], here: Mapping[str, object]) -> None:
    """Refuse to go on with a run of other settings."""
    for name, value in here.items():
        kept = there.get(name)
        if isinstance(value, dict) and isinstance(kept, dict):
            compare(where, kept, value)
        elif kept != value:
            raise OtherRun(where, name, kept, value)


def whole(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file so that it is there in one piece or not at all, even if the machine stops."""
    draft = file.with_name(file.name + ".draft")
    write(draft)
    with draft.open("rb+") as written:
        os.fsync(written.fileno())
    draft.replace(file)


def keep(file: Path, content: bytes) -> None:
    """Bytes that are there in one piece or not at all."""
    whole(file, lambda draft: draft.write_bytes(content))
