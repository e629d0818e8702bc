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
MACHINE = re.compile(r"\s?: [-+]\d|\(\d+ \w+ \d+\)|\s[-+]\d|[{}]|\b0 ")  # signs, counters, empty numbers


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
    assert told("ankh", moved) == ["Isis moves 2 warriors and the god figure."]
    unlocked = [event(ankh.FOLLOWERS, -2, 1, ankh.BY_UNLOCK, 0, 0, 2), event(ankh.UNLOCKED, 3, 2, 0, 0, 0, 2)]
    assert told("ankh", unlocked) == ["Isis pays 2 followers and unlocks Revered."]


def test_a_price_is_told_with_what_it_paid_for() -> None:
    """Also where the rules note it before or after, and somebody else gets it."""
    osiris, anubis = 3, 1
    ransom = [
        event(ankh.ACTION, 1, 4, 4, 0, 0, osiris),
        event(ankh.RANSOMED, anubis, 0, 0, 0, 0, osiris),
        event(ankh.FOLLOWERS, -1, 12, ankh.BY_RANSOM, 0, 0, osiris),
        event(ankh.FOLLOWERS, 1, 3, ankh.BY_RANSOM, 0, 0, anubis),
    ]
    assert told("ankh", ransom) == ["Osiris pays Anubis 1 follower and ransoms a warrior."]
    assert told("ankh", ransom, "es") == ["Osiris paga 1 Adorador a Anubis y rescata a un Guerrero."]
    assert told("ankh", ransom, "fr") == ["Osiris paie 1 Fidèle à Anubis et rachète un Guerrier."]
    built = [event(ankh.BUILT, 2, 0, 3, 0, 0, 2), event(ankh.FOLLOWERS, -3, 5, ankh.BY_BUILD, 0, 0, 2)]
    assert [line.split(" temple")[0] for line in told("ankh", built)] == ["Isis pays 3 followers and builds a"]
    offered = [event(ankh.OFFERED, 2, 0, 0, 0, 0, 2), event(ankh.FOLLOWERS, -2, 5, ankh.BY_OFFERING, 0, 0, 2)]
    assert told("ankh", offered) == ["Isis offers 2 followers."]
    worship = [
        event(ankh.FOLLOWERS, -2, 5, ankh.BY_WORSHIPFUL, 0, 0, 2),
        event(ankh.GAINED, 1, 9, ankh.BY_WORSHIPFUL, 0, 0, 2),
    ]
    assert told("ankh", worship) == ["Isis pays 2 followers for 1 devotion and has 9 (Worshipful)."]


def test_sentences_of_ankh_that_were_figures() -> None:
    chosen = [event(ankh.ACTION, 1, 4, 4, 0, 0, 3)]
    assert told("ankh", chosen) == ["Osiris chooses Summon figure."]
    split = [event(ankh.DIVIDED, 1, 26, 5, 6)]
    assert told("ankh", split) == ["The camels split region 1: it keeps 26 land hexes, the other 6 are now region 5."]
    fallen = [event(ankh.DESTROYED, kind, 0, ankh.BY_FORGETTING) for kind in (1, 2)]
    [sentence] = told("ankh", fallen)
    assert sentence.startswith("An obelisk ")
    assert sentence.endswith(" fall with their forgotten god.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_coordinates_and_nothing_a_machine_would_say(game_name: str, language: str) -> None:
    """Over whole matches, also of the most players; a turn is told anew after each of its steps, as at the table."""
    game = khonsu.game(game_name)
    t, said = game.texts(language), 0
    names = [*NAMES, "Ida", "Tom"]
    for players in (2, max(game.about.players)):
        for _, events in turns(game.match(players=players, seed=5), 600, seed=1):
            for sentence in story(game, events, names, t):
                assert not COORDINATES.search(sentence.text), sentence
                assert not MACHINE.search(sentence.text), sentence
                said += 1
    assert said > 200


def test_places_are_in_the_drawing(game_name: str) -> None:
    """What was laid, bought, moved or summoned last is found where its sentence says, and the way it went."""
    found = ways = 0
    for match, events in turns(khonsu.game(game_name).match(seed=5), 120, seed=1):
        said = story(match.game, events, NAMES, match.game.texts("en"))
        if not match.over and said and said[-1].places:
            drawing = match.svg(-1)
            assert {end for path in said[-1].paths for end in path} <= set(said[-1].places)
            ways += len(said[-1].paths)
            for place in said[-1].places:
                wanted = f'id="{place[1:]}"' if place.startswith("#") else place[1:-1]
                assert wanted in drawing, (place, said[-1])
                found += 1
    assert found > 10
    assert ways > 5 or game_name != "ankh"


def test_a_move_has_a_path_from_its_start_to_its_goal() -> None:
    game = khonsu.game("ankh")
    [said] = story(game, [event(ankh.MOVED, 2, 3, 9, 0, 0, 2)], NAMES, game.texts("en"))
    assert len(said.paths) == 1
    assert said.paths[0] == said.places
    assert len(set(said.places)) == 2
