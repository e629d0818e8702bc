"""What is announced in advance, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh import terms
from khonsu.text import Text

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", *("X+",) * 20)


def announce(notice: Mapping[str, Any], view: Mapping[str, Any], t: Text) -> str:
    """A notice of the view as a sentence."""
    kind = notice["kind"]
    if kind == "trigger":
        actions = t.items([t.term(terms.ACTIONS[p.ACTIONS.index(name)]) for name in notice["actions"]])
        return t("Next event: {event}. It is triggered by: {actions}.", event=event_name(notice, t), actions=actions)
    gods = [t.term(terms.GODS[p.GODS.index(view["gods"][god]["god"])]) for god in notice["gods"]]
    if kind == "top":
        return t("{god} wins at once with {n} more devotion.", god=gods[0], n=notice["left"])
    places = {"when": when(notice, t), "gods": t.items(gods)}
    if kind == "merge":
        return t("{when}: {gods} would merge.", **places)
    if kind == "end":
        return t("{when}: the game ends, {gods} would win.", **places)
    if not gods:
        return t("{when}: gods in the red are forgotten, now nobody.", **places)
    if len(gods) == len(view["track"]["order"]):
        return t("{when}: all gods would be forgotten.", **places)
    return t("{when}: {gods} would be forgotten.", **places)


def event_name(notice: Mapping[str, Any], t: Text) -> str:
    """An event, a Conflict with its number."""
    if notice["conflict"]:
        return t("Conflict {n}", n=ROMAN[notice["conflict"]])
    return t.term(terms.EVENTS[p.EVENTS.index(notice["event"])])


def when(notice: Mapping[str, Any], t: Text) -> str:
    """After which Conflict, and how far away it is."""
    if notice["events"] == 0:
        return t("After this Conflict")
    name = t("Conflict {n}", n=ROMAN[notice["conflict"]])
    if notice["events"] == 1:
        return t("{conflict} (next event)", conflict=name)
    return t("{conflict} (in {n} events)", conflict=name, n=notice["events"])


def region_name(region: Mapping[str, Any], t: Text) -> str:
    """Where a region lies: West, or a part of it."""
    bank = t.term({"delta": "Delta", "east": "East", "west": "West"}[region["bank"]])
    if region["part"] is None:
        return bank
    words = {"n": "north", "ne": "north-east", "e": "east", "se": "south-east"}
    words |= {"s": "south", "sw": "south-west", "w": "west", "nw": "north-west"}
    return t("{bank}, {direction}", bank=bank, direction=t.term(words[region["part"]]))
