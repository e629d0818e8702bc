"""Gain followers (AK-51, AK-52), Unlock (AK-53 to AK-58) and the event Control Monument (AK-60 to AK-62)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.regions import has, has_figure_beside, note, offer
from khonsu.games.ankh.rules.sets import next_hex, words
from khonsu.games.ankh.rules.state import (
    BY_GAIN,
    BY_UNLOCK,
    CONTROLLED,
    DECLINE,
    FOLLOWERS,
    GUARDIAN,
    HEX_0,
    POWER_0,
    UNLOCKED,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import pop

GUARDIAN_1, GUARDIAN_2, GUARDIAN_3 = p.GUARDIAN_AT


@rule
def gain_followers(s, god):
    """AK-51, AK-52: one for each adjacent monument that is neutral or own; Revered adds one."""
    n, monuments = 0, words(s.monuments)
    h = next_hex(monuments, -1)
    while h >= 0:
        if (s.control[h] < 0 or s.control[h] == god) and has_figure_beside(s, god, h):
            n += 1
        h = next_hex(monuments, h)
    if has(s.powers[god], p.REVERED) and (n > 0 or s.revered_needs == 0):
        n += 1
    s.followers[god] += n
    note(s, FOLLOWERS, god, n, s.followers[god], BY_GAIN)


@rule
def unlocked(s, god):
    """How many powers the god has."""
    return p.TOKENS_IN_ROW - np.int64(s.row[god])


@rule
def next_level(s, god):
    """AK-53: the level of the leftmost token in the row, from 1."""
    return unlocked(s, god) // 2 + 1


@rule
def offer_powers(s, god):
    """D-12: the powers of that level not yet unlocked, or decline; nothing without followers or tokens (AK-54)."""
    level = next_level(s, god)
    if s.row[god] == 0 or s.followers[god] < level:
        return
    for k in range(p.POWERS_PER_LEVEL):
        power = (level - 1) * p.POWERS_PER_LEVEL + k
        if not has(s.powers[god], power):
            offer(s, POWER_0 + power)
    if not (s.must_use == 1 and s.action == s.first_action):
        offer(s, DECLINE)


@rule
def answer_power(s, god, step):
    """AK-53 to AK-57: pay, move the token, and take the guardian whose symbol it uncovers."""
    pop(s)
    if step == DECLINE:
        return
    level = next_level(s, god)
    s.followers[god] -= level
    note(s, FOLLOWERS, god, -level, s.followers[god], BY_UNLOCK)
    s.row[god] -= 1
    s.powers[god] |= 1 << (step - POWER_0)
    note(s, UNLOCKED, god, step - POWER_0, level)
    n = unlocked(s, god)
    if n == GUARDIAN_1:
        gain_guardian(s, god, 0)
    elif n == GUARDIAN_2:
        gain_guardian(s, god, 1)
    elif n == GUARDIAN_3:
        gain_guardian(s, god, 2)


@rule
def is_large(kind):
    """2.7: Apep, Giant Scorpion and Androsphinx stand on large bases."""
    return kind >= p.APEP


@rule
def used_bases(s, god, large):
    """The bases of a size under guardians on the board and in the pool."""
    n, figures = 0, words(s.figures[god])
    h = next_hex(figures, -1)
    while h >= 0:
        if s.figure[h] >= p.CAT and is_large(s.figure[h]) == large:
            n += 1
        h = next_hex(figures, h)
    for level in range(3):
        if is_large(s.guardian[level]) == large:
            n += np.int64(s.beasts[god, level])
    return n


@rule
def gain_guardian(s, god, level):
    """AK-56, AK-57: one figure of the card into the pool, if one is left and a base is free."""
    kind = np.int64(s.guardian[level])
    if s.card[level] > 0 and used_bases(s, god, is_large(kind)) < p.BASES:
        s.card[level] -= 1
        s.beasts[god, level] += 1
        note(s, GUARDIAN, god, kind)


@rule
def offer_monuments(s, god):
    """D-13: adjacent neutral monuments; enemy ones only if no neutral one is anywhere (AK-60, AK-61); or decline."""
    if s.tokens[god] == 0:
        return
    neutral, monuments = False, words(s.monuments)
    h = next_hex(monuments, -1)
    while h >= 0:
        neutral = neutral or s.control[h] < 0
        h = next_hex(monuments, h)
    h = next_hex(monuments, -1)
    while h >= 0:
        if s.control[h] != god and (s.control[h] < 0) == neutral and has_figure_beside(s, god, h):
            offer(s, HEX_0 + h)
        h = next_hex(monuments, h)
    if s.n_options > 0:
        offer(s, DECLINE)


@rule
def answer_monument(s, god, step):
    """AK-60, AK-61: a token of the pool on it; an enemy's token goes back to its pool."""
    pop(s)
    if step == DECLINE:
        return
    h = step - HEX_0
    before = np.int64(s.control[h])
    if before >= 0:
        s.tokens[before] += 1
    s.tokens[god] -= 1
    s.control[h] = god
    note(s, CONTROLLED, god, s.monument[h], h, s.who[before] if before >= 0 else -1)
