"""Ask anything: what a thing on the table is, and why it cannot be chosen now. docs/explain.md says how to add one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from khonsu.authors.things import Now, Reason, Thing
from khonsu.draw.labels import capital
from khonsu.games import part
from khonsu.match import Match
from khonsu.text import Text

__all__ = ["has_things", "notation", "sheet", "things", "why_not"]

AboutThing = tuple[str, str, str, list[str]]  # name, sentence, section, the words by which texts mention it


@cache
def has_things(game: str) -> bool:
    """Whether a game explains its things."""
    return part(game, "words.things") is not None


@cache
def things(game: str) -> dict[str, Thing]:
    """The things of a game by the keys that its drawings carry; none for a game that explains nothing."""
    module = part(game, "words.things")
    return dict(module.THINGS) if module else {}


def sheet(game: str, t: Text) -> dict[str, AboutThing]:
    """All things of a game in one language: name, sentence, section, and the words by which texts mention it."""
    return {
        key: (
            capital(t.term(thing.name)),
            t(thing.sentence),
            thing.section,
            sorted({t.term(word).lower() for word in (thing.name, *thing.also)}),
        )
        for key, thing in things(game).items()
    }


def why_not(match: Match, seat: int, thing: str, t: Text) -> Reason | None:
    """Why a thing of the drawing (its id, or a place on a ground) cannot be chosen by the seat now.

    None if it can be, and for what can never be chosen. Only the seat's view is read.
    """
    module, meant = part(match.game.name, "words.reasons"), notation(match, seat, thing)
    if module is None or not meant:
        return None
    if match.over:
        return Reason(t("The match is over."), "end")
    if seat not in match.deciders:
        return Reason(t("It is not your turn."), "turn")
    legal = frozenset(step.text for step in match.legal(seat))
    now = Now(match.view(seat), seat, match.question(seat, t.language), legal, t)
    found: Reason | None = module.why_not(now, meant)
    return found


def notation(match: Match, seat: int, thing: str, view: Mapping[str, object] | None = None) -> str:
    """The step that a thing of the drawing stands for at times; "" for what never can be chosen, and for no thing."""
    module = part(match.game.name, "words.reasons")
    try:
        return str(module.notation(view or match.view(seat), seat, thing)) if module else ""
    except (LookupError, ValueError, OverflowError, StopIteration):  # no thing of ours
        return ""
