"""What a hint shows: whole turns, why each is good, and the drawings in which their steps are chosen."""

from __future__ import annotations

from khonsu.bots.turns import Turn, Turns
from khonsu.draw import Look, render
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position
from khonsu.lessons.reasons import reasons, second_best
from khonsu.text import Text
from khonsu.web.scenes.messages import LegalStep, TurnShown

Looks = tuple[list[str], str, bool]  # names, language, narrow


def shown_turns(game: Game, found: Turns, seat: int, names: list[str], t: Text) -> list[TurnShown]:
    """The turns in words. One that is good for the very same reasons as a better one teaches nothing new."""
    kept: dict[str, Turn] = {}
    for turn, why in zip(found.best, reasons(found, game, seat, names, t)):
        kept.setdefault(why, turn)
    shown = [
        TurnShown(told(game, found, turn.steps, seat, t), percent(turn.share), why, found.best.index(turn))
        for why, turn in kept.items()
    ]
    if len(kept) > 1:
        best, other, *_ = kept.values()
        shown[0].compared = second_best((best, other), game, seat, names, t)
    return shown


def told(game: Game, found: Turns, steps: tuple[int, ...], seat: int, t: Text) -> list[LegalStep]:
    """The steps of a turn, each with what it does."""
    at, said = Position.load(game, found.start), []
    for step in steps:
        said.append(LegalStep(step, at.notation(seat, step), game.words.explain(at.state, seat, step, t)))
        at.play(seat, step)
    return said


def sketches(game: Game, found: Turns, turn: int, seat: int, looks: Looks) -> list[str]:
    """The drawing before each step of a turn, with all that could be chosen there."""
    names, language, narrow = looks
    at, drawn = Position.load(game, found.start), []
    for step in found.best[turn].steps if game.picture else ():
        choices = {at.notation(seat, legal): legal for legal in at.legal(seat)}
        drawn.append(render(game, at.view(seat), Look(names, language, seat, choices, narrow)))
        at.play(seat, step)
    return drawn


def percent(share: float | None) -> int | None:
    """A chance as people say it; None where a bot does not know it."""
    return None if share is None else round(100 * min(1.0, max(0.0, share)))
