"""How a match ended: everybody's points side by side with their parts, and how it came to that."""

from __future__ import annotations

from dataclasses import dataclass

from khonsu.games import part
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.table import Table
from khonsu.web.scenes.messages import Points, SeatShown
from khonsu.web.scenes.scene import number, outcome, seats, shown_points

WIDTH, HEIGHT = 600, 200  # of the curves
LABELS = 5  # lines across them at most


@dataclass(frozen=True)
class Curve:
    """The points of one seat, turn by turn, as a line to draw."""

    seat: int
    name: str
    line: str
    last: tuple[float, float]


@dataclass(frozen=True)
class Ending:
    """What is shown when a match is over."""

    sentence: str
    seats: list[SeatShown]
    parts: list[tuple[str, list[Points]]]  # a row for each part of the points, a column for each seat
    fates: list[tuple[SeatShown, str]]  # what became of those who were out before the end
    best: list[tuple[Points, int] | None]  # where somebody once had more than at the end: how much, in which turn
    curves: list[Curve]
    levels: list[tuple[Points, float]]  # points and how high they lie
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
        seats=shown,
        parts=[(name, [dict(seat.parts)[name] for seat in shown]) for name, _ in shown[0].parts],
        fates=found,
        best=[None if n in out else best(had, final) for n, (had, final) in enumerate(zip(zip(*course), finals))],
        curves=[curve(seat, points, top) for seat, points in zip(shown, zip(*course))],
        levels=[(number(level), height(level, top)) for level in levels(top)],
        turns=len(course) - 1,
    )


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


def curve(seat: SeatShown, points: tuple[float, ...], top: float) -> Curve:
    """One seat's line."""
    spots = [(round(WIDTH * n / max(len(points) - 1, 1), 1), height(value, top)) for n, value in enumerate(points)]
    return Curve(seat.seat, seat.name, " ".join(f"{x},{y}" for x, y in spots), spots[-1])


def height(points: float, top: float) -> float:
    """How far below the upper edge so many points lie."""
    return round(HEIGHT * (1 - max(points, 0.0) / top), 1)


def levels(top: float) -> list[float]:
    """Round numbers of points, few enough to be read."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if top / step <= LABELS)
    return [float(level) for level in range(step, int(top) + 1, step)]
