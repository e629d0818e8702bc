"""Names that people give themselves: cleaned, bounded, apart from each other."""

from __future__ import annotations

import time
import unicodedata

import pytest

from khonsu.web.domain.names import clean_name, free_name
from khonsu.web.settings import NAME

BODY = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}


@pytest.mark.parametrize(
    "name",
    [
        "\u2800",
        "\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u200b\u200d\u2060",
        "\u202e\u2066",
        "\u0301\u0302",
        "\u034f",
        "\ufe0f",
        "\u00ad",
        "\u3000 \u00a0",
        "\U000e0041",
        "\n\t",
        "\u180e",
        "\u00a8",
        "\ud800",
    ],
)
def test_blank_name(name):
    assert clean_name(name) == ""
    if not unicodedata.combining(name[0]):
        assert clean_name(f"{name}Ana{name}") == "Ana"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ana\u200b  Mari\u0301a ", "Ana María"),
        ("\u202eanA", "anA"),
        ("Ａｎａ", "Ana"),
        ("नमस्ते", "नमस्ते"),
        ("ขวัญ", "ขวัญ"),
        ("李小龍", "李小龍"),
        ("x" * 99, "x" * NAME),
    ],
)
def test_name(given, kept):
    assert clean_name(given) == kept
    assert clean_name(kept) == kept


def test_marks_on_a_letter_have_an_end():
    begun = time.monotonic()
    assert len(clean_name("Z" + "\u0301\u0323" * 50_000)) <= 4
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("wanted", ["Ana", "ana", "ANA", "Ána", "A n a", "Аnа", "Ana.", "Ａna"])
def test_names_at_one_table_are_apart(wanted):
    given = free_name(clean_name(wanted), ["Ana", "Ben"])
    assert given == f"{clean_name(wanted)} 2"
    assert free_name(clean_name(wanted), ["Ana", given]) == f"{clean_name(wanted)} 3"


def test_free_name_stays_as_it_is():
    assert free_name("Ben", ["Ana", "Benno", ""]) == "Ben"
    assert free_name("🙂", ["🙃"]) == "🙂"
    taken = ["x" * NAME]
    for _ in range(12):
        taken.append(free_name("x" * NAME, taken))
    assert len(set(taken)) == 13
    assert max(map(len, taken)) <= NAME
