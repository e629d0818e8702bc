"""Horus in words: questions, what a step would do, and the log."""

from __future__ import annotations

from typing import Any

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.view import regions
from khonsu.games.horus.view.ground import Ground
from khonsu.games.horus.words.places import beside_words, touched_at
from khonsu.games.horus.words.steps import POSITIONS, ends, operands, position, text
from khonsu.games.horus.words.steps import question as decision
from khonsu.games.horus.words.terminal import board
from khonsu.kernel.game import Event, Words
from khonsu.text import Text

QUESTIONS = {
    st.PLACE_TEMPLE: "Lay the Temple of Horus beside the river, but not beside a region.",
    st.CHOOSE_END: "You drew a River tile. Which River End does it replace?",
    st.USE: "A River tile from the reserve. How do you use it?",
    st.CARD: "Which card do you play?",
    st.PILE: "Which pile do you take a tile from?",
    st.SOURCE: "You may move one of your markers along the river. Which one?",
    st.TARGET: "Where does the marker go?",
}


def tile_name(kind: int, t: Text) -> str:
    """A tile by its kind: Desert, River."""
    return t.term(p.NAMES[kind])


def place_name(x: int, y: int) -> str:
    """An anchor: (2,-1)."""
    return f"({x},{y})"


def card_name(face: int, t: Text) -> str:
    """A card: Hills 3, ? 1-5, River Transport."""
    if face == p.TRANSPORT:
        return t("River Transport")
    kind, numbers = p.FACES[face]
    return f"{'?' if kind == p.ANY else tile_name(kind, t)} {p.numbers_text(numbers)}"


def sizes_name(s: Any, face: int) -> str:
    """HO-55: the sizes a card allows now."""
    return "1" if s.turn <= s.players else p.numbers_text(p.FACES[face][1])


# -- questions -------------------------------------------------------------------------------------------------------


def question(s: Any, seat: int, t: Text) -> str:
    """What the seat is asked."""
    asked, (a, b, _) = decision(s), operands(s)
    if asked == st.PLACE:
        if b == st.FROM_RESERVE:
            return t("Where do you lay the {tile} tile from the reserve?", tile=tile_name(a, t))
        return t("You drew a tile: {tile}. Where do you lay it?", tile=tile_name(a, t))
    if asked == st.RELOCATE and b == st.NEAR:
        return t("Where does the River End go? It must touch the new River tile.")
    if asked == st.RELOCATE or (asked == st.LAY and a == st.REPLACE_IT):
        return t("Where does the River End go? Any place beside the river will do.")
    if asked == st.LAY:
        return t("Where do you extend the river?" if a == st.EXTEND_IT else "Where do you lay the Necropolis?")
    if asked == st.MARKER:
        sizes = sizes_name(s, a)
        if s.turn <= s.players:
            return t("Where do you place your marker? On your first turn every number counts as 1.")
        return t("Where do you place your marker? The region must have size {sizes}.", sizes=sizes)
    return t(QUESTIONS[asked])


# -- what a step would do --------------------------------------------------------------------------------------------


def explain(s: Any, seat: int, step: int, t: Text) -> str:
    """What a legal step would do."""
    asked = decision(s)
    if asked in POSITIONS:
        return explain_place(s, seat, *position(s, step), t)
    if st.REPLACE_0 <= step < st.EXTEND:
        return told_at(s, *ends(s)[step - st.REPLACE_0], t("Replace this River End with a River tile."), t)
    if asked == st.CARD:
        return explain_card(s, step - st.CARD_0, t)
    if asked == st.PILE:
        pile = step - st.PILE_0
        left = int(s.pile[pile])
        name = tile_name(pile, t)
        return t.count("Take the last {tile} tile of the reserve.", "Take one of {n} {tile} tiles.", left, tile=name)
    if st.TILE_0 <= step < st.NONE:
        return explain_region(s, seat, int(s.region[step - st.TILE_0]), t)
    return t(
        {
            st.EXTEND: "Lay it as a River tile, anywhere along the river.",
            st.NECROPOLIS: "Turn it over and lay it as a Necropolis, anywhere.",
            st.NONE: "Move no marker.",
            st.PASS: "Place no marker.",
        }[step]
    )


def told_at(s: Any, x: int, y: int, sentence: str, t: Text) -> str:
    """What happens at an anchor, and what lies beside it."""
    count = int(s.tiles)
    tiles = zip(*(getattr(s, name)[:count].tolist() for name in ("x", "y", "kind")))
    return f"{sentence} {beside_words(touched_at(tiles, x, y), t)}".rstrip()


def explain_place(s: Any, seat: int, x: int, y: int, t: Text) -> str:
    """What a tile or an End would bring about at a position; for terrain the region it makes."""
    asked, (a, _, _) = decision(s), operands(s)
    if asked == st.PLACE:
        return explain_terrain(s, seat, x, y, t)
    if asked == st.PLACE_TEMPLE:
        return told_at(s, x, y, t("Lay the Temple; regions that touch it count double."), t)
    if asked == st.RELOCATE or a == st.REPLACE_IT:
        return told_at(s, x, y, t("Move the River End."), t)
    return told_at(s, x, y, t("Extend the river." if a == st.EXTEND_IT else "Lay the Necropolis."), t)


