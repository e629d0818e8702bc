"""A table: a match, its seats, and the journal it is derived from. No network, no database, no waiting in here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import khonsu
from khonsu.errors import Clause, KhonsuError, MatchOver, NoUndo, OtherRules
from khonsu.kernel.game import Event
from khonsu.kernel.position import Position
from khonsu.match import Match, Step
from khonsu.match.advice import closes
from khonsu.match.views import Views
from khonsu.text import Text
from khonsu.web.domain.arrangement import Arrangement, Entry, Seat
from khonsu.web.domain.characters import shown_names
from khonsu.web.domain.clock import Pauses
from khonsu.web.domain.council import Proposal, advised
from khonsu.web.domain.pledge import comments, pledge
from khonsu.web.domain.presence import Presence
from khonsu.web.words import words


class Stale(KhonsuError):
    """An answer to a question that is not open any more."""

    template = "The match has moved on, so nothing was played. This is how it stands now."


class NotBegun(KhonsuError):
    """A step before everybody is there."""

    template = "The match begins when all seats are taken."


class Unconfirmed(KhonsuError):
    """A step while somebody may still take theirs back."""

    template = "{who} has not ended their turn yet."


class NotYours(KhonsuError):
    """A step for a seat of somebody else."""

    template = "That seat belongs to somebody else."


class BotPlays(KhonsuError):
    """A step of somebody whose seat a bot has taken over."""

    template = "A bot is playing for you. Take your seat back before you play on."


class OutOfTime(KhonsuError):
    """A step of somebody whose clock has run out."""

    template = "Your time has run out. A bot plays for you until the end of the match."


class NotFinished(KhonsuError):
    """Something that is shown only after the end."""

    template = "You can download or replay the match when it is over; before that, it would give secrets away."


class Played(NamedTuple):
    """What a step brought about, as each viewer may know it (spectators first), and when it was played."""

    seat: int
    turn: int  # the turn it belongs to
    events: tuple[list[Event], ...]
    closing: bool = False  # it did nothing but end the turn, as far as it was up to its seat


class Held(NamedTuple):
    """A step that would end its seat's turn: chosen, and not carried out before it is confirmed."""

    step: Step
    after: Position | None  # what it leads to; None where it reveals something that nobody may know before


