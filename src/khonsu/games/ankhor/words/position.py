"""How positions of Ankh'or are written: tokens and tiles by name, domains as lists of tiles with their cells."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from khonsu.authors.layout import SWITCH, UNUSED, Layout, Line, Misread, Names, Pieces, Range, Run, Stack, Tally
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st

TILE_NAMES = [f"{p.COLOURS[colour]}-{p.KINDS[kind]}" for colour, kind in p.TILES]
CELL = re.compile(r"([(\[])(-?\d{1,2}),(-?\d{1,2})([)\]])(\+token)?")
SLOT = Range(0, p.SLOTS - 1)


class Cells:
    """Cells of the lattice, which wraps around: coordinates from -10 to 9, others mean the same."""

    def word(self, number: int) -> str:
        """`(0,1)` on the base, `[0,1]` above it."""
        level, cell = divmod(number - st.CELL_0, st.CELLS)
        y, x = divmod(cell, p.LATTICE)
        half = p.LATTICE // 2
        return cell_word((x + half) % p.LATTICE - half, (y + half) % p.LATTICE - half, level)

    def number(self, word: str) -> int:
        """The step that names this cell."""
        x, y, level = read_cell(word)[:3]
        return st.CELL_0 + level * st.CELLS + y % p.LATTICE * p.LATTICE + x % p.LATTICE


def cell_word(x: int, y: int, level: int) -> str:
    """A cell as the notation writes it."""
    return f"[{x},{y}]" if level else f"({x},{y})"


def read_cell(text: str) -> tuple[int, int, int, bool]:
    """x, y, level, and whether a token lies there."""
    found = CELL.fullmatch(text)
    if not found or (found[1] == "(") != (found[4] == ")"):
        raise Misread("'{text}' is not a cell. Write cells like (0,1), or [0,1] on the upper level.", text=text[:40])
    return int(found[2]), int(found[3]), int(found[1] == "["), bool(found[5])


class Prices(Line):
    """The markers of all slots in one line: `red+blue white+green ...`."""

    own_axes = 2

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """One word for each slot."""
        return ["+".join(p.COLOURS[kind] for kind in slot if kind >= 0) or "-" for slot in s.price.tolist()]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Put the markers into their holes."""
        slots = [[self.values.number(name) for name in word.split("+")] for word in words]
        if [len(slot) for slot in slots] != list(p.PRICE_HOLES):
            raise Misread("Write six prices: three of two resources, like red+blue, then three of three.")
        for k, slot in enumerate(slots):
            s.price[k, : len(slot)] = slot


def mark(s: Any, label: str, at: tuple[int, ...], i: int) -> str:
    """The cell of a tile in a domain, and the token on it."""
    if label != "domain":
        return ""
    x, y, level = (int(s[name][at][i]) for name in ("x", "y", "level"))
    return cell_word(x, y, level) + ("+token" if s.token[at][i] else "")


def marked(s: Any, label: str, at: tuple[int, ...], i: int, text: str) -> None:
    """Put a tile of a domain on its cell."""
    if label == "domain":
        s.x[at][i], s.y[at][i], s.level[at][i], s.token[at][i] = read_cell(text)
    elif text:
        raise Misread("'{text}' means nothing here.", text=text[:40])


def rest(s: Any, left: list[int], given: set[str]) -> None:
    """Tiles that are named nowhere lie in the stacks, or if those are given, at the bottom of the discard pile."""
    if "stack" in given:
        discards = [*left, *s.discard[: int(s.discards)].tolist()]
        s.discard[: len(discards)], s.discards = discards, len(discards)
        return
    room = s.stack.shape[1]
    for k, tiles in enumerate((left[:room], left[room:])):
        s.stack[k, : len(tiles)], s.stack_size[k] = tiles, len(tiles)


def blank(s: Any) -> None:
    """An empty row without prices; the first turn of the first round."""
    s.row[:] = -1
    s.price[:] = -1
    s.turn = s.round_number = 1
    s.stall_rounds = 20


def check(s: Any) -> None:
    """What the rules rely on: prices, tokens, room in a domain."""
    shown = Counter(s.price.ravel().tolist())
    if any(shown[kind] != p.MARKERS_PER_RESOURCE for kind in range(5)):
        raise Misread("Prices show each resource {n} times.", n=p.MARKERS_PER_RESOURCE, label="prices")
    held = s.hand.sum(axis=0, dtype=int)
    for seat in range(int(s.players)):
        check_domain(s, seat)
        for i in range(int(s.tiles[seat])):
            held[st.COLOUR[s.tile[seat, i]]] += s.token[seat, i]
    most = p.TOKENS_IN_PLAY[int(s.players)]
    if held.max() > most:
        name = p.TOKENS[int(held.argmax())]
        raise Misread(
            "There are only {most} tokens of each kind, but this position has more of {name}.", most=most, name=name
        )
    if s.current >= s.players or s.first >= s.players:
        raise Misread("There is no seat {seat} at this table.", seat=max(s.current, s.first), label="current")
    if s.spendable > s.hand[s.current, p.ANKH]:
        raise Misread("You cannot spend more ankhs than the hand has.", label="spendable")
    check_question(s)


