"""Positions of Horus laid from the fixtures of the rules text (section 7), and verbs to play and read them.

A fixture is `S 0,0 | E 0,-2 0,2 | D 2,0 | w 2,0`: kind letters with anchors, lower case for markers of white, black
(k), blue and yellow. Cards are written `D3`, `?1-5`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import khonsu
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.rules.options import list_options, offer_anywhere, offer_places, place_of
from khonsu.games.horus.rules.river import move_end_targets
from khonsu.games.horus.rules.turns import advance
from khonsu.games.horus.words.steps import ends, position, text
from khonsu.kernel.compile import rule
from khonsu.match.position_text import change

from .slow import Anchor, Kingdom

GAME = khonsu.game("horus")
SEAT_LETTERS = "wkby"
EVENTS = [
    *("TURN", "AUTOMATIC", "DREW_TILE", "PLACED", "MOVED_END", "OUT", "PLAYED", "MARKED", "MOVED_MARKER", "UNMARKED"),
    *("EXHAUSTED", "LOST", "CLEARED", "DREW_CARD", "REPLACED", "RESHUFFLED", "SKIPPED", "LAST_TURN", "OVER"),
]
EVENT_NAMES = {getattr(st, name): name for name in EVENTS}
START = "S 0,0 | E 0,-2 0,2"
FIXTURES = {
    "EX1": "S 0,0 | R 0,2 | E 0,-2 0,4 | H 2,2 | M -2,0 -4,1 | D 2,-2",
    "EX2": "S 0,0 | R 0,-2 | E 0,-4 0,2 | H 2,0 4,0 2,2 4,2 | F -2,-4 -2,-2 -4,-2 -2,2 | D -2,0 | T 2,-3 | N 4,-2",
    "EX3": "S 0,0 | R 0,-2 0,2 2,1 | E -1,-4 1,4 | N 2,-1",
    "EX4": "S 0,0 | R -2,0 -4,0 2,0 4,0 0,-2 0,2 | E 0,-4 0,4 | D 4,-2 4,2 | H -2,-4 2,-4",
    "EX5": ("S 0,0 | R 0,2 | E 0,-2 0,4 | T 2,2 | D 4,2 8,0 | H 2,0 4,0 2,-2 4,-2 6,-2 6,0 | F 2,4 4,4 2,6 4,6"),
    "EX6": (
        "S 0,0 | R 0,2 | E 0,-2 0,4 | D 2,-2 4,-2 6,-2 2,-4 4,-4 6,-4 | N 8,-2 | H 2,0 4,0 2,2 4,2 6,0"
        " | F -2,0 -2,2 -4,0 -4,2 -2,-2 | k 2,-2 4,-2"
    ),
    "EX78": (
        "S 0,0 | R 0,-4 0,-2 0,2 0,4 | E 0,-6 0,6 | T -2,4 | N 8,3"
        " | D -8,-6 -6,-6 -4,-6 -2,-6 -8,-4 -6,-4 -4,-4 -2,-4 -8,-2 -6,-2 -4,-2"
        " | M -2,-2 -2,0 -4,0 | F -8,0 -6,0 -8,2 -6,2 -8,4 | H -2,2 -4,2 -4,4 | M -2,6 -4,6 -6,6 -6,4 -8,6 -8,8"
        " | H 2,-6 4,-6 2,-4 4,-4 2,-2 | M 6,-5 8,-5 | D 6,-3 8,-3 4,-2 6,-1 8,-1 4,0 6,1 8,1"
        " | F 2,0 2,2 4,2 2,4 | H 6,3 | M 4,4"
        " | k -8,-6 -6,-6 6,-3 -8,0 2,0 | w -2,2 -2,0 2,-6 4,-2 4,0 2,2"
        " | y -4,2 -4,0 -2,6 -4,6 6,-5 6,3 | b -4,4 -2,-2 6,1 8,1 4,4"
    ),
    "ISL": "S 0,0 | R 0,-2 2,-2 4,-2 6,-2 6,0 6,2 4,2 2,2 0,2 | E 0,-4 0,4 | H 2,0 | D 4,0",
    "POCKET": "S 0,0 | E 0,-2 0,2 | D -2,-2 2,-4 | H -2,-4 2,-2 | N -1,-6 1,-6",
    "STUCK": (
        "S 0,0 | E 0,-2 0,2 | D -2,-2 2,-4 -2,2 2,4 | H -2,-4 2,-2 -2,4 2,2 | N -1,-6 1,-6 -1,6 1,6 | M -2,0 | F 2,0"
    ),
    "SIDE": "S 0,0 | E 0,-2 0,2 | D -2,-2 2,-2",
}


def anchor(text: str) -> Anchor:
    """`2,-1` as a pair."""
    x, y = text.split(",")
    return int(x), int(y)


def anchors(text: str) -> set[Anchor]:
    """All anchors of a text: `2,-1 0,3`."""
    return {anchor(part) for part in text.split()}


def parse(fixture: str) -> tuple[list[tuple[str, int, int]], dict[Anchor, int]]:
    """The tiles of a fixture in its order, and the markers."""
    tiles, markers = [], {}
    for part in fixture.split("|"):
        letter, *places = part.split()
        for x, y in map(anchor, places):
            if letter.isupper():
                tiles.append((letter, x, y))
            else:
                markers[x, y] = SEAT_LETTERS.index(letter)
    return tiles, markers


def kingdom_words(fixture: str) -> str:
    """A fixture as a position writes it: the Start and the Ends come first."""
    tiles, markers = parse(fixture)
    said = []
    for letter, x, y in sorted(tiles, key=lambda tile: {"S": 0, "E": 1}.get(tile[0], 2)):
        owner = f"+{p.COLOURS[markers[x, y]]}" if (x, y) in markers else ""
        said.append(f"{p.KINDS[p.LETTERS.index(letter)]}({x},{y}){owner}")
    return " ".join(said)


@rule
def go_on(s):
    """Everything that needs no decision, then list the answers."""
    advance(s)
    if s.over == 0:
        list_options(s)


@rule
def all_sets(s, counts, places):
    """P_any, P_river, P_temple, terrain contact, Near and Far of both Ends, as places in the list of slots."""
    for row in range(8):
        s.barred = -1
        if row == 0:
            offer_anywhere(s)
            counts[row] = s.n_options
        elif row == 1:
            counts[row] = offer_places(s, 1, 0)
        elif row == 2:
            counts[row] = offer_places(s, 1, 2)
        elif row == 3:
            counts[row] = offer_places(s, 2, 0)
        else:
            counts[row] = move_end_targets(s, row % 2, (row - 4) // 2)
        for i in range(counts[row]):
            places[row, i] = place_of(s, i)


def deal(left: list[int]) -> str:
    """Five of the cards that are left."""
    return " ".join(p.face_text(left.pop()) for _ in range(p.HAND))


class Table:
    """A position with a Kingdom from a fixture. Until `begin`, a place for a Desert tile is asked.

    `hands` are card texts by seat; `piles` and `bag` replace the full ones. `turn` is the number of the turn that
    `begin` begins; the default is one after everybody's first turn.
    """

    def __init__(
        self,
        fixture: str = START,
        players: int = 2,
        *,
        hands: Mapping[int, str] | None = None,
        discards: str = "",
        piles: Mapping[str, int] | None = None,
        bag: str = "",
        turn: int | None = None,
        **options: Any,
    ) -> None:
        begun = GAME.match(players=players, seed=0, **options).position
        given = hands or {}
        kingdom = kingdom_words(FIXTURES.get(fixture, fixture))
        room = (p.MOST_TILES - len(kingdom.split())) // len(p.PILES)
        counts = {pile: min(room, int(n)) for pile, n in zip(p.PILES, begun.state.pile)} | dict(piles or {})
        lines: dict[str, str | None] = {
            "kingdom": kingdom,
            "pile": " ".join(f"{pile}*{count}" for pile, count in counts.items()),
            "bag": " ".join((*p.PILES, "temple")["DHFMRT".index(letter)] for letter in bag),
            "asked": "place desert bag",
            "discard": " ".join(f"{face}/0" for face in discards.split()),
            "deck": None,
            "drawn": None,
            "card": None,
        }
        left = begun.state.face[: int(begun.state.cards)].tolist()
        for face in " ".join([discards, *given.values()]).split():
            left.remove(p.FACE_OF[face])
        for seat in range(players):
            lines[f"hand {seat}"] = given[seat] if seat in given else deal(left)
        self.position = khonsu.position(change(begun.text(), lines))
        self.log: list[str] = []
        self._turn = players + 1 if turn is None else turn

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The raw record."""
        return self.position.state

    def begin(self, seat: int = 0) -> Table:
        """Begin a turn of this seat."""
        s = self.state
        s.current = (seat - 1) % int(s.players)
        s.turn, s.depth, s.phase = self._turn - 1, 0, st.BEGIN
        s.n_events = 0
        go_on(s)
        self.log = [happened(event) for event in self.position.events()]
        return self

    def ask(self, decision: int, a: int = 0, b: int = 0) -> Table:
        """Put one question, as if the game had come to it."""
        s = self.state
        s.pending[0] = [decision, a, b, 0]
        s.depth = 1
        GAME.kernel.first.rebuild(self.position.states)
        return self

    def options(self) -> list[str]:
        """The notations of all legal steps, in their order; [] when the game is over."""
        return [
            self.position.notation(seat, step) for seat in self.position.deciders for step in self.position.legal(seat)
        ]

    def play(self, *steps: str) -> Table:
        """Answer one question after the other; `log` tells what happened."""
        self.log = []
        for step in steps:
            options = self.options()
            if step not in options:
                raise AssertionError(f"{step!r} is not offered, but {options}")
            self.position.play(self.current, self.position.legal(self.current)[options.index(step)])
            self.log += [happened(event) for event in self.position.events()]
        return self

    # -- reading -------------------------------------------------------------------------------------------------------

    @property
    def current(self) -> int:
        """The seat to play."""
        return int(self.state.current)

    @property
    def asked(self) -> str | None:
        """The decision point that is asked, None when the game is over."""
        return None if self.state.over else st.DECISIONS[int(self.state.pending[self.state.depth - 1, 0])]

    def sets(self) -> dict[str, list[Anchor]]:
        """All sets of legal positions of 3.6, in canonical order; Near and Far by End in canonical order."""
        return legal_sets(self.position)

    def places(self) -> set[Anchor]:
        """The positions that are offered now."""
        return {position(self.state, step) for step in range(int(self.state.n_options))}

    def near(self, end: str) -> set[Anchor]:
        """Near(e) of the End at this anchor."""
        return set(self.sets()[f"near {end}"])

    def far(self, end: str) -> set[Anchor]:
        """Far(e) of the End at this anchor."""
        return set(self.sets()[f"far {end}"])

    def any(self) -> set[Anchor]:
        """P_any."""
        return set(self.sets()["any"])

    def slots(self) -> set[Anchor]:
        """All slots."""
        return set(slots(self.state))

    @property
    def kingdom(self) -> list[str]:
        """The tiles in order of placement: `D 2,0`."""
        s = self.state
        return [f"{p.LETTERS[s.kind[i]]} {s.x[i]},{s.y[i]}" for i in range(int(s.tiles))]

    def region(self, place: str) -> dict[str, Any]:
        """The region with a tile at this anchor, as the view shows it."""
        view = self.position.view()
        x, y = anchor(place)
        (found,) = [tile["region"] for tile in view["tiles"] if (tile["x"], tile["y"]) == (x, y)]
        return view["regions"][found]

    def value(self, place: str) -> int:
        """The value of the region with a tile at this anchor."""
        return int(self.region(place)["value"])

    def scores(self) -> list[int]:
        """Points of all seats."""
        return [int(self.position.score(seat)) for seat in range(int(self.state.players))]

    def hand(self, seat: int = 0) -> list[str]:
        """The cards in hand, in canonical order."""
        s = self.state
        faces = sorted(int(s.face[card]) for card in s.hand[seat, : int(s.hand_size[seat])])
        return [p.face_text(face) for face in faces]

    def pile(self, name: str) -> int:
        """Tiles left in a reserve pile."""
        return int(self.state.pile[p.PILES.index(name)])


