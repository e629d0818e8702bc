"""What a learned evaluation weighs: the numbers for learning, and what each god may expect of the next Conflict."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.knowledge import (
    COUNTS,
    FIGURES_AT,
    N_FEATURES,
    card_hint,
    census,
    features,
    offer_hint,
    promise,
    purse,
)
from khonsu.games.ankh.rules.regions import has_figure_beside
from khonsu.games.ankh.rules.sets import either, next_hex, words
from khonsu.games.ankh.rules.state import CARD, OFFER, REGIONS, SEATS, entry
from khonsu.kernel.compile import part, rule
from khonsu.kernel.state import asked

# A god's block: what each region promises, all of them, the same when a Conflict is near; the purse, figures and suns,
# monuments within reach, regions with figures, the lead in devotion, monuments by kind
ALL, NEAR, PURSE, FIGURES, SUNS, REACH, SPREAD, LEAD = range(REGIONS, REGIONS + 8)
BLOCK = REGIONS + 8 + 3
HINT = N_FEATURES + SEATS * BLOCK
N_OUTLOOK = HINT + 3


@entry
def outlook(s, seat, out):
    """The features, a block for each god beginning with one's own, what its commitment promises."""
    features(s, seat, out[:N_FEATURES])
    out[N_FEATURES:] = 0
    if s.over == 1:
        return
    own = max(np.int64(s.god_of[seat]), 0)
    table = np.empty((REGIONS, SEATS, COUNTS), np.int64)
    census(s, table)
    near = nearness(s)
    for k in range(s.players):
        god = (own + k) % np.int64(s.players)
        if s.god_of[god] == god:
            expect(s, god, table, near, out, N_FEATURES + k * BLOCK)
    question = asked(s)
    if s.god_of[seat] >= 0:
        if question == CARD and s.commit[own] != 0:
            out[HINT] = card_hint(s, own, table)
        elif question == OFFER and s.offer[own] >= 0:
            out[HINT + 1] = offer_hint(s, own)
    out[HINT + 2] = near


@rule
def nearness(s):
    """1 when the next event is a Conflict, a half when it is the one after that, and so on."""
    for event in range(s.event, s.n_calendar):
        if s.calendar[event] >= p.CONFLICT:
            return 1.0 / (1.0 + event - s.event)
    return 0.0


@part
def expect(s, god, table, near, out, at):
    """What a god has on the board and may expect."""
    for region in range(REGIONS):
        if s.token[region] > 0 and table[region, god, FIGURES_AT] > 0:
            here = promise(s, god, region, table)
            out[at + np.int64(s.token[region]) - 1] = here / 2.0
            out[at + ALL] += here / 4.0
            out[at + SPREAD] += 0.25
    out[at + NEAR] = np.float64(out[at + ALL]) * near
    out[at + PURSE] = purse(np.int64(s.followers[god]))
    pieces = either(words(s.figures[god]), words(s.monuments))
    h = next_hex(pieces, -1)
    while h >= 0:
        if s.owner[h] == god:
            out[at + FIGURES] += 0.2
            out[at + SUNS] += 0.5 * s.sun[h]
        if s.monument[h] > 0 and s.control[h] < 0 and has_figure_beside(s, god, h):
            out[at + REACH] += 0.5
        if s.control[h] == god:
            out[at + LEAD + np.int64(s.monument[h])] += 0.25
        h = next_hex(pieces, h)
    best = 0
    for other in range(s.players):
        if other != god and s.god_of[other] == other:
            best = max(best, np.int64(s.devotion[other]))
    out[at + LEAD] = (s.devotion[god] - best) / 10.0
