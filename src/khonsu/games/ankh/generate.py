"""Random balanced set-ups (section 8): the same scenario for the same number of players and seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.board import DISTANCE, HEXES, LAND, MOVE_RANGE, N_HEXES, SIDES
from khonsu.games.ankh.land import Sides, adjacent, legal_lines, regions

REGIONS = {2: 3, 3: 3, 4: 4, 5: 5}
NEUTRAL = {2: 5, 3: 6, 4: 7, 5: 7}
LEAST_LAND = 12
BORDERS, TRIES = 30, 400  # so many times new borders, so many times everything else on them
SPREAD_KINDS, SPREAD_MONUMENTS, SPREAD_DISTANCE = 2, 1, 2
MASK = (1 << 64) - 1
T = TypeVar("T")


class Dice:
    """Splitmix64, as in the kernel, so that a seed gives the same layout everywhere and always."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def roll(self, n: int) -> int:
        """A number from 0 to n-1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        x = self.state
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
        return (((x ^ x >> 31) >> 32) * n) >> 32

    def pick(self, items: Sequence[T]) -> T:
        """One of several."""
        return items[self.roll(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of them in random order."""
        rest, found = list(items), []
        while rest:
            found.append(rest.pop(self.roll(len(rest))))
        return found


class Draft:
    """A layout in the making."""

    def __init__(self, players: int, dice: Dice) -> None:
        self.players, self.dice = players, dice
        self.lines: list[tuple[int, ...]] = []
        self.camels: Sides = frozenset()
        self.lands: list[frozenset[int]] = []
        self.starts: list[tuple[int, int, int]] = []  # god, warrior, monument
        self.neutral: list[int] = []
        self.kinds: list[str] = []

    def complete(self) -> bool:
        """Draw everything but the borders; False if this draft is not balanced."""
        self.starts, self.neutral = [], []
        return self.draw_starts() and self.draw_monuments() and self.draw_kinds() and self.is_fair()

    @property
    def taken(self) -> set[int]:
        """Hexes that hold a piece."""
        return {h for start in self.starts for h in start} | set(self.neutral)

    def draw_borders(self) -> bool:
        """(1) As many regions as wanted, by legal camel lines, each large enough."""
        while len(regions(self.camels)) < REGIONS[self.players]:
            lines = [line for line in legal_lines(self.camels) if self.leaves_room(line)]
            if not lines:
                return False
            self.lines.append(self.dice.pick(lines))
            self.camels |= frozenset(self.lines[-1])
        self.lands = regions(self.camels)
        return True

    def leaves_room(self, line: tuple[int, ...]) -> bool:
        """Whether all regions keep enough land after this line."""
        return all(len(land) >= LEAST_LAND for land in regions(self.camels | frozenset(line)))

    def draw_starts(self) -> bool:
        """(2) God beside its monument and its warrior, one player to a region; (5) nobody beside an enemy's piece."""
        for land in self.dice.shuffled(self.lands)[: self.players]:
            start = self.draw_start(sorted(land))
            if start is None or self.meets_enemy(start):
                return False
            self.starts.append(start)
        return True

    def draw_start(self, land: list[int]) -> tuple[int, int, int] | None:
        """A god, a warrior and a monument in one region."""
        god = self.dice.pick(land)
        near = [h for h in adjacent(god, self.camels) if LAND[h] and h not in self.taken]
        if god in self.taken or len(near) < 2:
            return None
        warrior, monument = self.dice.shuffled(near)[:2]
        return god, warrior, monument

    def meets_enemy(self, start: tuple[int, int, int]) -> bool:
        """(5) A figure beside a figure or monument of another player."""
        for other in self.starts:
            for one in start:
                beside = set(adjacent(one, self.camels))
                for two in other:
                    if two in beside and not (one == start[2] and two == other[2]):
                        return True
        return False

    def draw_monuments(self) -> bool:
        """(3) Neutral monuments; every region has one of some kind."""
        bare = [land for land in self.lands if not any(start[2] in land for start in self.starts)]
        for land in bare:
            self.neutral.append(self.dice.pick([h for h in sorted(land) if h not in self.taken]))
        while len(self.neutral) < NEUTRAL[self.players]:
            self.neutral.append(self.dice.pick([h for h in range(N_HEXES) if LAND[h] and h not in self.taken]))
        return len(self.neutral) == NEUTRAL[self.players]

    def draw_kinds(self) -> bool:
        """(3) The totals of the three kinds differ by at most two."""
        total = self.players + NEUTRAL[self.players]
        kinds = self.dice.shuffled(p.MONUMENTS[1:])
        self.kinds = self.dice.shuffled([kinds[i % 3] for i in range(total)])
        counts = [self.kinds.count(kind) for kind in kinds]
        return max(counts) - min(counts) <= SPREAD_KINDS

    def is_fair(self) -> bool:
        """(4) Neutral monuments within one Move action, and the distance to the nearest enemy figure."""
        within = [self.within_reach(start) for start in self.starts]
        nearest = [self.nearest_enemy(start) for start in self.starts]
        return max(within) - min(within) <= SPREAD_MONUMENTS and max(nearest) - min(nearest) <= SPREAD_DISTANCE

    def within_reach(self, start: tuple[int, int, int]) -> int:
        """Neutral monuments that some figure could be adjacent to after one Move action."""
        taken = self.taken
        ends = [
            {h for h in range(N_HEXES) if DISTANCE[f, h] <= MOVE_RANGE and LAND[h] and (h == f or h not in taken)}
            for f in start[:2]
        ]
        stand = ends[0] | ends[1]
        return sum(any(h in stand for h in adjacent(m, self.camels)) for m in self.neutral)

    def nearest_enemy(self, start: tuple[int, int, int]) -> int:
        """Steps from the god to the nearest figure of another player."""
        others = [h for other in self.starts if other != start for h in other[:2]]
        return min(int(DISTANCE[start[0], h]) for h in others)

    def layout(self) -> dict[str, Any]:
        """The draft in the format of scenario files."""
        order = self.dice.shuffled(range(1, len(self.lands) + 1))
        kinds = iter(self.kinds)
        return {
            "regions": [
                {"name": f"Region {token}", "order": token, "anchor": place(min(land)), "land_hexes": len(land)}
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
    dice = Dice(seed * 8 + players)
    layout = _draw(players, dice)
    if layout is None:
        shipped = json.loads((Path(__file__).parent / "scenarios" / "middle_kingdom.json").read_text("utf-8"))
        layout = shipped["layouts"][str(players)]
    return {
        "format": "ankh-scenario/1",
        "id": f"random_{players}_{seed}",
        "name": f"Random layout {seed}",
        "text": f"Drawn at random and balanced, seed {seed}.",
        "players": [players],
        "layouts": {str(players): layout},
    }
