"""Playing by hand: shorter ways than the rules' small steps, and warnings before something is lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from khonsu.authors.telling import Shortcut
from khonsu.games import part
from khonsu.kernel.game import Event, Game
from khonsu.match.match import Match, Step
from khonsu.text import Text


def closes(game: Game, step: int) -> bool:
    """Whether a legal step does nothing but end the turn."""
    advice: Any = part(game.name, "words.advice")
    return hasattr(advice, "closes") and bool(advice.closes(step))


def shortcuts(match: Match, seat: int, t: Text) -> list[Shortcut]:
    """What can be chosen without saying first which action it belongs to; each stands for several steps."""
    advice: Any = part(match.game.name, "words.advice")
    return list(advice.shortcuts(match.position, seat, t)) if hasattr(advice, "shortcuts") else []


def by_hand(match: Match, seat: int, t: Text) -> tuple[list[Step], list[Shortcut]]:
    """What a person chooses from: the legal steps that no shortcut replaces, and the shortcuts."""
    short = shortcuts(match, seat, t)
    return not_replaced(match.legal(seat), short), short


def not_replaced(legal: list[Step], short: list[Shortcut]) -> list[Step]:
    """The legal steps that have to be offered beside these shortcuts."""
    replaced = {each.replaces for each in short}
    return [step for step in legal if step.id not in replaced]


def loss(match: Match, seat: int, step: int | tuple[int, ...], t: Text) -> str:
    """What a legal step, or those of a shortcut, would take from the seat though another would not; "" for nothing.

    It is looked for in what happens before anything hidden or random comes to light, in an imagined position.
    """
    advice: Any = part(match.game.name, "words.advice")
    if not hasattr(advice, "loss"):
        return ""
    position = match.position.imagine(seat, 0)

    def lost(way: tuple[int, ...]) -> str:
        after, events = position.copy(), []
        for each in way:
            after.play(seat, each)
            events += after.events(seat)
        return str(advice.loss(match.position.state, seat, _before_reveal(events), t))

    def others() -> Iterator[tuple[int, ...]]:
        if isinstance(step, int):
            return ((other,) for other in match.legal_ids(seat))
        plain, short = by_hand(match, seat, t)
        return chain(((other.id,) for other in plain), (other.steps for other in short))

    chosen = (step,) if isinstance(step, int) else step
    said = lost(chosen)
    return said if said and any(not lost(other) for other in others() if other != chosen) else ""


def _before_reveal(events: list[Event]) -> list[Event]:
    first = next((place for place, event in enumerate(events) if event.revealed), len(events))
    return events[:first]
