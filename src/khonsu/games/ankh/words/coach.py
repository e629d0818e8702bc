"""What a coach says about Ankh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.authors.coaching import CoachBook, Filled, Idea, SeatView
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.notices import ROMAN

SOON = 4  # events


def sheet(view: SeatView, seat: int) -> Mapping[str, Any] | None:
    """The seat's god."""
    god = view["seats"][seat]
    return None if god is None else view["gods"][god]


def always(view: SeatView, seat: int) -> Filled:
    """At any table."""
    return {}


def triggers(view: SeatView, seat: int) -> Filled:
    """An action would trigger the next event."""
    for track, name in enumerate(p.ACTIONS):
        state = view["tracks"][name]
        if state["event_at"] - state["at"] == 1 and view["event"] < len(view["events"]):
            event = terms.EVENTS[p.EVENTS.index(view["events"][view["event"]])]
            return {"action": terms.ACTIONS[track], "event": event}
    return None


def few_followers(view: SeatView, seat: int) -> Filled:
    """Too few followers for a power."""
    own = sheet(view, seat)
    return {} if own and own["followers"] < len(own["powers"]) // 2 + 1 and own["row"] else None


def can_unlock(view: SeatView, seat: int) -> Filled:
    """Enough followers for the next power."""
    own = sheet(view, seat)
    enough = own and own["row"] and own["followers"] >= len(own["powers"]) // 2 + 1
    return {"n": own["followers"]} if own and enough else None


def presence(view: SeatView, seat: int) -> dict[int, set[int]]:
    """The gods in each region."""
    found: dict[int, set[int]] = {region["token"]: set() for region in view["regions"]}
    for place in view["hexes"]:
        if place["figure"]:
            for token in place["regions"]:
                found.setdefault(token, set()).add(place["figure"]["god"])
    return found


def alone(view: SeatView, seat: int) -> Filled:
    """The only god in a region."""
    god = view["seats"][seat]
    return next(({"n": token} for token, gods in sorted(presence(view, seat).items()) if gods == {god}), None)


def coming(view: SeatView, kind: str, within: int) -> bool:
    """Whether an event of a kind is among the next ones."""
    return any(name.startswith(kind) for name in view["events"][view["event"] : view["event"] + within])


def conflict_next(view: SeatView, seat: int) -> Filled:
    """A Conflict is the next event."""
    return {} if coming(view, "conflict", 1) else None


def caravan_next(view: SeatView, seat: int) -> Filled:
    """A caravan is the next event."""
    return {} if coming(view, "caravan", 1) else None


def ending(view: SeatView, kind: str) -> str:
    """The number of the Conflict that will soon bring a merge or oblivion: a scenario may have events of its own."""
    soon = [one for one in view["notices"] if one["kind"] == kind and one["events"] <= SOON]
    return ROMAN[soon[0]["conflict"]] if soon else ""


def merge_soon(view: SeatView, seat: int) -> Filled:
    """Two gods will merge."""
    number = ending(view, "merge")
    return {"conflict": number} if number else None


def in_the_red(view: SeatView, seat: int) -> Filled:
    """The seat's god would be forgotten."""
    own, number = sheet(view, seat), ending(view, "forgotten")
    if own is None or not number or own["devotion"] > view["track"]["red"]:
        return None
    return {"n": own["devotion"], "red": view["track"]["red"], "conflict": number}


def chooses_card(view: SeatView, seat: int) -> Filled:
    """A battle card is chosen."""
    return {} if view["question"] == "card" else None


COACH = CoachBook(
    goal="Gain the most devotion: control monuments, win battles, and do not be forgotten in the red section.",
    question="question",
    sections={
        **{
            "first_action": "turn",
            "second_action": "turn",
            "move_figure": "move",
            "move_to": "move",
            "push_to": "satet",
        },
        **{"facing": "scorpion", "slot": "summon", "summon_figure": "summon", "summon_hex": "summon", "sun": "ra"},
        **{
            "power": "powers",
            "monument": "control",
            "camel": "caravan",
            "keep_token": "caravan",
            "exchange": "caravan",
        },
        **{
            "obelisk_figure": "battle",
            "obelisk_to": "battle",
            "announce": "amun",
            "card": "cards",
            "build_kind": "cards",
        },
        **{"build_hex": "cards", "offer": "cards", "captive": "anubis", "return_to": "mummy", "tie_break": "ties"},
        **{
            "protect": "isis",
            "tile_from": "osiris",
            "tile_to": "osiris",
            "worship": "level-3",
            "keep_guardian": "merge",
        },
        **{"join": "caravan", "move_token": "caravan"},
    },
    ideas=(
        Idea(
            "card",
            chooses_card,
            "Cards you play stay away until Cycle of Ma'at brings them back. Save the strong ones.",
            "cards",
        ),
        Idea(
            "two-actions",
            always,
            "You take two actions in a turn. The second must be on a lower track than the first.",
            "turn",
        ),
        Idea(
            "conflict",
            conflict_next,
            "The next event is a Conflict: monuments and figures in each region will count.",
            "conflict",
        ),
        Idea(
            "red",
            in_the_red,
            "Your devotion is {n}. Whoever is at {red} or below after Conflict {conflict} is forgotten.",
            "forgotten",
        ),
        Idea(
            "merge",
            merge_soon,
            "After Conflict {conflict} the two gods with the least devotion merge. It is no disaster.",
            "merge",
        ),
        Idea("event", triggers, "{action} would trigger the next event: {event}. Do you want to be the one?", "events"),
        Idea(
            "unlock",
            can_unlock,
            "Followers: {n}. That is enough to unlock an ankh power, and powers last to the end.",
            "unlock",
        ),
        Idea(
            "followers",
            few_followers,
            "Followers pay for powers. Stand beside neutral monuments or your own to gain them.",
            "gain",
        ),
        Idea(
            "alone",
            alone,
            "You stand alone in region {n}. In a Conflict that is devotion for free, if nobody joins you.",
            "dominance",
        ),
        Idea("caravan", caravan_next, "A Camel Caravan comes next: whoever triggers it draws a new border.", "caravan"),
    ),
)
