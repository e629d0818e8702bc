"""The drawn table: fills `board.svg` from a view. No secrets: only the view is read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import escape

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, View
from khonsu.draw.layout import around
from khonsu.draw.marks import MARKS
from khonsu.games.ankh.picture.battle import Arena, chapters
from khonsu.games.ankh.picture.caravan import CARAVAN, Caravan
from khonsu.games.ankh.picture.gods import Gods
from khonsu.games.ankh.picture.labels import summary
from khonsu.games.ankh.picture.layout import ACCOUNT, ARENA, PLAIN, narrow_table, wide
from khonsu.games.ankh.picture.map import HEIGHT, HEXAGON, WIDTH, Cartographer, ground
from khonsu.games.ankh.picture.supply import LEGEND, Supply
from khonsu.games.ankh.picture.tracks import Tracks
from khonsu.games.ankh.rules import pieces as p
from khonsu.text import Text

SIGNS = (
    *("warrior", "camel", "follower", "sun", "gate", "captive", "scales", "move", "summon", "control", "conflict"),
    *("merge", "forgotten"),
)


def picture(view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], narrow: bool = False) -> Dict:
    """The context of `board.svg`. Wide is made for 1000 px and more; narrow is legible down to a width of 400 px."""
    mode = manner(view)
    table = (narrow_table if narrow else wide)(view["players"], mode)
    given = (view, names, t, seat, choices)
    map_ = Cartographer(*given)
    gods = Gods(*given, table)
    viewer, *others = around(seat, view["players"])
    return {
        "width": table.width,
        "height": table.height,
        "text": table.text,
        "narrow": narrow,
        "table": table,
        "hexagon": HEXAGON,
        "reach": (WIDTH, HEIGHT),
        "still": ground(),
        "corner": (
            round(table.map.x + (table.map.w - WIDTH) / 2, 1),
            round(table.map.y + (table.map.h - HEIGHT) / 2, 1),
        ),
        "top": Late(opening, table.shape, escape(summary(view, names, t)), map_.preview()),
        **Tracks(*given, table).shown(),
        "map": map_.shown(),
        "stage": Supply(*given, table).shown(),
        "arena": Arena(*given, table).shown() if mode and not is_caravan(view) else None,
        "caravan": Caravan(*given, table).shown() if mode and is_caravan(view) else None,
        "own": gods.shown(viewer, -1),
        "others": [gods.shown(owner, place)["panel"] for place, owner in enumerate(others)],
        "signs": signs(view),
        "legend": {sign: t(words) for sign, words in LEGEND.items()},
    }


def opening(_: tuple[int, ...], said: str, preview: Dict | None) -> Dict:
    """The table in words, and the piece that is about to be placed."""
    return {"summary": said, "preview": preview}


def is_caravan(view: View) -> bool:
    """Whether borders are being changed."""
    return view["question"] in CARAVAN


def manner(view: View) -> int:
    """Which arrangement: with an arena, with an account of what was fought, or neither."""
    if is_caravan(view) or (view["conflict"] and view["conflict"]["battle"]):
        return ARENA
    return ACCOUNT if any(chapter.told for chapter in chapters(view)) else PLAIN


def signs(view: View) -> tuple[str, ...]:
    """The signs that this drawing may use."""
    guardians = (card["kind"] for card in view["supply"]["guardians"])
    return signs_of(view["players"], (*(sheet["god"] for sheet in view["gods"]), *guardians))


@lru_cache(256)
def signs_of(players: int, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """The same for these gods and guardians; they stay what they are for a whole match."""
    own = (*pieces, *p.MONUMENTS[1:], *p.CARDS, *p.POWERS, *SIGNS)
    return (*MARKS[:players], "scarab", "ankh", "wings", *(f"ankh-{name}" for name in sorted(set(own))))
