"""Points and victory (AO-97 to AO-104). Points of the layout are kept up to date by `domain.count_groups`."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.state import entry
from khonsu.kernel.compile import rule


@rule
def tokens_left(s, seat, ankhs):
    """Tokens in hand and on depots, with or without ankhs (AO-100, AO-103)."""
    count = 0
    for kind in range(6 if ankhs else 5):
        count += s.hand[seat, kind]
    for i in range(s.tiles[seat]):
        count += s.token[seat, i]
    return np.int64(count)


@rule
def token_points(s, seat):
    """AO-100: a point for each complete set of three left-over tokens."""
    return tokens_left(s, seat, s.leftover_resources == 0) // p.TOKEN_SET


@rule
def total(s, seat):
    """AO-97 to AO-100 together."""
    layout = np.int64(s.colours[seat]) + s.animals[seat] + s.twos[seat]
    return layout + p.BONUS_VALUE * np.int64(s.bonus[seat]) + token_points(s, seat)


@entry
def score(s, seat):
    """Points now."""
    return np.float64(total(s, seat))


@rule
def compare(s, one, other):
    """AO-101 to AO-103: above 0 if `one` ranks before `other`, 0 if they tie."""
    ahead = total(s, one) - total(s, other)
    if ahead == 0:
        ahead = np.int64(s.tiles[other]) - s.tiles[one]
    if ahead == 0:
        ahead = tokens_left(s, one, True) - tokens_left(s, other, True)
        if s.tiebreak_fewest == 1:
            ahead = -ahead
    return ahead


@entry
def result(s, out):
    """AO-104: the win, shared by all who are tied for the first place."""
    winners = 0
    for seat in range(s.players):
        best = True
        for other in range(s.players):
            best = best and compare(s, seat, other) >= 0
        out[seat] = 1.0 if best else 0.0
        winners += 1 if best else 0
    for seat in range(s.players):
        out[seat] /= winners
