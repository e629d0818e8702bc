"""Which numbered rules the rulebooks cover. The numbers are those of docs/rules, which lie beside the source."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import khonsu
from khonsu.errors import KhonsuError
from khonsu.rulebook.book import RULE, BadRulebook, folder, has_rulebook, rulebook
from khonsu.text import LANGUAGES

DOCS = Path(khonsu.__file__).parents[2] / "docs" / "rules"
DEFINED = re.compile(rf"^- \*\*({RULE})\*\*", re.MULTILINE)
UNMET = re.compile(rf"({RULE})(?: to ({RULE}))?: \S.*")


class NoRules(KhonsuError):
    """The numbered rules are not there."""

    template = "The numbered rules are not part of the installed package. Run this in a checkout of the source."


class Coverage(NamedTuple):
    """How far a game's rulebook goes."""

    game: str
    rules: list[str]  # all
    unmet: list[str]  # those that no player can meet
    missing: dict[str, list[str]]  # by language

    @property
    def needed(self) -> int:
        """How many rules a player can meet."""
        return len(self.rules) - len(self.unmet)


def defined(game: str, docs: Path = DOCS) -> list[str]:
    """All rule numbers of a game."""
    file = docs / f"{game}.md"
    if not file.is_file():
        raise NoRules
    return sorted(DEFINED.findall(file.read_text(encoding="utf-8")), key=rank)


def rank(rule: str) -> tuple[str, int, str]:
    """The order of rules: AO-9, AO-24, AO-24a, AO-25."""
    found = re.fullmatch(r"([A-Z]{2})-(\d+)([a-z]?)", rule)
    assert found is not None
    return found[1], int(found[2]), found[3]


def spread(first: str, last: str, rules: list[str], file: str) -> list[str]:
    """All rules from one to another."""
    for end in (first, last):
        if end not in rules:
            raise BadRulebook(file, 1, f"There is no rule {end}.")
    return [rule for rule in rules if rank(first) <= rank(rule) <= rank(last)]


def unmet(game: str, rules: list[str]) -> list[str]:
    """The rules that no player can meet, named with a reason each in the game's `unmet.txt`."""
    file = folder(game) / "unmet.txt"
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines() if file.is_file() else [], 1):
        if line.startswith("#") or not line.strip():
            continue
        if not (named := UNMET.fullmatch(line)):
            raise BadRulebook(f"{game}/rulebook/unmet.txt", number, "A line is like 'AO-85a: why no player meets it'.")
        found += spread(named[1], named[2] or named[1], rules, f"{game}/rulebook/unmet.txt")
    return found


def coverage(game: str, docs: Path = DOCS) -> Coverage:
    """What a game's rulebook covers, in every language."""
    rules = defined(game, docs)
    beyond = unmet(game, rules)
    missing = {}
    for language in LANGUAGES:
        covered = set(beyond)
        for section in rulebook(game, language).sections if has_rulebook(game) else ():
            for first, last in section.rules:
                covered.update(spread(first, last, rules, f"{game}/rulebook/{language}.md"))
        missing[language] = [rule for rule in rules if rule not in covered]
    return Coverage(game, rules, beyond, missing)
