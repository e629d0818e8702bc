"""What is shown of a table, for one pair of eyes. Everything here passes through the match's gate for that seat."""

from __future__ import annotations

from khonsu.draw import draw
from khonsu.draw.easel import Part
from khonsu.kernel.position import Position
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.clock import now
from khonsu.web.domain.table import Table
from khonsu.web.scenes.eyes import Eyes, Shown
from khonsu.web.scenes.messages import Choice, Drawing, Line, Log, Points, Scene, SeatShown
from khonsu.web.settings import EXPLAINED, LOG
from khonsu.web.words import words


class Scenes:
    """What is shown of one table. What was made once is kept for all who look alike, until something changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pictures: dict[tuple[int, str, bool], list[str]] = {}
        self._choices: dict[tuple[int, str], list[Choice]] = {}

    def forget(self) -> None:
        """Something has changed."""
        self._pictures.clear()
        self._choices.clear()

    def put_away(self) -> None:
        """Everybody has been told: the next to ask is soon drawn for, from parts that are remembered."""
        self._pictures.clear()

    def scene(self, eyes: Eyes, fresh: bool = False) -> Scene:
        """All that these eyes need to see now. `fresh`: as if nothing had been sent before."""
        table, (seat, cover) = self.table, eyes.view(self.table)
        t = words(eyes.language, table.match.game.name)
        start = max(0, len(table.played) - LOG) if fresh else min(eyes.told, len(table.played))
        eyes.told = len(table.played)
        made = Scene(
            ply=table.ply,
            steps=len(table.played),
            you=seat,
            own=eyes.seats(table),
            cover=None if cover is None else table.seats[cover].name,
            cover_seat=cover,
            asked=list(table.asked),
            question=question(table, seat, t),
            choices=self.choices(seat, t),
            undo=seat >= 0 and table.can_undo(seat),
            confirm=table.unconfirmed == seat and seat >= 0,
            confirms=seat >= 0 and table.seats[seat].confirm,
            begun=table.begun,
            over=table.finished,
            hints=bool(table.arrangement.hints) and table.answers(seat),
            seats=seats(table, seat, t),
            log=Log(start, told(table, seat, t, start)),
            pledge=table.pledge,
            secret=(str(table.match.seed), table.arrangement.salt) if table.finished else None,
            again=table.arrangement.again,
            flagged=seat >= 0 and table.seats[seat].flagged,
        )
        if eyes.drawing:
            drawn = self.picture(seat, eyes.language, eyes.narrow)
            made.drawing, eyes.drawn = changed([] if fresh else eyes.drawn, drawn)
        if eyes.text:
            made.board = table.match.board(seat, eyes.language)
        return made

    def picture(self, seat: int, language: str, narrow: bool) -> list[str]:
        """The drawing with the seat's choices, in its parts; none for a game without one."""
        key = (seat, language, narrow)
        if key not in self._pictures:
            match, choices = self.table.match, None
            if self.table.answers(seat):
                choices = {step.text: step.id for step in match.legal(seat)}
            self._pictures[key] = still(match, match.position, seat, language, narrow, choices)
        return self._pictures[key]

    def choices(self, seat: int, t: Text) -> list[Choice]:
        """The seat's legal steps, each with what it would do."""
        if not self.table.answers(seat):
            return []
        key = (seat, t.language)
        if key not in self._choices:
            match = self.table.match
            steps = match.legal(seat)
            few = len(steps) <= EXPLAINED
            labels = [match.explain(step, t.language) if few else "" for step in steps]
            self._choices[key] = [Choice(step.id, step.text, label) for step, label in zip(steps, labels)]
        return self._choices[key]


def changed(old: Shown, new: list[str]) -> tuple[Drawing, Shown]:
    """What to send to somebody who has the old parts of a drawing: for each new one its place among the old, or itself.

    Of a part that is remembered its number is enough to know it again, and takes less room than the part.
    """
    places = {known: place for place, known in enumerate(old)}
    shown = [part.number if type(part) is Part else part for part in new]
    return [places[known] if known in places else str.__str__(part) for known, part in zip(shown, new)], shown


def still(
    match: Match,
    position: Position,
    seat: int,
    language: str,
    narrow: bool,
    choices: dict[str, int] | None = None,
) -> list[str]:
    """The drawing of a position of the match in parts; without choices nothing can be chosen in it."""
    if match.game.picture is None:
        return []
    return draw(match.game, position.view(seat), match.names, language, seat, choices, narrow)


def question(table: Table, seat: int, t: Text) -> str:
    """Whose turn it is and what is asked, in one sentence."""
    names = [table.seats[other].name for other in table.asked]
    if table.finished:
        return outcome(table, t)
    if not table.begun:
        return t("Waiting for players. Send them their links, or let them find the open seat on the home page.")
    if table.unconfirmed is not None:
        if table.unconfirmed == seat:
            return t("Your turn is complete. End it, or undo.")
        return t("{who} is about to end their turn.", who=names[0])
    if table.answers(seat):
        return table.match.question(seat, t.language)
    if len(names) == 1:
        return t("{who} is thinking.", who=names[0])
    return t("{who} are choosing.", who=t.items(names))


def outcome(table: Table, t: Text) -> str:
    """Who has won."""
    winners = [table.seats[seat].name for seat in table.match.winners()]
    if len(winners) == 1:
        return t("The match is over: {who} wins.", who=winners[0])
    return t("The match is over: {who} share the victory.", who=t.items(winners))


def seats(table: Table, viewer: int, t: Text) -> list[SeatShown]:
    """Every seat with its points, as far as the viewer can know them: they are counted in an imagined position."""
    imagined = table.match.position if table.finished else table.match.position.imagine(viewer, 0)
    here, gone, at = table.presence.present(), table.presence.gone, now()
    winners = table.match.winners() if table.finished else ()
    found = []
    for row in table.seats:
        parts = table.match.game.breakdown(imagined.state, row.seat)
        found.append(
            SeatShown(
                seat=row.seat,
                name=row.name,
                bot=row.player,
                filled=row.filled,
                here=row.player is not None or row.kind == "program" or row.seat in here,
                left=row.stand_in is not None,
                score=number(imagined.score(row.seat)),
                parts=[(t.term(name).capitalize(), number(points)) for name, points in parts.items()],
                winner=row.seat in winners,
                asked=row.seat in table.asked,
                clock=table.left(row.seat, at),
                gone=at - gone[row.seat] if row.seat in gone else None,
            )
        )
    return found


def told(table: Table, viewer: int, t: Text, start: int = 0, stop: int | None = None) -> list[Line]:
    """The log from a step on, to another one."""
    tell, names = table.match.game.words.tell, table.match.names
    lines = []
    for n, played in enumerate(table.played[start:stop], start):
        said = [sentence for event in played.events[viewer + 1] if (sentence := tell(event, names, t))]
        if n in table.notes:
            said.insert(0, table.notes[n])
        lines.append(Line(n, played.seat, said))
    return lines


def number(points: float) -> Points:
    """Points without a needless fraction."""
    return int(points) if points == int(points) else round(points, 2)
