"""What guides the tree search, with the values that hold where a game does not give its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from khonsu.kernel.contract import FLOAT, INT
from khonsu.kernel.generic import named

OTHERS = ("swift", "mistakes", "look")  # what else a game's tuning tells: the swift player's habits, and about levels


class Tuning(NamedTuple):
    """What guides a search, settled by matches.

    `khonsu ladder horus --bots search:300 search:300,explore=0.5 --against` shows what a change is worth.
    """

    explore: float = 1.2  # how much a promising but little tried step is preferred
    scale: float = 4.0  # a lead of this much in judgement multiplies the odds by e
    bias: float = 1.0  # differences in judgement of this much make a step e times as promising before it is tried
    spread: float = 0.3  # share of the prior that is equal for all steps
    width: int = 12  # steps of a decision that are considered, the most promising ones
    chains: int = 24  # the best ways to play the seat's turn, by its end: what the search compares
    peek: int = 1  # ways to finish the turn that are looked at for the first opinion of a step
    tries: int = 4  # ways to finish a turn that are compared in a play-out; 1 is random play
    horizon: int = 1  # turns that a play-out finishes before it is judged
    unseen: float = 0.1  # how much worse than its parent a step counts that was never tried
    ahead: int = 4000  # positions (with learned weights: turns) looked at to find the best ways to play the seat's turn
    rounds: int = 0  # rounds that a play-out finishes at least
    widen: float = 0.0  # steps that are considered besides, times the root of how often the decision was reached
    eights: int = 1  # whether the learned evaluation adds eight inputs at a time; the last bit differs
    answers: int = 0  # whether the ways to finish a turn are compared by the learned evaluation
    promise: int = 0  # whether the first opinion of a step is that of the learned evaluation
    alone: int = 1  # whether a way to play the own turn is evaluated for the own seat only
    again: int = 0  # whether ways to play the turn are looked for again at each of its steps
    hint: int = 1  # whether that look begins with the swift player's turn
    early: int = 1  # whether it ends when no other step can become the most tried one any more
    rehearse: int = (
        0  # turns that swift players go on when the best ways to play the turn are rehearsed; 0: they are not
    )
    finalists: int = 6  # ways to play the turn that are rehearsed
    rehearsals: float = 0.8  # how many there are for each iteration of the tree, where those are counted
    apart: int = 0  # whether of turns that the evaluation sees no difference in only one is kept

    @classmethod
    def of(cls, *settings: Mapping[str, Any] | None) -> Tuning:
        """A tuning from settings by name, later ones before earlier ones; each number as its field has it."""
        given = {name: value for setting in settings for name, value in (setting or {}).items() if name not in OTHERS}
        return cls(**{name: type(cls._field_defaults[name])(value) for name, value in given.items()})


TUNING = named(Tuning, *(FLOAT if isinstance(value, float) else INT for value in Tuning()))
