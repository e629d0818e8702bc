"""Notation: a step's id and its text, the same in every language (docs/rules/ankhor.md, section 4)."""

from typing import Any

from khonsu.games.ankhor import state as st
from khonsu.games.ankhor.pieces import TOKENS
from khonsu.games.ankhor.rules.domain import cell_level, cell_x, cell_y

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
    return cell_text(int(cell_x(s, seat, step)), int(cell_y(s, seat, step)), int(cell_level(step)))


def cell_text(x: int, y: int, level: int) -> str:
    """(x,y) for a base cell, [x,y] for an upper cell."""
    return f"[{x},{y}]" if level else f"({x},{y})"
