"""The invariants of section 8 over random legal play, as a Hypothesis state machine; and play that chokes the river."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from khonsu.games.horus.about import tiles_text
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state
from khonsu.kernel.batch import simulate
from khonsu.kernel.position import Position

from .players import against_the_ends, games
from .slow import adjacent, cells, n12
from .table import GAME, SEAT_LETTERS, Table, kingdom_of, legal_sets

CHOICES = {
    "end_exit_rule": ["any_slot", "full_side"],
    "pile_tile_contact": ["any_tile", "region_tile"],
    "marker_optional": [False, True],
    "island_corner_seals": [True, False],
    "temple_redraw": [False, True],
    "transport_first_turn": [True, False],
    "exhausted_draw": ["replace", "keep"],
    "marker_choice": ["region", "tile"],
    "tiles": [tiles_text(p.TILE_COUNTS), "pile_D=2,pile_R=4", "bag_R=30,bag_D=2,bag_H=2,pile_H=3"],
}


def connected(anchors):
    """Whether all anchors hang together under `adjacent`."""
    anchors = set(anchors)
    todo = [next(iter(anchors))]
    seen = set(todo)
    while todo:
        for q in n12(todo.pop()):
            if q in anchors and q not in seen:
                seen.add(q)
                todo.append(q)
    return seen == anchors


class Play(RuleBasedStateMachine):
    """Any legal step at any time; every invariant after every step."""

    @initialize(players=st.integers(2, 4), seed=st.integers(0, 2**32), data=st.data())
    def start(self, players, seed, data):
        self.options = {name: data.draw(st.sampled_from(values), label=name) for name, values in CHOICES.items()}
        self.position = Position.start(GAME, players, seed, GAME.numbers(players, GAME.about.resolve(self.options)))
        self.seen = None
        counts = [int(part.split("=")[1]) for part in GAME.about.resolve(self.options)["tiles"].split(",")]
        self.bag, self.piles = counts[:6], counts[6:]

    @rule(chosen=st.lists(st.integers(0, 2**20), min_size=1, max_size=8))
    def play(self, chosen):
        for number in chosen:
            if not self.position.deciders:
                return
            self.before = self.position.copy()
            steps = self.position.legal(self.position.deciders[0])
            assert len(set(steps)) == len(steps) > 0
            self.step = steps[number % len(steps)]
            self.position.play(self.position.deciders[0], self.step)
            self.check_marker()
            self.check_temple()

    def check_marker(self):
        """INV-10: a placed marker fits the card, a moved one goes between two regions by the river."""
        s, before = self.position.state, self.before.state
        for event in self.position.events(-1):
            if event.kind == state.MARKED:
                card = int(before.card) if before.card >= 0 else None
                allowed = (
                    (1,) if before.turn <= before.players else p.FACES[card][1] if card is not None else range(1, 6)
                )
                assert event.c in allowed
            if event.kind == state.MOVED_MARKER:
                slow = kingdom_of(self.position)
                one, other = (event.a, event.b), (event.c, event.d)
                homes = [region for region in slow.regions() if one in region or other in region]
                assert len(homes) == 2
                assert all(slow.touches(region, "SRE") for region in homes)
                assert slow.markers[other] == event.seat
        assert int(s.tiles) >= int(before.tiles)

    def check_temple(self):
        """INV-9: when placed, the Temple has a River-class neighbour and no terrain neighbour."""
        for event in self.position.events(-1):
            if event.kind == state.PLACED and event.a == p.TEMPLE:
                slow = kingdom_of(self.before)
                kinds = [slow.kind[q] for q in slow.neighbours((event.b, event.c))]
                assert set(kinds) & set("SRE")
                assert not set(kinds) & set("DHFM")

    @invariant()
    def kingdom(self):
        """INV-1, INV-2, INV-3, INV-4, INV-16."""
        slow = kingdom_of(self.position)
        anchors = list(slow.kind)
        assert len(anchors) == len(slow.tiles)
        assert len(slow.covered) == 4 * len(anchors)
        assert connected(anchors)
        for axis in (0, 1):
            values = [anchor[axis] for anchor in anchors]
            assert max(values) - min(values) + 2 <= 240
        letters = Counter(letter for letter, _, _ in slow.tiles)
        assert (letters["S"], letters["E"]) == (1, 2)
        assert letters["T"] <= 1
        assert slow.kind[0, 0] == "S"
        assert connected(anchor for anchor, letter in slow.kind.items() if letter in "SRE")
        assert slow.kind[0, -2] in "RE"
        assert slow.kind[0, 2] in "RE"
        assert all(slow.has_free_side(end) for end in slow.ends)
        assert all(len(slow.neighbours(anchor)) <= 6 for anchor in anchors)
        assert len(slow.any()) >= 2
        assert int(self.position.state.n_slots) == len(slow.slots()) <= 722

    @invariant()
    def counts(self):
        """INV-5, INV-6, INV-8."""
        s = self.position.state
        placed = Counter(s.kind[: int(s.tiles)].tolist())
        drawn = Counter([int(s.drawn)] if s.drawn >= 0 else [])
        for kind in range(4):
            assert s.bag[kind] + drawn[kind] + s.pile[kind] + placed[kind] == self.bag[kind] + self.piles[kind]
        river = s.bag[4] + drawn[p.RIVER] + s.out[0] + placed[p.RIVER] + placed[p.NECROPOLIS] + s.pile[4]
        assert river == self.bag[4] + self.piles[4]
        assert s.bag[5] + drawn[p.TEMPLE] + s.out[1] + placed[p.TEMPLE] == self.bag[5]
        owners = s.owner[: int(s.tiles)]
        assert (s.kind[: int(s.tiles)][owners >= 0] <= p.MARSH).all()
        for seat in range(int(s.players)):
            assert s.supply[seat] + (owners == seat).sum() == 20
            assert s.hand_size[seat] <= 5
        hands = [s.hand[seat, : s.hand_size[seat]] for seat in range(int(s.players))]
        cards = np.concatenate([s.deck[: s.deck_size], s.discard[: s.discards], s.removed[: s.removed_size], *hands])
        assert sorted(cards.tolist()) == list(range(50))
        if not s.over and s.drawn >= 0 and s.deck_size + s.discards > 0:
            assert s.hand_size[int(s.current)] == 5

    @invariant()
    def regions(self):
        """INV-7, INV-12, INV-13."""
        s = self.position.state
        slow = kingdom_of(self.position)
        outside = slow.outside(self.options["island_corner_seals"])
        found = slow.regions()
        for region in found:
            assert len({cell in outside for tile in region for cell in cells(tile)}) == 1
        assert sum(map(len, found)) == sum(letter in "DHFM" for letter, _, _ in slow.tiles)
        values = slow.values(self.options["island_corner_seals"])
        assert all(1 <= value <= 10 for value in values)
        scores = [self.position.score(seat) for seat in range(int(s.players))]
        assert scores == slow.scores(int(s.players), self.options["island_corner_seals"])
        marked, shared = 0, False
        for region, value in zip(found, values):
            held = Counter(slow.markers[tile] for tile in region if tile in slow.markers)
            if held:
                marked += value
                shared = shared or sum(n == max(held.values()) for n in held.values()) > 1
        assert (sum(scores) > marked) if shared else (sum(scores) == marked)
        sets = legal_sets(self.position)
        assert set(sets["any"]) == slow.any()

    @invariant()
    def nothing_is_lost(self):
        """INV-11: occupied and river cells never shrink; islands, river and Temple contact stay."""
        slow = kingdom_of(self.position)
        outside = slow.outside(self.options["island_corner_seals"])
        now = {
            "covered": slow.covered,
            "water": {cell for anchor, letter in slow.kind.items() if letter in "SRE" for cell in cells(anchor)},
            "island": {tile for region in slow.regions() for tile in region if tile not in outside},
            "by river": {tile for region in slow.regions() if slow.touches(region, "SRE") for tile in region},
            "by temple": {tile for region in slow.regions() if slow.touches(region, "T") for tile in region},
        }
        if self.seen:
            for name, before in self.seen.items():
                assert before <= now[name], name
        self.seen = now

    @invariant()
    def course(self):
        """INV-15: the game is over exactly after the turn in which two piles are empty (or by HO-79a)."""
        s = self.position.state
        empty = int((s.pile == 0).sum())
        assert empty == s.empty_piles
        if s.over:
            assert empty >= 2 or s.skipped >= s.players
        assert s.turn <= 61 or s.keep_exhausted


TestPlay = pytest.mark.filterwarnings("ignore")(Play.TestCase)
TestPlay.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_games(players):
    """INV-15, HO-71: a thousand random games end, within 61 turns, with a winner."""
    kernel = GAME.kernel
    numbers = GAME.numbers(players, GAME.about.resolve({}))
    scores, shares = np.zeros((1000, players)), np.zeros((1000, players))
    counts = np.zeros((1000, 2), np.int64)
    states, out = kernel.new(1 + 1000), np.empty(kernel.most, np.int32)
    simulate(kernel, states, numbers, out, players, 0, scores, shares, counts)
    assert counts[:, 1].max() <= 61
    assert counts[:, 1].min() >= 19  # two piles of ten at the least
    assert np.allclose(shares.sum(axis=1), 1)
    assert scores.max() <= 200


@pytest.mark.parametrize("rule_of_exits", ["any_slot", "full_side"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_choking_the_ends(players, rule_of_exits):
    """HO-15, HO-27, HO-28, HO-31, INV-4, INV-16: however hard the Ends are pressed, there is always a way on."""
    pressed = 0
    for seed in range(12):
        for position in games(against_the_ends, players, seed, end_exit_rule=rule_of_exits):
            slow = kingdom_of(position)
            assert all(slow.has_free_side(end) for end in slow.ends)
            pressed += any(len(slow.exits(end)) <= 2 for end in slow.ends)
        assert position.state.over
    assert pressed > 20


def test_symmetry():
    """INV-14: the eight symmetries of the lattice map legal positions onto each other and keep scores."""
    for seed in range(6):
        *_, position = games(against_the_ends, 3, seed)
        slow = kingdom_of(position)
        sets = legal_sets(position)
        far = f"far {slow.ends[0][0]},{slow.ends[0][1]}"
        for flip in range(8):

            def turn(x, y, flip=flip):
                x, y = (y, x) if flip & 4 else (x, y)
                return (-x if flip & 1 else x, -y if flip & 2 else y)

            tiles = [(letter, *turn(x, y)) for letter, x, y in slow.tiles]
            markers = {turn(*place): seat for place, seat in slow.markers.items()}
            table = Table(fixture(tiles, markers), players=3)
            turned = table.sets()
            for name in ("any", "river", "temple", "land"):
                assert set(turned[name]) == {turn(*place) for place in sets[name]}
            end = turn(*slow.ends[0])
            assert set(turned[f"far {end[0]},{end[1]}"]) == {turn(*place) for place in sets[far]}
            assert table.scores() == [position.score(seat) for seat in range(3)]


def fixture(tiles, markers):
    """Tiles and markers as the text of a fixture."""
    parts = [f"{letter} {x},{y}" for letter, x, y in tiles]
    return " | ".join(parts + [f"{SEAT_LETTERS[seat]} {x},{y}" for (x, y), seat in markers.items()])


def test_markers_within_a_region():
    """INV-14, HO-52: which tiles of a region carry its markers changes neither options nor scores."""
    hands = {0: "F2 F3 D1 D2 D3"}
    one = Table(
        "S 0,0 | E 0,-2 0,2 | D 2,0 4,0 6,0 | H -2,0 -4,0 | w 2,0 | k 4,0 -2,0", hands=hands, piles={"river": 0}
    )
    other = Table(
        "S 0,0 | E 0,-2 0,2 | D 2,0 4,0 6,0 | H -2,0 -4,0 | k 2,0 | w 6,0 | k -4,0", hands=hands, piles={"river": 0}
    )
    assert one.scores() == other.scores() == [3, 5]
    for steps in (["card F 3", "place 8,0"], ["transport"]):
        found = []
        for table in (one, other):
            copy = Table.__new__(Table)
            copy.position, copy._turn = table.position.copy(), 3
            found.append(copy.begin().play(*steps).options())
        assert found[0] == found[1]


def test_six_neighbours_at_most():
    """INV-16, 3.2: a tile has twelve adjacent anchors, and at most six of them are taken at once."""
    around = n12((0, 0))
    assert len(around) == 12
    assert all(adjacent((0, 0), q) for q in around)

    def most(chosen, rest):
        free = [q for q in rest if all(abs(q[0] - c[0]) >= 2 or abs(q[1] - c[1]) >= 2 for c in chosen)]
        return max((most([*chosen, q], free[i + 1 :]) for i, q in enumerate(free)), default=len(chosen))

    assert most([], around) == 6
