"""What is announced in advance, and what a caravan would make of a region, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import SIDES
from khonsu.games.ankh.scenarios.land import Sides
from khonsu.games.ankh.view.lines import Chain, soonest
from khonsu.games.ankh.view.state import district
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.places import COMPASS, bank
from khonsu.text import Text

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", *("X+",) * 20)


def announce(notice: Mapping[str, Any], view: Mapping[str, Any], t: Text) -> str:
    """A notice of the view as a sentence."""
    kind = notice["kind"]
    if kind == "trigger":
        actions = t.either([t.term(terms.ACTIONS[p.ACTIONS.index(name)]) for name in notice["actions"]])
        words = "Next event: {event}. Triggered by any of: {actions}."
        if len(notice["actions"]) == 1:
            words = "Next event: {event}. Triggered by: {actions}."
        return t(words, event=event_name(notice, t), actions=actions)
    gods = [t.term(terms.GODS[p.GODS.index(view["gods"][god]["god"])]) for god in notice["gods"]]
    if kind == "top":
        return t("{god} wins at once with {n} more devotion.", god=gods[0], n=notice["left"])
    places = {"when": when(notice, t), "gods": t.items(gods)}
    if kind == "merge":
        return t("{when}: {gods} would merge.", **places)
    if kind == "end":
        return t("{when}: the game ends; {gods} would win.", **places)
    if not gods:
        return t("{when}: gods in the red are forgotten; nobody is there at present.", **places)
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
    return t("{bank}, {direction}", bank=bank, direction=t.term(COMPASS[region["part"]]))


def camel_words(line: Chain, camels: Sides, supply: int, t: Text) -> str:
    """The last camel of a line, and the regions that come of it at the soonest."""
    where = bank(int(SIDES[line[-1]][0]), t)
    found = soonest(line, camels, min(p.LINE, supply))
    if found is None:
        return t("A camel {where}.", where=where)
    one, other = (f"{region_name(district(tuple(sorted(part))), t)} ({len(part)})" for part in (found.one, found.other))
    more = len(found.line) - len(line)
    if not more:
        return t("A camel {where} completes the line: {one} and {other}.", where=where, one=one, other=other)
    words = "A camel {where}; with at least {more} more: {one} and {other}."
    return t(words, where=where, more=more, one=one, other=other)
