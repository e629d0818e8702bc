"""What Ankh'or is: its card and its options (section 2 of the rules). No compiler in here."""

from khonsu.authors.asking import Ask
from khonsu.kernel.about import About, Follows, Option

ABOUT = About(
    name="ankhor",
    title="Ankh'or",
    sentence="Take tokens, buy tiles, build your domain on two levels.",
    players=(2, 3, 4),
    minutes=(30, 30),
    designer="Frank Crittin, Grégoire Largey, Sébastien Pauchon",
    publisher="Space Cowboys",
    year=2019,
    rules=1,
    options=(
        Option(
            "edition",
            "es",
            "Which printed rules apply where they differ?",
            ("es", "fr"),
            unsaid="fr",
        ),
        Option(
            "covered_depot_token",
            Follows("edition", {"fr": "to_hand", "es": "to_supply"}),
            "Where does a depot's token go when the depot is covered?",
            ("to_hand", "to_supply"),
        ),
        Option(
            "leftover_tokens",
            Follows("edition", {"fr": "all", "es": "resources"}),
            "Which left-over tokens count for points at the end?",
            ("all", "resources"),
        ),
        Option(
            "tiebreak_tokens",
            Follows("edition", {"fr": "most", "es": "fewest"}),
            "Who wins a tie?",
            ("most", "fewest"),
        ),
        Option("move_may_split", True, "May moving a tile leave the base in several pieces?", (True, False)),
        Option(
            "stall_rounds",
            20,
            "After how many rounds without a purchase does the game end? 0 turns this off.",
            least=0,
            most=1000,
        ),
    ),
)

ASKED = {
    "edition": Ask(
        often=True,
        heading="Edition",
        words={"es": "Spanish and English edition", "fr": "French edition"},
        rules=("AO-79", "AO-100", "AO-103"),
    ),
    "covered_depot_token": Ask(
        words={"to_hand": "to its owner's hand", "to_supply": "back to the supply"}, rules=("AO-79",)
    ),
    "leftover_tokens": Ask(words={"all": "all tokens", "resources": "resources only"}, rules=("AO-100",)),
    "tiebreak_tokens": Ask(words={"most": "more tokens win", "fewest": "fewer tokens win"}, rules=("AO-103",)),
    "move_may_split": Ask(rules=("AO-66",)),
    "stall_rounds": Ask(rules=("AO-95",)),
}
