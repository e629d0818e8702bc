"""What a state keeps to answer quickly is what the board says: sets of hexes, the survey for caravans."""

from __future__ import annotations

import pytest

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.scenarios.land import legal_lines


@pytest.mark.parametrize("scenario", p.SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_sets_are_kept(random_game, sets_of, players, scenario):
    """Figures, monuments, tiles and regions, whatever moves, dies, merges, is forgotten or divided."""
    for seed in range(6):
        options = {"scenario": scenario, "layout_seed": seed, "red_max": 3 * (seed % 2)}
        for position, _, _ in random_game(players, seed, **options):
            s = position.state
            kept = sets_of(s)
            assert {name: s[name].tolist() for name in kept} == kept


@pytest.mark.parametrize("players", [2, 4, 5])
def test_camels_follow_the_survey(random_game, players):
    """AK-65, D-14: after every split, and with few camels left, exactly the sides with which a legal line goes on."""
    asked = 0
    for seed in range(5):
        for position, seat, _ in random_game(players, seed, scenario="random", layout_seed=seed):
            s = position.state
            if seed == 0 and s.event == 0:
                s.camels = 14  # the third line, at the latest, is a short one
            if seat >= 0 and s.pending[s.depth - 1, 0] == st.CAMEL:
                asked += 1
                herd = frozenset(side for side in range(st.SIDES) if s.camel[side])
                placed = tuple(map(int, s.line[: s.n_line]))
                lines = [way for line in legal_lines(herd) for way in (line, line[::-1]) if len(line) <= s.camels]
                sides = {line[len(placed)] for line in lines if line[: len(placed)] == placed}
                assert set(position.legal(seat)) - {st.DECLINE} == {st.SIDE_0 + side for side in sides}
    assert asked > 10
