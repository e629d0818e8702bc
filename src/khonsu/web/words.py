"""Languages: the pages' own sentences, and which language a visitor reads."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from khonsu.bots import bots
from khonsu.games import package
from khonsu.text import LANGUAGES, Text

LOCALE = Path(__file__).parent / "locale"
NAMES = {"en": "English", "es": "Español", "fr": "Français"}


@cache
def words(language: str, game: str | None = None) -> Text:
    """The translations of the pages, with those of a game before them; its rules are not loaded."""
    folders = [LOCALE]
    if game is not None and (file := import_module(package(game)).__file__):
        folders.insert(0, Path(file).parent / "locale")
    return Text(language, folders)


def preferred(accepted: str) -> str:
    """The first of our languages in an Accept-Language header, by its weights."""
    wishes = []
    for place, part in enumerate(accepted[:400].split(",")):
        code, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, code[:2].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(wishes) if code in LANGUAGES), "en")


def is_level(bot: str) -> bool:
    """Whether a bot is one of the levels."""
    return bot.startswith("level") and bot[5:].isdigit()


@cache
def levels() -> list[int]:
    """The levels that there are, weakest first."""
    return sorted(int(name[5:]) for name in bots() if is_level(name))


def strongest() -> str:
    """The best bot that has a level."""
    return f"level{levels()[-1]}"


def bot_name(bot: str, t: Text) -> str:
    """What kind of bot plays, in a word or two."""
    kinds = {"random": t("Random moves"), "greedy": t("Greedy"), "search": t("Search")}
    return t("Level {n}", n=bot[5:]) if is_level(bot) else kinds.get(bot, bot)


def level_words(level: int, t: Text) -> str:
    """A level, its name and how it plays."""
    ways = {
        1: (t("First match"), t("takes what gives points now and overlooks a lot")),
        2: (t("Beginner"), t("likes quick points and often overlooks better moves")),
        3: (t("Casual player"), t("sees most moves, but not always what they are worth")),
        4: (t("Attentive player"), t("seldom overlooks anything")),
        5: (t("Skilled player"), t("makes the most of every turn")),
        6: (t("Strategist"), t("thinks about how the others may answer")),
        7: (t("Expert"), t("compares many turns and what may come of them")),
        8: (t("Master"), t("our strongest bot; may think for up to a second")),
    }
    name, words = ways.get(level, ways[max(ways)])
    return t("{level}, {name}: {words}", level=t("Level {n}", n=level), name=name, words=words)


def other_bots(t: Text) -> list[tuple[str, str]]:
    """The bots that are no level, each in words."""
    kinds = {
        "random": t("a bot that plays at random"),
        "greedy": t("a bot that looks no further than its turn"),
        "search": t("a bot that searches for a second"),
    }
    return [(name, kinds.get(name) or t("the bot “{name}”", name=name)) for name in bots() if not is_level(name)]
