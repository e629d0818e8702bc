"""A game being played: steps checked and carried out, undone, seen, and kept as a record."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from khonsu.draw import Look, render
from khonsu.draw.labels import capital
from khonsu.errors import (
    BadPlace,
    BadPosition,
    BadRecord,
    BadSeed,
    IllegalStep,
    KhonsuError,
    MatchOver,
    NoUndo,
    OtherRules,
    WrongSeat,
)
from khonsu.games import game as find_game
from khonsu.kernel.game import Event, Game
from khonsu.kernel.position import Position
from khonsu.match import position_text
from khonsu.match.record import Record, check, numbers, parse, write
from khonsu.text import Text, chosen_language


class Step(NamedTuple):
    """A step of one seat: its id in the game's dense range and its notation."""

    seat: int
    id: int
    text: str

    def __str__(self) -> str:
        return self.text


class Match:
    """A match. It is fully described by game, options, seed and its steps; everything else is derived from them.

    A match that begins from a position has that instead of options and seed.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        names: list[str] | None = None,
    ) -> None:
        self.game = game
        self.players = game.about.players[0] if players is None else players
        game.about.check_players(self.players)
        self.seed = secrets.randbits(48) if seed is None else seed
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < 2**64:
            raise BadSeed(seed)
        self.options = game.about.resolve(options or {})
        self.begins: Position | None = None  # what it begins from, if not from its seed
        numbers = game.numbers(self.players, self.options)
        self._begin(Position.start(game, self.players, self.seed, numbers), names)

    @classmethod
    def from_position(cls, position: Position | str, names: list[str] | None = None) -> Match:
        """A match that begins from a position, or from its text (docs/positions.md)."""
        match = cls.__new__(cls)
        match.begins = position_text.read(position) if isinstance(position, str) else position.copy()
        match.game, match.players = match.begins.game, match.begins.players
        match.seed = int(match.begins.state.rng)  # where its chance goes on
        match.options = {}
        match._begin(match.begins.copy(), names)
        return match

    def _begin(self, position: Position, names: list[str] | None) -> None:
        self.names = names or [f"player {seat + 1}" for seat in range(self.players)]
        self.steps: list[Step] = []
        self.comments: dict[int, list[str]] = {}  # number of steps played before -> what was said there
        self._legal: dict[int, list[int]] = {}  # of the present position, as far as somebody has asked
        self._steps: dict[int, list[Step]] = {}  # the same with their notation
        self.position = position
        self._floor = 0  # steps before this place cannot be undone
        self._kept: Position | None = None  # the position at the floor, once a step was played from there
        self._turn = self.position.turn  # the turn in which the last step was asked

    @property
    def position(self) -> Position:
        """The present position. What is legal in it is worked out once."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self._forget()

    def _forget(self) -> None:
        self._legal.clear()
        self._steps.clear()

    # -- asking ------------------------------------------------------------------------------------------------------

    @property
    def deciders(self) -> tuple[int, ...]:
        """Seats that may decide now; () when the match is over."""
        return self.position.deciders

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.position.deciders

    def legal(self, seat: int | None = None) -> list[Step]:
        """The legal steps of a seat, by default of the seat whose turn it is; [] if it is not asked."""
        seat = self._asked(seat) if seat is None else seat
        if seat not in self._steps:
            text, reading = self.game.words.text, self.position.reading
            self._steps[seat] = [Step(seat, step, text(reading, seat, step)) for step in self.legal_ids(seat)]
        return self._steps[seat][:]

    def legal_ids(self, seat: int) -> list[int]:
        """The same as bare ids, for programs in a hurry."""
        if seat not in self._legal:
            self._legal[seat] = self.position.legal(seat) if seat in self.position.deciders else []
        return self._legal[seat][:]

    def view(self, seat: int = -1) -> Mapping[str, object]:
        """What a seat sees; without a seat, what everybody may see."""
        return self.position.view(seat)

    def scores(self) -> list[float]:
        """Points of each seat now."""
        return [self.position.score(seat) for seat in range(self.players)]

    def breakdown(self, seat: int) -> dict[str, float]:
        """The seat's points in the parts of the rulebook."""
        return self.game.breakdown(self.position.reading, seat)

    def result(self) -> tuple[float, ...]:
        """Share of the win per seat, once the match is over."""
        return self.position.result() if self.over else (0.0,) * self.players

    def winners(self) -> tuple[int, ...]:
        """The seats that won, tie-breaks applied; () before the end."""
        return tuple(seat for seat, share in enumerate(self.result()) if share > 0)

    def events(self, seat: int = -1) -> list[Event]:
        """What the last step brought about, as far as the seat may know."""
        return self.position.events(seat)

    def question(self, seat: int, language: str | None = None) -> str:
        """What the seat is asked, in words."""
        return self.game.words.question(self.position.reading, seat, self.game.texts(chosen_language(language)))

    def explain(self, step: Step, language: str | None = None) -> str:
        """What a legal step would do, in words."""
        return self.explain_all([step], language)[0]

    def explain_all(self, steps: Iterable[Step], language: str | None = None) -> list[str]:
        """The same for many steps at once."""
        t, reading = self.game.texts(chosen_language(language)), self.position.reading
        return [self.game.words.explain(reading, step.seat, step.id, t) for step in steps]

    def told(self, seat: int = -1, language: str | None = None) -> list[str]:
        """The last step's events as sentences."""
        t = self.game.texts(chosen_language(language))
        return self.tell(self.events(seat), self.names, t)

    def tell(self, events: Iterable[Event], names: list[str], t: Text) -> list[str]:
        """Events as sentences, each with a capital at its beginning, whatever name or piece it begins with."""
        sentences = (self.game.words.tell(event, names, t) for event in events)
        return [capital(sentence) for sentence in sentences if sentence]

    def board(self, seat: int = -1, language: str | None = None, names: list[str] | None = None) -> str:
        """The table as text; names where the players are not called as in the record."""
        return self.game.words.board(self.view(seat), names or self.names, self.game.texts(chosen_language(language)))

    def svg(
        self, seat: int = -1, language: str | None = None, narrow: bool = False, names: list[str] | None = None
    ) -> str:
        """The table as a picture, from the view of a seat; its legal steps are marked."""
        choices = {step.text: step.id for step in self.legal(seat)} if seat >= 0 else {}
        called = names or self.names
        return render(self.game, self.view(seat), Look(called, chosen_language(language), seat, choices, narrow))

    def _repr_svg_(self) -> str:
        """Notebooks show the public view."""
        return self.svg()

    def __repr__(self) -> str:
        state = "over" if self.over else f"turn {self.position.turn}"
        return f"<{self.game.about.title}, {self.players} players, seed {self.seed}, {len(self.steps)} steps, {state}>"

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, step: Step | int | str, seat: int | None = None) -> Step:
        """Carry out a step, given as a Step, its id or its notation. Anything illegal raises and changes nothing."""
        if isinstance(step, Step) and seat is None:
            seat = step.seat
        found, position = self.find(step, seat), self._position
        turn = position.turn
        if turn != self._turn:
            self._raise_floor()  # a new turn has been begun: the last one is settled
            self._turn = turn
        if self._kept is None:
            self._kept = position.copy()
        position.play(found.seat, found.id)
        self._forget()
        self.steps.append(found)
        if position.revealed:
            self._raise_floor()
        return found

    def find(self, step: Step | int | str, seat: int | None = None) -> Step:
        """The legal step that a Step, its id or its notation means, in capitals or not; raises if there is none."""
        seat = self._asked(seat)
        if isinstance(step, str):
            wanted = " ".join(step.split()).lower()
            for legal in self.legal(seat):
                if legal.text.lower() == wanted:
                    return legal
        else:
            wanted_id = step.id if isinstance(step, Step) else step
            whole = hasattr(wanted_id, "__index__") and not isinstance(wanted_id, bool)
            if whole and wanted_id in self.legal_ids(seat):
                return self._named(seat, int(wanted_id))
        raise IllegalStep(str(step) if isinstance(step, Step) else step, [legal.text for legal in self.legal(seat)])

    def _named(self, seat: int, step: int) -> Step:
        """A legal step with its notation, which may be known already."""
        known = next((legal for legal in self._steps.get(seat, ()) if legal.id == step), None)
        return known or Step(seat, step, self.position.notation(seat, step))

    def can_undo(self, seat: int) -> bool:
        """Whether the last step was this seat's and can still be taken back."""
        return len(self.steps) > self._floor and self.steps[-1].seat == seat

    def undo(self, seat: int | None = None) -> Step:
        """Take the last step back: never another player's, nor past a reveal or the start of the player's turn."""
        if self._kept is None or not self.steps or not self.can_undo(self.steps[-1].seat if seat is None else seat):
            raise NoUndo()
        last = self.steps.pop()
        self.comments.pop(len(self.steps) + 1, None)
        position = self._kept.copy()
        for step in self.steps[self._floor :]:
            position.play(step.seat, step.id)
        self.position = position
        return last

    def at(self, place: int) -> Match:
        """The same match as it stood after that many steps."""
        if not 0 <= place <= len(self.steps):
            raise BadPlace(place, len(self.steps))
        earlier = self._anew()
        for step in self.steps[:place]:
            earlier.play(step)
        return earlier

    def replay(self) -> Iterator[Match]:
        """One match that is played again before your eyes: yields it at the start and after every step."""
        again = self._anew()
        yield again
        for step in self.steps:
            again.play(step)
            yield again

    def _anew(self) -> Match:
        """The same match before its first step."""
        if self.begins:
            return Match.from_position(self.begins, list(self.names))
        return Match(self.game, self.players, self.seed, self.options, list(self.names))

    # -- records -----------------------------------------------------------------------------------------------------

    def comment(self, text: str) -> None:
        """Say something about the place the match is at; it is kept in the record."""
        self.comments.setdefault(len(self.steps), []).extend(text.splitlines())

    def record(self) -> str:
        """The match as a text file (docs/record.md). It contains the seed, so show it only when all may be known."""
        return write(self)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _asked(self, seat: int | None) -> int:
        deciders = self.position.deciders
        if not deciders:
            raise MatchOver()
        if seat is None and len(deciders) == 1:
            return deciders[0]
        if seat is None or seat not in deciders:
            raise WrongSeat(seat, deciders)
        return seat

    def _raise_floor(self) -> None:
        self._floor, self._kept = len(self.steps), None


