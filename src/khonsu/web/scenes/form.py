"""What the form of a new table asks, in the reader's words: the options of a game, often chosen ones first."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from markupsafe import Markup

from khonsu.authors.asking import Ask
from khonsu.draw.labels import capital
from khonsu.errors import BadOption, KhonsuError
from khonsu.games import asked, games
from khonsu.kernel.about import About, Follows, Option, show
from khonsu.rulebook import has_rulebook, rulebook
from khonsu.rulebook.coverage import rank
from khonsu.text import Text


@dataclass(frozen=True)
class Value:
    """A value to choose: as the form sends it, in words, its seat if it is one, its picture by number of players."""

    sent: str
    words: str
    seat: int | None = None
    pictures: dict[int, Markup] | None = None


@dataclass(frozen=True)
class AskedOption:
    """An option as it is asked for."""

    name: str
    heading: str
    text: str
    often: bool
    seat: int | None  # asked only where this seat takes part
    values: list[Value]  # empty for a number or a text
    default: str
    numeric: bool
    least: int
    most: int
    rules: list[tuple[str, str]]  # the number of a rule, and where it can be read, if anywhere


def questions(about: About, t: Text) -> list[AskedOption]:
    """All options: those that the game speaks of in its own order, then the others."""
    how = asked(about.name)
    options = {option.name: option for option in about.options}
    order = [name for name in how if name in options] + [name for name in options if name not in how]
    return [question(about, options[name], how.get(name, Ask()), t) for name in order]


def question(about: About, option: Option, how: Ask, t: Text) -> AskedOption:
    """One option."""
    default = option.default
    values = [value(about, given, how, t) for given in choices(option, how, about.players[-1])]
    if isinstance(default, Follows):
        values.insert(0, Value("", t("as in “{option}”", option=option_heading(about, default.option, t))))
    return AskedOption(
        name=option.name,
        heading=t(how.heading) if how.heading else "",
        text=t(option.text),
        often=how.often,
        seat=how.seat,
        values=values,
        default="" if isinstance(default, Follows) else show(default),
        numeric=option.most > option.least,
        least=option.least,
        most=option.most,
        rules=[(rule, rule_address(about.name, rule, t.language)) for rule in how.rules],
    )


def rule_address(game: str, rule: str, language: str) -> str:
    """Where a player reads about a rule: the first section of the rulebook that covers it, if one does."""
    sections = rulebook(game, language).sections if has_rulebook(game) else ()
    for section in sections:
        if any(rank(first) <= rank(rule) <= rank(last) for first, last in section.rules):
            return f"/rules/{game}#{section.anchor}"
    return ""


def choices(option: Option, how: Ask, most: int) -> list[Any]:
    """The values to choose from; a seat that only large tables have is among them."""
    if not how.seats:
        return list(option.values)
    return [one for one in ("random", *range(most)) if one == "random" or accepted(option, one)]


def accepted(option: Option, given: Any) -> bool:
    """Whether an option can have this value."""
    try:
        option.read(str(given))
    except ValueError:
        return False
    return True


def value(about: About, given: Any, how: Ask, t: Text) -> Value:
    """One value."""
    seat = int(given) if how.seats and str(given).isdecimal() else None
    drawn: dict[int, Markup] | None = None
    if how.picture:
        draw = resolve_name(how.picture)
        counts = about.players if how.by_players else about.players[:1]
        drawn = {players: draw(given, players) for players in counts}
    return Value(show(given), in_words(given, how, t), seat, drawn)


def in_words(given: Any, how: Ask, t: Text) -> str:
    """What a value is called."""
    if how.seats and str(given).isdecimal():
        return t("Seat {n}", n=int(given) + 1)
    if not isinstance(given, bool) or given in how.words:
        return capital(t.term(how.words.get(given) or plain(show(given))))
    return capital(t("yes") if given else t("no"))


def plain(sent: str) -> str:
    """A value that the game has no words for, without the marks of a program; lists of counts stay as they are."""
    return sent if "=" in sent else sent.replace("_", " ")


def option_heading(about: About, name: str, t: Text) -> str:
    """What an option is called in the text of another one."""
    return t.term(asked(about.name).get(name, Ask()).heading or name.replace("_", " "))


def settled(about: About, options: dict[str, Any], players: int, t: Text) -> list[tuple[str, str]]:
    """The options of a table in words: only what concerns the seats that it has."""
    how = {option.name: asked(about.name).get(option.name, Ask()) for option in about.options}
    return [
        (t(how[option.name].heading or option.text), in_words(options[option.name], how[option.name], t))
        for option in about.options
        if (seat := how[option.name].seat) is None or seat < players
    ]


def concerns(game: str, name: str, given: str, players: int) -> bool:
    """Whether a field of the form is about a seat that takes part, or about none."""
    how = asked(game).get(name, Ask()) if game in games() else Ask()
    if how.seat is not None:
        return how.seat < players
    return not (how.seats and given.isdecimal() and int(given[:4]) >= players)


def explain(game: str, error: KhonsuError, t: Text) -> str:
    """What is wrong with a form, in the words of the form."""
    option = next((one for one in games()[game].options if one.name == error.places.get("name")), None)
    how = asked(game).get(option.name) if option else None
    if not isinstance(error, BadOption) or option is None or how is None:
        return t.explain(error)
    given = error.places["given"]
    return t(
        "“{option}” can't be “{value}” at this table. Choose something else.",
        option=t(how.heading or option.text).rstrip("."),
        value=in_words(given, how, t),
    )
