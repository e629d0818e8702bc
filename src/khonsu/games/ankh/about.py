"""What Ankh is: its card and its options (sections 2 and 9 of the rules). No compiler in here."""

from __future__ import annotations

import os
from dataclasses import dataclass

from khonsu.authors.asking import Ask
from khonsu.errors import BadOption
from khonsu.games.ankh.rules.pieces import DEVOTION_TOP, GODS, GUARDIANS, RED_MAX, SCENARIOS
from khonsu.kernel.about import About, Option, OptionValue


@dataclass(frozen=True)
class Scenario(Option):
    """The layout: one of those that are shipped, a random one, or the path of a scenario file."""

    def read(self, given: object) -> OptionValue:
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
        "What happens to the monuments of forgotten gods?",
        ("destroyed", "neutral"),
    ),
    Option(
        "merge_base_choice",
        "own_first",
        "With too few bases at a merge, which guardians does the higher god keep?",
        ("own_first", "free"),
    ),
    switch("satet_push_same_region", True, "Does a figure pushed by Satet stay in its region?"),
    switch("lake_mouth_6_4_touches_east", True, "Does the water hex 6,4 touch the East?"),
    switch("may_decline_effect", True, "May you decline the effect of Summon or Unlock as your first action?"),
    switch("underworld_bars_enemy_summon", False, "May only Osiris summon onto an Underworld hex?"),
    switch("plague_separate", True, "Does each Plague of Locusts have an offering of its own?"),
    switch("bountiful_every_gain", True, "Does Bountiful add to every gain of devotion?"),
    switch("flood_marks_at_reveal", True, "Which figures does Flood protect?"),
    switch("miracle_counts_figures", True, "Does a Mummy that died twice count only once for Miracle?"),
    Option(
        "androsphinx_mutual",
        "strength",
        "What do two adjacent enemy Androsphinxes take from each other?",
        ("strength", "ability"),
    ),
    switch("anubis_bonus_merged", True, "Do captives strengthen a god that Anubis joined as the lower god?"),
    switch("scorpion_turn_in_place", True, "May a Giant Scorpion move out and back to turn?"),
    switch("revered_always", True, "Does Revered give a follower even without a monument?"),
    Option(
        "merged_decider",
        "higher",
        "Who decides for a merged god in a Conflict?",
        ("higher", "active"),
    ),
    switch("anubis_anywhere", True, "Does Anubis take captives from battles in which he takes no part?"),
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
            "layout_seed", 0, "Which random layout? The same number gives the same layout.", least=0, most=2**31 - 1
        ),
        Option(
            "start_player",
            "random",
            "Which seat goes first?",
            ("random", "0", "1", "2", "3", "4"),
        ),
        *(Option(f"god_{seat}", "random", f"The god of seat {seat + 1}.", ("random", *GODS)) for seat in range(5)),
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

GOD_NAMES: dict[str | int, str] = {"random": "random god", **{god: god.capitalize() for god in GODS}}
GUARDIAN_NAMES: dict[str | int, str] = {
    "random": "random guardian",
    "cat-mummy": "Cat-Mummy",
    "satet": "Satet",
    "mummy": "Mummy",
    "apep": "Apep",
    "scorpion": "Giant Scorpion",
    "androsphinx": "Androsphinx",
}
DRAWN = "khonsu.games.ankh.picture.samples:"

ASKED = {
    "scenario": Ask(
        often=True,
        heading="Scenario",
        words={"middle_kingdom": "Middle Kingdom", "old_kingdom": "Old Kingdom", "random": "random layout"},
        rules=("AK-25",),
        picture=DRAWN + "scenario",
        by_players=True,
    ),
    **{
        f"god_{seat}": Ask(
            often=True,
            heading=f"God of seat {seat + 1}",
            words=GOD_NAMES,
            rules=("AK-19",),
            seat=seat,
            picture=DRAWN + "sign",
        )
        for seat in range(5)
    },
    **{
        f"guardian_{level}": Ask(
            often=True,
            heading=f"Guardian of level {level}",
            words=GUARDIAN_NAMES,
            rules=("AK-27",),
            picture=DRAWN + "sign",
        )
        for level in (1, 2, 3)
    },
    "layout_seed": Ask(rules=("AK-25",)),
    "start_player": Ask(words={"random": "random seat"}, rules=("AK-22",), seats=True),
    "devotion_top": Ask(rules=("AK-176",)),
    "red_max": Ask(rules=("AK-196",)),
    "forgotten_monuments": Ask(
        words={"destroyed": "they are destroyed", "neutral": "they become neutral"}, rules=("AK-200",)
    ),
    "merge_base_choice": Ask(words={"own_first": "their own first", "free": "any of them"}, rules=("AK-182",)),
    "satet_push_same_region": Ask(rules=("AK-160",)),
    "lake_mouth_6_4_touches_east": Ask(rules=("AK-18",)),
    "may_decline_effect": Ask(rules=("AK-39",)),
    "underworld_bars_enemy_summon": Ask(rules=("AK-151",)),
    "plague_separate": Ask(rules=("AK-86",)),
    "bountiful_every_gain": Ask(rules=("AK-131",)),
    "flood_marks_at_reveal": Ask(words={True: "those it counted", False: "those there at the end"}, rules=("AK-103",)),
    "miracle_counts_figures": Ask(rules=("AK-111",)),
    "androsphinx_mutual": Ask(
        words={"strength": "strength only", "ability": "strength and ability"}, rules=("AK-171",)
    ),
    "anubis_bonus_merged": Ask(rules=("AK-142",)),
    "scorpion_turn_in_place": Ask(rules=("AK-45",)),
    "revered_always": Ask(rules=("AK-52",)),
    "merged_decider": Ask(words={"higher": "the higher seat", "active": "each on their own turn"}, rules=("AK-194",)),
    "anubis_anywhere": Ask(rules=("AK-137",)),
}
