"""Numbers for learning and a quick judgement, from one seat's knowledge only (section 6)."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.imagine import imagine
from khonsu.games.horus.rules.regions import has_room
from khonsu.games.horus.rules.scoring import doublings, most_markers, points, value
from khonsu.games.horus.rules.state import (
    DECISIONS,
    KIND_OF_FACE,
    LAY,
    NUMBERS_OF_FACE,
    PLACE,
    SEATS,
    TOUCHES_RIVER,
    TOUCHES_TEMPLE,
    entry,
)
from khonsu.kernel.compile import part, rule
from khonsu.kernel.state import asked, operand

__all__ = ["N_FEATURES", "features", "imagine", "judge"]

QUESTIONS = len(DECISIONS)
KINDS = len(p.KINDS)
CARDS = 5 * 6  # five kinds, five numbers and "several"
TABLE = QUESTIONS + KINDS + 5 + 14 + 11 + 13
PER_SEAT = 8
PER_REGION = 16
SHOWN = 20  # regions, the largest first
N_FEATURES = TABLE + 2 * CARDS + SEATS * PER_SEAT + SHOWN * PER_REGION
PLACE_OF_FACE = KIND_OF_FACE * 6 + np.minimum(np.arange(len(p.FACES)) % 31, 5)  # one of thirty kinds of cards
QUARTER = np.float32(0.25)  # sums of it are exact


@entry
def judge(s, seat):
    """What the regions are likely to bring the seat, less what they are likely to bring the others."""
    if s.over == 1:
        ahead, best = points(s, seat), 0
        for other in range(s.players):
            if other != seat:
                best = max(best, points(s, other))
        return 1.0 * (ahead - best) + (50.0 if ahead > best else 0.0)
    own, others = 0.3 * s.transport[seat], 0.0
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        if most_markers(s, root) > 0:
            worth = promise(s, root)
            for player in range(s.players):
                if player == seat:
                    own += worth * hold(s, root, player)
                else:
                    others += worth * hold(s, root, player)
    return own - others / (s.players - 1)


@rule
def promise(s, root):
    """A region's value, and a little for what it may still grow to."""
    now = value(s, root)
    growth = 0.25 * (1 << doublings(s, root)) if now < p.LIMIT else 0.0
    return now + growth


@rule
def hold(s, root, player):
    """How likely the player is to control the region at the end, by the lead in markers."""
    own, rival = np.int64(s.held[root, player]), 0
    if own == 0:
        return 0.0
    for other in range(s.players):
        if other != player:
            rival = max(rival, np.int64(s.held[root, other]))
    lead = own - rival
    if lead < 0:
        return 0.2 if lead == -1 else 0.05
    safe = 0.0 if has_room(s, root) else 0.1  # nobody can add a marker unless the region grows
    return min(1.0, 0.65 + 0.18 * lead + safe)


@entry
def features(s, seat, out):
    """The table, unseen cards, the hand, the seats beginning with one's own, the largest regions; about 0 .. 1 each."""
    for i in range(N_FEATURES):
        out[i] = 0
    at = question_features(s, seat, out)
    at = supply_features(s, out, at)
    card_features(s, seat, out, at)
    at += 2 * CARDS
    region_features(s, seat, out, at, at + SEATS * PER_SEAT)
    for k in range(s.players):
        seat_features(s, (seat + k) % np.int64(s.players), out, at + k * PER_SEAT)


