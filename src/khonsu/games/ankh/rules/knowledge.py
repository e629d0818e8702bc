"""What a seat can know: secret choices drawn again (section 5), numbers for learning, a quick judgement."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import DESERT, FERTILE
from khonsu.games.ankh.rules.cards import is_on
from khonsu.games.ankh.rules.deaths import captives
from khonsu.games.ankh.rules.regions import figures_in, has, has_figure_beside
from khonsu.games.ankh.rules.sets import all_figures, count, either, next_hex, words
from khonsu.games.ankh.rules.state import CARD, OFFER, QUESTIONS, REGIONS, SEATS, entry
from khonsu.kernel.chance import draw, scramble
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, operand

# -- imagine -----------------------------------------------------------------------------------------------------------


@entry
def imagine(s, seat, seed):
    """Draw the others' open commitments again, each possible one with the same chance; partners know their own."""
    s.rng = scramble(seed)
    if s.over == 1:
        return
    own = np.int64(s.god_of[seat]) if seat >= 0 else np.int64(-1)
    question = asked(s)
    for god in range(s.players):
        if god != own and question == CARD and s.commit[god] != 0:
            commit_again(s, god)
        elif god != own and question == OFFER and s.offer[god] >= 0:
            s.offer[god] = draw(s, min(np.int64(s.followers[god]), p.MOST_OFFER) + 1)


@rule
def commit_again(s, god):
    """As many cards of the hand as were committed."""
    cards = count(s.commit[god])
    s.commit[god] = 0
    for _ in range(cards):
        left = np.int64(s.hand[god]) & ~np.int64(s.commit[god])
        k = draw(s, count(left))
        for card in range(len(p.CARDS)):
            if has(left, card):
                if k == 0:
                    s.commit[god] |= 1 << card
                k -= 1


# -- the table, counted in one pass ------------------------------------------------------------------------------------

FIGURES_AT, POWER_AT, MONUMENTS_AT, COUNTS = 0, 1, 2, 5  # figures, strength, monuments by kind


@rule
def census(s, table):
    """Figures, strength and monuments of each god in each region."""
    table[:] = 0
    pieces = either(all_figures(s), words(s.monuments))
    h = next_hex(pieces, -1)
    while h >= 0:
        owner, control = np.int64(s.owner[h]), np.int64(s.control[h])
        if owner >= 0 or control >= 0:
            region, regions = 0, np.int64(s.region[h])
            while regions != 0:
                if regions & 1 == 1:
                    if owner >= 0:
                        table[region, owner, FIGURES_AT] += 1
                        table[region, owner, POWER_AT] += 1
                        if s.figure[h] == p.GOD and s.holder[p.ANUBIS] == owner:
                            table[region, owner, POWER_AT] += captives(s)
                    if control >= 0:
                        table[region, control, MONUMENTS_AT + np.int64(s.monument[h]) - 1] += 1
                regions >>= 1
                region += 1
        h = next_hex(pieces, h)


# -- judge -------------------------------------------------------------------------------------------------------------


@entry
def judge(s, seat):
    """Devotion ahead of the others, what the next Conflict promises, and the means to get more of both."""
    god = np.int64(s.god_of[seat])
    if s.over == 1:
        return 1000.0 if s.winner >= 0 and s.winner == god else -1000.0
    if god < 0:
        return -1000.0
    table = np.empty((REGIONS, SEATS, COUNTS), np.int64)
    census(s, table)
    best, own = -1000.0, 0.0
    for other in range(s.players):
        if s.god_of[other] == other:
            value = worth(s, other, table)
            if other == god:
                own = value
            else:
                best = max(best, value)
    question = asked(s)
    if question == CARD and s.commit[god] != 0:
        own += card_hint(s, god, table)
    elif question == OFFER and s.offer[god] >= 0:
        own += offer_hint(s, god)
    return own - 0.35 * best


