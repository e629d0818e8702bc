"""Hostile input: options and records by the thousand. Only our own errors escape, at little cost."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

import khonsu
from khonsu.errors import BadOption, BadPlayers, BadRecord, BadSeed, KhonsuError, LongOption, UnknownOption, brief
from khonsu.games.horus.about import deck_text
from khonsu.games.horus.rules import pieces as horus
from khonsu.kernel.about import MOST_LENGTH, Follows, show, whole_number
from khonsu.match import Match
from khonsu.match.record import MOST_CHARACTERS, MOST_LINES, MOST_STEPS
from khonsu.text import LANGUAGES, Text

SECONDS, BYTES = 1.0, 200_000_000  # what one request may cost
LONGEST_SENTENCE = 4000
T = TypeVar("T")

DEEP: list[Any] = []
for _ in range(3000):
    DEEP = [DEEP]

TEXTS = (
    *(
        "",
        " ",
        "x",
        ",",
        "=",
        "-",
        "+",
        "?",
        "D",
        "x1",
        "=1",
        "\x00",
        "\ud800",
        "\u2028",
        "𓂀",
        "nan",
        "inf",
        "1e9",
        "0x7",
    ),
    *("²", "٣", "９", "1_0", "-1", "+3", "−1", "9" * 25, "9" * 5000, "-" + "9" * 5000, "true", "None", "random"),
    *("D1-99999999x1", "D-9-9x1", "D1-5-5x1", "D1-5x99999999", "D1+1+1x5", "D٣x5", "D1x²", "?1-5x9,", "d1-3x60"),
    *("bag_D=99999999", "bag_D=-1", "bag_D=٣", "pile_R=1e9", "bag_D=1=1", "bag_T=1,bag_T=0"),
    *("D1x1," * 50_000, "D" + "1+" * 50_000, "bag_D=1," * 50_000, "é" * 100_000, "[" * 100_000),
    *("../x.json", "/dev/zero.json", "\x00.json", "\ud800.json", "a" * 1000 + ".json", "a" * 9000 + ".json", ".json"),
)
THINGS = (
    *(
        None,
        True,
        False,
        -1,
        0,
        10**100,
        10**5000,
        -(10**5000),
        1.5,
        float("nan"),
        float("inf"),
        b"D1x9",
        DEEP,
        [],
        {},
        (),
    ),
    *(
        [0] * 100_000,
        {"D1": 10**9},
        {"D1": float("inf")},
        {"D1": "9" * 5000},
        {"D1": True},
        {"": 1},
        {None: None},
        {7: 7},
    ),
    *(
        {"D1": 7, "?1-5": 5},
        {"bag_D": 3},
        {"bag_D": DEEP},
        dict.fromkeys(map(str, range(100_000)), 1),
        {"x" * 100_000: 1},
    ),
)


def cheap(call: Callable[[], T]) -> T | None:
    """What the call gives, or None if it is refused with a sentence; it must not take long, nor much memory."""
    began = time.thread_time()
    answered(call)
    assert time.thread_time() - began < SECONDS
    tracemalloc.start()  # apart from the clock, since it doubles the time
    answer = answered(call)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < BYTES
    return answer


def answered(call: Callable[[], T]) -> T | None:
    """What the call gives; any error but our own fails the test."""
    try:
        return call()
    except KhonsuError as error:
        for language in LANGUAGES:
            sentence = Text(language).explain(error)
            assert len(sentence.encode()) < LONGEST_SENTENCE
            assert sentence.replace("\u202f", " ").isprintable(), sentence  # French has no-break spaces
        return None


def damaged(text: str, chance: random.Random) -> str:
    """The text with a few hostile changes."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 5, 30, 10**6)))
        middle = chance.choice((chance.choice(TEXTS), text[start:end] * chance.choice((2, 3, 50)), ""))
        text = (text[:start] + middle + text[end:])[: 2 * MOST_CHARACTERS]
    return text


# -- options -----------------------------------------------------------------------------------------------------------


