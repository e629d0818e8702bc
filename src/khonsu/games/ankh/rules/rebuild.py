"""What follows from pieces, camels and regions, worked out again: a position that was read from a text says no more."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import LAND, N_HEXES, N_SIDES
from khonsu.games.ankh.rules.flow import list_options
from khonsu.games.ankh.rules.lines import survey
from khonsu.games.ankh.rules.regions import bit, flood_region, put_camel, raise_banks, settle_regions
from khonsu.games.ankh.rules.sets import gather_pieces
from khonsu.games.ankh.rules.state import CARD, OFFER, REGIONS, entry
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked


@entry
def rebuild(s):
    """Supplies, borders, regions, sets, who has which ability, the survey, and the answers to the open question."""
    count_supplies(s)
    find_regions(s)
    gather_pieces(s)
    for ability in range(5):
        s.holder[ability] = -1
    for seat in range(s.players):
        s.holder[s.who[seat]] = s.god_of[seat]
    survey_again(s)
    question = asked(s)
    s.n_options = 0
    if s.over == 0 and question != CARD and question != OFFER:
        list_options(s, question)


@rule
def count_supplies(s):
    """Monuments and camels that are not on the board."""
    for kind in range(1, len(p.MONUMENTS)):
        s.supply[kind] = p.MONUMENTS_OF_A_KIND
    for h in range(N_HEXES):
        if s.monument[h] > 0:
            s.supply[s.monument[h]] -= 1
    s.camels = p.CAMELS
    raise_banks(s)
    for side in range(N_SIDES):
        if s.camel[side] == 1:
            put_camel(s, side)


@rule
def find_regions(s):
    """AK-13: each region is the land around the first hex that is said to be part of it."""
    first = np.full(REGIONS, -1, np.int64)
    for h in range(N_HEXES - 1, -1, -1):
        for region in range(REGIONS):
            if LAND[h] == 1 and s.region[h] == bit(region):
                first[region] = h
    for h in range(N_HEXES):
        s.region[h] = 0
    for region in range(REGIONS):
        s.land[region] = 0
        if first[region] >= 0:
            flood_region(s, first[region], region)
    settle_regions(s)


@rule
def survey_again(s):
    """The survey for caravans; for which regions it holds is part of the position."""
    known, most = np.int64(s.surveyed), np.int64(s.most)
    s.surveyed = 0
    survey(s)
    s.surveyed = known
    s.most = most