class Table:
    """The present state of a table, and what may be done at it."""

    def __init__(self, arrangement: Arrangement, seats: list[Seat], pauses: Pauses | None = None) -> None:
        game = khonsu.game(arrangement.game)
        if arrangement.rules != game.about.rules:
            raise OtherRules(game.about.title, arrangement.rules, game.about.rules)
        self.arrangement = arrangement
        self.seats = seats
        self.pauses = pauses or Pauses()
        self._names: dict[str, list[str]] = {}  # by language
        self.match = Match(game, arrangement.players, int(arrangement.seed), arrangement.options)
        self.rename()
        self.pledge = pledge(self.match.seed, arrangement.salt)
        self.presence = Presence()
        self._views: Views | None = None  # these three are of the present position
        self._points: dict[int, list[dict[str, float]]] = {}
        self._secret: bool | None = None
        self.deciders = self.match.deciders  # of the present position; asked for dozens of times
        self.ply = 0  # entries of the journal so far
        self.played: list[Played] = []  # one for each step that stands
        self.notes: dict[int, str] = {}  # steps played before -> why greedy plays the next one for another bot
        self.held: Held | None = None
        self.proposals: dict[int, Proposal] = {}  # to the seats that are asked, from their partners
        self.settled = 0  # steps that stood when a turn was last confirmed
        self.spent = [0.0] * arrangement.players  # seconds of thought
        self.since = arrangement.begun_at or arrangement.made_at  # when the open question was asked

    @property
    def key(self) -> str:
        """The table's id."""
        return self.arrangement.id

    def renew(self, arrangement: Arrangement, seats: list[Seat]) -> None:
        """Take over what another process has changed."""
        if not self.begun and arrangement.begun_at is not None:
            self.since = arrangement.begun_at
        self.arrangement, self.seats = arrangement, seats
        self.rename()

    # -- who -----------------------------------------------------------------------------------------------------------

    def names(self, t: Text) -> list[str]:
        """What everybody is called, in the reader's language."""
        if t.language not in self._names:
            self._names[t.language] = shown_names(self.seats, t)
        return self._names[t.language]

    def rename(self) -> None:
        """Let everybody know who plays now; a record is in English."""
        self._names.clear()
        self.match.names[:] = self.names(words("en"))

    def own_seats(self, person: str) -> list[int]:
        """The seats of a person."""
        return [seat.seat for seat in self.seats if seat.person is not None and seat.person == person]

    @property
    def somebody_plays(self) -> bool:
        """Whether a person or a program plays a seat, and so waits for the others."""
        return any(seat.kind not in ("bot", "record") and seat.stand_in is None for seat in self.seats)

    @property
    def begun(self) -> bool:
        """Whether all seats are taken."""
        return self.arrangement.begun_at is not None

    @property
    def unconfirmed(self) -> int | None:
        """The seat that has come to the end of its turn and may still take it back."""
        return self.held.step.seat if self.held else None

    @property
    def finished(self) -> bool:
        """Whether the match is over for good; only then seed and record may be shown."""
        return not self.deciders

    @property
    def open(self) -> bool:
        """Whether all secrets of the table may be seen."""
        return self.finished or self.arrangement.uploaded

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are waited for."""
        if not self.begun or self.finished:
            return ()
        return self.deciders

    @property
    def bot_to_move(self) -> int | None:
        """A seat that is asked and played by a bot."""
        if self.unconfirmed is not None or not self.begun:
            return None
        return next((seat for seat in self.deciders if self.seats[seat].player), None)

    def answers(self, seat: int) -> bool:
        """Whether whoever sits there has a step to choose now."""
        return seat in self.asked and self.unconfirmed is None and self.seats[seat].player is None

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its last step back."""
        if not self.begun or self.finished or self.seats[seat].player is not None:
            return False
        return self.unconfirmed == seat or (len(self.played) > self.settled and self.match.can_undo(seat))

    @property
    def secret(self) -> bool:
        """Whether any seat sees something now that spectators do not."""
        if self._secret is None:
            public = self.views.of(-1)
            self._secret = any(self.views.of(seat) != public for seat in range(self.match.players))
        return self._secret

    @property
    def views(self) -> Views:
        """What each seat sees of the present position; kept until it changes or nobody needs them."""
        if self._views is None:
            self._views = Views(self.match.position)
        return self._views

    def view(self, seat: int) -> Mapping[str, Any]:
        """What a seat sees (-1: a spectator), in drawings and as text. A turn is somebody's until it is confirmed."""
        view, turn = self._seen(seat).of(seat), self.unconfirmed
        return view if turn is None else {**view, "current": turn, "deciders": [turn]}

    def points(self, viewer: int) -> list[dict[str, float]]:
        """Every seat's points in parts, as they are in the viewer's view."""
        if viewer not in self._points:
            self._points[viewer] = self._seen(viewer).points(viewer)
        return self._points[viewer]

    def _seen(self, seat: int) -> Views:
        """Who has a turn to confirm looks at what the held step leads to; the others do not yet."""
        held = self.held
        return Views(held.after) if held and held.after and held.step.seat == seat else self.views

    def put_away(self) -> None:
        """Nobody needs the views for a while: they take more room than all else that is known of a table."""
        self._views = None

    # -- doing ---------------------------------------------------------------------------------------------------------

    def may_act(self, seat: int) -> None:
        """Raise if a bot plays this seat, for a while or for good, instead of the one who sits there."""
        if self.seats[seat].flagged:
            raise OutOfTime()
        if self.seats[seat].player is not None:
            raise BotPlays()

    def check(self, seat: int, kind: str, what: int | str | None = None, ply: int | None = None) -> Entry:
        """The entry for the journal that this would make; raises if it may not be done. Changes nothing."""
        if ply is not None and ply != self.ply:
            raise Stale()
        if self.finished:
            raise MatchOver()
        if not self.begun:
            raise NotBegun()
        waiting = self.unconfirmed
        text = ""
        if kind == "done" and waiting != seat:
            raise Stale()
        if kind == "undo" and not self.can_undo(seat):
            raise NoUndo()
        if kind == "note":  # the house's own, before the step of a bot that was stood in for
            text = str(what)
        if kind == "step":
            if waiting is not None:
                raise Unconfirmed(who=self.seats[waiting].name or Clause("Guest", {}))
            step = self.match.find("" if what is None else what, seat)
            text, kind = step.text, "hold" if self._must_confirm(step) else "step"
        return Entry(table=self.key, ply=self.ply, seat=seat, kind=kind, text=text)

    def propose(self, by: int, to: int | None, step: int | None, ply: int) -> None:
        """Say what one would do in the place of a partner who is asked; only the two of them may ever know."""
        if ply != self.ply:
            raise Stale()
        if to is None or to != advised(self, by):
            raise NotYours()
        self.proposals[to] = Proposal(by, None if step is None else self.match.find(step, to))

    def _must_confirm(self, step: Step) -> bool:
        """Whether a step ends the turn of a person who wants to be asked first; what all choose at once does not."""
        asks = self.seats[step.seat].confirm and self.seats[step.seat].player is None
        asks = asks and self.deciders == (step.seat,) and not self._said_to_end(step)
        return asks and self._ends_turn(step, self._after(step))

    def _said_to_end(self, step: Step) -> bool:
        """Whether the turn is ended in so many words, by this step or by one before: who did so is not asked again."""
        turn = self.match.position.turn
        before = [played.closing for played in self.played[-9:] if played.turn == turn and played.seat == step.seat]
        return any(before) or closes(self.match.game, step.id)

    def _after(self, step: Step) -> Position:
        after = self.match.position.copy()
        after.play(step.seat, step.id)
        return after

    def _ends_turn(self, step: Step, after: Position) -> bool:
        return after.deciders != (step.seat,) or after.turn != self.match.position.turn

    def apply(self, entry: Entry) -> None:
        """Carry out an entry that stands in the journal."""
        for seat in self.asked:
            self.spent[seat] += self.pauses.open_seconds(self.since, entry.at)
        held, self.held = self.held, None
        self._views = self._secret = None
        self._points.clear()
        if entry.kind == "step":
            self._play(entry.text, entry.seat)
        elif entry.kind == "hold":
            step = self.match.find(entry.text, entry.seat)
            after = self._after(step)
            self.held = Held(step, None if after.revealed else after)
        elif entry.kind == "done" and held:
            self._play(held.step.text, entry.seat)
        elif entry.kind == "undo" and not held:
            self.match.undo(entry.seat)
            self.played.pop()
        elif entry.kind == "note":
            self.notes[len(self.match.steps)] = entry.text
        self.deciders = self.match.deciders
        if entry.kind != "note":
            still = set(self.deciders) - {entry.seat}  # a question stays until its seat has answered
            self.proposals = {to: made for to, made in self.proposals.items() if to in still}
        self.settled = len(self.played) if entry.kind == "done" else min(self.settled, len(self.played))
        self.since = entry.at
        self.ply += 1

    def _play(self, text: str, seat: int) -> None:
        turn = self.match.position.turn
        closing = closes(self.match.game, self.match.play(text, seat).id)
        public, everybody = self.match.events(), range(self.match.players)
        if any(event.hidden for event in public):
            views = [self.match.events(other) for other in everybody]
            shared = (public, *(public if events == public else events for events in views))
        else:
            shared = (public,) * (1 + len(everybody))
        self.played.append(Played(seat, turn, shared, closing))

    # -- time ----------------------------------------------------------------------------------------------------------

    def left(self, seat: int, at: float) -> float | None:
        """Seconds that the seat's clock still shows."""
        clock = self.arrangement.clock
        if not clock:
            return None
        running = self.pauses.open_seconds(self.since, at) if seat in self.asked else 0.0
        if "days" in clock:
            return clock["days"] * 86400 - running
        return clock["minutes"] * 60 - self.spent[seat] - running

    def time_is_up(self, seat: int, at: float) -> bool:
        """Whether the seat is waited for, its clock has run out and no bot has taken it over yet."""
        left = self.left(seat, at)
        return left is not None and left <= 0 and seat in self.asked and self.seats[seat].player is None

    def record(self) -> str:
        """The record, with what was pledged about its seed. Only for a table that is finished."""
        if not self.open:
            raise NotFinished()
        self.match.comments = {place: [note] for place, note in self.notes.items()}
        if self.arrangement.salt:
            said = comments(self.match.seed, self.arrangement.salt)
            self.match.comments[0] = [*said, *self.match.comments.get(0, [])]
        return self.match.record()
