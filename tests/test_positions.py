"""Positions as text: all of a position and back byte by byte, only what a seat may know, and errors that say where."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as some

import khonsu
from khonsu.errors import BadPosition, BadRecord, KhonsuError
from khonsu.kernel.position import Position
from khonsu.match.position_text import MOST_LINES, MOST_TEXT
from khonsu.text import HOUSE, Text

SOURCE = Path(khonsu.__file__).parent


def played(game_name, players, seed, **options):
    """Positions of a random game, from the first to the last."""
    match = khonsu.game(game_name).match(players=players, seed=seed, **options)
    chance = random.Random(seed)
    yield match.position
    while not match.over:
        seat = chance.choice(match.deciders)
        match.play(chance.choice(match.legal_ids(seat)), seat)
        yield match.position


def options_for(game_name, seed):
    """Every option at random, those that name files or whole decks left as they are."""
    chance = random.Random(seed)
    known = khonsu.games()[game_name].options
    return {option.name: chance.choice(option.values) for option in known if option.values and seed}


def bare(position):
    """The text without what the last step left behind."""
    return position.text().partition("remains: ")[0]


# -- all of a position -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_position_comes_back_byte_by_byte(game_name, players, seed):
    """With the default rules, and with every option at random."""
    try:
        positions = played(game_name, players, seed, **options_for(game_name, seed))
        first = next(positions)
    except KhonsuError:  # options that exclude each other
        positions = played(game_name, players, seed)
        first = next(positions)
    last = first
    for place, position in enumerate(positions):
        last = position
        if place % 5 == seed:
            assert khonsu.position(position.text()).save() == position.save()
    for position in (first, last):
        assert khonsu.position(position.text()).save() == position.save()
        assert khonsu.position(Position.load(position.game, position.save()).text()).save() == position.save()


def test_the_remains_are_read_by_nobody(game_name, players):
    """A position without them plays on in the same way."""
    chance = random.Random(players)
    for place, position in enumerate(played(game_name, players, 7)):
        if place % 25 or not position.deciders:
            continue
        one, other = position.copy(), khonsu.position(bare(position))
        one.state.n_events = 0
        for _ in range(12):
            if not one.deciders:
                break
            assert one.deciders == other.deciders
            for seat in range(players):
                assert one.legal(seat) == other.legal(seat)
                assert one.view(seat) == other.view(seat)
                assert (one.features(seat) == other.features(seat)).all()
                assert one.judge(seat) == other.judge(seat)
            seat = chance.choice(one.deciders)
            step = chance.choice(one.legal(seat))
            one.play(seat, step)
            other.play(seat, step)
            assert bare(one) == bare(other)


def test_a_text_that_was_changed_has_no_remains():
    text = khonsu.game("ankhor").match(players=2, seed=7).position.text()
    changed = khonsu.position(text.replace("players: 2\n", "players: 2\nhand 0: blue*2 ankh\n"))
    assert changed.state.hand[0].tolist() == [2, 0, 0, 0, 0, 1]
    assert changed.state.supply.tolist() == [2, 4, 4, 4, 4, 3]
    with pytest.raises(BadPosition, match="line is damaged"):
        khonsu.position(re.sub(r"(remains: \w+\s+)....", r"\1AAAA", text))


def test_a_game_without_a_layout_is_written_field_by_field(monkeypatch):
    game = khonsu.game("ankhor")
    plain = game.__class__(**{**vars(game), "layout": None, "_text": {}})
    monkeypatch.setattr("khonsu.match.position_text.find_game", lambda name: plain)
    for place, position in enumerate(played("ankhor", 2, 3)):
        if place % 20 == 0:
            copy = Position.load(plain, position.save())
            copy.state.n_events = 0
            assert "stack 0: " in copy.text()
            assert khonsu.position(copy.text()).save() == copy.save()


# -- what a seat may know ----------------------------------------------------------------------------------------------


def test_a_seat_reads_nothing_hidden(game_name, players):
    """The text is the same for positions that differ only in what the seat cannot know, and can be read."""
    for place, position in enumerate(played(game_name, players, 5)):
        if place % 11 == 0:
            for seat in range(-1, players):
                text = position.text(seat)
                assert f"# Only what seat {seat} may know" in text
                assert "remains" not in text
                assert position.imagine(seat, 1000 + place).text(seat) == text
                again = khonsu.position(text)
                again.state.n_events = position.state.n_events
                again.state.events[:] = position.state.events
                assert again.view(seat) == position.view(seat)


def test_a_seat_that_is_not_there():
    position = khonsu.game("horus").match(players=2, seed=1).position
    with pytest.raises(KhonsuError, match="Option seat cannot be 2"):
        position.text(2)


# -- matches and records that begin from one ---------------------------------------------------------------------------


def test_a_match_begins_from_a_position(game_name, random_match):
    before = random_match(game_name, 2, 11, steps=30)
    match = khonsu.Match.from_position(before.position.text(), ["Ana", "Bo"])
    assert match.position.save() == before.position.save()
    assert match.svg() == khonsu.Match.from_position(before.position, ["Ana", "Bo"]).svg()
    for _ in range(25):
        match.play(match.legal_ids(match.deciders[0])[0], match.deciders[0])
    assert match.at(0).position.save() == before.position.save()
    assert [again.position.save() for again in match.replay()][-1] == match.position.save()
    record = match.record()
    assert "\nposition:\n  Khonsu position 1\n" in record
    assert "seed" not in record
    read = khonsu.read(record)
    assert (read.record(), read.names) == (record, ["Ana", "Bo"])
    assert read.position.save() == match.position.save()
    while match.can_undo(match.steps[-1].seat):
        match.undo()
    assert match.steps == read.at(len(match.steps)).steps


def test_a_record_says_where_its_position_is_wrong():
    match = khonsu.Match.from_position(khonsu.game("ankhor").match(players=2, seed=1).position)
    record = match.record()
    line = next(i for i, text in enumerate(record.splitlines(), 1) if text.startswith("  row"))
    with pytest.raises(BadRecord, match=f"Line {line} of the record: There is no piece called 'pink-elephant'"):
        khonsu.read(re.sub(r"row: \S+", "row: pink-elephant", record))
    with pytest.raises(BadRecord, match="of another game"):
        khonsu.read(record.replace("players: 2", "players: 3", 1))


# -- errors ------------------------------------------------------------------------------------------------------------

WRONG = [
    ("ankhor", "Khonsu position 1", "Khonsu position 2", 1, "begins with the line"),
    ("ankhor", "game: ankhor", "game: chess", 2, "no game called chess"),
    ("ankhor", "rules: 1", "rules: 99", 2, "version 99 of the rules"),
    ("ankhor", "players: 2", "players: 7", 4, "for 2, 3, 4 players"),
    ("ankhor", "players: 2", "players: two", 4, "must be a whole number"),
    ("ankhor", "turn: ", "turn: x", None, "must be a whole number from 0 to"),
    ("ankhor", "turn: ", "turns: ", None, "no line 'turns' in a position of Ankh'or. Allowed: asked, bought"),
    ("ankhor", "turn: ", "turn! ", None, "is not a line of a position"),
    ("ankhor", "prices: ", "prices: blue ", None, "Write six prices"),
    ("ankhor", "asked: ", "asked: cell; ", None, "'cell' is followed by 1 words, not 0"),
    ("ankhor", "hand 0: ", "hand 5: ", None, "Allowed: hand 0, hand 1"),
    ("ankhor", "hand 0: ", "hand 0: blue*99 ", None, "more than 6 of a kind"),
    ("ankhor", "hand 0: ", "hand 0: blue\nhand 0: ", None, "appears twice"),
    ("ankhor", "stack A: ", "stack A: blue-desert blue-desert ", None, "appears more often than there are"),
    ("ankhor", r"(domain 0: \S+?)\(.*?\) (\S+?)\(.*?\)", r"\1(0,0) \2(0,0)", None, "Two tiles lie on the same cell"),
    ("ankhor", r"(domain 0: \S+?)\(.*?\)", r"\1[30,30]", None, "does not lie on four tiles"),
    ("horus", "kingdom: ", "kingdom: desert(9,9) ", None, "begins with start"),
    ("horus", r"kingdom: start\(0,0\)", "kingdom: start(0,2)", None, "begins with start"),
    ("horus", r"hand 0: \S+", "hand 0: D9", None, "no piece called 'D9'"),
    ("horus", "hand 0: ", "hand 0: D1 D1 D1 D1 D1 ", None, "room for 5 here"),
    ("horus", "bag: ", "bag: river*60 ", None, "at most 125 tiles"),
    ("ankh", "who: ", "who: thoth ", None, "There must be 2 words"),
    ("ankh", "ranking: ", "ranking: 3 ", None, "names all gods in play"),
    ("ankh", "figures 0: ", "figures 0: warrior(0,0) ", None, "Allowed|cannot stand"),
    ("ankh", "region 0: token", "region 0: order", None, "written like 'token 3 at 7,1'"),
    ("ankh", "asked: turn; ", "asked: ", None, "there must be a question"),
]


@pytest.fixture(scope="module")
def texts():
    """A position of each game some way into it."""
    made = {}
    for name in khonsu.games():
        for place, position in enumerate(played(name, 2, 4)):
            needed = ("hand 0: ", r"domain 0: \S+ \S+" if name == "ankhor" else "hand 1: ")
            if place >= 45 and all(re.search(line, position.text()) for line in needed):
                made[name] = bare(position)
                break
    return made


@pytest.mark.parametrize(("name", "old", "new", "line", "sentence"), WRONG)
def test_errors_name_what_is_wrong_and_where(texts, name, old, new, line, sentence):
    text = texts[name]
    changed, count = re.subn(old, new, text, count=1)
    assert count
    with pytest.raises(BadPosition, match=sentence) as caught:
        khonsu.position(changed)
    if line is None:
        at = len(text[: re.search(old, text).start()].splitlines()) + 1
        assert caught.value.line in (at, at + 1)
    else:
        assert caught.value.line == line


def test_limits_are_checked_first():
    with pytest.raises(BadPosition, match=f"at most {MOST_TEXT} characters"):
        khonsu.position("x" * (MOST_TEXT + 1))
    with pytest.raises(BadPosition, match=f"at most {MOST_LINES} lines"):
        khonsu.position("Khonsu position 1\n" + "#\n" * MOST_LINES)
    with pytest.raises(BadPosition, match="Line 1"):
        khonsu.position("")


@settings(max_examples=150, deadline=None)
@given(some.data())
def test_whatever_is_accepted_can_be_played(texts, data):
    """Lines changed, lost, or taken from elsewhere: refused in a sentence, or a position that works."""
    name = data.draw(some.sampled_from(sorted(texts)))
    lines = texts[name].splitlines()
    words = sorted({word for text in texts.values() for word in text.split()})
    for _ in range(data.draw(some.integers(1, 3))):
        at = data.draw(some.integers(0, len(lines) - 1))
        parts = lines[at].split(" ")
        place = data.draw(some.integers(0, len(parts) - 1))
        new = data.draw(some.one_of(some.sampled_from(words), some.integers(-3, 200).map(str), some.just("")))
        parts[place : place + data.draw(some.integers(0, 1))] = [new]
        lines[at] = " ".join(parts)
    try:
        position = khonsu.position("\n".join(lines))
    except BadPosition:
        return
    assert khonsu.position(position.text()).save() == position.save()
    for seat in range(-1, position.players):
        position.imagine(seat, 3)
        position.view(seat)
    for _ in range(5):
        if position.deciders:
            seat = position.deciders[0]
            position.play(seat, position.legal(seat)[-1])


def sentences():
    """Everything that can be said about a text that is not read."""
    said = set()
    files = (
        SOURCE / "authors" / "layout.py",
        SOURCE / "match" / "position_text.py",
        *SOURCE.glob("games/*/words/position.py"),
    )
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Misread", "BadPosition"):
                said |= {part.value for part in node.args if isinstance(part, ast.Constant)}
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "problem":
                said |= {node.value.value}
    return {sentence for sentence in said if isinstance(sentence, str)}


@pytest.mark.parametrize("language", ["es", "fr"])
def test_problems_are_translated(language):
    with (HOUSE / f"{language}.po").open("rb") as file:
        known = {message.id for message in read_po(file)}
    assert len(sentences()) > 40
    assert sorted(sentences() - known) == []
    with pytest.raises(BadPosition) as caught:
        khonsu.position("")
    assert Text(language).explain(caught.value) != str(caught.value)
