"""A battle step by step, B1 to B9 (AK-80 to AK-101). `b_step` says what comes next; each call carries one step out."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import DESERT, FERTILE, N_HEXES
from khonsu.games.ankh.rules.cards import (
    begin_cards,
    begin_offering,
    bidders,
    is_on,
    reveal_cards,
    reveal_offers,
    sites,
    turn_cycle,
)
from khonsu.games.ankh.rules.deaths import begin_deaths
from khonsu.games.ankh.rules.devotion import RADIANT_BIT, ascending, gain, majorities
from khonsu.games.ankh.rules.moves import can_use_obelisks, forget_moves
from khonsu.games.ankh.rules.regions import (
    bit,
    figures_in,
    gods_in,
    has,
    has_enemy_beside,
    has_radiant,
    note,
    offer,
    offer_hexes,
    part_in,
)
from khonsu.games.ankh.rules.sets import all_figures, count, insert, is_empty_set, next_hex, remove, size, words
from khonsu.games.ankh.rules.state import (
    ANNOUNCE,
    BATTLE,
    BATTLE_TASK,
    BUILD_KIND,
    BY_COMMANDING,
    BY_MAGNANIMOUS,
    BY_MAJORITIES,
    BY_MIRACLE,
    BY_WINNING,
    BY_WORSHIPFUL,
    DECLINE,
    FOLLOWERS,
    HEX_0,
    KEPT,
    NO,
    OBELISK_FIGURE,
    PROTECT,
    RESERVE,
    SEATS,
    TIE_BREAK,
    TIED,
    TILE_FROM,
    TILE_TO,
    UNDERWORLD_TILE,
    WON,
    WORSHIP,
    YES,
)
from khonsu.games.ankh.rules.strength import measure
from khonsu.kernel.compile import rule
from khonsu.kernel.state import operand, pop, push

(
    OBELISKS,
    TWO_CARDS,
    CHOICE,
    REVEAL,
    BUILDING,
    PLAGUE,
    LOCUSTS,
    MAJORITIES,
    COMPARE,
    OUTCOME,
    CONDEMN,
    PROTECTION,
    DEATHS,
    MIRACLES,
    GATE,
    WORSHIPPERS,
    CYCLE,
) = range(17)


@rule
def begin_battle(s, region, gods):
    """AK-80: the participants are fixed."""
    clear_battle(s, gods)
    s.b_step = OBELISKS
    forget_moves(s)
    ascending(s, s.b_queue)
    fighters = 0
    for god in range(SEATS):
        if has(gods, god):
            fighters |= bit(s.who[god])
    note(s, BATTLE, -1, s.token[region], fighters)
    push(s, BATTLE_TASK)


@rule
def clear_battle(s, gods):
    """Nothing is left of the battle before."""
    s.b_gods = gods
    s.b_at = 0
    s.b_passed = 0
    s.b_moved = 0
    s.b_two = 0
    s.b_winner = -1
    s.contenders = 0
    for god in range(SEATS):
        s.played[god] = 0
        s.commit[god] = 0
        s.offer[god] = -1
        s.died[god] = 0
        s.strength[god] = 0
        s.present[god] = 0
    for h in range(N_HEXES):
        s.flooded[h] = 0
        s.back[h] = 0
        s.doomed[h] = 0


@rule
def begin_step(s, step):
    """AK-174a: the next step, with the ascending order taken now."""
    s.b_step = step
    s.b_at = 0
    ascending(s, s.b_queue)


@rule
def run_battle(s):
    """Carry out the next step of the battle, or the next part of it."""
    step = np.int64(s.b_step)
    if step == OBELISKS:
        move_to_obelisks(s)
    elif step == TWO_CARDS:
        begin_step(s, CHOICE)
        push(s, ANNOUNCE, np.int64(s.holder[p.AMUN]))
    elif step == CHOICE:
        begin_step(s, REVEAL)
        begin_cards(s)
    elif step == REVEAL:
        reveal_cards(s)
        begin_step(s, BUILDING)
    elif step == BUILDING:
        build_monuments(s)
    elif step == PLAGUE:
        loose_locusts(s)
    elif step == LOCUSTS:
        reveal_offers(s)
        s.b_step = PLAGUE
        begin_deaths(s)
    elif step == MAJORITIES:
        score_majorities(s)
        begin_step(s, COMPARE)
    elif step == COMPARE:
        begin_step(s, OUTCOME)
        compare(s)
    elif step == OUTCOME:
        settle(s)
        begin_step(s, CONDEMN)
    else:
        run_aftermath(s, step)


@rule
def run_aftermath(s, step):
    """B8f to B9. A Dominance under the flag winner_loses_figures ends after its deaths."""
    if step == CONDEMN:
        condemn(s)
        begin_step(s, PROTECTION)
    elif step == PROTECTION:
        ask_isis(s)
    elif step == DEATHS:
        begin_step(s, MIRACLES)
        begin_deaths(s)
    elif step == MIRACLES and count(s.b_gods) == 1:
        pop(s)
    elif step == MIRACLES:
        work_miracles(s)
        begin_step(s, GATE)
    elif step == GATE:
        begin_step(s, WORSHIPPERS)
        osiris = np.int64(s.holder[p.OSIRIS])
        if osiris >= 0 and has(s.b_gods, osiris) and s.b_winner != osiris:
            push(s, TILE_FROM, osiris)
    elif step == WORSHIPPERS:
        ask_worshippers(s)
    else:
        turn_cycle(s)
        pop(s)


@rule
def move_to_obelisks(s):
    """B1, AK-119, AK-120: gods with Obelisk Attuned take turns until nobody moved in a full round."""
    while True:
        if s.b_at >= s.gods:
            if s.b_moved == 0:
                begin_step(s, TWO_CARDS)
                return
            s.b_moved = 0
            s.b_at = 0
        god = np.int64(s.b_queue[s.b_at])
        s.b_at += 1
        if has(s.b_gods, god) and has(s.powers[god], p.OBELISK_ATTUNED) and not has(s.b_passed, god):
            if can_use_obelisks(s, god, np.int64(s.c_region)):
                push(s, OBELISK_FIGURE, god)
                return


@rule
def build_monuments(s):
    """B5, AK-85: one by one in ascending order."""
    while s.b_at < s.gods:
        god = np.int64(s.b_queue[s.b_at])
        s.b_at += 1
        if has(s.played[god], p.BUILD):
            push(s, BUILD_KIND, god)
            return
    begin_step(s, PLAGUE)


@rule
def loose_locusts(s):
    """B6, AK-86, AK-105: an offering for each Plague; without bidders nothing happens."""
    while s.b_at < s.gods:
        god = np.int64(s.b_queue[s.b_at])
        s.b_at += 1
        if has(s.played[god], p.PLAGUE) and bidders(s) != 0:
            if s.plague_joint == 1:
                s.b_at = s.gods
            s.b_step = LOCUSTS
            begin_offering(s, bidders(s))
            return
    begin_step(s, MAJORITIES)


@rule
def score_majorities(s):
    """B7, AK-87: determined together, gained in ascending order by gods with a figure there."""
    region = np.int64(s.c_region)
    there = gods_in(s, region)
    for k in range(s.gods):
        god = np.int64(s.b_queue[k])
        if has(there, god):
            gain(s, god, majorities(s, god, region), BY_MAJORITIES)
            if s.over == 1:
                return


@rule
def compare(s):
    """B8a, B8b, AK-89 to AK-92: the strictly strongest contender wins; a tie may be broken by the token."""
    region = np.int64(s.c_region)
    s.contenders = gods_in(s, region)
    best, tied = -1, 0
    for k in range(s.gods):
        god = np.int64(s.b_queue[k])
        if has(s.contenders, god):
            s.present[god] = size(figures_in(s, god, region))
            measure(s, god, region)
            if s.strength[god] > best:
                best, tied = np.int64(s.strength[god]), 0
            if s.strength[god] == best:
                tied |= bit(god)
    if count(tied) == 1:
        for god in range(SEATS):
            if has(tied, god):
                s.b_winner = god
    elif s.tie_up == 1 and s.tie_holder >= 0 and has(tied, s.tie_holder):
        push(s, TIE_BREAK, np.int64(s.tie_holder))


@rule
def answer_tie_break(s, god, step):
    """AK-91: the token is turned face down and its holder wins."""
    pop(s)
    if step == YES:
        s.tie_up = 0
        s.b_winner = god


@rule
def next_best(s):
    """AK-126: the strength of the strongest participant besides the winner; without figures it is 0."""
    best = 0
    for god in range(SEATS):
        if has(s.b_gods, god) and god != s.b_winner:
            best = max(best, np.int64(s.strength[god]))
    return best


@rule
def was_tied(s):
    """1 if the winner needed the tie-breaker, else 0."""
    for god in range(SEATS):
        if has(s.contenders, god) and god != s.b_winner and s.strength[god] == s.strength[s.b_winner]:
            return 1
    return 0


@rule
def settle(s):
    """B8c to B8e, AK-93, AK-94: the winner's gain and followers, then Magnanimous losers."""
    winner, region = np.int64(s.b_winner), np.int64(s.c_region)
    if winner < 0:
        note(s, TIED, -1, s.token[region], next_best(s))
    else:
        second = next_best(s)
        lead = np.int64(s.strength[winner]) - second
        note(s, WON, winner, s.token[region], s.strength[winner], second, was_tied(s))
        reward(s, winner, region, lead)
    ascending(s, s.b_queue)
    for k in range(s.gods):
        god = np.int64(s.b_queue[k])
        if has(s.b_gods, god) and god != winner and has(s.powers[god], p.MAGNANIMOUS) and s.present[god] >= 2:
            gain(s, god, 2, BY_MAGNANIMOUS)


