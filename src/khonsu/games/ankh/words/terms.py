"""Names and one-line rules as people read them, in English; the catalogues translate them."""

from khonsu.games.ankh.rules import pieces as p

GODS = ("Amun", "Anubis", "Isis", "Osiris", "Ra")
FIGURES = ("", "god", "warrior", "Cat-Mummy", "Satet", "Mummy", "Apep", "Giant Scorpion", "Androsphinx")
MONUMENTS = ("", "obelisk", "temple", "pyramid")
CARDS = ("Flood", "Drought", "Chariots", "Plague of Locusts", "Build Monument", "Miracle", "Cycle of Ma'at")
POWERS = (
    *("Commanding", "Inspiring", "Omnipresent", "Revered"),
    *("Resplendent", "Obelisk Attuned", "Temple Attuned", "Pyramid Attuned"),
    *("Glorious", "Magnanimous", "Bountiful", "Worshipful"),
)
ACTIONS = ("Move figures", "Summon figure", "Gain followers", "Unlock ankh power")
EVENTS = (
    *("Control Monument", "Camel Caravan", "Conflict"),
    *("Conflict, then two gods merge", "Conflict, then gods in the red are forgotten", "Conflict, then the game ends"),
)

CARD_RULES = (
    "A follower for each of your figures on a Fertile hex of the region; they do not die in Battle Resolution.",
    "Strength +1; if you win, 1 devotion for each of your figures on a Desert hex of the region.",
    "Strength +3.",
    "Strength +1; all offer followers in secret, and only the highest bidder's warriors and guardians live.",
    "For 3 followers, build a monument on an empty hex of the region.",
    "After the battle, 1 devotion for each of your figures that died in it.",
    "After the battle, take all your used cards back.",
)
POWER_RULES = (
    "3 followers whenever you win a battle.",
    "Build Monument costs you nothing.",
    "At the start of a Conflict, a follower for each region with a figure of yours.",
    "One more follower with every Gain followers action.",
    "With 3 monuments of one kind, your god figure has strength 3.",
    "At the start of a battle, you may move your figures next to your obelisks there.",
    "Strength +2 for each of your temples in the battle with a figure of yours beside it.",
    "With every Summon action, one more figure next to each of your pyramids.",
    "A battle won by 3 or more gives 3 devotion instead of 1.",
    "A battle lost with 2 or more figures gives 2 devotion.",
    "In the red section, every gain of devotion is 1 higher.",
    "After a battle you may pay 2 followers for 1 devotion.",
)


def event_name(kind: int, players: int) -> str:
    """AK-177: which event it is; with two players no gods merge after Conflict III."""
    return EVENTS[p.CONFLICT if kind == p.CONFLICT_MERGE and players < p.MERGE_MIN_PLAYERS else kind]
