"""Summon figure (AK-46 to AK-50) with Pyramid Attuned (AK-123), Osiris (AK-149), Suns (AK-153), ransom (AK-140)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import N_HEXES, WATER_SET
from khonsu.games.ankh.rules.regions import has, is_free, note, offer, offer_hexes, stand
from khonsu.games.ankh.rules.sets import (
    all_figures,
    beside,
    both,
    either,
    free_land,
    is_empty_set,
    next_hex,
    open_land,
    without,
    words,
)
from khonsu.games.ankh.rules.state import (
    BY_RANSOM,
    FACING,
    FIGURE_0,
    FINISH,
    FOLLOWERS,
    HEX_0,
    NO,
    NORMAL,
    NORMAL_SLOT,
    NORMAL_USED,
    RADIANT,
    RANSOM,
    RANSOMED,
    SLOT,
    SUMMON_FIGURE,
    SUMMON_HEX,
    SUMMONED,
    SUN,
    UNDERWORLD,
    UNDERWORLD_SLOT,
    UNDERWORLD_USED,
    YES,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import operand, pop, push


@rule
def begin_summon(s, god):
    """AK-48: all slots of this action are free again."""
    s.slots = 0
    for h in range(N_HEXES):
        s.pyramid[h] = 0
    push(s, SLOT, god)


@rule
def may_summon_on(s, god, h):
    """AK-46, AK-151: empty land; a switch keeps others off Underworld hexes."""
    return is_free(s, h) and not (s.bar_summon == 1 and s.tile[h] == 1 and s.holder[p.OSIRIS] != god)


@rule
def summon_ground(s, god):
    """AK-46, AK-151: empty land; a switch keeps others off Underworld hexes."""
    return open_land(s, god) if s.bar_summon == 1 else free_land(s)


@rule
def beside_own(s, god, ground):
    """AK-46: the hexes of the ground adjacent to own figures or to monuments that the god controls."""
    found = (np.int64(0), np.int64(0))
    pieces = either(words(s.figures[god]), words(s.monuments))
    h = next_hex(pieces, -1)
    while h >= 0:
        if s.owner[h] == god or s.control[h] == god:
            found = either(found, beside(s, h))
        h = next_hex(pieces, h)
    return both(found, ground)


@rule
def summon_hexes(s, god, slot, kind):
    """D-10: where a figure of this kind may be summoned in this slot."""
    if slot == UNDERWORLD:
        return without(words(s.underworld), all_figures(s))
    ground, water = summon_ground(s, god), (np.int64(0), np.int64(0))
    if kind == p.APEP:  # AK-163, AK-164
        water = without(words(WATER_SET), all_figures(s))
    if slot == NORMAL:
        return either(beside_own(s, god, ground), water)
    return both(beside(s, slot), either(ground, water))


@rule
def has_summon_hex(s, god, slot, kind):
    """Whether there is any such hex."""
    return not is_empty_set(summon_hexes(s, god, slot, kind))


@rule
def has_figure(s, god, kind):
    """AK-204: whether the god's pool holds a figure of this kind."""
    if kind == p.WARRIOR:
        return s.warriors[god] > 0
    for level in range(3):
        if s.guardian[level] == kind and s.beasts[god, level] > 0:
            return True
    return False


@rule
def can_ransom(s, god):
    """AK-47, AK-140: Anubis holds a warrior of the god, who has a follower to pay."""
    return s.captive[god] > 0 and s.followers[god] > 0


@rule
def slot_is_free(s, god, slot):
    """AK-48: the slot belongs to the god and has not been used in this action."""
    if slot == NORMAL:
        return s.slots & NORMAL_USED == 0
    if slot == UNDERWORLD:
        return s.slots & UNDERWORLD_USED == 0 and s.holder[p.OSIRIS] == god
    if s.monument[slot] != p.PYRAMID or s.control[slot] != god or s.pyramid[slot] == 1:
        return False
    return has(s.powers[god], p.PYRAMID_ATTUNED)


@rule
def can_use_slot(s, god, slot, ransom):
    """D-8: a figure and a hex for it exist; every figure but Apep has the same hexes."""
    if not slot_is_free(s, god, slot):
        return False
    ordinary = has_figure(s, god, p.WARRIOR) or (ransom and can_ransom(s, god))
    for kind in range(p.CAT, p.SPHINX + 1):
        ordinary = ordinary or (kind != p.APEP and has_figure(s, god, kind))
    if ordinary and has_summon_hex(s, god, slot, p.WARRIOR):
        return True
    return has_figure(s, god, p.APEP) and has_summon_hex(s, god, slot, p.APEP)


