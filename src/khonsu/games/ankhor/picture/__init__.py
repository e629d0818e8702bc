"""The drawn table: fills `board.svg` from a view. No secrets: only the view is read."""

from __future__ import annotations

from collections.abc import Mapping

from khonsu.draw.labels import Dict, View, shorten, status
from khonsu.draw.layout import around
from khonsu.games.ankhor.picture.domains import Domains
from khonsu.games.ankhor.picture.labels import rounds, summary
from khonsu.games.ankhor.picture.layout import NARROW, WIDE, narrow_panels, wide_panels
from khonsu.games.ankhor.picture.market import Market
from khonsu.text import Text


def picture(view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], narrow: bool = False) -> Dict:
    """The context of `board.svg`. Wide is made for 960 px and more; narrow is legible down to a width of 400 px."""
    order = around(seat, view["players"])
    middle, text = (NARROW, 24) if narrow else (WIDE, 20)
    panels = narrow_panels(len(order)) if narrow else wide_panels(len(order))
    given = (view, names, t, seat, choices, text)
    market, domains = Market(*given), Domains(*given)
    doing = shorten(status(view, names, t), 34 if narrow else 48)
    return {
        "width": 800 if narrow else 1600,
        "height": round(max(panel.area.y + panel.area.h for panel in panels)) + (12 if narrow else 24),
        "text": text,
        "middle": middle,
        "rounds": rounds(view, t),
        "summary": summary(view, names, t),
        "status": doing,
        "slots": list(market.slots(middle)),
        "stacks": list(market.stacks(middle)),
        "piles": list(market.piles(middle)),
        "seats": [domains.seat(owner, panel, doing) for owner, panel in zip(order, panels)],
        "view": view,
        "preview": market.preview(),
    }
