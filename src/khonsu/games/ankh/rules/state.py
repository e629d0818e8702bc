"""The state of Ankh: one record. Hexes, camel sides and directions are numbered as in `board`.

A *god in play* has the number of its seat; a merged god keeps the higher god's number, and `god_of` tells which god a
seat plays. Board arrays are indexed by hex, arrays of gods by that number. Sets of gods, cards and powers are bit sets.
"""

import numpy as np

from khonsu.games.ankh.rules import board as b
from khonsu.games.ankh.rules import pieces as p
from khonsu.kernel.contract import contract
from khonsu.kernel.state import state_dtype

SEATS = 5
HEXES, SIDES, REGIONS = b.N_HEXES, b.N_SIDES, p.ORDER_TOKENS
MOST_OPTIONS = SIDES + 3  # of a question that is not secret: sides of a caravan, or hexes
MOST = p.MOST_OFFER + 1

State = state_dtype(
    [
        # switches (section 9); each is 0 at its default
        ("top", np.int8),
        ("red", np.int8),
        ("forgotten_neutral", np.int8),
        ("base_free", np.int8),
        ("push_anywhere", np.int8),
        ("lake_closed", np.int8),
        ("must_use", np.int8),
        ("bar_summon", np.int8),
        ("plague_joint", np.int8),
        ("bountiful_few", np.int8),
        ("flood_late", np.int8),
        ("miracle_deaths", np.int8),
        ("sphinx_ability", np.int8),
        ("anubis_alone", np.int8),
        ("no_turning", np.int8),
        ("revered_needs", np.int8),
        ("active_decides", np.int8),
        ("anubis_inside", np.int8),
        # the scenario
        ("scenario", np.int8),
        ("layout_seed", np.int32),
        ("winner_loses", np.int8),
        ("losers_survive", np.int8),
        ("consolidation", np.int64),  # events that join regions, as bits
        ("calendar", np.int8, (p.MOST_EVENTS,)),
        ("n_calendar", np.int8),
        ("limit", np.int8, (4,)),
        # the course of the game
        ("first", np.int8),
        ("current", np.int8),  # the seat whose turn it is
        ("stage", np.int8),  # of the turn
        ("first_action", np.int8),
        ("action", np.int8),
        ("counter", np.int8, (4,)),
        ("event", np.int8),
        ("over", np.int8),
        ("winner", np.int8),  # the god that won, or NOBODY
        ("ending", np.int8),  # how the game ended, see ENDINGS
        ("conflicts", np.int8),  # how many Conflicts are over
        ("after", np.int8, (8, SEATS)),  # devotion of each god after the first Conflicts, for statistics
        # gods and what lies before them
        ("god_of", np.int8, (SEATS,)),  # seat -> god in play, -1 once it is forgotten
        ("partner", np.int8, (SEATS,)),  # the lower seat of a merged god, or -1
        ("who", np.int8, (SEATS,)),  # Amun, Anubis, ...
        ("holder", np.int8, (5,)),  # who has Amun's, Anubis', ... ability, or -1
        ("devotion", np.int8, (SEATS,)),
        ("ranking", np.int8, (SEATS,)),  # the gods in play from the least to the most devoted
        ("gods", np.int8),  # how many are in play
        ("followers", np.int16, (SEATS,)),
        ("tokens", np.int8, (SEATS,)),  # ankh tokens in the pool
        ("row", np.int8, (SEATS,)),  # ankh tokens in the bottom row
        ("powers", np.int16, (SEATS,)),
        ("warriors", np.int8, (SEATS,)),  # in the pool
        ("beasts", np.int8, (SEATS, 3)),  # guardians in the pool, by level
        ("captive", np.int8, (SEATS,)),  # own warriors held by Anubis
        ("hand", np.int16, (SEATS,)),
        ("used", np.int16, (SEATS,)),
        ("guardian", np.int8, (3,)),  # the guardian of each level
        ("card", np.int8, (3,)),  # its figures left on the card
        ("suns", np.int8),  # on the sheet
        ("tiles", np.int8),  # in the reserve
        ("amun_used", np.int8),
        ("supply", np.int8, (4,)),  # monuments, by kind
        ("camels", np.int8),
        ("tie_holder", np.int8),  # who holds the tie-breaker, or -1
        ("tie_up", np.int8),
        # the board
        ("figure", np.int8, (HEXES,)),
        ("owner", np.int8, (HEXES,)),  # of the figure, or -1
        ("monument", np.int8, (HEXES,)),
        ("control", np.int8, (HEXES,)),  # of the monument: a god in play, or -1
        ("tile", np.int8, (HEXES,)),
        ("sun", np.int8, (HEXES,)),
        ("facing", np.int8, (HEXES,)),
        ("figures", np.int64, (SEATS, 2)),  # the hexes with a figure of a god, as bits, see rules/sets.py
        ("monuments", np.int64, (2,)),  # the hexes with a monument
        ("underworld", np.int64, (2,)),  # the hexes with a tile
        ("wall", np.int8, (HEXES,)),  # directions closed by the Nile or a camel, as bits
        ("region", np.int16, (HEXES,)),  # regions of the hex, as bits
        ("hexes", np.int64, (REGIONS, 2)),  # the hexes of a region, as bits
        ("camel", np.int8, (SIDES,)),
        ("token", np.int8, (REGIONS,)),  # the order token of a region, 0 if there is no such region
        ("land", np.int8, (REGIONS,)),  # its land hexes
        ("tokens_left", np.int16),  # order tokens in the supply, as bits
        # an action or event under way
        ("moved", np.int8, (HEXES,)),  # the figure has moved in this action or battle
        ("slots", np.int8),  # bits of the slots used in this Summon action
        ("pyramid", np.int8, (HEXES,)),  # the pyramid's slot is used
        ("line", np.int16, (p.LINE,)),
        ("n_line", np.int8),
        ("corner", np.int16),  # the open end of the line
        # the survey for caravans, see rules/lines.py
        ("surveyed", np.int16),  # regions for which it holds, as bits
        ("most", np.int8),  # the longest line for which it holds
        ("above", np.int8, (HEXES,)),  # hexes of the region in its column down to this one
        ("loop", np.int8, (b.N_CORNERS,)),  # on which loop of a border the anchor lies, 0 if it is none
        ("swept", np.int16, (b.N_CORNERS,)),  # the sum along that loop
        ("begins", np.int8, (SIDES,)),  # a legal line begins with the side
        ("parts", np.int8, (2,)),  # the regions of the last split
        # a Conflict under way
        ("in_conflict", np.int8),
        ("c_step", np.int8),
        ("c_token", np.int8),
        ("c_region", np.int8),
        ("b_step", np.int8),
        ("b_gods", np.int8),  # participants
        ("b_queue", np.int8, (SEATS,)),  # ascending order, taken when a step began
        ("b_at", np.int8),  # place in the queue, or a hex
        ("b_passed", np.int8),
        ("b_moved", np.int8),
        ("b_two", np.int8),  # who announced two cards
        ("to_commit", np.int8),
        ("commit", np.int16, (SEATS,)),  # cards, secret until all have chosen
        ("offer", np.int16, (SEATS,)),  # likewise, -1 before
        ("played", np.int16, (SEATS,)),
        ("strength", np.int16, (SEATS,)),
        ("present", np.int8, (SEATS,)),  # figures in the region when strength was compared
        ("contenders", np.int8),
        ("b_winner", np.int8),
        ("flooded", np.int8, (HEXES,)),
        ("back", np.int8, (HEXES,)),  # a Mummy that has already died in this battle
        ("doomed", np.int8, (HEXES,)),
        ("died", np.int8, (SEATS,)),  # for Miracle
        ("d_step", np.int8),
        ("d_queue", np.int8, (SEATS,)),
        ("d_at", np.int8),
        ("dead_warriors", np.int8, (SEATS,)),
        ("dead_cats", np.int8, (SEATS,)),
        ("dead_mummies", np.int8, (SEATS,)),
        ("m_step", np.int8),
        ("high", np.int8),
        ("low", np.int8),
        ("kept", np.int8, (HEXES,)),
        ("kept_beasts", np.int8, (3,)),
        # the answers to the question that is asked
        ("options", np.int16, (MOST_OPTIONS,)),
        ("n_options", np.int16),
        ("scratch", np.int8, (HEXES,)),  # for walks over the board
    ],
    events=110,
    pending=12,
)

