"""The engine against the slow rules: legal positions, regions, islands, scores in 20,000 positions of random play."""

from __future__ import annotations

import pytest

from khonsu.games.horus.view import regions

from .players import PLAYERS, games
from .table import Table, kingdom_of, legal_sets

CASES = [
    {},
    {"end_exit_rule": "full_side"},
    {"island_corner_seals": False, "islands_double": True},
    {"tiles": "bag_R=40,pile_R=20,bag_D=1,bag_H=1,pile_M=8,pile_F=8"},
]
WANTED = 20_000 // (len(CASES) * len(PLAYERS))


def compare(position, corners_seal):
    """All that section 3 and 4.15 say about a Kingdom, both ways. Returns how many islands there are."""
    s = position.state
    slow = kingdom_of(position)
    sets = legal_sets(position)
    for name, places in sets.items():
        assert places == sorted(places, key=lambda place: (place[1], place[0]))
        assert len(set(places)) == len(places), name
    anywhere = slow.any()
    assert set(sets["any"]) == anywhere
    by_river = slow.touching(anywhere, "SRE")
    assert set(sets["river"]) == by_river
    assert set(sets["temple"]) == by_river - slow.touching(by_river, "DHFM")
    assert set(sets["land"]) == slow.touching(anywhere, "DHFM")
    for end in slow.ends:
        name = f"{end[0]},{end[1]}"
        assert set(sets[f"near {name}"]) == slow.moves(end, near=True)
        assert set(sets[f"far {name}"]) == slow.moves(end, near=False)
    found, outside = slow.regions(), slow.outside(corners_seal)
    seen = regions(s)
    assert [(region["x"], region["y"]) for region in seen] == [tiles[0] for tiles in found]
    assert [region["size"] for region in seen] == [len(tiles) for tiles in found]
    assert [region["island"] for region in seen] == [tiles[0] not in outside for tiles in found]
    assert [region["river"] for region in seen] == [slow.touches(tiles, "SRE") for tiles in found]
    assert [region["temple"] for region in seen] == [slow.touches(tiles, "T") for tiles in found]
    players = int(s.players)
    points = [0] * players
    for region, tiles in zip(seen, found):
        held = [sum(slow.markers.get(tile) == seat for tile in tiles) for seat in range(players)]
        assert region["markers"] == held
        value = min(10, len(tiles) << (region["temple"] + region["island"]))
        assert region["value"] == value
        for seat in range(players):
            if held[seat] and held[seat] == max(held):
                points[seat] += value
    assert [position.score(seat) for seat in range(players)] == points
    return sum(region["island"] for region in seen)


@pytest.mark.parametrize("case", range(len(CASES)))
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_engine_agrees(player, case):
    """INV-7, INV-13, HO-12, HO-15, HO-18, HO-26, HO-32, HO-33, HO-41, HO-75: sets, regions, islands, scores agree."""
    options = CASES[case]
    checked, islands, seed = 0, 0, 1000 * case
    while checked < WANTED:
        before = None
        for position in games(player, 2 + seed % 3, seed, **options):
            s = position.state
            now = (int(s.tiles), s.x[1:3].tobytes(), s.y[1:3].tobytes(), s.owner.tobytes())
            if now != before:
                islands += compare(position, options.get("island_corner_seals", True))
                checked += 1
                before = now
        seed += 1
    if player.__name__ == "with_much_river":
        assert islands > 0


def wide_ring(corner, right, gap):
    """A ring of river 82 cells wide; to one side of `corner` it is higher, held by a corner. A tile may be missing.

    Hills and Marsh inside hold all of it together.
    """
    upper = [f"{x},0" for x in range(-40, 41, 2) if x != 0]
    lower = [f"{x},{6 if (x > corner) == right else 4}" for x in range(-40, 41, 2) if x != gap]
    sides = ["-40,2", "40,2", "40,4" if right else "-40,4"]
    end, hills, marsh = (6, "0,2", "22,2 22,4") if right else (8, "0,2 0,4", "22,2")
    land = f"D -38,2 38,2 | H {hills} | M {marsh} | F 30,2"
    return f"S 0,0 | E 0,-2 2,{end} | D -41,-2 | R {' '.join(upper + lower + sides)} | {land}"


@pytest.mark.parametrize("seals", [True, False])
@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize(("corner", "gap"), [(18, None), (20, None), (20, -22), (20, 24), (20, 38)])
def test_flood_runs_through_a_wide_kingdom(corner, right, gap, seals):
    """3.7, HO-75: rows longer than a word of 64 cells; with corner 20 the leak lies between two words."""
    table = Table(wide_ring(corner, right, gap), island_corner_seals=seals)
    outside = kingdom_of(table.position).outside(seals)
    seen = {(region["x"], region["y"]): region["island"] for region in regions(table.state)}
    assert seen == {place: place not in outside for place in seen}
    assert any(seen.values()) == (gap is None and seals)
    assert not seen[-41, -2]
