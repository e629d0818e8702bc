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
from khonsu.games.ankhor.words.position import TILE_NAMES
from khonsu.games.ankhor.words.steps import cell_text
from khonsu.match.position_text import change

LETTERS = "BWKGRA"
COUNTERS = {"round_number": 1, "turn": 1, "stall": 0}
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


# -- a description in the words of a position --------------------------------------------------------------------------


def word(letter: str) -> str:
    """A colour or token by its letter."""
    return p.TOKENS[LETTERS.index(letter)]


def tile_word(text: str) -> str:
    """`G jackal` as `green-jackal`."""
    letter, kind = text.split()
    return f"{word(letter)}-{kind}"


def domain_words(text: str) -> str:
    """A domain as a position writes it."""
    parts = [re.fullmatch(r"(\S+) (\w \w+)( \+ token)?", part.strip()) for part in text.split(";") if part.strip()]
    return " ".join(tile_word(part[2]) + part[1] + ("+token" if part[3] else "") for part in parts if part)


def row_words(row: Mapping[int, str] | str | None, taken: str) -> str:
    """The row as a position writes it; a full one has six tiles that are not taken."""
    if row == "full":
        free = [name for name in TILE_NAMES if name not in taken]
        return " ".join(list(dict.fromkeys(free))[-p.SLOTS :])
    given = row if isinstance(row, Mapping) else {}
    return " ".join(tile_word(given[slot]) if slot in given else "-" for slot in range(1, p.SLOTS + 1))


def price_words(prices: Mapping[int, str]) -> str:
    """Prices as a position writes them; those not given are filled with the other markers, no three alike."""
    rest = list(LETTERS[:5] * p.MARKERS_PER_RESOURCE)
    for letter in "".join(prices.values()):
        rest.remove(letter)
    chance, filled = random.Random(1), ["AAA"]
    while any(len(price) == 3 and len(set(price)) == 1 for price in filled):
        chance.shuffle(rest)
        letters = iter(rest)
        filled = [
            prices.get(slot) or "".join(next(letters) for _ in range(holes))
            for slot, holes in enumerate(p.PRICE_HOLES, 1)
        ]
    return " ".join("+".join(map(word, price)) for price in filled)


class Table:
    """A position. Without a description: round 1, seat 0 to play, nobody has anything, an empty row, full stacks.

    `hands` and `domains` are texts for the seat to play, or by seat. `prices` and `row` are by slot (1 to 6), `row` may
    be "full"; prices not given are filled with the other markers. `stacks` are the tiles of A and B, top first; the
    default is all tiles that lie nowhere else, otherwise those are set aside among the discards. Whatever else is given
    is one of the `COUNTERS`, `over`, or an option of the game.
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
        **more: Any,
    ) -> None:
        seat = first if current is None else current
        owned, held = by_seat(domains, seat), by_seat(hands, seat)
        lines: dict[str, str | None] = {f"domain {owner}": domain_words(text) for owner, text in owned.items()}
        lines["row"] = row_words(row, " ".join(map(str, lines.values())))
        for name, stack in zip("AB", stacks or (None, None)):
            lines[f"stack {name}"] = None if stack is None else " ".join(map(tile_word, filter(None, stack.split(","))))
        lines |= {f"hand {owner}": " ".join(map(word, text)) for owner, text in held.items()}
        lines |= {"prices": price_words(prices or {}), "asked": "menu", "spendable": str(held.get(seat, "").count("A"))}
        counters = {name: more.pop(name, usual) for name, usual in COUNTERS.items()}
        numbers = {"first": first, "current": seat, **counters}
        if more.pop("over", False):
            lines |= {"asked": None, "over": "1"}
        begun = GAME.match(players=players, seed=0, **more).position.text()
        self.position = khonsu.position(change(begun, lines | {name: str(n) for name, n in numbers.items()}))
        self.log: list[str] = []

    @classmethod
    def of(cls, position: Any) -> Table:
        """The same verbs for a position that was not laid but played."""
        table = cls.__new__(cls)
        table.position, table.log = position, []
        return table

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
        return Table.of(self.position.copy())

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
