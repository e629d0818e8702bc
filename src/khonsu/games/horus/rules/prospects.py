"""What a learned evaluation weighs: who stands how in which regions, and what one more tile or marker would change.

The next tile decides more than the markers that lie there now: it can join two regions, and control is worked out anew
(HO-20). So every free place is looked at for what a tile of each kind would bring whom.
"""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.lattice import HIGHEST, slot_x, slot_y
from khonsu.games.horus.rules.regions import has_room
from khonsu.games.horus.rules.scoring import doublings, most_markers, value
from khonsu.games.horus.rules.state import KIND_OF_FACE, NUMBERS_OF_FACE, SEATS, TOUCHES_TEMPLE, entry
from khonsu.games.horus.rules.surroundings import PAD, REGION, TOUCHES, chart, mark_places, regions_beside
from khonsu.kernel.compile import part, rule

SIZES = 7  # of a region: 1 to 5, which cards reach (HO-54), 6, and more
# How a seat stands in a region: two markers ahead or more, one ahead, level, one behind, more behind, one behind none
AHEAD, JUST_AHEAD, LEVEL, JUST_BEHIND, BEHIND, ABSENT, FAR_BEHIND = range(7)
STANDINGS = FAR_BEHIND  # the last one counts nothing

# One block of numbers, by place
HELD = 0  # value and growth by size and standing
FULL = HELD + 2 * SIZES * STANDINGS  # value of regions without room, by standing
GROWING = FULL + STANDINGS  # what may still come to regions with free places around them, by standing
CLOSED = GROWING + STANDINGS  # value of regions that cannot grow, by standing
UNMARKED = CLOSED + STANDINGS  # value and number of regions nobody controls, by size
HAND = UNMARKED + 2 * SIZES  # cards by number, with several numbers, with any tile
STOCK = HAND + 7  # River Transport of one's own, of the others; markers
TILE = STOCK + 3  # the most that one tile of each kind would bring another seat, then oneself
MARKER = TILE + 8  # the most that one marker in a region of each size would bring another seat, then oneself
CHANCE = MARKER + 10  # by the bag: another, oneself; by the hand: tile, marker; the most for another: tile, marker
SUMS = CHANCE + 6  # over all regions what one tile would cost and bring: oneself, the others
WIDTH = SUMS + 4
BLOCK = 2 * WIDTH + 2  # all of it, all of it times the part of the match that is left, 1, and that part
TO_MOVE, MOVED, WAITING = range(3)
N_OUTLOOK = 3 * BLOCK

# What is known about regions, in rows by 1 + root, as on a chart. The columns: free places where no other region of the
# same kind touches, without the Temple and with it; other free places; the rest for each seat
LONE, SHARED, COST, GAIN = 0, 2, 3, 3 + SEATS
ROWS, COLUMNS = REGION + 1, 3 + 2 * SEATS


@entry
def outlook(s, seat, out):
    """One block of numbers; which of the three depends on who moves next."""
    for i in range(N_OUTLOOK):
        out[i] = 0
    behind = (seat - s.current) % np.int64(s.players)
    at = BLOCK * (TO_MOVE if behind == 0 else MOVED if behind == s.players - 1 else WAITING)
    around = np.zeros((ROWS, COLUMNS), np.int16)
    look_around(s, seat, out, at, around)
    look_at_regions(s, seat, out, at, around)
    look_at_stock(s, seat, out, at)
    look_at_chances(s, seat, out, at)
    left = part_left(s)
    for i in range(at, at + WIDTH):
        out[WIDTH + i] = out[i] * left
    out[at + 2 * WIDTH] = 1
    out[at + 2 * WIDTH + 1] = left


@rule
def part_left(s):
    """HO-71: about the part of the match that is left, by the two smallest piles."""
    least, second = 99, 99
    for pile in range(5):
        count = np.int64(s.pile[pile])
        if count < least:
            least, second = count, least
        elif count < second:
            second = count
    return (least + second) / 20.0


