"""Dealing again what a seat cannot know: the other hands and the deck (section 6).

What everybody knows is kept, so far as counting cards tells it:

- the deck holds only cards that were in it when it was last formed and that the seat has not drawn since; a face of
  which more copies are unseen than that must be in the other hands;
- after a pile is exhausted, a hand can hold a card of that kind only if it has been drawn since
  (`exhausted_draw = keep`), and a player who could play no card holds nothing else (HO-79).
"""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.cards import can_transport, card_kind
from khonsu.games.horus.rules.options import list_options
from khonsu.games.horus.rules.state import CARD, DRAWN, LEFT, OLD, SEATS, entry
from khonsu.kernel.chance import scramble, shuffle
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked

NOBODY = 127
FACES = len(p.FACES)


@entry
def imagine(s, seat, seed):
    """Deal the cards that the seat (-1: a spectator) cannot see again; the bag has no order to be dealt."""
    s.rng = scramble(seed)
    mine = DRAWN + seat if seat >= 0 else NOBODY
    pool = np.empty(p.MOST_CARDS, np.int64)
    size = gather(s, seat, pool)
    shuffle(s, pool, size)
    in_hand = np.zeros(p.MOST_CARDS, np.int64)  # by place in the pool
    drawable = cards_to_draw(s, mine)
    must = sure_hand_cards(s, drawable, pool, size)
    bounds = np.zeros((SEATS, 3), np.int64)
    set_bounds(s, seat, bounds)
    choose_hand_cards(s, pool, size, must, bounds, in_hand)
    deal_hands(s, seat, pool, size, bounds, in_hand)
    s.deck_size = 0
    for i in range(size):
        if in_hand[i] == 1:
            s.deck[s.deck_size] = pool[i]
            s.deck_size += 1
    trace_back(s, seat, mine, drawable)
    if s.over == 0:
        list_options(s)


@rule
def gather(s, seat, pool):
    """The cards that the seat does not see, in the order of their faces whatever their places are; returns how many.

    So the same knowledge and the same seed always give the same imagined cards.
    """
    unseen = np.zeros(p.MOST_CARDS, np.int64)
    for other in range(s.players):
        if other != seat:
            for i in range(s.hand_size[other]):
                unseen[s.hand[other, i]] = 1
    for i in range(s.deck_size):
        unseen[s.deck[i]] = 1
    size = 0
    for card in range(s.cards):
        if unseen[card] == 1:
            pool[size] = card
            size += 1
    return size


@rule
def cards_to_draw(s, mine):
    """How many cards of each face were in the deck when it was last formed, without those that the seat has drawn."""
    count = np.zeros(FACES, np.int64)
    for card in range(s.cards):
        if s.origin[card] != OLD and s.origin[card] != mine:
            count[s.face[card]] += 1
    return count


@rule
def sure_hand_cards(s, drawable, pool, size):
    """How many unseen copies of each face cannot be in the deck."""
    must = -drawable
    for i in range(size):
        must[s.face[pool[i]]] += 1
    return must


@rule
def set_bounds(s, seat, bounds):
    """For each other hand: its size, and the least and the most cards of the exhausted kind in it."""
    for other in range(s.players):
        if other != seat:
            hand = np.int64(s.hand_size[other])
            bounds[other, 0] = hand
            if s.exhausted < 0:
                continue
            bounds[other, 1] = s.surely[other]
            bounds[other, 2] = min(hand, np.int64(s.perhaps[other]))
            if asked(s) == CARD and other == s.current and not can_transport(s, other):
                bounds[other, 2] = min(bounds[other, 2], hand - 1)  # it can play a card


@rule
def is_exhausted(s, card):
    """1 for a card of the exhausted kind, else 0."""
    return 1 if card_kind(s, card) == s.exhausted else 0


@rule
def choose_hand_cards(s, pool, size, must, bounds, in_hand):
    """Mark cards for the hands, first those that have to be there, then as many of either sort as are needed, then any.

    Marked cards get 2, all others of the pool 1.
    """
    room, least, most = 0, 0, 0  # cards in all hands, and of these of the exhausted kind
    for other in range(SEATS):
        room += bounds[other, 0]
        least += bounds[other, 1]
        most += bounds[other, 2]
    chosen = np.zeros(2, np.int64)
    for i in range(size):
        in_hand[i] = 1
        if must[s.face[pool[i]]] > 0:
            must[s.face[pool[i]]] -= 1
            in_hand[i] = 2
            chosen[is_exhausted(s, pool[i])] += 1
    for stage in range(2):
        for i in range(size):
            sort = is_exhausted(s, pool[i])
            if stage == 0:
                wanted = chosen[sort] < (least if sort == 1 else room - most)
            else:
                wanted = chosen[0] + chosen[1] < room and (sort == 0 or chosen[1] < most)
            if in_hand[i] == 1 and wanted:
                in_hand[i] = 2
                chosen[sort] += 1


@rule
def deal_hands(s, seat, pool, size, bounds, in_hand):
    """Deal the marked cards: to each hand what it must hold of either sort, then the rest. Dealt cards get 3."""
    for stage in range(3):
        for other in range(s.players):
            if other != seat:
                if stage == 0:
                    s.hand_size[other] = 0
                    deal_some(s, other, pool, size, in_hand, bounds[other, 0] - bounds[other, 2], 0)
                elif stage == 1:
                    deal_some(s, other, pool, size, in_hand, bounds[other, 1], 1)
                else:
                    deal_some(s, other, pool, size, in_hand, bounds[other, 2] - bounds[other, 1], -1)


@rule
def deal_some(s, other, pool, size, in_hand, count, sort):
    """Deal so many marked cards of a sort (-1: of any)."""
    for i in range(size):
        if count > 0 and in_hand[i] == 2 and (sort < 0 or is_exhausted(s, pool[i]) == sort):
            in_hand[i] = 3
            s.hand[other, s.hand_size[other]] = pool[i]
            s.hand_size[other] += 1
            count -= 1


@rule
def trace_back(s, seat, mine, drawable):
    """Which copies were in the deck when it was last formed: those in it now, then others from the first one on.

    It follows from what the seat knows alone; who drew a card that was played since does not matter to it.
    """
    for card in range(s.cards):
        if s.origin[card] != mine:
            s.origin[card] = OLD
    for i in range(s.deck_size):
        s.origin[s.deck[i]] = LEFT
        drawable[s.face[s.deck[i]]] -= 1
    for other in range(s.players):
        if other != seat:
            for i in range(s.hand_size[other]):
                drawn_once(s, np.int64(s.hand[other, i]), other, drawable)
    somebody = (seat + 1) % np.int64(s.players)
    for card in range(s.cards):
        if s.origin[card] == OLD and not is_in_hand(s, seat, card):
            drawn_once(s, card, somebody, drawable)


@rule
def is_in_hand(s, seat, card):
    """Whether the seat (-1: a spectator) holds this card."""
    if seat >= 0:
        for i in range(s.hand_size[seat]):
            if s.hand[seat, i] == card:
                return True
    return False


@rule
def drawn_once(s, card, other, drawable):
    """A card that is not in the deck was drawn from it, if copies of its face are left to be accounted for."""
    if drawable[s.face[card]] > 0:
        drawable[s.face[card]] -= 1
        s.origin[card] = DRAWN + other
