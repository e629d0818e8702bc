"""What Ankh'or is: its card and its options (section 2 of the rules). No compiler in here."""

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
            "Which printed rules apply where they differ: es (Spanish and English edition) or fr (French edition). "
            "This sets the next three options.",
            ("es", "fr"),
            unsaid="fr",
        ),
        Option(
            "covered_depot_token",
            Follows("edition", {"fr": "to_hand", "es": "to_supply"}),
            "Where a depot's token goes when the depot is covered.",
            ("to_hand", "to_supply"),
        ),
        Option(
            "leftover_tokens",
            Follows("edition", {"fr": "all", "es": "resources"}),
            "Which left-over tokens count for points at the end: all, or resources only.",
            ("all", "resources"),
        ),
        Option(
            "tiebreak_tokens",
            Follows("edition", {"fr": "most", "es": "fewest"}),
            "Whether more or fewer left-over tokens win a tie.",
            ("most", "fewest"),
        ),
        Option("move_may_split", True, "Whether moving a tile may leave the base in several pieces.", (True, False)),
        Option(
            "stall_rounds",
            20,
            "The game ends after this many rounds without a purchase; 0 turns this off.",
            least=0,
            most=1000,
        ),
    ),
)
