"""What the balance report shows of Ankh: gods, guardians, powers, and how matches end."""

from typing import Any

import numpy as np

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh import state as st
from khonsu.games.ankh import terms
from khonsu.kernel.report import Chart, Dot, Histogram, Matches, best_first, share_of, shares_where
from khonsu.text import Text


def report(matches: Matches, t: Text) -> list[Chart | Histogram]:
    """The charts."""
    even = 1 / matches.shares.shape[1]
    seats = np.arange(matches.shares.shape[1])
    who = matches.states["who"][:, seats]
    god = np.where(matches.states["god_of"][:, seats] >= 0, matches.states["god_of"][:, seats], seats)
    powers = np.take_along_axis(matches.states["powers"], god, axis=1)

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
            t("How often a player wins who has unlocked the power by the end of the match."),
            terms.POWERS,
            powers[:, :, None] >> np.arange(len(p.POWERS)) & 1,
        ),
        wins(
            t("Guardians"),
            t("How often a player wins who has the guardian at the end, on the board or in the pool."),
            terms.FIGURES[p.CAT :],
            guardians(matches, god),
        ),
        Chart(
            t("How matches end"),
            t("Share of the matches that end in each way."),
            {"": endings(matches, t)},
            t("share of the matches"),
            share=True,
        ),
    ]


def guardians(matches: Matches, god: Any) -> Any:
    """By match, seat and kind of guardian: whether the seat's god has one."""
    states = matches.states
    held = np.zeros((*god.shape, len(p.GUARDIANS)), bool)
    for kind in range(len(p.GUARDIANS)):
        figure = p.CAT + kind
        level = kind // 2
        in_pool = (states["guardian"][:, level] == figure)[:, None] & (states["beasts"][:, :, level] > 0)
        for seat in range(god.shape[1]):
            mine = god[:, seat]
            on_board = ((states["figure"] == figure) & (states["owner"] == mine[:, None])).any(axis=1)
            held[:, seat, kind] = on_board | np.take_along_axis(in_pool, mine[:, None], axis=1)[:, 0]
    return held


def endings(matches: Matches, t: Text) -> list[Dot]:
    """How often matches end in each way."""
    ending = matches.states["ending"]
    rows = np.arange(len(ending))
    return best_first([share_of(t(name), ending == i, rows) for i, name in enumerate(st.ENDINGS)])
