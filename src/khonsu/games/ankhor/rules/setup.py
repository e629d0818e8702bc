"""Set-up (AO-1 to AO-9)."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.state import HOLES, STACK_SPLIT, TILES, TOKENS_IN_PLAY
from khonsu.games.ankhor.rules.turns import begin_turn
from khonsu.kernel.chance import draw, shuffle
from khonsu.kernel.compile import rule

MARKERS = 5 * p.MARKERS_PER_RESOURCE


@rule
def lay_out(s, players, seed, options):
    """Lay out the game; `options` are edition, covered depot, left-overs, tie-break, split, stall rounds."""
    s.rng = seed
    s.players = players
    s.covered_to_supply = options[1]
    s.leftover_resources = options[2]
    s.tiebreak_fewest = options[3]
    s.may_split = 1 - options[4]  # the values are written true, false
    s.stall_rounds = options[5]
    set_prices(s)
    for kind in range(6):
        s.supply[kind] = TOKENS_IN_PLAY[players]
    stack_tiles(s)
    s.first = draw(s, players)
    s.round_number = 1
    begin_turn(s, np.int64(s.first), 0)


@rule
def set_prices(s):
    """AO-2, AO-3: shuffle the markers into the holes until no slot shows one resource three times."""
    markers = s.options  # as yet unused
    for i in range(MARKERS):
        markers[i] = i // p.MARKERS_PER_RESOURCE
    triple = True
    while triple:
        shuffle(s, markers, MARKERS)
        triple = False
        used = 0
        for slot in range(p.SLOTS):
            for hole in range(3):
                s.price[slot, hole] = -1
                if hole < HOLES[slot]:
                    s.price[slot, hole] = markers[used]
                    used += 1
            a, b, c = s.price[slot, 0], s.price[slot, 1], s.price[slot, 2]
            triple = triple or (a == b and b == c)


@rule
def stack_tiles(s):
    """AO-5, AO-6: two stacks of shuffled tiles; six tiles from stack A fill the row."""
    tiles = s.options  # as yet unused
    for tile in range(TILES):
        tiles[tile] = tile
    shuffle(s, tiles, TILES)
    used = 0
    for stack in range(2):
        for i in range(STACK_SPLIT[stack]):
            s.stack[stack, i] = tiles[used]
            used += 1
        s.stack_size[stack] = STACK_SPLIT[stack]
    for slot in range(p.SLOTS):
        s.stack_size[0] -= 1
        s.row[slot] = s.stack[0, s.stack_size[0]]