@part
def question_features(s, seat, out):
    """What is asked, about which tile, and where in the turn we are."""
    at = QUESTIONS
    if s.over == 0:
        question = asked(s)
        out[question] = 1
        if question == PLACE:
            out[at + operand(s, 0)] = 1
            out[at + KINDS] = operand(s, 1)
        elif s.drawn >= 0:
            out[at + np.int64(s.drawn)] = 1
        if question == LAY:
            out[at + KINDS + 2 + operand(s, 0)] = 1
    at += KINDS + 5
    out[at] = s.turn / 40.0
    out[at + 1] = s.turn <= s.players
    out[at + 2] = seat == s.current
    out[at + 3] = s.rivers_left
    out[at + 4] = s.empty_piles / 2.0
    out[at + 5] = s.over
    if s.exhausted >= 0:
        out[at + 6 + np.int64(s.exhausted)] = 1
    out[at + 8 + np.int64(s.players)] = 1
    out[at + 13] = s.enclosed
    at += 14
    if s.card == p.TRANSPORT:
        out[at] = 1
    elif s.card >= 0:
        out[at + 1 + np.int64(s.card) // 31] = 1
        for n in range(5):
            out[at + 6 + n] = (NUMBERS_OF_FACE[s.card] >> (n + 1)) & 1
    return at + 11


@part
def supply_features(s, out, at):
    """Piles, bag, tiles out of the game."""
    for i in range(5):
        out[at + i] = s.pile[i] / 10.0
    for i in range(6):
        out[at + 5 + i] = s.bag[i] / 10.0
    out[at + 11] = s.out[0]
    out[at + 12] = s.out[1]
    return at + 13


@rule
def card_place(s, card):
    """A card's kind and number as one of thirty."""
    return PLACE_OF_FACE[s.face[card]]


@part
def card_features(s, seat, out, at):
    """The unseen cards (deck and other hands together), then the seat's hand."""
    for i in range(s.deck_size):
        out[at + card_place(s, np.int64(s.deck[i]))] += QUARTER
    for other in range(s.players):
        for i in range(s.hand_size[other]):
            place = card_place(s, np.int64(s.hand[other, i]))
            if other == seat:
                out[at + CARDS + place] += 2 * QUARTER
            else:
                out[at + place] += QUARTER


@part
def seat_features(s, seat, out, at):
    """What everybody knows about one seat; `region_features` has summed up points and regions held alone."""
    out[at] = np.float64(out[at]) / 40.0
    out[at + 1] = s.supply[seat] / 20.0
    out[at + 2] = s.transport[seat]
    out[at + 3] = s.hand_size[seat] / 5.0
    out[at + 4] = seat == s.current
    out[at + 5] = seat == s.first
    out[at + 6] = np.float64(out[at + 6]) / 40.0
    out[at + 7] = 1


@part
def region_features(s, seat, out, seats, at):
    """The largest regions, the earlier first among equals; and what all of them bring, summed up for each seat."""
    places = np.zeros(p.MOST_TILES + 1, np.int8)  # by size: how many regions come before the next one of that size
    largest = 0
    for i in range(s.regions):
        area = np.int64(s.area[s.roots[i]])
        places[area] += 1
        largest = max(largest, area)
    before = 0
    for size in range(largest, 0, -1):
        count = np.int64(places[size])
        places[size] = before
        before += count
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        area, most = np.int64(s.area[root]), most_markers(s, root)
        if most > 0:
            sum_up(s, seat, root, most, out, seats)
        place = np.int64(places[area])
        places[area] += 1
        if place < SHOWN:
            one_region(s, seat, root, most, out, at + place * PER_REGION)


@rule
def seat_after(s, seat, k):
    """The k-th seat after this one, without a division."""
    return seat + k if seat + k < s.players else seat + k - s.players


@part
def sum_up(s, seat, root, most, out, at):
    """Add a region's value to the points of who controls it (as `points` does), and to what they hold alone."""
    worth = value(s, root)
    for k in range(s.players):
        player = seat_after(s, seat, k)
        if s.held[root, player] == most:
            out[at + k * PER_SEAT] += worth
            if hold(s, root, player) > 0.7:
                out[at + k * PER_SEAT + 6] += worth


@part
def one_region(s, seat, root, most, out, at):
    """A region: kind, size, value, contacts, room, markers by seat."""
    touch = np.int64(s.touch[root])
    out[at + np.int64(s.kind[root])] = 1
    out[at + 4] = s.area[root] / 10.0
    out[at + 5] = value(s, root) / 10.0
    out[at + 6] = 1.0 if touch & TOUCHES_TEMPLE != 0 else 0.0
    out[at + 7] = s.inside[root]
    out[at + 8] = 1.0 if touch & TOUCHES_RIVER != 0 else 0.0
    out[at + 9] = 1.0 if most == 0 or has_room(s, root) else 0.0
    if most > 0:
        for k in range(s.players):
            out[at + 10 + k] = s.held[root, seat_after(s, seat, k)] / 4.0
        out[at + 14] = hold(s, root, seat)
        out[at + 15] = most / 4.0
