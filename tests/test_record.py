"""Records: damaged, cut or foreign ones are refused with the line that is wrong, never misread."""

from __future__ import annotations

import contextlib
import dataclasses

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

import khonsu
from khonsu.errors import BadRecord, KhonsuError, OtherRules


@pytest.fixture(scope="module")
def text():
    match = khonsu.game("ankhor").match(players=3, seed=5, edition="es")
    while len(match.steps) < 60:
        match.play(match.legal()[len(match.steps) % len(match.legal())])
    match.names = ["Ana", "Élise; the second", "# not a comment"]
    return match.record()


def test_round_trip(text):
    match = khonsu.read(text)
    assert match.names == ["Ana", "Élise; the second", "# not a comment"]
    assert match.record() == text


def test_comments_keep_their_places(text):
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line[:2] in ("0:", "1:", "2:"))
    lines[first + 2 : first + 2] = ["# before the third turn", "#", "# second line"]
    match = khonsu.read("\n".join(lines))
    (place,) = match.comments
    assert match.comments[place] == ["before the third turn", "", "second line"]
    assert khonsu.read(match.record()).comments == match.comments


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: "", "Line 1 .* begins with"),
        (lambda t: t.replace("Khonsu record 1", "Khonsu record 2"), "Line 1 .* begins with"),
        (lambda t: t.replace("game: ankhor", "game: chess"), "Line 2 .* no game called chess"),
        (lambda t: t.replace("game: ankhor\n", ""), "'game: ...' is missing"),
        (lambda t: t.replace("seed: 5\n", ""), "'seed: ...' is missing"),
        (lambda t: t.replace("seed: 5", "seed: five"), "Line 5 .* must be a whole number"),
        (lambda t: t.replace("seed: 5", "seed: 99999999999999999999"), "from 0 to"),
        (lambda t: t.replace("players: 3", "players: 9"), "for 2, 3, 4 players"),
        (lambda t: t.replace("option edition: es", "option edition: de"), "edition cannot be de"),
        (lambda t: t.replace("seat 0: Ana", "seat 7: Ana"), "no seat 7"),
        (lambda t: t.replace("seat 0: Ana", "game: ankhor"), "appears twice"),
        (lambda t: t.replace("\nend", "\nhello\nend"), "is not a header"),
        (lambda t: t + "0: take\n", "nothing may follow"),
        (lambda t: t[: t.rindex("end")], "cut off"),
        (lambda t: t.replace("scores: ", "scores: 9 "), "scores should be"),
        (lambda t: t.replace("seed: 5", "seed: 6"), "Line .*"),
    ],
)
def test_damage_is_named(text, change, sentence):
    changed = change(text)
    assert changed != text
    with pytest.raises(BadRecord, match=sentence):
        khonsu.read(changed)


def test_other_rules_are_refused(text):
    with pytest.raises(OtherRules, match="version 99 of the rules of Ankh'or; this is version 1"):
        khonsu.read(text.replace("rules: 1", "rules: 99"))


def test_the_newer_house_refuses_the_older_record(text, monkeypatch):
    from khonsu.match import match

    game = khonsu.game("ankhor")
    newer = dataclasses.replace(game, about=dataclasses.replace(game.about, rules=2))
    monkeypatch.setattr(match, "find_game", lambda name: newer)
    with pytest.raises(OtherRules, match="version 1"):
        khonsu.read(text)


@given(some.data())
@settings(max_examples=150, deadline=None)
def test_any_damage_is_refused_or_harmless(text, data):
    """Cut, delete or replace anything: the reader refuses it with a sentence, or the match is the same."""
    start = data.draw(some.integers(0, len(text) - 1))
    length = data.draw(some.integers(0, 30))
    middle = data.draw(some.text(alphabet="0123456789:;#() \nabcdefxyz-_é", max_size=10))
    changed = text[:start] + middle + text[start + length :]
    with contextlib.suppress(KhonsuError):  # any other exception fails the test
        read, same = khonsu.read(changed), khonsu.read(text)
        assert read.position.save() == same.position.save()
        assert read.steps == same.steps


@given(some.text(max_size=200))
@example("Khonsu record 1\n")
@example("\x00")
@settings(max_examples=100, deadline=None)
def test_nonsense_is_refused(nonsense):
    with pytest.raises(BadRecord):
        khonsu.read(nonsense)
