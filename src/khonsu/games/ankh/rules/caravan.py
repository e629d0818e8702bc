"""Camel Caravan (AK-63 to AK-70): legal lines side by side, the split, order tokens; joining regions (D-28)."""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import (
    CORNER_SIDES,
    FIXED_ANCHOR,
    LAND,
    LAND_SET,
    N_HEXES,
    N_SIDES,
    SIDE_CORNER,
    SIDE_HEX,
    WAY_ON,
    WAY_TO,
)
from khonsu.games.ankh.rules.lines import line_along, longest_line, sum_along, survey, way_to
from khonsu.games.ankh.rules.regions import (
    bit,
    flood_region,
    has,
    note,
    offer,
    part_in,
    put_camel,
    region_with,
    settle_regions,
    take_camel,
)
from khonsu.games.ankh.rules.sets import next_hex, words
from khonsu.games.ankh.rules.state import (
    BY_JOINING,
    CAMEL,
    CAMEL_PLACED,
    DECLINE,
    DIVIDED,
    EXCHANGE,
    EXCHANGED,
    FOLLOWERS,
    HEX_0,
    JOINED,
    KEEP_TOKEN,
    MOVE_TOKEN,
    PAIR_0,
    SIDE_0,
    TOKEN_0,
    TOKEN_GONE,
    TOKEN_MOVED,
)
from khonsu.kernel.compile import rule
from khonsu.kernel.state import operand, pop, push


@rule
def is_anchor(s, corner):
    """AK-66: a line may end where water, the edge, the Nile or a camel that stood before meets the corner."""
    if FIXED_ANCHOR[corner] == 1:
        return True
    for k in range(3):
        side = CORNER_SIDES[corner, k]
        if side >= 0 and s.camel[side] == 1:
            return True
    return False


@rule
def other_end(side, corner):
    """The corner at the other end of a side."""
    return np.int64(SIDE_CORNER[side, 0] + SIDE_CORNER[side, 1] - corner)


@rule
def begin_caravan(s, god):
    """AK-63: no camel is laid yet."""
    s.n_line = 0
    survey(s)
    push(s, CAMEL, god)


@rule
def offer_camels(s):
    """D-14: a first side at an anchor or decline, then the sides that continue to a legal line (AK-70)."""
    if s.n_line > 0:
        offer_next_sides(s)
    elif s.tokens_left != 0:
        for side in range(N_SIDES):
            if s.begins[side] == 1 and s.camel[side] == 0:
                offer(s, SIDE_0 + side)
        if s.n_options > 0:
            offer(s, DECLINE)


@rule
def offer_next_sides(s):
    """D-14: the sides with which the line may go on to its end."""
    corner, total = np.int64(s.corner), 0
    end = way_to(np.int64(s.line[s.n_line - 1]), corner)
    for k in range(s.n_line - 1, -1, -1):  # back to where it began
        way = way_to(np.int64(s.line[k]), corner)
        total += sum_along(s, way)
        corner = np.int64(WAY_TO[way ^ 1])
    more = longest_line(s) - np.int64(s.n_line)
    for k in range(2):
        way = np.int64(WAY_ON[end, k])
        if more > 0 and line_along(s, way, total, more, corner) >= 0:
            offer(s, SIDE_0 + (way >> 1))


@rule
def answer_camel(s, god, step):
    """D-14: take the next side; on reaching an anchor the line is complete and the region is split (AK-67)."""
    if step == DECLINE:
        pop(s)
        return
    side = step - SIDE_0
    if s.n_line == 0:
        a = np.int64(SIDE_CORNER[side, 0])
        s.corner = other_end(side, a) if is_anchor(s, a) else a
    else:
        s.corner = other_end(side, np.int64(s.corner))
    s.line[s.n_line] = side
    s.n_line += 1
    note(s, CAMEL_PLACED, god, side)
    if is_anchor(s, np.int64(s.corner)):
        pop(s)
        split_region(s, god)


@rule
def split_region(s, god):
    """AK-63, AK-68: the camels stand and the region is two; the player says which part keeps the token."""
    start, beyond = np.int64(SIDE_HEX[s.line[0], 0]), np.int64(SIDE_HEX[s.line[0], 1])
    old = 0
    for r in range(p.ORDER_TOKENS):
        if s.region[start] == bit(r):
            old = r
    fresh = region_with(s, 0)
    for k in range(s.n_line):
        put_camel(s, np.int64(s.line[k]))
    s.n_line = 0
    s.surveyed = np.int64(s.surveyed) & ~(bit(old) | bit(fresh))
    s.parts[0] = old
    s.parts[1] = fresh
    s.land[old] -= flood_region(s, beyond, fresh)
    settle_regions(s)
    push(s, EXCHANGE, god)
    push(s, KEEP_TOKEN, god)


@rule
def first_hex(s, region):
    """The first land hex of a region, which stands for it."""
    return next_hex(part_in(s, words(LAND_SET), region), -1)


@rule
def offer_keepers(s):
    """D-15: the two new regions, each named by its first hex."""
    a, b = first_hex(s, np.int64(s.parts[0])), first_hex(s, np.int64(s.parts[1]))
    offer(s, HEX_0 + min(a, b))
    offer(s, HEX_0 + max(a, b))