@part
def look_around(s, seat, out, at, around):
    """What a tile of each kind would change in each free place that touches a region."""
    roots, delta, held = np.empty(12, np.int64), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    table = chart(s)
    mark_places(s, table)
    for i in range(s.n_slots):
        slot = np.int64(s.slots[i])
        touch = np.int64(table[slot_y(slot) - s.top + PAD, slot_x(slot) - s.left + PAD, TOUCHES])
        if touch & (touch >> 7) & REGION == 0:  # one region, or none: row 0 is nobody's
            around[touch & REGION, LONE + (touch >> 14)] += 1
        else:
            count, _, temple = regions_beside(s, table, slot, roots)
            for k in range(count):
                first, last = is_first_of_kind(s, roots, k), is_last_of_kind(s, roots, k, count)
                if first and last:
                    around[1 + roots[k], LONE + (1 if temple else 0)] += 1
                else:
                    around[1 + roots[k], SHARED] += 1
                    if first and join(s, roots, k, count, temple, delta, held):
                        note_change(s, seat, roots, k, count, delta, out, at + TILE, around)
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        most = most_markers(s, root)
        for temple in range(2):
            if most > 0 and around[1 + root, LONE + temple] > 0:
                grow(s, seat, root, temple, most, out, at + TILE, around)


@part
def grow(s, seat, root, temple, most, out, at, around):
    """Keep what one tile that touches no other region of its kind brings who controls the region."""
    beside = 1 if temple == 1 or s.touch[root] & TOUCHES_TEMPLE != 0 else 0
    island = 1 if s.inside[root] == 1 and s.islands_plain == 0 else 0
    gain = min(p.LIMIT, (np.int64(s.area[root]) + 1) << (beside + island)) - value(s, root)
    total = 0
    for player in range(s.players):
        total += gain if s.held[root, player] == most else 0
    for player in range(s.players):
        own = gain if s.held[root, player] == most else 0
        around[1 + root, GAIN + player] = max(np.int64(around[1 + root, GAIN + player]), own)
        place = at + np.int64(s.kind[root]) + (4 if player == seat else 0)
        out[place] = max(np.float64(out[place]), own - (total - own) / (s.players - 1))


@part
def is_first_of_kind(s, roots, k):
    """Whether no region before this one is of the same kind."""
    for other in range(k):
        if s.kind[roots[other]] == s.kind[roots[k]]:
            return False
    return True


@part
def is_last_of_kind(s, roots, k, count):
    """Whether no region after this one is of the same kind."""
    for other in range(k + 1, count):
        if s.kind[roots[other]] == s.kind[roots[k]]:
            return False
    return True


@part
def join(s, roots, k, count, temple, delta, held):
    """HO-20: the change of points for each seat if one tile joins the regions of this kind; False if none is marked."""
    size, island, marked = 1, False, 0
    delta[:] = 0
    held[:] = 0
    for other in range(k, count):
        root = roots[other]
        if s.kind[root] == s.kind[roots[k]]:
            size += s.area[root]
            temple = temple or s.touch[root] & TOUCHES_TEMPLE != 0
            island = island or (s.inside[root] == 1 and s.islands_plain == 0)
            most, worth = most_markers(s, root), value(s, root)
            for player in range(s.players):
                held[player] += s.held[root, player]
                marked = max(marked, held[player])
                if s.held[root, player] == most and most > 0:
                    delta[player] -= worth
    worth = min(p.LIMIT, size << ((1 if temple else 0) + (1 if island else 0)))
    for player in range(s.players):
        if held[player] == marked:
            delta[player] += worth
    return marked > 0


@part
def note_change(s, seat, roots, k, count, delta, out, at, around):
    """Keep the most that a tile of this kind brings, and what it costs and brings each region's seats."""
    kind, total = np.int64(s.kind[roots[k]]), 0
    for player in range(s.players):
        total += delta[player]
        for other in range(k, count):
            if s.kind[roots[other]] == kind:
                row = 1 + roots[other]
                around[row, COST + player] = min(np.int64(around[row, COST + player]), delta[player])
                around[row, GAIN + player] = max(np.int64(around[row, GAIN + player]), delta[player])
    for player in range(s.players):
        place = at + kind + (4 if player == seat else 0)
        out[place] = max(np.float64(out[place]), delta[player] - (total - delta[player]) / (s.players - 1))


@rule
def standing(own, rival):
    """How a seat with so many markers stands against the best of the others."""
    lead = own - rival
    if lead >= 0:
        return LEVEL if lead == 0 else JUST_AHEAD if lead == 1 else AHEAD
    if own == 0:
        return ABSENT if lead == -1 else FAR_BEHIND
    return JUST_BEHIND if lead == -1 else BEHIND


@rule
def two_most(s, root):
    """The most markers of a seat in a region, and the most of the seats besides that one."""
    first, second = 0, 0
    for seat in range(s.players):
        held = np.int64(s.held[root, seat])
        first, second = max(first, held), max(second, min(first, held))
    return first, second


