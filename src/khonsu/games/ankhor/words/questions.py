"""Questions about Ankh'or that the rules answer: what can be bought, what a tile brings, what goes back, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.authors.questions import Kinds, Posed, Subject, among, inside, together
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.view import breakdown
from khonsu.games.ankhor.words.narrate import tile_name, token_name
from khonsu.games.ankhor.words.steps import cell_place, cell_text
from khonsu.kernel.position import Position
from khonsu.text import Text

GROUND = ("colours", "animals", "numbers", "bonus")  # parts of a score that a tile can change at once
DULL = 0.8  # the share of questions without anything to count that are left out


def asked(position: Position) -> int:
    """The decision that is asked."""
    s = position.reading
    return int(s.pending[s.depth - 1, 0])


def resources(counts: Any, t: Text) -> str:
    """A hand of resources in words."""
    found = [f"{int(n)} × {token_name(kind, t)}" for kind, n in enumerate(counts[:5]) if n]
    return t.items(found) if found else t("nothing")


def affordable(position: Position, seat: int) -> list[int]:
    """The slots from which the seat can buy now."""
    if st.BUY not in position.legal(seat):
        return []
    after = position.copy()
    after.play(seat, st.BUY)
    if asked(after) == st.SLOT:
        return [step - st.SLOT_0 for step in after.legal(seat)]
    if asked(after) in (st.CELL, st.SAVE):  # a single tile is chosen by itself
        return [int(after.reading.pending[after.reading.depth - 1, 1])]
    row, now = position.reading.row, after.reading.row  # and a single way to lay it, too
    return [slot for slot in range(p.SLOTS) if row[slot] >= 0 and row[slot] != now[slot]]


def buy(table: Subject) -> Posed | None:
    """Which of four tiles can be paid for."""
    position, seat, t = table.position, table.seat, table.t
    if asked(position) != st.MENU:
        return None
    s = position.reading
    can = affordable(position, seat)
    cannot = [slot for slot in range(p.SLOTS) if s.row[slot] >= 0 and slot not in can]
    if not can or len(cannot) < 3:
        return None
    right = table.chance.choice(can)
    slots = [right, *table.chance.sample(cannot, 3)]
    price = [int(kind) for kind in s.price[right] if kind >= 0]
    why = t(
        "It costs {price}; you have {hand}.",
        price=t.items([token_name(kind, t) for kind in price]),
        hand=resources(s.hand[seat], t),
    )
    if lacking(s, seat, price):
        why += " " + t("On the upper level it costs one resource less, and you have a place for it there.")
    return Posed(
        t("It is your turn. Which of these tiles can you buy now, without spending an ankh first?"),
        tuple(t("slot {n}: {tile}", n=slot + 1, tile=tile_name(int(s.row[slot]), t)) for slot in slots),
        why,
        "upper" if lacking(s, seat, price) else "buy",
        places=tuple(f"slot-{slot + 1}-tile" for slot in slots),
    )


def lacking(s: Any, seat: int, price: list[int]) -> int:
    """How many tokens of a price are neither in the hand nor on a depot that is not covered."""
    have = [int(n) for n in s.hand[seat]]
    for i in range(int(s.tiles[seat])):
        if s.token[seat, i] and not s.cover[seat, i]:
            have[p.TILES[int(s.tile[seat, i])][0]] += 1
    return sum(max(0, price.count(kind) - have[kind]) for kind in set(price))


def gain(table: Subject) -> Posed | None:
    """How many points a tile brings at a place."""
    position, seat, t = table.position, table.seat, table.t
    if asked(position) != st.CELL or position.reading.tiles[seat] < 2:
        return None
    step = table.chance.choice(position.legal(seat))
    after = position.copy()
    after.play(seat, step)
    if int(after.reading.tiles[seat]) == int(position.reading.tiles[seat]):
        after.play(seat, after.legal(seat)[0])  # which resource is saved does not change the points
    before, now = breakdown(position.state, seat), breakdown(after.state, seat)
    change = {part: int(now[part] - before[part]) for part in GROUND}
    right = sum(change.values())
    if not right and table.chance.random() < DULL:
        return None
    s = position.reading
    tile = int(s.row[int(s.pending[s.depth - 1, 1])])
    each = [f"{t.term(part)} {n:+}" for part, n in change.items() if n]
    likely = (right - change["bonus"], change["colours"], change["animals"], right + 3, 0)
    numbers = among(right, likely, table.chance)
    return Posed(
        t(
            "You lay this tile at {cell}: {tile}. How many points does that bring at once? "
            "Count colours, animals, numbers and bonus tokens; ignore resources.",
            cell=cell_text(*cell_place(s, seat, step)),
            tile=tile_name(tile, t),
        ),
        tuple(str(n) for n in numbers),
        t("{parts}. Only groups of two or more count.", parts=t.items(each).capitalize())
        if each
        else t("Nothing: it makes no group of two or more."),
        "groups",
        about=(position.notation(seat, step),),
    )


def give_back(table: Subject) -> Posed | None:
    """How many resources go back at the end of a turn."""
    position, seat, t = table.position, table.seat, table.t
    s = position.reading
    depots = any(p.TILES[int(tile)][1] == p.DEPOT for tile in s.tile[seat][: int(s.tiles[seat])])
    if asked(position) != st.MENU or depots or int(sum(s.hand[seat][:5])) < 2:
        return None
    after = position.copy()
    after.play(seat, st.TAKE)
    taken, back = [], 0
    while after.turn == position.turn and after.deciders == (seat,):
        legal, question = after.legal(seat), asked(after)
        if question == st.PICK:
            legal = [step for step in legal if step - st.TOKEN_0 < p.ANKH]
            if not legal:
                return None
        step = st.END if question == st.AFTER else table.chance.choice(legal)
        after.play(seat, step)
        happened = [event for event in after.events(seat) if event.seat == seat]
        taken += [event.a for event in happened if event.kind == st.TOOK]
        back += sum(event.b for event in happened if event.kind == st.RETURNED)
    if len(taken) != p.TAKE or p.ANKH in taken:
        return None
    hand = int(sum(s.hand[seat][:5]))
    return Posed(
        t(
            "You hold {hand}. You take three more tokens: {tokens}. "
            "How many resources do you give back when your turn ends?",
            hand=resources(s.hand[seat], t),
            tokens=t.items([token_name(kind, t) for kind in taken]),
        ),
        tuple(str(n) for n in [back, *(n for n in range(4) if n != back)]),
        t(
            "You may keep {most} resources. You would have {n}.",
            most=p.HAND_RESOURCES,
            n=hand + p.TAKE,
        ),
        "limits",
        about=(f"hand-{seat}",),
    )


def upper(table: Subject) -> Posed | None:
    """Which colour may lie on four tiles, asked before a turn's action."""
    position, seat, t = table.position, table.seat, table.t
    if asked(position) != st.MENU:
        return None
    ground = base(position.reading, seat)
    places = []
    for x, y in sorted(ground):
        square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        if all(place in ground for place in square):
            colours = sorted({p.TILES[ground[place][1]][0] for place in square})
            if len(colours) <= 2 and not occupied(position.reading, seat, x, y):
                places.append((square, colours))
    if not places:
        return None
    square, colours = table.chance.choice(places)
    right = table.chance.choice(colours)
    others = [colour for colour in range(5) if colour not in colours]
    table.chance.shuffle(others)
    return Posed(
        t(
            "You want to build on these four tiles of your domain: {cells}. "
            "Which of these colours may the new tile have? Never mind what is on sale.",
            cells=t.items([cell_text(*place, 0) for place in square]),
        ),
        together(t.term(p.COLOURS[right]), [t.term(p.COLOURS[colour]) for colour in others]),
        t(
            "A tile on the upper level needs at least one tile of its own colour below it. Here: {colours}.",
            colours=t.items([t.term(p.COLOURS[colour]) for colour in colours]),
        ),
        "upper",
        about=tuple(f"dom-{seat}-tile-{ground[place][0]}" for place in square),
    )


