"""Invariants 1 to 24 (section 7 of the rules) over random legal play, against an independent recomputation."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from khonsu.errors import IllegalStep
from khonsu.games.ankhor.rules import pieces as p

from . import oracle
from .ledger import PILE, Ledger, Tiles, check_step, snapshot, turned
from .table import EVENT_NAMES, GAME, Table, lively, tile_text


class RandomPlay(RuleBasedStateMachine):
    """A random match of which everything is checked after every step."""

    @initialize(
        players=some.integers(2, 4),
        edition=some.sampled_from(["fr", "es"]),
        own=some.dictionaries(
            some.sampled_from(["covered_depot_token", "leftover_tokens", "tiebreak_tokens"]),
            some.booleans(),
            max_size=1,
        ),
        split=some.booleans(),
        stall=some.sampled_from([1, 3, 20]),
        seed=some.integers(0, 2**64 - 1),
        skip=some.integers(0, 250),
    )
    def set_up(self, players, edition, own, split, stall, seed, skip):
        """A match with drawn options, after some steps."""
        values = {"covered_depot_token": "to_hand to_supply", "leftover_tokens": "all resources"}
        values["tiebreak_tokens"] = "most fewest"
        options = {name: values[name].split()[second] for name, second in own.items()}
        options |= {"edition": edition, "move_may_split": split, "stall_rounds": stall}
        self.match = GAME.match(players=players, seed=seed, **options)
        other = {"edition": {"fr": "es", "es": "fr"}[edition]}
        self.twin = None if own else GAME.match(players=players, seed=seed, **{**options, **other})
        self.table = Table.of(self.match.position)
        self.first = int(self.match.position.state.first)
        self.ledger = Ledger(players, self.first)
        self.now = snapshot(self.match.position)
        self.chance = random.Random(seed)
        self.renewed = False
        for _ in range(skip):
            if not self.match.over:
                self.go_on()

    def go_on(self) -> None:
        """A lively step."""
        taken = [oracle.notation(oracle.place(tile)) for tile in self.now["domains"][self.table.current]]
        self.play(lively(self.chance, self.table.options(), taken))

    def play(self, option: str) -> None:
        """Carry out one step and check what it did."""
        before = self.now
        self.match.play(option)
        events = self.match.events()
        self.now = snapshot(self.match.position)
        for event in events:
            self.ledger.note(event, before["row"], before["prices"])
        check_step(before, self.now, events)
        self.renewed = option in ("renew", "stack A", "stack B") and self.table.asked != "DP-2"
        if self.twin:
            self.twin.play(option)
            covered = any(EVENT_NAMES[event.kind] == "COVERED" for event in events)
            if covered or "DP-9" in (self.table.asked, self.twin.view()["asked"]):
                self.twin = None

    @precondition(lambda self: not self.match.over)
    @rule(number=some.integers(0, 2**32))
    def any_step(self, number):
        """Any legal step."""
        options = self.table.options()
        self.play(options[number % len(options)])

    @precondition(lambda self: not self.match.over)
    @rule()
    def lively_step(self):
        """A step that builds something."""
        self.go_on()

    @rule(symmetry=some.integers(0, 7), dx=some.integers(-50, 50), dy=some.integers(-50, 50))
    def turn_the_layout(self, symmetry, dx, dy):
        """Invariant 18: points do not depend on tile order, translation, rotation or mirroring."""
        for seat, tiles in enumerate(self.now["domains"]):
            again = turned(tiles, symmetry, dx, dy, self.chance)
            text = "; ".join(f"{oracle.notation(oracle.place(tile))} {tile_text(tile['id'])}" for tile in again)
            assert Table(domains=text).points()[:3] == self.table.points(seat)[:3], "invariant 18"

    @precondition(lambda self: not self.match.over)
    @rule(step=some.integers(-3, GAME.kernel.steps + 3))
    def refuse(self, step):
        """Invariant 19: each option is accepted, anything else is rejected and leaves the state unchanged."""
        legal = self.match.legal_ids(self.table.current)
        saved = self.match.position.save()
        if step not in legal:
            with pytest.raises(IllegalStep):
                self.match.play(step)
        for option in legal:
            copy = self.match.position.copy()
            copy.play(self.table.current, option)
            assert copy.save() != saved, "invariant 19"
        assert self.match.position.save() == saved, "invariant 19"

    @invariant()
    def tokens(self):
        """Invariants 1 and 11: tokens are conserved; a depot holds one token of its colour while it is not covered."""
        players, now = self.match.players, self.now
        depots = [Counter(tile["colour"] for tile in tiles if tile["token"]) for tiles in now["domains"]]
        for kind, name in enumerate(p.TOKENS):
            counts = [now["supply"][kind], *(hand[kind] for hand in now["hands"]), *(held[name] for held in depots)]
            assert min(counts) >= 0, "invariant 1"
            assert sum(counts) == PILE[players], "invariant 1"
            for seat in range(players):
                assert self.ledger.hands[seat][kind] == now["hands"][seat][kind], "events tell every token"
                assert self.ledger.depots[seat][kind] == depots[seat][name], "events tell every token"
        for tiles in now["domains"]:
            covered = oracle.covered(tiles)
            for tile in tiles:
                if tile["token"]:
                    assert (tile["kind"], tile["token"]) == ("depot", 1), "invariant 11"
                    assert tile["level"] == 1 or oracle.place(tile) not in covered, "invariant 11"

    @invariant()
    def tiles(self):
        """Invariant 2: each tile is in exactly one place; no discards with 3 or 4 players."""
        now = self.now
        places = [*now["stacks"][0], *now["stacks"][1], *now["discards"], *(t for t in now["row"] if t >= 0)]
        places += [tile["id"] for tiles in now["domains"] for tile in tiles]
        assert sorted(places) == list(range(55)), "invariant 2"
        assert self.match.players == 2 or not now["discards"], "invariant 2"

    @invariant()
    def prices(self):
        """Invariant 3: 3 markers per resource, no slot has three equal ones."""
        prices = self.now["prices"]
        assert Counter(kind for price in prices for kind in price) == dict.fromkeys(range(5), 3), "invariant 3"
        assert all(len(price) == 2 or len(set(price)) > 1 for price in prices), "invariant 3"

    @invariant()
    def renewals(self):
        """Invariants 5 and 24: no gap after a renewal unless the stacks are empty; one discard for each renewal."""
        row, ledger = self.now["row"], self.ledger
        if self.renewed:
            filled = [tile >= 0 for tile in row]
            assert filled == sorted(filled, reverse=True), "invariant 5"
            assert all(filled) or not any(self.now["stacks"]), "invariant 5"
        assert len(self.now["discards"]) == ledger.discards == ledger.discards_due <= ledger.renewals, "invariant 24"

    @invariant()
    def layouts(self):
        """Invariants 7, 8 and 9: cells, supports, and a base in one piece unless a move may have split it."""
        for seat, tiles in enumerate(self.now["domains"]):
            cells = [oracle.place(tile) for tile in tiles]
            base = oracle.base_of(tiles)
            assert len(set(cells)) == len(cells), "invariant 7"
            assert all(level in (0, 1) for level, _, _ in cells), "invariant 7"
            assert all(oracle.under(at) <= base for at in cells if at[0]), "invariant 7"
            assert bool(base) == bool(tiles), "invariant 8"
            if not self.match.options["move_may_split"] or seat not in self.ledger.movers:
                assert len(oracle.pieces(base)) <= 1, "invariant 9"

    @invariant()
    def points(self):
        """Invariants 12 and 18: bonus tokens and points as recomputed; counting them changes nothing."""
        saved, view = self.match.position.save(), self.match.view()
        for seat, tiles in enumerate(self.now["domains"]):
            parts = oracle.points(tiles) | {"tokens": oracle.token_points(view, seat)}
            assert 3 * self.table.bonus(seat) == parts["bonus"], "invariant 12"
            assert self.match.breakdown(seat) == parts, "invariant 18"
            assert self.table.score(seat) == sum(parts.values()), "invariant 18"
        assert self.match.position.save() == saved, "invariant 18"

    @invariant()
    def spendable(self):
        """Invariants 14 and 15: spendable ankhs are those of the start of the turn minus those spent."""
        if not self.match.over:
            assert self.match.view()["spendable"] == self.ledger.ankhs - self.ledger.spent >= 0, "invariant 15"

    @invariant()
    def options(self):
        """Invariant 19: option sets are never empty, and are those of the rules in their order."""
        view = self.match.view()
        if self.match.over:
            assert self.table.options() == []
        else:
            assert self.table.options() == oracle.options(view) != [], "invariant 19"

    @invariant()
    def views(self):
        """Invariant 22: all seat views are equal and contain no hidden item."""
        position = self.match.position
        view = position.view(-1)
        assert all(position.view(seat) == view for seat in range(self.match.players)), "invariant 22"
        other = position.copy()
        for k in range(2):
            deep = int(other.state.stack_size[k]) - 1
            if deep > 0:
                other.state.stack[k, :deep] = other.state.stack[k, :deep][::-1].copy()
        other.state.rng = 0
        assert other.view(-1) == view, "invariant 22"

    @invariant()
    def editions(self):
        """Invariant 23: before a held depot is covered or DP-9 is asked, editions differ in points for tokens only."""
        if self.twin:
            assert snapshot(self.twin.position) == self.now, "invariant 23"
            mine, theirs = self.match.view(), self.twin.view()
            for view in (mine, theirs):
                del view["options"], view["winners"]  # ties are broken by tokens
                for domain in view["domains"]:
                    del domain["score"]
            assert mine == theirs, "invariant 23"
            assert Table.of(self.twin.position).options() == self.table.options(), "invariant 23"
            for seat in range(self.match.players):
                assert Table.of(self.twin.position).points(seat)[:3] == self.table.points(seat)[:3], "invariant 23"

    def teardown(self):
        """Invariants 20, 21 and 22: every state leads to the end; turns are equal; a replay gives the same state."""
        if not hasattr(self, "match"):
            return
        bound = len(self.match.steps) + 20_000
        while not self.match.over:
            self.go_on()
            assert len(self.match.steps) < bound, "invariant 20"
        turns = self.ledger.normal_turns
        assert [turns[seat] for seat in range(self.match.players)] == [
            self.match.view()["round"]
        ] * self.match.players, "invariant 21"
        bare = not any(self.now["stacks"]) and max(self.now["row"]) < 0
        stalled = self.match.view()["stall"] == self.match.options["stall_rounds"]
        assert max(map(len, self.now["domains"])) >= 13 or bare or stalled, "invariant 21"
        again = GAME.match(players=self.match.players, seed=self.match.seed, **self.match.options).position
        for step in self.match.steps:
            again.play(step.seat, step.id)
        assert again.save() == self.match.position.save(), "invariant 22"


RandomPlay.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=60,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestInvariants = RandomPlay.TestCase


def check_position(table: Table) -> None:
    """Options in their order, points and bonus tokens are those of the plain rules."""
    view = table.view
    assert table.options() == oracle.options(view)
    domain = view["domains"][table.current]
    parts = oracle.points(domain["tiles"])
    assert {name: domain["score"][name] for name in parts} == parts
    assert 3 * domain["bonus"] == parts["bonus"]


@pytest.mark.parametrize("edition", ["fr", "es"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_played_positions(players, edition):
    """Invariants 12, 18 and 19: the kernel and the plain rules agree on options and points in games."""
    asked = Counter()
    for seed in range(6):
        chance = random.Random(seed)
        match = GAME.match(players=players, seed=seed, edition=edition, move_may_split=seed % 2 == 0)
        table = Table.of(match.position)
        while not table.finished:
            question = table.asked
            if question not in ("DP-5", "DP-10") or chance.random() < 0.1:
                check_position(table)
                asked[question] += 1
            tiles = table.domain(table.current)
            table.play(lively(chance, table.options(), [tile.split()[0] for tile in tiles]))
    assert asked.total() > 500
    assert min(asked[f"DP-{n}"] for n in ("1", "2", "3", "4", "5", "6a", "6b", "8", "10")) > 5


def random_domain(chance: random.Random, may_split: bool) -> str:
    """A domain of up to 17 tiles in few colours; some lie apart if the base may be split."""
    kinds = [tile_text(number) for number in range(55)]
    colours = chance.sample("BWKGR", chance.randint(1, 5))
    pool = chance.sample(kinds, len(kinds))
    pool.sort(key=lambda tile: tile[0] not in colours)
    tiles: Tiles = []
    count = chance.randint(0, 17)
    while count > 12 + sum("scribe" in shows for shows in pool[:count]):  # AO-82, AO-88: nobody has more
        count -= 1
    for shows in pool[:count]:
        base = oracle.base_of(tiles)
        spots = sorted(oracle.base_cells(base))
        roofs = sorted(oracle.upper_cells(tiles))
        if roofs and chance.random() < 0.5:
            level, y, x = chance.choice(roofs)
        else:
            level, y, x = chance.choices(spots, [len(oracle.beside(at) & base) ** 2 + 1 for at in spots])[0]
            far = (0, chance.randint(-9, 8), chance.randint(-9, 8))
            if may_split and chance.random() < 0.15 and far not in base and oracle.fits(base | {far}):
                level, y, x = far
        tiles.append({"shows": shows, "level": level, "y": y, "x": x})
    closed = oracle.covered(tiles)
    return "; ".join(
        f"{oracle.notation(oracle.place(tile))} {tile['shows']}"
        + (
            " + token"
            if "depot" in tile["shows"] and oracle.place(tile) not in closed and chance.random() < 0.7
            else ""
        )
        for tile in tiles
    )


def random_table(chance: random.Random, may_split: bool) -> Table:
    """A position as it may arise, and some that hardly will."""
    players = chance.randint(2, 4)
    domain = random_domain(chance, may_split)
    used = Counter(part[part.index(" ") + 1 :].removesuffix(" + token") for part in domain.split("; ") if part)
    free = sorted((Counter(tile_text(number) for number in range(55)) - used).elements())
    chance.shuffle(free)
    row = {slot: free.pop() for slot in range(1, 7) if chance.random() < 0.8}
    prices = {1: "BW", 2: "KK", 3: "GR", 4: "BBG", 5: "WWR", 6: "KGR"}
    hand = "".join(chance.choices("BWKGR", k=2)) + prices[chance.choice(list(row) or [1])] + "AA"
    hand = "".join(letter for n, letter in enumerate(hand) if hand[:n].count(letter) < PILE[players] - 1)
    edition = chance.choice(["fr", "es"])
    described = {"domains": domain, "hands": hand, "row": row, "prices": prices}
    return Table(players, **described, edition=edition, move_may_split=may_split)


@pytest.mark.parametrize("may_split", [True, False])
def test_laid_positions(may_split):
    """Invariants 12, 18 and 19: they agree in every purchase and every move from random positions."""
    chance = random.Random(int(may_split))
    asked: Counter[str] = Counter()

    def follow(table: Table) -> None:
        check_position(table)
        asked[table.asked] += 1
        turn, options = table.view["turn"], table.options()
        if table.asked == "DP-1":
            options = [option for option in options if option in ("buy", "move")]
        if table.asked in ("DP-1", "DP-3", "DP-4", "DP-6a", "DP-6b", "DP-6c"):
            upper = [option for option in options if option[0] == "["]
            for option in [*chance.sample(options, min(len(options), 3)), *upper[:1]]:
                after = table.copy().play(option)
                if after.view["turn"] == turn and after.asked not in ("DP-1", "DP-5"):
                    follow(after)
                else:
                    asked["done"] += 1
                    assert after.finished or after.options() == oracle.options(after.view)

    for _ in range(100):
        follow(random_table(chance, may_split))
    assert asked.total() > 1500
    assert min(asked[f"DP-{n}"] for n in ("1", "3", "4", "6a", "6b", "6c", "8")) > 10, asked
