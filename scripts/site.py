"""A hook of MkDocs: what the site shows besides `docs/` (rulebooks, notebooks, changelog, how to contribute)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import khonsu
from khonsu.rulebook import has_rulebook, rulebook
from khonsu.rulebook.book import DRAWING, folder
from khonsu.rulebook.drawing import draw
from khonsu.text import LANGUAGES

ROOT = Path(__file__).parents[1]
FIGURE = '<figure markdown="span">\n![\\1]({place}/\\2.svg)\n<figcaption>\\1</figcaption>\n</figure>'
OWN_NAMES = {"en": "English", "es": "Español", "fr": "Français"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name the rulebooks in the navigation, before the numbered rules."""
    found = [about for about in khonsu.games().values() if has_rulebook(about.name)]
    chapters = [
        {about.title: [{OWN_NAMES[language]: f"rulebook/{about.name}.{language}.md"} for language in LANGUAGES]}
        for about in found
    ]
    if chapters:
        config.nav = [*config.nav[:1], {"Rules for players": chapters}, *config.nav[1:]]
    return config


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
    for game in filter(has_rulebook, khonsu.games()):
        for language in LANGUAGES:
            add_rulebook(files, config, game, language)
    return files


def add_rulebook(files: Files, config: MkDocsConfig, game: str, language: str) -> None:
    """A rulebook as a page, with its drawings."""
    text = (folder(game) / f"{language}.md").read_text(encoding="utf-8")
    text = DRAWING.sub(rf"\n\n{FIGURE.format(place=f'{game}.{language}')}\n\n", text)
    files.append(File.generated(config, f"rulebook/{game}.{language}.md", content=text))
    for name in rulebook(game, language).drawings:
        svg = draw(game, name, language).svg
        files.append(File.generated(config, f"rulebook/{game}.{language}/{name}.svg", content=svg))


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
