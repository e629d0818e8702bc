"""Every sentence people read exists in Spanish and French, with the same places to fill."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import khonsu
from khonsu import errors
from khonsu.games import asked, package
from khonsu.match.record import END, FIRST_LINE, HEADER, STEPS
from khonsu.text import HOUSE, Text, chosen_language, french
from khonsu.web.words import LOCALE

SOURCE = Path(khonsu.__file__).parent
PLACE = re.compile(r"\{\w+\}")


def sentences(file: Path) -> set[str]:
    """String constants with several words, without docstrings and parts of f-strings: what a module may say."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    silent = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    silent |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in silent
        and " " in node.value.strip()
        and any(letter.isalpha() for letter in node.value)
    }


def house_sentences() -> set[str]:
    """What the house says: errors, command line."""
    page = SOURCE / "arena" / "runs" / "report.html"
    said = set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', page.read_text(encoding="utf-8")))
    names = ("errors.py", "match/record.py", "match/match.py", "arena/problems.py", "arena/runs/balance.py")
    names += ("arena/runs/simulate.py", "arena/ladder/ladder.py")  # headings of tables
    for file in [*(SOURCE / name for name in names), *(SOURCE / "cli").glob("*.py")]:
        said |= {sentence for sentence in sentences(file) if not sentence.startswith("khonsu ")}
    return said - NOT_SAID


def web_sentences() -> set[str]:
    """What the pages say: in templates, in the server's answers, and through the server in the browser."""
    said = set()
    for template in (SOURCE / "web" / "templates").glob("*.html"):
        said |= set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', template.read_text(encoding="utf-8")))
    for file in (SOURCE / "web").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            said |= {part.value for part in spoken(node) if isinstance(part, ast.Constant)}
    return said


def spoken(node: ast.AST) -> list[ast.expr]:
    """The sentences in a piece of a program: `t("...")`, an error's template, the answers to refused requests."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t":
        return node.args[:1]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        if node.targets[0].id == "template":
            return [node.value]
        if node.targets[0].id == "sentences" and isinstance(node.value, ast.Dict):
            return node.value.values
    return []


NOT_SAID = {HEADER.pattern, STEPS.pattern, END.pattern, FIRST_LINE, "python -m khonsu", "begin immediate"}


def game_sentences(name: str) -> set[str]:
    """What a game says: its card, its options, and the sentences in its folder."""
    about = khonsu.games()[name]
    folder = Path(str(import_module(package(name)).__file__)).parent
    said = {about.sentence, *(option.text for option in about.options)}
    for how in asked(name).values():
        said |= {how.heading, *how.words.values()} - {""}
    for names in ("words/*.py", "picture/*.py", "scenarios/commands.py", "report.py"):
        for file in folder.glob(names):
            said |= {one for one in sentences(file) if not one.startswith("khonsu ") and "\\d" not in one}
    assert len(said) > 50
    return said


def places(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field}


def check_catalogue(folder: Path, needed: set[str], language: str) -> None:
    with (folder / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    translated: set[str] = set()
    for message in catalogue:
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            assert not message.fuzzy, message.id
            assert all(strings), f"not translated: {message.id}"
            known = set().union(*map(places, ids))
            assert all(known >= places(other) for other in strings), message.id
            translated.update(ids)
    assert sorted(needed - translated) == []


@pytest.mark.parametrize("language", ["es", "fr"])
def test_house_is_translated(language):
    check_catalogue(HOUSE, house_sentences(), language)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_pages_are_translated(language):
    sentences = web_sentences()
    assert len(sentences) > 100
    known = {sentence for sentence in sentences if Text(language).find(sentence) != sentence}
    check_catalogue(LOCALE, sentences - known, language)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_game_is_translated(game_name, language):
    folder = Path(str(import_module(package(game_name)).__file__)).parent / "locale"
    sentences = game_sentences(game_name)
    known = {sentence for sentence in sentences if Text(language).find(sentence) != sentence}  # said by the house, too
    check_catalogue(folder, sentences - known, language)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_sentence_of_the_log_begins_with_a_capital(game_name, language, random_match):
    """Also where it begins with a name that its owner writes small, or with a piece."""
    match = random_match(game_name, 2, 4)
    match.names[:] = ["ana", "émile"]
    told = [sentence for earlier in match.replay() for sentence in earlier.told(-1, language)]
    assert len(told) > 20
    assert [sentence for sentence in told if sentence[:1] != sentence[:1].upper()] == []
    assert any(sentence.startswith(("Ana", "Émile")) for sentence in told) or game_name == "ankh"  # there gods act


def strings(language: str) -> dict[str, str]:
    """Everything that is said in a language, by the English sentence."""
    folders = [
        HOUSE,
        LOCALE,
        *(Path(str(import_module(package(name)).__file__)).parent / "locale" for name in khonsu.games()),
    ]
    found = {}
    for folder in folders:
        with (folder / f"{language}.po").open("rb") as file:
            for message in read_po(file):
                texts = message.string if isinstance(message.string, tuple) else (message.string,)
                found.update({f"{message.id} [{n}]": str(text) for n, text in enumerate(texts) if message.id})
    return found


NAMES = r"\{(who|name|names|god|gods|other)\}"
STIFF = {  # what players would not say, found by reading and not to come back
    "fr": rf"\b(de|que|jusque|lorsque) {NAMES}|défaussée?s? .*{NAMES}|\bdes pas\b|[a-zé]'[a-zé]|\{{tile\}} \S*(é|ée)\b",
    "es": r"desbloque|\bpasos?\b|bot: ",
}


@pytest.mark.parametrize("language", ["es", "fr"])
def test_sentences_survive_every_name(language):
    """French elides before vowels (d'Isis), so no name or piece stands behind such a word or before a participle."""
    found = {english: said for english, said in strings(language).items() if re.search(STIFF[language], said)}
    assert {english: said for english, said in found.items() if "khonsu" not in said} == {}


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("narrow", [False, True])
def test_nothing_is_clipped_at_the_first_turn(game_name, language, narrow):
    """No word of the drawing ends in dots: «Contrôle de Monu…»."""
    for players in khonsu.games()[game_name].players:
        drawing = khonsu.game(game_name).match(players=players, seed=5).svg(0, language, narrow)
        assert re.findall(r">[^<>]*…[^<>]*<", drawing) == [], players


def test_language_is_chosen(monkeypatch):
    for name in ("KHONSU_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert chosen_language() == "en"
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert chosen_language() == "fr"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert chosen_language() == "en"
    monkeypatch.setenv("KHONSU_LANG", "es")
    assert chosen_language() == "es"
    assert chosen_language("fr") == "fr"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Prix : l'ibis !", "Prix\u202f: l’ibis\u202f!"),
        ("Est-ce « oui » ? Non ; si\u00a0!", "Est-ce «\u202foui\u202f»\u202f? Non\u202f; si\u202f!"),
        ("qu'{who} et d'**Isis**", "qu’{who} et d’**Isis**"),
        ("Ankh'or, pip install 'khonsu[web]'", "Ankh'or, pip install 'khonsu[web]'"),
        ("{n:.1f}, https://khonsu", "{n:.1f}, https://khonsu"),
        ("![a](drawing:a) ![b](drawing:b)", "![a](drawing:a) ![b](drawing:b)"),
    ],
)
def test_marks_of_french(typed, read):
    assert french(typed) == read


