"""Tokens: the supply, hands, depots, prices and the limits at the end of a turn (AO-14 to AO-25, AO-68 to AO-81)."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.domain import offer, supports
from khonsu.games.ankhor.rules.state import (
    COLOUR,
    COVERED,
    FILLED,
    GIVE_BACK,
    HOLES,
    KIND,
    PAID,
    RETURNED,
    STORE,
    STORED,
    TOKEN_0,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, push


@rule
def is_depot(s, seat, i):
    """Whether tile i of the domain is a depot."""
    return KIND[s.tile[seat, i]] == p.DEPOT


@rule
def owned(s, seat, kind):
    """AO-21, AO-75: tokens of a kind that can pay, in hand and on depots."""
    count = np.int64(s.hand[seat, kind])
    for i in range(s.tiles[seat]):
        if s.token[seat, i] == 1 and COLOUR[s.tile[seat, i]] == kind:
            count += 1
    return count


@rule
def missing(s, seat, slot):
    """How many markers of a slot the seat cannot pay, and the resource of the last of them (or -1)."""
    lacking, resource = 0, -1
    for kind in range(5):
        need = 0
        for hole in range(HOLES[slot]):
            if s.price[slot, hole] == kind:
                need += 1
        if need > 0:
            short = need - owned(s, seat, kind)
            if short > 0:
                lacking += short
                resource = kind
    return lacking, resource


@rule
def offer_saved(s, seat, slot):
    """AO-33, DP-6c: the distinct resources of a price whose omission leaves a payable rest."""
    lacking, resource = missing(s, seat, slot)
    for kind in range(5):
        shown = False
        for hole in range(HOLES[slot]):
            shown = shown or s.price[slot, hole] == kind
        if shown and (lacking == 0 or kind == resource):
            offer(s, TOKEN_0 + kind)


@rule
def pay_price(s, seat, slot, saved, x, y):
    """AO-18 to AO-20: the markers of a slot are paid, one of resource `saved` (-1: none) left out (AO-33).

    (x, y) is the upper cell that will be covered; it decides between several depots of a colour.
    """
    for hole in range(HOLES[slot]):
        kind = np.int64(s.price[slot, hole])
        if kind == saved:
            saved = -1
        else:
            pay_token(s, seat, kind, x, y)


@rule
def pay_token(s, seat, kind, x, y):
    """AO-19, AO-21: one token goes back to its pile, from a depot before the hand."""
    chosen = -1
    for i in range(s.tiles[seat]):
        if s.token[seat, i] == 1 and COLOUR[s.tile[seat, i]] == kind:
            if supports(s, seat, i, x, y):
                chosen = i
                break
            if chosen < 0 or s.tile[seat, i] < s.tile[seat, chosen]:
                chosen = i
    if chosen >= 0:
        s.token[seat, chosen] = 0
    else:
        s.hand[seat, kind] -= 1
    s.supply[kind] += 1
    emit(s, PAID, seat, kind, chosen >= 0)


@rule
def empty_covered_depots(s, seat):
    """AO-79: the token of a depot that has become covered goes to the hand or to the supply."""
    for i in range(s.tiles[seat]):
        if s.token[seat, i] == 1 and s.cover[seat, i] > 0:
            kind = np.int64(COLOUR[s.tile[seat, i]])
            s.token[seat, i] = 0
            if s.covered_to_supply == 1:
                s.supply[kind] += 1
            else:
                s.hand[seat, kind] += 1
            emit(s, COVERED, seat, kind, s.covered_to_supply)


@rule
def fill_bought_depot(s, seat, i):
    """AO-74: a bought depot receives a token of its colour, if its pile has one."""
    kind = np.int64(COLOUR[s.tile[seat, i]])
    if is_depot(s, seat, i) and s.supply[kind] > 0:
        s.supply[kind] -= 1
        s.token[seat, i] = 1
        emit(s, FILLED, seat, kind)


@rule
def resources_in_hand(s, seat):
    """Resource tokens that count for the limit (AO-69); tokens on depots do not."""
    count = 0
    for kind in range(5):
        count += s.hand[seat, kind]
    return count


@rule
def open_depot(s, seat, kind):
    """AO-70, AO-76, AO-77: the open empty depot for a token of this kind in hand; its place in the list, or -1."""
    if s.hand[seat, kind] > 0:
        for i in range(s.tiles[seat]):
            if (
                is_depot(s, seat, i)
                and COLOUR[s.tile[seat, i]] == kind
                and s.token[seat, i] == 0
                and s.cover[seat, i] == 0
            ):
                return i
    return -1


@rule
def store_token(s, seat, kind):
    """AO-70: a surplus token moves from the hand onto its depot."""
    s.token[seat, open_depot(s, seat, kind)] = 1
    s.hand[seat, kind] -= 1
    emit(s, STORED, seat, kind)


@rule
def return_token(s, seat, kind, count):
    """Surplus tokens go back to their pile (AO-68, AO-71)."""
    s.hand[seat, kind] -= count
    s.supply[kind] += count
    emit(s, RETURNED, seat, kind, count)


@rule
def keep_limits(s, seat):
    """AO-68 to AO-72, the end-of-turn step; returns False while a question about it is open."""
    ankhs = np.int64(s.hand[seat, p.ANKH]) - p.HAND_ANKHS
    if ankhs > 0:
        return_token(s, seat, p.ANKH, ankhs)
    while True:
        surplus = resources_in_hand(s, seat) - p.HAND_RESOURCES
        if surplus <= 0:
            return True
        depots, first = 0, -1
        for kind in range(4, -1, -1):
            if open_depot(s, seat, kind) >= 0:
                depots += 1
                first = kind
        if depots == 0:
            push(s, GIVE_BACK)
            return False
        if depots > surplus and s.covered_to_supply == 1:
            push(s, STORE)
            return False
        store_token(s, seat, first)
