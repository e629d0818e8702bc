"""What is shown of a table, for one pair of eyes. Everything here passes through the match's gate for that seat."""

from __future__ import annotations

from khonsu.draw import render
from khonsu.kernel.position import Position
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.characters import face
from khonsu.web.domain.clock import now
from khonsu.web.domain.table import Table
from khonsu.web.scenes.eyes import Eyes
from khonsu.web.scenes.messages import Choice, Drawing, Line, Log, Points, Scene, SeatShown
from khonsu.web.settings import EXPLAINED, LOG
from khonsu.web.words import bot_name, words


class Scenes:
    """What is shown of one table. What was made once is kept for all who look alike, until something changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pictures: dict[tuple[int, str, bool], str] = {}
        self._choices: dict[tuple[int, str], list[Choice]] = {}

    def forget(self) -> None:
        """Something has changed."""
        self._pictures.clear()
        self._choices.clear()

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
            cover=None if cover is None else table.names(t)[cover],
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
            drawn = self.picture(seat, eyes.language, eyes.narrow).split("\n")
            made.drawing = changed([] if fresh else eyes.drawn, drawn)
            eyes.drawn = drawn
        if eyes.text:
            made.board = table.match.board(seat, eyes.language, table.names(t))
        return made

    def picture(self, seat: int, language: str, narrow: bool) -> str:
        """The drawing with the seat's choices; "" for a game without one."""
        key = (seat, language, narrow)
        if key not in self._pictures:
            match, names = self.table.match, self.table.names(words(language))
            if self.table.answers(seat) and match.game.picture is not None:
                self._pictures[key] = match.svg(seat, language, narrow, names)
            else:
                waiting = self.table.unconfirmed
                self._pictures[key] = still(match, self.position(seat), names, seat, language, narrow, waiting)
        return self._pictures[key]

    def position(self, seat: int) -> Position:
        """What the seat looks at: who has a turn to confirm sees what the held step leads to, the others do not yet."""
        held = self.table.held
        return held.after if held and held.after and held.step.seat == seat else self.table.match.position

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


def changed(old: list[str], new: list[str]) -> Drawing:
    """A drawing as lines kept at the beginning, lines kept at the end, and the lines between them now.

    Half of a drawing is style and symbols that never change; they are sent once.
    """
    least = min(len(old), len(new))
    head = next((i for i in range(least) if old[i] != new[i]), least)
    tail = next((i for i in range(least - head) if old[-1 - i] != new[-1 - i]), least - head)
    return head, tail, new[head : len(new) - tail]


def still(
    match: Match,
    position: Position,
    names: list[str],
    seat: int,
    language: str,
    narrow: bool,
    turn: int | None = None,
) -> str:
    """The drawing of a position of the match in which nothing can be chosen; `turn`: whose turn it still is."""
    if match.game.picture is None:
        return ""
    view = position.view(seat)
    if turn is not None:
        view |= {"current": turn, "deciders": [turn]}
    return render(match.game, view, names, language, seat, None, narrow)


def question(table: Table, seat: int, t: Text) -> str:
    """Whose turn it is and what is asked, in one sentence."""
    called = table.names(t)
    names = [called[other] for other in table.asked]
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
        away = table.asked[0] in table.presence.gone
        return t("{who} is away.", who=names[0]) if away else t("{who} is thinking.", who=names[0])
    return t("{who} are choosing.", who=t.items(names))


def outcome(table: Table, t: Text) -> str:
    """Who has won."""
    names = table.names(t)
    winners = [names[seat] for seat in table.match.winners()]
    if len(winners) == 1:
        return t("The match is over: {who} wins.", who=winners[0])
    return t("The match is over: {who} share the victory.", who=t.items(winners))


def seats(table: Table, viewer: int, t: Text) -> list[SeatShown]:
    """Every seat with its points, as far as the viewer can know them: they are counted in an imagined position."""
    imagined = table.match.position if table.finished else table.match.position.imagine(viewer, 0)
    here, gone, at = table.presence.present(), table.presence.gone, now()
    winners = table.match.winners() if table.finished else ()
    found = []
    for row, name in zip(table.seats, table.names(t)):
        parts = table.match.game.breakdown(imagined.state, row.seat)
        found.append(
            SeatShown(
                seat=row.seat,
                name=name,
                bot=row.player,
                plays=bot_name(row.player, t) if row.player else "",
                face=face(row),
                filled=row.filled,
                here=row.player is not None or row.kind == "program" or row.seat in here,
                left=row.stand_in is not None,
                score=shown_points(imagined, row.seat),
                parts=[(t.term(part).capitalize(), number(points)) for part, points in parts.items()],
                winner=row.seat in winners,
                asked=row.seat in table.asked,
                clock=table.left(row.seat, at),
                gone=at - gone[row.seat] if row.seat in gone else None,
            )
        )
    return found


def shown_points(position: Position, seat: int) -> Points:
    """What people count: the parts of the rulebook, without what only breaks ties."""
    return number(sum(position.game.breakdown(position.state, seat).values()))


def told(table: Table, viewer: int, t: Text, start: int = 0, stop: int | None = None) -> list[Line]:
    """The log from a step on, to another one."""
    names = table.names(t)
    lines = []
    for n, played in enumerate(table.played[start:stop], start):
        said = table.match.tell(played.events[viewer + 1], names, t)
        if n in table.notes:
            said.insert(0, table.notes[n])
        lines.append(Line(n, played.seat, said))
    return lines


def number(points: float) -> Points:
    """Points without a needless fraction."""
    return int(points) if points == int(points) else round(points, 2)
