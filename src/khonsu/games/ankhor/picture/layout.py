"""Where the parts of the drawn table lie, wide and narrow."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from khonsu.draw.layout import Area


class Grid(NamedTuple):
    """Places row by row: the first, the steps between columns and rows, and how many columns."""

    x: float
    y: float
    dx: float
    dy: float
    columns: int

    def at(self, i: int) -> tuple[float, float]:
        """The i-th place."""
        row, column = divmod(i, self.columns)
        return round(self.x + column * self.dx, 1), round(self.y + row * self.dy, 1)


class Panel(NamedTuple):
    """Where the parts of one seat lie."""

    area: Area
    name: Area  # the cartouche
    score: tuple[float, float]  # end of the number, on its base line
    size: int  # of the score's figures
    parts: Grid
    labels: float  # width of the labels of the parts, 0 without
    hand: Grid
    token: float  # radius
    domain: Area


class Middle(NamedTuple):
    """Where the common things lie."""

    area: Area
    title: tuple[float, float, int]
    status: tuple[float, float]
    round: tuple[float, float]
    temple: Area  # the price board
    slots: Grid
    tile: float
    marker: float  # radius
    stacks: Grid
    stack: float  # side of a stack's tiles
    piles: Grid
    token: float
    beside: bool  # counts stand beside the piles, not below
    bonus: tuple[float, float]
    discards: tuple[float, float]


WIDE = Middle(
    area=Area(24, 24, 1048, 396),
    title=(48, 76, 34),
    status=(673, 74),
    round=(1048, 74),
    temple=Area(292, 94, 764, 212),
    slots=Grid(299, 94, 125, 0, 6),
    tile=108,
    marker=17,
    stacks=Grid(50, 164, 116, 0, 2),
    stack=94,
    piles=Grid(82, 368, 121, 0, 6),
    token=27,
    beside=True,
    bonus=(812, 366),
    discards=(936, 366),
)
NARROW = Middle(
    area=Area(12, 12, 776, 424),
    title=(30, 64, 36),
    status=(400, 62),
    round=(770, 62),
    temple=Area(18, 80, 764, 218),
    slots=Grid(25, 80, 125, 0, 6),
    tile=112,
    marker=18.5,
    stacks=Grid(30, 318, 98, 0, 2),
    stack=76,
    piles=Grid(258, 372, 76, 0, 6),
    token=29,
    beside=False,
    bonus=(710, 346),
    discards=(710, 404),
)


@cache
def wide_panels(seats: int) -> list[Panel]:
    """The viewer below the middle, the others in a column on the right."""
    own = Panel(
        area=Area(24, 440, 1048, 536),
        name=Area(46, 462, 266, 50),
        score=(310, 576),
        size=64,
        parts=Grid(48, 618, 0, 32, 1),
        labels=262,
        hand=Grid(76, 850, 92, 86, 3),
        token=25,
        domain=Area(332, 456, 724, 504),
    )
    others = seats - 1
    height = (952 - 20 * (others - 1)) / others
    areas = [Area(1092, round(24 + i * (height + 20)), 484, round(height)) for i in range(others)]
    return [own, *((column_panel if others == 3 else rows_panel)(area, 20) for area in areas)]


@cache
def narrow_panels(seats: int) -> list[Panel]:
    """The viewer below the middle, the others below that, two in a line; a single one takes the whole line."""
    own = column_panel(Area(12, 448, 776, 590), 24)
    line = Area(12, 1050, 776, 400)
    pair = [Area(12, 1050, 382, 440), Area(406, 1050, 382, 440)]
    if seats == 2:
        return [own, column_panel(line, 24)]
    return [own, *(rows_panel(area, 24) for area in pair), column_panel(line._replace(y=1502), 24)][:seats]


def height(panels: list[Panel], narrow: bool) -> int:
    """Of the whole drawing."""
    return round(max(panel.area.y + panel.area.h for panel in panels)) + (12 if narrow else 24)


def rows_panel(area: Area, text: int) -> Panel:
    """Name and score, hand, domain and parts of the score, one below the other."""
    x, y, w, h = area
    dx = (w - 28) / 6
    low = 86 if text > 20 else 52  # room for the parts of the score
    return Panel(
        area=area,
        name=Area(x + 14, y + 14, w * 0.7, 48),
        score=(x + w - 18, y + 56),
        size=48,
        parts=Grid(x + 18, y + h - low + 36, 2 * dx, 34, 3) if text > 20 else Grid(x + 18, y + h - 16, dx - 4, 0, 6),
        labels=0,
        hand=Grid(x + 36, y + 105, dx, 0, 6),
        token=18,
        domain=Area(x + 14, y + 132, w - 28, h - 132 - low),
    )


def column_panel(area: Area, text: int) -> Panel:
    """Hand and parts of the score in a column left of the domain."""
    x, y, w, h = area
    dx, dy, part = (72, (h - 144) / 4, 33) if text == 20 else (94, (h - 150) / 4, 40)
    token = min(17 if text == 20 else 27, dy * 0.42)
    return Panel(
        area=area,
        name=Area(x + 14, y + 14, min(w * 0.7, 440), 48),
        score=(x + w - 18, y + 56),
        size=48,
        parts=Grid(x + 16, y + h - 16 - 2 * part, dx, part, 2),
        labels=0,
        hand=Grid(x + 17 + token, y + 72 + text / 4 + dy / 2, dx, dy, 2),
        token=token,
        domain=Area(x + 2.5 * dx, y + 74, w - 2.5 * dx - 14, h - 88),
    )
