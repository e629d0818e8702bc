"""The documentation builds strictly, and its pages load nothing from elsewhere."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import khonsu
from khonsu.rulebook import rulebook
from khonsu.text import LANGUAGES

ROOT = Path(__file__).parents[1]
FOREIGN = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?(?:https?:)?//|<link\b[^>]*\bhref=\"?(?:https?:)?//"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    assert [page.name for page in pages if FOREIGN.search(page.read_text(encoding="utf-8"))] == []


def test_notebooks_and_reference_are_there(site: Path) -> None:
    assert (site / "notebooks" / "play-1.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "play-1.svg" in (site / "notebooks" / "play.html").read_text(encoding="utf-8")
    assert 'id="khonsu.match.match.Match.play"' in (site / "api" / "match.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", khonsu.games())
def test_rulebooks_are_there(site: Path, game: str, language: str) -> None:
    """Nine pages, with every section and every drawing, and the marks of French type."""
    book = rulebook(game, language)
    page = (site / "rulebook" / f"{game}.{language}.html").read_text(encoding="utf-8")
    assert book.title in html.unescape(page)
    assert [anchor for anchor in book.anchors if f'id="{anchor}"' not in page] == []
    assert "drawing:" not in page
    for name in book.drawings:
        assert f'src="{game}.{language}/{name}.svg"' in page
        assert (site / "rulebook" / f"{game}.{language}" / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
    assert ("\u202f?" in page) == (language == "fr")
    assert "\u00a0?" not in page


def test_fields_of_views_are_there(site: Path) -> None:
    page = (site / "views.html").read_text(encoding="utf-8")
    assert "<!-- fields" not in page
    for name in ("ankhorview", "horusregion", "ankhbattle"):
        assert f'<h3 id="{name}"' in page
        assert page.count(f'href="#{name}"') > 1 or name.endswith("view")


@pytest.mark.parametrize(
    ("page", "inside", "names"),
    [
        ("arena", "", "arena.simulate arena.ladder.ladder.ladder arena.until stats.intervals.Dot stats.charts.Chart"),
        (
            "authors",
            "authors.",
            "asking.Ask changes.Change coaching.Idea layout.Layout questions.Posed telling.Said things.Thing",
        ),
        ("bots", "bots.", "decide search.SearchBot programs.ProgramBot"),
        ("draw", "draw.", "render easel.Late"),
        ("lessons", "", "lessons.Lesson lessons.course.course lessons.play.play rulebook.Rulebook explain.why_not"),
        ("research", "research.", "gym.vector_env gym.KhonsuEnv.step pettingzoo.env"),
    ],
)
def test_reference_has_what_is_public(site: Path, page: str, inside: str, names: str) -> None:
    text = (site / "api" / f"{page}.html").read_text(encoding="utf-8")
    assert [name for name in names.split() if f'id="khonsu.{inside}{name}"' not in text] == []
