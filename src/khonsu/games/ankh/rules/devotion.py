"""The devotion track (AK-172 to AK-176), Bountiful (AK-129 to AK-132) and majorities (AK-76, AK-77)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.regions import has, note, part_in
from khonsu.games.ankh.rules.sets import next_hex, words
from khonsu.games.ankh.rules.state import AT_TOP, BY_DOMINANCE, BY_MAJORITIES, BY_WINNING, GAINED, LOST, OVER, SEATS
from khonsu.kernel.compile import rule

RADIANT_BIT, BOUNTIFUL_BIT = 1, 2


@rule
def move_marker(s, god, space):
    """AK-172, AK-173: the marker goes on top of the stack of its new space; the others keep their order."""
    i = 0
    while s.ranking[i] != god:
        i += 1
    for k in range(i, s.gods - 1):
        s.ranking[k] = s.ranking[k + 1]
    s.devotion[god] = space
    k = np.int64(s.gods) - 1
    while k > 0 and s.devotion[s.ranking[k - 1]] > space:
        s.ranking[k] = s.ranking[k - 1]
        k -= 1
    s.ranking[k] = god


@rule
def is_bountiful(s, god, cause):
    """AK-129 to AK-132: the marker is in the red just before this gain; a switch limits which gains count."""
    if not has(s.powers[god], p.BOUNTIFUL) or s.devotion[god] > s.red:
        return False
    return s.bountiful_few == 0 or cause == BY_MAJORITIES or cause == BY_DOMINANCE or cause == BY_WINNING


@rule
def gain(s, god, amount, cause, part=0, extras=0):
    """One gain of devotion (AK-130); reaching the top wins at once (AK-176). `part` and `extras` are for the log."""
    if amount <= 0 or s.over == 1:
        return
    if is_bountiful(s, god, cause):
        amount += 1
        extras += BOUNTIFUL_BIT
    space = min(np.int64(s.devotion[god]) + amount, np.int64(s.top))
    amount = space - np.int64(s.devotion[god])
    move_marker(s, god, space)
    note(s, GAINED, god, amount, space, cause, part, extras)
    if space == s.top:
        s.over = 1
        s.winner = god
        s.ending = AT_TOP
        note(s, OVER, god, AT_TOP)


@rule
def lose(s, god, cause):
    """AK-157, AK-175: one devotion less; on space 0 nothing happens."""
    if s.devotion[god] > 0:
        move_marker(s, god, np.int64(s.devotion[god]) - 1)
        note(s, LOST, god, 1, s.devotion[god], cause)


@rule
def ascending(s, queue):
    """AK-174a: the gods in play from the least to the most devoted, as they are now."""
    for k in range(SEATS):
        queue[k] = s.ranking[k] if k < s.gods else -1


@rule
def majority(s, kind, region):
    """AK-76, AK-77: the god with more monuments of a kind in the region than each other, or -1."""
    counts, monuments = np.int64(0), part_in(s, words(s.monuments), region)  # a byte for each god
    h = next_hex(monuments, -1)
    while h >= 0:
        if s.monument[h] == kind and s.control[h] >= 0:
            counts += np.int64(1) << (8 * np.int64(s.control[h]))
        h = next_hex(monuments, h)
    best, leader = 0, -1
    for god in range(s.players):
        n = (counts >> (8 * god)) & 255
        if n > best:
            best, leader = n, god
        elif n == best:
            leader = -1
    return leader


@rule
def majorities(s, god, region):
    """How many majorities the god has in the region."""
    n = 0
    for kind in range(p.OBELISK, p.PYRAMID + 1):
        if majority(s, kind, region) == god:
            n += 1
    return n
