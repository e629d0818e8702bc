"""Ankh in words, in three languages: questions, explanations, the log with its causes, the text map."""

from __future__ import annotations

import ast
import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import khonsu
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.words import log, narrate, terms
from khonsu.games.ankh.words.steps import text
from khonsu.text import HOUSE, Text

FOLDER = Path(str(log.__file__)).parents[1]
NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva"]


def texts(language: str) -> Text:
    return khonsu.game("ankh").texts(language)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_terms_and_log_are_translated(language):
    """Every name, rule and log sentence is in the catalogue, also those that other checks do not read."""
    with (FOLDER / "locale" / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    known = {one for m in catalogue for one in (m.id if isinstance(m.id, tuple) else (m.id,)) if m.string}
    needed = {value for name, values in vars(terms).items() if name.isupper() for value in values if value}
    needed |= {
        *log.WHY_DEVOTION.values(),
        *log.WHY_GAINED.values(),
        *log.WHY_PAID.values(),
        *narrate.QUESTIONS.values(),
    }
    for node in ast.walk(ast.parse((FOLDER / "words" / "log.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "{god}" in node.value:
            needed.add(node.value)
    assert sorted(needed - known) == []


@pytest.mark.parametrize("language", ["es", "fr"])
def test_single_words_are_translated(language):
    """What is said by t("...") has a translation; tests/test_text.py reads sentences of several words only."""
    said = set()
    for file in [*(FOLDER / "words").glob("*.py"), *(FOLDER / "picture").glob("*.py")]:
        said |= set(re.findall(r"""\bt\(["']([^"'{]+)["']\)""", file.read_text(encoding="utf-8")))
    assert len(said) > 20
    files = [folder / f"{language}.po" for folder in (FOLDER / "locale", HOUSE)]
    known = {m.id for file in files for m in read_po(io.BytesIO(file.read_bytes())) if m.string}
    assert sorted(said - known) == []


def test_every_question_has_words():
    assert set(narrate.QUESTIONS) == set(range(st.TASKS))


def told(table, language="en"):
    return [log.tell(event, NAMES, texts(language)) for event in table.log]


def test_a_victory_with_its_causes(lay):
    """The log says who won by how much, and why devotion rises."""
    table = lay("isis: G 4,1 W 4,2 4,0 | ra: G 3,3", powers={"isis": "bountiful"})
    table.conflict("ra")
    table.cards(isis="drought", ra="maat")
    assert "Isis fights with strength 4: 3 from figures and 1 from cards." in told(table)
    assert "Isis wins region 3, 4 to 1." in told(table)
    assert "Isis gains 5 devotion (1 for the victory, 3 for Drought, and 1 for Bountiful) and has 5." in told(table)
    assert "Isis gana la región 3, 4 a 1." in told(table, "es")
    gained = "Isis gagne 5 Dévotion (1 pour la victoire, 3 pour Sécheresse et 1 pour Bienfaisant) et en a 5."
    assert gained in told(table, "fr")


def test_secrets_stay_secret_in_the_log(lay):
    """A commitment is told without its value to everybody else."""
    table = lay("isis: G 1,4 | ra: G 1,7")
    table.conflict("ra")
    table.play("card flood", who="isis")
    for seat in (-1, 0, 1):
        sentences = [log.tell(event, NAMES, texts("en")) for event in table.position.events(seat)]
        assert sentences == ["Ana has chosen in secret."]


def test_explanations(lay):
    """A step says what it would do."""
    table = lay("isis: G 1,4 | ra: G 5,7", followers={"isis": 1})
    table.turn("isis")
    table.s.counter[2] = table.s.limit[2] - 1
    said = {text(table.s, 0, step): narrate.explain(table.s, 0, step, texts("en")) for step in table.position.legal(0)}
    assert said["gain"] == "Gain followers; this triggers the event: Control Monument."
    assert said["move"] == "Move figures; then 2 more to the event."
    table.play("unlock")
    said = {text(table.s, 0, step): narrate.explain(table.s, 0, step, texts("en")) for step in table.position.legal(0)}
    assert said["power revered"] == "Revered: One more follower with every Gain followers action."


def test_map(lay):
    """The map shows region, terrain, piece and owner of a hex."""
    table = lay("isis: G 4,1 X 6,6/2 | ra: W 3,3* G 8,8", "O isis 1,4; T n 7,2", tiles="7,1")
    board = narrate.WORDS.board(table.position.view(-1), NAMES, texts("en"))
    for label in ("3:AG", "2.AX", "3.BW*", "1.oA", "3:t-", "3%"):
        assert label in board
    assert "Isis (Ana): devotion 0" in board
    spanish = narrate.WORDS.board(table.position.view(-1), NAMES, texts("es"))
    assert "Suministro general" in spanish


def test_words_of_whole_games(random_match):
    """Every question, step and event of random games has words and no open place."""
    for players in (3, 5):
        match = random_match("ankh", players, 2, red_max=0)
        for place in match.replay():
            for language in ("en", "es", "fr"):
                said = place.told(-1, language)
                for seat in place.deciders:
                    said.append(place.question(seat, language))
                    said += [place.explain(step, language) for step in place.legal(seat)[::5]]
                assert all(said)
                assert not any("{" in sentence for sentence in said)
        assert place.board(-1, "en") != place.board(-1, "fr")
