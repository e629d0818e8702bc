"""What is shown of a table, for one pair of eyes. Everything here passes through the match's gate for that seat."""

from __future__ import annotations

from typing import Any

from khonsu.draw import render
from khonsu.kernel.position import Position
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.clock import now
from khonsu.web.domain.table import Table
from khonsu.web.services.watcher import Watcher, present
from khonsu.web.settings import EXPLAINED, LOG
from khonsu.web.words import words


def scene(table: Table, watcher: Watcher, fresh: bool = False) -> dict[str, Any]:
    """All that a watcher needs to see now. `fresh`: as if nothing had been sent before."""
    seat, cover = watcher.eyes(table)
    t = words(watcher.language, table.match.game.name)
    start = max(0, len(table.heard) - LOG) if fresh else min(watcher.heard, len(table.heard))
    watcher.heard = len(table.heard)
    made = {
        "kind": "table",
        "ply": table.ply,
        "steps": len(table.heard),
        "you": seat,
        "own": watcher.seats(table),
        "cover": None if cover is None else table.seats[cover].name,
        "cover_seat": cover,
        "asked": list(table.asked),
        "question": question(table, seat, t),
        "choices": choices(table, seat, t),
        "undo": seat >= 0 and table.can_undo(seat),
        "confirm": table.unconfirmed == seat and seat >= 0,
        "confirms": seat >= 0 and table.seats[seat].confirm,
        "begun": table.begun,
        "over": table.finished,
        "hints": bool(table.row.hints) and table.answers(seat),
        "seats": seats(table, seat, t),
        "log": {"from": start, "lines": told(table, seat, t, start)},
        "pledge": table.pledge,
        "secret": [str(table.match.seed), table.row.salt] if table.finished else None,
        "again": table.row.again,
        "flagged": seat >= 0 and table.seats[seat].flagged,
    }
    if watcher.drawing:
        drawn = picture(table, seat, watcher.language, watcher.narrow).split("\n")
        made["drawing"] = changed([] if fresh else watcher.drawn, drawn)
        watcher.drawn = drawn
    if watcher.text:
        made["board"] = table.match.board(seat, watcher.language)
    return made


def picture(table: Table, seat: int, language: str, narrow: bool) -> str:
    """The drawing with the seat's choices, made once for all who look alike; "" for a game without one."""
    key = (seat, language, narrow, table.begun, table.unconfirmed)
    if key not in table.pictures:
        if table.answers(seat) and table.match.game.picture is not None:
            table.pictures[key] = table.match.svg(seat, language, narrow)
        else:
            table.pictures[key] = still(table.match, table.match.position, seat, language, narrow)
    drawn: str = table.pictures[key]
    return drawn


def changed(old: list[str], new: list[str]) -> tuple[int, int, list[str]]:
    """A drawing as lines kept at the beginning, lines kept at the end, and the lines between them now.

    Half of a drawing is style and symbols that never change; they are sent once.
    """
    least = min(len(old), len(new))
    head = next((i for i in range(least) if old[i] != new[i]), least)
    tail = next((i for i in range(least - head) if old[-1 - i] != new[-1 - i]), least - head)
    return head, tail, new[head : len(new) - tail]


def still(match: Match, position: Position, seat: int, language: str, narrow: bool) -> str:
    """The drawing of a position of the match in which nothing can be chosen."""
    if match.game.picture is None:
        return ""
    return render(match.game, position.view(seat), match.names, language, seat, None, narrow)


def question(table: Table, seat: int, t: Text) -> str:
    """Whose turn it is and what is asked, in one sentence."""
    names = [table.seats[other].name for other in table.asked]
    if table.finished:
        return outcome(table, t)
    if not table.begun:
        return t("Waiting for players. Send them their links, or let them find the open seat on the first page.")
    if table.unconfirmed is not None:
        if table.unconfirmed == seat:
            return t("That was your turn. End it, or take steps back.")
        return t("{who} is about to end the turn.", who=names[0])
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


def choices(table: Table, seat: int, t: Text) -> list[dict[str, Any]]:
    """The seat's legal steps, each with what it would do."""
    if not table.answers(seat):
        return []
    key = ("choices", seat, t.language)
    if key not in table.pictures:
        steps = table.match.legal(seat)
        few = len(steps) <= EXPLAINED
        table.pictures[key] = [
            {"id": step.id, "text": step.text, "label": table.match.explain(step, t.language) if few else ""}
            for step in steps
        ]
    made: list[dict[str, Any]] = table.pictures[key]
    return made


def seats(table: Table, viewer: int, t: Text) -> list[dict[str, Any]]:
    """Every seat with its points, as far as the viewer can know them: they are counted in an imagined position."""
    imagined = table.match.position if table.finished else table.match.position.imagine(viewer, 0)
    here, at = present(table), now()
    winners = table.match.winners() if table.finished else ()
    found = []
    for row in table.seats:
        parts = table.match.game.breakdown(imagined.state, row.seat)
        bot = table.player(row.seat)
        found.append(
            {
                "seat": row.seat,
                "name": row.name,
                "bot": bot,
                "filled": table.filled(row),
                "here": bot is not None or row.kind == "program" or row.seat in here,
                "left": row.stand_in is not None,
                "score": number(imagined.score(row.seat)),
                "parts": [[t.term(name).capitalize(), number(points)] for name, points in parts.items()],
                "winner": row.seat in winners,
                "asked": row.seat in table.asked,
                "clock": table.left(row.seat, at),
                "gone": at - table.gone[row.seat] if row.seat in table.gone else None,
            }
        )
    return found


def told(table: Table, viewer: int, t: Text, start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
    """The log from a step on, to another one: its number, its seat, its sentences."""
    tell, names = table.match.game.words.tell, table.match.names
    lines = []
    for n, heard in enumerate(table.heard[start:stop], start):
        said = [sentence for event in heard.events[viewer + 1] if (sentence := tell(event, names, t))]
        if n in table.notes:
            said.insert(0, table.notes[n])
        lines.append({"n": n, "seat": heard.seat, "said": said})
    return lines


def number(points: float) -> float | int:
    """Points without a needless fraction."""
    return int(points) if points == int(points) else round(points, 2)
