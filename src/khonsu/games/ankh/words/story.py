"""A turn of Ankh as a person would tell it: banks instead of coordinates, and what belongs together in one sentence."""

from __future__ import annotations

from khonsu.authors.telling import Said, Tell
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.log import directions, god
from khonsu.games.ankh.words.places import bank
from khonsu.games.ankh.words.steps import hex_text, side_text
from khonsu.kernel.game import Event
from khonsu.text import Text

BEGINS = st.TURN
DESTROYED = {
    st.BY_SCORPION: ("A Giant Scorpion destroys {monuments}.", "Giant Scorpions destroy {monuments}."),
    st.BY_MERGE: ("{monuments} falls with the merge.", "{monuments} fall with the merge."),
    st.BY_FORGETTING: ("{monuments} falls with its forgotten god.", "{monuments} fall with their forgotten god."),
}
FIGURES = {  # one and several of a kind
    p.GOD: ("the god figure", "{n} god figures"),
    p.WARRIOR: ("a warrior", "{n} warriors"),
    p.CAT: ("a Cat-Mummy", "{n} Cat-Mummies"),
    p.SATET: ("a Satet", "{n} Satets"),
    p.MUMMY: ("a Mummy", "{n} Mummies"),
    p.APEP: ("an Apep", "{n} Apeps"),
    p.SCORPION: ("a Giant Scorpion", "{n} Giant Scorpions"),
    p.SPHINX: ("an Androsphinx", "{n} Androsphinxes"),
}
MONUMENTS = ("", "an obelisk", "a temple", "a pyramid")
TOGETHER = (st.MOVED, st.DIED, st.CAMEL_PLACED, st.DESTROYED)  # told once for all that follow each other
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
RESULTS = (
    st.MOVED,
    st.SUMMONED,
    st.RANSOMED,
    st.FOLLOWERS,
    st.UNLOCKED,
    st.NOTHING,
)  # of an action: they tell which one it was


BOUGHT = ((st.BY_UNLOCK, st.UNLOCKED), (st.BY_WORSHIPFUL, st.GAINED))  # the price comes first
PRICE_OF = {st.BY_RANSOM: st.RANSOMED, st.BY_BUILD: st.BUILT, st.BY_OFFERING: st.OFFERED}  # it comes after


def story(events: list[Event], names: list[str], t: Text, tell: Tell) -> list[Said]:
    """Sentences for the events of a turn."""
    said = []
    for at, event in enumerate(events):
        if event.kind in TOGETHER:
            if not goes_on(events, at):
                said.append(together(at, run(events, at), t))
            continue
        if told_by_next(event, events[at + 1 :]) or told_before(event, events[:at]):
            continue
        if made := told(event, t):
            text, where = made
            said.append(Said(at, text, icon(event), tuple(map(spot, where))))
        else:
            text = told_with_price(event, paid(events[:at]), t) or tell(event, names, t)
            said.append(Said(at, text, icon(event), places(event)))
    return said


# -- places --------------------------------------------------------------------------------------------------------


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
        by = god(event.d, t)
        return t("{by} pushes {figures} of {god} aside.", by=by, god=who, figures=figures([a], t)), (b, event.c)
    if event.kind == st.TURNED:
        return t("The Giant Scorpion points to {directions}.", directions=directions(b, t)), (a,)
    if event.kind == st.SUMMONED:
        return t("{god} summons {figures} {where}.", god=who, where=bank(b, t), figures=figures([a], t)), (b,)
    if event.kind == st.RADIANT:
        return t("A figure {where} carries a Sun.", where=bank(a, t)), (a,)
    if event.kind == st.UNDERWORLD_TILE:
        return t("{god} lays an Underworld tile {where}.", god=who, where=bank(a, t)), (a,)
    if event.kind == st.KEPT:
        sentence = "{god} protects {figures}." if event.c else "{god} keeps {figures} alive with {card}."
        return t(sentence, god=who, figures=figures([a], t), card=t.term(terms.CARDS[p.FLOOD])), (b,)
    return told_of_monuments(event, who, t)


