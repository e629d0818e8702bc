"""Notation: a step's id and its text, the same in every language (docs/rules/ankhor.md, section 4)."""

from typing import Any

from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.rules.pieces import LATTICE, TOKENS

MENU = ("take", "buy", "renew", "move", "end")
TOKEN_WORD = {st.PICK: "", st.SAVE: "save ", st.STORE: "store ", st.GIVE_BACK: "return "}


def text(s: Any, seat: int, step: int) -> str:
    """The notation of a legal step: `take`, `stack A`, `blue`, `slot 3`, base cell `(0,1)`, upper cell `[0,1]`."""
    if step < st.STACK_A:
        return MENU[step]
    if step < st.TOKEN_0:
        return f"stack {'AB'[step - st.STACK_A]}"
    if step < st.SLOT_0:
        question = int(s.pending[s.depth - 1, 0])
        return TOKEN_WORD[question] + TOKENS[step - st.TOKEN_0]
    if step < st.CELL_0:
        return f"slot {step - st.SLOT_0 + 1}"
    return cell_text(*cell_place(s, seat, step))


def cell_place(s: Any, seat: int, step: int) -> tuple[int, int, int]:
    """True x, true y and level of a cell in or around a domain.

    The rules have the same in `rules.domain`, but to call a compiled rule with a single record would compile it anew in
    every process: a quarter of a second in which a server would do nothing else.
    """
    west, north = int(s.left[seat]) - 1, int(s.top[seat]) - 1
    level, cell = divmod(int(step) - st.CELL_0, st.CELLS)
    row, column = divmod(cell, LATTICE)
    return west + (column - west) % LATTICE, north + (row - north) % LATTICE, level


def cell_text(x: int, y: int, level: int) -> str:
    """(x,y) for a base cell, [x,y] for an upper cell."""
    return f"[{x},{y}]" if level else f"({x},{y})"
