"""A hook of MkDocs: what the site shows besides the pages of `docs/` (notebooks, changelog, how to contribute)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from other files."""
    for name in ("CHANGELOG", "CONTRIBUTING"):
        text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
        files.append(File.generated(config, f"{name.lower()}.md", content=text))
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        text, pictures = as_page(json.loads(notebook.read_text(encoding="utf-8")), notebook.stem)
        files.append(File.generated(config, f"notebooks/{notebook.stem}.md", content=text))
        for name, svg in pictures.items():
            files.append(File.generated(config, f"notebooks/{name}", content=svg))
    return files


def as_page(notebook: dict[str, Any], stem: str) -> tuple[str, dict[str, str]]:
    """A notebook as Markdown, and its pictures by file name."""
    parts: list[str] = []
    pictures: dict[str, str] = {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            if "image/svg+xml" in data:
                name = f"{stem}-{len(pictures) + 1}.svg"
                pictures[name] = "".join(data["image/svg+xml"])
                parts.append(f"![{''.join(data['text/plain'])}]({name})")
            else:
                parts.append("```text\n" + "".join(data["text/plain"]).rstrip() + "\n```")
    return "\n\n".join(parts) + "\n", pictures
