"""What can be chosen is told by names of pieces and places: a button, a tip and a screen reader say no coordinates."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import khonsu
from khonsu.draw import Look, render
from khonsu.match import Match
from khonsu.match.advice import shortcuts
from khonsu.text import LANGUAGES

COORDINATES = re.compile(r"-?\d+,\s?-?\d+|[\[({]-?\d+[,;|]")
LABEL = re.compile(r'<[^>]*data-step="[^>]*aria-label="([^"]*)"')


def positions(name: str, steps: int) -> Iterator[tuple[Match, int]]:
    """Positions of random matches of the fewest and the most players, each with a seat that may decide."""
    game = khonsu.game(name)
    for players in (min(game.about.players), max(game.about.players)):
        match, chance = game.match(players=players, seed=5), random.Random(1)
        for _ in range(steps):
            if match.over:
                break
            seat = chance.choice(match.deciders)
            yield match, seat
            match.play(chance.choice(match.legal(seat)), seat=seat)


def drawn(match: Match, seat: int, language: str, narrow: bool) -> list[str]:
    """The words of everything in the drawing that can be chosen."""
    choices = {step.text: step.id for step in match.legal(seat)}
    names = ["Ana", "Ben", "Eve", "Ida", "Tom"][: match.players]
    return LABEL.findall(render(match.game, match.view(seat), Look(names, language, seat, choices, narrow)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_coordinates_in_what_can_be_chosen(game_name: str, language: str) -> None:
    t, said = khonsu.game(game_name).texts(language), 0
    for number, (match, seat) in enumerate(positions(game_name, 400)):
        labels = match.explain_all(match.legal(seat), language)
        labels += [each.label for each in shortcuts(match, seat, t)]
        if number % 5 == 0:
            labels += drawn(match, seat, language, narrow=number % 10 == 0)
        assert [label for label in labels if COORDINATES.search(label) or "{" in label] == []
        assert all(labels)
        said += len(labels)
    assert said > 1000


def explained(name: str, *steps: str, seed: int, **options: Any) -> list[str]:
    """What is said of the legal steps after these ones."""
    match = khonsu.game(name).match(players=2, seed=seed, **options)
    for step in steps:
        match.play(step)
    return match.explain_all(match.legal(match.deciders[0]), "en")


def test_places_are_named_by_what_is_there() -> None:
    """Regions and neighbours on the map of Ankh, tiles in a Kingdom and in a domain."""
    found = explained("ankh", "move", seed=5)
    assert any(re.match(r"Move your god\. Region \d, [a-z-]+, next to: ", label) for label in found), found
    kingdom = {label for match, seat in positions("horus", 60) for label in match.explain_all(match.legal(seat), "en")}
    assert any(label.startswith("A new Hills region of 1 tile. Next to: ") for label in kingdom)
    assert any(label.startswith("Move the River End. Next to: ") for label in kingdom)
    domain = {label for match, seat in positions("ankhor", 300) for label in match.explain_all(match.legal(seat), "en")}
    assert any(re.match(r"Next to: \w+ \(\w+\)\. Points of your domain: ", label) for label in domain)
    assert any(label.startswith("On top of: ") for label in domain)


def test_the_same_words_on_the_board_and_in_a_button(game_name: str) -> None:
    """Of a place both say the same; a button may add what it is worth."""
    same = 0
    for match, seat in positions(game_name, 40):
        choices = {step.text: step.id for step in match.legal(seat)}
        svg = render(match.game, match.view(seat), Look(["Ana"] * match.players, "en", seat, choices, False))
        board = dict(re.findall(r'data-step="(\d+)"[^>]*aria-label="((?:Next to|On top of|Region)[^"]*)"', svg))
        for step in match.legal(seat):
            if str(step.id) in board:
                assert match.explain(step, "en").startswith(board[str(step.id)])
                same += 1
    assert same > 0 or game_name == "horus"  # there a place is told with the region that it makes
