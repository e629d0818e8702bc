"""Battle cards committed and revealed (AK-83, AK-84, AK-134), Flood, Build, Plague, Ma'at (AK-102 to AK-114)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import FERTILE, TERRAIN
from khonsu.games.ankh.rules.regions import (
    bit,
    figures_in,
    gods_in,
    has,
    note,
    note_reveal,
    offer,
    offer_hexes,
    part_in,
    raise_monument,
)
from khonsu.games.ankh.rules.sets import all_figures, count, free_land, is_empty_set, next_hex, without, words
from khonsu.games.ankh.rules.state import (
    ANNOUNCED,
    AUTOMATIC,
    BUILD_HEX,
    BUILT,
    BY_BUILD,
    BY_FLOOD,
    BY_OFFERING,
    CARD,
    CARD_0,
    CARDS_BACK,
    COMMITTED,
    DECLINE,
    FOLLOWERS,
    HEX_0,
    KIND_0,
    NO,
    OFFER,
    OFFER_0,
    OFFERED,
    PLAYED,
    SEATS,
    SPARED,
    YES,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import emit, operand, pop, push, whisper

# -- announcing and committing -----------------------------------------------------------------------------------------


@rule
def offer_announcement(s, amun):
    """D-16c, AK-134, AK-136: two cards, if the token is face up and the hand holds two."""
    if amun >= 0 and has(s.b_gods, amun) and s.amun_used == 0 and count(s.hand[amun]) >= 2:
        offer(s, YES)
        offer(s, NO)


@rule
def answer_announcement(s, amun, step):
    """AK-134: the announcement is public and binding."""
    pop(s)
    if step == YES:
        s.amun_used = 1
        s.b_two = bit(amun)
        note(s, ANNOUNCED, amun)


@rule
def begin_cards(s):
    """B3, D-17: every participant commits in secret."""
    s.to_commit = s.b_gods
    push(s, CARD)


@rule
def legal_cards(s, god, out):
    """D-17: a card of the hand that is not committed already."""
    n = 0
    for card in range(len(p.CARDS)):
        if has(np.int64(s.hand[god]) & ~np.int64(s.commit[god]), card):
            out[n] = CARD_0 + card
            n += 1
    return n


@rule
def commit_card(s, seat, god, step):
    """AK-83: a card is committed, a second one after an announcement. The last to commit adds nothing to the log."""
    s.commit[god] |= 1 << (step - CARD_0)
    if count(s.commit[god]) == (2 if has(s.b_two, god) else 1):
        s.to_commit &= ~(1 << god)
    if s.to_commit != 0:
        whisper(s, COMMITTED, seat, step - CARD_0, CARD, 0, 0, 0, s.who[god])


@rule
def reveal_cards(s):
    """B4, AK-84: all cards together become used cards, and every Flood takes effect (AK-102)."""
    for god in range(s.players):
        s.played[god] = s.commit[god]
        s.commit[god] = 0
        s.hand[god] &= ~s.played[god]
        s.used[god] |= s.played[god]
        for card in range(len(p.CARDS)):
            if has(s.played[god], card):
                note_reveal(s, PLAYED, god, card)
    for god in range(s.players):
        if has(s.played[god], p.FLOOD):
            flood(s, god)


@rule
def is_on(s, h, terrain):
    """AK-148: whether the hex counts as this terrain; an Underworld hex is none."""
    return TERRAIN[h] == terrain and s.tile[h] == 0


@rule
def flood(s, god):
    """AK-102, AK-103: a follower for each own figure on a Fertile hex of the region; these figures are marked."""
    n, figures = 0, figures_in(s, god, np.int64(s.c_region))
    h = next_hex(figures, -1)
    while h >= 0:
        if is_on(s, h, FERTILE):
            s.flooded[h] = 1
            n += 1
        h = next_hex(figures, h)
    s.followers[god] += n
    note(s, FOLLOWERS, god, n, s.followers[god], BY_FLOOD)


# -- Build Monument ----------------------------------------------------------------------------------------------------


@rule
def build_cost(s, god):
    """AK-106, AK-116: three followers, none with Inspiring."""
    return 0 if has(s.powers[god], p.INSPIRING) else p.BUILD_COST


@rule
def sites(s):
    """AK-106, AK-146, AK-147: empty land of the battle's region without Underworld tile."""
    return part_in(s, without(free_land(s), words(s.underworld)), np.int64(s.c_region))


