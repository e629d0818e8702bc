"""What a learned evaluation weighs: the numbers for learning, and how well the tiles of the row suit each domain."""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.knowledge import N_FEATURES, PER_SEAT, TABLE, features
from khonsu.games.ankhor.rules.scoring import total
from khonsu.games.ankhor.rules.state import COLOUR, KIND, SEATS, entry
from khonsu.kernel.compile import part

LACKING = 4  # tokens that a tile may lack: 0 to 3
# A seat's block: by tokens lacking the best tile and the number of tiles; the second best within reach; points, tiles
# and lead, each times how far the domain is
BEST, COUNT, SECOND, COURSE = 0, LACKING, 2 * LACKING, 2 * LACKING + 1
BLOCK = COURSE + 3
N_OUTLOOK = N_FEATURES + SEATS * BLOCK
GROUPS, REACH = 31, 44  # places in a seat's features: largest groups by colour, tokens lacking by slot


@entry
def outlook(s, seat, out):
    """The features first: weights that were learned before there was anything else still hold."""
    features(s, seat, out[:N_FEATURES])
    out[N_FEATURES:] = 0
    points = 0
    for other in range(s.players):
        points += total(s, other)
    for k in range(s.players):
        suit(s, (seat + k) % np.int64(s.players), points, out, TABLE + k * PER_SEAT, N_FEATURES + k * BLOCK)


@part
def suit(s, seat, points, out, known, at):
    """How well the tiles of the row suit a domain, by the tokens they lack."""
    for slot in range(p.SLOTS):
        tile = np.int64(s.row[slot])
        if tile >= 0:
            lacking = np.int64(np.round(3 * np.float64(out[known + REACH + slot])))
            colour, kind = np.int64(COLOUR[tile]), np.int64(KIND[tile])
            fit = np.float64(out[known + GROUPS + colour])
            if kind <= p.FALCON:
                fit += np.float64(out[known + GROUPS + 10 + kind])
            elif kind == p.TWO:
                fit += 0.4
            elif kind == p.SCRIBE:
                fit += 0.3
            fit += 0.2
            out[at + COUNT + lacking] += np.float32(0.25)
            if lacking == 0:
                out[at + SECOND] = max(np.float64(out[at + SECOND]), min(fit, np.float64(out[at + BEST])))
            out[at + BEST + lacking] = max(np.float64(out[at + BEST + lacking]), fit)
    far, own = s.tiles[seat] / 13.0, total(s, seat)
    out[at + COURSE] = far * own / 40.0
    out[at + COURSE + 1] = far * far
    out[at + COURSE + 2] = far * (own - (points - own) / (s.players - 1)) / 10.0