@rule
def card_hint(s, god, table):
    """What the seat's committed cards promise in this battle, by the lead in figures and the means at hand."""
    region = np.int64(s.c_region)
    strongest, richest = 0, 0
    for other in range(s.players):
        if other != god and has(s.b_gods, other):
            strongest = max(strongest, table[region, other, POWER_AT])
            richest = max(richest, np.int64(s.followers[other]))
    lead = table[region, god, POWER_AT] - strongest
    figures = table[region, god, FIGURES_AT]
    value = 0.0
    for card in range(len(p.CARDS)):
        if has(s.commit[god], card):
            if card == p.CHARIOTS:
                value += 0.9 if -3 <= lead <= 2 else 0.0
            elif card == p.DROUGHT:
                value += 0.5 * count_on(s, god, DESERT) if lead >= 0 else 0.05
            elif card == p.FLOOD:
                value += 0.3 * count_on(s, god, FERTILE)
            elif card == p.PLAGUE:
                value += 0.8 if s.followers[god] > richest and lead < 2 else -0.2
            elif card == p.BUILD:
                value += 1.1 if s.followers[god] >= p.BUILD_COST or has(s.powers[god], p.INSPIRING) else 0.0
            elif card == p.MIRACLE:
                value += 0.5 * (figures - 1) if lead <= -2 else 0.0
            else:
                value += 0.22 * count(s.used[god])
    return value


@rule
def count_on(s, god, terrain):
    """The god's figures on this terrain in the battle's region."""
    n, figures = 0, figures_in(s, god, np.int64(s.c_region))
    h = next_hex(figures, -1)
    while h >= 0:
        if is_on(s, h, terrain):
            n += 1
        h = next_hex(figures, h)
    return n


@rule
def offer_hint(s, god):
    """The seat's offering: what it saves, by the chance to be the highest, less what it costs."""
    richest = 0
    for other in range(s.players):
        if other != god and (s.offer[other] >= 0 or has(s.to_commit, other)):
            richest = max(richest, np.int64(s.followers[other]))
    at_risk, figures = 0, figures_in(s, god, np.int64(s.c_region))
    h = next_hex(figures, -1)
    while h >= 0:
        if s.figure[h] >= p.WARRIOR:
            at_risk += 1
        h = next_hex(figures, h)
    chance = min(1.0, (s.offer[god] + 0.5) / (richest + 0.5))
    return 1.1 * at_risk * chance - 0.4 * s.offer[god]


@rule
def worth(s, god, table):
    """What one god has and may expect."""
    value = 2.0 * s.devotion[god]
    for region in range(REGIONS):
        if s.token[region] > 0:
            value += promise(s, god, region, table)
    value += purse(np.int64(s.followers[god])) + 1.6 * (p.TOKENS_IN_ROW - s.row[god])
    value += 0.12 * count(s.hand[god]) - 0.3 * s.captive[god]
    pieces = either(words(s.figures[god]), words(s.monuments))
    h = next_hex(pieces, -1)
    while h >= 0:
        if s.control[h] == god:
            value += 0.8
        if s.owner[h] == god:
            value += 0.35 + 0.3 * s.sun[h]
        if s.monument[h] > 0 and s.control[h] < 0 and has_figure_beside(s, god, h):
            value += 0.4
        h = next_hex(pieces, h)
    for level in range(3):
        value += 0.2 * s.beasts[god, level]
    return value


@rule
def purse(followers):
    """Followers are worth less the more one has."""
    return 0.55 * min(followers, 3) + 0.3 * min(max(followers - 3, 0), 3) + 0.08 * max(followers - 6, 0)


@rule
def promise(s, god, region, table):
    """What a region would give in a Conflict: majorities, and dominance or a fair chance in a battle."""
    if table[region, god, FIGURES_AT] == 0:
        return 0.0
    strongest, rivals = 0, 0
    for other in range(s.players):
        if other != god and table[region, other, FIGURES_AT] > 0:
            rivals += 1
            strongest = max(strongest, table[region, other, POWER_AT])
    value = 0.0
    for kind in range(3):
        mine, most = table[region, god, MONUMENTS_AT + kind], 0
        for other in range(s.players):
            if other != god:
                most = max(most, table[region, other, MONUMENTS_AT + kind])
        if mine > most:
            value += 1.0
    if rivals == 0:
        return value + 1.2
    lead = table[region, god, POWER_AT] - strongest
    return 0.9 * value + max(0.0, min(1.1, 0.45 + 0.22 * lead))


# -- features ----------------------------------------------------------------------------------------------------------

