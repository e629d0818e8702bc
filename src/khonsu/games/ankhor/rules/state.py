"""The state of Ankh'or: one record. Arrays are indexed by seat first.

A tile is known by its id; `COLOUR` and `KIND` tell what it shows. A domain is a list of tiles in the order of purchase,
with true coordinates, plus two bitboards on a lattice that wraps around (row `y mod LATTICE`, bit `x mod LATTICE`).
"""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.kernel.contract import contract
from khonsu.kernel.state import state_dtype

SEATS = 4
N = p.MOST_TILES
TILES = len(p.TILES)
MOST_OPTIONS = 64  # a domain of n base tiles has at most 2n + 2 free cells around it

COLOUR = np.array([colour for colour, _ in p.TILES], np.int8)
KIND = np.array([kind for _, kind in p.TILES], np.int8)
HOLES = np.array(p.PRICE_HOLES, np.int8)
STACK_SPLIT = np.array(p.STACK_SPLIT, np.int8)
TOKENS_IN_PLAY = np.array([p.TOKENS_IN_PLAY.get(players, 0) for players in range(SEATS + 1)], np.int8)

State = state_dtype(
    [
        # options
        ("covered_to_supply", np.int8),
        ("leftover_resources", np.int8),
        ("tiebreak_fewest", np.int8),
        ("may_split", np.int8),
        ("stall_rounds", np.int16),
        # the course of the game
        ("first", np.int8),
        ("current", np.int8),
        ("round_number", np.int16),
        ("stall", np.int16),
        ("bought", np.int8),  # whether anybody has bought in this round
        ("ended", np.int8),  # the end is triggered: the round is still finished
        ("over", np.int8),
        ("extra", np.int8),  # a scribe was bought: the next turn is the same player's
        ("spendable", np.int8),
        # the middle of the table
        ("price", np.int8, (p.SLOTS, 3)),
        ("row", np.int8, (p.SLOTS,)),
        ("stack", np.int8, (2, max(p.STACK_SPLIT))),
        ("stack_size", np.int8, (2,)),
        ("discard", np.int8, (TILES,)),
        ("discards", np.int8),
        ("supply", np.int8, (6,)),
        # the players
        ("hand", np.int8, (SEATS, 6)),
        ("tiles", np.int8, (SEATS,)),
        ("tile", np.int8, (SEATS, N)),
        ("x", np.int16, (SEATS, N)),
        ("y", np.int16, (SEATS, N)),
        ("level", np.int8, (SEATS, N)),
        ("cover", np.int8, (SEATS, N)),  # upper tiles resting on it
        ("token", np.int8, (SEATS, N)),  # a depot's token
        ("near", np.uint32, (SEATS, N)),  # adjacent tiles of the same domain, as a bit set
        ("ground", np.uint32, (SEATS, p.LATTICE)),
        ("upper", np.uint32, (SEATS, p.LATTICE)),
        ("left", np.int16, (SEATS,)),  # the box around the base
        ("right", np.int16, (SEATS,)),
        ("top", np.int16, (SEATS,)),
        ("bottom", np.int16, (SEATS,)),
        ("roof", np.int8, (SEATS,)),  # colours of the supports of free upper cells, as a bit set
        ("colours", np.int16, (SEATS,)),  # points AO-99
        ("animals", np.int16, (SEATS,)),  # points AO-98
        ("twos", np.int16, (SEATS,)),  # points AO-97 without bonus tokens
        ("bonus", np.int8, (SEATS,)),
        # the answers to the decision that is asked
        ("options", np.int16, (MOST_OPTIONS,)),
        ("n_options", np.int16),
    ],
    events=40,
    pending=4,
)

entry = contract(State)

# Decisions (section 4 of the rules)
MENU, STACK, TILE, TARGET, PICK, SLOT, CELL, SAVE, AFTER, STORE, GIVE_BACK = range(11)
DECISIONS = ("DP-1", "DP-2", "DP-3", "DP-4", "DP-5", "DP-6a", "DP-6b", "DP-6c", "DP-8", "DP-9", "DP-10")

# Step ids
TAKE, BUY, RENEW, MOVE, END = range(5)
STACK_A = 5
TOKEN_0 = 7
SLOT_0 = 13
CELL_0 = 19  # base cells, then upper cells, row by row on the lattice
CELLS = p.LATTICE * p.LATTICE
STEPS = CELL_0 + 2 * CELLS

# Events
(
    TURN,  # turn, round, extra
    AUTOMATIC,  # decision, step
    TOOK,  # token
    PAID,  # token, from a depot
    SAVED,  # token
    BOUGHT,  # tile, x, y, level, slot
    FILLED,  # token put on the bought depot
    COVERED,  # token of a depot that was covered, 1: to the supply, 0: to the hand
    BONUS,  # bonus tokens now, change
    EXTRA_TURN,
    LAST_ROUND,  # 0: a 13th tile, 1: row and stacks are empty
    SPENT,  # 0: renew, 1: move
    DISCARDED,  # tile
    DREW,  # tile, slot, stack
    MOVED,  # tile, from x, y, to x, y, level
    STORED,  # token
    RETURNED,  # token, how many
    OVER,  # 0: the round was finished, 1: nobody bought any more
) = range(18)