def hostile_options(game: Any, chance: random.Random) -> dict[str, Any]:
    """One to three options with values that are wrong, nearly right or right."""
    chosen = {}
    for option in chance.choices(game.about.options, k=chance.randint(1, 3)):
        default = "" if isinstance(option.default, Follows) else show(option.default)
        right = option.values or (option.least, option.most, option.default)
        values = (chance.choice(TEXTS), chance.choice(THINGS), damaged(default, chance), chance.choice(right))
        chosen[chance.choice(TEXTS) if chance.random() < 0.02 else option.name] = chance.choice(values)
    return chosen


def test_options(game_name):
    """Every option of every game: refused with a sentence, or resolved to what its record says again."""
    game, chance, accepted = khonsu.game(game_name), random.Random(12), 0
    for _ in range(3000):
        options = hostile_options(game, chance)
        players = chance.choice(game.about.players)
        match = cheap(lambda: Match(game, players, 7, options))  # noqa: B023
        if match is not None:
            accepted += 1
            assert game.about.resolve(match.options) == match.options
            assert game.about.resolve({name: show(value) for name, value in match.options.items()}) == match.options
    assert 300 < accepted < 2700


def test_players_and_seed(game_name):
    """None stands for the default, and 0 is a seed."""
    game = khonsu.game(game_name)
    for thing in (*THINGS[1:], *TEXTS, 2.0):
        assert cheap(lambda: Match(game, thing, 7)) is None  # noqa: B023
        assert cheap(lambda: Match(game, 2, thing)) is None or thing == 0  # noqa: B023
    with pytest.raises(BadPlayers, match=r"not for 2\.0"):
        Match(game, 2.0)  # type: ignore[arg-type]
    with pytest.raises(BadSeed, match=r"not 10\^5000"):
        Match(game, 2, 10**5000)


@pytest.mark.parametrize(
    "deck",
    [
        "D1-99999999x1",
        "x",
        "",
        "D",
        "D1",
        "D1x",
        "x5",
        "D1x²",
        "D٣x9",
        "D1-3-5x9",
        "D5-1x9",
        "D1+x9",
        "D6x9",
        "R1x9",
        7,
        [9],
    ],
)
def test_decks_that_took_the_server_down(deck):
    """A range was built before it was checked (13 seconds, 4 GB), and a text without a face was an IndexError."""
    with pytest.raises(BadOption, match="Option deck cannot be"):
        khonsu.games()["horus"].resolve({"deck": deck})


def test_the_bound_leaves_room_for_every_deck():
    faces = sorted(horus.FACE_OF, key=len)[-horus.MOST_CARDS :]
    deck = deck_text(dict.fromkeys(faces, 1))
    assert 900 < len(deck) < MOST_LENGTH
    assert khonsu.games()["horus"].resolve({"deck": deck})["deck"] == deck


def test_long_and_missing_values_are_named():
    about = khonsu.games()["ankhor"]
    with pytest.raises(LongOption, match="Option edition is too long: at most 2000 characters"):
        about.resolve({"edition": "e" * 2001})
    with pytest.raises(BadOption, match=r"Option edition cannot be None\. Allowed: es, fr"):
        about.resolve({"edition": None})
    with pytest.raises(UnknownOption, match=r"no option called \\x00c{59}…. Known options: "):
        about.resolve({"\x00" + "c" * 10**6: "es"})


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ("7", 7),
        (" +7 ", 7),
        ("-7", -7),
        (7, 7),
        ("9" * 20, 10**20 - 1),
        ("9" * 21, None),
        ("٣", None),
        ("²", None),
        ("1_0", None),
        ("1.0", None),
        (1.0, None),
        (True, None),
        (None, None),
        ("", None),
        ("--1", None),
        ([1], None),
    ],
)
def test_whole_numbers(given, number):
    assert whole_number(given) == number