def base(s: Any, seat: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Places of the lower level -> number in the domain, tile."""
    count = range(int(s.tiles[seat]))
    return {(int(s.x[seat, i]), int(s.y[seat, i])): (i, int(s.tile[seat, i])) for i in count if not s.level[seat, i]}


def occupied(s: Any, seat: int, x: int, y: int) -> bool:
    """Whether a tile lies on the upper place."""
    return any(s.level[seat, i] and s.x[seat, i] == x and s.y[seat, i] == y for i in range(int(s.tiles[seat])))


def winner(table: Subject) -> Posed | None:
    """Who would win where points are level, asked before a turn's action, when no hand is over the limits."""
    position, t = table.position, table.t
    if asked(position) != st.MENU:
        return None
    scores = [position.score(seat) for seat in range(position.players)]
    level = [seat for seat, score in enumerate(scores) if score == max(scores)]
    s = position.reading
    if len(level) < 2 or sum(int(s.tiles[seat]) for seat in level) < 4:
        return None
    shares = position.result()
    winners = [seat for seat, share in enumerate(shares) if share > 0]
    everybody = t("They share the victory.")
    right = everybody if len(winners) > 1 else table.names[winners[0]]
    if 1 < len(winners) < len(level):
        return None
    tokens = {seat: int(sum(s.hand[seat])) + int(sum(s.token[seat][: int(s.tiles[seat])])) for seat in level}
    counted = [
        t("{who}: {tiles} tiles, {tokens} tokens", who=who, tiles=int(s.tiles[seat]), tokens=tokens[seat])
        for seat, who in inside(table, level).items()
    ]
    order = "fewer tokens" if s.tiebreak_fewest else "more tokens"
    outside = t("Nobody.") if int(s.first) in winners else t("The player who began the game.")
    return Posed(
        edition(s, tokens, t)
        + t(
            "Suppose the game ended now. {who} have the same points, and nobody has more. Who wins?",
            who=t.items([*inside(table, level).values()]),
        ),
        together(right, [*(table.names[seat] for seat in level), everybody, outside, *table.names]),
        t("If points are level, fewer tiles win, then {order}. {counted}.", order=t(order), counted=". ".join(counted)),
        "winner",
    )


def edition(s: Any, tokens: Mapping[int, int], t: Text) -> str:
    """By whose rules the tie is broken, if tokens break it; the editions contradict each other there (AO-103)."""
    fewest = min(int(s.tiles[seat]) for seat in tokens)
    if len({n for seat, n in tokens.items() if s.tiles[seat] == fewest}) == 1:
        return ""
    if s.tiebreak_fewest:
        return t("Ties are decided as in the Spanish and English editions.") + " "
    return t("Ties are decided as in the French edition.") + " "


LEGEND = (
    "A place on the ground is (x,y): x is at the top and counts to the right, y is at the left and counts down. "
    "↑ lists the tiles of the upper level: [x,y] lies on the square of four whose upper left tile is at (x,y). "
    "* is a token on a depot, · an empty place, – an empty slot or no tokens; ·· after a letter is a desert. "
    "▶ is whose turn it is."
)
KINDS: Kinds = {"buy": buy, "gain": gain, "give back": give_back, "upper": upper, "winner": winner}
