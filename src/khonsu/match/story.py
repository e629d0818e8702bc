"""Turns as people tell them: what a game's own modules add to the sentences about single events."""

from __future__ import annotations

from khonsu.authors.telling import Said
from khonsu.draw.labels import capital
from khonsu.games import part
from khonsu.kernel.game import Event, Game
from khonsu.text import Text


def begins(game: Game) -> int | None:
    """The kind of the event that begins a turn; None if the game does not say."""
    teller = part(game.name, "words.story")
    return None if teller is None else int(teller.BEGINS)


def story(game: Game, events: list[Event], names: list[str], t: Text) -> list[Said]:
    """The events of a turn, or of a part of one, as a person would tell them."""
    tell = game.words.tell
    if teller := part(game.name, "words.story"):
        said: list[Said] = teller.story(events, names, t, tell)
    else:
        said = [Said(at, sentence) for at, event in enumerate(events) if (sentence := tell(event, names, t))]
    return [each._replace(text=capital(each.text)) for each in said if each.text]
