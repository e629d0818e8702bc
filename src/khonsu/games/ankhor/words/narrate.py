"""Ankh'or in words: questions, what a step would do, the log, and the table for a terminal."""

from __future__ import annotations

from typing import Any

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.rules.contract import play
from khonsu.games.ankhor.words.places import cell_words
from khonsu.games.ankhor.words.steps import cell_place, cell_text, text
from khonsu.games.ankhor.words.terminal import board
from khonsu.kernel.game import Event, Words
from khonsu.kernel.reading import reading_of
from khonsu.text import Text

QUESTIONS = {
    st.MENU: "Take three tokens or buy a tile. You may spend ankhs first.",
    st.STACK: "Which stack do the new tiles come from?",
    st.TILE: "Which of your tiles do you move?",
    st.TARGET: "Where does the tile go?",
    st.SLOT: "Which tile do you buy?",
    st.CELL: "Where do you lay the tile?",
    st.SAVE: "On the upper level, the tile costs one resource less. Which one do you save?",
    st.AFTER: "You may still spend ankhs, or end your turn.",
    st.STORE: "You have too many tokens. Which one do you store on its depot?",
    st.GIVE_BACK: "You have too many tokens. Which one do you return?",
}


def token_name(number: int, t: Text) -> str:
    """A token by its resource and colour: fish (blue)."""
    name = p.TOKENS[number]
    return t.term("ankh") if name == "ankh" else f"{t.term(p.RESOURCES[name])} ({t.term(name)})"


def tile_name(number: int, t: Text) -> str:
    """A tile by kind and colour: scarab (red)."""
    colour, kind = p.TILES[number]
    return f"{t.term(p.KINDS[kind])} ({t.term(p.COLOURS[colour])})"


def question(s: Any, seat: int, t: Text) -> str:
    """What the seat is asked."""
    asked, left = int(s.pending[s.depth - 1, 0]), int(s.pending[s.depth - 1, 1])
    if asked == st.PICK:
        return t.count("Take a token: {n} more.", "Take a token: {n} more.", left)
    return t(QUESTIONS[asked])


def explain(s: Any, seat: int, step: int, t: Text) -> str:
    """What a legal step would do."""
    asked = int(s.pending[s.depth - 1, 0])
    if asked in (st.MENU, st.AFTER):
        return explain_menu(s, step, t)
    if asked == st.STACK:
        stack = step - st.STACK_A
        colour = p.COLOURS[p.TILES[int(s.stack[stack, s.stack_size[stack] - 1])][0]]
        return t("Draw from stack {stack}; its top tile is {colour}.", stack="AB"[stack], colour=t.term(colour))
    if asked == st.SLOT:
        slot = step - st.SLOT_0
        price = t.items([token_name(int(kind), t) for kind in s.price[slot] if kind >= 0])
        return t("Buy {tile} for {price}.", tile=tile_name(int(s.row[slot]), t), price=price)
    if asked == st.TILE:
        return t("Move {tile}.", tile=tile_name(tile_on(s, seat, step), t))
    if asked in (st.CELL, st.TARGET):
        before, after = domain_points(s, seat), domain_points(laid(s, seat, step), seat)
        points = t("Points of your domain: {after} ({change:+}).", after=after, change=after - before)
        return f"{cell_words(cell_place(s, seat, step), base(s, seat, t), t)} {points}"
    if asked == st.SAVE:
        return t("Do not pay {token}.", token=token_name(step - st.TOKEN_0, t))
    if asked == st.STORE:
        return t("Store {token} on its depot.", token=token_name(step - st.TOKEN_0, t))
    if asked == st.GIVE_BACK:
        return t("Return {token}.", token=token_name(step - st.TOKEN_0, t))
    return t("Take {token}.", token=token_name(step - st.TOKEN_0, t))


def explain_menu(s: Any, step: int, t: Text) -> str:
    """The entries of DP-1 and DP-8."""
    if step == st.RENEW:
        if s.players == 2:
            return t(
                "Spend an ankh: discard the leftmost tile, slide the row and draw new tiles. You cannot undo this."
            )
        return t("Spend an ankh: slide the row and draw new tiles. You cannot undo this.")
    return t(
        {
            st.TAKE: "Take three tokens of your choice.",
            st.BUY: "Buy a tile from the row and lay it at once.",
            st.MOVE: "Spend an ankh: move a tile of your domain.",
            st.END: "End the turn.",
        }[step]
    )


def tile_on(s: Any, seat: int, step: int) -> int:
    """The tile that lies on a cell."""
    x, y, level = cell_place(s, seat, step)
    there = (s.x[seat] == x) & (s.y[seat] == y) & (s.level[seat] == level)
    return int(s.tile[seat, : int(s.tiles[seat])][there[: int(s.tiles[seat])]][0])


