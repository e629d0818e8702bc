"""The invariants of section 7 under random legal play."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import khonsu
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import LAND
from khonsu.games.ankh.scenarios.land import adjacent, regions
from khonsu.kernel.position import Position

ALL_TOKENS = set(range(1, 9))
lands_of = lru_cache(maxsize=64)(regions)


class RandomPlay(RuleBasedStateMachine):
    """A game of random steps; every question is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.position: Position | None = None
        self.seen: dict[str, Any] = {}

    @initialize(
        players=some.integers(2, 5),
        seed=some.integers(0, 2**32),
        scenario=some.sampled_from(p.SCENARIOS),
        layout=some.integers(0, 3),
    )
    def begin(self, players, seed, scenario, layout):
        game = khonsu.game("ankh")
        # A low red border lets random games go on after Conflict IV.
        options = game.about.resolve({"scenario": scenario, "layout_seed": layout, "red_max": seed % 4})
        self.position = Position.start(game, players, seed, game.numbers(players, options))
        self.seen = {"event": 0, "won_tied": 0, "announced": 0, "followers": self.followers()}

    @rule(picks=some.lists(some.integers(0, 2**20), min_size=10, max_size=30))
    def play(self, picks):
        for pick in picks:
            seats = self.position.deciders
            if not seats:
                return
            seat = seats[pick % len(seats)]
            steps = self.position.legal(seat)
            assert steps  # 19
            self.position.play(seat, steps[(pick >> 3) % len(steps)])
            self.look_at_events()
            self.look_at_position()

    @property
    def s(self) -> Any:
        return self.position.state

    def followers(self) -> list[int]:
        return [int(n) for n in self.s.followers]

    @invariant()
    def holds(self):
        if self.position is not None:
            self.look_at_position()

    # -- what happened -------------------------------------------------------------------------------------------------

    def look_at_events(self):
        """11, 12, 16, 17."""
        s, events = self.s, self.position.events()
        assert int(s.n_events) < len(s.events)
        for event in events:
            if event.kind == st.CONFLICT:
                self.seen["won_tied"] = self.seen["announced"] = 0
            elif event.kind == st.WON:
                self.seen["won_tied"] += event.d
                self.seen["winner"] = event.seat
            elif event.kind == st.BATTLE:
                self.seen["winner"] = None
                self.seen["gods"] = event.b
            elif event.kind == st.ANNOUNCED:
                self.seen["announced"] += 1
            elif event.kind == st.DIED and self.seen.get("winner") is not None:
                assert event.seat != self.seen["winner"]
            elif event.kind == st.DIED:
                assert event.a != p.GOD  # 13
        assert self.seen["won_tied"] <= 1
        assert self.seen["announced"] <= 1
        changed = [0] * 5
        for event in events:
            if event.kind == st.FOLLOWERS and event.c != st.BY_MERGE:
                changed[event.seat] += event.a
        if not any(event.kind in (st.MERGED, st.FORGOTTEN) or event.c == st.BY_MERGE for event in events):
            assert [new - old for new, old in zip(self.followers(), self.seen["followers"])] == changed
        self.seen["followers"] = self.followers()
        assert int(s.event) >= self.seen["event"]
        self.seen["event"] = int(s.event)

    # -- how things stand ----------------------------------------------------------------------------------------------

    def look_at_position(self):
        s = self.s
        question = int(s.pending[s.depth - 1, 0]) if not s.over else -1
        if question == st.KEEP_GUARDIAN:
            return  # in the middle of a merge
        in_play = [int(god) for god in s.ranking[: int(s.gods)]]
        self.pieces(in_play)
        self.tokens_and_cards(in_play, question)
        self.track(in_play)
        self.borders(question)
        self.belongings(in_play)
        self.questions(question)

    def pieces(self, in_play):
        """1, 2, 3, 13."""
        s = self.s
        for god in range(5):
            warriors = (
                int(((s.figure == p.WARRIOR) & (s.owner == god)).sum()) + int(s.warriors[god]) + int(s.captive[god])
            )
            figures = int(((s.figure == p.GOD) & (s.owner == god)).sum())
            assert (warriors, figures) == ((6, 1) if god in in_play else (0, 0))
            assert god in in_play or not (s.owner == god).any()
        assert not ((s.figure > 0) & (s.monument > 0)).any()
        assert ((s.figure > 0) == (s.owner >= 0)).all()
        water = LAND == 0
        assert set(s.figure[water].tolist()) <= {0, p.APEP}
        assert not (s.monument[water] > 0).any()
        assert not ((s.monument > 0) & (s.tile > 0)).any()
        for kind in range(1, 4):
            assert int((s.monument == kind).sum()) + int(s.supply[kind]) == 10
        assert int(s.camel.sum()) + int(s.camels) == 30

    def tokens_and_cards(self, in_play, question):
        """4, 5, 6."""
        s = self.s
        for god in range(int(s.players)):
            powers, monuments = int(s.powers[god]).bit_count(), int((s.control == god).sum())
            total = int(s.row[god]) + powers + int(s.tokens[god]) + monuments
            assert total == (15 if god in in_play else 0)
            assert monuments <= 9
            if god in in_play:
                assert int(s.row[god]) + powers == 6
                levels = [int(s.powers[god]) >> 4 * level & 15 for level in range(3)]
                assert [bits.bit_count() for bits in levels] == [max(0, min(2, powers - 2 * k)) for k in range(3)]
                assert int(s.hand[god]) ^ int(s.used[god]) == 127
                if question == st.CARD and int(s.b_gods) >> god & 1:
                    assert int(s.hand[god]) >> p.MAAT & 1
        assert set(s.control[s.control >= 0].tolist()) <= set(in_play)
        assert not (s.control[s.monument == 0] >= 0).any()

    def track(self, in_play):
        """7, 12."""
        s = self.s
        spaces = [int(s.devotion[god]) for god in in_play]
        assert spaces == sorted(spaces)
        assert len(set(in_play)) == len(in_play)
        assert all(0 <= space <= s.top for space in spaces)
        assert all(space < s.top or s.winner == god for god, space in zip(in_play, spaces))
        assert s.event <= s.n_calendar

    def borders(self, question):
        """8, 9, 10."""
        s = self.s
        camels = frozenset(int(side) for side in s.camel.nonzero()[0])
        lands = lands_of(camels)
        slots = {int(s.region[h]) for land in lands for h in land}
        assert len(slots) == len(lands) <= 8
        for land in lands:
            (slot,) = {int(s.region[h]) for h in land}
            assert slot.bit_count() == 1
            assert int(s.land[slot.bit_length() - 1]) == len(land) >= 6
        for h in range(st.HEXES):
            if not LAND[h]:
                touched = 0
                for g in adjacent(h, camels):
                    touched |= int(s.region[g]) if LAND[g] else 0
                assert int(s.region[h]) == touched != 0
        if question not in (st.KEEP_TOKEN, st.MOVE_TOKEN):
            tokens = [int(token) for token in s.token if token]
            assert len(tokens) == len(lands)
            left = {token for token in ALL_TOKENS if int(s.tokens_left) >> token & 1}
            assert not left & set(tokens)
            assert left | set(tokens) == ALL_TOKENS

    def belongings(self, in_play):
        """11, 14, 15."""
        s = self.s
        assert (s.followers >= 0).all()
        assert int(s.captive.sum()) <= 3
        if s.holder[p.ANUBIS] >= 0:
            assert s.captive[s.holder[p.ANUBIS]] == 0
        if s.holder[p.RA] >= 0:
            assert int(s.sun.sum()) + int(s.suns) == 3
            assert set(s.owner[s.sun > 0].tolist()) <= {int(s.holder[p.RA])}
        if s.holder[p.OSIRIS] >= 0:
            assert int(s.tile.sum()) + int(s.tiles) == 3
        for god in in_play:
            for large in (False, True):
                kinds = [k for k in range(p.CAT, p.SPHINX + 1) if (k in p.LARGE) == large]
                board = sum(int(((s.figure == k) & (s.owner == god)).sum()) for k in kinds)
                pool = sum(int(s.beasts[god, level]) for level in range(3) if s.guardian[level] in kinds)
                assert board + pool <= 2
        for level in range(3):
            kind = int(s.guardian[level])
            total = int((s.figure == kind).sum()) + int(s.beasts[:, level].sum()) + int(s.card[level])
            assert total == p.GUARDIAN_SUPPLY[int(s.players)][kind in p.LARGE]

    def questions(self, question):
        """12, 18, 19."""
        s = self.s
        if question == st.FIRST_ACTION:
            assert (s.counter < s.limit).all()
        if question == st.SECOND_ACTION:
            assert s.partner[s.god_of[s.current]] < 0
        again = Position.load(self.position.game, self.position.save())
        assert again.deciders == self.position.deciders
        for seat in again.deciders:
            steps = again.legal(seat)
            assert len(steps) == len(set(steps)) > 0
            assert steps == self.position.legal(seat)


RandomPlay.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=20,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestInvariants = RandomPlay.TestCase
