"""The words of the drawn table."""

from __future__ import annotations

from functools import lru_cache

from khonsu.draw.labels import Dict, View, capital, listed
from khonsu.draw.marks import Brush
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words import terms
from khonsu.text import Text

TERMS = {
    **dict(zip(p.GODS, terms.GODS)),
    **dict(zip(p.FIGURES, terms.FIGURES)),
    **dict(zip(p.MONUMENTS, terms.MONUMENTS)),
    **dict(zip(p.CARDS, terms.CARDS)),
    **dict(zip(p.POWERS, terms.POWERS)),
    **dict(zip(p.ACTIONS, terms.ACTIONS)),
    **dict(zip(p.EVENTS, terms.EVENTS)),
    "camel": "camels",
}
RULES = {**dict(zip(p.CARDS, terms.CARD_RULES)), **dict(zip(p.POWERS, terms.POWER_RULES))}
SHORT = {
    **{"move": "Move", "summon": "Summon", "gain": "Followers", "unlock": "Unlock"},
    **{"flood": "Flood", "drought": "Drought", "chariots": "Chariots", "plague": "Locusts"},
    **{"build": "Build", "miracle": "Miracle", "maat": "Ma'at"},
}
GUARDIAN_EFFECTS = {
    "cat-mummy": "When it dies, all other gods lose 1 devotion.",
    "satet": "May move onto an enemy figure and push it away.",
    "mummy": "When it dies, it returns next to its god.",
    "apep": "May be summoned on any water.",
    "scorpion": "When a Conflict begins, it destroys the monuments it points at.",
    "androsphinx": "Enemy figures beside it have no strength.",
}
ABILITIES = {
    "amun": "Mysterious Forms: once per Conflict play two cards in a battle.",
    "anubis": "Judge of the Dead: takes dead warriors captive; 1 strength for each.",
    "isis": "The Protector: figures beside an enemy figure may survive a lost battle.",
    "osiris": "Gate to the Underworld: a lost battle opens an Underworld hex, where figures can be summoned.",
    "ra": "Radiant: figures with a Sun bring 1 more devotion for a victory or dominance.",
}
STEPS = {
    "B1": "Obelisk moves",
    "B2": "Announcement",
    "B3": "Secret choice of cards",
    "B4": "Cards revealed",
    "B5": "Building",
    "B6": "Plague: secret offering",
    "B7": "Majorities",
    "B8": "Battle Resolution",
    "B9": "After the battle",
}
HELP = {
    "B1": "Gods with Obelisk Attuned may move figures next to their obelisks in the region.",
    "B2": "Amun may announce that he will play two cards.",
    "B3": "Each god chooses a card from their hand in secret; all are revealed at once.",
    "B4": "All cards are revealed; Flood gives followers now.",
    "B5": "Gods who played Build Monument may build one in the region.",
    "B6": "Followers are offered in secret; only the highest bidder's warriors and guardians live.",
    "B7": "1 devotion for each kind of monument of which a god there has the most.",
    "B8": "The strongest god wins 1 devotion; the losers' warriors and guardians die.",
    "B9": "What takes effect after the battle: Miracle, Osiris' tile, Worshipful, Cycle of Ma'at.",
}
BY_QUESTION = {
    "obelisk_figure": "B1",
    "obelisk_to": "B1",
    "announce": "B2",
    "card": "B3",
    "build_kind": "B5",
    "build_hex": "B5",
    "offer": "B6",
    "tie_break": "B8",
    "protect": "B8",
    "tile_from": "B9",
    "tile_to": "B9",
    "worship": "B9",
}


@lru_cache(1024)
def word(t: Text, name: str) -> str:
    """A term of the rules."""
    return t.term(TERMS[name])


class Named(Brush):
    """What all who draw share: the words for things and gods."""

    def word(self, name: str) -> str:
        """A term of the rules."""
        return word(self.t, name)

    def god(self, god: int) -> str:
        """A god by its name."""
        return word(self.t, self.view["gods"][god]["god"])

    def who(self) -> list[Dict]:
        """Of the gods their names only."""
        return [{"god": sheet["god"]} for sheet in self.view["gods"]]


def status(view: View, names: list[str], t: Text) -> str:
    """Whose turn it is, who is awaited, or who has won."""
    if view["over"]:
        if not view["winners"]:
            return t("All gods are forgotten: everybody loses.")
        return capital(t("game over, won by {names}", names=listed(view["winners"], names, t)))
    awaited = view["deciders"]
    if awaited and awaited != [view["current"]]:
        return t("Waiting for {names}", names=listed(awaited, names, t))
    return capital(t("{name} to play", name=names[view["current"]]))


def summary(view: View, names: list[str], t: Text) -> str:
    """The table in a few sentences, for those who cannot see it."""
    said = [status(view, names, t)]
    for god in reversed(view["track"]["order"]):
        sheet = view["gods"][god]
        words = "{name}, {god}: {n} devotion, {followers} followers."
        places = {"name": names[god], "god": t.term(TERMS[sheet["god"]]), "n": sheet["devotion"]}
        said.append(t(words, **places, followers=sheet["followers"]))
    return " ".join(said)
