"""A turn of Ankh as a person would tell it: banks instead of coordinates, and what belongs together in one sentence."""

from __future__ import annotations

from functools import cache

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import DATA, HEXES
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.log import directions, figure, god, monument
from khonsu.games.ankh.words.steps import hex_text, side_text
from khonsu.kernel.game import Event
from khonsu.telling import Said, Tell, counted
from khonsu.text import Text

BEGINS = st.TURN
BANKS = {"Delta": "in the Delta", "East": "on the east bank", "West": "on the west bank", None: "on the water"}
DESTROYED = {
    st.BY_SCORPION: "A Giant Scorpion destroys a monument {where}: {monument}.",
    st.BY_MERGE: "A monument {where} falls with the merge: {monument}.",
    st.BY_FORGETTING: "A monument {where} falls with its forgotten god: {monument}.",
}
TOGETHER = (st.MOVED, st.DIED, st.CAMEL_PLACED)  # told once for all that follow each other
ICONS = {
    st.EVENT: "ankh-conflict",
    st.RANSOMED: "ankh-captive",
    st.FOLLOWERS: "ankh-follower",
    st.UNLOCKED: "ankh",
    st.CONFLICT: "ankh-conflict",
    st.DOMINANCE: "ankh-control",
    st.BATTLE: "ankh-conflict",
    st.GAINED: "scarab",
    st.LOST: "scarab",
    st.OFFERED: "ankh-follower",
    st.STRENGTH: "ankh-scales",
    st.WON: "ankh-conflict",
    st.CAPTURED: "ankh-captive",
    st.MERGED: "ankh-merge",
    st.FORGOTTEN: "ankh-forgotten",
    st.OVER: "wings",
}
ACTIONS = ("ankh-move", "ankh-summon", "ankh-follower", "ankh")
RESULTS = (st.MOVED, st.SUMMONED, st.FOLLOWERS, st.UNLOCKED, st.NOTHING)  # of an action: they tell which one it was


def story(events: list[Event], names: list[str], t: Text, tell: Tell) -> list[Said]:
    """Sentences for the events of a turn."""
    said = []
    for at, event in enumerate(events):
        if event.kind in TOGETHER:
            if not goes_on(events, at):
                said.append(together(at, run(events, at), t))
            continue
        if told_by_next(event, events[at + 1 :]):
            continue
        made = told(event, t) or told_of_followers(event, paid(events[:at]), t)
        if made is not None:
            text, where = made
            said.append(Said(at, text, icon(event), tuple(map(spot, where))))
        else:
            said.append(Said(at, tell(event, names, t), icon(event), places(event)))
    return said


# -- places --------------------------------------------------------------------------------------------------------


@cache
def banks() -> tuple[str | None, ...]:
    """The bank of each hex; None on the water."""
    found = {(h["row"], h["col"]): h.get("start_region") for h in DATA["hexes"]}
    return tuple(found[place] for place in HEXES)


def bank(h: int, t: Text) -> str:
    """Where a hex lies, as people say it."""
    return t(BANKS[banks()[h]])


def spot(h: int) -> str:
    """A hex of the map."""
    return f'[data-at="{hex_text(h)}"]'


def places(event: Event) -> tuple[str, ...]:
    """Where events without a hex are seen."""
    if event.kind in (st.DOMINANCE, st.BATTLE, st.WON, st.TIED, st.TOKEN_MOVED):
        return (f"#order-{event.a}",)
    if event.kind in (st.EXCHANGED, st.JOINED):
        return f"#order-{event.a}", f"#order-{event.b}"
    if event.kind == st.DIVIDED:
        return f"#order-{event.a}", f"#order-{event.c}"
    if event.kind in (st.GAINED, st.LOST):
        return (f"#devotion-{event.seat}",)
    return ()


def icon(event: Event) -> str:
    """The sign of an event."""
    if event.kind == st.ACTION:
        return f"k-{ACTIONS[event.a]}"
    if event.kind in (st.CONTROLLED, st.DESTROYED, st.BUILT):
        return f"k-ankh-{p.MONUMENTS[event.a]}"
    if event.kind == st.PLAYED:
        return f"k-ankh-{p.CARDS[event.a]}"
    if event.kind == st.UNLOCKED:
        return f"k-ankh-{p.POWERS[event.a]}"
    if event.kind in (st.SUMMONED, st.PUSHED, st.KEPT, st.GUARDIAN, st.TO_CARD) and event.a != p.GOD:
        return f"k-ankh-{p.FIGURES[event.a]}"
    return f"k-{ICONS[event.kind]}" if event.kind in ICONS else ""


# -- one event -----------------------------------------------------------------------------------------------------


