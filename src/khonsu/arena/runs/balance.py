"""What the balance report shows of every game, and what the game itself adds."""

from __future__ import annotations

import numpy as np

from khonsu.arena.runs.plan import RunPlan
from khonsu.arena.runs.seen import Seen, as_matches
from khonsu.kernel.game import Game
from khonsu.stats.charts import Chart, Histogram, Matches, by_seat
from khonsu.stats.intervals import Dot, share_of
from khonsu.text import Text

OPENINGS = 10  # that are told apart


def charts(game: Game, plan: RunPlan, seen: Seen, t: Text) -> list[Chart | Histogram]:
    """What every report shows, then what the game itself has to tell."""
    matches = as_matches(seen)
    found: list[Chart | Histogram] = [begins(plan, seen, t)]
    if len(set(plan.bots)) > 1:
        found.append(by_bot(plan, matches, t))
    found += game.report(matches, t) if game.report else []
    found += [openings(plan, seen, t), wins(plan, matches, t), margins(matches, t)]
    found += [points(matches, t), length(seen, t), *leads(plan, seen, t)]
    return [chart for chart in found if isinstance(chart, Histogram) or any(chart.series.values())]


def begins(plan: RunPlan, seen: Seen, t: Text) -> Chart:
    """Win shares by the order in which seats came to their first turn."""
    rows = np.arange(len(seen.first))
    names = [t("begins"), *(t("place {n}", n=n) for n in range(2, plan.players + 1))]
    found = []
    for place, name in enumerate(names):
        seat = (seen.first + place) % plan.players
        found.append(share_of(name, seen.shares[rows, seat], rows))
    even = 1 / plan.players
    return Chart(
        t("Does going first help?"), verdict(found[0], even, t), {"": found}, t("share of the wins"), True, even
    )


def verdict(first: Dot, even: float, t: Text) -> str:
    """Whether beginning helps, in words that say how sure that is."""
    if first.low > even:
        sentence = (
            "The player who goes first wins {share} of the matches; {even} would be fair, so going first is "
            "an advantage."
        )
    elif first.high < even:
        sentence = (
            "The player who goes first wins {share} of the matches; {even} would be fair, so going first is a "
            "disadvantage."
        )
    else:
        sentence = (
            "The player who goes first wins {share} of the matches; {even} would be fair, and the difference "
            "may be chance."
        )
    return t(sentence, share=f"{first.value:.0%}", even=f"{even:.0%}")


def by_bot(plan: RunPlan, matches: Matches, t: Text) -> Chart:
    """Win shares of different bots; seats move on from match to match, so all sit everywhere."""
    clusters, shares = by_seat(matches)
    names = np.array([plan.seated(plan.seed + i) for i in range(len(matches.shares))]).ravel()
    found = [share_of(name, shares[names == name], clusters[names == name]) for name in dict.fromkeys(plan.bots)]
    sentence = t("How often each bot wins. The bots change seats from match to match.")
    return Chart(t("Bots"), sentence, {"": found}, t("share of the wins"), True, 1 / plan.players)


def openings(plan: RunPlan, seen: Seen, t: Text) -> Chart:
    """How often whoever begins wins, by the first choices of that turn; rare ones are taken together."""
    rows = np.arange(len(seen.first))
    own = seen.shares[rows, seen.first]
    names, counts = np.unique(seen.opening, return_counts=True)
    common = names[np.argsort(-counts, kind="stable")][:OPENINGS]
    found = [share_of(str(name), own[seen.opening == name], rows[seen.opening == name]) for name in common]
    rest = ~np.isin(seen.opening, common)
    if rest.any():
        found.append(share_of(t("all others"), own[rest], rows[rest]))
    sentence = t("How often the player who goes first wins, by the first choices of the first turn; common ones first.")
    return Chart(t("Openings"), sentence, {"": found}, t("share of the wins"), True, 1 / plan.players)


def wins(plan: RunPlan, matches: Matches, t: Text) -> Chart:
    """How many share the win."""
    rows, winners = np.arange(len(matches.shares)), (matches.shares > 0).sum(axis=1)
    kinds = {t("one winner"): winners == 1, t("several share the win"): winners > 1, t("nobody wins"): winners == 0}
    found = [share_of(name, held, rows) for name, held in kinds.items()]
    sentence = t("How many players win at the end of a match.")
    return Chart(t("Who wins"), sentence, {"": found}, t("share of the matches"), True)


def margins(matches: Matches, t: Text) -> Histogram:
    """By how much matches are decided."""
    ordered = np.sort(matches.scores, axis=1)
    sentence = t("Points between the first and the second at the end; the dotted line is the mean.")
    return Histogram(t("How close it is"), sentence, {"": ordered[:, -1] - ordered[:, -2]}, t("points at the end"))


def points(matches: Matches, t: Text) -> Histogram:
    """How points are spread."""
    (clusters, shares), scores = by_seat(matches), matches.scores.ravel()
    who = {t("winners"): shares > 0, t("the others"): shares == 0}
    who = {name: rows for name, rows in who.items() if rows.any()}
    sentence = t("How often a score occurs among winners and among the others; dotted lines are the means.")
    values = {name: scores[rows] for name, rows in who.items()}
    return Histogram(
        t("Points"), sentence, values, t("points at the end"), {name: clusters[rows] for name, rows in who.items()}
    )


def length(seen: Seen, t: Text) -> Histogram:
    """How long matches are."""
    sentence = t(
        "A match takes {turns:.0f} turns and {decisions:.0f} decisions on average; "
        "nine of ten take {low:.0f} to {high:.0f} turns.",
        turns=seen.turns.mean(),
        decisions=seen.decisions.mean(),
        low=np.percentile(seen.turns, 5),
        high=np.percentile(seen.turns, 95),
    )
    return Histogram(t("How long it takes"), sentence, {"": seen.turns}, t("turns of a match"))


def leads(plan: RunPlan, seen: Seen, t: Text) -> list[Chart | Histogram]:
    """How often the lead changes, and what it is worth halfway."""
    rows = np.flatnonzero(seen.halfway >= 0)
    ahead = share_of(t("leads at half-time"), seen.shares[rows, seen.halfway[rows]], rows)
    sentence = t("How often the lead changes hands, checked after every turn.")
    found: list[Chart | Histogram] = [
        Histogram(t("Lead changes"), sentence, {"": seen.changes}, t("lead changes in a match"))
    ]
    if ahead.n:
        sentence = t(
            "How often the player with the most points at half-time wins. The lower, the longer a match stays exciting."
        )
        found.append(
            Chart(
                t("Is it decided at half-time?"),
                sentence,
                {"": [ahead]},
                t("share of the wins"),
                True,
                1 / plan.players,
            )
        )
    return found
