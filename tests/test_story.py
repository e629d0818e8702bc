"""Turns as people tell them: no coordinates, what belongs together in one sentence, places that the drawing has."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import khonsu
from khonsu.games.ankh.rules import state as ankh
from khonsu.games.ankhor.rules import pieces
from khonsu.games.ankhor.rules import state as ankhor
from khonsu.games.horus.rules import state as horus
from khonsu.kernel.game import Event
from khonsu.match.story import begins, story
from khonsu.text import LANGUAGES

NAMES = ["Ana", "Ben", "Eve"]
COORDINATES = re.compile(r"-?\d+,-?\d+")


def event(kind: int, *operands: int, seat: int = 0) -> Event:
    return Event(kind, seat, *operands, *[0] * (6 - len(operands)), revealed=False, hidden=False)


def told(name: str, events: list[Event], language: str = "en") -> list[str]:
    game = khonsu.game(name)
    return [said.text for said in story(game, events, NAMES, game.texts(language))]


def turns(match: Any, steps: int, seed: int) -> Any:
    """The match after each step of random play, with the events of the turn so far."""
    chance, events = random.Random(seed), []
    for _ in range(steps):
        if match.over:
            return
        match.play(chance.choice(match.legal(match.deciders[0])))
        for happened in match.events():
            events = [] if happened.kind == begins(match.game) else [*events, happened]
        yield match, events


def test_a_purchase_is_one_sentence() -> None:
    falcon = pieces.TILES.index((pieces.COLOURS.index("red"), pieces.FALCON))
    green, white, blue = (pieces.TOKENS.index(colour) for colour in ("green", "white", "blue"))
    paid = [event(ankhor.PAID, kind) for kind in (green, white, blue)]
    bought = event(ankhor.BOUGHT, falcon, 0, 0, 0, 3)
    events = [*paid, bought]
    assert told("ankhor", events) == ["Ana pays reed, ivory, and fish for a falcon (red)."]
    assert told("ankhor", events, "es") == ["Ana paga junco, marfil y pescado por un halcón (rojo)."]
    assert told("ankhor", events, "fr") == ["Ana paie un faucon (rouge) avec\u202f: roseau, ivoire et poisson."]


def test_what_belongs_together_is_told_together() -> None:
    took = [event(ankhor.TOOK, kind) for kind in (0, 0, 3)]
    assert told("ankhor", took) == ["Ana takes 2 × fish and reed."]
    assert told("ankhor", [event(ankhor.RETURNED, 0, 1), event(ankhor.RETURNED, 5, 2)]) == [
        "Ana returns fish and 2 × ankh."
    ]
    drawn = [event(horus.DREW_TILE, 1), event(horus.PLACED, 1, 4, 2, 3)]
    assert told("horus", drawn) == ["Ana draws a tile and lays it: Hills. The region has 3 tiles."]
    moved = [event(ankh.ACTION, 0, 1, 4), *(event(ankh.MOVED, figure, 3, 9, 0, 0, 2) for figure in (2, 2, 1))]
    assert told("ankh", moved) == ["Isis moves 2 × warrior and god."]
    unlocked = [event(ankh.FOLLOWERS, -2, 1, ankh.BY_UNLOCK, 0, 0, 2), event(ankh.UNLOCKED, 3, 2, 0, 0, 0, 2)]
    assert told("ankh", unlocked) == ["Isis pays 2 followers and unlocks Revered."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_coordinates_anywhere(game_name: str, language: str) -> None:
    game = khonsu.game(game_name)
    t, said = game.texts(language), 0
    for _, events in turns(game.match(seed=5), 250, seed=1):
        for sentence in story(game, events, NAMES, t):
            assert not COORDINATES.search(sentence.text), sentence
            said += 1
    assert said > 100


def test_places_are_in_the_drawing(game_name: str) -> None:
    """What was laid, bought or summoned last is found where its sentence says."""
    found = 0
    for match, events in turns(khonsu.game(game_name).match(seed=5), 60, seed=1):
        said = story(match.game, events, NAMES, match.game.texts("en"))
        if not match.over and said and said[-1].places:
            drawing = match.svg(-1)
            for place in said[-1].places:
                wanted = f'id="{place[1:]}"' if place.startswith("#") else place[1:-1]
                assert wanted in drawing, (place, said[-1])
                found += 1
    assert found > 10
