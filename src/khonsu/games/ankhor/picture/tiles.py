"""Tiles and tokens of the drawn table, wherever they lie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from khonsu.draw.easel import quote
from khonsu.draw.labels import Dict, View
from khonsu.draw.marks import Brush
from khonsu.games.ankhor.rules import pieces as p
from khonsu.text import Text

NONE = "none"  # where a pile would lie
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


@lru_cache(16)
def free_corner(hidden: frozenset[tuple[int, int]]) -> list[int]:
    """The first corner that no upper tile hides."""
    return next(([x, y] for dx, dy, x, y in CORNERS if (dx, dy) not in hidden), [39, 74])


class TilesAndTokens(Brush):
    """What a tile and a pile of tokens show."""

    def __init__(
        self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], narrow: bool
    ) -> None:
        super().__init__(view, names, t, seat, choices)
        self.narrow, self.text = narrow, 24 if narrow else 20  # the size of letters
        self.shape = (int(narrow),)
        self.term, self.token = terms(t), token_names(t)

    @property
    def chosen(self) -> Dict:
        """What has been chosen so far in an action, for the one who chooses."""
        found: Dict = self.view["chosen"]
        return found

    def tile(self, tile: View, hidden: frozenset[tuple[int, int]] = frozenset()) -> Dict:
        """What a tile shows; the mark of its colour goes to the first corner that no upper tile hides."""
        colour, kind = tile["colour"], tile["kind"]
        return {
            "colour": colour,
            "kind": kind,
            "glyph": GLYPHS[colour],
            "corner": free_corner(hidden),
            "label": self.named(tile),
        }

    def named(self, tile: View) -> str:
        """A tile in words: scarab (red)."""
        return f"{self.term[tile['kind']]} ({self.term[tile['colour']]})"

    def pile(
        self, key: str, kind: str, n: int, place: tuple[float, float], r: float, beside: bool, step: Markup | None
    ) -> str:
        """Tokens of one kind on top of each other, with their number.

        Most steps change a pile or two, so they are written here: Jinja would take ten times as long.
        """
        (x, y), text = place, self.text
        use = f'data-piece="{kind}" href="#d-{kind}"'
        tokens = "".join(f'<use id="{key}-{k + 1}" {use} y="{-2 * k}"/>' for k in range(n))
        tokens = tokens or f'<circle class="{NONE}" r="10"/>'
        ring = f'<rect class="ring" x="-14.5" y="{-12.3 - 2 * n}" width="29" height="{26.8 + 2 * n}" rx="14.5"/>'
        left, low = x, y + r + text + 6
        if beside:
            left, low = round(x + r * (1.36 if r > 20 else 1.22), 1), round(y + text * 0.4, 1)
        middle = "" if beside else ' class="mid"'
        number = f'<text x="{left}" y="{low}" font-size="{text + 2}"{middle}>{n}</text>' if n else ""
        choice = f' class="choice" {step}' if step else ""
        return (
            f'<g id="{key}" data-about="{kind}" transform="translate({x} {y}) scale({round(r / 12, 2)})"'
            f"{choice}><title>{quote(self.token[kind])}: {n}</title>\n"
            f"{tokens}{ring if step else ''}</g>\n{number}\n"
        )

    def preview(self) -> Dict | None:
        """The tile that is about to be placed: shown over a free cell under the pointer."""
        found = self.coming(self.viewer)
        return self.tile(found) if found else None

    def coming(self, owner: int) -> View | None:
        """That tile as the view has it."""
        if "slot" in self.chosen:
            slot: View = self.view["slots"][self.chosen["slot"] - 1]
            return slot["tile"]  # type: ignore[no-any-return]
        if "from" in self.chosen:
            cell = self.chosen["from"]
            tiles = self.view["domains"][owner]["tiles"]
            return next((tile for tile in tiles if {key: tile[key] for key in cell} == cell), None)
        return None
