"""What each thing on the table of Ankh'or is. Keys are those of the drawing; sections are those of the rulebook."""

from khonsu.authors.things import Thing

RESOURCE = "A resource token. It pays for one marker of its kind in a price; at the end of a turn you keep at most 5."

THINGS = {
    "jackal": Thing(
        "jackal", "An animal tile. It scores 1 point beside another jackal, whatever their colours.", "groups"
    ),
    "scarab": Thing(
        "scarab", "An animal tile. It scores 1 point beside another scarab, whatever their colours.", "groups"
    ),
    "falcon": Thing(
        "falcon", "An animal tile. It scores 1 point beside another falcon, whatever their colours.", "groups"
    ),
    "two": Thing(
        "two", "A tile worth 2 points by itself, also when it is covered. It counts for its colour, too.", "two"
    ),
    "depot": Thing(
        "depot",
        "A tile that holds one token of its colour. It comes with one, and the token can pay for a tile.",
        "depot",
    ),
    "scribe": Thing("scribe", "A tile that gives another whole turn to whoever buys it.", "scribe", ("extra turn",)),
    "desert": Thing("desert", "A tile without an animal. It does nothing, but it counts for its colour.", "desert"),
    "blue": Thing("fish", RESOURCE, "tokens", ("token",)),
    "white": Thing("ivory", RESOURCE, "tokens"),
    "black": Thing("wood", RESOURCE, "tokens"),
    "green": Thing("reed", RESOURCE, "tokens"),
    "red": Thing("cloth", RESOURCE, "tokens"),
    "ankh": Thing(
        "ankh",
        "It pays for renewing the row or moving a tile, never for buying one. "
        "An ankh that you take has to wait for your next turn.",
        "ankhs",
    ),
    "slot": Thing(
        "slot",
        "A place of the row, where tiles are on sale. The price above it belongs to the slot, not to the tile.",
        "buy",
        ("tile",),
    ),
    "price": Thing(
        "price",
        "One token of exactly this kind for each marker. On the upper level you leave one of them out.",
        "buy",
    ),
    "stack": Thing(
        "stack",
        "New tiles come from here when somebody renews the row. The back shows the colour of the next tile.",
        "renew",
    ),
    "supply": Thing("supply", "The tokens that nobody has. On your turn you may take three of them.", "take"),
    "hand": Thing(
        "hand",
        "A player's tokens. At the end of a turn you keep at most 5 resources and 2 ankhs.",
        "limits",
    ),
    "bonus": Thing(
        "bonus token",
        "Worth 3 points. You hold one for each of your groups of five or more tiles, of a colour or of an animal.",
        "bonus",
        ("bonus", "bonus tokens"),
    ),
    "discards": Thing(
        "discarded tiles",
        "Tiles out of the game. With two players, every renewal discards the tile furthest to the left.",
        "renew",
        ("discarded",),
    ),
    "domain": Thing(
        "domain",
        "The tiles a player has bought. A new one must share a side with another, or lie on top of four.",
        "place",
    ),
    "cell": Thing("place on the ground", "A free place beside your tiles. A tile costs its full price here.", "place"),
    "upper": Thing(
        "place on the upper level",
        "On top of four tiles, one of them in the new tile's colour. A tile costs one token less here.",
        "upper",
        ("upper level",),
    ),
    "landing": Thing("chosen place", "This is where the tile will lie.", "place"),
    "goal": Thing(
        "Ankh'or",
        "Lay tiles so that the same colours and the same animals touch. Whoever has the most points wins.",
        "goal",
    ),
    "turn": Thing(
        "turn",
        "On your turn you take three tokens or buy a tile. Before or after that you may spend ankhs.",
        "turn",
    ),
    "round": Thing(
        "round",
        "Everybody has one turn in a round. When somebody lays a 13th tile, the round is finished and the game ends.",
        "end",
        ("last round", "game"),
    ),
    "player": Thing("player", "A player's name and sign. It is filled with colour when it's their turn.", "turn"),
    "score": Thing("points", "What this domain would be worth if the game ended now.", "scoring", ("total", "score")),
    "colours": Thing(
        "colours", "Points of colour groups: 1 for each tile that touches another of its colour.", "groups"
    ),
    "animals": Thing("animals", "Points of animal groups: 1 for each animal that touches one of its kind.", "groups"),
    "numbers": Thing("numbers", "2 points for each tile that shows a 2.", "two"),
    "tokens": Thing("tokens", "Points for tokens left at the end: 1 for every three.", "scoring"),
    "tiles": Thing("tiles", "How many tiles this domain has. With the 13th, the last round has come.", "end"),
}
