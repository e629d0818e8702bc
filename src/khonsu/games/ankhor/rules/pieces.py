"""Counts of Ankh'or as data (section 2 of the rules). No compiler in here."""

COLOURS = ("blue", "white", "black", "green", "red")
TOKENS = (*COLOURS, "ankh")
KINDS = ("jackal", "scarab", "falcon", "two", "depot", "scribe", "desert")
RESOURCES = {"blue": "fish", "white": "ivory", "black": "wood", "green": "reed", "red": "cloth", "ankh": "ankh"}

ANKH = TOKENS.index("ankh")
FALCON, TWO, DEPOT, SCRIBE = (KINDS.index(kind) for kind in ("falcon", "two", "depot", "scribe"))

TILE_TABLE = {"jackal": 2, "scarab": 2, "falcon": 2, "two": 2, "depot": 1, "scribe": 1, "desert": 1}  # of each colour
TILES = tuple(
    (colour, kind) for colour in range(len(COLOURS)) for kind, name in enumerate(KINDS) for _ in range(TILE_TABLE[name])
)  # tile id -> colour and kind
STACK_SPLIT = (28, 27)
SLOTS = 6
PRICE_HOLES = (2, 2, 2, 3, 3, 3)
MARKERS_PER_RESOURCE = 3
TOKENS_IN_PLAY = {2: 4, 3: 5, 4: 6}  # of each kind, by number of players
BONUS_TOKENS = 12
BONUS_VALUE = 3
TWO_VALUE = 2
HAND_RESOURCES = 5
HAND_ANKHS = 2
TAKE = 3
LAST_TILE = 13
BONUS_GROUP = 5
SCORING_GROUP = 2
TOKEN_SET = 3

# A domain has 12 tiles before the turn that triggers the end, then one more and one for each scribe (AO-82, AO-91).
MOST_TILES = LAST_TILE + sum(kind == SCRIBE for _, kind in TILES)
MOST_SPAN = MOST_TILES  # AO-29a; a connected domain never reaches it
LATTICE = MOST_SPAN + 2  # cells wrap around: a domain and the cells around it always fit
