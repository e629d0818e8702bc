"""What a seat can know: dealing the rest again (section 5), numbers for learning, a quick judgement.

No seat has private information in Ankh'or, so all of this is the same for every seat but for the point of view.
"""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.domain import connected, count_bits, showing
from khonsu.games.ankhor.rules.scoring import token_points, tokens_left, total
from khonsu.games.ankhor.rules.state import COLOUR, DECISIONS, HOLES, KIND, TILES, entry
from khonsu.games.ankhor.rules.tokens import missing
from khonsu.kernel.chance import draw, scramble, shuffle
from khonsu.kernel.compile import rule
from khonsu.kernel.state import asked, operand

QUESTIONS = len(DECISIONS)
TABLE = QUESTIONS + 1 + p.SLOTS + 3 + 6 + 2 * 6 + p.SLOTS * (13 + 5) + 35
PER_SEAT = 56
N_FEATURES = TABLE + 4 * PER_SEAT
FACE = COLOUR.astype(np.int64) * 7 + KIND  # what a tile shows, as one number
HALF, FIFTH = np.float32(0.5), np.float64(0.2)  # sums of halves are exact; of fifths each is rounded


@entry
def imagine(s, seat, seed):
    """Deal the unseen tiles again: sizes of both stacks and both visible top colours stay as they are.

    It begins with the tiles in the order of their numbers: nothing of the true order may decide how they fall.
    """
    s.rng = scramble(seed)
    tops = (top_colour(s, 0), top_colour(s, 1))
    hidden = np.zeros(TILES, np.bool_)
    for stack in range(2):
        for i in range(s.stack_size[stack]):
            hidden[s.stack[stack, i]] = True
    unseen, left = np.empty(TILES, np.int8), 0
    for tile in range(TILES):
        if hidden[tile]:
            unseen[left] = tile
            left += 1
    shuffle(s, unseen, left)
    for stack in range(2):
        if tops[stack] >= 0:
            left -= 1
            bring_to_end(s, unseen, left, tops[stack])
            s.stack[stack, s.stack_size[stack] - 1] = unseen[left]
    for stack in range(2):
        for i in range(s.stack_size[stack] - 1):
            left -= 1
            s.stack[stack, i] = unseen[left]


@rule
def top_colour(s, stack):
    """AO-5: the colour on the back of a stack's top tile, -1 if it is empty."""
    size = s.stack_size[stack]
    return np.int64(COLOUR[s.stack[stack, size - 1]]) if size > 0 else np.int64(-1)


@rule
def bring_to_end(s, tiles, last, colour):
    """Swap a random tile of this colour to place `last` of a shuffled list."""
    count = 0
    for i in range(last + 1):
        if COLOUR[tiles[i]] == colour:
            count += 1
    k = draw(s, count)
    for i in range(last + 1):
        if COLOUR[tiles[i]] == colour:
            if k == 0:
                kept = tiles[i]
                tiles[i] = tiles[last]
                tiles[last] = kept
                return
            k -= 1


@rule
def largest_group(s, seat, table, value):
    """Size of the largest group of a colour or animal."""
    members, largest = showing(s, seat, table, value), 0
    while members != 0:
        group = connected(s, seat, members & -members, members)
        members &= ~group
        largest = max(largest, count_bits(group))
    return largest


# What a position is worth beyond its points, in points; settled by matches against earlier values.
TOKEN_WORTH, ANKH_WORTH, TILE_WORTH, REACH_WORTH, TURN_WORTH = 0.4, 0.3, 1.3, 0.4, 1.5


@entry
def judge(s, seat):
    """Points, and what tokens in hand, tiles, growing groups, a tile within reach and the turn are worth."""
    value = 1.0 * total(s, seat)
    if s.over == 1:
        return value
    value -= token_points(s, seat)  # tokens are worth more now than they score at the end
    value += TOKEN_WORTH * tokens_left(s, seat, False) + ANKH_WORTH * s.hand[seat, p.ANKH]
    value += TILE_WORTH * s.tiles[seat]
    for colour in range(5):
        value += promise(largest_group(s, seat, COLOUR, colour))
    for animal in range(p.FALCON + 1):
        value += promise(largest_group(s, seat, KIND, animal))
    fewest = 3
    for slot in range(p.SLOTS):
        if s.row[slot] >= 0:
            lacking, _ = missing(s, seat, slot)
            fewest = min(fewest, lacking)
    if s.current == seat:
        value += TURN_WORTH
    return value - REACH_WORTH * fewest


@rule
def promise(size):
    """What a group is worth for the bonus it may become."""
    return 0.15 * size if size < p.BONUS_GROUP else 0.0