def explain_terrain(s: Any, seat: int, x: int, y: int, t: Text) -> str:
    """The region that a terrain tile makes: how it comes about, its worth, and whether it would be the seat's own."""
    kind = operands(s)[0]
    ground, name = Ground(s, kind), tile_name(kind, t)
    old, after = len(ground.joined(x, y)), ground.after(x, y)
    if old == 0:
        made = told_at(s, x, y, t("A new {tile} region of 1 tile.", tile=name), t)
    elif old == 1:
        made = t("The {tile} region grows to {size} tiles.", tile=name, size=after["size"])
    else:
        made = t("Joins {old} {tile} regions into one of {size} tiles.", old=old, tile=name, size=after["size"])
    worth = t.count("It is worth {n} point.", "It is worth {n} points.", after["value"])
    own = seat in after["scores"]
    if not after["scores"]:
        control = t("Nobody controls it.")
    elif len(after["scores"]) == 1:
        control = t("You control it." if own else "Another player controls it.")
    else:
        control = t("You share control of it." if own else "Other players share control of it.")
    return f"{made} {worth} {control}"


def explain_card(s: Any, face: int, t: Text) -> str:
    """What a card brings."""
    if face == p.TRANSPORT:
        return t("Once per game: play two River tiles, then you may move one of your markers.")
    kind, sizes = p.FACES[face][0], sizes_name(s, face)
    if kind == p.ANY:
        return t("Lay any tile from the reserve, then place a marker in a region of size {sizes}.", sizes=sizes)
    name = tile_name(kind, t)
    return t("Lay a {tile} tile, then place a marker in a region of size {sizes}.", tile=name, sizes=sizes)


def explain_region(s: Any, seat: int, root: int, t: Text) -> str:
    """A region as it stands: size, value, markers."""
    found = regions(s)[s.roots[: int(s.regions)].tolist().index(root)]
    others = max(n for owner, n in enumerate(found["markers"]) if owner != seat)
    return t(
        "{tile}: size {size}, worth {value}; your markers: {own}, most markers of another player: {others}.",
        tile=tile_name(p.KINDS.index(found["kind"]), t),
        size=found["size"],
        value=found["value"],
        own=found["markers"][seat],
        others=others,
    )


# -- the log ---------------------------------------------------------------------------------------------------------


def tell(event: Event, names: list[str], t: Text) -> str:
    """A sentence of the log, "" for what needs none."""
    who = names[event.seat]
    return tell_tiles(event, who, t) or tell_cards(event, who, t) or tell_course(event, who, t)


def tell_tiles(event: Event, who: str, t: Text) -> str:
    """Sentences about the Kingdom and its markers."""
    a, b, c, d = event.a, event.b, event.c, event.d
    if event.kind == st.DREW_TILE:
        return t("{who} draws a tile: {tile}.", who=who, tile=tile_name(a, t))
    if event.kind == st.PLACED:
        name, where = tile_name(a, t), place_name(b, c)
        if d > 1:
            sentence = "{who} lays a tile at {place}: {tile}. The region has {size} tiles."
            return t(sentence, who=who, tile=name, place=where, size=d)
        return t("{who} lays a tile at {place}: {tile}.", who=who, tile=name, place=where)
    if event.kind == st.MOVED_END:
        sentence = "{who} lays a River tile at {start}; the River End goes to {goal}."
        return t(sentence, who=who, start=place_name(a, b), goal=place_name(c, d))
    if event.kind == st.OUT:
        return t("There is no room for {tile}: the tile leaves the game.", tile=tile_name(a, t))
    if event.kind == st.MARKED:
        sentence = "{who} places a marker at {place}, in a {tile} region of size {size}."
        return t(sentence, who=who, place=place_name(a, b), tile=tile_name(event.e, t), size=c)
    if event.kind == st.MOVED_MARKER:
        sentence = "{who} moves a marker from {start} to {goal}."
        return t(sentence, who=who, start=place_name(a, b), goal=place_name(c, d))
    if event.kind == st.UNMARKED:
        sentences = (
            "No region fits the card: {who} places no marker.",
            "{who} has no marker left.",
            "{who} places no marker.",
            "{who} moves no marker.",
        )
        return t(sentences[a], who=who)
    return ""


def tell_cards(event: Event, who: str, t: Text) -> str:
    """Sentences about cards."""
    a = event.a
    if event.kind == st.PLAYED:
        return t("{who} plays {card}.", who=who, card=card_name(a, t))
    if event.kind == st.DREW_CARD:
        if event.hidden:
            return t("{who} draws a card.", who=who)
        return t("{who} draws the card {card}.", who=who, card=card_name(a, t))
    if event.kind == st.LOST:
        return t("{who} discards {card}: its pile is exhausted.", who=who, card=card_name(a, t))
    if event.kind == st.REPLACED:
        return t("{who} draws {card}, whose pile is exhausted, and replaces it.", who=who, card=card_name(a, t))
    if event.kind == st.CLEARED:
        return t.count(
            "{n} card of that kind leaves the discard pile.", "{n} cards of that kind leave the discard pile.", a
        )
    if event.kind == st.RESHUFFLED:
        return t.count(
            "The discard pile becomes the new deck: {n} card.", "The discard pile becomes the new deck: {n} cards.", a
        )
    if event.kind == st.SKIPPED:
        return t("{who} cannot play a card.", who=who)
    return ""


def tell_course(event: Event, who: str, t: Text) -> str:
    """Sentences about the course of the game."""
    if event.kind == st.TURN:
        return t("Turn {turn}: {who}.", turn=event.a, who=who)
    if event.kind == st.EXHAUSTED:
        return t("The {tile} pile is exhausted.", tile=tile_name(event.a, t))
    if event.kind == st.LAST_TURN:
        return t("Two piles are exhausted: the game ends after this turn.")
    if event.kind == st.OVER:
        return t("Nobody can play a card any more: the game is over." if event.a else "The game is over.")
    return ""  # an automatic answer is told by what it brings about


WORDS = Words(text=text, question=question, explain=explain, tell=tell, board=board)
