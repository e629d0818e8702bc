"""What each thing on the table of Ankh is. Keys are those of the drawing; sections are those of the rulebook."""

from khonsu.games.ankh.picture.labels import ABILITIES, GUARDIAN_EFFECTS
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words import terms
from khonsu.things import Thing

THINGS = {
    **{god: Thing(name, ABILITIES[god], god) for god, name in zip(p.GODS, terms.GODS)},
    **{kind: Thing(terms.FIGURES[p.FIGURES.index(kind)], GUARDIAN_EFFECTS[kind], kind) for kind in p.GUARDIANS},
    **{card: Thing(name, rule, "cards") for card, name, rule in zip(p.CARDS, terms.CARDS, terms.CARD_RULES)},
    **{
        power: Thing(name, rule, f"level-{1 + i // p.POWERS_PER_LEVEL}")
        for i, (power, name, rule) in enumerate(zip(p.POWERS, terms.POWERS, terms.POWER_RULES))
    },
    "warrior": Thing(
        "warrior", "A figure of strength 1. You have six; those in your pool come onto the map by summoning.", "summon"
    ),
    "obelisk": Thing(
        "obelisk", "A monument. The most obelisks of a region bring 1 devotion in each Conflict.", "majority"
    ),
    "temple": Thing(
        "temple", "A monument. The most temples of a region bring 1 devotion in each Conflict.", "majority"
    ),
    "pyramid": Thing(
        "pyramid", "A monument. The most pyramids of a region bring 1 devotion in each Conflict.", "majority"
    ),
    "move": Thing(
        "Move figures",
        "Each of your figures may go up to 3 hexes, over anything, and ends on an empty land hex.",
        "move",
        ("Move",),
    ),
    "summon": Thing(
        "Summon figure",
        "A figure of your pool comes onto an empty hex adjacent to your figures or monuments.",
        "summon",
        ("Summon",),
    ),
    "gain": Thing(
        "Gain followers",
        "A follower for each neutral or own monument that is adjacent to your figures.",
        "gain",
    ),
    "unlock": Thing(
        "Unlock ankh power",
        "Pay followers for a power: 1, 2 or 3 each by its level. Some bring a guardian.",
        "unlock",
        ("Unlock",),
    ),
    "track": Thing(
        "action marker", "It moves on each time the action is taken. At the end it triggers an event.", "turn"
    ),
    "event": Thing(
        "event", "Triggered by an action marker at the end of its track. The track shows what comes.", "events"
    ),
    "control": Thing(
        "Control Monument", "An event: take a neutral monument adjacent to one of your figures.", "control"
    ),
    "caravan": Thing("Camel Caravan", "An event: camels are laid in a line that divides a region in two.", "caravan"),
    "conflict": Thing(
        "Conflict",
        "An event: region by region in the order of the tokens, gods fight battles or dominate alone.",
        "conflict",
        ("dominance", "dominates"),
    ),
    "order": Thing(
        "order token", "Conflicts are resolved region by region in the order of these numbers.", "conflict", ("token",)
    ),
    "region": Thing(
        "region", "Land that hangs together without crossing the Nile or camels. Battles are fought in it.", "regions"
    ),
    "hex": Thing("hex", "A place for one figure or one monument. The piece may go here.", "regions"),
    "water": Thing("water", "Nobody stands on it but Apep. It belongs to every region that touches it.", "water"),
    "nile": Thing("Nile", "A border: hexes on both sides of it are not adjacent. Moving figures cross it.", "regions"),
    "map": Thing("map", "Egypt in hexes: land and water, divided into regions by the Nile and by camels.", "table"),
    "camel": Thing("camels", "A line of camels is a border between two regions, like the Nile.", "caravan", ("camel",)),
    "tile": Thing("Underworld tile", "Only figures of Osiris may move here, and he may summon one here.", "osiris"),
    "gate": Thing("Underworld tiles", "Osiris lays one on the map when he loses a battle.", "osiris"),
    "sun": Thing("Sun", "A Radiant figure: its god gains 1 more devotion for winning or dominance.", "ra", ("Suns",)),
    "follower": Thing(
        "Followers", "They pay for powers, for Build Monument and for offerings.", "gain", ("follower", "followers")
    ),
    "token": Thing(
        "Ankh tokens in the pool",
        "One is laid on each monument that you control. Without one you can take no more.",
        "yours",
        ("ankh token", "ankh tokens"),
    ),
    "captive": Thing(
        "Captive warriors",
        "Warriors that Anubis holds. Their owner may free one for a follower.",
        "anubis",
        ("captive",),
    ),
    "devotion": Thing(
        "devotion", "The goal: the first god at the end of the track wins. It is gained in Conflicts.", "devotion"
    ),
    "red": Thing("red section", "Gods who are still here at the fourth Conflict's end are forgotten.", "forgotten"),
    "merge": Thing(
        "merge", "After the third Conflict the two last gods become one, and their players play it together.", "merge"
    ),
    "forgotten": Thing("forgotten", "A god in the red after the fourth Conflict is out of the game.", "forgotten"),
    "winner": Thing("winner", "This god has won.", "end", ("wins", "game")),
    "level": Thing(
        "level", "Powers of this level cost so many followers each. You may have two of each level.", "powers"
    ),
    "supply": Thing("Supply", "What nobody has: guardians, monuments and camels beside the map.", "table"),
    "battle": Thing(
        "battle",
        "Cards are chosen in secret and revealed; figures, cards and powers make the strength. "
        "The strongest god wins 1 devotion.",
        "battle",
        ("in secret",),
    ),
    "scales": Thing("Tie-breaker", "Whoever holds it may win one tied battle, and then it is used up.", "ties"),
    "majority": Thing(
        "majority", "The god with the most monuments of a kind in the region gains 1 devotion.", "majority"
    ),
    "strength": Thing("strength", "Figures 1 each, and what cards and powers add. The highest wins.", "strength"),
    "notice": Thing("announcement", "What the next Conflict decides: a merge, who is forgotten, the end.", "events"),
    "turn": Thing("turn", "Two actions: the second one on a track below the first.", "turn"),
    "score": Thing("devotion", "Devotion, the points of this game.", "devotion"),
}
