"""The player's rulebooks: Markdown in each game's folder, read, checked, illustrated and counted here.

docs/rulebook.md says how they are written.
"""

from khonsu.rulebook.book import SUMMARY, BadRulebook, Rulebook, Section, has_rulebook, rulebook

__all__ = ["SUMMARY", "BadRulebook", "Rulebook", "Section", "has_rulebook", "rulebook"]