@rule
def reward(s, winner, region, lead):
    """AK-93, AK-109, AK-126, AK-154: one gain with Glorious, Drought and Radiant; then Commanding (AK-115)."""
    amount = 3 if has(s.powers[winner], p.GLORIOUS) and lead >= 3 else 1
    dry, extras = 0, 0
    if has(s.played[winner], p.DROUGHT):
        figures = figures_in(s, winner, region)
        h = next_hex(figures, -1)
        while h >= 0:
            if is_on(s, h, DESERT):
                dry += 1
            h = next_hex(figures, h)
    if has_radiant(s, winner, region):
        extras = RADIANT_BIT
    gain(s, winner, amount + dry + extras, BY_WINNING, dry, extras)
    if s.over == 0 and has(s.powers[winner], p.COMMANDING):
        s.followers[winner] += 3
        note(s, FOLLOWERS, winner, 3, s.followers[winner], BY_COMMANDING)


@rule
def condemn(s):
    """B8f, AK-95: the losers' warriors and guardians, less those under Flood. Flags of section 8 change whose."""
    figures = part_in(s, all_figures(s), np.int64(s.c_region))
    h = next_hex(figures, -1)
    while h >= 0:
        if s.figure[h] >= p.WARRIOR:
            if s.owner[h] == s.b_winner:
                guilty = s.winner_loses == 1
            else:
                guilty = s.losers_survive == 0
            if guilty and is_flooded(s, h):
                note(s, KEPT, np.int64(s.owner[h]), s.figure[h], h, 0)
            elif guilty:
                s.doomed[h] = 1
        h = next_hex(figures, h)


