"""Charts as SVG by matplotlib. Colours are variables of the page, so a chart is readable in light and dark alike."""

from __future__ import annotations

import io
import math
import re
from fractions import Fraction
from typing import Any

import numpy as np

from khonsu.extras import need
from khonsu.stats.charts import Chart, Histogram
from khonsu.stats.intervals import Dot
from khonsu.stats.ratings import Rating

# Colours that matplotlib writes, and the variables of the page that take their place
INK, SOFT, SERIES = "#010101", "#020202", ("#030303", "#040404", "#050505")
VARIABLES = {INK: "var(--ink)", SOFT: "var(--soft)", **{c: f"var(--series-{i})" for i, c in enumerate(SERIES)}}
ALONE = ("#77736a", "#b8b0a0", "#1a8fb0", "#c8682a", "#6f9636")  # the same where there is no page
WIDTH = 7.6  # inches
MOST_BINS = 24
SETTINGS = {
    "svg.fonttype": "none",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.grid": True,
    "grid.color": SOFT,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
}


def matplotlib_there() -> None:
    """One clear sentence if the library is missing."""
    need("matplotlib", "arena", "khonsu report")


def draw(chart: Chart | Histogram, name: str) -> str:
    """The SVG of a chart; `name` keeps the ids of several charts on a page apart."""
    matplotlib_there()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({**SETTINGS, "svg.hashsalt": name}):
        height = 2.9 if isinstance(chart, Histogram) else 0.95 + 0.32 * rows(chart)
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        if isinstance(chart, Histogram):
            bars(axes, chart)
        else:
            dots(axes, chart)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return themed(out.getvalue(), chart.title)


def draw_growth(rated: list[tuple[float, Rating]]) -> str:
    """Elo over the seconds for a step, as a picture that stands alone."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    shown = sorted(rated)
    seconds, elo = [time for time, _ in shown], [row.elo for _, row in shown]
    reach = [[row.elo - row.low for _, row in shown], [row.high - row.elo for _, row in shown]]
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "growth"}):
        figure = Figure(figsize=(6, 3), layout="constrained")
        axes = figure.add_subplot(xlabel="seconds a step", ylabel="Elo", xscale="log")
        axes.errorbar(seconds, elo, yerr=reach, marker="o", capsize=3)
        axes.set_xticks(seconds, [str(Fraction(time)) for time in seconds], minor=False)
        axes.minorticks_off()
        axes.grid(alpha=0.3)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def rows(chart: Chart) -> float:
    """How many lines of figures a chart has."""
    labels = max(map(len, chart.series.values()))
    return labels * (1 if len(chart.series) == 1 else 0.75 * len(chart.series)) + (len(chart.series) > 1)


def number(value: float, share: bool) -> str:
    """A figure as it is written: percent, or with as many digits as say something."""
    if math.isnan(value):
        return "–"
    return f"{value:.0%}" if share else f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def with_interval(dot: Dot, share: bool) -> str:
    """A figure with its interval."""
    low, high = number(dot.low, share).rstrip("%"), number(dot.high, share)
    return f"{number(dot.value, share)}  ({low} – {high})"


def dots(axes: Any, chart: Chart) -> None:
    """Figures with their intervals, one line each; the axis of shares begins at 0."""
    labels = [dot.label for dot in max(chart.series.values(), key=len)]
    several = len(chart.series) > 1
    for k, (name, found) in enumerate(chart.series.items()):
        shift = (k - (len(chart.series) - 1) / 2) * 0.34
        places = np.array([labels.index(dot.label) for dot in found]) + shift
        values = np.array([dot.value for dot in found])
        reach = np.abs(np.array([[dot.value - dot.low for dot in found], [dot.high - dot.value for dot in found]]))
        marker = {"color": SERIES[k], "capsize": 3, "elinewidth": 1.8, "markersize": 7, "label": name, "zorder": 3}
        axes.errorbar(values, places, xerr=reach, fmt="os^"[k], clip_on=False, **marker)
        for place, dot in zip(places, found):
            where = {"xy": (1.01, place), "xycoords": axes.get_yaxis_transform(), "va": "center", "fontsize": 9}
            axes.annotate(with_interval(dot, chart.share), color=SERIES[k] if several else INK, **where)
    if chart.even is not None:
        axes.axvline(chart.even, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=2)
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(length=0)
    axes.tick_params(axis="y", pad=8)
    axes.grid(axis="y", visible=False)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlim(left=min(0, axes.get_xlim()[0]) if not chart.share else 0)
    axes.set_xlabel(chart.unit)
    if chart.share:
        axes.xaxis.set_major_formatter(lambda value, place: f"{value:.0%}")
    if several:
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=len(chart.series), handletextpad=0.4)


def bars(axes: Any, chart: Histogram) -> None:
    """How often which value occurs; series stand side by side over the same values, with their means."""
    from matplotlib.ticker import MaxNLocator

    together = np.concatenate(list(map(np.asarray, chart.values.values())))
    width = max(1, math.ceil((together.max() - together.min() + 1) / MOST_BINS))
    edges = np.arange(math.floor(together.min()), math.ceil(together.max()) + 1 + width, width) - 0.5
    share = 0.86 * width / len(chart.values)
    for k, (name, values) in enumerate(chart.values.items()):
        counts, _ = np.histogram(values, edges)
        left = edges[:-1] + 0.07 * width + k * share
        axes.bar(left, counts / np.size(values), share, align="edge", color=SERIES[k], label=name)
    for k, mean in enumerate(chart.means()):
        colour = SERIES[k] if len(chart.values) > 1 else INK
        if mean.low < mean.high:
            axes.axvspan(mean.low, mean.high, color=colour, alpha=0.18, linewidth=0)
        axes.axvline(mean.value, color=colour, linewidth=1.4, linestyle=(0, (2, 2)))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(lambda value, place: f"{100 * value:.3g}%")
    axes.grid(axis="x", visible=False)
    axes.tick_params(length=0)
    axes.set_xlabel(chart.unit)
    if len(chart.values) > 1:
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=len(chart.values))


def alone(svg: str) -> str:
    """A picture that stands alone: colours that are readable on light and on dark paper instead of the page's."""
    for variable, colour in zip(VARIABLES.values(), ALONE):
        svg = svg.replace(variable, colour)
    return svg


def themed(svg: str, title: str) -> str:
    """Only the picture, with the page's colours and font, and a name for those who do not see it."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font: (\d+(?:\.\d+)?)px [^;\"]*", r"font-size: \1px", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, variable)
    label = title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