def check_domain(s: Any, seat: int) -> None:
    """AO-26 to AO-31: no two tiles on a cell, four supports under each upper tile, not too wide to be kept."""
    tiles = range(int(s.tiles[seat]))
    cells = [(int(s.x[seat, i]), int(s.y[seat, i]), int(s.level[seat, i])) for i in tiles]
    base = {(x, y) for x, y, level in cells if level == 0}
    if len(set(cells)) < len(cells):
        raise Misread("Two tiles lie on the same cell.", label="domain")
    for x, y, level in cells:
        if level and not {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} <= base:
            raise Misread("[{x},{y}] does not lie on four tiles.", x=x, y=y, label="domain")
    if cells and not base:
        raise Misread("A domain needs tiles on the ground.", label="domain")
    spans = [max(c) - min(c) + 1 for c in zip(*base)]
    around = {(x + dx, y + dy) for x, y in base for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - base
    if max(spans, default=0) > p.MOST_SPAN or len(around) + len(base) > st.MOST_OPTIONS:
        raise Misread("This domain is too scattered.", label="domain")
    for i in tiles:
        if s.token[seat, i] and st.KIND[s.tile[seat, i]] != p.DEPOT:
            raise Misread("Only depots hold a token.", label="domain")


def check_question(s: Any) -> None:
    """The question that is asked must have something to be asked about."""
    if s.over:
        return
    seat = int(s.current)
    tiles = s.tile[seat, : int(s.tiles[seat])]
    kind, first = (int(n) for n in s.pending[s.depth - 1, :2]) if s.depth else (-1, 0)
    scribes = int((st.KIND[tiles] == p.SCRIBE).sum())
    if kind in (st.MENU, st.SLOT, st.CELL, st.SAVE) and len(tiles) >= p.LAST_TILE + scribes:
        raise Misread("A player with so many tiles gets no further turn.", label="asked")
    if kind in (st.CELL, st.SAVE) and s.row[first] < 0:
        raise Misread("The slot is empty.", label="asked")
    if kind == st.TARGET:
        cells = Cells()
        there = {cells.number(mark(s, "domain", (seat,), i).removesuffix("+token")) for i in range(len(tiles))}
        if first not in there:
            raise Misread("There is no tile on this cell.", label="asked")
    for row in s.pending[: max(0, int(s.depth) - 1)]:
        if row[0] not in (st.MENU, st.AFTER):
            raise Misread("Only 'menu' or 'after' can wait under a question.", label="asked")
    if s.depth == 0:
        raise Misread("The match is not over, so there must be a question.", label="asked")


def unused(s: Any) -> dict[str, Any]:
    """After the end nothing is answered."""
    return {"options": True, "n_options": True} if s.over else {}


TOKEN_NAMES = Names(p.TOKENS)
LAYOUT = Layout(
    lines=(
        *(Line(name, SWITCH) for name in ("covered_to_supply", "leftover_resources", "tiebreak_fewest", "may_split")),
        Line("stall_rounds", Range(0, 1000)),
        Line("first", Range(0, st.SEATS - 1)),
        Line("current", Range(0, st.SEATS - 1)),
        Stack(
            ("menu", "stack", "tile", "target", "pick", "slot", "cell", "save", "after", "store", "give_back"),
            {"target": (Cells(),), "pick": (Range(1, p.TAKE),), "cell": (SLOT,), "save": (SLOT, Cells())},
        ),
        Line("round_number", Range(0, 32767)),
        Line("stall", Range(0, 32767)),
        *(Line(name, SWITCH) for name in ("bought", "ended", "over", "extra")),
        Line("spendable", Range(0, 6)),
        Prices("price", Names(p.COLOURS), label="prices"),
        Tally("hand", TOKEN_NAMES, seats=True, most=6),
        Pieces(
            homes=(
                Line("row", UNUSED),
                Run("tile", UNUSED, size="tiles", seats=True, label="domain"),
                Run("stack", UNUSED, size="stack_size", places=("A", "B"), upwards=True),
                Run("discard", UNUSED, size="discards"),
            ),
            names=lambda s: TILE_NAMES,
            rest=rest,
            mark=mark,
            marked=marked,
            also=("x", "y", "level", "token"),
        ),
    ),
    blank=blank,
    check=check,
    unused=unused,
    sizes={
        "options": "n_options",
        **dict.fromkeys(("x", "y", "level", "cover", "token", "near"), "tiles"),
    },
)
