"""The drawn table: fills `board.svg` from a view. No secrets: only the view is read."""

from __future__ import annotations

from collections.abc import Mapping

from khonsu.draw.labels import Dict, View
from khonsu.draw.layout import around
from khonsu.games.ankhor.picture.domains import Domains
from khonsu.games.ankhor.picture.layout import height, narrow_panels, wide_panels
from khonsu.games.ankhor.picture.market import Market
from khonsu.text import Text


def picture(view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], narrow: bool = False) -> Dict:
    """The context of `board.svg`. Wide is made for 960 px and more; narrow is legible down to a width of 400 px."""
    order = around(seat, view["players"])
    panels = narrow_panels(len(order)) if narrow else wide_panels(len(order))
    given = (view, names, t, seat, choices, narrow)
    domains = Domains(*given)
    return {
        "width": 800 if narrow else 1600,
        "height": height(panels, narrow),
        "market": Market(*given).shown(height(panels, narrow)),
        "seats": [domains.shown(owner, place) for place, owner in enumerate(order)],
    }
