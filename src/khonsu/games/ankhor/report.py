"""What the balance report shows of Ankh'or: where points come from, which tiles winners have, building upwards."""

from typing import Any

import numpy as np

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.view import breakdown
from khonsu.stats.charts import Chart, Histogram, Matches, shares_where, winners_and_others
from khonsu.text import Text

PARTS = ("colours", "animals", "numbers", "bonus", "tokens")
MOST_UPPER = 4  # so many upper tiles or more are one group


def report(matches: Matches, t: Text) -> list[Chart | Histogram]:
    """The charts."""
    who = t("winners"), t("the others")
    even = 1 / matches.shares.shape[1]
    kinds, upper = tiles_of(matches)
    count = [upper == n if n < MOST_UPPER else upper >= n for n in range(MOST_UPPER + 1)]
    groups = [str(n) if n < MOST_UPPER else t("{n} or more", n=n) for n in range(MOST_UPPER + 1)]
    scribes = kinds[:, :, p.SCRIBE]
    return [
        Chart(
            t("Where the points come from"),
            t("Points from each part of the score. Matches are decided where winners are far ahead of the others."),
            winners_and_others(matches, [t.term(part) for part in PARTS], points(matches), who),
            t("points at the end"),
        ),
        Chart(
            t("Which tiles winners have"),
            t("Tiles of each kind in a domain at the end of the match, covered ones included."),
            winners_and_others(matches, [t.term(kind) for kind in p.KINDS], kinds, who),
            t("tiles in a domain"),
        ),
        Chart(
            t("Building upwards"),
            t("How often a player wins, by the number of tiles on the upper level of the domain."),
            {"": [dot for dot in shares_where(matches, groups, np.stack(count, axis=2)) if dot.n]},
            t("share of the wins"),
            share=True,
            even=even,
        ),
        Chart(
            t("Scribes"),
            t("How often a player wins, by the number of scribes; each of them gave an extra turn."),
            {"": [dot for dot in shares_where(matches, *by_number(scribes, t)) if dot.n]},
            t("share of the wins"),
            share=True,
            even=even,
        ),
    ]


def points(matches: Matches) -> Any:
    """Points by match, seat and part of the score."""
    states = matches.states.view(np.recarray)
    seats = range(matches.shares.shape[1])
    return [[[breakdown(s, seat)[part] for part in PARTS] for seat in seats] for s in states]


def tiles_of(matches: Matches) -> tuple[Any, Any]:
    """Tiles by match, seat and kind; tiles of the upper level by match and seat."""
    states, players = matches.states, matches.shares.shape[1]
    laid = np.arange(st.N) < states["tiles"][:, :players, None]
    kind = st.KIND[states["tile"][:, :players]]
    kinds = np.stack([((kind == k) & laid).sum(axis=2) for k in range(len(p.KINDS))], axis=2)
    return kinds, ((states["level"][:, :players] > 0) & laid).sum(axis=2)


def by_number(counts: Any, t: Text) -> tuple[list[str], Any]:
    """Labels 0, 1, 2 or more, and to which seats they apply."""
    return ["0", "1", t("{n} or more", n=2)], np.stack([counts == 0, counts == 1, counts >= 2], axis=2)
