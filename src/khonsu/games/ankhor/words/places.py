"""Places of a domain as people name them: by the tiles beside or below them."""

from __future__ import annotations

from collections.abc import Mapping

from khonsu.text import Text

BESIDE = ((0, -1), (-1, 0), (1, 0), (0, 1))
BELOW = ((0, 0), (1, 0), (0, 1), (1, 1))  # an upper place, from its upper left tile


def cell_words(cell: tuple[int, int, int], base: Mapping[tuple[int, int], str], t: Text) -> str:
    """A free place by the tiles of the lower level: "Next to: scarab (red) and two (green)."."""
    x, y, level = cell
    near = ((x + dx, y + dy) for dx, dy in (BELOW if level else BESIDE))
    tiles = [base[place] for place in near if place in base]
    if not tiles:
        return t("The first tile of your domain.")
    return t("On top of: {tiles}." if level else "Next to: {tiles}.", tiles=t.items(tiles))
