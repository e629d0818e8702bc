"""Names of people: visible, short, and apart from the others at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import chain, count

from khonsu.web.settings import NAME

MARKS = 3  # accents on one letter
BLANK = frozenset(  # letters and marks that show nothing, though Unicode does not call them spaces
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u303f\U00016fe4\U0001d159"
) | {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
LOOK_ALIKE = str.maketrans("авекмнорстухіјѕһԁӏαβεικμνορτυχ01i|", "abekmhopctyxljshdlabelkmvoptuxolll")


def clean_name(given: str) -> str:
    """A name as it is kept: one line, visible characters, not too long; empty if nothing of it can be seen."""
    plain = unicodedata.normalize("NFKC", given.strip()[: 4 * NAME])  # cut first: many marks take quadratic time
    kept, marks = "", MARKS
    for letter in plain:
        if unicodedata.category(letter) == "Cf" or letter in BLANK:
            continue
        if unicodedata.category(letter).startswith("M"):
            marks += 1
        else:
            letter = letter if letter.isprintable() else " "
            marks = MARKS if letter == " " else 0  # a mark needs a letter to stand on
        kept += letter if marks <= MARKS else ""
    return unicodedata.normalize("NFC", " ".join(kept.split())[:NAME].strip())


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, with a number if it could be taken for one that somebody at the table has already."""
    others = {likeness(name) for name in taken}
    numbered = (f"{wanted[: NAME - 3].strip()} {number}" for number in count(2))
    return next(name for name in chain([wanted], numbered) if likeness(name) not in others)


def likeness(name: str) -> str:
    """What is left of a name without capitals, accents, spaces and look-alikes: equal where people see the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LNS")
    return letters.translate(LOOK_ALIKE) or plain
