"""The state of Horus: one record.

The Kingdom is the list of its tiles in the order of placement, with true coordinates (3.8). Everything else about it
is an index that is kept up to date tile by tile:

- `blocked`, one bit per anchor of a lattice of 256 x 256 that wraps around: a tile there would overlap another;
- `index`, a small hash table from an anchor to its tile;
- `slots`, the free anchors that touch the Kingdom, in canonical order (y, then x), with what they touch (3.9);
- `region`, the earliest tile of a tile's region; `after` links the tiles of a region to a ring.
"""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.kernel.contract import contract
from khonsu.kernel.state import state_dtype

SEATS = 4
N = p.MOST_TILES
LATTICE = 256
INDEX = 512  # places of the hash table

State = state_dtype(
    [
        # options
        ("full_side", np.int8),
        ("region_tile", np.int8),
        ("marker_optional", np.int8),
        ("corner_leaks", np.int8),
        ("islands_plain", np.int8),
        ("temple_redraw", np.int8),
        ("late_transport", np.int8),
        ("keep_exhausted", np.int8),
        ("by_tile", np.int8),
        # the course of the game
        ("first", np.int8),
        ("current", np.int8),
        ("phase", np.int8),  # what follows when no decision is pending
        ("over", np.int8),
        ("drawn", np.int8),  # kind of the tile drawn from the bag and not yet placed, or -1
        ("card", np.int16),  # face of the card played in this turn, TRANSPORT, or -1
        ("rivers_left", np.int8),  # reserve River tiles still to be played in this step
        ("skipped", np.int8),  # turns in a row without a playable card (HO-79a)
        # tiles outside the Kingdom
        ("bag", np.int8, (6,)),  # D, H, F, M, R, T
        ("pile", np.int8, (5,)),
        ("out", np.int8, (2,)),  # River tiles, Temple out of the game
        ("empty_piles", np.int8),
        ("exhausted", np.int8),  # the terrain whose pile ran out first, or -1
        # the Kingdom
        ("tiles", np.int16),
        ("x", np.int16, (N,)),
        ("y", np.int16, (N,)),
        ("kind", np.int8, (N,)),
        ("owner", np.int8, (N,)),  # seat of the marker on it, or -1
        ("region", np.int8, (N,)),  # earliest tile of its region, -1 for tiles that are in none
        ("after", np.int8, (N,)),
        ("inside", np.int8, (N,)),  # whether it lies on an island
        ("left", np.int16),  # the box around all anchors
        ("right", np.int16),
        ("top", np.int16),
        ("bottom", np.int16),
        ("enclosed", np.int8),  # whether the river encloses anything
        # the regions, by their earliest tile
        ("regions", np.int8),
        ("roots", np.int8, (N,)),  # earliest tiles of all regions, ascending
        ("area", np.int8, (N,)),
        ("touch", np.int8, (N,)),  # bits: the river, the Temple
        ("held", np.int8, (N, SEATS)),  # markers in it
        # the Ends are tiles 1 and 2; a tile in the box (x from, to, y from, to) would block the End
        ("box", np.int16, (2, 4)),
        # the players
        ("supply", np.int8, (SEATS,)),  # markers
        ("transport", np.int8, (SEATS,)),  # 1 while River Transport is unused
        ("hand_size", np.int8, (SEATS,)),
        ("hand", np.int8, (SEATS, p.HAND)),  # card numbers
        ("surely", np.int8, (SEATS,)),  # cards of the exhausted kind that everybody knows to be in the hand
        ("perhaps", np.int8, (SEATS,)),  # most cards of the exhausted kind that can be in the hand
        # the cards, by number
        ("cards", np.int8),
        ("face", np.uint8, (p.MOST_CARDS,)),
        ("origin", np.int8, (p.MOST_CARDS,)),  # since the deck was last formed: OLD, LEFT in it, or DRAWN by a seat
        ("deck_size", np.int8),
        ("deck", np.int8, (p.MOST_CARDS,)),
        ("discards", np.int8),
        ("discard", np.int8, (p.MOST_CARDS,)),
        ("removed_size", np.int8),
        ("removed", np.int8, (p.MOST_CARDS,)),  # out of the game
        # the indexes of the Kingdom
        ("blocked", np.uint8, (LATTICE, LATTICE // 8)),
        ("index", np.uint8, (INDEX,)),
        ("n_slots", np.int16),
        ("slots", np.int32, (p.MOST_SLOTS,)),
        # the answers to the decision that is asked; for a position, places in `slots`
        ("n_options", np.int16),
        ("barred", np.int16),  # -1, or the answers are all slots but the first so many of `options`, which is shorter
        ("options", np.int16, (p.MOST_SLOTS,)),
    ],
    events=64,
    pending=2,
)

entry = contract(State)

KIND_OF_FACE = np.array([kind for kind, _ in p.FACES], np.int64)
NUMBERS_OF_FACE = np.array([sum(1 << n for n in numbers) for _, numbers in p.FACES], np.int64)  # bit n: number n

# Contacts of a region, and of a slot
TOUCHES_RIVER, TOUCHES_TEMPLE = 1, 2
BY_RIVER, BY_TERRAIN = 1, 2

# Where a card was when the deck was last formed, and where it went from there
OLD, LEFT, DRAWN = 0, 1, 2  # DRAWN + seat

# What comes next
BEGIN, EXPLORE, CARD_STEP, RIVERS, INFLUENCE, FINISH = range(6)

# Decisions (section 5 of the rules)
PLACE, PLACE_TEMPLE, CHOOSE_END, RELOCATE, USE, LAY, CARD, PILE, MARKER, SOURCE, TARGET = range(11)
DECISIONS = tuple(f"DP-{n}" for n in range(1, 12))
FROM_BAG, FROM_RESERVE = 0, 1
NEAR, FAR = 1, 0
EXTEND_IT, REPLACE_IT, BURY_IT = 0, 1, 2  # the uses of a reserve River tile

# Step ids. A position is its place in the list of legal positions of the decision that is asked.
POSITION_0 = 0
REPLACE_0 = p.MOST_SLOTS  # the two Ends in canonical order
EXTEND = REPLACE_0 + 2
NECROPOLIS = EXTEND + 1
CARD_0 = NECROPOLIS + 1
TRANSPORT = CARD_0 + len(p.FACES)
PILE_0 = TRANSPORT + 1
TILE_0 = PILE_0 + 5  # a region is named by its earliest tile
NONE = TILE_0 + N
PASS = NONE + 1
STEPS = PASS + 1

# Events
(
    TURN,  # turn
    AUTOMATIC,  # decision, step
    DREW_TILE,  # kind
    PLACED,  # kind, x, y, size of its region, source
    MOVED_END,  # from x, y, to x, y, source; a River tile lies where it was
    OUT,  # kind: the tile fits nowhere
    PLAYED,  # face or TRANSPORT
    MARKED,  # x, y, size of the region, own markers in it, kind
    MOVED_MARKER,  # from x, y, to x, y
    UNMARKED,  # 0: no fitting region, 1: no marker left, 2: passed, 3: no marker moved
    EXHAUSTED,  # pile
    LOST,  # face: a card of the exhausted kind leaves a hand
    CLEARED,  # how many cards of that kind left the discard pile
    DREW_CARD,  # face, for the seat alone
    REPLACED,  # face: a card of the exhausted kind was drawn and goes out of the game
    RESHUFFLED,  # cards in the new deck
    SKIPPED,  # no card could be played
    LAST_TURN,
    OVER,  # 0: two piles exhausted, 1: nobody can play a card
) = range(19)
