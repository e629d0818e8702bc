"""Merging (AK-177 to AK-189) and forgotten gods (AK-196 to AK-200)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.actions import is_large
from khonsu.games.ankh.rules.board import N_HEXES
from khonsu.games.ankh.rules.regions import bit, destroy, has, lift, note, offer, stand
from khonsu.games.ankh.rules.sets import remove
from khonsu.games.ankh.rules.state import (
    ALL_FORGOTTEN,
    BY_FORGETTING,
    BY_MERGE,
    DESTROYED,
    FIGURE_0,
    FOLLOWERS,
    FORGOTTEN,
    HEX_0,
    KEEP_GUARDIAN,
    LAST_GOD,
    MERGE_TASK,
    MERGED,
    NOBODY,
    OVER,
    SEATS,
    TO_CARD,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import operand, pop, push

CLEAR, SMALL, LARGE, JOIN_UP = range(4)


@rule
def begin_merge(s):
    """AK-177: the two least devoted gods merge; the least is the lower one."""
    s.low = s.ranking[0]
    s.high = s.ranking[1]
    s.m_step = CLEAR
    note(s, MERGED, np.int64(s.high), s.who[s.low], s.low)
    push(s, MERGE_TASK)


@rule
def run_merge(s):
    """AK-178: the next part of the merge."""
    step = np.int64(s.m_step)
    if step == CLEAR:
        clear_lower_god(s, np.int64(s.low), np.int64(s.high))
        s.m_step = SMALL
        choose_own_first(s, False)
    elif step == SMALL or step == LARGE:
        fill_bases(s, step)
    else:
        join_up(s, np.int64(s.low), np.int64(s.high))
        pop(s)


@rule
def clear_lower_god(s, low, high):
    """AK-179, AK-180, AK-141: god figure, warriors and monuments of the lower god leave; captives are sorted out."""
    for h in range(N_HEXES):
        if s.owner[h] == low and s.figure[h] <= p.WARRIOR:
            s.suns += s.sun[h]
            lift(s, h)
        if s.monument[h] > 0 and s.control[h] == low:
            destroy(s, h, DESTROYED, BY_MERGE)
    s.warriors[low] = 0
    s.captive[low] = 0
    if s.holder[p.ANUBIS] == low:
        s.warriors[high] += s.captive[high]
        s.captive[high] = 0


# -- guardians and bases (AK-181, AK-182) ------------------------------------------------------------------------------


@rule
def is_guardian_of(s, h, god, large):
    """A guardian of the god on this hex, on a base of this size."""
    return s.owner[h] == god and s.figure[h] >= p.CAT and is_large(s.figure[h]) == large


@rule
def in_pools(s, level):
    """Guardians of a level in both pools."""
    return np.int64(s.beasts[s.low, level]) + np.int64(s.beasts[s.high, level])


@rule
def choose_own_first(s, large):
    """AK-182: the higher god's own guardians of this size are kept, unless the switch lets it choose freely."""
    for h in range(N_HEXES):
        s.kept[h] = 1 if s.base_free == 0 and is_guardian_of(s, h, np.int64(s.high), large) else 0
    for level in range(3):
        s.kept_beasts[level] = s.beasts[s.high, level] if s.base_free == 0 else 0


@rule
def fill_bases(s, step):
    """AK-182: ask while guardians of this size are more than the free bases; then those left over go to their card."""
    large = step == LARGE
    kept, waiting = 0, 0
    for h in range(N_HEXES):
        if is_guardian_of(s, h, np.int64(s.high), large) or is_guardian_of(s, h, np.int64(s.low), large):
            kept += np.int64(s.kept[h])
            waiting += 1 - np.int64(s.kept[h])
    for level in range(3):
        if is_large(s.guardian[level]) == large:
            kept += np.int64(s.kept_beasts[level])
            waiting += in_pools(s, level) - np.int64(s.kept_beasts[level])
    room = p.BASES - kept
    if room > 0 and waiting > room:
        push(s, KEEP_GUARDIAN, np.int64(s.high), 1 if large else 0)
        return
    hand_over(s, large, waiting <= room)
    s.m_step += 1
    if s.m_step == LARGE:
        choose_own_first(s, True)


@rule
def offer_guardians(s):
    """D-27: those not yet kept, on the board by hex, in the pool by kind."""
    large = operand(s, 1) == 1
    for h in range(N_HEXES):
        if s.kept[h] == 0:
            theirs = is_guardian_of(s, h, np.int64(s.low), large)
            if theirs or is_guardian_of(s, h, np.int64(s.high), large):
                offer(s, HEX_0 + h)
    for level in range(3):
        if is_large(s.guardian[level]) == large and in_pools(s, level) > s.kept_beasts[level]:
            offer(s, FIGURE_0 + np.int64(s.guardian[level]))


@rule
def answer_guardian(s, step):
    """D-27: this one is kept."""
    pop(s)
    if step < HEX_0 + N_HEXES:
        s.kept[step - HEX_0] = 1
    else:
        for level in range(3):
            if s.guardian[level] == step - FIGURE_0:
                s.kept_beasts[level] += 1


