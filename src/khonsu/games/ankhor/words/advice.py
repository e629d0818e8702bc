"""Ankh'or at the hand of people: shorter ways to a choice, and what it would cost unnoticed."""

from __future__ import annotations

from typing import Any

from khonsu.authors.telling import Shortcut
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.view import affordable, tokens_that_pay
from khonsu.games.ankhor.words.narrate import explain, tile_name, token_name
from khonsu.games.ankhor.words.steps import text
from khonsu.kernel.game import Event
from khonsu.kernel.position import Position
from khonsu.text import Text

LEAD_ON = (st.PICK, st.SLOT, st.STACK, st.TILE, st.STORE, st.GIVE_BACK)  # questions whose answers say what led to them


def closes(step: int) -> bool:
    """Whether a step only ends the turn: nobody is asked once more whether the turn should end."""
    return step == st.END


def shortcuts(position: Position, seat: int, t: Text) -> list[Shortcut]:
    """Tokens, tiles and stacks that can be pointed at without saying first what is done with them."""
    asked, found = question(position.reading), []
    if asked in (st.MENU, st.AFTER):
        for first in position.legal(seat):
            found += opened(position, seat, first, t)
    if asked in (st.MENU, st.PICK):
        found += wanted(position, seat, t)
    return found


def question(s: Any) -> int:
    """The decision that is asked."""
    return int(s.pending[s.depth - 1, 0])


def opened(position: Position, seat: int, first: int, t: Text) -> list[Shortcut]:
    """The answers to the question that a step leads to, each with that step before it."""
    after = position.copy()
    after.play(seat, first)
    s = after.reading
    if first in (st.TAKE, st.BUY) and (alone := automatic(s)) is not None:
        return [single(position.reading, seat, first, alone, t)]
    if after.deciders != (seat,) or question(s) not in LEAD_ON or after.revealed:
        return []
    costs = "" if first in (st.TAKE, st.BUY) else explain(position.reading, seat, first, t) + " "
    return [
        Shortcut(
            step,
            (first, step),
            text(s, seat, step),
            costs + explain(s, seat, step, t),
            replaces=first,
            costs=bool(costs),
        )
        for step in after.legal(seat)
    ]


def automatic(s: Any) -> int | None:
    """The slot or the token that the rules chose by themselves as soon as the action was known."""
    for kind, _, decision, step, *_ in s.events[: int(s.n_events)].tolist():
        if kind == st.AUTOMATIC and decision in (st.SLOT, st.PICK):
            return int(step)
    return None


def single(s: Any, seat: int, first: int, step: int, t: Text) -> Shortcut:
    """An action for which a single tile or token is left: the thing stands for it."""
    if step < st.SLOT_0:
        kind = step - st.TOKEN_0
        return Shortcut(first, (first,), p.TOKENS[kind], t("Take {token}.", token=token_name(kind, t)), replaces=first)
    slot = step - st.SLOT_0
    price = t.items([token_name(int(kind), t) for kind in s.price[slot] if kind >= 0])
    label = t("Buy {tile} for {price}.", tile=tile_name(int(s.row[slot]), t), price=price)
    return Shortcut(first, (first,), text(s, seat, step), label, replaces=first)


def wanted(position: Position, seat: int, t: Text) -> list[Shortcut]:
    """Tiles that cannot be paid yet, each for the tokens that are lacking, if all of them can be taken now."""
    s, found = position.reading, []
    before = (st.TAKE,) if question(s) == st.MENU else ()
    left = p.TAKE if before else int(s.pending[s.depth - 1, 1])
    own, payable = tokens_that_pay(s, seat), affordable(s, seat)
    for slot, (number, price) in enumerate(zip(s.row.tolist(), s.price.tolist())):
        if number < 0 or slot + 1 in payable:
            continue
        lacking = [kind for kind in range(p.ANKH) for _ in range(price.count(kind) - own[kind])]
        steps = (*before, *(st.TOKEN_0 + kind for kind in lacking))
        if len(lacking) <= left and playable(position, seat, steps):
            tokens, tile = [token_name(kind, t) for kind in lacking], tile_name(number, t)
            label = t("Take {tokens}, which you lack for {tile}.", tokens=t.items(tokens), tile=tile)
            found.append(Shortcut(st.SLOT_0 + slot, steps, f"slot {slot + 1}", label))
    return found


def playable(position: Position, seat: int, steps: tuple[int, ...]) -> bool:
    """Whether these steps can be played one after the other."""
    ahead = position.copy()
    for step in steps:
        if ahead.deciders != (seat,) or step not in ahead.legal(seat):
            return False
        ahead.play(seat, step)
    return True


def loss(s: Any, seat: int, events: list[Event], t: Text) -> str:
    """What a step would take from a seat; "" for nothing. Whoever chooses the token to return knows of it."""
    lost = []
    unasked = any(event.kind == st.AUTOMATIC and event.a == st.GIVE_BACK for event in events)
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == st.COVERED and event.b:
            sentence = "This covers your filled depot: you would lose {token}."
            lost.append(t(sentence, token=token_name(event.a, t)))
        elif event.kind == st.BONUS and event.b < 0:
            words = "You would give {n} bonus token back.", "You would give {n} bonus tokens back."
            lost.append(t.count(*words, -event.b))
        elif event.kind == st.RETURNED and (unasked or event.a == p.ANKH):
            lost.append(t("You would have too many tokens and return {token}.", token=token_name(event.a, t)))
    return " ".join(lost)
