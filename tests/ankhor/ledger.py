"""What a match of Ankh'or is checked against: tokens counted from the events, and what one step may change."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from khonsu.games.ankhor.rules import pieces as p

from . import oracle
from .table import EVENT_NAMES

PILE = {2: 4, 3: 5, 4: 6}
Tiles = list[dict[str, Any]]


class Ledger:
    """Tokens counted from the events alone, and what happened in the current turn."""

    def __init__(self, players: int, first: int) -> None:
        self.players = players
        self.hands = [Counter() for _ in range(players)]
        self.depots = [Counter() for _ in range(players)]
        self.supply = Counter(dict.fromkeys(range(6), PILE[players]))
        self.normal_turns = Counter({first: 1})
        self.movers: set[int] = set()
        self.renewals = self.discards = self.discards_due = 0
        self.begin_turn(first)

    def begin_turn(self, seat: int) -> None:
        """Forget the turn before."""
        self.seat = seat
        self.at_start, self.ankhs = self.total(seat), self.hands[seat][p.ANKH]
        self.taken = self.bought = self.spent = self.returned = self.lost = 0
        self.paid, self.saved = Counter(), None

    def total(self, seat: int) -> int:
        """All tokens of a seat."""
        return self.hands[seat].total() + self.depots[seat].total()

    def resources(self, seat: int) -> int:
        """Resources in hand."""
        return self.hands[seat].total() - self.hands[seat][p.ANKH]

    def end_turn(self) -> None:
        """Invariants 13 and 17, for the turn that ends."""
        assert self.resources(self.seat) <= 5, "invariant 13"
        assert self.hands[self.seat][p.ANKH] <= 2, "invariant 13"
        assert (self.taken, self.bought) in ((3, 0), (0, 1))
        gained = self.total(self.seat) - self.at_start
        if self.taken:
            assert gained == 3 - self.returned - self.spent - self.lost, "invariant 17"

    def note(self, event: Any, row: list[int], prices: list[list[int]]) -> None:
        """Account for one event, with invariants 14 to 17; `row` is the row before the step."""
        seat, kind, a, b = event.seat, EVENT_NAMES[event.kind], event.a, event.b
        hand, depot = self.hands[seat], self.depots[seat]

        def shift(source: Counter[int], target: Counter[int], token: int, count: int = 1) -> None:
            source[token] -= count
            target[token] += count

        match kind:
            case "TURN":
                self.end_turn()
                self.normal_turns[seat] += not event.c
                self.begin_turn(seat)
                assert self.supply.total() >= 3, "invariant 14"
                assert self.ankhs <= 2, "invariant 14"
            case "OVER":
                self.end_turn()
            case "TOOK":
                shift(self.supply, hand, a)
                self.taken += 1
            case "PAID":
                shift(depot if b else hand, self.supply, a)
                self.paid[a] += 1
            case "SAVED":
                self.saved = a
            case "BOUGHT":
                price = Counter(prices[event.e])
                if event.d:
                    price[self.saved] -= 1
                assert self.paid == +price, "invariant 16"
                assert event.d == (self.saved is not None), "invariant 16"
                self.bought += 1
            case "FILLED":
                shift(self.supply, depot, a)
            case "COVERED":
                shift(depot, self.supply if b else hand, a)
                self.lost += b
            case "STORED":
                assert self.resources(seat) > 5, "only a surplus is stored"
                shift(hand, depot, a)
            case "RETURNED":
                surplus = hand[a] - 2 if a == p.ANKH else self.resources(seat) - 5
                assert 1 <= b <= surplus, "invariant 17: nothing is returned within the limits"
                shift(hand, self.supply, a, b)
                self.returned += b
            case "SPENT":
                shift(hand, self.supply, p.ANKH)
                self.spent += 1
                assert self.spent <= self.ankhs, "invariant 15"
                if a == 0:
                    self.renewals += 1
                    self.discards_due += self.players == 2 and max(row) >= 0
            case "DISCARDED":
                self.discards += 1
            case "MOVED":
                self.movers.add(seat)


def snapshot(position: Any) -> dict[str, Any]:
    """The raw state as plain lists."""
    s = position.state
    seats = range(int(s.players))
    return {
        "row": s.row.tolist(),
        "stacks": [s.stack[k, : s.stack_size[k]].tolist() for k in range(2)],
        "discards": s.discard[: s.discards].tolist(),
        "prices": [[kind for kind in price if kind >= 0] for price in s.price.tolist()],
        "supply": s.supply.tolist(),
        "hands": s.hand[: len(seats)].tolist(),
        "domains": [
            [
                {
                    "id": int(s.tile[seat, i]),
                    "colour": p.COLOURS[p.TILES[s.tile[seat, i]][0]],
                    "kind": p.KINDS[p.TILES[s.tile[seat, i]][1]],
                    "x": int(s.x[seat, i]),
                    "y": int(s.y[seat, i]),
                    "level": int(s.level[seat, i]),
                    "token": int(s.token[seat, i]),
                }
                for i in range(int(s.tiles[seat]))
            ]
            for seat in seats
        ],
    }


def check_step(before: dict[str, Any], after: dict[str, Any], events: list[Any]) -> None:
    """Invariants 3, 4, 6, 7, 8 and 10: what one step may change."""
    names = [EVENT_NAMES[event.kind] for event in events]
    bought = Counter(event.seat for event in events if EVENT_NAMES[event.kind] == "BOUGHT")
    assert after["prices"] == before["prices"], "invariant 3"
    for seat, (old, new) in enumerate(zip(before["domains"], after["domains"])):
        ids = [tile["id"] for tile in new]
        assert ids[: len(old)] == [tile["id"] for tile in old], "invariant 4"
        assert len(new) == len(old) + bought[seat], "invariant 4"
        assert set(ids[len(old) :]) <= set(before["row"]), "invariant 4"
    if not {"BOUGHT", "SPENT", "DREW"} & set(names):
        assert after["row"] == before["row"], "invariant 4"
    for old, new in zip(before["stacks"], after["stacks"]):
        assert new == old[: len(new)], "invariant 6"
        assert len(new) == len(old) or "DREW" in names, "invariant 6"
    assert after["discards"][: len(before["discards"])] == before["discards"]
    for event in events:
        name = EVENT_NAMES[event.kind]
        if name in ("BOUGHT", "MOVED"):
            tiles = after["domains"][event.seat]
            tile = next(tile for tile in tiles if tile["id"] == event.a)
            base = oracle.base_of(tiles)
            if tile["level"] == 0:
                assert len(tiles) == 1 or oracle.beside(oracle.place(tile)) & base, "invariant 8"
            else:
                assert oracle.under(oracle.place(tile)) <= base, "invariant 7"
            if name == "BOUGHT" and tile["level"] == 1:
                supports = [t["colour"] for t in tiles if oracle.place(t) in oracle.under(oracle.place(tile))]
                assert tile["colour"] in supports, "invariant 10"


def turned(tiles: Tiles, symmetry: int, dx: int, dy: int, chance: random.Random) -> Tiles:
    """A layout turned, mirrored, shifted, and in another order (base tiles first)."""
    result = []
    for tile in tiles:
        x, y = 2 * tile["x"] + tile["level"], 2 * tile["y"] + tile["level"]  # centres, in halves of a cell
        if symmetry & 1:
            x = -x
        if symmetry & 2:
            y = -y
        if symmetry & 4:
            x, y = y, x
        result.append({**tile, "x": (x - tile["level"]) // 2 + dx, "y": (y - tile["level"]) // 2 + dy})
    chance.shuffle(result)
    return sorted(result, key=lambda tile: tile["level"])