@rule
def offer_kinds(s, god):
    """D-18, AK-107: the kinds in the supply, or decline; nothing without token, followers or hex."""
    if s.followers[god] < build_cost(s, god) or s.tokens[god] == 0 or is_empty_set(sites(s)):
        return
    for kind in range(p.OBELISK, p.PYRAMID + 1):
        if s.supply[kind] > 0:
            offer(s, KIND_0 + kind)
    if s.n_options > 0:
        offer(s, DECLINE)


@rule
def answer_kind(s, god, step):
    """D-18: then its hex."""
    pop(s)
    if step != DECLINE:
        push(s, BUILD_HEX, god, step - KIND_0)


@rule
def offer_sites(s):
    """D-19: where it can be built."""
    offer_hexes(s, sites(s))


@rule
def answer_site(s, god, step):
    """AK-106: pay, place the monument with a token."""
    kind, h, cost = operand(s, 1), step - HEX_0, build_cost(s, god)
    pop(s)
    s.followers[god] -= cost
    s.tokens[god] -= 1
    raise_monument(s, kind, h)
    s.control[h] = god
    note(s, BUILT, god, kind, h, cost)
    if cost > 0:
        note(s, FOLLOWERS, god, -cost, s.followers[god], BY_BUILD)


# -- Plague of Locusts -------------------------------------------------------------------------------------------------


@rule
def begin_offering(s, bidders):
    """AK-104, D-20: every god with a figure there offers in secret; who has no followers offers 0."""
    for god in range(s.players):
        s.offer[god] = -1
        if has(bidders, god) and s.followers[god] == 0:
            s.offer[god] = 0
            bidders &= ~bit(god)
            emit(s, AUTOMATIC, god, OFFER, OFFER_0, 0, 0, 0, s.who[god])
    s.to_commit = bidders
    push(s, OFFER)


@rule
def legal_offers(s, god, out):
    """D-20: nothing to all."""
    n = min(np.int64(s.followers[god]), p.MOST_OFFER) + 1
    for k in range(n):
        out[k] = OFFER_0 + k
    return n


@rule
def commit_offer(s, seat, god, step):
    """AK-104: an offering is committed. The last to commit adds nothing to the log."""
    s.offer[god] = step - OFFER_0
    s.to_commit &= ~(1 << god)
    if s.to_commit != 0:
        whisper(s, COMMITTED, seat, step - OFFER_0, OFFER, 0, 0, 0, s.who[god])


@rule
def reveal_offers(s):
    """AK-104, AK-105: all offerings are sacrificed; all warriors and guardians but the highest bidder's are doomed."""
    best, spared = -1, -1
    for god in range(s.players):
        amount = np.int64(s.offer[god])
        s.offer[god] = -1
        if amount >= 0:
            s.followers[god] -= amount
            note_reveal(s, OFFERED, god, amount)
            if amount > 0:
                note(s, FOLLOWERS, god, -amount, s.followers[god], BY_OFFERING)
            if amount > best:
                best, spared = amount, god
            elif amount == best:
                spared = -1
    note(s, SPARED, spared)
    figures = part_in(s, all_figures(s), np.int64(s.c_region))
    h = next_hex(figures, -1)
    while h >= 0:
        if s.figure[h] >= p.WARRIOR and s.owner[h] != spared:
            s.doomed[h] = 1
        h = next_hex(figures, h)


@rule
def bidders(s):
    """AK-104: the gods with a figure in the region."""
    return gods_in(s, np.int64(s.c_region))


# -- Cycle of Ma'at ---------------------------------------------------------------------------------------------------


@rule
def turn_cycle(s):
    """AK-112: whoever played Ma'at takes all used cards back."""
    for god in range(SEATS):
        if has(s.played[god], p.MAAT):
            note(s, CARDS_BACK, god, count(s.used[god]))
            s.hand[god] = p.ALL_CARDS
            s.used[god] = 0
