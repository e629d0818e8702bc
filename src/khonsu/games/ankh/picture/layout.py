"""Where the parts of the drawn table lie, wide and narrow.

While there is a battle or a caravan, and when a Conflict has just been resolved, the `arena` has a place of its own and
the viewer's panel is a short one. The map never moves, so that only pieces travel from one drawing to the next.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from khonsu.draw.layout import Area

PLAIN, ARENA, ACCOUNT = range(3)  # nothing special; the arena in place of the tracks; an account below the tracks


class TableParts(NamedTuple):
    """Where the parts of the table lie."""

    width: int
    height: int
    text: int
    head: Area
    ribbon: Area
    tracks: Area | None
    events: Area
    columns: int  # of the event track
    map: Area
    devotion: Area
    stage: Area
    arena: Area | None
    own: Area
    short: bool  # the viewer's panel without the names of the powers
    others: list[Area]
    shape: tuple[int, int, int]  # what tells this arrangement from all others


@cache
def wide(players: int, mode: int) -> TableParts:
    """Tracks and the viewer on the left, the map in the middle, the other gods and the supply on the right."""
    height = min(192, round(686 / (players - 1)) - 8)
    others = [Area(1270, 18 + i * (height + 8), 312, height) for i in range(players - 1)]
    top = 18 + (players - 1) * (height + 8)
    return TableParts(
        *(1600, 1034, 20),
        head=Area(18, 18, 440, 92),
        ribbon=Area(18, 118, 440, 62),
        tracks=None if mode == ARENA else Area(18, 188, 440, 196),
        events=Area(470, 18, 788, 66),
        columns=18,
        map=Area(470, 92, 788, 808),
        devotion=Area(470, 908, 788, 108),
        stage=Area(1270, top, 312, 1016 - top),
        arena=(None, Area(18, 188, 440, 494), Area(18, 392, 440, 290))[mode],
        own=Area(18, 392, 440, 624) if mode == PLAIN else Area(18, 690, 440, 326),
        short=mode != PLAIN,
        others=others,
        shape=(0, players, mode),
    )


@cache
def narrow_table(players: int, mode: int) -> TableParts:
    """One below the other; the other gods two in a line."""
    tall = {"tracks": 232, "arena": 560 if mode == ARENA else 430, "own": 706 if mode == PLAIN else 382, "stage": 350}
    tall["others"] = (players // 2) * 218 - 10
    order = {
        PLAIN: ("tracks", "stage", "own", "others"),
        ARENA: ("arena", "own", "others", "stage"),
        ACCOUNT: ("tracks", "arena", "own", "others", "stage"),
    }[mode]
    found: dict[str, Area] = {}
    top = 1310.0
    for name in order:
        found[name] = Area(12, top, 776, tall[name])
        top += tall[name] + 10
    y = found["others"].y
    others = [Area(12 + i % 2 * 393, y + i // 2 * 218, 383, 208) for i in range(players - 1)]
    if players % 2 == 0:
        others[-1] = others[-1]._replace(w=776, x=12)
    return TableParts(
        *(800, round(top + 2), 24),
        head=Area(12, 12, 776, 106),
        ribbon=Area(12, 128, 776, 70),
        tracks=found.get("tracks"),
        events=Area(12, 208, 776, 132),
        columns=9,
        map=Area(6, 350, 788, 808),
        devotion=Area(12, 1168, 776, 132),
        stage=found["stage"],
        arena=found.get("arena"),
        own=found["own"],
        short=mode != PLAIN,
        others=others,
        shape=(1, players, mode),
    )
