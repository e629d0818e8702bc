"""What is shown of a table, for one pair of eyes. Everything here passes through the match's gate for that seat."""

from __future__ import annotations

from collections.abc import Mapping

from khonsu.authors.telling import Shortcut
from khonsu.draw import Look, draw
from khonsu.draw.easel import Part
from khonsu.kernel.position import Position
from khonsu.match import Match, Step, advice
from khonsu.text import Text
from khonsu.web.domain.characters import face
from khonsu.web.domain.clock import now
from khonsu.web.domain.council import advised
from khonsu.web.domain.table import Table
from khonsu.web.scenes.eyes import Eyes, Shown
from khonsu.web.scenes.messages import DrawingParts, LegalStep, Log, LogLine, Points, ProposalShown, Scene, SeatShown
from khonsu.web.scenes.story import retold, turn_start
from khonsu.web.settings import EXPLAINED, EXPLAINED_IN_TEXT, LOG
from khonsu.web.words import bot_name, words


class Scenes:
    """What is shown of one table. What was made once is kept for all who look alike, until something changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pictures: dict[tuple[int, str, bool, bool], list[str]] = {}
        self._logs: dict[tuple[int, str, int], Log] = {}
        self._short: dict[tuple[int, str], list[Shortcut]] = {}
        self._offered: dict[tuple[int, str, bool], list[LegalStep]] = {}
        self._choices: dict[tuple[int, str, bool], list[LegalStep]] = {}
        self._choosers: dict[int, int | None] = {}

    def forget(self) -> None:
        """Something has changed."""
        for kept in (self._short, self._offered, self._choices, self._choosers):
            kept.clear()
        self.put_away()

    def put_away(self) -> None:
        """Everybody has been told: the next to ask is soon drawn for, from parts that are remembered."""
        self._pictures.clear()
        self._logs.clear()
        self.table.put_away()

    def scene(self, eyes: Eyes, fresh: bool = False) -> Scene:
        """All that these eyes need to see now. `fresh`: as if nothing had been sent before."""
        table, (seat, cover) = self.table, eyes.view(self.table)
        t = words(eyes.language, table.match.game.name)
        start = max(0, len(table.played) - LOG) if fresh else min(eyes.told, len(table.played))
        eyes.told, by_hand = len(table.played), eyes.token_seat is None
        asked = None if table.answers(seat) else self.chooser(seat)
        made = Scene(
            ply=table.ply,
            steps=len(table.played),
            you=seat,
            own=eyes.seats(table),
            cover=None if cover is None else table.names(t)[cover],
            cover_seat=cover,
            asked=list(table.asked),
            question=question(table, seat, t),
            choices=self.choices(seat, t, eyes),
            undo=seat >= 0 and table.can_undo(seat),
            confirm=table.unconfirmed == seat and seat >= 0,
            confirms=seat >= 0 and table.seats[seat].confirm,
            begun=table.begun,
            over=table.finished,
            hints=bool(table.arrangement.hints) and table.answers(seat),
            seats=seats(table, seat, t),
            log=self.log(seat, t, start),
            pledge=table.pledge,
            secret=(str(table.match.seed), table.arrangement.salt) if table.finished else None,
            again=table.arrangement.again,
            flagged=seat >= 0 and table.seats[seat].flagged,
            advises=None if asked is None else table.names(t)[asked],
            proposal=proposal(table, seat if asked is None else asked, t),
        )
        if eyes.drawing:
            drawn = self.picture(seat, eyes.language, eyes.narrow, by_hand)
            made.drawing, eyes.drawn = changed([] if fresh else eyes.drawn, drawn)
        if eyes.text:
            made.board = table.match.game.words.board(table.view(seat), table.names(t), t)
        return made

    def log(self, seat: int, t: Text, since: int) -> Log:
        """The log from the beginning of a turn on. All eyes read the same where nothing in it is for one seat alone."""
        table = self.table
        start = turn_start(table, since)
        told = table.played[max(0, start - 1) :]
        reader = seat if any(played.events[seat + 1] is not played.events[0] for played in told) else -1
        key = (reader, t.language, start)
        if key not in self._logs:
            self._logs[key] = Log(start, retold(table, reader, t, start))
        return self._logs[key]

    def picture(self, seat: int, language: str, narrow: bool, by_hand: bool = True) -> list[str]:
        """The drawing with the seat's choices, in its parts; none for a game without one."""
        key = (seat, language, narrow, by_hand)
        if key not in self._pictures:
            match, choices = self.table.match, None
            if self.chooser(seat) is not None:
                offered = self.offered(seat, words(language, match.game.name), by_hand)
                choices = {step.text: step.id for step in offered}
            names = self.table.names(words(language))
            self._pictures[key] = still(match, self.table.view(seat), names, seat, language, narrow, choices)
        return self._pictures[key]

    def chooser(self, seat: int) -> int | None:
        """Whose choices these eyes see: their own, or those of a partner to whom they may propose one."""
        if seat not in self._choosers:
            self._choosers[seat] = seat if self.table.answers(seat) else advised(self.table, seat)
        return self._choosers[seat]

    def shortcuts(self, chooser: int, language: str) -> list[Shortcut]:
        """Several steps in one, for a person."""
        key = (chooser, language)
        if key not in self._short:
            match = self.table.match
            self._short[key] = advice.shortcuts(match, chooser, match.game.texts(language))
        return self._short[key]

    def offered(self, seat: int, t: Text, by_hand: bool = True) -> list[LegalStep]:
        """What the seat may choose; by hand, several steps may be one."""
        if (chooser := self.chooser(seat)) is None:
            return []
        key = (seat, t.language, by_hand)
        if key not in self._offered:
            short = self.shortcuts(chooser, t.language) if by_hand else []
            legal = advice.not_replaced(self.table.match.legal(chooser), short)
            several = [LegalStep(each.id, each.notation, each.label, each.costs) for each in short]
            self._offered[key] = [*(LegalStep(step.id, step.text, "") for step in legal), *several]
        return self._offered[key]

    def choices(self, seat: int, t: Text, eyes: Eyes) -> list[LegalStep]:
        """What may be chosen; a few are sent with what each would do, many stand on the board and are asked for."""
        by_hand, few = eyes.token_seat is None, EXPLAINED_IN_TEXT if eyes.text else EXPLAINED
        offered = self.offered(seat, t, by_hand)
        if len(offered) > few:
            return offered
        key = (seat, t.language, by_hand)
        if key not in self._choices:
            asked = seat if (chooser := self.chooser(seat)) is None else chooser
            plain = [Step(asked, step.id, step.text) for step in offered if not step.label]
            labels = iter(self.table.match.explain_all(plain, t.language))
            self._choices[key] = [
                step if step.label else LegalStep(step.id, step.text, next(labels)) for step in offered
            ]
        return self._choices[key]


