"""How positions of Horus are written: the Kingdom as a list of tiles with their places, cards by their faces."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np

from khonsu.authors.layout import SWITCH, UNUSED, Layout, Line, Misread, Names, Pieces, Range, Run, Stack, Tally
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.rules.lattice import NEAR_X, NEAR_Y

TILE = re.compile(r"([a-z]+)\((-?\d{1,3}),(-?\d{1,3})\)(?:\+([a-z]+))?")
FACES = [p.face_text(face) for face in range(len(p.FACES))]
FAR = 250  # no connected Kingdom reaches further
END, REACH = Range(0, 1), Names(("far", "near"))
NEAR = list(zip(NEAR_X.tolist(), NEAR_Y.tolist()))


class KingdomLine(Line):
    """The tiles in the order of placement: `start(0,0) end(0,-2) end(0,2) desert(2,0)+white`."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Everything about a tile that does not follow from the others."""
        return ("tiles", "kind", "x", "y", "owner")

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """A word for each tile."""
        n = int(s.tiles)
        rows = zip(*(s[name][:n].tolist() for name in ("kind", "x", "y", "owner")))
        return [f"{p.KINDS[kind]}({x},{y})" + (f"+{p.COLOURS[who]}" if who >= 0 else "") for kind, x, y, who in rows]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Note the tiles; what follows from them comes later."""
        if len(words) > p.MOST_TILES:
            raise Misread("There is room for {most} here, not for {given}.", most=p.MOST_TILES, given=len(words))
        kinds, colours = Names(p.KINDS), Names(p.COLOURS[: int(s.players)])
        for i, word in enumerate(words):
            found = TILE.fullmatch(word)
            if not found:
                raise Misread(
                    "'{word}' is not a tile. Write tiles like desert(2,0) or desert(2,0)+white.", word=word[:40]
                )
            s.kind[i], s.x[i], s.y[i] = kinds.number(found[1]), int(found[2]), int(found[3])
            s.owner[i] = colours.number(found[4]) if found[4] else -1
        s.tiles = len(words)
        check_kingdom(s)


def check_kingdom(s: Any) -> None:
    """Section 3: a Start, two Ends, tiles that do not overlap and hold together; markers only on terrain."""
    n = int(s.tiles)
    kinds, owners = s.kind[:n].tolist(), s.owner[:n].tolist()
    first = [p.START, p.END, p.END]
    if kinds[:3] != first or set(first) & set(kinds[3:]) or (s.x[0], s.y[0]) != (0, 0):
        raise Misread("A Kingdom begins with start(0,0) and two ends, and has no more of them.")
    if any(owner >= 0 and kind > p.MARSH for kind, owner in zip(kinds, owners)):
        raise Misread("Markers lie on terrain only.")
    if max(Counter(owner for owner in owners if owner >= 0).values(), default=0) > p.MARKERS:
        raise Misread("A player has {most} markers.", most=p.MARKERS)
    blocked: set[tuple[int, int]] = set()
    slots: set[tuple[int, int]] = set()
    places = list(zip(s.x[:n].tolist(), s.y[:n].tolist()))
    for x, y in places:
        if (x, y) in blocked or max(abs(x), abs(y)) > FAR:
            raise Misread("A tile cannot lie at {x},{y}: it overlaps another or is too far away.", x=x, y=y)
        blocked |= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        slots = (slots | {(x + dx, y + dy) for dx, dy in NEAR}) - blocked
        if len(slots) > p.MOST_SLOTS:
            raise Misread("This Kingdom is too scattered.")
    apart, edge = set(places), [places[0]]
    while edge:
        x, y = edge.pop()
        beside = {(x + dx, y + dy) for dx, dy in NEAR} & apart
        apart -= beside
        edge += beside
    if apart:
        raise Misread("The tile at {x},{y} touches no other.", x=min(apart)[0], y=min(apart)[1])


class Composition(Line):
    """Which cards there are: `D1*2 D2*2 ...`; they are numbered in this order."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The faces of all cards."""
        return ("face", "cards")

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """Each face with the number of its copies."""
        counts = Counter(s.face[: int(s.cards)].tolist())
        return [FACES[face] + (f"*{n}" if n > 1 else "") for face, n in sorted(counts.items())]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Number the cards."""
        counts: Counter[int] = Counter()
        for word in words:
            name, _, copies = word.partition("*")
            counts[self.values.number(name)] += Range(1, p.MOST_CARDS).number(copies or "1")
        set_faces(s, counts)


def set_faces(s: Any, counts: Counter[int]) -> None:
    """The cards in the canonical order of their faces."""
    faces = sorted(counts.elements())
    if not p.HAND * int(s.players) <= len(faces) <= p.MOST_CARDS:
        raise Misread("There are {least} to {most} cards.", least=p.HAND * int(s.players), most=p.MOST_CARDS)
    s.face[:] = 0
    s.face[: len(faces)], s.cards = faces, len(faces)


def usual_origin(label: str, at: tuple[int, ...]) -> int:
    """Where a card comes from that lies there, as far as nothing else is said."""
    return {"hand": st.DRAWN + (at[0] if at else 0), "deck": st.LEFT}.get(label, st.OLD)


def mark(s: Any, label: str, at: tuple[int, ...], i: int) -> str:
    """`/old` for a card that is older than the deck, `/0` for one that seat 0 has drawn from it."""
    origin = int(s.origin[s[label][at][i]])
    if origin == usual_origin(label, at):
        return ""
    return {st.OLD: "/old", st.LEFT: "/left"}.get(origin, f"/{origin - st.DRAWN}")


def marked(s: Any, label: str, at: tuple[int, ...], i: int, text: str) -> None:
    """Note where a card comes from."""
    origins = {"": usual_origin(label, at), "/old": st.OLD, "/left": st.LEFT}
    origins |= {f"/{seat}": st.DRAWN + seat for seat in range(int(s.players))}
    if text not in origins:
        raise Misread("'{text}' means nothing here.", text=text[:40])
    s.origin[s[label][at][i]] = origins[text]


def rest(s: Any, left: list[int], given: set[str]) -> None:
    """Cards that are named nowhere are in the deck."""
    size = int(s.deck_size)
    s.deck[size : size + len(left)] = left
    s.deck_size = size + len(left)
    s.origin[left] = st.LEFT


def blank(s: Any) -> None:
    """No tiles, the cards of the printed game."""
    s.drawn = s.card = s.exhausted = -1
    s.turn = 1
    set_faces(s, Counter({p.FACE_OF[name]: copies for name, copies in p.DECK.items()}))


def check(s: Any) -> None:
    """What the rules rely on besides the Kingdom: seats, room for all tiles, cards, and the question."""
    if s.tiles == 0:
        raise Misread("the line '{key}: ...' is missing.", key="kingdom")
    if s.current >= s.players or s.first >= s.players:
        raise Misread("There is no seat {seat} at this table.", seat=max(s.current, s.first), label="current")
    total = int(s.tiles) + int(s.bag.sum()) + int(s.pile.sum()) + int(s.drawn >= 0)
    if total > p.MOST_TILES or s.bag[5] > 1:
        raise Misread("There are at most {most} tiles, one Temple among them.", most=p.MOST_TILES, label="bag")
    if s.exhausted >= 0:
        for seat in range(int(s.players)):
            hand = s.hand[seat, : int(s.hand_size[seat])]
            of_kind = int((st.KIND_OF_FACE[s.face[hand]] == s.exhausted).sum())
            if not s.surely[seat] <= of_kind <= s.perhaps[seat]:
                raise Misread(
                    "The hand of seat {seat} does not fit what the others know about it.", seat=seat, label="surely"
                )
    check_question(s)


def check_question(s: Any) -> None:
    """The question that is asked must have something to be asked about."""
    if s.over:
        return
    if s.depth == 0:
        raise Misread("The match is not over, so there must be a question.", label="asked")
    kind, first = s.pending[s.depth - 1, :2].tolist()
    if kind == st.TARGET and (first >= s.tiles or s.kind[first] > p.MARSH):
        raise Misread("The player has no marker there.", label="asked")
    placed = int((s.owner[: int(s.tiles)] == s.current).sum())
    if kind == st.MARKER and placed >= p.MARKERS:
        raise Misread("The player has no marker left to place.", label="asked")


def settled(s: Any) -> None:
    """What can be told only now: whose marker is moved, and whether the remains fit."""
    kind, first = s.pending[s.depth - 1, :2].tolist()
    if s.depth and kind == st.TARGET:
        there = s.owner[first] == s.current if s.by_tile else s.held[s.region[first], s.current] > 0
        if not there:
            raise Misread("The player has no marker there.", label="asked")
    check_indexes(s)


def check_indexes(s: Any) -> None:
    """Every tile is found in the hash table, every ring is a region."""
    n = int(s.tiles)
    index = s.index.astype(int)
    rings: dict[int, set[int]] = {}
    for tile in range(n):
        place = (int(s.x[tile]) + 23 * int(s.y[tile])) % st.INDEX
        while index[place] not in (0, tile + 1):
            place = (place + 1) % st.INDEX
        rings.setdefault(int(s.region[tile]), set()).add(tile)
        if index[place] == 0:
            raise Misread("The 'remains' line is damaged. Delete it and the position can be read.", label="remains")
    for root, members in rings.items():
        found, tile = set(), root
        while tile in members and tile not in found:
            found.add(tile)
            tile = int(s.after[tile])
        if root >= 0 and (found != members or tile != root):
            raise Misread("The 'remains' line is damaged. Delete it and the position can be read.", label="remains")
    if np.count_nonzero(index) != n:
        raise Misread("The 'remains' line is damaged. Delete it and the position can be read.", label="remains")


def unused(s: Any) -> dict[str, Any]:
    """Regions are kept at their earliest tile only; the order in hash table and rings tells of the past."""
    tiles = np.arange(st.N)
    away = (tiles >= s.tiles) | (s.region != tiles)
    used = int(s.n_options) if s.barred < 0 else int(s.barred)
    masks = {"area": away, "touch": away, "held": away[:, None], "after": True, "index": True}
    masks["options"] = True if s.over else np.arange(len(s.options)) >= used
    masks |= {"n_options": True, "barred": True} if s.over else {}
    if not s.enclosed:
        masks["enclosed"] = True  # an island that the river has filled since
    return masks


LAYOUT = Layout(
    lines=(
        *(Line(name, SWITCH) for name in ("full_side", "region_tile", "marker_optional", "corner_leaks")),
        *(Line(name, SWITCH) for name in ("islands_plain", "temple_redraw", "late_transport", "keep_exhausted")),
        Line("by_tile", SWITCH),
        Line("first", Range(0, st.SEATS - 1)),
        Line("current", Range(0, st.SEATS - 1)),
        Stack(
            (
                *("place", "place_temple", "choose_end", "relocate", "use", "lay", "card", "pile", "marker"),
                *("source", "target"),
            ),
            {
                "place": (Names(p.TERRAINS), Names(("bag", "reserve"))),
                "choose_end": (REACH,),
                "relocate": (END, REACH),
                "lay": (Names(("extend", "replace", "bury")), END),
                "marker": (Names((*FACES, "transport")),),
                "target": (Range(0, p.MOST_TILES - 1),),
            },
        ),
        Line("phase", Names(("begin", "explore", "card", "rivers", "influence", "finish"))),
        Line("over", SWITCH),
        Line("drawn", Names(("-", *p.KINDS), -1)),
        Line("card", Names(("-", *FACES, "transport"), -1)),
        Line("rivers_left", Range(0, p.FAN)),
        Line("skipped", Range(0, 127)),
        Tally("bag", Names((*p.PILES, "temple"))),
        Tally("pile", Names(p.PILES)),
        Tally("out", Names(("river", "temple"))),
        Line("exhausted", Names(("-", *p.TERRAINS), -1)),
        KingdomLine("kind", UNUSED, label="kingdom"),
        Line("transport", SWITCH, seats=True),
        Line("surely", Range(0, p.HAND), seats=True),
        Line("perhaps", Range(0, p.HAND), seats=True),
        Composition("face", Names(FACES), label="cards"),
        Pieces(
            homes=(
                Run("hand", UNUSED, size="hand_size", seats=True),
                Run("discard", UNUSED, size="discards"),
                Run("removed", UNUSED, size="removed_size"),
                Run("deck", UNUSED, size="deck_size"),
            ),
            names=lambda s: [FACES[face] for face in s.face[: int(s.cards)].tolist()],
            rest=rest,
            mark=mark,
            marked=marked,
            also=("origin",),
        ),
    ),
    blank=blank,
    check=check,
    settled=settled,
    unused=unused,
    sizes={
        **dict.fromkeys(("x", "y", "kind", "owner", "region", "inside"), "tiles"),
        "roots": "regions",
        "slots": "n_slots",
        "face": "cards",
        "origin": "cards",
    },
)