@rule
def is_flooded(s, h):
    """AK-103: marked when Flood was revealed, or by the switch: a Flood player's figure on a Fertile hex now."""
    if s.flood_late == 0:
        return s.flooded[h] == 1
    return has(s.played[s.owner[h]], p.FLOOD) and is_on(s, h, FERTILE)


@rule
def ask_isis(s):
    """D-24, AK-144: for each condemned Protected figure, by row and column."""
    isis = np.int64(s.holder[p.ISIS])
    if isis >= 0:
        figures = words(s.figures[isis])
        h = next_hex(figures, np.int64(s.b_at) - 1)
        while h >= 0:
            if s.doomed[h] == 1 and has_enemy_beside(s, isis, h):
                s.b_at = h + 1
                push(s, PROTECT, isis, h)
                return
            h = next_hex(figures, h)
    begin_step(s, DEATHS)


@rule
def answer_protect(s, isis, step):
    """AK-144: Isis keeps the figure alive, or lets it die."""
    h = operand(s, 1)
    pop(s)
    if step == YES:
        s.doomed[h] = 0
        note(s, KEPT, isis, s.figure[h], h, 1)


@rule
def work_miracles(s):
    """B9, AK-110: one devotion for each own figure that died in this battle."""
    ascending(s, s.b_queue)  # AK-174a: as it is now, after what Cat-Mummies cost
    for k in range(s.gods):
        god = np.int64(s.b_queue[k])
        if has(s.played[god], p.MIRACLE):
            gain(s, god, np.int64(s.died[god]), BY_MIRACLE)


@rule
def ask_worshippers(s):
    """D-26, AK-133: each participant with Worshipful and two followers, ascending."""
    while s.b_at < s.gods:
        god = np.int64(s.b_queue[s.b_at])
        s.b_at += 1
        if s.played[god] != 0 and has(s.powers[god], p.WORSHIPFUL) and s.followers[god] >= p.WORSHIP_COST:
            push(s, WORSHIP, god)
            return
    begin_step(s, CYCLE)


@rule
def answer_worship(s, god, step):
    """AK-133: two followers for one devotion."""
    pop(s)
    if step == YES:
        s.followers[god] -= p.WORSHIP_COST
        note(s, FOLLOWERS, god, -p.WORSHIP_COST, s.followers[god], BY_WORSHIPFUL)
        gain(s, god, 1, BY_WORSHIPFUL)


@rule
def offer_yes_no(s):
    """A question that is answered with yes or no."""
    offer(s, YES)
    offer(s, NO)


# -- Osiris' tile ------------------------------------------------------------------------------------------------------


@rule
def offer_tiles(s):
    """D-25: decline, the reserve, or a tile on the board; nothing without a hex for it."""
    if not is_empty_set(sites(s)):
        offer(s, DECLINE)
        if s.tiles > 0:
            offer(s, RESERVE)
        offer_hexes(s, words(s.underworld))


@rule
def answer_tile(s, osiris, step):
    """D-25: then its hex."""
    pop(s)
    if step == RESERVE:
        push(s, TILE_TO, osiris, -1)
    elif step != DECLINE:
        push(s, TILE_TO, osiris, step - HEX_0)


@rule
def offer_gates(s):
    """D-25: empty land of the region without tile."""
    offer_hexes(s, sites(s))


@rule
def answer_gate(s, osiris, step):
    """AK-146, AK-147: the tile lies there now; a figure on its old hex stays."""
    old, h = operand(s, 1), step - HEX_0
    pop(s)
    if old >= 0:
        s.tile[old] = 0
        remove(s.underworld, old)
    else:
        s.tiles -= 1
    s.tile[h] = 1
    insert(s.underworld, h)
    note(s, UNDERWORLD_TILE, osiris, h, old)
