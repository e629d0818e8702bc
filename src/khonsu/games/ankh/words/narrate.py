"""Ankh in words: what a seat is asked, and what a step would do. The log is in `log`, the table in `terminal`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEXES, LAND
from khonsu.games.ankh.view.state import district
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.log import directions, tell
from khonsu.games.ankh.words.notices import camel_words, region_name
from khonsu.games.ankh.words.places import BESIDE, alike, piece_words, place_words
from khonsu.games.ankh.words.steps import hex_text, pair_tokens, text
from khonsu.games.ankh.words.terminal import board
from khonsu.kernel.game import Words
from khonsu.text import Text

QUESTIONS = {
    st.FIRST_ACTION: "Your turn: which action do you take?",
    st.SECOND_ACTION: "Which second action do you take? It must be on a lower track.",
    st.MOVE_FIGURE: "Which figure do you move? Or end the action.",
    st.MOVE_TO: "Where does this figure go? It stands on {hex}.",
    st.PUSH_TO: "Satet pushes the figure away. Where to?",
    st.FACING: "Where do the pincers of the Giant Scorpion on {hex} point?",
    st.SLOT: "Summon: which place do you use? Or end the action.",
    st.SUMMON_FIGURE: "Which figure do you summon?",
    st.SUMMON_HEX: "Where do you summon it?",
    st.SUN: "Do you put a Sun on the figure on {hex}?",
    st.POWER: "Which power do you unlock?",
    st.MONUMENT: "Which monument do you take control of?",
    st.CAMEL: "Camel Caravan: where does the next camel go?",
    st.KEEP_TOKEN: "Which of the two new regions keeps the order token?",
    st.EXCHANGE: "Do you exchange two order tokens?",
    st.OBELISK_FIGURE: "Obelisk Attuned: which figure do you move to the battle? Or pass.",
    st.OBELISK_TO: "Next to which obelisk does the figure on {hex} go?",
    st.ANNOUNCE: "Do you announce that you will play two cards?",
    st.CARD: "Choose a battle card in secret.",
    st.BUILD_KIND: "Which monument do you build?",
    st.BUILD_HEX: "Where do you build it?",
    st.OFFER: "Plague of Locusts: how many followers do you offer in secret?",
    st.CAPTIVE: "Whose dead warrior do you take captive?",
    st.RETURN_TO: "Your Mummy returns: on which hex beside your god?",
    st.TIE_BREAK: "The battle is tied. Do you use the tie-breaker?",
    st.PROTECT: "Your figure on {hex} is protected. Do you keep it alive?",
    st.TILE_FROM: "You have lost: which Underworld tile do you lay?",
    st.TILE_TO: "Where do you lay the Underworld tile?",
    st.WORSHIP: "Worshipful: do you pay 2 followers for 1 devotion?",
    st.KEEP_GUARDIAN: "There are too few bases: which guardian do you keep?",
    st.JOIN: "Which two regions do you join?",
    st.MOVE_TOKEN: "Which order token goes to the region that has none?",
}
ON_HEX = {
    st.MOVE_FIGURE: "Move your {figure}.",
    st.OBELISK_FIGURE: "Move your {figure}.",
    st.SLOT: "Summon next to your pyramid.",
    st.KEEP_GUARDIAN: "Keep the {figure}.",
    st.TILE_FROM: "Move the tile.",
}
WITH_HEX = (st.MOVE_TO, st.FACING, st.SUN, st.OBELISK_TO, st.PROTECT)


def question(s: Any, seat: int, t: Text) -> str:
    """What the seat is asked."""
    asked = int(s.pending[s.depth - 1, 0])
    if asked in WITH_HEX:
        return t(QUESTIONS[asked], hex=hex_text(int(s.pending[s.depth - 1, 2])))
    return t(QUESTIONS[asked])


def explain(s: Any, seat: int, step: int, t: Text) -> str:
    """What a legal step would do."""
    asked = int(s.pending[s.depth - 1, 0])
    if step == st.FINISH:
        return t("Pass for the rest of this battle's start." if asked == st.OBELISK_FIGURE else "End this action.")
    if step == st.DECLINE:
        return t("Do nothing.")
    if step in (st.YES, st.NO):
        return explain_answer(asked, step == st.YES, t)
    if step < st.SIDE_0:
        return explain_hex(s, asked, step - st.HEX_0, t)
    if step < st.ACTION_0:
        return explain_camel(s, step - st.SIDE_0, t)
    if step < st.YES:
        return explain_action(s, step - st.ACTION_0, t)
    if step in (st.NORMAL_SLOT, st.UNDERWORLD_SLOT, st.RESERVE):
        return t(
            {
                st.NORMAL_SLOT: "Summon next to your figures and monuments.",
                st.UNDERWORLD_SLOT: "Summon on an Underworld hex.",
                st.RESERVE: "Lay a tile from your reserve.",
            }[step]
        )
    return explain_piece(s, seat, asked, step, t)


def explain_camel(s: Any, side: int, t: Text) -> str:
    """A camel, and the regions that the shortest line beginning so would make."""
    camels = frozenset(i for i, camel in enumerate(s.camel) if camel)
    line = (*(int(each) for each in s.line[: int(s.n_line)]), side)
    return camel_words(line, camels, int(s.camels), t)


def explain_action(s: Any, track: int, t: Text) -> str:
    """An action, and the event that it would trigger."""
    name = t.term(terms.ACTIONS[track])
    if s.counter[track] + 1 == s.limit[track]:
        event = t.term(terms.EVENTS[int(s.calendar[s.event])])
        return t("{action}; this triggers the event: {event}.", action=name, event=event)
    left = int(s.limit[track]) - int(s.counter[track]) - 1
    return t("{action}; then {n} more to the event.", action=name, n=left)


def explain_answer(asked: int, yes: bool, t: Text) -> str:
    """Yes or no, question by question."""
    answers = {
        st.SUN: ("Put a Sun on it: winning or dominating with it gives 1 more devotion.", "No Sun."),
        st.ANNOUNCE: ("Announce two cards; the token stays face down until the Conflict ends.", "Play one card."),
        st.TIE_BREAK: ("Win this battle; the tie-breaker is used up.", "Let the tie stand: everybody loses."),
        st.PROTECT: ("Keep the figure alive.", "Let the figure die."),
        st.WORSHIP: ("Pay 2 followers for 1 devotion.", "Keep your followers."),
    }
    return t(answers[asked][0 if yes else 1])


def explain_hex(s: Any, asked: int, h: int, t: Text) -> str:
    """What would happen on a hex, and where it lies."""
    if asked == st.KEEP_TOKEN:
        return explain_part(s, h, t)
    if asked == st.MOVE_TO and s.owner[h] >= 0 and h != int(s.pending[s.depth - 1, 2]):
        done = t("Push the {figure} of {god} away.", figure=figure_name(s, h, t), god=god_name(s, int(s.owner[h]), t))
    elif asked == st.MONUMENT:
        done = explain_monument(s, h, t)
    elif asked in ON_HEX:
        done = t(ON_HEX[asked], figure=figure_name(s, h, t))
    else:
        done = ""  # the question says it
    return f"{done} {place_name(s, h, t)}".lstrip()


def explain_part(s: Any, h: int, t: Text) -> str:
    """A part of a divided region that may keep the token."""
    part = tuple(g for g in range(len(HEXES)) if LAND[g] and s.region[g] == s.region[h])
    return t("{part} ({n} land hexes) keeps the token.", part=region_name(district(part), t), n=len(part))


def explain_monument(s: Any, h: int, t: Text) -> str:
    """A monument to be taken, neutral or an enemy's."""
    kind = t.term(terms.MONUMENTS[int(s.monument[h])])
    if s.control[h] < 0:
        return t("Take the neutral {monument}.", monument=kind)
    return t("Take the {monument} from {god}.", monument=kind, god=god_name(s, int(s.control[h]), t))


