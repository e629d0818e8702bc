"""The rulebooks: the same in all languages, every rule covered, every drawing drawn, every number in them counted."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import khonsu
from khonsu.rulebook import BadRulebook, has_rulebook, rulebook
from khonsu.rulebook.book import DRAWING, folder, read, source
from khonsu.rulebook.coverage import coverage, defined, spread
from khonsu.rulebook.drawing import draw, match, scene
from khonsu.rulebook.outline import Box, Outline
from khonsu.rulebook.pages import pages
from khonsu.text import LANGUAGES

GAMES = [name for name in khonsu.games() if has_rulebook(name)]


def captions(game: str, language: str) -> dict[str, str]:
    return {name: caption for caption, name in DRAWING.findall(source(game, language))}


def test_there_are_rulebooks() -> None:
    assert "ankhor" in GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["es", "fr"])
def test_languages_agree(game: str, language: str) -> None:
    english, other = rulebook(game, "en"), rulebook(game, language)
    assert other.anchors == english.anchors
    assert other.drawings == english.drawings
    assert [section.rules for section in other.sections] == [section.rules for section in english.sections]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_a_player_can_meet_is_covered(game: str) -> None:
    counted = coverage(game)
    assert counted.missing == {language: [] for language in LANGUAGES}
    assert counted.needed > len(counted.rules) * 0.8


@pytest.mark.parametrize("game", GAMES)
def test_drawings_are_drawn(game: str) -> None:
    assert {file.stem for file in (folder(game) / "drawings").glob("*.txt")} == set(rulebook(game, "en").drawings)
    for name in rulebook(game, "en").drawings:
        whole = Outline(match(game, name).svg(scene(game, name).seat, "en")).whole()
        for narrow in (False, True):
            drawing = draw(game, name, "fr", "dark", narrow)
            assert ElementTree.fromstring(drawing.svg).get("class", "").startswith("dark khonsu")
            assert drawing.width > 60
            assert drawing.height > 60
            assert drawing.svg.count('var(--orpiment)" stroke-width="5"/>') == len(scene(game, name).mark)
        if scene(game, name).only:
            assert draw(game, name, "en").width < whole.right


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_have_what_the_text_has(game: str, language: str) -> None:
    book = rulebook(game, language)
    lead, sections = pages(game, language)
    html = lead + "".join(section.body for section in sections)
    assert html.count("<figure>") == len(DRAWING.findall(source(game, language)))
    assert [anchor for one in book.sections for anchor, _ in one.parts] == re.findall(r'<h3 id="([^"]*)"', html)
    assert "drawing:" not in html
    assert "{#" not in html


# What newcomers asked: words of the question, and words that its answer cannot do without.
ASKED = {
    "ankhor": {
        "en": {"purple 3": "bonus token", "hand too full": "five resources and two ankhs", "animals score": "1 point"},
        "es": {"3 morado": "Bonificación", "mano demasiado llena": "cinco recursos y dos Ankhs", "animales": "1 punto"},
        "fr": {"3 violet": "jeton bonus", "trop plein": "cinq ressources et deux Ankhs", "animaux": "1 point"},
    },
    "horus": {
        "en": {
            "circles say 1": "size of the region",
            "shows a 2": "first turn",
            "could not place my marker": "not lost",
            "somebody else controls": "joined",
            '"? 5"': "any tile",
        },
        "es": {
            "círculos llevan un 1": "tamaño",
            "muestra un 2": "primer turno",
            "no he podido poner mi marcador": "no se ha perdido",
            "la controla otro": "unido",
            "«? 5»": "la que quieras",
        },
        "fr": {
            "cercles portent-ils un 1": "taille",
            "montre un 2": "premier tour",
            "pas pu poser mon marqueur": "pas perdu",
            "un autre joueur qui la contrôle": "réunie",
            "«\u202f? 5\u202f»": "celle que vous voulez",
        },
    },
    "ankh": {
        "en": {
            "all gods would be forgotten": "Conflict IV",
            "order token": "lowest number",
            "triggers an event": "end of its track",
            "next Conflict come": "4, 8, 12, 16",
        },
        "es": {
            "todos los Dioses caerían en el olvido": "Conflicto IV",
            "ficha de Orden": "número más bajo",
            "desencadena un evento": "final de su medidor",
            "próximo Conflicto": "4, 8, 12, 16",
        },
        "fr": {
            "tous les Dieux tomberaient dans l’oubli": "Conflit IV",
            "jeton d’ordre": "plus petit numéro",
            "déclenche un événement": "bout de sa piste",
            "prochain Conflit": "4, 8, 12, 16",
        },
    },
}


@pytest.mark.parametrize("game", ASKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_newcomers_asked_is_answered(game: str, language: str) -> None:
    section = rulebook(game, language).section("questions")
    assert section is not None
    answers = dict(re.findall(r"^\*\*(.+?)\*\* (.+)$", section.text, re.MULTILINE))
    assert len(answers) == len(re.findall(r"^\*\*", rulebook(game, "en").section("questions").text, re.MULTILINE))
    for words, needed in ASKED[game][language].items():
        found = [answer for question, answer in answers.items() if words in question]
        assert len(found) == 1, words
        assert needed in found[0], words


# The points that Ankh'or's captions state, as the engine counts them: numbers, animals, colours, bonus.
ANKHOR = {
    "pairs": (0, 4, 2, 0),
    "upper-pair": (0, 2, 4, 0),
    "bonus": (2, 0, 5, 3),
    "two-bonuses": (4, 5, 7, 6),
    "move-before": (2, 0, 5, 3),
    "move-kept": (2, 0, 5, 3),
    "move-lost": (2, 0, 4, 0),
    "scoring": (6, 5, 10, 3),
}


@pytest.mark.parametrize("name", ANKHOR)
def test_points_that_captions_state(name: str) -> None:
    """AO-97 to AO-100: what the reader is told is what the rules count."""
    points = match("ankhor", name).breakdown(0)
    assert tuple(points[part] for part in ("numbers", "animals", "colours", "bonus")) == ANKHOR[name]
    total = round(sum(points.values()))
    for language in LANGUAGES:
        assert str(total) in re.findall(r"\d+", captions("ankhor", language)[name])


def test_what_ankhors_drawings_show_happens() -> None:
    """AO-52 to AO-56 and AO-59: each picture "after" is what the rules make of the picture "before"."""
    before = match("ankhor", "renew-before").at(0)
    before.play("renew")
    before.play("stack A")
    assert before.view()["slots"] == match("ankhor", "renew-after").view()["slots"]
    for after, cell in {"move-kept": "(1,1)", "move-lost": "(0,2)"}.items():
        before = match("ankhor", "move-before").at(0)
        for step in ("move", "(4,0)", cell):
            before.play(step)
        assert before.view()["domains"][0]["tiles"] == match("ankhor", after).view()["domains"][0]["tiles"]
    cells = {step.text for step in match("ankhor", "cells").legal(0)}
    assert len(cells) == 6
    upper = {step.text for step in match("ankhor", "upper").legal(0)}
    assert len(upper) == 9
    assert "[0,0]" in upper
    assert [step.text for step in match("ankhor", "pay").legal(0)] == ["slot 1"]


# -- reading ----------------------------------------------------------------------------------------------------------

BOOK = "# T\n\nLead.\n\n## One {#one}\n\nText.\n\n*Rules AO-1 to AO-3, AO-5.*\n\n## Sum {#summary}\n\nShort.\n"


def test_a_book_is_read() -> None:
    book = read(BOOK, "ankhor", "en")
    assert (book.title, book.lead, book.anchors) == ("T", "Lead.", ["one", "summary"])
    assert book.sections[0].rules == (("AO-1", "AO-3"), ("AO-5", "AO-5"))
    assert book.sections[0].text == "Text."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("# T\n", "T\n", "begins with its title"),
        (" {#one}", "", "needs an anchor"),
        ("{#one}", "{#summary}", "twice"),
        ("*Rules AO-1 to AO-3, AO-5.*", "", "does not end with its rules"),
        ("{#summary}", "{#sum}", "does not end with its rules"),
        ("Text.", "See [this](#nowhere).", "no section of that name"),
        ("Text.", "![Seen](drawing:nothing)", "drawings/nothing.txt"),
    ],
)
def test_mistakes_are_named(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadRulebook, match=re.escape(problem)):
        read(BOOK.replace(old, new), "ankhor", "en")


def test_captions_of_neighbours_stay_apart_in_a_terminal() -> None:
    two = "![One](drawing:cells) ![Two](drawing:kinds)"
    (section, _) = read(BOOK.replace("Text.", two), "ankhor", "en").sections
    assert [line.strip() for line in section.plain.splitlines()[2:5]] == ["> One", "", "> Two"]


def test_spans_of_rules() -> None:
    rules = defined("ankhor")
    assert spread("AO-23", "AO-26", rules, "") == ["AO-23", "AO-24", "AO-24a", "AO-25", "AO-26"]
    with pytest.raises(BadRulebook, match="no rule XX-999"):
        spread("AO-1", "XX-999", rules, "")


def test_where_elements_lie() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><g id="dot"><circle r="2"/></g></defs>'
        '<g id="a-1" transform="translate(10 20) scale(2)"><rect x="1" y="1" width="3" height="4"/>'
        '<path d="M0 0h5v-2z"/></g><use id="b" href="#dot" transform="translate(50 50)"/>'
        '<g id="a-10" class="far"><path d="M80 80c1 1 2 2 3 3a1 1 0 0 1 4 0"/></g></svg>'
    )
    outline = Outline(svg)
    assert outline.box("a-1") == Box(10, 16, 20, 30)  # a-10 is another one
    assert outline.box("b") == Box(48, 48, 52, 52)
    assert outline.box(".far") == Box(80, 80, 87, 83)
    assert outline.box("a") == Box(10, 16, 87, 83)
    assert outline.box("c") is None
