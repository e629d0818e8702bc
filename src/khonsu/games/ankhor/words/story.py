"""A turn of Ankh'or as a person would tell it: what was paid for which tile, in one sentence."""

from __future__ import annotations

from khonsu.authors.telling import Said, Tell, counted
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.words.steps import cell_text
from khonsu.kernel.game import Event
from khonsu.text import Text

BEGINS = st.TURN
TILES = ("a jackal", "a scarab", "a falcon", "a two", "a depot", "a scribe", "a desert")
ICONS = {
    st.FILLED: "k-depot",
    st.COVERED: "k-depot",
    st.STORED: "k-depot",
    st.BONUS: "k-bonus",
    st.EXTRA_TURN: "k-scribe",
    st.SPENT: "k-ankh",
    st.LAST_ROUND: "k-sunrise",
    st.OVER: "k-wings",
}
TOLD_LATER = (st.PAID, st.SAVED)  # with the tile


def story(events: list[Event], names: list[str], t: Text, tell: Tell) -> list[Said]:
    """Sentences for the events of a turn."""
    said = []
    for at, event in enumerate(events):
        who, earlier = names[event.seat], events[:at]
        if event.kind in TOLD_LATER or (event.kind == st.SPENT and event.a):
            continue
        if event.kind in (st.TOOK, st.RETURNED, st.DREW):
            if follows(earlier, event.kind):
                continue
            said.append(collected(at, run(events, at), who, t))
        elif event.kind == st.BOUGHT:
            said.append(bought(at, events, who, t))
        elif event.kind == st.MOVED:
            text = t("{who} spends an ankh and moves {tile}.", who=who, tile=tile_name(event.a, t))
            place = at_cell(event.seat, event.d, event.e, event.f)
            said.append(Said(at, text, "k-ankh", (place,)))
        else:
            said.append(Said(at, tell(event, names, t), ICONS.get(event.kind, ""), places(event)))
    return said


def tile_name(number: int, t: Text) -> str:
    """A tile with its article and its colour: a falcon (red)."""
    colour, kind = p.TILES[number]
    return f"{t.term(TILES[kind])} ({t.term(p.COLOURS[colour])})"


def resources(events: list[Event], t: Text) -> str:
    """Tokens by their resources: reed and 2 × fish."""
    several = [event.b if event.kind == st.RETURNED else 1 for event in events]
    names = [t.term(p.RESOURCES[p.TOKENS[event.a]]) for event in events]
    return t.items(counted(name for name, n in zip(names, several) for _ in range(n)))


def follows(earlier: list[Event], kind: int) -> bool:
    """Whether the last thing that happened by somebody's will was of this kind."""
    return next((event.kind == kind for event in reversed(earlier) if event.kind != st.AUTOMATIC), False)


def run(events: list[Event], at: int) -> list[Event]:
    """The event and those of its kind that follow it."""
    found = []
    for event in events[at:]:
        if event.kind == events[at].kind:
            found.append(event)
        elif event.kind != st.AUTOMATIC:
            break
    return found


def collected(at: int, events: list[Event], who: str, t: Text) -> Said:
    """Tokens that were taken or returned, or tiles that came into the row."""
    seat = events[0].seat
    if events[0].kind != st.DREW:
        piles = tuple(dict.fromkeys(f"#hand-{seat}-{p.TOKENS[event.a]}" for event in events))
        sentence = "{who} takes {tokens}." if events[0].kind == st.TOOK else "{who} returns {tokens}."
        return Said(at, t(sentence, who=who, tokens=resources(events, t)), "k-tokens", piles)
    tiles = t.items([tile_name(event.a, t) for event in events])
    slots = tuple(f"#slot-{event.b + 1}-tile" for event in events)
    return Said(at, t("New in the row: {tiles}.", tiles=tiles), "k-tiles", slots)


def bought(at: int, events: list[Event], who: str, t: Text) -> Said:
    """A purchase: price, tile, and whether it was built above others."""
    event = events[at]
    first = at
    while first and events[first - 1].kind in (*TOLD_LATER, st.AUTOMATIC):
        first -= 1
    price = resources([paid for paid in events[first:at] if paid.kind == st.PAID], t)
    sentence = "{who} pays {price} for {tile}."
    if event.d:
        sentence = "{who} pays {price} for {tile} and builds on the upper level."
    text = t(sentence, who=who, price=price, tile=tile_name(event.a, t))
    kind = p.KINDS[p.TILES[event.a][1]]
    return Said(first, text, f"k-{kind}", (at_cell(event.seat, event.b, event.c, event.d),))


def at_cell(seat: int, x: int, y: int, level: int) -> str:
    """What lies on a cell of a domain."""
    return f'[data-at="{seat} {cell_text(x, y, level)}"]'


def places(event: Event) -> tuple[str, ...]:
    """Where the other events are seen."""
    if event.kind in (st.STORED, st.COVERED):
        return (f"#hand-{event.seat}-{p.TOKENS[event.a]}",)
    if event.kind == st.BONUS:
        return tuple(f"#bonus-{event.seat}-{n}" for n in range(max(1, event.a - event.b + 1), event.a + 1))
    return ()
