"""A turn of Horus as a person would tell it: card and tile in one sentence, without coordinates."""

from __future__ import annotations

from khonsu.authors.telling import Said, Tell
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.words.narrate import card_name, tile_name
from khonsu.kernel.game import Event
from khonsu.text import Text

BEGINS = st.TURN
ICONS = {
    st.DREW_CARD: "k-cards",
    st.LOST: "k-cards",
    st.REPLACED: "k-cards",
    st.CLEARED: "k-cards",
    st.RESHUFFLED: "k-cards",
    st.SKIPPED: "k-cards",
    st.PLAYED: "k-cards",
    st.DREW_TILE: "k-bag",
    st.LAST_TURN: "k-sunrise",
    st.OVER: "k-wings",
}


def story(events: list[Event], names: list[str], t: Text, tell: Tell) -> list[Said]:
    """Sentences for the events of a turn."""
    said = []
    for at, event in enumerate(events):
        who, cause = names[event.seat], before(events, at)
        if event.kind in (st.DREW_TILE, st.PLAYED) and event.a != p.TRANSPORT and laid_after(events, at):
            continue  # told with the tile
        if event.kind == st.DREW_CARD and event.hidden:
            continue  # as at the end of every turn
        if event.kind == st.PLACED:
            said.append(Said(at, laid(event, cause, who, t), icon(event.a), (spot(event.b, event.c),)))
        elif event.kind == st.MARKED:
            sentence = "{who} places a marker in a {tile} region of size {size}."
            text = t(sentence, who=who, tile=tile_name(event.e, t), size=event.c)
            said.append(Said(at, text, icon(event.e), (spot(event.a, event.b),)))
        elif event.kind == st.MOVED_MARKER:
            ends = spot(event.a, event.b), spot(event.c, event.d)
            said.append(Said(at, t("{who} moves a marker along the river.", who=who), "k-barge", ends, (ends,)))
        elif event.kind == st.MOVED_END:
            ends = spot(event.a, event.b), spot(event.c, event.d)
            text = t("{who} lays a River tile, and the River End moves on.", who=who)
            said.append(Said(at, text, "t-river", ends, (ends,)))
        else:
            pile = (f"#pile-{p.PILES[event.a]}",) if event.kind == st.EXHAUSTED else ()
            said.append(Said(at, tell(event, names, t), ICONS.get(event.kind, ""), pile))
    return said


def icon(kind: int) -> str:
    """The drawing of a tile."""
    return f"t-{p.KINDS[kind]}"


def spot(x: int, y: int) -> str:
    """What lies at an anchor."""
    return f'[data-at="{x},{y}"]'


def before(events: list[Event], at: int) -> Event | None:
    """The draw or the card that the event at this place follows from."""
    for event in reversed(events[:at]):
        if event.kind in (st.DREW_TILE, st.PLAYED):
            return None if event.kind == st.PLAYED and event.a == p.TRANSPORT else event
        if event.kind != st.AUTOMATIC:
            return None
    return None


def laid_after(events: list[Event], at: int) -> bool:
    """Whether the next thing after a draw or a card is that its tile is laid."""
    later = next((event for event in events[at + 1 :] if event.kind != st.AUTOMATIC), None)
    return later is not None and later.kind == st.PLACED


def laid(event: Event, cause: Event | None, who: str, t: Text) -> str:
    """A tile that was laid, with where it came from and how large its region is."""
    tile, size = tile_name(event.a, t), event.d
    if cause is not None and cause.kind == st.PLAYED:
        card = card_name(cause.a, t)
        if size > 1:
            sentence = "{who} plays {card} and lays a tile: {tile}. The region has {size} tiles."
            return t(sentence, who=who, card=card, tile=tile, size=size)
        return t("{who} plays {card} and lays a tile: {tile}.", who=who, card=card, tile=tile)
    if size > 1:
        sentence = "{who} draws a tile and lays it: {tile}. The region has {size} tiles."
        if cause is None:
            sentence = "{who} lays a tile: {tile}. The region has {size} tiles."
        return t(sentence, who=who, tile=tile, size=size)
    sentence = "{who} lays a tile: {tile}." if cause is None else "{who} draws a tile and lays it: {tile}."
    return t(sentence, who=who, tile=tile)