def told_of_monuments(event: Event, who: str, t: Text) -> tuple[str, tuple[int, ...]] | None:
    """Monuments taken and built."""
    a, b = event.a, event.b
    if event.kind not in (st.BUILT, st.CONTROLLED):
        return None
    places = {"god": who, "where": bank(b, t), "monument": t.term(MONUMENTS[a])}
    if event.kind == st.BUILT and event.c:
        words = (
            "{god} pays {n} follower and builds {monument} {where}.",
            "{god} pays {n} followers and builds {monument} {where}.",
        )
        return t.count(*words, event.c, **places), (b,)
    if event.kind == st.BUILT:
        return t("{god} builds {monument} {where}.", **places), (b,)
    if event.c >= 0:
        return t("{god} takes {monument} {where} from {other}.", other=god(event.c, t), **places), (b,)
    return t("{god} takes control of {monument} {where}.", **places), (b,)


def told_by_next(event: Event, later: list[Event]) -> bool:
    """Whether the next event says all: an action by its result, a price by what was paid for."""
    after = next((other for other in later if other.kind != st.AUTOMATIC), None)
    if after is None:
        return False
    if event.kind == st.ACTION:
        return after.kind in RESULTS
    return event.kind == st.FOLLOWERS and (event.c, after.kind) in BOUGHT


def told_before(event: Event, earlier: list[Event]) -> bool:
    """Whether followers are the price of what was just told: a captive, a monument, an offering."""
    if event.kind != st.FOLLOWERS or event.c not in PRICE_OF:
        return False
    kinds = (other.kind for other in reversed(earlier) if other.kind not in (st.AUTOMATIC, st.FOLLOWERS))
    return next(kinds, None) == PRICE_OF[event.c]


def paid(earlier: list[Event]) -> int:
    """Followers that were paid just before, for what can only then be told."""
    last = next((event for event in reversed(earlier) if event.kind != st.AUTOMATIC), None)
    causes = [cause for cause, _ in BOUGHT]
    return -last.a if last is not None and last.kind == st.FOLLOWERS and last.c in causes else 0


def told_with_price(event: Event, price: int, t: Text) -> str:
    """What was bought, and for how many followers; "" for what is told as it is."""
    who = god(event.f, t)
    if event.kind == st.RANSOMED:
        return t("{god} pays {other} 1 follower and ransoms a warrior.", god=who, other=god(event.a, t))
    if event.kind == st.UNLOCKED and price:
        words = "{god} pays {n} follower and unlocks {power}.", "{god} pays {n} followers and unlocks {power}."
        return t.count(*words, price, god=who, power=t.term(terms.POWERS[event.a]))
    if event.kind == st.GAINED and event.c == st.BY_WORSHIPFUL and price:
        sentence = "{god} pays {price} followers for {n} devotion and has {space} ({power})."
        power = t.term(terms.POWERS[p.WORSHIPFUL])
        return t(sentence, god=who, price=price, n=event.a, space=event.b, power=power)
    return ""


# -- several -------------------------------------------------------------------------------------------------------


def figures(kinds: list[int], t: Text) -> str:
    """The god figure, 2 warriors and a Mummy."""
    return t.items([t.count(*FIGURES[kind], kinds.count(kind)) for kind in dict.fromkeys(kinds)])


def alike(one: Event, other: Event) -> bool:
    """Whether two events are told in one sentence."""
    if one.kind == st.DESTROYED:
        return other.kind == one.kind and other.c == one.c
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
    """Figures that move, figures that die, monuments that fall, a caravan."""
    first = events[0]
    if first.kind == st.CAMEL_PLACED:
        text = t.count("A caravan of {n} camel sets out.", "A caravan of {n} camels sets out.", len(events))
        herd = tuple(f"#camel-{side_text(event.a).replace(',', '-')}" for event in events)
        return Said(at, text, "k-ankh-camel", herd)
    if first.kind == st.DESTROYED:
        fallen = t.items([f"{t.term(MONUMENTS[event.a])} {bank(event.b, t)}" for event in events])
        text = t.count(*DESTROYED[first.c], len(events), monuments=fallen)
        return Said(at, text, icon(first), tuple(spot(event.b) for event in events))
    pieces = figures([event.a for event in events], t)
    if first.kind == st.DIED:
        text = t("{god} loses {figures}.", god=god(first.f, t), figures=pieces)
        return Said(at, text, "k-ankh-captive", tuple(spot(event.b) for event in events))
    text = t("{god} moves {figures}.", god=god(first.f, t), figures=pieces)
    ways = tuple((spot(event.b), spot(event.c)) for event in events)
    return Said(at, text, "k-ankh-move", tuple(dict.fromkeys(place for way in ways for place in way)), ways)
