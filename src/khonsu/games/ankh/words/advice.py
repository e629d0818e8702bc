"""Ankh at the hand of people: what a step would cost unnoticed."""

from __future__ import annotations

from typing import Any

from khonsu.authors.telling import counted
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.words.log import figure, god, monument
from khonsu.kernel.game import Event
from khonsu.text import Text

NOTHING = {
    st.POWER: "{god} would unlock nothing.",
    st.MONUMENT: "{god} would have no monument to take control of.",
}


def loss(s: Any, seat: int, events: list[Event], t: Text) -> str:
    """What a step would take from a seat's god; "" for nothing."""
    own = int(s.god_of[seat])
    mine = [event for event in events if event.seat == own]
    name = god(int(s.who[own]), t)
    lost = [t(NOTHING[event.a], god=name) for event in mine if event.kind == st.NOTHING and event.a in NOTHING]
    gone = [figure(event.a, t) for event in mine if event.kind == st.DIED]
    gone += [monument(event.a, t) for event in events if event.kind == st.DESTROYED and int(s.control[event.b]) == own]
    if gone:
        lost.append(t("{god} would lose: {pieces}.", god=name, pieces=t.items(counted(gone))))
    if any(event.kind == st.LOST for event in mine):
        lost.append(t("{god} would lose 1 devotion.", god=name))
    return " ".join(lost)
