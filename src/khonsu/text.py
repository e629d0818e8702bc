"""Text that people read, in English, Spanish and French. Sentences are written in English and translated by gettext.

Catalogues are `.po` files in a `locale` folder: one for the house, one inside each game. They are read as they are; no
compiled copy has to be kept in step with them.
"""

from __future__ import annotations

import gettext
import io
import os
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from khonsu.errors import Clause, KhonsuError

LANGUAGES = ("en", "es", "fr")
SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)
SOUNDS_LIKE_O = re.compile(r"h?[oó]", re.IGNORECASE)
REMEMBERED = 20_000  # sentences of which a text knows the translation at once; there are fewer
HOUSE = Path(__file__).parent / "locale"
ELISION = re.compile(r"(?<=[cdjlmnrstu])'(?=[^\W_]|[{«*\[])", re.IGNORECASE)  # l'ibis, not Ankh'or or 'contents'
HIGH_MARK = re.compile(r"[ \u00a0](?=[;:?»]|!(?!\[))|(?<=«)[ \u00a0]")  # "![" is a picture in Markdown


class Text:
    """Translations for one language: `t("sentence with {places}", places=...)`."""

    def __init__(self, language: str, folders: Iterable[Path] = ()) -> None:
        self.language = language
        self._found: dict[str, str] = {}
        self.catalogues = [_catalogue(folder / f"{language}.po") for folder in (*folders, HOUSE)]

    def __call__(self, sentence: str, /, **places: object) -> str:
        """The sentence in this language, with its places filled."""
        translated = self.find(sentence)
        return translated.format(**places) if places else translated

    def find(self, sentence: str) -> str:
        """The translation, or the English sentence where there is none."""
        if (known := self._found.get(sentence)) is not None:
            return known
        translated = next((said for each in self.catalogues if (said := each.gettext(sentence)) != sentence), sentence)
        if len(self._found) < REMEMBERED:
            self._found[sentence] = translated
        return translated

    def count(self, one: str, many: str, n: int, /, **places: object) -> str:
        """The singular or plural sentence for n, which fills the place {n}."""
        for catalogue in self.catalogues:
            translated = catalogue.ngettext(one, many, n)
            if translated not in (one, many):
                return translated.format(n=n, **places)
        return (one if n == 1 else many).format(n=n, **places)

    def term(self, word: str) -> str:
        """A word of a rulebook's glossary; the same as a sentence, but said where data is translated."""
        return self.find(word)

    def items(self, words: list[str]) -> str:
        """A list as the language writes it: a, b and c."""
        return _list(tuple(words), self.language)

    def either(self, words: list[str]) -> str:
        """A list of which one is enough: a, b or c."""
        return _list(tuple(words), self.language, "or")

    def explain(self, error: KhonsuError) -> str:
        """The sentence of an error in this language."""
        return self(error.template, **{name: self._part(value) for name, value in error.places.items()})

    def _part(self, value: object) -> object:
        """What fills a place of an error's sentence: a value, or another sentence."""
        if isinstance(value, KhonsuError):
            return self.explain(value)
        return self(value.template, **value.places) if isinstance(value, Clause) else value


def french(text: str) -> str:
    """The marks of French type: curly apostrophes where a vowel is left out, and narrow spaces that do not break."""
    return HIGH_MARK.sub("\u202f", ELISION.sub("’", text))


@lru_cache(4096)
def _list(words: tuple[str, ...], language: str, style: Literal["standard", "or"] = "standard") -> str:
    from babel.lists import format_list

    listed = format_list(words, style=style, locale=language)
    if language == "es":  # y becomes e before the sound of an i, o becomes u before that of an o
        joint, other, sound = (" o ", " u ", SOUNDS_LIKE_O) if style == "or" else (" y ", " e ", SOUNDS_LIKE_I)
        before, _, last = listed.rpartition(joint)
        if before and last == words[-1] and sound.match(last):
            return f"{before}{other}{last}"
    return listed


@cache
def _catalogue(file: Path) -> gettext.NullTranslations:
    if not file.is_file():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with file.open("rb") as source:
        messages = read_po(source)
    for message in messages if file.stem == "fr" else ():
        said = message.string
        message.string = french(said) if isinstance(said, str) else tuple(map(french, said or ()))
    write_mo(compiled, messages)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def chosen_language(asked: str | None = None) -> str:
    """The language asked for, or that of the environment (`KHONSU_LANG`, then the usual locale variables)."""
    if asked in LANGUAGES:
        return str(asked)
    for value in (
        asked,
        *(os.environ.get(name) for name in ("KHONSU_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")),
    ):
        for code in (value or "").split(":"):
            if code[:2].lower() in LANGUAGES:
                return code[:2].lower()
            if code.split(".")[0] in ("C", "POSIX"):
                return "en"
    return "en"
