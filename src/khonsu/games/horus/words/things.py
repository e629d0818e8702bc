"""What each thing on the table of Horus is. Keys are those of the drawing; sections are those of the rulebook."""

from khonsu.authors.things import Thing

TERRAIN = (
    "A terrain. Tiles of it that touch are one region, "
    "worth a point for each tile to whoever has the most markers in it."
)

THINGS = {
    "desert": Thing("Desert", TERRAIN, "regions"),
    "hills": Thing("Hills", TERRAIN, "regions"),
    "farmland": Thing("Farmland", TERRAIN, "regions"),
    "marsh": Thing("Marsh", TERRAIN, "regions"),
    "river": Thing("River", "A tile of the Nile. It belongs to no region and carries no marker.", "river", ("Nile",)),
    "start": Thing("River Start", "The first tile of the Kingdom. It is part of the Nile and never moves.", "river"),
    "end": Thing(
        "River End",
        "Shows where the Nile flows on. A River tile may take its place, and it must always keep a way out.",
        "ends",
    ),
    "temple": Thing(
        "Temple of Horus", "Every region that touches it is worth double. It carries no marker.", "temple", ("Temple",)
    ),
    "necropolis": Thing(
        "Necropolis", "The back of a River tile: a wall. It belongs to no region and carries no marker.", "second"
    ),
    "region": Thing("region", "Tiles of one terrain that touch. Its size is the number of its tiles.", "regions"),
    "marker": Thing(
        "marker",
        "It claims a region for its player. Whoever has the most markers controls the region; in a tie it is shared.",
        "control",
    ),
    "value": Thing(
        "value",
        "What a region is worth now: its tiles, doubled by the Temple and by an island, at most 10. "
        "The frame shows who controls it.",
        "scoring",
        ("island",),
    ),
    "kingdom": Thing(
        "Kingdom",
        "All tiles on the table. A new tile must touch another along a full or a half side.",
        "tiles",
        ("tile",),
    ),
    "place": Thing(
        "place for the tile", "The tile may lie here. The number is the size of the region it would make.", "tiles"
    ),
    "pile": Thing(
        "pile",
        "The reserve: cards take tiles from here. When two piles are empty, the game ends after that turn.",
        "supplies",
        ("reserve", "exhausted"),
    ),
    "bag": Thing("Bag", "You begin your turn with a tile drawn from it at random. It shows what is left.", "turn"),
    "deck": Thing("Deck", "Cards to draw. At the end of your turn you draw up to five.", "supplies", ("discard pile",)),
    "card": Thing(
        "card",
        "Above, which tile you lay; below, how large the region must be in which you place a marker.",
        "cards",
        ("?",),
    ),
    "transport": Thing(
        "River Transport",
        "Once in the game, instead of a card: "
        "lay two River tiles, then you may move one of your markers along the Nile.",
        "transport",
    ),
    "hand": Thing("hand", "A player's cards. Only their owner sees what they show.", "cards"),
    "goal": Thing(
        "Horus", "Build regions along the Nile and claim them with markers. Whoever has the most points wins.", "goal"
    ),
    "turn": Thing(
        "turn",
        "Draw a tile and lay it, play a card, lay its tile, then place a marker.",
        "turn",
        ("last turn",),
    ),
    "round": Thing(
        "number of the turn", "The game ends after the turn in which a second pile is used up.", "end", ("game",)
    ),
    "player": Thing("player", "A player's name and sign. The sign is on the player's markers, too.", "table"),
    "score": Thing("points", "What this player's regions would be worth if the game ended now.", "scoring", ("score",)),
    "points": Thing(
        "points of a terrain", "Points of the regions of this terrain that the player controls.", "scoring"
    ),
}
