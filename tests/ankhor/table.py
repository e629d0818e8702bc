"""Positions of Ankh'or laid from a readable description, and verbs to play and read them.

Letters: B blue, W white, K black, G green, R red, A ankh. A tile is written `G jackal`, a tile in a domain
`(0,0) G jackal` on the base and `[0,0] W two` on the upper level; `(2,1) R depot + token` holds a token.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import khonsu
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.rules.domain import place_tile
from khonsu.games.ankhor.rules.options import list_options
from khonsu.games.ankhor.rules.turns import begin_turn
from khonsu.games.ankhor.words.steps import cell_text

LETTERS = "BWKGRA"
GAME = khonsu.game("ankhor")
CELL = re.compile(r"([(\[])(-?\d+),(-?\d+)[)\]]")
EVENT_NAMES = {
    getattr(st, name): name
    for name in (
        *("TURN", "AUTOMATIC", "TOOK", "PAID", "SAVED", "BOUGHT", "FILLED", "COVERED", "BONUS", "EXTRA_TURN"),
        *("LAST_ROUND", "SPENT", "DISCARDED", "DREW", "MOVED", "STORED", "RETURNED", "OVER"),
    )
}

Seats = str | Mapping[int, str] | None


def letters(counts: Any) -> str:
    """Token counts as letters, in the order of the rules: BBWA."""
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts))


def tile_text(number: int) -> str:
    """A tile id as `G jackal`."""
    colour, kind = p.TILES[number]
    return f"{LETTERS[colour]} {p.KINDS[kind]}"


def cell(text: str) -> tuple[int, int, int]:
    """`(x,y)` or `[x,y]` as x, y, level."""
    found = CELL.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no cell")
    return int(found[2]), int(found[3]), int(found[1] == "[")


def cells(text: str) -> list[str]:
    """The cells in a text, in their order: "(0,0) [1,2]"."""
    return [found[0] for found in CELL.finditer(text)]


def happened(event: Any) -> str:
    """An event in a few words."""
    name, a, b, c, d, e, f = EVENT_NAMES[event.kind], event.a, event.b, event.c, event.d, event.e, event.f
    if name == "TURN":
        return f"turn {a} of seat {event.seat} in round {b}" + (", extra" if c else "")
    if name == "AUTOMATIC":
        return f"automatic {st.DECISIONS[a]}"
    if name == "BOUGHT":
        return f"bought {tile_text(a)} to {cell_text(b, c, d)} from slot {e + 1}"
    if name == "MOVED":
        return f"moved {tile_text(a)} from {cell_text(b, c, f)} to {cell_text(d, e, f)}"
    if name == "DREW":
        return f"drew {tile_text(a)} to slot {b + 1} from {'AB'[c]}"
    words = {
        "TOOK": lambda: LETTERS[a],
        "PAID": lambda: LETTERS[a] + (" from depot" if b else ""),
        "SAVED": lambda: LETTERS[a],
        "FILLED": lambda: LETTERS[a],
        "STORED": lambda: LETTERS[a],
        "RETURNED": lambda: LETTERS[a] * b,
        "COVERED": lambda: LETTERS[a] + (" to supply" if b else " to hand"),
        "BONUS": lambda: f"{b:+d} makes {a}",
        "LAST_ROUND": lambda: ("13 tiles", "nothing left")[a],
        "SPENT": lambda: ("renew", "move")[a],
        "DISCARDED": lambda: tile_text(a),
        "OVER": lambda: ("round finished", "stalled")[a],
        "EXTRA_TURN": lambda: "",
    }
    return f"{name.lower().replace('_', ' ')} {words[name]()}".strip()


class Table:
    """A position. Without a description: round 1, seat 0 to play, nobody has anything, an empty row, full stacks.

    `hands` and `domains` are texts for the seat to play, or by seat. `prices` and `row` are by slot (1 to 6), `row` may
    be "full"; prices not given are filled with the other markers. `stacks` are the tiles of A and B, top first; the
    default is all tiles that lie nowhere else, otherwise those are set aside among the discards.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        first: int = 0,
        current: int | None = None,
        prices: Mapping[int, str] | None = None,
        row: Mapping[int, str] | str | None = None,
        stacks: tuple[str, str] | None = None,
        hands: Seats = None,
        domains: Seats = None,
        round_number: int = 1,
        turn: int = 1,
        stall: int = 0,
        **options: Any,
    ) -> None:
        self.position = GAME.match(players=players, seed=0, **options).position
        self.log: list[str] = []
        s = self.state
        s.first = first
        seat = first if current is None else current
        self._free = list(range(len(p.TILES)))
        for owner, text in by_seat(domains, seat).items():
            self._lay_domain(owner, text)
        self._lay_row(row)
        self._lay_stacks(stacks)
        self._lay_prices(prices or {})
        for owner, text in by_seat(hands, seat).items():
            s.hand[owner] = [text.count(letter) for letter in LETTERS]
        for kind in range(6):
            s.supply[kind] = p.TOKENS_IN_PLAY[players] - s.hand[:, kind].sum()
        for owner in range(players):
            for i in range(int(s.tiles[owner])):
                s.supply[st.COLOUR[s.tile[owner, i]]] -= s.token[owner, i]
        if s.supply.min() < 0:
            raise ValueError(f"more tokens than there are: {s.supply}")
        s.round_number, s.turn, s.stall, s.depth = round_number, turn - 1, stall, 0
        begin_turn(s, seat, 0)
        s.n_events = 0
        list_options(s)

    @classmethod
    def over(cls, position: Any) -> Table:
        """The same verbs for a position that was not laid but played."""
        table = cls.__new__(cls)
        table.position, table.log = position, []
        return table

    # -- laying ------------------------------------------------------------------------------------------------------

    def _take(self, text: str) -> int:
        """An unused tile that shows this."""
        for number in self._free:
            if tile_text(number) == text.strip():
                self._free.remove(number)
                return number
        raise ValueError(f"no tile {text!r} is left")

    def _lay_domain(self, seat: int, text: str) -> None:
        for part in filter(None, (part.strip() for part in text.split(";"))):
            where, shows, token = re.fullmatch(r"(\S+) (\w \w+)( \+ token)?", part).groups()
            x, y, level = cell(where)
            i = place_tile(self.state, seat, self._take(shows), x, y, level)
            self.state.token[seat, i] = bool(token)

    def _lay_row(self, row: Mapping[int, str] | str | None) -> None:
        self.state.row[:] = -1
        if row == "full":
            self.state.row[:] = [self._free.pop() for _ in range(p.SLOTS)]
        elif row:
            for slot, shows in row.items():
                self.state.row[slot - 1] = self._take(shows)

    def _lay_stacks(self, stacks: tuple[str, str] | None) -> None:
        s = self.state
        if stacks is None:
            room = s.stack.shape[1]
            piles = [self._free[:room], self._free[room:]]
            self._free = []
        else:
            piles = [[self._take(shows) for shows in filter(None, stack.split(","))][::-1] for stack in stacks]
        for k, pile in enumerate(piles):
            s.stack[k] = pile + [0] * (s.stack.shape[1] - len(pile))
            s.stack_size[k] = len(pile)
        s.discard[: len(self._free)] = self._free
        s.discards = len(self._free)

    def _lay_prices(self, prices: Mapping[int, str]) -> None:
        rest = list(LETTERS[:5] * p.MARKERS_PER_RESOURCE)
        for slot, price in prices.items():
            if len(price) != p.PRICE_HOLES[slot - 1]:
                raise ValueError(f"slot {slot} has {p.PRICE_HOLES[slot - 1]} holes")
            for letter in price:
                rest.remove(letter)
        chance = random.Random(1)
        filled: dict[int, str] = {}
        while not filled or any(len(set(price)) == 1 and len(price) == 3 for price in filled.values()):
            chance.shuffle(rest)
            letter = iter(rest)
            filled = {
                slot: prices.get(slot) or "".join(next(letter) for _ in range(holes))
                for slot, holes in enumerate(p.PRICE_HOLES, 1)
            }
        for slot, price in filled.items():
            self.state.price[slot - 1] = [*map(LETTERS.index, price), -1][:3]

    # -- playing -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The raw record."""
        return self.position.state

    def options(self) -> list[str]:
        """The notations of all legal steps, in their order; [] when the game is over."""
        return [
            self.position.notation(seat, step) for seat in self.position.deciders for step in self.position.legal(seat)
        ]

    def play(self, *steps: str) -> Table:
        """Answer one question after the other; `log` tells what happened. Only asked questions can be answered."""
        self.log = []
        for step in steps:
            options = self.options()
            if step not in options:
                raise AssertionError(f"{step!r} is not offered, but {options}")
            seat = self.current
            self.position.play(seat, self.position.legal(seat)[options.index(step)])
            self.log += [happened(event) for event in self.position.events()]
        return self

    def take(self, tokens: str, *after: str) -> Table:
        """Take these tokens, then go on with more steps."""
        begin = () if self.asked == "DP-5" else ("take",)
        return self.play(*begin, *(p.TOKENS[LETTERS.index(letter)] for letter in tokens), *after)

    def copy(self) -> Table:
        """An independent copy, to try several continuations."""
        return Table.over(self.position.copy())

    # -- reading -----------------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.position.view()

    @property
    def asked(self) -> str | None:
        """The decision point that is asked, None when the game is over."""
        return self.view["asked"]

    @property
    def current(self) -> int:
        """The seat to play."""
        return int(self.state.current)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return not self.position.deciders

    def hand(self, seat: int = 0) -> str:
        """The tokens in hand as letters."""
        return letters(self.state.hand[seat])

    def depots(self, seat: int = 0) -> str:
        """The tokens on depots as letters."""
        tiles = range(int(self.state.tiles[seat]))
        held = [int(st.COLOUR[self.state.tile[seat, i]]) for i in tiles if self.state.token[seat, i]]
        return "".join(LETTERS[colour] for colour in sorted(held))

    def supply(self, letter: str | None = None) -> int:
        """The size of a pile, or of all piles together."""
        return int(self.state.supply.sum() if letter is None else self.state.supply[LETTERS.index(letter)])

    def row(self) -> list[str]:
        """The six slots, - for an empty one."""
        return [tile_text(int(number)) if number >= 0 else "-" for number in self.state.row]

    def stack(self, name: str) -> list[str]:
        """The tiles of a stack, top first."""
        k = "AB".index(name)
        return [tile_text(int(number)) for number in self.state.stack[k, : self.state.stack_size[k]][::-1]]

    def discards(self) -> list[str]:
        """The discarded tiles in order."""
        return [tile_text(int(number)) for number in self.state.discard[: self.state.discards]]

    def domain(self, seat: int = 0) -> list[str]:
        """The tiles of a domain in the order of purchase."""
        s = self.state
        return [
            f"{cell_text(*(int(field[seat, i]) for field in (s.x, s.y, s.level)))} {tile_text(int(s.tile[seat, i]))}"
            for i in range(int(s.tiles[seat]))
        ]

    def bonus(self, seat: int = 0) -> int:
        """Bonus tokens held."""
        return int(self.state.bonus[seat])

    def score(self, seat: int = 0) -> int:
        """All points now."""
        return int(self.position.score(seat))

    def points(self, seat: int = 0) -> tuple[int, int, int, int]:
        """Points for numbers (AO-97), animals (AO-98), colours (AO-99) and tokens (AO-100)."""
        parts = GAME.breakdown(self.state, seat)
        numbers = parts["numbers"] + parts["bonus"]
        return int(numbers), int(parts["animals"]), int(parts["colours"]), int(parts["tokens"])

    def layout(self, seat: int = 0) -> int:
        """Points without those for tokens."""
        return sum(self.points(seat)[:3])


def by_seat(given: Seats, seat: int) -> Mapping[int, str]:
    """A text for one seat, or texts by seat."""
    return {seat: given} if isinstance(given, str) else given or {}


SQUARE = "(0,0) G desert; (1,0) R desert; (0,1) W desert; (1,1) K desert"
AROUND_SQUARE = cells("(0,-1) (1,-1) (-1,0) (2,0) (-1,1) (2,1) (0,2) (1,2)")


def lively(chance: random.Random, options: list[str], taken: list[str]) -> str:
    """A random choice with a taste for buying, moving and building in squares, so that little is left untried.

    `taken` are the cells of the player's tiles.
    """

    def weight(option: str) -> int:
        if option[0] == "(" and taken:
            x, y, _ = cell(option)
            corners = sum(f"({x + dx},{y + dy})" in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            return corners**3
        return {"buy": 8, "renew": 2, "move": 5, "end": 2, "ankh": 3}.get(option, 20 if option[0] == "[" else 3)

    return chance.choices(options, [weight(option) for option in options])[0]
