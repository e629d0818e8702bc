"""Set-up (AK-19 to AK-28a). `start` reads the row of numbers that `scenarios.encode` wrote: options, then layout."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import N_HEXES
from khonsu.games.ankh.rules.devotion import move_marker
from khonsu.games.ankh.rules.lines import survey
from khonsu.games.ankh.rules.regions import flood_region, has, put_camel, raise_banks, settle_regions
from khonsu.games.ankh.rules.sets import gather_pieces
from khonsu.games.ankh.rules.state import NOBODY, REGIONS, SEATS, TURN_TASK, entry
from khonsu.games.ankh.rules.turns import ask_first_action, begin_turn, offer_actions
from khonsu.kernel.chance import draw
from khonsu.kernel.compile import rule
from khonsu.kernel.state import push

SUPPLY = np.array([p.GUARDIAN_SUPPLY.get(n, (0, 0)) for n in range(SEATS + 1)], np.int8)


@entry
def start(s, players, seed, options):
    """Lay out the game and ask player 1 for the first action."""
    s.rng = seed
    s.players = players
    s.winner = NOBODY
    at = read_options(s, options)
    at = read_scenario(s, options, at)
    clear_table(s)
    choose_gods(s, options)
    choose_guardians(s, options)
    at = lay_regions(s, options, at)
    at = place_monuments(s, options, at)
    at = place_figures(s, options, at)
    gather_pieces(s)
    equip_players(s, options, at)
    push(s, TURN_TASK)
    begin_turn(s, np.int64(s.first))
    ask_first_action(s, np.int64(s.first))
    offer_actions(s, p.MOVE)
    s.n_events = 0


@rule
def read_options(s, options):
    """The scenario's number, the start player (AK-22) and the switches of section 9."""
    s.scenario = options[0]
    s.layout_seed = options[1]
    s.first = options[2] if options[2] >= 0 else draw(s, np.int64(s.players))
    at = 11
    s.top = options[at]
    s.red = options[at + 1]
    s.forgotten_neutral = options[at + 2]
    s.base_free = options[at + 3]
    s.push_anywhere = options[at + 4]
    s.lake_closed = options[at + 5]
    s.must_use = options[at + 6]
    s.bar_summon = 1 - options[at + 7]
    s.plague_joint = options[at + 8]
    s.bountiful_few = options[at + 9]
    s.flood_late = options[at + 10]
    s.miracle_deaths = options[at + 11]
    s.sphinx_ability = options[at + 12]
    s.anubis_alone = options[at + 13]
    s.no_turning = options[at + 14]
    s.revered_needs = options[at + 15]
    s.active_decides = options[at + 16]
    s.anubis_inside = options[at + 17]
    return at + 18


@rule
def read_scenario(s, options, at):
    """Flags, tracks and events of the scenario; barred gods are read by `choose_gods`."""
    s.winner_loses = options[at]
    s.losers_survive = options[at + 1]
    s.consolidation = options[at + 2]
    for seat in range(s.players):
        s.followers[seat] = options[at + 4]  # AK-20
    at += 5
    for track in range(4):
        s.limit[track] = options[at + track]
    at += 4
    s.n_calendar = options[at]
    for k in range(s.n_calendar):
        s.calendar[k] = options[at + 1 + k]
    return at + 1 + np.int64(s.n_calendar)


@rule
def clear_table(s):
    """AK-19, AK-21, AK-23: what every god begins with, an empty board, markers on space 0."""
    for h in range(N_HEXES):
        s.owner[h] = -1
        s.control[h] = -1
    for seat in range(SEATS):
        s.partner[seat] = -1
        s.god_of[seat] = -1
        s.who[seat] = -1
        s.ranking[seat] = -1
        s.offer[seat] = -1
        s.holder[seat] = -1
    players = np.int64(s.players)
    s.gods = players
    for k in range(players):
        seat = (np.int64(s.first) + k) % players
        s.ranking[players - 1 - k] = seat
        s.god_of[seat] = seat
        s.tokens[seat] = p.TOKENS_IN_POOL
        s.row[seat] = p.TOKENS_IN_ROW
        s.warriors[seat] = p.WARRIORS
        s.hand[seat] = p.ALL_CARDS
    for kind in range(1, 4):
        s.supply[kind] = p.MONUMENTS_OF_A_KIND
    s.camels = p.CAMELS
    s.suns = p.SUNS
    s.tiles = p.TILES
    s.tie_holder = -1
    s.b_winner = -1
    for token in range(1, p.ORDER_TOKENS + 1):
        s.tokens_left |= 1 << token


