"""Strength in battle (AK-89, AK-99): figures, Androsphinx (AK-170), temples (AK-122), cards, captives (AK-138)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.deaths import captives
from khonsu.games.ankh.rules.regions import figures_in, has, has_figure_beside, next_to, note, part_in
from khonsu.games.ankh.rules.sets import next_hex, words
from khonsu.games.ankh.rules.state import STRENGTH
from khonsu.kernel.compile import rule

CARD_STRENGTH = np.array(p.CARD_STRENGTH, np.int8)


@rule
def is_muted(s, h):
    """AK-171 under the switch androsphinx_mutual = ability: an enemy Androsphinx is adjacent to this one."""
    for d in range(6):
        g = next_to(s, h, d)
        if g >= 0 and s.figure[g] == p.SPHINX and s.owner[g] != s.owner[h]:
            return True
    return False


@rule
def is_neutralised(s, h):
    """AK-99, AK-170, AK-171: an enemy Androsphinx is adjacent."""
    for d in range(6):
        g = next_to(s, h, d)
        if g >= 0 and s.figure[g] == p.SPHINX and s.owner[g] != s.owner[h]:
            if s.sphinx_ability == 0 or s.figure[h] == p.SPHINX or not is_muted(s, g):
                return True
    return False


@rule
def is_resplendent(s, god):
    """AK-125: three or more monuments of one kind anywhere on the board."""
    if not has(s.powers[god], p.RESPLENDENT):
        return False
    counts, monuments = np.int64(0), words(s.monuments)  # a byte for each kind
    h = next_hex(monuments, -1)
    while h >= 0:
        if s.control[h] == god:
            counts += np.int64(1) << (8 * np.int64(s.monument[h]))
        h = next_hex(monuments, h)
    for kind in range(p.OBELISK, p.PYRAMID + 1):
        if (counts >> (8 * kind)) & 255 >= 3:
            return True
    return False


@rule
def god_strength(s, god):
    """AK-125, AK-138, AK-142: the god figure's base and, with Anubis' ability, one for each captive."""
    base = 3 if is_resplendent(s, god) else 1
    if s.holder[p.ANUBIS] == god and (s.who[god] == p.ANUBIS or s.anubis_alone == 0):
        base += captives(s)
    return base


@rule
def figures_strength(s, god, region):
    """AK-9, AK-99: the sum over the god's figures in the region."""
    total, figures = 0, figures_in(s, god, region)
    h = next_hex(figures, -1)
    while h >= 0:
        if not is_neutralised(s, h):
            total += god_strength(s, god) if s.figure[h] == p.GOD else 1
        h = next_hex(figures, h)
    return total


@rule
def temples_strength(s, god, region):
    """AK-122: two for each own temple in the region with an own figure adjacent."""
    total = 0
    if has(s.powers[god], p.TEMPLE_ATTUNED):
        monuments = part_in(s, words(s.monuments), region)
        h = next_hex(monuments, -1)
        while h >= 0:
            if s.monument[h] == p.TEMPLE and s.control[h] == god and has_figure_beside(s, god, h):
                total += 2
            h = next_hex(monuments, h)
    return total


@rule
def cards_strength(s, god):
    """AK-108, AK-109, AK-135: the bonuses of the cards played."""
    total = 0
    for card in range(len(p.CARDS)):
        if has(s.played[god], card):
            total += np.int64(CARD_STRENGTH[card])
    return total


@rule
def measure(s, god, region):
    """AK-89: a contender's strength; a god without figures there has none (AK-90)."""
    figures = figures_strength(s, god, region)
    temples = temples_strength(s, god, region)
    cards = cards_strength(s, god)
    s.strength[god] = figures + temples + cards
    note(s, STRENGTH, god, s.strength[god], figures, temples, cards)
