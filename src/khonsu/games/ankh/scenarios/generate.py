"""Random balanced set-ups (section 8): the same scenario for the same number of players and seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from khonsu.games.ankh.about import ABOUT
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import DISTANCE, HEXES, LAND, SIDES
from khonsu.games.ankh.scenarios.land import (
    ALL_LAND,
    REACH,
    Sides,
    adjacent,
    hex_set,
    legal_lines,
    members,
    near_land,
    regions,
    summon_hexes,
)
from khonsu.kernel.chance import stream

REGIONS = {2: 3, 3: 3, 4: 4, 5: 5}
NEUTRAL = {2: 5, 3: 6, 4: 7, 5: 7}
LEAST_LAND = 12
BORDERS, TRIES = 30, 400  # so many times new borders, so many times everything else on them
SPREAD_MONUMENTS, SPREAD_DISTANCE = 1, 2
LAND_HEXES = list(members(ALL_LAND))
DISTANCES: list[list[int]] = DISTANCE.tolist()  # plain numbers are quicker to look up
AT_ONCE = 1000  # rolls that are worked out together
T = TypeVar("T")


class Dice:
    """The kernel's chance, so that a seed gives the same layout everywhere and always."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rolled = seed, 0
        self.bits: list[int] = []

    def roll(self, n: int) -> int:
        """A number from 0 to n-1."""
        if self.rolled == len(self.bits):
            self.bits += stream(self.seed, self.rolled, AT_ONCE)
        self.rolled += 1
        return (self.bits[self.rolled - 1] >> 32) * n >> 32

    def pick(self, items: Sequence[T]) -> T:
        """One of several."""
        return items[self.roll(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of them in random order."""
        rest, found = list(items), []
        while rest:
            found.append(rest.pop(self.roll(len(rest))))
        return found


class StartHexes(NamedTuple):
    """Where a player begins."""

    god: int
    warrior: int
    monument: int


class Draft:
    """A layout in the making: its borders, and then what lies on them, drawn until it is balanced."""

    def __init__(self, players: int, dice: Dice) -> None:
        self.players, self.dice = players, dice
        self.lines: list[tuple[int, ...]] = []
        self.camels: Sides = frozenset()
        self.lands: list[list[int]] = []
        self.near: list[int] = []  # for each hex the land beside it, as a set
        self.starts: list[StartHexes] = []
        self.neutral: list[int] = []
        self.taken = 0  # the hexes that hold a piece, as a set
        self.kinds: list[str] = []

    def draw_borders(self) -> bool:
        """(1) As many regions as wanted, by legal camel lines, each large enough."""
        for _ in range(REGIONS[self.players] - len(regions(self.camels))):
            lines = legal_lines(self.camels, LEAST_LAND)
            if not lines:
                return False
            self.lines.append(self.dice.pick(lines))
            self.camels |= frozenset(self.lines[-1])
        self.lands = [sorted(land) for land in regions(self.camels)]
        self.near = near_land(self.camels)
        return True

    def complete(self) -> bool:
        """Draw everything but the borders; False if this draft is not balanced or not playable."""
        lands = self.dice.shuffled(self.lands)
        if not self.draw_starts(lands[: self.players]):
            return False
        self.draw_monuments(lands[self.players :])
        self.draw_kinds()
        return self.is_fair() and self.is_open()

    def draw_starts(self, lands: list[list[int]]) -> bool:
        """(2) God beside its monument and its warrior, one player to a region, and so (5) nobody beside an enemy."""
        self.starts = []
        for land in lands:
            god = self.dice.pick(land)
            near = [h for h in adjacent(god, self.camels) if LAND[h]]
            if len(near) < 2:
                return False
            warrior, monument = self.dice.shuffled(near)[:2]
            self.starts.append(StartHexes(god, warrior, monument))
        return True

    def draw_monuments(self, bare: list[list[int]]) -> None:
        """(3) Neutral monuments; every region has one of some kind, so those without a player come first."""
        self.neutral = [self.dice.pick(land) for land in bare]
        self.taken = hex_set(self.neutral) | hex_set(h for start in self.starts for h in start)
        free = [h for h in LAND_HEXES if not self.taken >> h & 1]
        while len(self.neutral) < NEUTRAL[self.players]:
            self.neutral.append(free.pop(self.dice.roll(len(free))))
        self.taken |= hex_set(self.neutral)

    def draw_kinds(self) -> None:
        """(3) The totals of the three kinds differ by at most one."""
        kinds = self.dice.shuffled(p.MONUMENTS[1:])
        self.kinds = self.dice.shuffled([kinds[i % 3] for i in range(self.players + NEUTRAL[self.players])])

    def is_fair(self) -> bool:
        """(4) Neutral monuments within one Move action, and the distance to the nearest enemy figure."""
        nearest = [self.nearest_enemy(start) for start in self.starts]
        if max(nearest) - min(nearest) > SPREAD_DISTANCE:
            return False
        within = [self.within_reach(start) for start in self.starts]
        return max(within) - min(within) <= SPREAD_MONUMENTS

    def within_reach(self, start: StartHexes) -> int:
        """Neutral monuments that some figure could be adjacent to after one Move action."""
        stand = (REACH[start.god] | REACH[start.warrior]) & ~self.taken | 1 << start.god | 1 << start.warrior
        return sum(self.near[h] & stand > 0 for h in self.neutral)

    def nearest_enemy(self, start: StartHexes) -> int:
        """Steps from the god to the nearest figure of another player."""
        steps = DISTANCES[start.god]
        return min(min(steps[other.god], steps[other.warrior]) for other in self.starts if other is not start)

    def is_open(self) -> bool:
        """AK-46: every player has a hex to summon on; a god in a corner can be shut in by monuments."""
        return all(summon_hexes(start, self.taken, self.near) for start in self.starts)

    def layout(self) -> dict[str, Any]:
        """The draft in the format of scenario files."""
        order = self.dice.shuffled(range(1, len(self.lands) + 1))
        kinds = iter(self.kinds)
        return {
            "regions": [
                {"name": f"Region {token}", "order": token, "anchor": place(land[0]), "land_hexes": len(land)}
                for token, land in sorted(zip(order, self.lands))
            ],
            "camel_lines": [[[place(h) for h in SIDES[side]] for side in line] for line in self.lines],
            "players": [
                {
                    "number": number,
                    "god": place(god),
                    "warriors": [place(warrior)],
                    "controlled_monuments": [{"type": next(kinds), "hex": place(monument)}],
                }
                for number, (god, warrior, monument) in enumerate(self.starts, 1)
            ],
            "neutral_monuments": [{"type": next(kinds), "hex": place(h)} for h in self.neutral],
        }


def place(h: int) -> list[int]:
    """A hex as row and column."""
    return list(HEXES[h])


def _draw(players: int, dice: Dice) -> dict[str, Any] | None:
    """(6) Rejection sampling with a fixed number of tries."""
    for _ in range(BORDERS):
        draft = Draft(players, dice)
        if draft.draw_borders() and any(draft.complete() for _ in range(TRIES)):
            return draft.layout()
    return None


def generate(players: int, seed: int) -> dict[str, Any]:
    """A balanced scenario for so many players; after too many tries Middle Kingdom's layout (6)."""
    ABOUT.check_players(players)
    dice = Dice(seed * 8 + players)
    layout = _draw(players, dice)
    if layout is None:
        shipped = json.loads((Path(__file__).parent / "middle_kingdom.json").read_text("utf-8"))
        layout = shipped["layouts"][str(players)]
    return {
        "format": "ankh-scenario/1",
        "id": f"random_{players}_{seed}",
        "name": f"Random layout {seed}",
        "text": f"Drawn at random and balanced, seed {seed}.",
        "players": [players],
        "layouts": {str(players): layout},
    }