def test_catalogues_are_read_with_the_marks_of_french():
    """However somebody typed them, in all sentences that are there."""
    folders = [LOCALE, *(Path(str(import_module(package(name)).__file__)).parent / "locale" for name in khonsu.games())]
    said = []
    for text in (Text("fr", [folder]) for folder in folders):
        for catalogue in text.catalogues:
            said += [sentence for sentence in catalogue._catalog.values() if sentence]
    assert len(said) > 1000
    assert sum("\u202f" in sentence for sentence in said) > 300
    assert [sentence for sentence in said if re.search(r"[ \u00a0][;:!?»]|«[ \u00a0]", sentence)] == []


def test_errors_are_translated():
    with pytest.raises(errors.BadPlayers) as caught:
        khonsu.game("ankhor").match(players=9)
    assert str(caught.value) == "Ankh'or is for 2, 3, 4 players, not for 9."
    assert Text("es").explain(caught.value) == "Ankh'or es para 2, 3, 4 jugadores, no para 9."
    assert "9" in Text("fr").explain(caught.value)


def test_plurals_and_lists():
    t = khonsu.game("ankhor").texts("fr")
    assert t.count("{n} point", "{n} points", 1) == "1 point"
    assert t.count("{n} point", "{n} points", 3) == "3 points"
    assert t.items(["a", "b", "c"]) == "a, b et c"
    assert t.either(["a", "b", "c"]) == "a, b ou c"
    t = khonsu.game("ankhor").texts("es")
    assert t.items(["a", "b"]) == "a y b"
    assert t.either(["a", "b"]) == "a o b"
    assert t.either(["Isis", "Osiris"]) == "Isis u Osiris"


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("locale/*.po")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_catalogues_are_in_order(file: Path) -> None:
    """No sentence stands there twice, and sentences with places say so to translators' tools."""
    entries = re.findall(r"((?:^#.*\n)*)^msgid ((?:\".*\"\n)+)", file.read_text(encoding="utf-8"), re.M)
    assert [one for one, count in Counter(said for _, said in entries).items() if count > 1] == []
    assert [said for flags, said in entries if PLACE.search(said) and "python-brace-format" not in flags] == []
