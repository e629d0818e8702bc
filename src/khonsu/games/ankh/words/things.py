"""What each thing on the table of Ankh is. Keys are those of the drawing; sections are those of the rulebook."""

from khonsu.authors.things import Thing
from khonsu.games.ankh.picture.labels import ABILITIES, GUARDIAN_EFFECTS
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words import terms

THINGS = {
    **{god: Thing(name, ABILITIES[god], god) for god, name in zip(p.GODS, terms.GODS)},
    **{kind: Thing(terms.FIGURES[p.FIGURES.index(kind)], GUARDIAN_EFFECTS[kind], kind) for kind in p.GUARDIANS},
    **{card: Thing(name, rule, "cards") for card, name, rule in zip(p.CARDS, terms.CARDS, terms.CARD_RULES)},
    **{
        power: Thing(name, rule, f"level-{1 + i // p.POWERS_PER_LEVEL}")
        for i, (power, name, rule) in enumerate(zip(p.POWERS, terms.POWERS, terms.POWER_RULES))
    },
    "warrior": Thing(
        "warrior",
        "A figure of strength 1. You have six. Those in your pool come onto the map when you summon them.",
        "summon",
    ),
    "obelisk": Thing(
        "obelisk",
        "A monument. In each Conflict, whoever has the most obelisks in a region gains 1 devotion.",
        "majority",
    ),
    "temple": Thing(
        "temple", "A monument. In each Conflict, whoever has the most temples in a region gains 1 devotion.", "majority"
    ),
    "pyramid": Thing(
        "pyramid",
        "A monument. In each Conflict, whoever has the most pyramids in a region gains 1 devotion.",
        "majority",
    ),
    "move": Thing(
        "Move figures",
        "Each of your figures may move up to 3 hexes. It can pass over anything, but must end on an empty land hex.",
        "move",
        ("Move",),
    ),
    "summon": Thing(
        "Summon figure",
        "Put a figure from your pool on an empty hex next to one of your figures or monuments.",
        "summon",
        ("Summon",),
    ),
    "gain": Thing(
        "Gain followers",
        "A follower for each monument next to your figures that is neutral or yours.",
        "gain",
    ),
    "unlock": Thing(
        "Unlock ankh power",
        "Pay followers for a power: 1, 2 or 3, depending on its level. Some powers bring a guardian.",
        "unlock",
        ("Unlock",),
    ),
    "track": Thing(
        "action marker",
        "It moves one space each time somebody takes the action. At the end of its track it triggers an event.",
        "turn",
    ),
    "event": Thing(
        "event",
        "It comes when an action marker reaches the end of its track. The event track shows which one is next.",
        "events",
    ),
    "control": Thing(
        "Control Monument", "An event: take a neutral monument adjacent to one of your figures.", "control"
    ),
    "caravan": Thing("Camel Caravan", "An event: camels are laid in a line that divides a region in two.", "caravan"),
    "conflict": Thing(
        "Conflict",
        "An event: region by region, in the order of the tokens, gods fight a battle, or dominate if they are alone.",
        "conflict",
        ("dominance", "dominates"),
    ),
    "order": Thing(
        "order token", "Conflicts are resolved region by region in the order of these numbers.", "conflict", ("token",)
    ),
    "region": Thing(
        "region", "Connected land, bounded by the Nile and camels. Battles are fought region by region.", "regions"
    ),
    "hex": Thing("hex", "A place for one figure or one monument. The piece may go here.", "regions"),
    "water": Thing("water", "Only Apep can stand on it. It belongs to every region that touches it.", "water"),
    "nile": Thing(
        "Nile", "A border: hexes on opposite sides are not adjacent. Figures can cross it when they move.", "regions"
    ),
    "map": Thing("map", "Egypt in hexes: land and water, divided into regions by the Nile and by camels.", "table"),
    "camel": Thing("camels", "A line of camels is a border between two regions, like the Nile.", "caravan", ("camel",)),
    "tile": Thing("Underworld tile", "Only Osiris's figures may move here, and he may summon one here.", "osiris"),
    "gate": Thing("Underworld tiles", "Osiris lays one on the map when he loses a battle.", "osiris"),
    "sun": Thing(
        "Sun",
        "Marks a Radiant figure: its god gains 1 more devotion for winning the battle or dominating the region.",
        "ra",
        ("Suns",),
    ),
    "follower": Thing(
        "Followers", "They pay for powers, for Build Monument and for offerings.", "gain", ("follower", "followers")
    ),
    "token": Thing(
        "Ankh tokens in the pool",
        "You put one on each monument you control. With none left, you can take no more monuments.",
        "yours",
        ("ankh token", "ankh tokens"),
    ),
    "captive": Thing(
        "Captive warriors",
        "Warriors that Anubis holds. Their owner may pay a follower to free one.",
        "anubis",
        ("captive",),
    ),
    "devotion": Thing(
        "devotion",
        "The goal: the first god to reach the end of the track wins. You gain devotion in Conflicts.",
        "devotion",
    ),
    "red": Thing(
        "red section",
        "Gods still here after the fourth Conflict, or the one that a scenario names, are forgotten.",
        "forgotten",
    ),
    "merge": Thing(
        "merge",
        "After the third Conflict, or the one that a scenario names, the two gods in last place become one. "
        "Their players play it together.",
        "merge",
    ),
    "forgotten": Thing(
        "forgotten",
        "A god in the red after the fourth Conflict, or the one that a scenario names, is out of the game.",
        "forgotten",
    ),
    "winner": Thing("winner", "This god has won.", "end", ("wins", "game")),
    "level": Thing(
        "level", "Each power of this level costs this many followers. You may have two of each level.", "powers"
    ),
    "supply": Thing("Supply", "What belongs to nobody yet: guardians, monuments and camels beside the map.", "table"),
    "battle": Thing(
        "battle",
        "Everybody chooses a card in secret. "
        "Figures, cards and powers add up to a god's strength; the strongest gains 1 devotion.",
        "battle",
        ("in secret",),
    ),
    "scales": Thing("Tie-breaker", "Whoever holds it may win one tied battle, and then it is used up.", "ties"),
    "majority": Thing(
        "majority", "The god with the most monuments of a kind in the region gains 1 devotion.", "majority"
    ),
    "strength": Thing(
        "strength", "Each figure counts 1; cards and powers add to it. The highest strength wins.", "strength"
    ),
    "notice": Thing("announcement", "What the next Conflict decides: a merge, who is forgotten, the end.", "events"),
    "turn": Thing("turn", "Two actions: the second one on a track below the first.", "turn"),
    "score": Thing("devotion", "Devotion, the points of this game.", "devotion"),
}