@rule
def lowest(tokens):
    """The lowest order token of a set."""
    for token in range(1, p.ORDER_TOKENS + 1):
        if has(tokens, token):
            return token
    return 0


@rule
def answer_keeper(s, god, step):
    """AK-68: this part keeps the old token, the other gets the lowest of the supply."""
    old, fresh = np.int64(s.parts[0]), np.int64(s.parts[1])
    token = np.int64(s.token[old])
    other = lowest(s.tokens_left)
    s.tokens_left = np.int64(s.tokens_left) & ~bit(other)
    keeps = old if s.region[step - HEX_0] == bit(old) else fresh
    gets = old + fresh - keeps
    s.token[keeps] = token
    s.token[gets] = other
    note(s, DIVIDED, god, token, s.land[keeps], other, s.land[gets])
    pop(s)


@rule
def pair(token, other):
    """The step that names two order tokens."""
    return PAIR_0 + (min(token, other) - 1) * p.ORDER_TOKENS + max(token, other) - 1


@rule
def offer_exchanges(s):
    """D-15, AK-69: no exchange, or a new region's token against any other region's."""
    offer(s, DECLINE)
    fresh, tokens = bit(s.token[s.parts[0]]) | bit(s.token[s.parts[1]]), 0
    for region in range(p.ORDER_TOKENS):
        tokens |= bit(s.token[region])
    for one in range(1, p.ORDER_TOKENS + 1):
        if has(tokens, one):
            for other in range(one + 1, p.ORDER_TOKENS + 1):
                if has(tokens, other) and (has(fresh, one) or has(fresh, other)):
                    offer(s, pair(one, other))


@rule
def answer_exchange(s, god, step):
    """AK-69: two regions exchange their tokens."""
    pop(s)
    if step != DECLINE:
        one, other = (step - PAIR_0) // p.ORDER_TOKENS + 1, (step - PAIR_0) % p.ORDER_TOKENS + 1
        r, q = region_with(s, one), region_with(s, other)
        s.token[r] = other
        s.token[q] = one
        note(s, EXCHANGED, god, one, other)


# -- the flag consolidation_events (section 8, D-28) -------------------------------------------------------------------


@rule
def begin_joining(s, god):
    """Whoever triggers a marked caravan takes the follower that lies there."""
    s.followers[god] += 1
    note(s, FOLLOWERS, god, 1, s.followers[god], BY_JOINING)


@rule
def offer_joins(s):
    """D-28: each pair of regions divided by camels, or decline."""
    for one in range(1, p.ORDER_TOKENS + 1):
        for other in range(one + 1, p.ORDER_TOKENS + 1):
            r, q = region_with(s, one), region_with(s, other)
            if r >= 0 and q >= 0 and has_camel_between(s, r, q):
                offer(s, pair(one, other))
    if s.n_options > 0:
        offer(s, DECLINE)


@rule
def is_between(s, side, r, q):
    """Whether a side lies between two regions."""
    here, there = s.region[SIDE_HEX[side, 0]], s.region[SIDE_HEX[side, 1]]
    return (here == bit(r) and there == bit(q)) or (here == bit(q) and there == bit(r))


@rule
def has_camel_between(s, r, q):
    """Whether camels divide two regions."""
    for side in range(N_SIDES):
        if s.camel[side] == 1 and is_between(s, side, r, q):
            return True
    return False


@rule
def answer_join(s, god, step):
    """D-28: camels between them go back, the highest token leaves; two tokens in one region are sorted out next."""
    pop(s)
    if step == DECLINE:
        return
    one, other = (step - PAIR_0) // p.ORDER_TOKENS + 1, (step - PAIR_0) % p.ORDER_TOKENS + 1
    r, q = region_with(s, one), region_with(s, other)
    camels = 0
    for side in range(N_SIDES):
        if s.camel[side] == 1 and is_between(s, side, r, q):
            take_camel(s, side)
            camels += 1
    for h in range(N_HEXES):
        if s.region[h] == bit(q) and LAND[h] == 1:
            s.region[h] = bit(r)
    s.land[r] += s.land[q]
    s.land[q] = 0
    s.surveyed = 0
    settle_regions(s)
    note(s, JOINED, god, one, other, camels)
    highest = p.ORDER_TOKENS
    while region_with(s, highest) < 0:
        highest -= 1
    loser = region_with(s, highest)
    note(s, TOKEN_GONE, god, highest)
    if loser == r or loser == q:
        s.token[r] = one + other - highest
    else:
        s.token[loser] = 0
        push(s, MOVE_TOKEN, god, one, other)
        s.parts[0] = r
        s.parts[1] = loser
    s.token[q] = 0


@rule
def offer_spare_tokens(s):
    """D-28: which of the two tokens moves away."""
    offer(s, TOKEN_0 + operand(s, 1))
    offer(s, TOKEN_0 + operand(s, 2))


@rule
def answer_spare_token(s, god, step):
    """D-28: the token goes to the region that lost its own, the other one stays."""
    token, both = step - TOKEN_0, operand(s, 1) + operand(s, 2)
    pop(s)
    s.token[s.parts[1]] = token
    s.token[s.parts[0]] = both - token
    note(s, TOKEN_MOVED, god, token, s.land[s.parts[1]])
