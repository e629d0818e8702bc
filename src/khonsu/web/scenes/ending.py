"""How a match ended: everybody's points side by side with their parts, and how it came to that."""

from __future__ import annotations

from dataclasses import dataclass

from khonsu.draw.labels import shorten
from khonsu.games import part
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.table import Table
from khonsu.web.scenes.messages import Points, SeatShown
from khonsu.web.scenes.scene import number, outcome, seats, shown_points

WIDTH, HEIGHT = 226, 150  # of the curves
LABELS = 5  # lines across them at most
LINE = 16  # between the names at their ends
NAME = 13  # letters of a name there
MARKERS = 5  # on a curve, the last one at its end
SHAPES = (  # of the seats, around (0, 0)
    "M-5,0A5,5 0 1 1 5,0A5,5 0 1 1 -5,0Z",
    "M-4.5,-4.5H4.5V4.5H-4.5Z",
    "M0,-5.5L5.5,4.5H-5.5Z",
    "M0,-6L6,0L0,6L-6,0Z",
    "M-3,-5H3L6,0L3,5H-3L-6,0Z",
)


@dataclass(frozen=True)
class Emblem:
    """Who stands before the sun: a god's sign, a bot's face, or the shape of the seat."""

    seat: int
    x: float
    sign: str  # the id of a symbol of the drawing
    face: str
    shape: str


@dataclass(frozen=True)
class Curve:
    """The points of one seat, turn by turn, as a line to draw."""

    seat: int
    name: str
    line: str
    last: tuple[float, float]
    label: float  # how high the name stands beside the end
    marks: list[tuple[float, float]]  # where the seat's shape stands
    shape: str


@dataclass(frozen=True)
class Ending:
    """What is shown when a match is over."""

    sentence: str
    emblems: list[Emblem]  # of who has won
    seats: list[SeatShown]
    parts: list[tuple[str, list[Points]]]  # a row for each part of the points, a column for each seat
    fates: list[tuple[SeatShown, str]]  # what became of those who were out before the end
    best: list[tuple[Points, int] | None]  # where somebody once had more than at the end: how much, in which turn
    curves: list[Curve]
    levels: list[tuple[Points, float]]  # points and how high they lie
    course: list[list[Points]]  # the same in figures: everybody's points at the end of each turn
    turns: int


def ending(table: Table, t: Text) -> Ending:
    """Of a match that is over."""
    shown = seats(table, -1, t)
    course = points_by_turn(table.match)
    top = max(max(max(turn) for turn in course), 1.0)
    finals = [float(seat.score) for seat in shown]
    found = fates(table, shown, t)
    out = {seat.seat for seat, _ in found}  # of whom is told how much they had
    return Ending(
        sentence=outcome(table, t),
        emblems=emblems(table, shown),
        seats=shown,
        parts=[(name, [dict(seat.parts)[name] for seat in shown]) for name, _ in shown[0].parts],
        fates=found,
        best=[None if n in out else best(had, final) for n, (had, final) in enumerate(zip(zip(*course), finals))],
        curves=curves(shown, course, top),
        levels=[(number(level), height(level, top)) for level in levels(top)],
        course=[[number(points) for points in turn] for turn in course],
        turns=len(course) - 1,
    )


def emblems(table: Table, shown: list[SeatShown]) -> list[Emblem]:
    """Of the winners, side by side."""
    emblem = getattr(part(table.match.game.name, "words.epilogue"), "emblem", None)
    winners = [seat for seat in shown if seat.winner]
    return [
        Emblem(
            seat=seat.seat,
            x=(place - (len(winners) - 1) / 2) * 46,
            sign=emblem(table.match.position.reading, seat.seat) if emblem else "",
            face=seat.face or "",
            shape=SHAPES[seat.seat],
        )
        for place, seat in enumerate(winners)
    ]


def fates(table: Table, shown: list[SeatShown], t: Text) -> list[tuple[SeatShown, str]]:
    """Why somebody ended without points, where the game can tell."""
    tells = part(table.match.game.name, "words.epilogue")
    found = [(seat, tells.fate(table.match.position.reading, seat.seat, t) if tells else "") for seat in shown]
    return [(seat, said) for seat, said in found if said]


def points_by_turn(match: Match) -> list[list[float]]:
    """Everybody's points at the start and at the end of each turn, without fractions that only break ties."""
    position = match.at(0).position
    points = [[0.0] * match.players]
    turn = position.turn
    for step in match.steps:
        position.play(step.seat, step.id)
        if position.turn != turn or not position.deciders:
            turn = position.turn
            points.append([float(shown_points(position, seat)) for seat in range(match.players)])
    return points


def best(points: tuple[float, ...], final: float) -> tuple[Points, int] | None:
    """The most that somebody had on the way, and in which turn, if that was more than at the end."""
    most = max(points)
    return (number(most), points.index(most)) if most > final else None


def curves(shown: list[SeatShown], course: list[list[float]], top: float) -> list[Curve]:
    """A line for each seat, with its name at its end."""
    labels = apart([height(points, top) for points in course[-1]])
    return [curve(seat, points, top, label) for seat, points, label in zip(shown, zip(*course), labels)]


def curve(seat: SeatShown, points: tuple[float, ...], top: float, label: float) -> Curve:
    """One seat's line. Seats mark theirs at different turns, so that curves on top of each other can be told apart."""
    last = len(points) - 1
    spots = [(round(WIDTH * n / max(last, 1), 1), height(value, top)) for n, value in enumerate(points)]
    marked = {round((n + seat.seat / len(SHAPES)) * last / MARKERS) for n in range(MARKERS)} - {0} | {last}
    return Curve(
        seat=seat.seat,
        name=shorten(seat.name, NAME),
        line=" ".join(f"{x},{y}" for x, y in spots),
        last=spots[-1],
        label=label,
        marks=[spots[n] for n in sorted(marked)],
        shape=SHAPES[seat.seat],
    )


def apart(heights: list[float]) -> list[float]:
    """Heights for labels: near to their own, with a line's room between them, none below the ground."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    found, below = list(heights), float(HEIGHT + LINE)
    for n in reversed(order):
        found[n] = below = min(found[n], below - LINE)
    above = -float(LINE)
    for n in order:
        found[n] = above = max(found[n], above + LINE)
    return [round(height, 1) for height in found]


def height(points: float, top: float) -> float:
    """How far below the upper edge so many points lie."""
    return round(HEIGHT * (1 - max(points, 0.0) / top), 1)


def levels(top: float) -> list[float]:
    """Round numbers of points, few enough to be read."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if top / step <= LABELS)
    return [float(level) for level in range(step, int(top) + 1, step)]
