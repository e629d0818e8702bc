"""When figures die, B8g to B8j (AK-96 to AK-98): captives (AK-137), Cat-Mummies (AK-157), Mummies (AK-165)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.devotion import ascending, lose
from khonsu.games.ankh.rules.regions import has, lift, next_to, note, offer
from khonsu.games.ankh.rules.sets import all_figures, next_hex, words
from khonsu.games.ankh.rules.state import (
    BY_CAT,
    CAPTIVE,
    CAPTURED,
    DEATHS_TASK,
    DECLINE,
    DIED,
    GOD_0,
    HEX_0,
    RETURN_TO,
    SEATS,
)
from khonsu.games.ankh.rules.summon import may_summon_on, summon
from khonsu.kernel.compile import rule
from khonsu.kernel.state import pop, push

KILL, CAPTURE, CATS, MUMMIES = range(4)
RETURN_SLOT = -1


@rule
def begin_deaths(s):
    """All doomed figures die together."""
    s.d_step = KILL
    push(s, DEATHS_TASK)


@rule
def run_deaths(s):
    """One part of what follows deaths, g to j."""
    if s.d_step == KILL:
        s.d_step = CAPTURE
        kill_doomed(s)
    elif s.d_step == CAPTURE:
        s.d_step = CATS
        push(s, CAPTIVE, np.int64(s.holder[p.ANUBIS]))
    elif s.d_step == CATS:
        mourn_cats(s)
        s.d_step = MUMMIES
        s.d_at = 0
        ascending(s, s.d_queue)
    else:
        return_mummies(s)


@rule
def kill_doomed(s):
    """B8g, AK-96: the doomed go to their owners' pools, Suns to the sheet."""
    for god in range(SEATS):
        s.dead_warriors[god] = 0
        s.dead_cats[god] = 0
        s.dead_mummies[god] = 0
    figures = all_figures(s)
    h = next_hex(figures, -1)
    while h >= 0:
        if s.doomed[h] == 1:
            kill(s, h)
        h = next_hex(figures, h)


@rule
def kill(s, h):
    """AK-58, AK-111, AK-155: one figure dies; a Mummy that died before in this battle counts once for Miracle."""
    god, kind = np.int64(s.owner[h]), np.int64(s.figure[h])
    if s.back[h] == 0 or s.miracle_deaths == 1:
        s.died[god] += 1
    if s.sun[h] == 1:
        s.suns += 1
    if kind == p.WARRIOR:
        s.warriors[god] += 1
        s.dead_warriors[god] += 1
    for level in range(3):
        if s.guardian[level] == kind:
            s.beasts[god, level] += 1
    if kind == p.CAT:
        s.dead_cats[god] += 1
    elif kind == p.MUMMY:
        s.dead_mummies[god] += 1
    lift(s, h)
    note(s, DIED, god, kind, h)


@rule
def captives(s):
    """How many warriors Anubis holds."""
    n = 0
    for god in range(SEATS):
        n += np.int64(s.captive[god])
    return n


@rule
def offer_captives(s, anubis):
    """D-21, AK-137: the owners of the warriors that just died, or decline; no question without slot or warrior."""
    if anubis < 0 or captives(s) >= p.CAPTIVES or (s.anubis_inside == 1 and not has(s.b_gods, anubis)):
        return
    for god in range(s.players):
        if god != anubis and s.dead_warriors[god] > 0:
            offer(s, GOD_0 + god)
    if s.n_options > 0:
        offer(s, DECLINE)


@rule
def answer_captive(s, anubis, step):
    """AK-137, AK-139: the warrior is held, not in its owner's pool."""
    pop(s)
    if step != DECLINE:
        god = step - GOD_0
        s.warriors[god] -= 1
        s.captive[god] += 1
        note(s, CAPTURED, anubis, s.who[god])


@rule
def mourn_cats(s):
    """B8i, AK-157, AK-158: each dead Cat-Mummy costs every other god 1 devotion, owners in ascending order."""
    ascending(s, s.d_queue)
    for k in range(s.gods):
        owner = np.int64(s.d_queue[k])
        while s.dead_cats[owner] > 0:
            s.dead_cats[owner] -= 1
            mourn(s, owner)


@rule
def mourn(s, owner):
    """AK-174: the losses of one Cat-Mummy, in the order at their beginning."""
    losers = 0  # the order as one number: places are three bits each
    for k in range(s.gods):
        losers |= np.int64(s.ranking[k]) << (3 * k)
    for k in range(s.gods):
        god = (losers >> (3 * k)) & 7
        if god != owner:
            lose(s, god, BY_CAT)


@rule
def return_mummies(s):
    """B8j, AK-165, AK-166: owners in ascending order, each dead Mummy at once."""
    while s.d_at < s.gods:
        owner = np.int64(s.d_queue[s.d_at])
        if s.dead_mummies[owner] > 0:
            s.dead_mummies[owner] -= 1
            push(s, RETURN_TO, owner)
            return
        s.d_at += 1
    pop(s)


@rule
def find_god(s, god):
    """The hex of the god figure."""
    figures = words(s.figures[god])
    h = next_hex(figures, -1)
    while h >= 0 and s.figure[h] != p.GOD:
        h = next_hex(figures, h)
    return h


@rule
def offer_returns(s, owner):
    """D-22: empty land adjacent to its god; without any the Mummy stays in the pool."""
    h = find_god(s, owner)
    for d in range(6):
        g = next_to(s, h, d)
        if g >= 0 and may_summon_on(s, owner, g):
            offer(s, HEX_0 + g)


@rule
def answer_return(s, owner, step):
    """AK-165, AK-166: it is summoned again, a Sun is possible."""
    pop(s)
    s.back[step - HEX_0] = 1
    summon(s, owner, p.MUMMY, step - HEX_0, RETURN_SLOT)