def happened(event: Any) -> str:
    """An event in a few words."""
    name, a, b, c, d, e = EVENT_NAMES[event.kind], event.a, event.b, event.c, event.d, event.e
    said = name.lower().replace("_", " ")
    if event.hidden:
        return f"{said} by {event.seat}"
    if name == "TURN":
        return f"turn {a} of seat {event.seat}"
    if name == "AUTOMATIC":
        return f"automatic {st.DECISIONS[a]}"
    if name in ("DREW_TILE", "OUT"):
        return f"{said} {p.LETTERS[a]}"
    if name == "PLACED":
        return f"placed {p.LETTERS[a]} {b},{c}" + (f" size {d}" if d else "") + (" from reserve" if e else "")
    if name == "MOVED_END":
        return f"moved end {a},{b} to {c},{d}" + (" from reserve" if e else "")
    if name == "MARKED":
        return f"marked {a},{b} size {c}, {d} there"
    if name == "MOVED_MARKER":
        return f"moved marker {a},{b} to {c},{d}"
    if name in ("PLAYED", "LOST", "DREW_CARD", "REPLACED"):
        return f"{said} {'transport' if a == p.TRANSPORT else p.face_text(a)}" + (
            f" of {event.seat}" if name == "LOST" else ""
        )
    if name == "EXHAUSTED":
        return f"exhausted {p.PILES[a]}"
    return f"{said} {a}" if name in ("UNMARKED", "CLEARED", "RESHUFFLED", "OVER") else said


