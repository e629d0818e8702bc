"""Everything that can go wrong for a caller, each with one sentence that says what is allowed.

Sentences are translated when they are shown (`khonsu.text.explain`), so an error keeps its template and its operands.
"""

from __future__ import annotations

from numbers import Number
from typing import NamedTuple

MOST_SHOWN = 60  # characters of what somebody gave that a sentence repeats
LONG_NUMBER = 200  # bits; Python refuses to write very long numbers


class Clause(NamedTuple):
    """A sentence inside a sentence: translated on its own, then filled in."""

    template: str
    places: dict[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.places)


def brief(given: object) -> str:
    """What somebody gave, fit for a sentence: short, and without characters that cannot be printed."""
    if isinstance(given, int) and given.bit_length() > LONG_NUMBER:
        return f"{'-' if given < 0 else ''}10^{given.bit_length() * 30103 // 100_000}"
    if not isinstance(given, (str, Number, type(None))):
        return type(given).__name__
    text = str(given)
    shown = text[:MOST_SHOWN] + "…" * (len(text) > MOST_SHOWN)
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


class KhonsuError(ValueError):
    """Base of all errors of this package. `template` is a translatable sentence with named places."""

    template = "{problem}"

    def __init__(self, **places: object) -> None:
        self.places = places
        super().__init__(self.template.format(**places))


class UnknownGame(KhonsuError):
    """No game of that name is installed."""

    template = "There is no game called {name}. Known games: {known}."

    def __init__(self, name: str, known: str) -> None:
        super().__init__(name=brief(name), known=known)


class UnknownBot(KhonsuError):
    """No bot of that name is installed."""

    template = "There is no bot called {name}. Known bots: {known}."

    def __init__(self, name: str, known: str) -> None:
        super().__init__(name=brief(name), known=known)


class BadPlayers(KhonsuError):
    """The game is not for so many players."""

    template = "{title} is for {allowed} players, not for {players}."

    def __init__(self, title: str, players: object, allowed: tuple[int, ...]) -> None:
        super().__init__(title=title, players=brief(players), allowed=", ".join(map(str, allowed)))


class BadOption(KhonsuError):
    """A value that an option cannot take."""

    template = "Option {name} cannot be {given}. Allowed: {allowed}."

    def __init__(self, name: str, given: object, allowed: str) -> None:
        super().__init__(name=brief(name), given=brief(given), allowed=allowed)


class UnknownOption(BadOption):
    """An option that does not exist."""

    template = "There is no option called {name}. Known options: {allowed}."

    def __init__(self, name: str, allowed: str) -> None:
        super().__init__(name, None, allowed)


class LongOption(BadOption):
    """A value that is longer than any option has use for."""

    template = "Option {name} is too long: at most {allowed} characters."

    def __init__(self, name: str, most: int) -> None:
        super().__init__(name, None, str(most))


class BadSeed(KhonsuError):
    """A seed outside its range."""

    template = "A seed is a whole number from 0 to 18446744073709551615, not {given}."

    def __init__(self, given: object) -> None:
        super().__init__(given=brief(given))


class IllegalStep(KhonsuError):
    """A step that is not legal now."""

    template = "{step} is not a legal move now. Legal moves: {allowed}."

    def __init__(self, step: object, allowed: list[str]) -> None:
        shown = ", ".join(allowed[:12]) + (f", … ({len(allowed)})" if len(allowed) > 12 else "")
        super().__init__(step=brief(step), allowed=shown)


class WrongSeat(KhonsuError):
    """A step by a seat that is not asked, or no seat named where several are."""

    def __init__(self, seat: object, allowed: tuple[int, ...]) -> None:
        if seat is None:
            self.template = "Several seats can decide now. Say which one: {allowed}."
        else:
            self.template = "It is not seat {seat}'s turn to decide. Waiting for seat: {allowed}."
        super().__init__(seat=brief(seat), allowed=", ".join(map(str, allowed)))


class MatchOver(KhonsuError):
    """A step after the end."""

    template = "The match is over: you can replay it, but not play on."


class NoUndo(KhonsuError):
    """Nothing of one's own turn, or something was revealed since."""

    template = (
        "There is nothing to take back. You can undo your own moves until something is revealed, another player acts "
        "or your turn ends."
    )


class BadRecord(KhonsuError):
    """A record that cannot be read."""

    template = "Line {line} of the record: {problem}"

    def __init__(self, line: int, problem: str | Clause | KhonsuError, **places: object) -> None:
        super().__init__(line=line, problem=Clause(problem, places) if isinstance(problem, str) else problem)


class OtherRules(KhonsuError):
    """A record of another version of the rules."""

    template = (
        "This record was made with version {made} of the rules of {title}; this is version {here}. To replay it, "
        "install a Khonsu that has version {made}."
    )

    def __init__(self, title: str, made: object, here: int) -> None:
        super().__init__(title=title, made=made, here=here)


class MissingExtra(KhonsuError, ImportError):
    """A package that comes with an extra is not installed."""

    template = "{what} needs the package {name}; install it with: pip install 'khonsu[{extra}]'"

    def __init__(self, what: str, name: str, extra: str) -> None:
        super().__init__(what=what, name=name, extra=extra)


class BadPlace(KhonsuError):
    """A number of a step that the record does not have."""

    template = "The match has {count} moves, so there is no move {at}. Choose a number from 0 to {count}."

    def __init__(self, at: object, count: int) -> None:
        super().__init__(at=brief(at), count=count)


class BadPosition(KhonsuError):
    """A text of a position that cannot be read."""

    template = "Line {line} of the position: {problem}"

    def __init__(self, line: int, problem: str | KhonsuError, **places: object) -> None:
        self.line = line
        self.problem = Clause(problem, places) if isinstance(problem, str) else problem
        super().__init__(line=line, problem=self.problem)
