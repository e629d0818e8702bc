"""Places of the map as people name them: by bank, by region, and by what stands beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache

from khonsu.games.ankh.rules.board import DATA, HEXES, NEIGHBOUR
from khonsu.games.ankh.view.state import DIRECTIONS, middle
from khonsu.text import Text

BANKS = {"Delta": "in the Delta", "East": "on the east bank", "West": "on the west bank", None: "on the water"}
COMPASS = {
    **{"n": "north", "ne": "north-east", "e": "east", "se": "south-east"},
    **{"s": "south", "sw": "south-west", "w": "west", "nw": "north-west"},
}
CLOSE = 1.2  # to the middle of a region, in halves of a hex's height: its direction says nothing
BESIDE = [[int(g) for g in row if g >= 0] for row in NEIGHBOUR]  # the hexes around each hex


@cache
def banks() -> tuple[str | None, ...]:
    """The bank of each hex; None on the water."""
    found = {(h["row"], h["col"]): h.get("start_region") for h in DATA["hexes"]}
    return tuple(found[place] for place in HEXES)


def bank(h: int, t: Text) -> str:
    """Where a hex lies, as people say it."""
    return t(BANKS[banks()[h]])


def region(tokens: Sequence[int], t: Text) -> str:
    """The regions of a hex by their order tokens."""
    if len(tokens) == 1:
        return t("region {token}", token=tokens[0])
    return t("water of regions {tokens}", tokens=t.items([str(token) for token in sorted(tokens)]))


def piece_words(kind: str, god: str, t: Text) -> str:
    """A figure or a monument: a god figure has no kind, a neutral monument no god."""
    return t("{figure} of {god}", figure=kind, god=god) if kind and god else kind or god


@lru_cache(4096)
def direction(h: int, places: tuple[int, ...]) -> str:
    """In which part of a region a hex lies; "" for a region of one hex."""
    (x, y), (u, v) = middle((h,)), middle(places)
    if math.hypot(x - u, y - v) < CLOSE:
        return "middle" if len(places) > 1 else ""
    return COMPASS[DIRECTIONS[round(math.degrees(math.atan2(y - v, x - u)) / 45) % 8]]


def alike(regions: Sequence[Sequence[int]]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The hexes by their regions, which are given for every hex by their order tokens."""
    found: dict[tuple[int, ...], list[int]] = {}
    for h, tokens in enumerate(regions):
        found.setdefault(tuple(tokens), []).append(h)
    return {tokens: tuple(places) for tokens, places in found.items()}


@lru_cache(4096)  # a drawing names every hex that may be chosen, and little changes from one to the next
def place_words(h: int, tokens: tuple[int, ...], places: tuple[int, ...], pieces: tuple[str, ...], t: Text) -> str:
    """A hex by its region and what stands beside it: "Region 2, north, next to: temple of Isis."

    `places` are all hexes of the same regions.
    """
    said, near = region(tokens, t), list(dict.fromkeys(pieces))
    if part := direction(h, places):
        said = t("{where}, {direction}", where=said, direction=t.term(part))
    said = t("{where}, next to: {things}.", where=said, things=t.items(near)) if near else f"{said}."
    return said[:1].upper() + said[1:]