def told(event: Event, t: Text) -> tuple[str, tuple[int, ...]] | None:
    """An event on the map, with its hexes; None for all others."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.PUSHED:
        return t("{god}'s {figure} is pushed away.", god=who, figure=figure(a, t)), (event.c,)
    if event.kind == st.TURNED:
        return t("The Giant Scorpion points to {directions}.", directions=directions(b, t)), (a,)
    if event.kind == st.SUMMONED:
        return t("{god} summons {where}: {figure}.", god=who, where=bank(b, t), figure=figure(a, t)), (b,)
    if event.kind == st.RADIANT:
        return t("A figure {where} carries a Sun.", where=bank(a, t)), (a,)
    if event.kind == st.UNDERWORLD_TILE:
        return t("{god} lays an Underworld tile {where}.", god=who, where=bank(a, t)), (a,)
    if event.kind == st.KEPT:
        sentence = "Isis protects {god}'s {figure}." if event.c else "Flood saves {god}'s {figure}."
        return t(sentence, god=who, figure=figure(a, t)), (b,)
    return told_of_monuments(event, who, t)


def told_of_monuments(event: Event, who: str, t: Text) -> tuple[str, tuple[int, ...]] | None:
    """Monuments taken, destroyed and built."""
    a, b = event.a, event.b
    if event.kind == st.DESTROYED:
        return t(DESTROYED[event.c], monument=monument(a, t), where=bank(b, t)), (b,)
    if event.kind == st.BUILT:
        return t("{god} builds {where}: {monument}.", god=who, where=bank(b, t), monument=monument(a, t)), (b,)
    if event.kind == st.CONTROLLED and event.c >= 0:
        sentence = "{god} takes a monument {where} from {other}: {monument}."
        return t(sentence, god=who, where=bank(b, t), monument=monument(a, t), other=god(event.c, t)), (b,)
    if event.kind == st.CONTROLLED:
        sentence = "{god} takes control of a monument {where}: {monument}."
        return t(sentence, god=who, where=bank(b, t), monument=monument(a, t)), (b,)
    return None


def told_by_next(event: Event, later: list[Event]) -> bool:
    """Whether the next event says all: an action by its result, a price by what was paid for."""
    after = next((other for other in later if other.kind != st.AUTOMATIC), None)
    if after is None:
        return False
    if event.kind == st.ACTION:
        return after.kind in RESULTS
    return event.kind == st.FOLLOWERS and event.c == st.BY_UNLOCK and after.kind == st.UNLOCKED


def paid(earlier: list[Event]) -> int:
    """Followers that were paid just before."""
    last = next((event for event in reversed(earlier) if event.kind != st.AUTOMATIC), None)
    return -last.a if last is not None and last.kind == st.FOLLOWERS and last.c == st.BY_UNLOCK else 0


def told_of_followers(event: Event, price: int, t: Text) -> tuple[str, tuple[int, ...]] | None:
    """Followers gained by the action, and a power with its price."""
    who = god(event.f, t)
    if event.kind == st.FOLLOWERS and event.c == st.BY_GAIN:
        words = "{god} gains {n} follower and has {total}.", "{god} gains {n} followers and has {total}."
        return t.count(*words, event.a, god=who, total=event.b), ()
    if event.kind == st.UNLOCKED and price:
        words = "{god} pays {n} follower and unlocks {power}.", "{god} pays {n} followers and unlocks {power}."
        return t.count(*words, price, god=who, power=t.term(terms.POWERS[event.a])), ()
    return None


# -- several -------------------------------------------------------------------------------------------------------


def alike(one: Event, other: Event) -> bool:
    """Whether two events are told in one sentence."""
    return one.kind == other.kind and (one.kind == st.CAMEL_PLACED or one.f == other.f)


def goes_on(events: list[Event], at: int) -> bool:
    """Whether the event was already told with the ones before it."""
    last = next((event for event in reversed(events[:at]) if event.kind != st.AUTOMATIC), None)
    return last is not None and alike(last, events[at])


def run(events: list[Event], at: int) -> list[Event]:
    """The event and those that are told with it."""
    found = []
    for event in events[at:]:
        if alike(event, events[at]):
            found.append(event)
        elif event.kind != st.AUTOMATIC:
            break
    return found


def together(at: int, events: list[Event], t: Text) -> Said:
    """Figures that move, figures that die, a caravan."""
    first = events[0]
    if first.kind == st.CAMEL_PLACED:
        text = t.count("A caravan: {n} camel.", "A caravan: {n} camels.", len(events))
        herd = tuple(f"#camel-{side_text(event.a).replace(',', '-')}" for event in events)
        return Said(at, text, "k-ankh-camel", herd)
    figures = t.items(counted(figure(event.a, t) for event in events))
    if first.kind == st.DIED:
        text = t("{god} loses {figures}.", god=god(first.f, t), figures=figures)
        return Said(at, text, "k-ankh-captive", tuple(spot(event.b) for event in events))
    text = t("{god} moves {figures}.", god=god(first.f, t), figures=figures)
    return Said(at, text, "k-ankh-move", tuple(spot(event.c) for event in events))