def read(text: str) -> Match:
    """The match that a record describes, replayed to its last step, with everything it says checked."""
    record = parse(text)
    match = _begin(record)
    for line, seat, step in record.steps:
        try:
            match.play(step, seat)
        except KhonsuError as error:
            raise BadRecord(line, error) from error
    match.comments = record.comments
    line, count, digest = record.end
    if count != len(match.steps) or digest != check(match):
        raise BadRecord(line, "this does not fit the {n} moves above; the record is damaged.", n=len(match.steps))
    for key, value in (("scores", match.scores()), ("result", match.result())):
        if key in record.header and record.header[key][1] != numbers(value):
            problem = "{key} should be {value}; the record is damaged."
            raise BadRecord(record.line(key), problem, key=key, value=numbers(value))
    return match


def _begin(record: Record) -> Match:
    """The match that a record's header describes, before its first step."""
    if "game" not in record.header:
        raise BadRecord(1, "the line '{key}: ...' is missing.", key="game")
    try:
        game = find_game(record.header["game"][1])
    except KhonsuError as error:
        raise BadRecord(record.line("game"), error) from error
    if record.number("rules") != game.about.rules:
        raise OtherRules(game.about.title, record.number("rules"), game.about.rules)
    match = _from_position(record, game, *record.position) if record.position else _from_seed(record, game)
    for key, (line, name) in record.header.items():
        if key.startswith("seat "):
            seat = int(key[5:])
            if seat >= match.players:
                raise BadRecord(line, "there is no seat {seat} in a match for {n}.", seat=seat, n=match.players)
            match.names[seat] = name
    return match


def _from_seed(record: Record, game: Game) -> Match:
    """The match that options and seed describe."""
    players, seed = record.number("players"), record.number("seed")
    options = {key[7:]: value for key, (_, value) in record.header.items() if key.startswith("option ")}
    try:
        return Match(game, players, seed, game.about.resolve_record(options))
    except KhonsuError as error:
        raise BadRecord(record.line("players"), error) from error


def _from_position(record: Record, game: Game, line: int, text: str) -> Match:
    """The match that goes on from the position in the header."""
    try:
        match = Match.from_position(text)
    except BadPosition as error:
        raise BadRecord(line + error.line, error.problem) from error
    if match.game is not game or match.players != record.number("players"):
        raise BadRecord(line, "the position is of another game or for another number of players.")
    return match
