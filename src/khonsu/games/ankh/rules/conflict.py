"""Conflict: its frame C1 to C6 (AK-71 to AK-79), Dominance (AK-75), Giant Scorpions (AK-169)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.battle import CONDEMN, begin_battle, begin_step, clear_battle
from khonsu.games.ankh.rules.board import NEIGHBOUR
from khonsu.games.ankh.rules.devotion import RADIANT_BIT, gain, majorities
from khonsu.games.ankh.rules.merge import begin_merge, forget_gods
from khonsu.games.ankh.rules.regions import destroy, gods_in, has, has_radiant, note, region_with
from khonsu.games.ankh.rules.sets import all_figures, count, next_hex, words
from khonsu.games.ankh.rules.state import (
    AFTER_LAST_CONFLICT,
    BATTLE_TASK,
    BY_DOMINANCE,
    BY_MAJORITIES,
    BY_OMNIPRESENT,
    BY_SCORPION,
    CONFLICT,
    CONFLICT_TASK,
    DESTROYED,
    DOMINANCE,
    FOLLOWERS,
    OVER,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import operand, pop, push

OPENING, REGION_BY_REGION, CLOSING, DONE = range(4)


@rule
def begin_conflict(s, god):
    """A Conflict is triggered by this god."""
    s.c_step = OPENING
    push(s, CONFLICT_TASK, god)


@rule
def run_conflict(s):
    """The next part of the Conflict."""
    if s.c_step == OPENING:
        s.c_step = REGION_BY_REGION
        open_conflict(s, operand(s, 0))
    elif s.c_step == REGION_BY_REGION:
        resolve_next_region(s)
    elif s.c_step == CLOSING:
        s.c_step = DONE
        close_conflict(s)
    else:
        s.in_conflict = 0
        pop(s)


@rule
def open_conflict(s, god):
    """C1 to C3, AK-71, AK-72: the tie-breaker, Omnipresent, scorpions."""
    s.in_conflict = 1
    s.c_token = 0
    s.tie_holder = god
    s.tie_up = 1
    number = 0
    for k in range(s.event):
        if s.calendar[k] >= p.CONFLICT:
            number += 1
    note(s, CONFLICT, god, number)
    for k in range(s.gods):
        watch_regions(s, np.int64(s.ranking[k]))
    sting(s)


@rule
def watch_regions(s, god):
    """C2, AK-117: Omnipresent gives a follower for each region with an own figure."""
    if has(s.powers[god], p.OMNIPRESENT):
        regions, figures = 0, words(s.figures[god])
        h = next_hex(figures, -1)
        while h >= 0:
            regions |= np.int64(s.region[h])
            h = next_hex(figures, h)
        n = count(regions)
        s.followers[god] += n
        note(s, FOLLOWERS, god, n, s.followers[god], BY_OMNIPRESENT)


@rule
def sting(s):
    """C3, AK-169: scorpions destroy the monuments they point at, in their own region, all together."""
    figures = all_figures(s)
    h = next_hex(figures, -1)
    while h >= 0:
        if s.figure[h] == p.SCORPION:
            for turn in range(2):
                g = np.int64(NEIGHBOUR[h, (np.int64(s.facing[h]) + turn) % 6])
                if g >= 0 and s.monument[g] > 0 and np.int64(s.region[g]) & np.int64(s.region[h]) != 0:
                    destroy(s, g, DESTROYED, BY_SCORPION)
        h = next_hex(figures, h)


@rule
def resolve_next_region(s):
    """C4, AK-73, AK-74: by ascending order token, each region is skipped, dominated or fought for."""
    while s.c_token < p.ORDER_TOKENS:
        s.c_token += 1
        region = region_with(s, np.int64(s.c_token))
        if region >= 0:
            s.c_region = region
            gods = gods_in(s, region)
            if count(gods) >= 2:
                begin_battle(s, region, gods)
                return
            if gods != 0:
                dominate(s, region, gods)
                return
    s.c_step = CLOSING


@rule
def dominate(s, region, gods):
    """AK-75: majorities in one gain, then dominance with Radiant in another; no battle (AK-78)."""
    god = 0
    while not has(gods, god):
        god += 1
    note(s, DOMINANCE, god, s.token[region])
    gain(s, god, majorities(s, god, region), BY_MAJORITIES)
    extras = RADIANT_BIT if has_radiant(s, god, region) else 0
    gain(s, god, 1 + extras, BY_DOMINANCE, 0, extras)
    if s.winner_loses == 1 and s.over == 0:
        clear_battle(s, gods)
        s.b_winner = god
        begin_step(s, CONDEMN)
        push(s, BATTLE_TASK)


@rule
def close_conflict(s):
    """C5 and C6, AK-79: tokens go back; then gods merge, are forgotten, or the game ends (AK-202)."""
    s.tie_holder = -1
    s.tie_up = 0
    s.amun_used = 0
    if s.conflicts < len(s.after):
        for god in range(s.players):
            s.after[s.conflicts, god] = s.devotion[god]
    s.conflicts += 1
    kind = s.calendar[s.event - 1]
    if kind == p.CONFLICT_MERGE and s.players >= p.MERGE_MIN_PLAYERS:
        begin_merge(s)
    elif kind == p.CONFLICT_FORGOTTEN:
        forget_gods(s)
    elif kind == p.CONFLICT_END:
        s.over = 1
        s.winner = s.ranking[s.gods - 1]
        s.ending = AFTER_LAST_CONFLICT
        note(s, OVER, np.int64(s.winner), AFTER_LAST_CONFLICT)