def explain_piece(s: Any, seat: int, asked: int, step: int, t: Text) -> str:
    """Figures, facings, powers, cards, monuments, captives, tokens and offerings."""
    if step == st.RANSOM:
        return t("Free a warrior held by Anubis for one follower.")
    if step < st.FACING_0:
        kind = t.term(terms.FIGURES[step - st.FIGURE_0])
        sentence = "Keep a {figure} in the pool." if asked == st.KEEP_GUARDIAN else "Summon a {figure}."
        return t(sentence, figure=kind)
    if step < st.POWER_0:
        return t("Point to {directions}.", directions=directions(step - st.FACING_0, t))
    if step < st.CARD_0:
        power = step - st.POWER_0
        return t("{name}: {rule}", name=t.term(terms.POWERS[power]), rule=t(terms.POWER_RULES[power]))
    if step < st.KIND_0:
        card = step - st.CARD_0
        return t("{name}: {rule}", name=t.term(terms.CARDS[card]), rule=t(terms.CARD_RULES[card]))
    if step < st.GOD_0:
        return t("Build: {monument}.", monument=t.term(terms.MONUMENTS[step - st.KIND_0]))
    if step < st.TOKEN_0:
        return t("Take a warrior of {god} captive.", god=god_name(s, step - st.GOD_0, t))
    if step < st.PAIR_0:
        return t("Order token {token} moves there.", token=step - st.TOKEN_0)
    if step < st.OFFER_0:
        one, other = pair_tokens(step)
        sentence = "Join regions {one} and {other}." if asked == st.JOIN else "Exchange order tokens {one} and {other}."
        return t(sentence, one=one, other=other)
    have = int(s.followers[s.god_of[seat]])
    return t("Offer {n} of your {have} followers.", n=step - st.OFFER_0, have=have)


# -- names -------------------------------------------------------------------------------------------------------------


def god_name(s: Any, god: int, t: Text) -> str:
    """Which god it is."""
    return t.term(terms.GODS[int(s.who[god])])


def figure_name(s: Any, h: int, t: Text) -> str:
    """What kind of figure stands there."""
    return t.term(terms.FIGURES[int(s.figure[h])])


def place_name(s: Any, h: int, t: Text) -> str:
    """Where a hex lies: its regions by their order tokens, and what stands beside it."""
    pieces = (words for g in BESIDE[h] for words in pieces_on(s, g, t))
    regions = hex_tokens(s)
    tokens = tuple(regions[h])
    return place_words(h, tokens, alike(regions)[tokens], tuple(pieces), t)


def hex_tokens(s: Any) -> list[list[int]]:
    """The order tokens of every hex; water may have several."""
    tokens = [int(token) for token in s.token]
    return [[tokens[r] for r in range(st.REGIONS) if int(bits) >> r & 1] for bits in s.region]


def pieces_on(s: Any, h: int, t: Text) -> Iterator[str]:
    """The figure and the monument on a hex."""
    if s.owner[h] >= 0:
        kind = "" if int(s.figure[h]) == p.GOD else figure_name(s, h, t)
        yield piece_words(kind, god_name(s, int(s.owner[h]), t), t)
    if s.monument[h]:
        god = god_name(s, int(s.control[h]), t) if s.control[h] >= 0 else ""
        yield piece_words(t.term(terms.MONUMENTS[int(s.monument[h])]), god, t)


WORDS = Words(text=text, question=question, explain=explain, tell=tell, board=board)
