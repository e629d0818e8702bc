"""The balance report: many matches among bots, and one page that says what they show."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import khonsu
from khonsu.arena.work.folder import RunFolder, whole
from khonsu.arena.runs.matches import lead_changes
from khonsu.arena.runs.plan import Plan
from khonsu.arena.runs.plots import draw, with_interval
from khonsu.arena.runs.simulate import Where, keep
from khonsu.arena.runs.chunks import bot_match
from khonsu.arena.work.workers import each
from khonsu.games import game as find_game
from khonsu.kernel.game import Game
from khonsu.stats.charts import Chart, Dot, Histogram, Matches, by_seat, share_of
from khonsu.text import Text

TEMPLATE = Path(__file__).parent / "report.html"


class Seen(NamedTuple):
    """What was seen of finished matches, one row each."""

    states: Any
    shares: Any
    scores: Any
    first: Any
    decisions: Any
    turns: Any
    heard: Any  # how many rows of `events` belong to the match
    changes: Any  # of the lead
    halfway: Any  # the seat that led alone halfway, or -1
    events: Any  # different events of all matches, end to end: kind, seat, two operands


class Listener:
    """Notes which events everybody could see."""

    def __init__(self) -> None:
        self.heard: set[tuple[int, int, int, int]] = set()

    def __call__(self, match: Any, seat: int = -1) -> None:
        """What the last step brought about."""
        self.heard.update((event.kind, event.seat, event.a, event.b) for event in match.events() if not event.hidden)


def watch_chunk(plan: Plan, chunk: int) -> bytes:
    """The matches of one chunk, packed."""
    game = find_game(plan.game)
    rows: list[tuple[Any, ...]] = []
    events: list[tuple[int, ...]] = []
    for seed in plan.seeds(chunk):
        listener = Listener()
        played = bot_match(game, plan, seed, listener)
        listener(played.match)
        events += sorted(listener.heard)
        match, leaders = played.match, played.leaders
        halfway = leaders[len(leaders) // 2] if leaders else -1
        counts = (len(match.steps), match.position.turn, len(listener.heard), lead_changes(leaders))
        numbers = (played.first, *counts, halfway)
        rows.append((np.frombuffer(match.position.save(), np.uint8), match.result(), match.scores(), *numbers))
    out = io.BytesIO()
    columns: dict[str, Any] = dict(zip(Seen._fields, map(np.array, zip(*rows))))
    np.savez_compressed(out, events=np.array(events, np.int16).reshape(-1, 4), **columns)
    return out.getvalue()


def finished(plan: Plan, output: Path) -> int:
    """How many matches of this plan an earlier run has left; raises if they are of another plan."""
    done = RunFolder(output, plan.settings(), "npz").finished("seen")
    return sum(len(plan.seeds(chunk)) for chunk in done)


def watch(plan: Plan, output: Path, where: Where, advance: Callable[[int], None]) -> Seen:
    """Play what is not there yet, then read everything that was seen."""
    folder = RunFolder(output, plan.settings(), "npz")
    done = folder.finished("seen")
    tasks = [(plan, chunk) for chunk in range(plan.chunks) if chunk not in done]
    with closing(each(watch_chunk, tasks, where.jobs, where.ray)) as work:
        for (_, chunk), packed in work:
            keep(folder.part("seen", chunk), packed)
            advance(len(plan.seeds(chunk)))
    columns: dict[str, list[Any]] = {name: [] for name in Seen._fields}
    for chunk in range(plan.chunks):
        with np.load(folder.part("seen", chunk)) as part:
            for name in Seen._fields:
                columns[name].append(part[name])
    seen = Seen(**{name: np.concatenate(parts) for name, parts in columns.items()})
    states = np.ascontiguousarray(seen.states).view(find_game(plan.game).kernel.state)[:, 0]
    return seen._replace(states=states)


def as_matches(seen: Seen) -> Matches:
    """What a game is told of them."""
    return Matches(seen.states, seen.shares, seen.scores, np.split(seen.events, np.cumsum(seen.heard)[:-1]))


def charts(game: Game, plan: Plan, seen: Seen, t: Text) -> list[Chart | Histogram]:
    """What every report shows, then what the game itself has to tell."""
    matches = as_matches(seen)
    found: list[Chart | Histogram] = [begins(plan, seen, t)]
    if len(set(plan.bots)) > 1:
        found.append(by_bot(plan, matches, t))
    found += game.report(matches, t) if game.report else []
    found += [points(matches, t), length(seen, t), *leads(plan, seen, t)]
    return [chart for chart in found if isinstance(chart, Histogram) or any(chart.series.values())]


def begins(plan: Plan, seen: Seen, t: Text) -> Chart:
    """Win shares by the order in which seats came to their first turn."""
    rows = np.arange(len(seen.first))
    names = [t("begins"), *(t("place {n}", n=n) for n in range(2, plan.players + 1))]
    found = []
    for place, name in enumerate(names):
        seat = (seen.first + place) % plan.players
        found.append(share_of(name, seen.shares[rows, seat], rows))
    even = 1 / plan.players
    return Chart(
        t("Does it pay to begin?"), verdict(found[0], even, t), {"": found}, t("share of the wins"), True, even
    )


def verdict(first: Dot, even: float, t: Text) -> str:
    """Whether beginning helps, in words that say how sure that is."""
    if first.low > even:
        sentence = "Who begins wins {share} of the matches; {even} would be fair, so beginning is an advantage."
    elif first.high < even:
        sentence = "Who begins wins {share} of the matches; {even} would be fair, so beginning is a burden."
    else:
        sentence = "Who begins wins {share} of the matches; {even} would be fair, and the difference may be chance."
    return t(sentence, share=f"{first.value:.0%}", even=f"{even:.0%}")


def by_bot(plan: Plan, matches: Matches, t: Text) -> Chart:
    """Win shares of different bots; seats move on from match to match, so all sit everywhere."""
    clusters, shares = by_seat(matches)
    names = np.array([plan.seated(plan.seed + i) for i in range(len(matches.shares))]).ravel()
    found = [share_of(name, shares[names == name], clusters[names == name]) for name in dict.fromkeys(plan.bots)]
    sentence = t("How often each bot wins. They move on by one seat from match to match.")
    return Chart(t("Bots"), sentence, {"": found}, t("share of the wins"), True, 1 / plan.players)


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


def leads(plan: Plan, seen: Seen, t: Text) -> list[Chart | Histogram]:
    """How often the lead changes, and what it is worth halfway."""
    rows = np.flatnonzero(seen.halfway >= 0)
    ahead = share_of(t("leads halfway"), seen.shares[rows, seen.halfway[rows]], rows)
    sentence = t("How often the lead goes from one player to another, looked at after every turn.")
    found: list[Chart | Histogram] = [
        Histogram(t("Changes of the lead"), sentence, {"": seen.changes}, t("changes in a match"))
    ]
    if ahead.n:
        sentence = t("How often the player wins who has the most points halfway. The less, the longer it is exciting.")
        found.append(
            Chart(t("Is it over halfway?"), sentence, {"": [ahead]}, t("share of the wins"), True, 1 / plan.players)
        )
    return found


def page(game: Game, plan: Plan, seen: Seen, command: str, t: Text) -> str:
    """The report as one HTML page that needs nothing else."""
    from jinja2 import Environment

    shown = [
        {"chart": chart, "svg": draw(chart, f"chart{i}"), "table": table(chart)}
        for i, chart in enumerate(charts(game, plan, seen, t))
    ]
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        t=t,
        title=game.about.title,
        plan=plan,
        bots=t.items(list(dict.fromkeys(plan.bots))),
        shown=shown,
        command=command,
        version=khonsu.__version__,
        date=datetime.date.today().isoformat(),
    )


def table(chart: Chart | Histogram) -> list[tuple[str, str, int]]:
    """The figures of a chart for those who want to read them."""
    if isinstance(chart, Histogram):
        return [(dot.label or chart.unit, with_interval(dot, False), dot.n) for dot in chart.means()]
    several = len(chart.series) > 1
    return [
        (f"{dot.label}, {name}" if several else dot.label, with_interval(dot, chart.share), dot.n)
        for name, found in chart.series.items()
        for dot in found
    ]


def as_row(dot: Dot) -> dict[str, Any]:
    """A figure for programs; what is not known is null."""
    return {name: None if value != value else value for name, value in dot._asdict().items()}


def as_data(game: Game, plan: Plan, seen: Seen, t: Text) -> list[dict[str, Any]]:
    """The same charts for programs; of a histogram the means."""
    found = []
    for chart in charts(game, plan, seen, t):
        row: dict[str, Any] = {"title": chart.title, "sentence": chart.sentence, "unit": chart.unit}
        if isinstance(chart, Histogram):
            row["means"] = [as_row(dot) for dot in chart.means()]
        else:
            row["series"] = {name: [as_row(dot) for dot in dots] for name, dots in chart.series.items()}
        found.append(row)
    return found


def write(output: Path, text: str, plan: Plan) -> None:
    """The page, in one piece; what was needed to make it is removed."""
    whole(output, lambda draft: draft.write_text(text, encoding="utf-8"))
    RunFolder(output, plan.settings(), "npz").remove()
