"""The rulebook's pages: in the visitor's language, with drawings that load, and nothing of it on the first page."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

import khonsu
from khonsu.rulebook import rulebook
from khonsu.text import LANGUAGES


@pytest.mark.parametrize("game", khonsu.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_drawings(server, visit, game, language):
    visitor, book = visit(server, language), rulebook(game, language)
    page = visitor.get(f"/rules/{game}").text
    assert f"<h1>{escape(book.title)}</h1>" in page
    for anchor in book.anchors:
        assert f'id="{anchor}"' in page
        assert f'href="#{anchor}"' in page
    assert f'href="/rules/{game}/summary"' in page
    places = re.findall(r'(?:src|srcset)="(/rules/[^"]*)"', page)
    assert len(places) > 15
    for place in places:
        answer = visitor.get(place)
        assert answer.status_code == 200, place
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg ")


@pytest.mark.parametrize(
    ("game", "word"), [("ankhor", "3 tokens"), ("horus", "size on the card"), ("ankh", "21 is safe")]
)
def test_summary_is_one_section(visitor, game, word):
    page = visitor.get(f"/rules/{game}/summary").text
    assert page.count("<section") == 1
    assert word in page


def test_theme_that_was_chosen_is_drawn(visitor):
    page = visitor.post("/preferences", theme="dark", back="/rules/ankhor").text
    place = re.findall(r'src="(/rules/[^"]*/dark/wide/[^"]*)"', page)[0]
    assert 'class="dark khonsu' in visitor.get(place).text


@pytest.mark.parametrize(
    "path",
    [
        "/rules/chess",
        "/rules/chess/summary",
        "/rules/ankhor/nothing",
        "/rules/ankhor/drawings/en/auto/wide/nothing.svg",
        "/rules/ankhor/drawings/de/auto/wide/scoring.svg",
        "/rules/ankhor/drawings/en/pink/wide/scoring.svg",
        "/rules/ankhor/drawings/en/auto/round/scoring.svg",
        "/rules/ankhor/drawings/en/auto/wide/..%2F..%2Fen.svg",
        "/rules/chess/drawings/en/auto/wide/scoring.svg",
    ],
)
def test_what_is_not_there(visitor, path):
    assert visitor.get(path).status_code == 404


def test_home_and_table_lead_there_and_load_nothing_of_it(visitor):
    home = visitor.get("/").text
    assert 'href="/rules/ankhor"' in home
    assert "rules.css" not in home
    assert "rules.js" not in home
    assert 'href="/rules/ankhor"' in visitor.get(f"/table/{visitor.play_now()}").text
