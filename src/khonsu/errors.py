"""Everything that can go wrong for a caller, each with one sentence that says what is allowed.

Sentences are translated when they are shown (`khonsu.text.explain`), so an error keeps its template and its operands.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Said(NamedTuple):
    """A sentence inside a sentence: translated on its own, then filled in."""

    template: str
    places: dict[str, Any]

    def __str__(self) -> str:
        return self.template.format(**self.places)


class KhonsuError(ValueError):
    """Base of all errors of this package. `template` is a translatable sentence with named places."""

    template = "{problem}"

    def __init__(self, **places: Any) -> None:
        self.places = places
        super().__init__(self.template.format(**places))


class UnknownGame(KhonsuError):
    """No game of that name is installed."""

    template = "There is no game called {name}. Known games: {known}."

    def __init__(self, name: str, known: str) -> None:
        super().__init__(name=name, known=known)


class UnknownBot(KhonsuError):
    """No bot of that name is installed."""

    template = "There is no bot called {name}. Known bots: {known}."

    def __init__(self, name: str, known: str) -> None:
        super().__init__(name=name, known=known)


class BadPlayers(KhonsuError):
    """The game is not for so many players."""

    template = "{title} is for {allowed} players, not for {players}."

    def __init__(self, title: str, players: Any, allowed: tuple[int, ...]) -> None:
        super().__init__(title=title, players=players, allowed=", ".join(map(str, allowed)))


class BadOption(KhonsuError):
    """An option that does not exist, or a value that it cannot take."""

    def __init__(self, name: str, given: Any, allowed: str) -> None:
        if given is None:
            self.template = "There is no option called {name}. Known options: {allowed}."
        else:
            self.template = "Option {name} cannot be {given}. Allowed: {allowed}."
        super().__init__(name=name, given=given, allowed=allowed)


class BadSeed(KhonsuError):
    """A seed outside its range."""

    template = "A seed is a whole number from 0 to 18446744073709551615, not {given}."

    def __init__(self, given: Any) -> None:
        super().__init__(given=given)


class IllegalStep(KhonsuError):
    """A step that is not legal now."""

    template = "{step} is not possible now. Possible: {allowed}."

    def __init__(self, step: Any, allowed: list[str]) -> None:
        shown = ", ".join(allowed[:12]) + (f", … ({len(allowed)})" if len(allowed) > 12 else "")
        super().__init__(step=step, allowed=shown)


class WrongSeat(KhonsuError):
    """A step by a seat that is not asked, or no seat named where several are."""

    def __init__(self, seat: Any, allowed: tuple[int, ...]) -> None:
        if seat is None:
            self.template = "Several seats may decide now, so name one of them: {allowed}."
        else:
            self.template = "Seat {seat} is not asked now. Asked: {allowed}."
        super().__init__(seat=seat, allowed=", ".join(map(str, allowed)))


class MatchOver(KhonsuError):
    """A step after the end."""

    template = "The match is over; it can be replayed, but nothing more can be played."


class NoUndo(KhonsuError):
    """Nothing of one's own turn, or something was revealed since."""

    template = (
        "Nothing can be taken back: undo ends where another player acted, something was revealed or the turn began."
    )


class BadRecord(KhonsuError):
    """A record that cannot be read."""

    template = "Line {line} of the record: {problem}"

    def __init__(self, line: int, problem: str | Said | KhonsuError, **places: Any) -> None:
        super().__init__(line=line, problem=Said(problem, places) if isinstance(problem, str) else problem)


class OtherRules(KhonsuError):
    """A record of another version of the rules."""

    template = (
        "This record was made with version {made} of the rules of {title}, and this is version {here}; "
        "install a Khonsu with version {made} to replay it."
    )

    def __init__(self, title: str, made: Any, here: int) -> None:
        super().__init__(title=title, made=made, here=here)


class BadPlace(KhonsuError):
    """A number of a step that the record does not have."""

    template = "The match has {count} steps, so there is no place {at}; allowed: 0 to {count}."

    def __init__(self, at: Any, count: int) -> None:
        super().__init__(at=at, count=count)


class BadPosition(KhonsuError):
    """A text of a position that cannot be read."""

    template = "Line {line} of the position: {problem}"

    def __init__(self, line: int, problem: str | KhonsuError, **places: Any) -> None:
        self.line = line
        self.problem = Said(problem, places) if isinstance(problem, str) else problem
        super().__init__(line=line, problem=self.problem)
