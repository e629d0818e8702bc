"""What the balance report shows of Horus: terrains, and what the Temple and islands are worth."""

from typing import Any

import numpy as np

from khonsu.games.horus.fields import HorusRegion
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.view import breakdown, regions
from khonsu.stats.charts import Chart, Histogram, Matches, shares_where, winners_and_others
from khonsu.stats.intervals import Dot, mean_of
from khonsu.text import Text

# A region by what doubles it (HO-74, HO-75)
PLACES = ("elsewhere", "at the Temple", "on an island", "both")


def report(matches: Matches, t: Text) -> list[Chart | Histogram]:
    """The charts."""
    players = matches.shares.shape[1]
    states = matches.states.view(np.recarray)
    land = [regions(s) for s in states]
    terrains = [t.term(name) for name in p.NAMES[: len(p.TERRAINS)]]
    points = [[list(breakdown(s, seat).values()) for seat in range(players)] for s in states]
    values, sizes = worth(land, t)
    labels = [
        *(t("a region at the Temple"), t("no region at the Temple")),
        *(t("a region on an island"), t("no region on an island")),
    ]
    return [
        Chart(
            t("What the Temple and islands are worth"),
            t(
                "Value of the regions that somebody controls, and how many tiles they have. The Temple and islands "
                "double the value."
            ),
            {t("value"): values, t("tiles"): sizes},
            t("mean of a region"),
        ),
        Chart(
            t("Who controls a doubled region"),
            t(
                "How often players win who control such a region at the end, alone or shared, and how often the others "
                "do."
            ),
            {"": [dot for dot in shares_where(matches, labels, holds(land, players)) if dot.n]},
            t("share of the wins"),
            share=True,
            even=1 / players,
        ),
        Chart(
            t("Points by terrain"),
            t("Points from each terrain at the end of the match."),
            winners_and_others(matches, terrains, points, (t("winners"), t("the others"))),
            t("points at the end"),
        ),
    ]


def place(region: HorusRegion) -> int:
    """Which of the places a region has."""
    return int(region["temple"]) + 2 * int(region["island"])


def worth(land: list[list[HorusRegion]], t: Text) -> tuple[list[Dot], list[Dot]]:
    """Mean value and mean size of controlled regions, by place."""
    values, sizes = [], []
    for number, name in enumerate(PLACES):
        rows = [
            (match, region["value"], region["size"])
            for match, found in enumerate(land)
            for region in found
            if region["scores"] and place(region) == number
        ]
        if rows:
            clusters, value, size = zip(*rows)
            values.append(mean_of(t(name), value, clusters))
            sizes.append(mean_of(t(name), size, clusters))
    return values, sizes


def holds(land: list[list[HorusRegion]], players: int) -> Any:
    """By match and seat: whether it controls a region at the Temple, or none, a region on an island, or none."""
    held = np.zeros((len(land), players, 4), bool)
    for match, found in enumerate(land):
        for seat in range(players):
            mine = [region for region in found if seat in region["scores"]]
            temple, island = any(r["temple"] for r in mine), any(r["island"] for r in mine)
            held[match, seat] = temple, not temple, island, not island
    return held
