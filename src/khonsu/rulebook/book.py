"""A rulebook in one language: its title, its sections, and which numbered rules each of them covers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from khonsu.errors import KhonsuError
from khonsu.games import games, package
from khonsu.text import LANGUAGES, french

SUMMARY = "summary"  # the section to keep beside the board
HEADING = re.compile(r"(#{2,3}) (.+?)(?: \{#([a-z0-9-]+)\})?")
DRAWING = re.compile(r"!\[([^\]]*)\]\(drawing:([a-z0-9-]+)\)")
RULE = r"[A-Z]{2}-\d+[a-z]?"
COVERS = re.compile(rf"\*(?:Rules?|Reglas?|Règles?)\s(?:[^*]*{RULE})[^*]*\*")
SPAN = re.compile(rf"({RULE})(?:\s(?:to|a|à)\s({RULE}))?")


class BadRulebook(KhonsuError):
    """A rulebook that is not written as it should be."""

    template = "{file}, line {line}: {problem}"

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(file=file, line=line, problem=problem)


class Section(NamedTuple):
    """A section: where it is linked, its text in Markdown, its rules as spans (first, last)."""

    anchor: str
    title: str
    text: str
    parts: tuple[tuple[str, str], ...]  # anchor and title of what has a smaller heading
    rules: tuple[tuple[str, str], ...]
    covers: str  # the same as the reader finds it

    @property
    def plain(self) -> str:
        """The section without what a terminal cannot show: anchors, and drawings but for their captions."""
        text = re.sub(r"^(#+ .*?) \{#[a-z0-9-]+\}$", r"\1", self.text, flags=re.MULTILINE)
        text = re.sub(r"\[([^\]]*)\]\(#[^)]*\)", r"\1", DRAWING.sub(r"> \1\n\n", text))
        return "\n\n".join([f"## {self.title}", text, *([f"*{self.covers}*"] if self.covers else [])])


class Rulebook(NamedTuple):
    """All that a player may want to know of a game, in one language."""

    game: str
    language: str
    title: str
    lead: str
    sections: tuple[Section, ...]

    @property
    def anchors(self) -> list[str]:
        """What can be linked to, in the order of the text."""
        return [found for one in self.sections for found in (one.anchor, *(anchor for anchor, _ in one.parts))]

    @property
    def drawings(self) -> list[str]:
        """The names of all drawings, in the order of the text."""
        text = "\n".join([self.lead, *(section.text for section in self.sections)])
        return list(dict.fromkeys(name for _, name in DRAWING.findall(text)))

    def section(self, anchor: str) -> Section | None:
        """The section with this anchor, or with a part that has it."""
        return next((one for one in self.sections if anchor in (one.anchor, *dict(one.parts))), None)


def folder(game: str) -> Path:
    """Where a game keeps its rulebook."""
    return Path(str(import_module(package(game)).__file__)).parent / "rulebook"


@cache
def has_rulebook(game: str) -> bool:
    """Whether a game has a rulebook in all our languages."""
    return game in games() and all((folder(game) / f"{language}.md").is_file() for language in LANGUAGES)


@cache
def rulebook(game: str, language: str) -> Rulebook:
    """A game's rulebook. Its rules are not loaded: that is only needed to draw."""
    return read(source(game, language), game, language)


def source(game: str, language: str) -> str:
    """The text of a rulebook in Markdown, with the marks of its language."""
    text = (folder(game) / f"{language}.md").read_text(encoding="utf-8")
    return french(text) if language == "fr" else text


def read(text: str, game: str, language: str) -> Rulebook:
    """A rulebook from its text."""
    file, lines = f"{game}/rulebook/{language}.md", text.splitlines()
    if not lines or not lines[0].startswith("# "):
        raise BadRulebook(file, 1, "A rulebook begins with its title: '# Title'.")
    starts = [place for place, line in enumerate(lines) if line.startswith("## ")]
    if not starts:
        raise BadRulebook(file, len(lines), "A rulebook has sections: '## Title {#anchor}'.")
    ends = [*starts[1:], len(lines)]
    sections = tuple(read_section(lines, start, end, file) for start, end in zip(starts, ends))
    book = Rulebook(game, language, lines[0][2:].strip(), "\n".join(lines[1 : starts[0]]).strip(), sections)
    check(book, file)
    return book


def read_section(lines: list[str], start: int, end: int, file: str) -> Section:
    """The section between two lines."""
    headings = list(read_headings(lines, start, end, file))
    body = "\n".join(lines[start + 1 : end]).strip()
    last = body.rpartition("\n")[2]
    covers = last if COVERS.fullmatch(last) else ""
    spans = tuple((first, final or first) for first, final in SPAN.findall(covers))
    anchor, title = headings[0]
    if not covers and anchor != SUMMARY:
        raise BadRulebook(
            file, end, f"Section {{#{anchor}}} does not end with its rules, like '*Rules AO-1 to AO-3.*'."
        )
    return Section(anchor, title, body.removesuffix(covers).strip(), tuple(headings[1:]), spans, covers.strip("*"))


def read_headings(lines: list[str], start: int, end: int, file: str) -> Iterator[tuple[str, str]]:
    """Anchor and title of every heading between two lines that has an anchor; a section must have one."""
    for place in range(start, end):
        found = HEADING.fullmatch(lines[place].rstrip())
        if found and found[3]:
            yield found[3], found[2]
        elif lines[place].startswith("## "):
            raise BadRulebook(file, place + 1, "A section needs an anchor: '## Title {#anchor}'.")


def check(book: Rulebook, file: str) -> None:
    """What a reader relies on: every anchor once, a summary, and links and drawings that lead somewhere."""
    anchors = book.anchors
    for twice in {anchor for anchor in anchors if anchors.count(anchor) > 1}:
        raise BadRulebook(file, 1, f"The anchor {{#{twice}}} is there twice.")
    if SUMMARY not in anchors:
        raise BadRulebook(file, 1, f"There is no section {{#{SUMMARY}}}.")
    text = "\n".join([book.lead, *(section.text for section in book.sections)])
    for link in re.findall(r"\]\(#([^)]*)\)", text):
        if link not in anchors:
            raise BadRulebook(file, 1, f"There is a link to #{link}, but no section of that name.")
    for name in book.drawings:
        if not (folder(book.game) / "drawings" / f"{name}.txt").is_file():
            raise BadRulebook(file, 1, f"There is no drawings/{name}.txt.")