@rule
def offer_slots(s, god):
    """D-8: normal, each pyramid, underworld, or finish (AK-39, AK-50)."""
    if can_use_slot(s, god, NORMAL, True):
        offer(s, NORMAL_SLOT)
    if has(s.powers[god], p.PYRAMID_ATTUNED):
        for h in range(N_HEXES):
            if s.monument[h] == p.PYRAMID and can_use_slot(s, god, h, True):
                offer(s, HEX_0 + h)
    if can_use_slot(s, god, UNDERWORLD, True):
        offer(s, UNDERWORLD_SLOT)
    if not (s.must_use == 1 and s.action == s.first_action and can_use_slot(s, god, NORMAL, False)):
        offer(s, FINISH)


@rule
def answer_slot(s, god, step):
    """D-8: choose a figure for the slot, or end the action."""
    if step == FINISH:
        pop(s)
    elif step == NORMAL_SLOT:
        push(s, SUMMON_FIGURE, god, NORMAL)
    elif step == UNDERWORLD_SLOT:
        push(s, SUMMON_FIGURE, god, UNDERWORLD)
    else:
        push(s, SUMMON_FIGURE, god, step - HEX_0)


@rule
def offer_figures(s, god, slot):
    """D-9: the figures that have a hex in this slot."""
    if has_summon_hex(s, god, slot, p.WARRIOR):
        if s.warriors[god] > 0:
            offer(s, FIGURE_0 + p.WARRIOR)
        if can_ransom(s, god):
            offer(s, RANSOM)
        for kind in range(p.CAT, p.SPHINX + 1):
            if kind != p.APEP and has_figure(s, god, kind):
                offer(s, FIGURE_0 + kind)
    if has_figure(s, god, p.APEP) and has_summon_hex(s, god, slot, p.APEP):
        offer(s, FIGURE_0 + p.APEP)


@rule
def answer_figure(s, god, step):
    """D-9: then its hex."""
    slot = operand(s, 1)
    pop(s)
    push(s, SUMMON_HEX, god, slot, step - FIGURE_0)


@rule
def offer_summon_hexes(s, god, slot, kind):
    """D-10: the hexes of the slot."""
    offer_hexes(s, summon_hexes(s, god, slot, kind))


@rule
def answer_summon_hex(s, god, step):
    """D-10: the figure comes into play and the slot is used."""
    slot, kind, h = operand(s, 1), operand(s, 2), step - HEX_0
    pop(s)
    if slot == NORMAL:
        s.slots |= NORMAL_USED
    elif slot == UNDERWORLD:
        s.slots |= UNDERWORLD_USED
    else:
        s.pyramid[slot] = 1
    if kind == p.GOD:
        pay_ransom(s, god)
        kind = p.WARRIOR
    summon(s, god, kind, h, slot)


@rule
def pay_ransom(s, god):
    """AK-140: one follower to Anubis, the warrior is free."""
    anubis = np.int64(s.holder[p.ANUBIS])
    s.captive[god] -= 1
    s.warriors[god] += 1
    s.followers[god] -= 1
    s.followers[anubis] += 1
    note(s, RANSOMED, god, s.who[anubis])
    note(s, FOLLOWERS, god, -1, s.followers[god], BY_RANSOM)
    note(s, FOLLOWERS, anubis, 1, s.followers[anubis], BY_RANSOM)


@rule
def summon(s, god, kind, h, slot):
    """AK-49: a figure of the pool on its hex; a scorpion gets a facing, Ra's figure may get a Sun."""
    if kind == p.WARRIOR:
        s.warriors[god] -= 1
    for level in range(3):
        if s.guardian[level] == kind:
            s.beasts[god, level] -= 1
    stand(s, god, kind, h)
    note(s, SUMMONED, god, kind, h, slot)
    if kind == p.SCORPION:
        push(s, FACING, god, h)
    if s.holder[p.RA] == god and s.suns > 0:
        push(s, SUN, god, h)


@rule
def offer_sun(s):
    """D-11: a Sun on the summoned figure, or not."""
    offer(s, YES)
    offer(s, NO)


@rule
def answer_sun(s, god, step):
    """AK-153: the figure is Radiant while it carries the Sun."""
    h = operand(s, 1)
    pop(s)
    if step == YES:
        s.suns -= 1
        s.sun[h] = 1
        note(s, RADIANT, god, h)