def changed(old: Shown, new: list[str]) -> tuple[DrawingParts, Shown]:
    """What to send to somebody who has the old parts of a drawing: for each new one its place among the old, or itself.

    Of a part that is remembered its number is enough to know it again, and takes less room than the part.
    """
    places = {known: place for place, known in enumerate(old)}
    shown = [part.number if type(part) is Part else part for part in new]
    return [places[known] if known in places else str.__str__(part) for known, part in zip(shown, new)], shown


def still(
    match: Match,
    view: Mapping[str, object],
    names: list[str],
    seat: int,
    language: str,
    narrow: bool,
    choices: dict[str, int] | None = None,
) -> list[str]:
    """The drawing of a view of the match in parts; without choices nothing can be chosen in it."""
    if match.game.picture is None:
        return []
    return draw(match.game, view, Look(names, language, seat, choices, narrow))


def proposal(table: Table, asked: int, t: Text) -> ProposalShown | None:
    """What was proposed to the seat that is asked. Who may see it is the caller's care."""
    made = table.proposals.get(asked)
    if made is None:
        return None
    label = table.match.explain(made.step, t.language) or made.step.text if made.step else ""
    return ProposalShown(table.names(t)[made.by], made.step.id if made.step else None, label)


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
    if (asked := advised(table, seat)) is not None:
        asks = table.match.question(asked, t.language)
        return t("{who} decides. What do you propose? {question}", who=called[asked], question=asks)
    here = [called[other] for other in table.asked if other not in table.presence.gone]
    if len(here) > 1:
        return t("{who} are choosing.", who=t.items(here))
    if here:
        return t("{who} is thinking.", who=here[0])
    return t("{who} is away.", who=names[0]) if len(names) == 1 else t("{who} are away.", who=t.items(names))


def outcome(table: Table, t: Text) -> str:
    """Who has won."""
    names = table.names(t)
    winners = [names[seat] for seat in table.match.winners()]
    if not winners:
        return t("The match is over: nobody wins.")
    if len(winners) == 1:
        return t("The match is over: {who} wins.", who=winners[0])
    return t("The match is over: {who} share the victory.", who=t.items(winners))


def seats(table: Table, viewer: int, t: Text) -> list[SeatShown]:
    """Every seat with its points, as far as the viewer can know them."""
    here, gone, at = table.presence.present(), table.presence.gone, now()
    winners = table.match.winners() if table.finished else ()
    found = []
    for row, name, parts in zip(table.seats, table.names(t), table.points(viewer)):
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
                score=number(sum(parts.values())),
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
    return number(sum(position.game.breakdown(position.reading, seat).values()))


def told(table: Table, viewer: int, t: Text, start: int = 0, stop: int | None = None) -> list[LogLine]:
    """The log from a step on, to another one."""
    names = table.names(t)
    lines = []
    for n, played in enumerate(table.played[start:stop], start):
        said = table.match.tell(played.events[viewer + 1], names, t)
        if n in table.notes:
            said.insert(0, table.notes[n])
        lines.append(LogLine(n, played.seat, said))
    return lines


def number(points: float) -> Points:
    """Points without a needless fraction."""
    return int(points) if points == int(points) else round(points, 2)
