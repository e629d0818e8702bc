"""Whole turns that a bot sees: legal, different, told with a reason, never beyond what their player knows."""

from __future__ import annotations

import pytest

import khonsu
from khonsu.bots import Budget, bot
from khonsu.bots.turns import Turns, turns
from khonsu.kernel.position import Position
from khonsu.lessons.quiz import played
from khonsu.lessons.reasons import reasons

NAMES = ["Ana", "Bo", "Chloé", "Diego", "Ela"]


def positions(game: str, count: int) -> list[Position]:
    """Where somebody has a choice, from one match."""
    found = [one for one in played(game, 4) if one.deciders and len(one.legal(one.deciders[0])) > 1]
    return found[:: len(found) // count]


def seen(position: Position, name: str = "level5") -> tuple[Turns, int]:
    seat = position.deciders[0]
    return turns(bot(name), position.imagine(seat, 1), seat, Budget(seed=1)), seat


@pytest.mark.parametrize("game", list(khonsu.games()))
@pytest.mark.parametrize("name", ["greedy", "level5"])
def test_turns_can_be_played(game, name):
    several = 0
    for position in positions(game, 4):
        found, seat = seen(position, name)
        start = Position.load(khonsu.game(game), found.start)
        assert start.view(seat) == position.view(seat)
        for turn in found.best:
            at = start.copy()
            for place, step in enumerate(turn.steps):
                assert at.turn == start.turn
                assert not (place and at.revealed)  # nothing is planned beyond a reveal
                assert step in at.legal(seat)
                at.play(seat, step)
            assert at.save() == turn.after
            over = at.turn != start.turn or seat not in at.deciders or at.revealed
            assert over or len(start.deciders) > 1 or len(turn.steps) > 20
        shares = [turn.share for turn in found.best if turn.share is not None]
        assert shares == sorted(shares, reverse=True)
        assert len({tuple(sorted(turn.steps)) for turn in found.best}) == len(found.best)
        several += len(found.best) > 1
    assert several >= 2


@pytest.mark.parametrize("game", list(khonsu.games()))
def test_every_turn_has_a_reason_in_every_language(game):
    for position in positions(game, 5):
        found, seat = seen(position)
        told = {}
        for language in ("en", "es", "fr"):
            told[language] = reasons(found, khonsu.game(game), seat, NAMES, khonsu.game(game).texts(language))
            assert len(told[language]) == len(found.best)
            assert all(one.endswith(".") and "{" not in one for one in told[language])
        assert told["en"] != told["es"]
        assert told["es"] != told["fr"]


def test_the_same_position_gets_the_same_turns():
    position = positions("horus", 3)[1]
    assert seen(position)[0].best == seen(position)[0].best