def base(s: Any, seat: int, t: Text) -> dict[tuple[int, int], str]:
    """The tiles of the lower level by their places."""
    rows = zip(*(getattr(s, name)[seat, : int(s.tiles[seat])].tolist() for name in ("x", "y", "level", "tile")))
    return {(x, y): tile_name(tile, t) for x, y, level, tile in rows if not level}


def domain_points(s: Any, seat: int) -> int:
    """Points without left-over tokens."""
    return int(s.colours[seat]) + int(s.animals[seat]) + int(s.twos[seat]) + p.BONUS_VALUE * int(s.bonus[seat])


def laid(s: Any, seat: int, step: int) -> Any:
    """The state after a cell was chosen; what is saved (DP-6c) does not matter for the points."""
    kind, data = reading_of(st.State), bytearray(s.data)
    ahead = kind(data)
    play.quick(ahead, seat, step)
    if not ahead.over and int(ahead.pending[ahead.depth - 1, 0]) == st.SAVE:
        play.quick(ahead, seat, int(ahead.options[0]))
    return kind(data)


def tell(event: Event, names: list[str], t: Text) -> str:
    """A sentence of the log, "" for what needs none."""
    who = names[event.seat]
    a, b = event.a, event.b
    if event.kind == st.TURN:
        if event.c:
            return t("{who} plays an extra turn.", who=who)
        return t("Round {round}: {who}'s turn.", round=b, who=who)
    if event.kind == st.TOOK:
        return t("{who} takes {token}.", who=who, token=token_name(a, t))
    if event.kind == st.PAID:
        sentence = "{who} pays {token} from a depot." if b else "{who} pays {token}."
        return t(sentence, who=who, token=token_name(a, t))
    if event.kind == st.SAVED:
        return t("{who} saves {token}.", who=who, token=token_name(a, t))
    if event.kind == st.BOUGHT:
        where = cell_text(b, event.c, event.d)
        upper = "{who} builds a tile on the upper level, at {cell}: {tile}."
        sentence = upper if event.d else "{who} lays a tile at {cell}: {tile}."
        return t(sentence, who=who, tile=tile_name(a, t), cell=where)
    if event.kind == st.MOVED:
        places = {"start": cell_text(b, event.c, event.f), "goal": cell_text(event.d, event.e, event.f)}
        return t("{who} moves a tile from {start} to {goal}: {tile}.", who=who, tile=tile_name(a, t), **places)
    return tell_tokens(event, who, t) or tell_course(event, who, t)


def tell_tokens(event: Event, who: str, t: Text) -> str:
    """Sentences about tokens that move by themselves."""
    a, b = event.a, event.b
    if event.kind == st.FILLED:
        return t("{who} gets a token on the depot: {token}.", who=who, token=token_name(a, t))
    if event.kind == st.COVERED:
        sentence = (
            "{who} covers a depot; its token goes back to the supply: {token}."
            if b
            else "{who} covers a depot; its token goes back to the hand: {token}."
        )
        return t(sentence, who=who, token=token_name(a, t))
    if event.kind == st.BONUS:
        if b > 0:
            return t.count("{who} earns {n} bonus token.", "{who} earns {n} bonus tokens.", b, who=who)
        return t.count("{who} gives {n} bonus token back.", "{who} gives {n} bonus tokens back.", -b, who=who)
    if event.kind == st.STORED:
        return t("{who} stores {token} on a depot.", who=who, token=token_name(a, t))
    if event.kind == st.RETURNED:
        return t.count("{who} returns {token}.", "{who} returns {n} × {token}.", b, who=who, token=token_name(a, t))
    return ""


def tell_course(event: Event, who: str, t: Text) -> str:
    """Sentences about the row and the course of the game."""
    a, b = event.a, event.b
    if event.kind == st.EXTRA_TURN:
        return t("The scribe gives {who} an extra turn.", who=who)
    if event.kind == st.LAST_ROUND:
        if a:
            return t("The row and the stacks are empty: this is the last round.")
        return t("{who} has {n} tiles: this is the last round.", who=who, n=p.LAST_TILE)
    if event.kind == st.SPENT:
        return t("{who} spends an ankh to move a tile." if a else "{who} spends an ankh to renew the row.", who=who)
    if event.kind == st.DISCARDED:
        return t("Discarded: {tile}.", tile=tile_name(a, t))
    if event.kind == st.DREW:
        return t("New in slot {slot}: {tile}.", tile=tile_name(a, t), slot=b + 1)
    if event.kind == st.OVER:
        if a:
            return t("Nobody buys any more: the game is over.")
        return t("The game is over.")
    return ""  # an automatic answer is told by what it brings about


WORDS = Words(text=text, question=question, explain=explain, tell=tell, board=board)
