"""Tiles and tokens of the drawn table, wherever they lie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from khonsu.draw.labels import Dict, View
from khonsu.draw.marks import Brush
from khonsu.games.ankhor.rules import pieces as p
from khonsu.text import Text

GLYPHS = {"blue": "fish", "white": "tusk", "black": "log", "green": "reed", "red": "cloth", "ankh": "ankh"}
CORNERS = (
    (-1, -1, 11, 11),
    (0, -1, 68, 11),
    (-1, 0, 11, 68),
    (0, 0, 68, 68),
)  # upper cell that hides a corner, its place


@lru_cache(16)
def terms(t: Text) -> dict[str, str]:
    """Colours, kinds of tiles and tokens in words."""
    return {word: t.term(word) for word in (*p.TOKENS, *p.KINDS)}


@lru_cache(16)
def token_names(t: Text) -> dict[str, str]:
    """A token by its resource and colour."""
    names = {name: f"{t.term(p.RESOURCES[name])} ({terms(t)[name]})" for name in p.COLOURS}
    return names | {"ankh": terms(t)["ankh"]}


class TilesAndTokens(Brush):
    """What a tile and a pile of tokens show."""

    def __init__(self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], text: int) -> None:
        super().__init__(view, names, t, seat, choices)
        self.text = text  # size of letters
        self.chosen = view["chosen"] if choices else {}
        self.term, self.token = terms(t), token_names(t)

    def tile(self, tile: View, hidden: frozenset[tuple[int, int]] = frozenset()) -> Dict:
        """What a tile shows; the mark of its colour goes to the first corner that no upper tile hides."""
        colour, kind = tile["colour"], tile["kind"]
        free = [place for dx, dy, *place in CORNERS if (dx, dy) not in hidden] or [[39, 74]]
        return {
            "colour": colour,
            "kind": kind,
            "glyph": GLYPHS[colour],
            "corner": free[0],
            "label": f"{self.term[kind]} ({self.term[colour]})",
        }

    def pile(
        self, key: str, kind: str, n: int, place: tuple[float, float], r: float, beside: bool, step: Markup | None
    ) -> Dict:
        """Tokens of one kind on top of each other, with their number."""
        x, y = place
        return {
            "key": key,
            "kind": kind,
            "n": n,
            "x": x,
            "y": y,
            "scale": round(r / 12, 2),
            "count": (round(x + r * (1.36 if r > 20 else 1.22), 1), round(y + self.text * 0.4, 1))
            if beside
            else (x, y + r + self.text + 6),
            "beside": beside,
            "label": f"{self.token[kind]}: {n}",
            "step": step,
        }

    def preview(self) -> Dict | None:
        """The tile that is about to be placed: shown over a free cell under the pointer."""
        if "slot" in self.chosen:
            tile = self.view["slots"][self.chosen["slot"] - 1]["tile"]
            return self.tile(tile) if tile else None
        if "from" in self.chosen:
            tiles = self.view["domains"][self.viewer]["tiles"]
            cell = self.chosen["from"]
            return next((self.tile(tile) for tile in tiles if {key: tile[key] for key in cell} == cell), None)
        return None
