"""Strength in battle (AK-89, AK-99): figures, Androsphinx (AK-170), temples (AK-122), cards, captives (AK-138)."""

import numpy as np

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.board import N_HEXES
from khonsu.games.ankh.rules.deaths import captives
from khonsu.games.ankh.rules.regions import has, has_figure_beside, is_in, next_to, note
from khonsu.games.ankh.state import STRENGTH
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
    for kind in range(p.OBELISK, p.PYRAMID + 1):
        n = 0
        for h in range(N_HEXES):
            if s.monument[h] == kind and s.control[h] == god:
                n += 1
        if n >= 3:
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
    total = 0
    for h in range(N_HEXES):
        if s.owner[h] == god and is_in(s, h, region) and not is_neutralised(s, h):
            if s.figure[h] == p.GOD:
                total += god_strength(s, god)
            else:
                total += 1
    return total


@rule
def temples_strength(s, god, region):
    """AK-122: two for each own temple in the region with an own figure adjacent."""
    total = 0
    if has(s.powers[god], p.TEMPLE_ATTUNED):
        for h in range(N_HEXES):
            if s.monument[h] == p.TEMPLE and s.control[h] == god and is_in(s, h, region):
                if has_figure_beside(s, god, h):
                    total += 2
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
