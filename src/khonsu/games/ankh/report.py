"""What the balance report shows of Ankh: gods, guardians, powers, and how matches end."""

from typing import Any

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.words import terms
from khonsu.stats.charts import Chart, Histogram, Matches, best_first, shares_where
from khonsu.stats.intervals import Dot, share_of
from khonsu.text import Text


def report(matches: Matches, t: Text) -> list[Chart | Histogram]:
    """The charts."""
    even = 1 / matches.shares.shape[1]
    seats = np.arange(matches.shares.shape[1])
    who = matches.states["who"][:, seats]

    def wins(title: str, sentence: str, names: tuple[str, ...], held: Any) -> Chart:
        dots = shares_where(matches, [t.term(name) for name in names], held)
        return Chart(title, sentence, {"": best_first(dots)}, t("share of the wins"), share=True, even=even)

    return [
        wins(
            t("Gods"),
            t("How often each god wins. A merged god wins for both of its players, half a win each."),
            terms.GODS,
            who[:, :, None] == np.arange(len(p.GODS)),
        ),
        wins(
            t("Powers"),
            t("How often players win whose god unlocked the power during the match."),
            terms.POWERS,
            ever(matches, st.UNLOCKED, 0, len(p.POWERS)),
        ),
        wins(
            t("Guardians"),
            t("How often players win whose god gained the guardian during the match."),
            terms.FIGURES[p.CAT :],
            ever(matches, st.GUARDIAN, p.CAT, len(p.GUARDIANS)),
        ),
        Chart(
            t("How matches end"),
            t("Share of the matches that end in each way."),
            {"": endings(matches, t)},
            t("share of the matches"),
            share=True,
        ),
    ]


def ever(matches: Matches, kind: int, least: int, count: int) -> Any:
    """By match, seat and operand (from `least`): whether this happened to the seat's god, a merged one included.

    The final state would not do: a forgotten god has lost everything, and so would all powers look like winners.
    """
    players = matches.shares.shape[1]
    held = np.zeros((len(matches.shares), players, count), bool)
    for match, events in enumerate(matches.events):
        partners = {int(god): int(seat) for _, god, _, seat in events[events[:, 0] == st.MERGED]}
        for _, god, what, _ in events[events[:, 0] == kind].tolist():
            for seat in {god, partners.get(god, god)}:
                held[match, seat, what - least] = True
    return held


def endings(matches: Matches, t: Text) -> list[Dot]:
    """How often matches end in each way."""
    ending = matches.states["ending"]
    rows = np.arange(len(ending))
    return best_first([share_of(t(name), ending == i, rows) for i, name in enumerate(st.ENDINGS)])
