"""The balance report: many matches among bots, and one page that says what they show."""

from __future__ import annotations

import datetime
import shlex
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import khonsu
from khonsu.arena.runs.balance import charts
from khonsu.arena.runs.plan import Limits, RunPlan, arguments, plan
from khonsu.arena.runs.plots import alone, draw, matplotlib_there, with_interval
from khonsu.arena.runs.seen import Seen, watch
from khonsu.arena.work import HERE, Work
from khonsu.arena.work.folder import RunFolder, keep, whole
from khonsu.games import game as find_game
from khonsu.kernel.game import Game
from khonsu.stats.charts import Chart, Histogram
from khonsu.stats.intervals import Dot

TEMPLATE = Path(__file__).parent / "report.html"


@dataclass(frozen=True)
class Report:
    """What was seen of many matches, and the page about it."""

    plan: RunPlan
    seen: Seen

    @property
    def game(self) -> Game:
        """The game it is about."""
        return find_game(self.plan.game)

    def charts(self, language: str = "en") -> list[Chart | Histogram]:
        """What every report shows, then what the game itself has to tell."""
        return charts(self.game, self.plan, self.seen, self.game.texts(language))

    def page(self, language: str = "en") -> str:
        """The report as one HTML page that needs nothing else."""
        from jinja2 import Environment

        t = self.game.texts(language)
        shown = [
            {"chart": chart, "svg": draw(chart, f"chart{i}"), "table": table(chart)}
            for i, chart in enumerate(self.charts(language))
        ]
        environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
        return template.render(
            t=t,
            title=self.game.about.title,
            plan=self.plan,
            bots=t.items(list(dict.fromkeys(self.plan.bots))),
            shown=shown,
            command=self.command(),
            version=khonsu.__version__,
            date=datetime.date.today().isoformat(),
        )

    def markdown(self, file: Path, language: str = "en") -> str:
        """The report as a page of the documentation, its charts as pictures in the folder `images` beside it."""
        t = self.game.texts(language)
        title = t("{title}: balance report", title=self.game.about.title)
        lines = [f"# {title}", "", f"`{self.command()}`", "", f"{datetime.date.today()}, Khonsu {khonsu.__version__}"]
        (file.parent / "images").mkdir(parents=True, exist_ok=True)
        for number, chart in enumerate(self.charts(language)):
            picture = f"images/{file.stem}-{number}.svg"
            keep(file.parent / picture, alone(draw(chart, f"{file.stem}{number}")).encode())
            lines += ["", f"## {chart.title}", "", chart.sentence, "", f"![{chart.title}]({picture})", ""]
            lines += [f"| | {t('mean')} | {t('matches')} |", "|---|---:|---:|"]
            lines += [f"| {label} | {figure} | {n} |" for label, figure, n in table(chart)]
        return "\n".join(lines) + "\n"

    def command(self) -> str:
        """The command that makes this report again."""
        plan = self.plan
        words = ["khonsu", "report", plan.game, "--players", str(plan.players), "--games", str(plan.games)]
        words += ["--seed", str(plan.seed), "--bots", *(plan.bots if plan.rotate else plan.bots[:1])]
        return shlex.join(words + arguments(self.game, plan.limits, plan.options))

    def as_data(self, language: str = "en") -> list[dict[str, object]]:
        """The same charts for programs; of a histogram the means."""
        found = []
        for chart in self.charts(language):
            row: dict[str, object] = {"title": chart.title, "sentence": chart.sentence, "unit": chart.unit}
            if isinstance(chart, Histogram):
                row["means"] = [as_row(dot) for dot in chart.means()]
            else:
                row["series"] = {name: [as_row(dot) for dot in dots] for name, dots in chart.series.items()}
            found.append(row)
        return found

    def write(self, file: str | Path, language: str = "en") -> None:
        """The page, in one piece; what an interrupted run would have needed to go on is removed."""
        file = Path(file)
        text = self.markdown(file, language) if file.suffix == ".md" else self.page(language)
        whole(file, lambda draft: draft.write_text(text, encoding="utf-8"))
        RunFolder(file, self.plan.settings(), "npz").remove()


def report(
    game: str | Game,
    games: int = 200,
    bots: str | Sequence[str] = "greedy",
    *,
    players: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    file: str | Path | None = None,
    work: Work = HERE,
    **options: object,
) -> Report:
    """Play matches with seeds seed, seed+1, ... and look at their balance; `options` are the game's.

    Different bots move on by one seat from match to match. With `file`, where the page is to go (`Report.write`), a run
    that was interrupted goes on.
    """
    matplotlib_there()
    made = plan(game, games, bots, players, seed, limits, options)
    made = replace(made, rotate=len(set(made.bots)) > 1)
    if file is not None:
        return Report(made, watch(made, Path(file), work))
    with tempfile.TemporaryDirectory() as folder:
        return Report(made, watch(made, Path(folder) / "report", work))


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


def as_row(dot: Dot) -> dict[str, object]:
    """A figure for programs; what is not known is null."""
    return {name: None if value != value else value for name, value in dot._asdict().items()}