@entry
def features(s, seat, out):
    """The table, then the seats beginning with one's own; counts are scaled to about 0 .. 1."""
    out[:] = 0
    question = asked(s)
    at = 0
    if s.over == 0:
        out[question] = 1
        out[QUESTIONS] = operand(s, 0) / 3.0 if question == 4 else 0.0
        if question == 6 or question == 7:
            out[QUESTIONS + 1 + operand(s, 0)] = 1
    at = QUESTIONS + 1 + p.SLOTS
    out[at] = s.spendable / 2.0
    out[at + 1] = s.ended
    out[at + 2] = s.stall / 20.0
    at = table_features(s, out, at + 3)
    for k in range(s.players):
        seat_features(s, (seat + k) % np.int64(s.players), out, TABLE + k * PER_SEAT)


@rule
def table_features(s, out, at):
    """Supply, stacks, row with prices, unseen tiles."""
    for kind in range(6):
        out[at + kind] = s.supply[kind] / 6.0
    at += 6
    for stack in range(2):
        out[at] = s.stack_size[stack] / 28.0
        colour = top_colour(s, stack)
        if colour >= 0:
            out[at + 1 + colour] = 1
        at += 6
    for slot in range(p.SLOTS):
        tile = s.row[slot]
        if tile >= 0:
            out[at] = 1
            out[at + 1 + np.int64(COLOUR[tile])] = 1
            out[at + 6 + np.int64(KIND[tile])] = 1
        for hole in range(HOLES[slot]):
            out[at + 13 + np.int64(s.price[slot, hole])] += HALF
        at += 18
    for stack in range(2):
        for i in range(s.stack_size[stack]):
            out[at + FACE[s.stack[stack, i]]] += HALF
    return at + 35


@rule
def seat_features(s, seat, out, at):
    """Tokens, points, tiles by colour and kind, groups and what is within reach, of one seat."""
    purse = 0  # what can pay, in hand and on depots: a byte for each colour
    for kind in range(6):
        out[at + kind] = s.hand[seat, kind] / 5.0
        if kind < p.ANKH:
            purse += np.int64(s.hand[seat, kind]) << (8 * kind)
    at += 6
    colours, kinds = 0, 0  # how many tiles show each: a byte for each
    for i in range(s.tiles[seat]):
        tile = np.int64(s.tile[seat, i])
        colour, kind = np.int64(COLOUR[tile]), np.int64(KIND[tile])
        colours += 1 << (8 * colour)
        kinds += 1 << (8 * kind)
        if s.token[seat, i] == 1:
            purse += 1 << (8 * colour)
            out[at + colour] += 1
        out[at + 5 + colour] += FIFTH
        out[at + 10 + kind] += FIFTH
    at += 17
    out[at] = s.colours[seat] / 13.0
    out[at + 1] = s.animals[seat] / 13.0
    out[at + 2] = s.twos[seat] / 10.0
    out[at + 3] = s.bonus[seat] / 3.0
    out[at + 4] = total(s, seat) / 40.0
    out[at + 5] = s.tiles[seat] / 13.0
    out[at + 6] = seat == s.current
    out[at + 7] = seat == s.first
    at += 8
    for colour in range(5):
        out[at + colour] = largest_of(s, seat, COLOUR, colour, in_byte(colours, colour), s.colours[seat]) / 5.0
        out[at + 5 + colour] = (np.int64(s.roof[seat]) >> colour) & 1
    at += 10
    for animal in range(p.FALCON + 1):
        out[at + animal] = largest_of(s, seat, KIND, animal, in_byte(kinds, animal), s.animals[seat]) / 5.0
    at += 3
    for slot in range(p.SLOTS):
        lacking = unpaid(s, slot, purse)
        out[at + slot] = lacking / 3.0
        out[at + 6 + slot] = 1.0 if s.row[slot] >= 0 and lacking == 0 else 0.0


@rule
def in_byte(counts, i):
    """Count i of those kept in the bytes of one number."""
    return (counts >> (8 * i)) & 255


@rule
def largest_of(s, seat, table, value, count, points):
    """The largest group among so many tiles; without a pair, or points for pairs (AO-98, AO-99), none to search for."""
    return largest_group(s, seat, table, value) if count > 1 and points > 0 else min(count, 1)


@rule
def unpaid(s, slot, purse):
    """How many markers of a slot are left when the purse has paid what it can, as `missing` counts them."""
    lacking = 0
    for hole in range(HOLES[slot]):
        kind = np.int64(s.price[slot, hole])
        if in_byte(purse, kind) > 0:
            purse -= 1 << (8 * kind)
        else:
            lacking += 1
    return lacking
