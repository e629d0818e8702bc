"""Set-up (HO-1 to HO-9)."""

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules.cards import refill_hand
from khonsu.games.horus.rules.kingdom import append_tile, settle_tile
from khonsu.games.horus.rules.options import list_options
from khonsu.games.horus.rules.river import watch_end
from khonsu.games.horus.rules.state import BEGIN, LEFT, entry
from khonsu.games.horus.rules.turns import advance
from khonsu.kernel.chance import draw
from khonsu.kernel.compile import rule

FIRST_PLAYER = 8
TILES_AT = 10
DECK_AT = TILES_AT + 11
FACES = len(p.FACES)


@entry
def start(s, players, seed, options):
    """Lay out the game; `options` are the numbers of `pieces.OPTIONS` in their order."""
    s.rng = seed
    s.players = players
    set_options(s, options)
    s.drawn = -1
    s.card = -1
    s.exhausted = -1
    for i in range(6):
        s.bag[i] = options[TILES_AT + i]
    for i in range(5):
        s.pile[i] = options[TILES_AT + 6 + i]
    lay_start(s)
    for seat in range(players):
        s.supply[seat] = p.MARKERS
        s.transport[seat] = 1
    deal(s, options)
    s.first = draw(s, players) if options[FIRST_PLAYER] == 0 else options[FIRST_PLAYER] - 1
    s.current = (s.first + players - 1) % players  # the first turn is the next player's
    s.phase = BEGIN
    advance(s)
    list_options(s)
    s.n_events = 0


@rule
def set_options(s, options):
    """Section 4.16, in the order of `pieces.OPTIONS`; 0 is always the default."""
    s.full_side = options[0]
    s.region_tile = options[1]
    s.marker_optional = options[2]
    s.corner_leaks = options[3]
    s.islands_plain = options[4]
    s.temple_redraw = options[5]
    s.late_transport = options[6]
    s.keep_exhausted = options[7]
    s.by_tile = options[9]


@rule
def lay_start(s):
    """HO-5: the Start and an End at each side of it, in one straight line."""
    append_tile(s, p.START, 0, 0)
    append_tile(s, p.END, 0, -2)
    append_tile(s, p.END, 0, 2)
    for tile in range(3):
        settle_tile(s, tile)
    watch_end(s, 0)
    watch_end(s, 1)


@rule
def deal(s, options):
    """HO-8: five cards for each player, the rest is the deck."""
    for face in range(FACES):
        for _ in range(options[DECK_AT + face]):
            s.face[s.cards] = face
            s.deck[s.cards] = s.cards
            s.origin[s.cards] = LEFT
            s.cards += 1
    s.deck_size = s.cards
    for seat in range(np.int64(s.players)):
        refill_hand(s, seat)