N_QUESTIONS = len(QUESTIONS)
HEAD = N_QUESTIONS + 4 + 4 + 6 + 10
PER_REGION = 2 + SEATS * COUNTS
PER_GOD = 46
N_FEATURES = HEAD + REGIONS * PER_REGION + SEATS * PER_GOD + len(p.CARDS) + 2


@entry
def features(s, seat, out):
    """The course of the game, the regions in conflict order, the gods beginning with one's own, then its commitment."""
    out[:] = 0
    if s.over == 1:
        return
    own = max(np.int64(s.god_of[seat]), 0)
    question = asked(s)
    out[question] = 1
    at = N_QUESTIONS
    for track in range(4):
        out[at + track] = s.counter[track] / max(np.int64(s.limit[track]), 1)
        out[at + 4 + track] = 1.0 if s.action == track else 0.0
    at += 8
    if s.event < s.n_calendar:
        out[at + np.int64(s.calendar[s.event])] = 1
    at += 6
    out[at] = s.event / 18.0
    out[at + 1] = s.in_conflict
    out[at + 2] = s.tie_up
    out[at + 3] = 1.0 if s.tie_holder == own else 0.0
    out[at + 4] = s.suns / 3.0
    out[at + 5] = s.tiles / 3.0
    out[at + 6] = s.amun_used
    out[at + 7] = s.camels / 30.0
    out[at + 8] = operand(s, 1) / 101.0
    out[at + 9] = 1.0 if s.current == seat else 0.0
    table = np.empty((REGIONS, SEATS, COUNTS), np.int64)
    census(s, table)
    region_features(s, own, table, out, HEAD)
    at = HEAD + REGIONS * PER_REGION
    for k in range(s.players):
        god_features(s, (own + k) % np.int64(s.players), out, at + k * PER_GOD)
    at += SEATS * PER_GOD
    if question == CARD and s.god_of[seat] >= 0:
        for card in range(len(p.CARDS)):
            out[at + card] = 1.0 if has(s.commit[own], card) else 0.0
    elif question == OFFER and s.god_of[seat] >= 0:
        out[at + len(p.CARDS)] = (np.int64(s.offer[own]) + 1) / 10.0
    out[at + len(p.CARDS) + 1] = 1.0 if s.partner[own] >= 0 else 0.0


@rule
def region_features(s, own, table, out, at):
    """Size, figures, strength and monuments, region by region in conflict order."""
    for region in range(REGIONS):
        if s.token[region] > 0:
            here = at + (np.int64(s.token[region]) - 1) * PER_REGION
            out[here] = s.land[region] / 32.0
            out[here + 1] = 1.0 if s.in_conflict == 1 and s.c_region == region else 0.0
            for k in range(s.players):
                god = (own + k) % np.int64(s.players)
                for i in range(COUNTS):
                    out[here + 2 + k * COUNTS + i] = table[region, god, i] / 5.0


@rule
def god_features(s, god, out, at):
    """A god's place, means, powers and cards."""
    out[at] = s.devotion[god] / 31.0
    for k in range(s.gods):
        if s.ranking[k] == god:
            out[at + 1] = (k + 1) / 5.0
    out[at + 2] = s.followers[god] / 10.0
    out[at + 3] = s.tokens[god] / 9.0
    out[at + 4] = s.row[god] / 6.0
    out[at + 5] = s.warriors[god] / 6.0
    out[at + 6] = s.captive[god] / 3.0
    out[at + 7] = 1.0 if s.god_of[god] == god else 0.0
    out[at + 8] = 1.0 if has(s.to_commit, god) else 0.0
    out[at + 9] = 1.0 if has(s.b_gods, god) else 0.0
    out[at + 10] = s.strength[god] / 10.0
    for level in range(3):
        out[at + 11 + level] = s.beasts[god, level]
    for ability in range(5):
        out[at + 14 + ability] = 1.0 if s.holder[ability] == god else 0.0
    for power in range(len(p.POWERS)):
        out[at + 19 + power] = 1.0 if has(s.powers[god], power) else 0.0
    for card in range(len(p.CARDS)):
        out[at + 31 + card] = 1.0 if has(s.hand[god], card) else 0.0
        out[at + 38 + card] = 1.0 if has(s.played[god], card) else 0.0
