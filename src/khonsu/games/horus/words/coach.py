"""What a coach says about Horus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.authors.coaching import CoachBook, Filled, Idea, SeatView
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.words.story import spot

LAST = 2  # tiles of a pile that will soon be gone


def named(region: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A region by its terrain and place."""
    tile, x, y = p.NAMES[p.KINDS.index(region["kind"])], region["x"], region["y"]
    return {"tile": tile, "x": x, "y": y, "size": region["size"], "places": [spot(x, y)], **more}


def first_turn(view: SeatView, seat: int) -> Filled:
    """Everybody's first turn."""
    return {} if view["first_turn"] else None


def has_cards(view: SeatView, seat: int) -> Filled:
    """From the second turn on."""
    return None if view["first_turn"] else {}


def shareable(view: SeatView, seat: int) -> Filled:
    """One more marker would give a share of a region that is worth something."""
    for region in sorted(view["regions"], key=lambda one: -one["value"]):
        held = region["markers"]
        others = max(n for other, n in enumerate(held) if other != seat)
        if region["value"] >= 3 and region["size"] <= 5 and region["room"] and held[seat] + 1 == others:
            return named(region)
    return None


def free_region(view: SeatView, seat: int) -> Filled:
    """A region of some size that nobody has marked."""
    for region in sorted(view["regions"], key=lambda one: -one["value"]):
        if 3 <= region["size"] <= 5 and not sum(region["markers"]):
            return named(region)
    return None


def joinable(view: SeatView, seat: int) -> Filled:
    """Two regions of a terrain that different players control, the nearest two."""
    held = [region for region in view["regions"] if region["scores"]]
    pairs = [
        (abs(own["x"] - other["x"]) + abs(own["y"] - other["y"]), place, own, other)
        for place, own in enumerate(held)
        for other in held
        if own["kind"] == other["kind"] and seat in own["scores"] and seat not in other["scores"]
    ]
    if not pairs:
        return None
    _, _, own, other = min(pairs, key=lambda pair: pair[:2])
    x, y = other["x"], other["y"]
    return named(own, a=x, b=y, places=[spot(own["x"], own["y"]), spot(x, y)])


def temple(view: SeatView, seat: int) -> Filled:
    """A region touches the Temple."""
    found = [region for region in view["regions"] if region["temple"]]
    return named(found[0]) if found else None


def island(view: SeatView, seat: int) -> Filled:
    """A region lies on an island."""
    found = [region for region in view["regions"] if region["island"]]
    return named(found[0]) if found else None


def capped(view: SeatView, seat: int) -> Filled:
    """A region has reached the limit."""
    return {} if any(region["value"] >= p.LIMIT for region in view["regions"]) else None


def transport(view: SeatView, seat: int) -> Filled:
    """River Transport is still there after some turns."""
    return {} if view["seats"][seat]["transport"] and view["turn"] > 4 * view["players"] else None


def pile_ends(view: SeatView, seat: int) -> Filled:
    """A pile is nearly used up."""
    for name, left in view["piles"].items():
        if left <= LAST:
            return {"tile": p.NAMES[p.KINDS.index(name)], "n": left}
    return None


COACH = CoachBook(
    goal="Have the most markers in the most valuable regions when two piles of tiles are used up.",
    question="asked",
    sections={
        **{
            "DP-1": "tiles",
            "DP-2": "temple",
            "DP-3": "drawn-river",
            "DP-4": "ends",
            "DP-5": "second",
            "DP-6": "second",
        },
        **{"DP-7": "cards", "DP-8": "cards", "DP-9": "markers", "DP-10": "transport", "DP-11": "transport"},
    },
    ideas=(
        Idea(
            "first-turn",
            first_turn,
            "In your first turn every number counts as 1: lay your tiles, then mark a region of a single tile.",
            "first-turn",
        ),
        Idea(
            "two-halves",
            has_cards,
            "A card says two things: which tile you lay, and how large a region must be for your marker.",
            "cards",
        ),
        Idea(
            "share",
            shareable,
            "One more marker gives you a share here: {tile} at ({x},{y}). A shared region scores in full.",
            "control",
        ),
        Idea(
            "free-region",
            free_region,
            "Nobody has marked this region: {tile} at ({x},{y}). A card with a {size} makes it yours.",
            "markers",
        ),
        Idea(
            "join",
            joinable,
            "{tile} at ({x},{y}) is yours, at ({a},{b}) it isn't. "
            "If tiles join the two, all their markers count together.",
            "joining",
        ),
        Idea("temple", temple, "A region beside the Temple counts double: {tile} at ({x},{y}).", "temple"),
        Idea("island", island, "A region that the Nile encloses counts double: {tile} at ({x},{y}).", "islands"),
        Idea("limit", capped, "No region is worth more than 10. Past that, put your markers elsewhere.", "scoring"),
        Idea(
            "transport",
            transport,
            "You still have River Transport: once in the game it lets you move one of your markers along the Nile.",
            "transport",
        ),
        Idea(
            "pile-ends", pile_ends, "Tiles left in the {tile} pile: {n}. The game ends when two piles are empty.", "end"
        ),
    ),
)
