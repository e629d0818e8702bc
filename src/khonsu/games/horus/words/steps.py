"""Notation: a step's id and its text, the same in every language (docs/rules/horus.md, section 5)."""

from functools import cache
from typing import Any

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.kernel.reading import Reading

POSITIONS = (st.PLACE, st.PLACE_TEMPLE, st.RELOCATE, st.LAY)
WORDS = {
    st.EXTEND: "extend",
    st.NECROPOLIS: "necropolis",
    st.TRANSPORT: "transport",
    st.NONE: "none",
    st.PASS: "pass",
}


def text(s: Any, seat: int, step: int) -> str:
    """The notation of a legal step: `place 2,-1`, `end 0,4`, `replace 0,-2`, `card H 3`, `pile river`, `region 2,0`."""
    if step < st.REPLACE_0:
        return spoken(s, step)
    if step in WORDS:
        return WORDS[step]
    if step < st.EXTEND:
        x, y = ends(s)[step - st.REPLACE_0]
        return f"replace {x},{y}"
    if step < st.TRANSPORT:
        return f"card {card_text(step - st.CARD_0)}"
    if step < st.TILE_0:
        return f"pile {p.PILES[step - st.PILE_0]}"
    tile = step - st.TILE_0
    return f"{'tile' if s.by_tile else 'region'} {s.x[tile]},{s.y[tile]}"


def spoken(s: Any, step: int) -> str:
    """The notation of a position that is offered. Who asks a reading for a second one is told from all at once."""
    kept = s.__dict__ if isinstance(s, Reading) else {}
    if "spoken" not in kept:
        verb = "end" if moves_end(s) else "place"
        if not kept.get("asked"):
            kept["asked"] = True
            x, y = position(s, step)
            return f"{verb} {x},{y}"
        kept["spoken"] = [f"{verb} {x},{y}" for x, y in zip(*positions(s))]
    found: list[str] = kept["spoken"]
    return found[step]


@cache
def card_text(face: int) -> str:
    """A card face with a space: `H 3`, `? 1-5`."""
    kind, numbers = p.FACES[face]
    return f"{p.CARD_LETTERS[kind]} {p.numbers_text(numbers)}"


def question(s: Any) -> int:
    """The kind of the decision that is asked."""
    return int(s.pending[s.depth - 1, 0])


def operands(s: Any) -> list[int]:
    """The operands of the decision that is asked."""
    found: list[int] = s.pending[s.depth - 1, 1:].tolist()
    return found


def moves_end(s: Any) -> bool:
    """Whether the position asked for is that of an End."""
    asked = question(s)
    return asked == st.RELOCATE or (asked == st.LAY and operands(s)[0] == st.REPLACE_IT)


def position(s: Any, step: int) -> tuple[int, int]:
    """The anchor that a position step stands for."""
    place = int(s.options[step]) if s.barred < 0 else step
    for barred in s.options[: max(0, int(s.barred))].tolist():
        place += barred <= place
    slot = int(s.slots[place])
    return ((slot >> 2) & 511) - 256, (slot >> 11) - 256


def positions(s: Any) -> tuple[list[int], list[int]]:
    """The anchors of all positions that are offered: their x and their y."""
    if s.barred < 0:
        slots = s.slots[s.options[: int(s.n_options)]]
    else:
        slots = np.delete(s.slots[: int(s.n_slots)], s.options[: int(s.barred)])
    return (((slots >> 2) & 511) - 256).tolist(), ((slots >> 11) - 256).tolist()


def ends(s: Any) -> list[tuple[int, int]]:
    """The anchors of the Ends in canonical order: by y, then by x."""
    return sorted(((int(s.x[tile]), int(s.y[tile])) for tile in (1, 2)), key=lambda end: (end[1], end[0]))
