"""What a learned evaluation weighs, against the slow rules and by hand (`outlook`)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from khonsu.games.horus.rules import prospects as o

from .players import at_will, games
from .slow import Kingdom
from .table import FIXTURES, Table, kingdom_of


def block(position, seat):
    """The part of the outlook that is filled."""
    numbers = position.outlook(seat)
    behind = (seat - int(position.state.current)) % position.players
    which = o.TO_MOVE if behind == 0 else o.MOVED if behind == position.players - 1 else o.WAITING
    filled = numbers[which * o.BLOCK : (which + 1) * o.BLOCK]
    assert np.count_nonzero(numbers) == np.count_nonzero(filled)
    return filled


def points(kingdom: Kingdom, players: int) -> list[int]:
    """HO-72 to HO-77 from nothing but tiles and markers."""
    outside, total = kingdom.outside(True), [0] * players
    for tiles in kingdom.regions():
        held = [sum(kingdom.markers.get(tile) == seat for tile in tiles) for seat in range(players)]
        value = min(10, len(tiles) << (kingdom.touches(tiles, "T") + (tiles[0] not in outside)))
        for seat in range(players):
            total[seat] += value * (held[seat] > 0 and held[seat] == max(held))
    return total


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_tile_would_bring(players):
    """HO-20: the most for another and for oneself, by laying a tile of each kind in each free place."""
    chance, compared = random.Random(players), 0
    for position in games(at_will, players, 7):
        if chance.random() > 0.06 or position.state.over or position.state.tiles > 60:
            continue
        slow, seat = kingdom_of(position), chance.randrange(players)
        before = points(slow, players)
        most = {(letter, own): 0.0 for letter in "DHFM" for own in (False, True)}
        for place in slow.slots():
            for letter in {slow.kind[q] for q in slow.neighbours(place)} & set("DHFM"):
                after = points(Kingdom([*slow.tiles, (letter, *place)], slow.markers), players)
                change = [b - a for a, b in zip(before, after)]
                for other in range(players):
                    swing = change[other] - (sum(change) - change[other]) / (players - 1)
                    most[letter, other == seat] = max(most[letter, other == seat], swing)
        told = block(position, seat)[o.TILE : o.TILE + 8]
        expected = [most[letter, own] for own in (False, True) for letter in "DHFM"]
        np.testing.assert_allclose(told, expected, atol=1e-5)
        compared += any(expected)
    assert compared > 3


def test_standings():
    """HO-72: example 8, seen by white: two ahead of nobody in none, level in four, one ahead in one."""
    position = Table(FIXTURES["EX78"], players=4).position
    held = block(position, 0)[o.HELD : o.FULL].reshape(o.SIZES, o.STANDINGS, 2)[:, :, 0]
    # E (size 5) is white's alone; G and C (size 3) are shared by three, J (size 4) by two, D (more than 6) by two
    assert held[4, o.JUST_AHEAD] == pytest.approx(5 - 5 / 3)  # E, less black's I of the same size
    assert held[2, o.LEVEL] == pytest.approx((3 + 6) - (3 + 6) * 2 / 3)
    assert held[3, o.LEVEL] == pytest.approx(4 - 4 / 3)
    assert held[6, o.LEVEL] == pytest.approx(8 - 8 / 3)
    assert held[6, o.AHEAD] == pytest.approx(-10 / 3)  # A is black's


def test_a_marker_brings_most_where_control_changes():
    """HO-51, HO-72: by the region's size; a share in control is worth as much as control."""
    table = Table("S 0,0 | E 0,-2 0,2 | D 2,0 4,0 6,0 | H 2,-3 | w 2,0", players=2)
    waiting, to_move = (block(table.position, seat)[o.MARKER : o.MARKER + 10] for seat in (1, 0))
    assert table.position.state.current == 0
    assert to_move[:5].tolist() == [1, 0, 3, 0, 0]  # black: the Hills, a share in the Desert
    assert to_move[5:].tolist() == [1, 0, 0, 0, 0]
    assert waiting.tolist() == [1, 0, 0, 0, 0, 1, 0, 3, 0, 0]


def test_numbers_are_tame():
    for players in (2, 4):
        table = np.array([position.outlook(1) for position in games(at_will, players, 3)])
        assert np.isfinite(table).all()
        assert np.abs(table).max() < 100
        assert (table.std(axis=0) > 0).sum() > 200
