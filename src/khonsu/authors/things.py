"""What a game says about the things on its table: what each of them is, and why one cannot be chosen now.

A game's `words/things.py` holds `THINGS`, by the keys that its drawing carries (`data-about`). Its `words/reasons.py`
holds `notation` and `why_not`; `khonsu.explain` puts them to use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from khonsu.text import Text


class Thing(NamedTuple):
    """A thing, in English: its name, one sentence, the rulebook's section about it, other words that mean it."""

    name: str
    sentence: str
    section: str
    also: tuple[str, ...] = ()


class Reason(NamedTuple):
    """Why something cannot be chosen, in the reader's language, and the rulebook's section that says so."""

    sentence: str
    section: str
    waits: bool = False  # nothing is said but that another question comes first


class Now(NamedTuple):
    """What a reason is found from: what the seat sees, is asked and may answer, and nothing else."""

    view: Mapping[str, Any]
    seat: int
    question: str
    legal: frozenset[str]  # the notations of the seat's legal steps
    t: Text

    def not_asked(self, section: str) -> Reason:
        """The reason why a thing waits that the question is not about."""
        return Reason(self.t("First answer the question: {question}", question=self.question), section, True)