def slots(s: Any) -> list[Anchor]:
    """The slots of a state, as they are listed."""
    numbers = s.slots[: int(s.n_slots)]
    return list(zip((((numbers >> 2) & 511) - 256).tolist(), ((numbers >> 11) - 256).tolist()))


COUNTS = np.zeros(8, np.int64)
PLACES = np.zeros((8, p.MOST_SLOTS), np.int64)


def legal_sets(position: Any) -> dict[str, list[Anchor]]:
    """All sets of 3.6 as the rules engine lists them."""
    s = position.copy().state
    all_sets(s, COUNTS, PLACES)
    listed = slots(s)
    found = {
        name: [listed[i] for i in PLACES[row, : COUNTS[row]]]
        for row, name in enumerate(("any", "river", "temple", "land"))
    }
    for row in range(4, 8):
        tile = 1 + row % 2
        found[f"{'far' if row < 6 else 'near'} {s.x[tile]},{s.y[tile]}"] = [
            listed[i] for i in PLACES[row, : COUNTS[row]]
        ]
    return found


def kingdom_of(position: Any) -> Kingdom:
    """The same position for the slow rules."""
    s = position.state
    count = int(s.tiles)
    xs, ys = s.x[:count].tolist(), s.y[:count].tolist()
    tiles = [(p.LETTERS[kind], x, y) for kind, x, y in zip(s.kind[:count].tolist(), xs, ys)]
    markers = {(x, y): owner for owner, x, y in zip(s.owner[:count].tolist(), xs, ys) if owner >= 0}
    return Kingdom(tiles, markers, full_side=bool(s.full_side))


__all__ = ["FIXTURES", "GAME", "START", "Table", "anchors", "ends", "kingdom_of", "legal_sets", "parse", "text"]
