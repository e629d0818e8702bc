"""The rulebook's pages in a real browser: search, contents, links, phone and wide screen, axe, and paper."""

from __future__ import annotations

import re

import pytest

import khonsu
from khonsu.rulebook import rulebook

from .axe import needs_axe, serious
from .browsing import browser, person, pytestmark, until

__all__ = ["browser", "person", "pytestmark"]
PHONE, DESK = (390, 844), (1440, 900)
WORDS = {"ankhor": "scribe", "horus": "necropolis", "ankh": "scorpion"}  # each in some sections, not in all
SHOWN = "[...document.querySelectorAll('article section')].filter(one => !one.hidden)"
LOCALES = {"en": "en-GB", "es": "es-ES", "fr": "fr-FR"}


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("game", WORDS)
def test_search_hides_and_marks_and_a_link_shows_again(person, game, size):
    page, word = person(*size), WORDS[game]
    page.goto(f"/rules/{game}")
    book = rulebook(game, "en")
    assert page.locator("#contents").evaluate("box => box.open") == (size == DESK)
    page.fill("#find", f"  {word.upper()} ")
    shown = page.evaluate(f"{SHOWN}.map(one => one.querySelector('h2').id)")
    assert 0 < len(shown) < len(book.sections)
    hidden = [section for section in book.sections if section.anchor not in shown]
    assert [section.anchor for section in hidden if word in section.text.lower()] == []
    assert page.evaluate(
        "[...document.querySelectorAll('#contents > ol > li')].filter(one => !one.hidden).length"
    ) == len(shown)
    marked = page.evaluate("[...CSS.highlights.get('found')].map(range => range.toString().toLowerCase())")
    assert set(marked) == {word}
    assert len(marked) >= len(shown)
    page.evaluate("anchor => location.hash = anchor", hidden[0].anchor)
    until(page, f"{SHOWN}.length === {len(book.sections)}")
    assert page.input_value("#find") == ""
    until(page, "id => document.getElementById(id).getBoundingClientRect().top < innerHeight", hidden[0].anchor)
    page.fill("#find", "crocodile submarine")
    assert page.inner_text("#found") == "No section has all these words."


@pytest.mark.parametrize("game", WORDS)
def test_contents_lead_to_every_section_and_close_on_a_phone(person, game):
    page, book = person(*PHONE), rulebook(game, "en")
    page.goto(f"/rules/{game}")
    links = page.locator("#contents a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert links == [f"#{anchor}" for anchor in book.anchors]
    page.locator("#contents summary").click()
    page.locator("#contents a[href='#end']").click()
    assert page.locator("#contents").evaluate("box => box.open") is False
    until(page, "Math.abs(document.getElementById('end').getBoundingClientRect().top) < 200")


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_nothing_is_wider_than_the_screen(person, language, size):
    page = person(*size, locale=LOCALES[language])
    for game in WORDS:
        for path in (f"/rules/{game}", f"/rules/{game}/summary"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
            assert page.evaluate("document.documentElement.lang") == language


@needs_axe
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_nothing_serious_for_axe(person, size):
    page, found = person(*size), {}
    for game in WORDS:
        for path in (f"/rules/{game}", f"/rules/{game}/summary"):
            page.goto(path)
            found |= serious(page, path, "moderate")
    assert found == {}


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", WORDS)
def test_the_summary_is_one_sheet_of_paper(person, game, language):
    page = person(locale=LOCALES[language])
    page.goto(f"/rules/{game}/summary")
    for paper in ("A4", "Letter"):
        assert pages_of(page.pdf(format=paper)) == 1, paper


@pytest.mark.parametrize("game", WORDS)
def test_all_of_it_prints(person, game):
    """What a search has hidden is on paper all the same, with every drawing."""
    page = person()
    page.goto(f"/rules/{game}")
    page.fill("#find", WORDS[game])
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(f"{SHOWN}.length") == len(rulebook(game, "en").sections)
    until(page, "[...document.images].every(image => image.complete && image.naturalWidth > 0)")
    page.emulate_media(media="print")
    for hidden in (".bar", ".contents", ".find"):
        assert not page.locator(hidden).first.is_visible(), hidden
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert 6 <= pages_of(page.pdf(format="A4")) <= 40


def test_every_game_is_looked_at() -> None:
    assert set(WORDS) == set(khonsu.games())
