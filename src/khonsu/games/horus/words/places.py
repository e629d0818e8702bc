"""Places of the Kingdom as people name them: by the tiles that lie beside them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.view.ground import ADJACENT
from khonsu.text import Text

Tiles = Iterable[tuple[int, int, int]]  # anchors and kinds


def touched(tiles: Tiles) -> dict[tuple[int, int], int]:
    """The kinds of tiles beside each anchor, as bits."""
    found: dict[tuple[int, int], int] = {}
    for x, y, kind in tiles:
        for dx, dy in ADJACENT:
            place = (x + dx, y + dy)
            found[place] = found.get(place, 0) | 1 << kind
    return found


def touched_at(tiles: Tiles, x: int, y: int) -> int:
    """The same for one anchor."""
    found = 0
    for left, top, kind in tiles:
        if (x - left, y - top) in ADJACENT:
            found |= 1 << kind
    return found


@lru_cache(1024)
def beside_words(kinds: int, t: Text) -> str:
    """A place by what it touches: "Next to: Hills and River."."""
    names = [t.term(name) for kind, name in enumerate(p.NAMES) if kinds >> kind & 1]
    return t("Next to: {tiles}.", tiles=t.items(names)) if names else ""
