"""Counts, names and options of Ankh as data (section 2 of the rules). No compiler in here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from khonsu.errors import BadOption
from khonsu.kernel.about import About, Option

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


@dataclass(frozen=True)
class Scenario(Option):
    """The layout: one of those that are shipped, a random one, or the path of a scenario file."""

    def read(self, given: Any) -> Any:
        """A known name, or a file that exists and that a record can name."""
        if isinstance(given, str) and given.endswith(".json"):
            if given.isprintable() and os.path.isfile(given):
                return given
            raise BadOption(self.name, given, self.allowed)
        return super().read(given)

    @property
    def allowed(self) -> str:
        """The names, and that a file will do."""
        return super().allowed + ", *.json"


def switch(name: str, default: bool, text: str) -> Option:
    """A rule that can be switched on or off (section 9)."""
    return Option(name, default, text, (True, False))


SWITCHES = (  # section 9, in the order in which `start` reads them
    Option("devotion_top", DEVOTION_TOP, "The last space of the devotion track; reaching it wins.", least=10, most=100),
    Option("red_max", RED_MAX, "The last red space of the devotion track.", least=0, most=99),
    Option(
        "forgotten_monuments",
        "destroyed",
        "Whether monuments of forgotten gods are destroyed or stay without owner.",
        ("destroyed", "neutral"),
    ),
    Option(
        "merge_base_choice",
        "own_first",
        "With too few bases at a merge, whether the higher god keeps its own guardians first or chooses freely.",
        ("own_first", "free"),
    ),
    switch("satet_push_same_region", True, "Whether Satet's push stays in the region."),
    switch("lake_mouth_6_4_touches_east", True, "Whether the water hex 6,4 touches the East."),
    switch("may_decline_effect", True, "Whether a possible Summon or Unlock may be declined as first action."),
    switch("underworld_bars_enemy_summon", False, "Whether only Osiris may summon onto an Underworld hex."),
    switch("plague_separate", True, "Whether each Plague of Locusts has an offering of its own."),
    switch("bountiful_every_gain", True, "Whether Bountiful adds to every gain of devotion."),
    switch("flood_marks_at_reveal", True, "Whether Flood protects the figures it counted, or those there at the end."),
    switch("miracle_counts_figures", True, "Whether a Mummy that died twice counts once for Miracle."),
    Option(
        "androsphinx_mutual",
        "strength",
        "What two adjacent enemy Androsphinxes take from each other: strength only, or the ability too.",
        ("strength", "ability"),
    ),
    switch("anubis_bonus_merged", True, "Whether captives strengthen a god that Anubis joined as lower god."),
    switch("scorpion_turn_in_place", True, "Whether a Giant Scorpion may move out and back to turn."),
    switch("revered_always", True, "Whether Revered gives a follower even without a monument."),
    Option(
        "merged_decider",
        "higher",
        "Who answers for a merged god in a Conflict: the higher seat, or on a partner's own turn that partner.",
        ("higher", "active"),
    ),
    switch("anubis_anywhere", True, "Whether Anubis takes captives from battles in which it has no part."),
)

ABOUT = About(
    name="ankh",
    title="Ankh: Gods of Egypt",
    sentence="Lead a god, win the devotion of Egypt, merge before you are forgotten.",
    players=(2, 3, 4, 5),
    minutes=(90, 90),
    designer="Eric M. Lang",
    publisher="CMON",
    year=2021,
    rules=1,
    commands="khonsu.games.ankh.commands",
    options=(
        Scenario("scenario", "middle_kingdom", "How the board is laid out.", SCENARIOS),
        Option("layout_seed", 0, "Which random layout: the same number gives the same one.", least=0, most=2**31 - 1),
        Option(
            "start_player",
            "random",
            "The seat that begins, counted round the table.",
            ("random", "0", "1", "2", "3", "4"),
        ),
        *(Option(f"god_{seat}", "random", f"The god of seat {seat}.", ("random", *GODS)) for seat in range(5)),
        *(
            Option(
                f"guardian_{level + 1}",
                "random",
                f"The guardian of level {level + 1}.",
                ("random", *GUARDIANS[2 * level : 2 * level + 2]),
            )
            for level in range(3)
        ),
        *SWITCHES,
    ),
)
