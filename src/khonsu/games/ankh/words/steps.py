"""Notation: a step's id and its text, the same in every language (docs/rules/ankh.md, section 4)."""

from typing import Any

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEXES, SIDES

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
HEX_WORD = {
    st.MOVE_FIGURE: "figure",
    st.OBELISK_FIGURE: "figure",
    st.SLOT: "pyramid",
    st.MONUMENT: "control",
    st.KEEP_TOKEN: "keep",
    st.KEEP_GUARDIAN: "keep",
    st.TILE_FROM: "tile",
    st.PUSH_TO: "push",
}
WORDS = {
    st.YES: "yes",
    st.NO: "no",
    st.FINISH: "finish",
    st.DECLINE: "decline",
    st.NORMAL_SLOT: "normal",
    st.UNDERWORLD_SLOT: "underworld",
    st.RESERVE: "reserve",
}


def hex_text(h: int) -> str:
    """A hex as row,column."""
    row, col = HEXES[h]
    return f"{row},{col}"


def side_text(side: int) -> str:
    """A camel side by its two hexes."""
    return "-".join(hex_text(h) for h in SIDES[side])


def facing_text(facing: int) -> str:
    """The two directions in which a scorpion points."""
    return f"{DIRECTIONS[facing]} {DIRECTIONS[(facing + 1) % 6]}"


def pair_tokens(step: int) -> tuple[int, int]:
    """The two order tokens that a step names."""
    one, other = divmod(step - st.PAIR_0, p.ORDER_TOKENS)
    return one + 1, other + 1


def text(s: Any, seat: int, step: int) -> str:
    """The notation of a legal step: `move`, `figure 4,2`, `to 3,3`, `card flood`, `offer 2`, `side 1,5-1,6`."""
    question = int(s.pending[s.depth - 1, 0])
    if step < st.SIDE_0:
        return f"{HEX_WORD.get(question, 'to')} {hex_text(step - st.HEX_0)}"
    if step < st.ACTION_0:
        return f"side {side_text(step - st.SIDE_0)}"
    if step < st.YES:
        return p.ACTIONS[step - st.ACTION_0]
    if step == st.FINISH and question == st.OBELISK_FIGURE:
        return "pass"
    if step in WORDS:
        return WORDS[step]
    return _piece_text(s, question, step)


def _piece_text(s: Any, question: int, step: int) -> str:
    """Steps that name a piece, a card, a power, a god or a number."""
    if step == st.RANSOM:
        return "ransom"
    if step < st.FACING_0:
        kind = p.FIGURES[step - st.FIGURE_0]
        return f"keep {kind}" if question == st.KEEP_GUARDIAN else kind
    if step < st.POWER_0:
        return f"facing {facing_text(step - st.FACING_0)}"
    if step < st.CARD_0:
        return f"power {p.POWERS[step - st.POWER_0]}"
    if step < st.KIND_0:
        return f"card {p.CARDS[step - st.CARD_0]}"
    if step < st.GOD_0:
        return f"build {p.MONUMENTS[step - st.KIND_0]}"
    if step < st.TOKEN_0:
        return f"captive {p.GODS[int(s.who[step - st.GOD_0])]}"
    if step < st.PAIR_0:
        return f"token {step - st.TOKEN_0}"
    if step < st.OFFER_0:
        one, other = pair_tokens(step)
        return f"{'join' if question == st.JOIN else 'exchange'} {one}-{other}"
    return f"offer {step - st.OFFER_0}"
