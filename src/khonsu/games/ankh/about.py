"""What Ankh is: its card and its options (sections 2 and 9 of the rules). No compiler in here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from khonsu.errors import BadOption
from khonsu.games.ankh.rules.pieces import DEVOTION_TOP, GODS, GUARDIANS, RED_MAX, SCENARIOS
from khonsu.kernel.about import About, Option


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
        "Whether monuments of forgotten gods are destroyed or become neutral.",
        ("destroyed", "neutral"),
    ),
    Option(
        "merge_base_choice",
        "own_first",
        "With too few bases at a merge, whether the higher god keeps its own guardians first or chooses freely.",
        ("own_first", "free"),
    ),
    switch("satet_push_same_region", True, "Whether a figure pushed by Satet stays in the region."),
    switch("lake_mouth_6_4_touches_east", True, "Whether the water hex 6,4 touches the East."),
    switch("may_decline_effect", True, "Whether you may decline the effect of Summon or Unlock as your first action."),
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
    switch("anubis_bonus_merged", True, "Whether captives strengthen a god that Anubis joined as the lower god."),
    switch("scorpion_turn_in_place", True, "Whether a Giant Scorpion may move out and back to turn."),
    switch("revered_always", True, "Whether Revered gives a follower even without a monument."),
    Option(
        "merged_decider",
        "higher",
        "Who decides for a merged god in a Conflict: the higher seat, or each partner on their own turn.",
        ("higher", "active"),
    ),
    switch("anubis_anywhere", True, "Whether Anubis takes captives from battles in which he takes no part."),
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
    commands="khonsu.games.ankh.scenarios.commands",
    options=(
        Scenario("scenario", "middle_kingdom", "How the board is laid out.", SCENARIOS),
        Option(
            "layout_seed", 0, "Which random layout: the same number gives the same layout.", least=0, most=2**31 - 1
        ),
        Option(
            "start_player",
            "random",
            "The seat that goes first, counted round the table.",
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