@rule
def hand_over(s, large, everything):
    """AK-181, AK-182: kept guardians stay where they are and are the higher god's; the others return to their card."""
    low, high = np.int64(s.low), np.int64(s.high)
    for h in range(N_HEXES):
        if is_guardian_of(s, h, low, large) or is_guardian_of(s, h, high, large):
            if everything or s.kept[h] == 1:
                remove(s.figures[np.int64(s.owner[h])], h)
                stand(s, high, np.int64(s.figure[h]), h)
            else:
                return_to_card(s, h)
    for level in range(3):
        if is_large(s.guardian[level]) == large:
            total = in_pools(s, level)
            stay = total if everything else np.int64(s.kept_beasts[level])
            for _ in range(total - stay):
                note(s, TO_CARD, low, s.guardian[level], -1)
            s.card[level] += total - stay
            s.beasts[high, level] = stay
            s.beasts[low, level] = 0


@rule
def return_to_card(s, h):
    """A guardian goes from the board to its card, its Sun to the sheet (AK-155)."""
    god, kind = np.int64(s.owner[h]), np.int64(s.figure[h])
    s.suns += s.sun[h]
    lift(s, h)
    for level in range(3):
        if s.guardian[level] == kind:
            s.card[level] += 1
    note(s, TO_CARD, god, kind, h)


@rule
def join_up(s, low, high):
    """AK-183 to AK-188: followers and abilities go to the higher god, its marker onto the lower one's."""
    s.followers[high] += s.followers[low]
    note(s, FOLLOWERS, high, s.followers[low], s.followers[high], BY_MERGE)
    for ability in range(5):
        if s.holder[ability] == low:
            s.holder[ability] = high
    s.god_of[low] = high
    s.partner[high] = low
    strip(s, low)
    s.devotion[high] = s.devotion[low]
    s.devotion[low] = 0
    s.ranking[0] = high
    for k in range(1, s.gods - 1):
        s.ranking[k] = s.ranking[k + 1]
    s.gods -= 1
    s.ranking[s.gods] = -1


@rule
def strip(s, god):
    """AK-184, AK-199: followers, tokens, powers and cards leave the game."""
    s.followers[god] = 0
    s.tokens[god] = 0
    s.row[god] = 0
    s.powers[god] = 0
    s.hand[god] = 0
    s.used[god] = 0
    s.warriors[god] = 0
    s.captive[god] = 0


# -- forgotten gods ----------------------------------------------------------------------------------------------------


@rule
def forget_gods(s):
    """AK-196, AK-197: all gods in the red leave at the same time; one left wins, none left and everybody loses."""
    gone = 0
    for k in range(s.gods):
        god = np.int64(s.ranking[k])
        if s.devotion[god] <= s.red:
            gone |= bit(god)
    free_captives(s, gone)
    for god in range(SEATS):
        if has(gone, god):
            forget(s, god)
    if s.gods <= 1:
        s.over = 1
        s.winner = s.ranking[0] if s.gods == 1 else NOBODY
        s.ending = LAST_GOD if s.gods == 1 else ALL_FORGOTTEN
        note(s, OVER, np.int64(s.winner), s.ending)


@rule
def free_captives(s, gone):
    """AK-141: captives of a forgotten Anubis return to their owners; those of forgotten gods leave the game."""
    freed = s.holder[p.ANUBIS] >= 0 and has(gone, s.holder[p.ANUBIS])
    for god in range(SEATS):
        if has(gone, god):
            s.captive[god] = 0
        elif freed:
            s.warriors[god] += s.captive[god]
            s.captive[god] = 0


@rule
def forget(s, god):
    """AK-199, AK-200, AK-152: figures, tokens, cards, followers and marker leave; guardians go to their card."""
    note(s, FORGOTTEN, god)
    for h in range(N_HEXES):
        if s.owner[h] == god:
            if s.figure[h] >= p.CAT:
                return_to_card(s, h)
            else:
                lift(s, h)
        if s.monument[h] > 0 and s.control[h] == god:
            if s.forgotten_neutral == 1:
                s.control[h] = -1
            else:
                destroy(s, h, DESTROYED, BY_FORGETTING)
    for level in range(3):
        s.card[level] += s.beasts[god, level]
        s.beasts[god, level] = 0
    leave_abilities(s, god)
    strip(s, god)
    leave_track(s, god)
    for seat in range(s.players):
        if s.god_of[seat] == god:
            s.god_of[seat] = -1


@rule
def leave_abilities(s, god):
    """AK-152, AK-199: tiles and Suns leave with the god that has the ability."""
    for ability in range(5):
        if s.holder[ability] == god:
            s.holder[ability] = -1
            if ability == p.OSIRIS:
                s.tiles = 0
                for h in range(N_HEXES):
                    s.tile[h] = 0
                    remove(s.underworld, h)
            elif ability == p.RA:
                s.suns = 0


@rule
def leave_track(s, god):
    """The marker is taken off; the others keep their order."""
    i = 0
    while s.ranking[i] != god:
        i += 1
    for k in range(i, s.gods - 1):
        s.ranking[k] = s.ranking[k + 1]
    s.gods -= 1
    s.ranking[s.gods] = -1
    s.devotion[god] = 0