entry = contract(State)

NOBODY = -1

# Pending frames. Questions first (section 4), then tasks that go on by themselves.
(
    FIRST_ACTION,
    SECOND_ACTION,
    MOVE_FIGURE,
    MOVE_TO,  # hex
    PUSH_TO,  # from, to
    FACING,  # hex
    SLOT,
    SUMMON_FIGURE,  # slot
    SUMMON_HEX,  # slot, figure
    SUN,  # hex
    POWER,
    MONUMENT,
    CAMEL,
    KEEP_TOKEN,
    EXCHANGE,
    OBELISK_FIGURE,
    OBELISK_TO,  # hex
    ANNOUNCE,
    CARD,
    BUILD_KIND,
    BUILD_HEX,  # kind
    OFFER,
    CAPTIVE,
    RETURN_TO,
    TIE_BREAK,
    PROTECT,  # hex
    TILE_FROM,
    TILE_TO,  # hex or -1
    WORSHIP,
    KEEP_GUARDIAN,  # size
    JOIN,
    MOVE_TOKEN,  # the region that lost its token
    TURN_TASK,
    CONFLICT_TASK,
    BATTLE_TASK,
    DEATHS_TASK,
    MERGE_TASK,
) = range(37)
TASKS = TURN_TASK
DECISIONS = (
    *("D-2", "D-3", "D-4", "D-5", "D-6", "D-7", "D-8", "D-9", "D-10", "D-11", "D-12", "D-13", "D-14", "D-15", "D-15"),
    *("D-16a", "D-16b", "D-16c", "D-17", "D-18", "D-19", "D-20", "D-21", "D-22", "D-23", "D-24", "D-25", "D-25"),
    *("D-26", "D-27", "D-28", "D-28"),
)
QUESTIONS = (
    *("first_action", "second_action", "move_figure", "move_to", "push_to", "facing", "slot", "summon_figure"),
    *("summon_hex", "sun", "power", "monument", "camel", "keep_token", "exchange", "obelisk_figure", "obelisk_to"),
    *("announce", "card", "build_kind", "build_hex", "offer", "captive", "return_to", "tie_break", "protect"),
    *("tile_from", "tile_to", "worship", "keep_guardian", "join", "move_token"),
)

