"""Counts and names of Ankh as data (section 2 of the rules). No compiler in here."""

from __future__ import annotations

GODS = ("amun", "anubis", "isis", "osiris", "ra")
AMUN, ANUBIS, ISIS, OSIRIS, RA = range(5)

FIGURES = ("", "god", "warrior", "cat-mummy", "satet", "mummy", "apep", "scorpion", "androsphinx")
GOD, WARRIOR, CAT, SATET, MUMMY, APEP, SCORPION, SPHINX = range(1, 9)
GUARDIANS = FIGURES[CAT:]
LARGE = (APEP, SCORPION, SPHINX)  # the others stand on small bases

MONUMENTS = ("", "obelisk", "temple", "pyramid")
OBELISK, TEMPLE, PYRAMID = range(1, 4)

CARDS = ("flood", "drought", "chariots", "plague", "build", "miracle", "maat")
FLOOD, DROUGHT, CHARIOTS, PLAGUE, BUILD, MIRACLE, MAAT = range(7)
CARD_STRENGTH = (0, 1, 3, 1, 0, 0, 0)
ALL_CARDS = (1 << len(CARDS)) - 1

POWERS = (
    "commanding",
    "inspiring",
    "omnipresent",
    "revered",
    "resplendent",
    "obelisk-attuned",
    "temple-attuned",
    "pyramid-attuned",
    "glorious",
    "magnanimous",
    "bountiful",
    "worshipful",
)
(
    COMMANDING,
    INSPIRING,
    OMNIPRESENT,
    REVERED,
    RESPLENDENT,
    OBELISK_ATTUNED,
    TEMPLE_ATTUNED,
    PYRAMID_ATTUNED,
    GLORIOUS,
    MAGNANIMOUS,
    BOUNTIFUL,
    WORSHIPFUL,
) = range(12)
POWERS_PER_LEVEL = 4
GUARDIAN_AT = (2, 4, 5)  # 2.6: the unlocks that uncover a guardian symbol, by level

ACTIONS = ("move", "summon", "gain", "unlock")
MOVE, SUMMON, GAIN, UNLOCK = range(4)
TRACKS = {2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4), 5: (6, 6, 6, 5)}  # 2.3

EVENTS = ("control", "caravan", "conflict", "conflict+merge", "conflict+forgotten", "conflict+end")
CONTROL, CARAVAN, CONFLICT, CONFLICT_MERGE, CONFLICT_FORGOTTEN, CONFLICT_END = range(6)
CALENDAR = (  # 2.4
    *(CONTROL, CONTROL, CONTROL, CONFLICT, CARAVAN, CONTROL, CONTROL, CONFLICT, CARAVAN),
    *(CONTROL, CONTROL, CONFLICT_MERGE, CARAVAN, CONTROL, CONTROL, CONFLICT_FORGOTTEN, CONTROL, CONFLICT_END),
)
MOST_EVENTS = 30  # a scenario's own event track is not longer

WARRIORS = 6
TOKENS_IN_ROW = 6
TOKENS_IN_POOL = 9
MONUMENTS_OF_A_KIND = 10
CAMELS = 30
ORDER_TOKENS = 8
START_FOLLOWERS = 1
SUNS = 3
TILES = 3
CAPTIVES = 3
BASES = 2  # of each size
LINE = 6
REGION_MIN = 6
BUILD_COST = 3
WORSHIP_COST = 2
MERGE_MIN_PLAYERS = 3
DEVOTION_TOP = 31
RED_MAX = 20
# AK-27: figures on a guardian card, by players; large ones are two in the box, small ones three
GUARDIAN_SUPPLY = {2: (1, 1), 3: (2, 2), 4: (3, 2), 5: (3, 2)}  # small, large
MOST_OFFER = 255  # no step of an offering is larger

SCENARIOS = ("middle_kingdom", "old_kingdom", "random")