@part
def look_at_regions(s, seat, out, at, around):
    """Every region: what it is worth to whom, what one more marker would change, what one tile costs and brings."""
    share = 1.0 / (s.players - 1)
    for i in range(s.regions):
        root = np.int64(s.roots[i])
        size, worth = min(np.int64(s.area[root]), SIZES) - 1, value(s, root)
        most, second = two_most(s, root)
        if most == 0:
            out[at + UNMARKED + size] += worth
            out[at + UNMARKED + SIZES + size] += 1
        may_mark = s.area[root] <= 5 and has_room(s, root)
        for player in range(s.players):
            own = np.int64(s.held[root, player])
            rival = second if own == most else most
            stand = standing(own, rival)
            if most > 0 and stand != FAR_BEHIND:
                weigh_region(s, root, size, stand, 1.0 if player == seat else -share, out, at, around)
            if may_mark:
                place = at + MARKER + size + (5 if player == seat else 0)
                out[place] = max(np.float64(out[place]), marker_gain(s, worth, own, rival))
            place, part_of = (at + SUMS, 1.0) if player == seat else (at + SUMS + 2, share)
            out[place] += part_of * around[1 + root, COST + player]
            out[place + 1] += part_of * around[1 + root, GAIN + player]


@rule
def marker_gain(s, worth, own, rival):
    """HO-72: what one more marker brings: control, a share in it, or the others' loss of theirs."""
    if own + 1 == rival or own + rival == 0:
        return 1.0 * worth
    return worth / (s.players - 1) if own == rival else 0.0


@part
def weigh_region(s, root, size, stand, sign, out, at, around):
    """Add a region to the numbers of its size and standing, for oneself or, with a negative sign, for another."""
    worth, kind = value(s, root), np.int64(s.kind[root])
    growth = 1 << doublings(s, root) if worth < p.LIMIT else 0
    places = np.int64(around[1 + root, LONE]) + around[1 + root, LONE + 1] + around[1 + root, SHARED]
    place = at + HELD + 2 * (size * STANDINGS + stand)
    out[place] += sign * worth
    out[place + 1] += sign * growth
    out[at + GROWING + stand] += sign * growth * (s.bag[kind] + s.pile[kind]) * min(places, 8) / 160.0
    if places == 0:
        out[at + CLOSED + stand] += sign * worth
    if not has_room(s, root):
        out[at + FULL + stand] += sign * worth


@part
def look_at_stock(s, seat, out, at):
    """The seat's hand, River Transport, markers."""
    for i in range(s.hand_size[seat]):
        face = np.int64(s.face[s.hand[seat, i]])
        numbers = NUMBERS_OF_FACE[face]
        out[at + HAND + (HIGHEST[numbers] - 1 if numbers & (numbers - 1) == 0 else 5)] += 1
        out[at + HAND + 6] += KIND_OF_FACE[face] > p.MARSH
    for player in range(s.players):
        sign = 1.0 if player == seat else -1.0 / (s.players - 1)
        out[at + STOCK + (0 if player == seat else 1)] += abs(sign) * s.transport[player]
        out[at + STOCK + 2] += sign * s.supply[player]


@part
def look_at_chances(s, seat, out, at):
    """How likely the next tiles are, and what the seat's hand can make of its chances."""
    bag = 0.0
    for kind in range(6):
        bag += s.bag[kind]
    for kind in range(4):
        if bag > 0:
            out[at + CHANCE] += out[at + TILE + kind] * s.bag[kind] / bag
            out[at + CHANCE + 1] += out[at + TILE + 4 + kind] * s.bag[kind] / bag
        out[at + CHANCE + 4] = max(out[at + CHANCE + 4], out[at + TILE + kind])
    for i in range(s.hand_size[seat]):
        face = np.int64(s.face[s.hand[seat, i]])
        for kind in range(4):
            if KIND_OF_FACE[face] == kind or KIND_OF_FACE[face] > p.MARSH:
                out[at + CHANCE + 2] = max(out[at + CHANCE + 2], out[at + TILE + 4 + kind])
        for size in range(5):
            if (NUMBERS_OF_FACE[face] >> (size + 1)) & 1:
                out[at + CHANCE + 3] = max(out[at + CHANCE + 3], out[at + MARKER + 5 + size])
    for size in range(5):
        out[at + CHANCE + 5] = max(out[at + CHANCE + 5], out[at + MARKER + size])
