"""What a coach says about Ankh'or."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from khonsu.authors.coaching import CoachBook, Filled, Idea, SeatView
from khonsu.games.ankhor.rules import pieces as p


def own(view: SeatView, seat: int) -> Mapping[str, Any]:
    """The seat's domain."""
    found: Mapping[str, Any] = view["domains"][seat]
    return found


def lacking(view: SeatView, seat: int) -> list[tuple[int, list[str]]]:
    """Slot numbers with what their tiles still cost the seat, the cheapest first."""
    hand = Counter(own(view, seat)["hand"])
    rest = [(n, Counter(slot["price"]) - hand) for n, slot in enumerate(view["slots"], 1) if slot["tile"]]
    return sorted(((n, sorted(left.elements())) for n, left in rest), key=lambda one: (len(one[1]), one[0]))


def can_pay(view: SeatView, seat: int) -> Filled:
    """A tile can be paid for."""
    found = [n for n, left in lacking(view, seat) if not left]
    return {"n": found[0]} if found else None


def lacks_one(view: SeatView, seat: int) -> Filled:
    """One resource is missing for a tile, and the supply has it."""
    for n, left in lacking(view, seat):
        if len(left) == 1 and view["supply"][left[0]]:
            return {"n": n, "token": p.RESOURCES[left[0]]}
    return None


def full_hand(view: SeatView, seat: int) -> Filled:
    """As many resources as may be kept."""
    hand = own(view, seat)["hand"]
    return {} if sum(n for token, n in hand.items() if token != "ankh") >= p.HAND_RESOURCES else None


def matching(view: SeatView, seat: int) -> Filled:
    """A tile of the row has the colour or the animal of an own one."""
    tiles = own(view, seat)["tiles"]
    seen = {tile["colour"] for tile in tiles} | {tile["kind"] for tile in tiles if tile["kind"] in p.KINDS[:3]}
    for n, slot in enumerate(view["slots"], 1):
        if slot["tile"] and (slot["tile"]["colour"] in seen or slot["tile"]["kind"] in seen):
            return {"n": n}
    return None


def nearly_five(view: SeatView, seat: int) -> Filled:
    """Four tiles of a colour."""
    count = Counter(tile["colour"] for tile in own(view, seat)["tiles"])
    return next(({"colour": colour} for colour, n in count.items() if n == p.BONUS_GROUP - 1), None)


def square(view: SeatView, seat: int) -> Filled:
    """Four tiles on which one can build."""
    tiles = own(view, seat)["tiles"]
    ground = {(tile["x"], tile["y"]) for tile in tiles if not tile["level"]}
    upper = {(tile["x"], tile["y"]) for tile in tiles if tile["level"]}
    for x, y in ground - upper:
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= ground:
            return {}
    return None


def has_ankh(view: SeatView, seat: int) -> Filled:
    """An ankh in the hand."""
    return {} if own(view, seat)["hand"]["ankh"] and own(view, seat)["tiles"] else None


def near_end(view: SeatView, seat: int) -> Filled:
    """Somebody will soon lay the last tile."""
    most = max(len(domain["tiles"]) for domain in view["domains"])
    return {"n": most} if most >= p.LAST_TILE - 3 else None


def scribe(view: SeatView, seat: int) -> Filled:
    """A scribe lies in the row."""
    slots = enumerate(view["slots"], 1)
    return next(({"n": n} for n, slot in slots if slot["tile"] and slot["tile"]["kind"] == "scribe"), None)


COACH = CoachBook(
    goal="Build the most valuable domain: save tokens, buy tiles, lay equal colours and equal animals side by side.",
    question="asked",
    sections={
        **{"DP-1": "turn", "DP-2": "renew", "DP-3": "move", "DP-4": "move", "DP-5": "take", "DP-6a": "buy"},
        **{"DP-6b": "place", "DP-6c": "upper", "DP-8": "ankhs", "DP-9": "depot", "DP-10": "limits"},
    },
    ideas=(
        Idea(
            "full-hand",
            full_hand,
            "You hold five resources, and five is the limit. What you take now goes back: a good moment to buy.",
            "limits",
        ),
        Idea("can-pay", can_pay, "You can pay for slot {n}. Tiles bring points; tokens alone hardly do.", "buy"),
        Idea(
            "lacks-one",
            lacks_one,
            "For slot {n} you lack only one token: {token}. Take it before somebody else buys that tile.",
            "take",
        ),
        Idea(
            "nearly-five",
            nearly_five,
            "Four tiles of one colour: {colour}. A fifth in their group earns 3 points more.",
            "bonus",
        ),
        Idea(
            "square",
            square,
            "Four of your tiles form a square. A tile on top costs one resource less and touches all four.",
            "upper",
        ),
        Idea(
            "matching",
            matching,
            "The tile in slot {n} suits your domain: beside its like, each of them scores.",
            "groups",
        ),
        Idea("ankh", has_ankh, "You have an ankh. In your turn it renews the row or moves one of your tiles.", "ankhs"),
        Idea("scribe", scribe, "There is a scribe in slot {n}. Whoever buys it plays another turn at once.", "scribe"),
        Idea(
            "near-end",
            near_end,
            "Somebody has {n} tiles, and the 13th ends the game. Finish groups; begin no new ones.",
            "end",
        ),
    ),
)
