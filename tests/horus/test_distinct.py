"""Steps that come to the same (`distinct`): what is left out differs in nothing that counts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from khonsu.games.horus.rules import state as asked

from .players import at_will, games
from .table import GAME, Table


def left(position, seat, rough):
    """The legal steps that are left."""
    steps = np.array([*position.legal(seat), 0], np.int32)
    count = GAME.kernel.first.distinct(position, seat, steps, len(steps) - 1, rough)
    return steps[:count].tolist()


def judged(position, seat, step):
    """What everybody expects after a step."""
    after = position.copy()
    after.play(seat, step)
    return tuple(round(after.judge(other), 6) for other in range(position.players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_left_out_is_the_same_to_judge(players):
    """Some steps are left, in their order; roughly fewer, and each judgement among all of them is among those."""
    chance, thinned = random.Random(players), 0
    for position in games(at_will, players, 5):
        if position.state.over or chance.random() > 0.3:
            continue
        seat = position.deciders[0]
        legal, close, rough = position.legal(seat), left(position, seat, 0), left(position, seat, 1)
        assert rough
        assert [step for step in legal if step in close] == close
        assert [step for step in legal if step in rough] == rough
        assert len(rough) <= len(close)
        assert {judged(position, seat, step) for step in legal} == {judged(position, seat, step) for step in rough}
        thinned += len(close) < len(legal)
    assert thinned > 10


def test_places_beside_the_same_regions():
    """Places differ by the regions that they touch; roughly, by those of the kind of the tile."""
    table = Table("S 0,0 | E 0,-2 0,2 | D 2,0 | H -2,0", players=2)
    position, seat = table.position, table.position.deciders[0]
    assert position.state.pending[0, 0] == asked.PLACE
    assert 1 < len(left(position, seat, 1)) <= len(left(position, seat, 0)) < len(position.legal(seat))