# Slots of a Summon action: the number of a pyramid's hex, or
NORMAL, UNDERWORLD = HEXES, HEXES + 1
NORMAL_USED, UNDERWORLD_USED = 1, 2

# Step ids
HEX_0 = 0
SIDE_0 = HEX_0 + HEXES
ACTION_0 = SIDE_0 + SIDES
YES, NO, FINISH, DECLINE, NORMAL_SLOT, UNDERWORLD_SLOT, RESERVE = range(ACTION_0 + 4, ACTION_0 + 11)
FIGURE_0 = RESERVE + 1  # by kind; the god's place means a captive
RANSOM = FIGURE_0 + p.GOD
FACING_0 = FIGURE_0 + len(p.FIGURES)
POWER_0 = FACING_0 + 6
CARD_0 = POWER_0 + len(p.POWERS)
KIND_0 = CARD_0 + len(p.CARDS)
GOD_0 = KIND_0 + len(p.MONUMENTS)
TOKEN_0 = GOD_0 + SEATS
PAIR_0 = TOKEN_0 + p.ORDER_TOKENS + 1  # two order tokens i < j at (i - 1) * 8 + (j - 1)
OFFER_0 = PAIR_0 + p.ORDER_TOKENS * p.ORDER_TOKENS
STEPS = OFFER_0 + p.MOST_OFFER + 1

# Why devotion or followers change, monuments fall
(
    BY_MAJORITIES,
    BY_DOMINANCE,
    BY_WINNING,
    BY_MAGNANIMOUS,
    BY_MIRACLE,
    BY_WORSHIPFUL,
    BY_CAT,
    BY_GAIN,
    BY_UNLOCK,
    BY_RANSOM,
    BY_OMNIPRESENT,
    BY_COMMANDING,
    BY_FLOOD,
    BY_BUILD,
    BY_OFFERING,
    BY_MERGE,
    BY_JOINING,
    BY_SCORPION,
    BY_FORGETTING,
) = range(19)

# How a game ends
AT_TOP, LAST_GOD, AFTER_LAST_CONFLICT, ALL_FORGOTTEN = range(4)
ENDINGS = ("top of the track", "one god remembered", "last Conflict", "all gods forgotten")

# Events: seat is the god in play, the last operand is which god it is
(
    TURN,  # turn, merged
    AUTOMATIC,  # decision, step
    ACTION,  # track, counter, limit
    MOVED,  # figure, from, to
    PUSHED,  # figure, from, to, by which god
    TURNED,  # hex, facing
    SUMMONED,  # figure, hex, slot
    RANSOMED,  # from which god
    RADIANT,  # hex
    FOLLOWERS,  # change, total, cause, operand
    UNLOCKED,  # power, cost
    GUARDIAN,  # figure
    NOTHING,  # decision
    EVENT,  # number, kind
    CONTROLLED,  # monument, hex, from which god or -1
    CAMEL_PLACED,  # side
    DIVIDED,  # token, land, new token, its land
    EXCHANGED,  # token, token
    JOINED,  # token, token, camels
    TOKEN_GONE,  # token
    TOKEN_MOVED,  # token, land
    CONFLICT,  # number
    DESTROYED,  # monument, hex, cause
    DOMINANCE,  # token
    BATTLE,  # token, which gods take part, as bits
    GAINED,  # devotion, space, cause, Drought's part or count, 1 for Radiant + 2 for Bountiful
    LOST,  # devotion, space
    ANNOUNCED,
    COMMITTED,  # card or offer, which decision
    PLAYED,  # card
    BUILT,  # monument, hex, cost
    OFFERED,  # followers
    SPARED,
    STRENGTH,  # total, figures, temples, cards
    WON,  # token, strength, next strength, by tie-breaker
    TIED,  # token, strength
    DIED,  # figure, hex
    KEPT,  # figure, hex, 0: Flood, 1: Isis
    CAPTURED,  # from which god
    UNDERWORLD_TILE,  # hex, from hex or -1
    CARDS_BACK,  # how many
    MERGED,  # lower god, lower seat
    TO_CARD,  # figure, hex or -1
    FORGOTTEN,
    OVER,  # 0: the top, 1: the last god, 2: after the last Conflict, 3: all are forgotten
) = range(45)
