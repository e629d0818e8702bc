"""A hook of MkDocs: what the site shows besides `docs/` (rulebooks, notebooks, changelog, how to contribute)."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import khonsu
from khonsu.rulebook import has_rulebook, rulebook
from khonsu.rulebook.book import DRAWING, source
from khonsu.rulebook.drawing import draw
from khonsu.text import LANGUAGES

ROOT = Path(__file__).parents[1]
FIGURE = '<figure markdown="span">\n![\\1]({place}/\\2.svg)\n<figcaption>\\1</figcaption>\n</figure>'
FIELDS = re.compile(r"<!-- fields of (\w+) -->")
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
    text = DRAWING.sub(rf"\n\n{FIGURE.format(place=f'{game}.{language}')}\n\n", source(game, language))
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


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the fields of views where a page asks for them."""
    return FIELDS.sub(lambda found: fields_of(found[1]), markdown)


def fields_of(game: str) -> str:
    """The types of a game's view as tables, the view itself first; what a field means is the comment beside it."""
    text = (ROOT / "src" / "khonsu" / "games" / game / "fields.py").read_text(encoding="utf-8")
    lines, types = text.splitlines(), {}
    for node in ast.parse(text).body:
        match node:
            case ast.ClassDef():
                rows = [row for base in node.bases for row in types.get(base.id, ("", []))[1]]
                rows += [(field.target.id, field.annotation) for field in node.body if isinstance(field, ast.AnnAssign)]
                types[node.name] = ast.get_docstring(node), rows
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict() as given])):
                types[name] = "", [(key.value, kind) for key, kind in zip(given.keys, given.values)]
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name))], value=ast.Constant(value=doc)):
                types[name] = doc, types[name][1]
    tables = []
    for name in sorted(types, key=lambda name: not name.endswith("View")):
        doc, rows = types[name]
        tables.append(f"### {name}\n\n{doc}\n\n| field | type | |\n|---|---|---|")
        for field, kind in rows:
            _, _, meaning = lines[kind.end_lineno - 1].partition("  # ")
            tables[-1] += f"\n| `{field}` | {linked(ast.unparse(kind), types)} | {meaning} |"
    return "\n\n".join(tables)


def linked(kind: str, types: dict[str, Any]) -> str:
    """A type in words that lead to the tables of others."""
    plain = kind.replace(" | ", " or ").replace("[", "\\[").replace("]", "\\]")
    return re.sub(r"\w+", lambda word: f"[{word[0]}](#{word[0].lower()})" if word[0] in types else word[0], plain)