def test_what_a_sentence_repeats():
    for given, shown in (
        *((None, "None"), (True, "True"), (1.5, "1.5"), (10**20, "1" + "0" * 20), (-(10**5000), "-10^5000")),
        *(("a\nb\x00\ud800", "a\\nb\\x00\\ud800"), ("x" * 61, "x" * 60 + "…"), ([1] * 10**6, "list"), (DEEP, "list")),
    ):
        assert brief(given) == shown


# -- records -----------------------------------------------------------------------------------------------------------

HEADERS = (
    *(f"players: {10**100}", "players: ٣", "players: ²", "players: -1", "players: 2.0", "players:", "players: 2 2"),
    *(f"seed: {10**100}", "seed: " + "9" * 5000, "seed: 18446744073709551616", "seed: -1", "seed: ٣", "seed: \x00"),
    *(f"rules: {10**100}", "rules: 99999999999999999999", "rules: ١", "game: ../ankh", "game: " + "x" * 10**5, "game:"),
    *(
        "seat " + "9" * 5000 + ": me",
        "seat ٣: me",
        "seat 99: me",
        "seat 1: " + "x" * 10**5,
        "seat 1: \ud800",
        "seat -1: x",
    ),
    *("option " + "o" * 10**5 + ": 1", "option deck: D1-99999999x1", "option stall_rounds: " + "9" * 5000),
    *(
        "scores: " + "9 " * 10**5,
        "result: nan inf",
        "9" * 5000 + ": take",
        "٣: take",
        "end " + "9" * 5000 + " 00000000",
    ),
    *("\n".join(f"option o{n}: 1" for n in range(30_000)), "\n".join(f"seat {n}: x" for n in range(100)), "\n" * 10**6),
    *(
        "0: " + ";" * 10**6,
        "0: take\n" * 10**5,
        "0: " + "take; " * 19_000,
        "#\n" * 49_000,
        "# " + "x" * 10**6,
        "\x0c" * 10**6,
    ),
)


@pytest.fixture
def record(game_name, random_match):
    """A short record of each game."""
    return random_match(game_name, 2, 3, steps=12).record()


def test_hostile_lines(record):
    """A line in place of the one that says the same, before the first, before the steps, and before the end."""
    lines = record.splitlines()
    for line in HEADERS:
        key = line.partition(":")[0]
        texts = [[line if old.partition(":")[0] == key else old for old in lines]]
        texts += [[*lines[:at], line, *lines[at:]] for at in (0, 1, lines.index(""), len(lines) - 1)]
        for text in texts:
            cheap(lambda: khonsu.read("\n".join(text)))  # noqa: B023


def test_damaged_records(game_name, record):
    chance, same = random.Random(5), khonsu.read(record)
    for _ in range(1500):
        text = damaged(record, chance)
        read = cheap(lambda: khonsu.read(text))  # noqa: B023
        if read is not None:
            assert read.position.save() == same.position.save()
    for end in range(0, len(record) - 1, 7):
        assert cheap(lambda: khonsu.read(record[:end])) is None  # noqa: B023


def test_the_largest_record():
    """What the bounds still allow: only Ankh'or without its safeguard (AO-95) can go on for so long."""
    match = khonsu.game("ankhor").match(players=2, seed=1, stall_rounds=0)
    while len(match.steps) < MOST_STEPS:
        match.comment("so")
        match.play(next(step for step in match.legal() if step.text != "buy"))
    text = match.record()
    began = time.thread_time()
    assert khonsu.read(text).steps == match.steps
    assert time.thread_time() - began < SECONDS
    match.play(next(step for step in match.legal() if step.text != "buy"))
    with pytest.raises(BadRecord, match=f"at most {MOST_STEPS} moves, {MOST_LINES} lines and {MOST_CHARACTERS} char"):
        khonsu.read(match.record())


@pytest.mark.parametrize("size", [{"#\n": MOST_LINES}, {"# x": MOST_CHARACTERS}])
def test_a_record_too_large_is_refused_before_it_is_split(size):
    ((part, times),) = size.items()
    with pytest.raises(BadRecord, match="a record can have at most"):
        khonsu.read("Khonsu record 1\n" + part * times)
