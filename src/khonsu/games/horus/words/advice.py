"""Horus at the hand of people: what a step would cost unnoticed."""

from __future__ import annotations

from typing import Any

from khonsu.games.horus.rules import state as st
from khonsu.games.horus.words.narrate import card_name, tile_name
from khonsu.kernel.game import Event
from khonsu.text import Text


def loss(s: Any, seat: int, events: list[Event], t: Text) -> str:
    """What a step would take from a seat; "" for nothing."""
    lost = []
    for event in events:
        if event.seat != seat or event.hidden:
            continue
        if event.kind == st.UNMARKED and event.a == 0:
            lost.append(t("No region fits the card: you would place no marker."))
        elif event.kind == st.LOST:
            lost.append(t("You would discard {card}: its pile is exhausted.", card=card_name(event.a, t)))
        elif event.kind == st.OUT:
            lost.append(t("There is no room for {tile}: the tile leaves the game.", tile=tile_name(event.a, t)))
    return " ".join(lost)
