"""A player's domain: where tiles may lie, what touches what, which groups they form (AO-26 to AO-48).

Lattice rows are bit sets that wrap around, so neighbours are shifts. The box around the base, kept in true coordinates,
tells where a bit lies on the unbounded plane.
"""

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules.state import CELL_0, CELLS, COLOUR, KIND
from khonsu.kernel.compile import rule

L = p.LATTICE
ALL = (1 << L) - 1
SPAN = p.MOST_SPAN


@rule
def turned(word, by):
    """A lattice row rotated so that bit `by` becomes bit 0."""
    return ((word >> by) | (word << (L - by))) & ALL


@rule
def cell(x, y, level):
    """The step id of a cell."""
    return CELL_0 + level * CELLS + (y % L) * L + x % L


@rule
def cell_level(step):
    """0 for a base cell, 1 for an upper cell."""
    return 1 if step >= CELL_0 + CELLS else 0


@rule
def cell_x(s, seat, step):
    """The true x of a cell in or around a domain."""
    west = np.int64(s.left[seat]) - 1
    return west + ((step - CELL_0) % L - west) % L


@rule
def cell_y(s, seat, step):
    """The true y of a cell in or around a domain."""
    north = np.int64(s.top[seat]) - 1
    return north + ((step - CELL_0) % CELLS // L - north) % L


@rule
def offer(s, step):
    """Add an answer to the decision that is asked."""
    s.options[s.n_options] = step
    s.n_options += 1


@rule
def offer_row(s, word, y, level, west):
    """Offer the cells of a lattice row that was turned so that bit 0 is column `west`."""
    x = west
    while word != 0:
        if word & 1:
            offer(s, cell(x, y, level))
        word >>= 1
        x += 1


@rule
def offer_base_cells(s, seat, barred):
    """AO-26 to AO-29a: empty base cells beside a base tile, by rising y, then x; `barred` is the cell being left."""
    if s.tiles[seat] == 0:
        offer(s, cell(0, 0, 0))
        return
    west, north = np.int64(s.left[seat]) - 1, np.int64(s.top[seat]) - 1
    width, height = np.int64(s.right[seat]) - west, np.int64(s.bottom[seat]) - north
    edges = 1 | (1 << (width + 1)) if width >= SPAN else 0
    for k in range(height + 2):
        if height >= SPAN and (k == 0 or k == height + 1):
            continue
        y = north + k
        here = np.int64(s.ground[seat, y % L])
        word = turned(here, 1) | turned(here, L - 1)
        word |= np.int64(s.ground[seat, (y - 1) % L]) | np.int64(s.ground[seat, (y + 1) % L])
        word &= ALL & ~here
        if barred >= 0 and (barred - CELL_0) // L == y % L:
            word &= ~(1 << ((barred - CELL_0) % L))
        offer_row(s, turned(word, west % L) & ~edges, y, 0, west)


@rule
def roof_row(s, seat, y):
    """AO-31: free upper cells [x,y] whose four supports hold tiles, as a lattice row."""
    here, below = np.int64(s.ground[seat, y % L]), np.int64(s.ground[seat, (y + 1) % L])
    both = here & below
    return both & turned(both, 1) & ~np.int64(s.upper[seat, y % L])


@rule
def offer_upper_cells(s, seat, colour):
    """AO-31, AO-32: free supported upper cells with a support of this colour; any colour if it is -1 (AO-61)."""
    west = np.int64(s.left[seat])
    for y in range(np.int64(s.top[seat]), np.int64(s.bottom[seat])):
        word = turned(roof_row(s, seat, y), west % L)
        x = west
        while word != 0:
            if word & 1 and (colour < 0 or supported(s, seat, x, y, colour)):
                offer(s, cell(x, y, 1))
            word >>= 1
            x += 1


@rule
def supported(s, seat, x, y, colour):
    """AO-32: whether a support of upper cell [x,y] has this colour."""
    for i in range(s.tiles[seat]):
        if COLOUR[s.tile[seat, i]] == colour and supports(s, seat, i, x, y):
            return True
    return False


@rule
def supports(s, seat, i, x, y):
    """AO-31: tile i of the list lies under upper cell [x,y]."""
    dx, dy = np.int64(s.x[seat, i]) - x, np.int64(s.y[seat, i]) - y
    return s.level[seat, i] == 0 and 0 <= dx <= 1 and 0 <= dy <= 1


@rule
def has_free_roof(s, seat):
    """Whether any supported upper cell is free."""
    for y in range(np.int64(s.top[seat]), np.int64(s.bottom[seat])):
        if roof_row(s, seat, y) != 0:
            return True
    return False


@rule
def tile_at(s, seat, step):
    """The place in the domain's list of the tile on a cell."""
    x, y, level = cell_x(s, seat, step), cell_y(s, seat, step), cell_level(step)
    for i in range(s.tiles[seat]):
        if s.x[seat, i] == x and s.y[seat, i] == y and s.level[seat, i] == level:
            return i
    return -1


@rule
def cell_of(s, seat, i):
    """The cell on which tile i of the list lies."""
    return cell(np.int64(s.x[seat, i]), np.int64(s.y[seat, i]), np.int64(s.level[seat, i]))


@rule
def touch(s, seat, i, j):
    """AO-36 to AO-38: two tiles of a domain are adjacent."""
    dx = np.int64(s.x[seat, i]) - s.x[seat, j]
    dy = np.int64(s.y[seat, i]) - s.y[seat, j]
    rise = np.int64(s.level[seat, i]) - s.level[seat, j]
    if rise == 0:
        return dx * dx + dy * dy == 1
    dx, dy = -rise * dx, -rise * dy  # from the upper tile to its support
    return 0 <= dx <= 1 and 0 <= dy <= 1


@rule
def settle_tile(s, seat, i):
    """Tile i has just been given its cell: note it on the lattice, its neighbours, and what it covers."""
    x, y, level = np.int64(s.x[seat, i]), np.int64(s.y[seat, i]), s.level[seat, i]
    bit = np.uint32(1 << (x % L))
    if level == 0:
        s.ground[seat, y % L] |= bit
    else:
        s.upper[seat, y % L] |= bit
    near = 0
    for j in range(s.tiles[seat]):
        if j != i and touch(s, seat, i, j):
            near |= 1 << j
            s.near[seat, j] |= np.uint32(1 << i)
            if level > s.level[seat, j]:
                s.cover[seat, j] += 1
    s.near[seat, i] = near


@rule
def lift_tile(s, seat, i):
    """Tile i leaves its cell: undo what `settle_tile` noted."""
    x, y, level = np.int64(s.x[seat, i]), np.int64(s.y[seat, i]), s.level[seat, i]
    bit = np.uint32(ALL & ~(1 << (x % L)))
    if level == 0:
        s.ground[seat, y % L] &= bit
    else:
        s.upper[seat, y % L] &= bit
    for j in range(s.tiles[seat]):
        if (np.int64(s.near[seat, i]) >> j) & 1:
            s.near[seat, j] &= np.uint32(0xFFFFFFFF & ~(1 << i))
            if level > s.level[seat, j]:
                s.cover[seat, j] -= 1
    s.near[seat, i] = 0


@rule
def fit_box(s, seat, without):
    """The box around the base, tile `without` left out (-1: none)."""
    found = False
    for i in range(s.tiles[seat]):
        if i != without and s.level[seat, i] == 0:
            x, y = s.x[seat, i], s.y[seat, i]
            if not found:
                s.left[seat] = s.right[seat] = x
                s.top[seat] = s.bottom[seat] = y
                found = True
            s.left[seat] = min(s.left[seat], x)
            s.right[seat] = max(s.right[seat], x)
            s.top[seat] = min(s.top[seat], y)
            s.bottom[seat] = max(s.bottom[seat], y)


@rule
def place_tile(s, seat, tile, x, y, level):
    """AO-22: a tile joins the domain; return its place in the list."""
    i = np.int64(s.tiles[seat])
    s.tile[seat, i] = tile
    s.x[seat, i] = x
    s.y[seat, i] = y
    s.level[seat, i] = level
    s.cover[seat, i] = 0
    s.token[seat, i] = 0
    s.tiles[seat] += 1
    settle_tile(s, seat, i)
    survey(s, seat)
    return i


@rule
def move_tile(s, seat, i, x, y):
    """AO-59 to AO-62: a tile of the domain goes to another cell of its level."""
    lift_tile(s, seat, i)
    s.x[seat, i] = x
    s.y[seat, i] = y
    settle_tile(s, seat, i)
    survey(s, seat)


@rule
def survey(s, seat):
    """After every placement or move: the box, the colours on which can be built, groups and points."""
    fit_box(s, seat, -1)
    look_at_roof(s, seat)
    count_groups(s, seat)


@rule
def look_at_roof(s, seat):
    """AO-32 prepared: the colours of all supports of free upper cells."""
    roof = 0
    for i in range(s.tiles[seat]):
        if s.level[seat, i] == 0:
            x, y = np.int64(s.x[seat, i]), np.int64(s.y[seat, i])
            for dy in range(2):
                word = roof_row(s, seat, y - dy)
                if (word >> (x % L)) & 1 or (word >> ((x - 1) % L)) & 1:
                    roof |= 1 << COLOUR[s.tile[seat, i]]
    s.roof[seat] = roof


@rule
def count_groups(s, seat):
    """AO-40 to AO-47, AO-97 to AO-99: points of colours, animals and twos; bonus tokens = groups of 5 or more."""
    s.twos[seat] = p.TWO_VALUE * count_bits(showing(s, seat, KIND, p.TWO))
    s.colours[seat] = 0
    s.animals[seat] = 0
    s.bonus[seat] = 0
    for colour in range(5):
        points, bonus = group_points(s, seat, showing(s, seat, COLOUR, colour))
        s.colours[seat] += points
        s.bonus[seat] += bonus
    for animal in range(p.FALCON + 1):
        points, bonus = group_points(s, seat, showing(s, seat, KIND, animal))
        s.animals[seat] += points
        s.bonus[seat] += bonus


@rule
def showing(s, seat, table, value):
    """The tiles of a domain that show a colour (table COLOUR) or a kind (table KIND), as a bit set."""
    members = 0
    for i in range(s.tiles[seat]):
        if table[s.tile[seat, i]] == value:
            members |= 1 << i
    return members


@rule
def group_points(s, seat, members):
    """Points of the groups among these tiles, one for each tile that is not lone, and the bonus tokens they earn."""
    points, bonus = 0, 0
    while members != 0:
        group = connected(s, seat, members & -members, members)
        members &= ~group
        size = count_bits(group)
        if size >= p.SCORING_GROUP:
            points += size
        if size >= p.BONUS_GROUP:
            bonus += 1
    return points, bonus


@rule
def connected(s, seat, piece, members):
    """Everything among `members` that is connected with `piece` (bit sets of tiles)."""
    fresh = piece
    while fresh != 0:
        reached = 0
        for i in range(s.tiles[seat]):
            if (fresh >> i) & 1:
                reached |= np.int64(s.near[seat, i])
        fresh = reached & members & ~piece
        piece |= fresh
    return piece


@rule
def count_bits(word):
    """How many bits are set."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@rule
def base_tiles(s, seat):
    """The tiles of the lower level, as a bit set."""
    members = 0
    for i in range(s.tiles[seat]):
        if s.level[seat, i] == 0:
            members |= 1 << i
    return members


@rule
def offer_targets(s, seat, i):
    """AO-59 to AO-66: the cells to which tile i may move."""
    if s.level[seat, i] == 1:
        offer_upper_cells(s, seat, -1)
        return
    x, y = np.int64(s.x[seat, i]), np.int64(s.y[seat, i])
    origin = cell(x, y, 0)
    s.ground[seat, y % L] &= np.uint32(ALL & ~(1 << (x % L)))
    fit_box(s, seat, i)
    before = np.int64(s.n_options)
    offer_base_cells(s, seat, origin)
    s.ground[seat, y % L] |= np.uint32(1 << (x % L))
    fit_box(s, seat, -1)
    if s.may_split == 0:
        keep_connecting(s, seat, i, before)


@rule
def keep_connecting(s, seat, i, before):
    """AO-66 with `move_may_split` off: keep the offered cells that leave the base in one piece."""
    others = base_tiles(s, seat) & ~(1 << i)
    kept = before
    for k in range(before, np.int64(s.n_options)):
        x, y = cell_x(s, seat, s.options[k]), cell_y(s, seat, s.options[k])
        apart = others
        for j in range(s.tiles[seat]):
            if (apart >> j) & 1 and abs(s.x[seat, j] - x) + abs(s.y[seat, j] - y) == 1:
                apart &= ~connected(s, seat, 1 << j, apart)
        if apart == 0:
            s.options[kept] = s.options[k]
            kept += 1
    s.n_options = kept


@rule
def can_move_tile(s, seat, i):
    """AO-60, AO-67: tile i has a legal destination."""
    if s.level[seat, i] == 1:
        return has_free_roof(s, seat)
    if s.cover[seat, i] > 0:
        return False
    if s.may_split == 1:
        return count_bits(base_tiles(s, seat)) > 1
    before = s.n_options
    offer_targets(s, seat, i)
    found = s.n_options > before
    s.n_options = before
    return found
