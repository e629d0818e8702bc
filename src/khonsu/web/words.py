"""Languages: the pages' own sentences, and which language a visitor reads."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

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


def bot_name(bot: str, t: Text) -> str:
    """What a bot is called at the table."""
    return t("Level {n}", n=bot[5:]) if is_level(bot) else bot.capitalize()


def bot_words(bot: str, t: Text) -> str:
    """A bot in the list to choose from."""
    levels = {
        "level1": t("level 1: a beginner who overlooks a lot"),
        "level2": t("level 2: knows the rules well"),
        "level3": t("level 3: an attentive player"),
        "level4": t("level 4: makes the most of every turn"),
        "level5": t("level 5: thinks about how the others may answer"),
        "level6": t("level 6: our strongest bot"),
    }
    return levels.get(bot) or t("bot: {name}", name=t.term(bot))
