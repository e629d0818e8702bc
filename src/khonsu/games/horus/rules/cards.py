"""Action cards: deck, hands, discards, and what an exhausted pile does to them (HO-8, HO-47, HO-64 to HO-70).

The deck has no order: a card is drawn from it at random when it is needed, which is the same to everybody.
"""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.state import (
    CLEARED,
    DRAWN,
    DREW_CARD,
    EXHAUSTED,
    KIND_OF_FACE,
    LAST_TURN,
    LEFT,
    LOST,
    OLD,
    REPLACED,
    RESHUFFLED,
)
from khonsu.kernel.chance import draw
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, reveal, whisper


@rule
def card_kind(s, card):
    """The tile kind a card shows: a terrain or ANY."""
    return KIND_OF_FACE[s.face[card]]


@rule
def form_deck(s, seat):
    """HO-69: the discards become the new deck. Everybody knows what is in it and that the rest is elsewhere."""
    for card in range(s.cards):
        s.origin[card] = OLD
    for i in range(s.discards):
        s.deck[i] = s.discard[i]
        s.origin[s.discard[i]] = LEFT
    s.deck_size = s.discards
    s.discards = 0
    reveal(s, RESHUFFLED, seat, s.deck_size)


@rule
def take_from_deck(s):
    """A random card of the deck."""
    i = draw(s, np.int64(s.deck_size))
    card = np.int64(s.deck[i])
    s.deck_size -= 1
    s.deck[i] = s.deck[s.deck_size]
    return card


@rule
def refill_hand(s, seat):
    """HO-64, HO-67, HO-68, HO-69: draw up to five cards; one of the exhausted kind is replaced or kept without use."""
    while s.hand_size[seat] < p.HAND:
        if s.deck_size == 0:
            if s.discards == 0:
                return
            form_deck(s, seat)
        card = take_from_deck(s)
        if card_kind(s, card) == s.exhausted and s.keep_exhausted == 0:
            s.origin[card] = OLD
            remove_card(s, card)
            reveal(s, REPLACED, seat, s.face[card])
        else:
            s.origin[card] = DRAWN + seat
            s.hand[seat, s.hand_size[seat]] = card
            s.hand_size[seat] += 1
            if s.exhausted >= 0 and s.keep_exhausted == 1:
                s.perhaps[seat] = min(np.int64(s.perhaps[seat]) + 1, p.HAND)
            whisper(s, DREW_CARD, seat, s.face[card])


@rule
def remove_card(s, card):
    """A card goes out of the game, face up."""
    s.removed[s.removed_size] = card
    s.removed_size += 1


@rule
def drop_card(s, seat, place):
    """The card at this place leaves the hand; returns it."""
    card = np.int64(s.hand[seat, place])
    s.hand_size[seat] -= 1
    s.hand[seat, place] = s.hand[seat, s.hand_size[seat]]
    return card


@rule
def discard_face(s, seat, face):
    """HO-47: a card with this face goes from the hand to the discard pile."""
    place = 0
    while s.face[s.hand[seat, place]] != face:
        place += 1
    card = drop_card(s, seat, place)
    s.discard[s.discards] = card
    s.discards += 1


@rule
def take_from_pile(s, seat, pile):
    """HO-65, HO-65a: a reserve tile lies in the Kingdom now; its pile may be exhausted."""
    s.pile[pile] -= 1
    if s.pile[pile] == 0:
        s.empty_piles += 1
        emit(s, EXHAUSTED, seat, pile)
        if s.empty_piles == p.PILES_TO_END:
            emit(s, LAST_TURN, seat)
        if pile < p.RIVER and s.exhausted < 0:
            s.exhausted = pile
            drop_exhausted(s)


@rule
def drop_exhausted(s):
    """HO-66, HO-68: cards of the first exhausted terrain leave hands and discard pile for good; `?` cards stay."""
    for k in range(s.players):
        seat = (np.int64(s.current) + k) % np.int64(s.players)
        s.surely[seat] = 0
        s.perhaps[seat] = 0
        for place in range(s.hand_size[seat] - 1, -1, -1):
            if card_kind(s, np.int64(s.hand[seat, place])) == s.exhausted:
                card = drop_card(s, seat, place)
                remove_card(s, card)
                reveal(s, LOST, seat, s.face[card])
    kept = 0
    for i in range(s.discards):
        card = np.int64(s.discard[i])
        if card_kind(s, card) == s.exhausted:
            remove_card(s, card)
        else:
            s.discard[kept] = card
            kept += 1
    if kept < s.discards:
        emit(s, CLEARED, s.current, s.discards - kept)
    s.discards = kept


@rule
def can_play_kind(s, kind):
    """DP-7: the pile a card names is not empty; for `?` any pile will do."""
    if kind == p.ANY:
        return s.empty_piles < 5
    return s.pile[kind] > 0


@rule
def can_transport(s, seat):
    """HO-58: River Transport is unused; `transport_first_turn` may forbid it in a player's first turn."""
    return s.transport[seat] == 1 and (s.late_transport == 0 or s.turn > s.players)