@rule
def choose_gods(s, options):
    """AK-19: a different god for each seat, drawn where none was named; a scenario may bar some."""
    free = ~np.int64(options[32]) & 31
    for seat in range(s.players):
        s.who[seat] = options[3 + seat]
        if s.who[seat] >= 0:
            free &= ~(np.int64(1) << np.int64(s.who[seat]))
    for seat in range(s.players):
        if s.who[seat] < 0:
            n = 0
            for god in range(5):
                n += (free >> god) & 1
            k = draw(s, n)
            for god in range(5):
                if has(free, god):
                    if k == 0:
                        s.who[seat] = god
                    k -= 1
            free &= ~(np.int64(1) << np.int64(s.who[seat]))
        s.holder[s.who[seat]] = seat


@rule
def choose_guardians(s, options):
    """AK-27: one guardian card of each level, with figures by number of players."""
    for level in range(3):
        kind = np.int64(options[8 + level])
        if kind < 0:
            kind = p.CAT + 2 * level + draw(s, 2)
        s.guardian[level] = kind
        s.card[level] = SUPPLY[s.players, 1 if kind >= p.APEP else 0]


@rule
def lay_regions(s, options, at):
    """AK-25: camels, then regions with their order tokens."""
    raise_banks(s)
    n = np.int64(options[at])
    for k in range(n):
        put_camel(s, np.int64(options[at + 1 + k]))
    at += 1 + n
    n = np.int64(options[at])
    at += 1
    for region in range(min(n, REGIONS)):
        s.token[region] = options[at]
        flood_region(s, np.int64(options[at + 1]), region)
        s.tokens_left &= ~(1 << np.int64(options[at]))
        at += 2
    settle_regions(s)
    survey(s)
    return at


@rule
def seat_number(s, number):
    """AK-22: layouts count players from the start player."""
    return (np.int64(s.first) + number - 1) % np.int64(s.players)


@rule
def place_monuments(s, options, at):
    """AK-25, AK-26: monuments, with a token where a player begins with it."""
    n = np.int64(options[at])
    at += 1
    for _ in range(n):
        h, number = np.int64(options[at + 1]), np.int64(options[at + 2])
        s.monument[h] = options[at]
        s.supply[options[at]] -= 1
        if number > 0:
            seat = seat_number(s, number)
            s.control[h] = seat
            s.tokens[seat] -= 1
        at += 3
    return at


@rule
def place_figures(s, options, at):
    """AK-26, AK-28a: figures of the layout; guardians come from their card."""
    n = np.int64(options[at])
    at += 1
    for _ in range(n):
        seat, kind, h = seat_number(s, np.int64(options[at])), np.int64(options[at + 1]), np.int64(options[at + 2])
        s.figure[h] = kind
        s.owner[h] = seat
        s.facing[h] = options[at + 3]
        if kind == p.WARRIOR:
            s.warriors[seat] -= 1
        for level in range(3):
            if s.guardian[level] == kind:
                s.card[level] -= 1
        at += 4
    return at


@rule
def equip_players(s, options, at):
    """AK-28, AK-28a: extra followers, powers and start devotion, markers from the last player to the first (AK-23)."""
    for number in range(s.players, 0, -1):
        seat, here = seat_number(s, number), at + 4 * (number - 1)
        s.followers[seat] += options[here]
        s.powers[seat] = options[here + 1]
        s.row[seat] -= options[here + 2]
        if options[here + 3] > 0:
            move_marker(s, seat, np.int64(options[here + 3]))
