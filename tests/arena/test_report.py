"""The balance report: figures that follow from the matches, a page that stands alone, in every language."""

from __future__ import annotations

import json
import re
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import khonsu
from khonsu.arena import Work, report
from khonsu.arena.runs.balance import charts
from khonsu.arena.runs.plan import plan
from khonsu.arena.runs.seen import as_matches, watch
from khonsu.cli import main
from khonsu.games.ankh.report import ever
from khonsu.games.ankh.rules.state import UNLOCKED
from khonsu.stats.charts import Chart, Histogram


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """Random matches of each game at its largest table, seen once for all tests."""

    def see(name: str):
        game = khonsu.game(name)
        players = game.about.players[-1]
        made = plan(game, 12, "random", players, 3)
        return game, made, watch(made, tmp_path_factory.mktemp(name) / "r.html")

    return {name: see(name) for name in khonsu.games()}


def test_what_is_seen_is_what_was_played(game_name, reported):
    game, made, seen = reported[game_name]
    assert seen.states["players"].tolist() == [made.players] * 12
    shares = np.zeros(made.players)
    for i in range(12):
        states = np.ascontiguousarray(seen.states[i : i + 1])
        game.kernel.first.result(states, shares)
        np.testing.assert_array_equal(shares, seen.shares[i])
        assert game.kernel.first.score(states, 0) == seen.scores[i, 0]
        assert seen.first[i] in game.match(players=made.players, seed=made.seed + i).deciders


def test_every_figure_lies_in_its_interval(game_name, reported):
    game, made, seen = reported[game_name]
    found = charts(game, made, seen, game.texts("en"))
    own = game.report(as_matches(seen), game.texts("en"))
    assert len(own) >= 3
    assert {chart.title for chart in found} >= {chart.title for chart in own if any(chart.series.values())}
    for chart in found:
        dots = chart.means() if isinstance(chart, Histogram) else [d for s in chart.series.values() for d in s]
        assert dots, chart.title
        for dot in dots:
            assert dot.low <= dot.value <= dot.high or np.isnan(dot.low), (chart.title, dot)
            if isinstance(chart, Chart) and chart.share:
                assert dot.low >= 0
                assert dot.high <= 1


def test_shares_of_the_order_of_play_add_up(game_name, reported):
    game, made, seen = reported[game_name]
    begins = charts(game, made, seen, game.texts("en"))[0]
    assert isinstance(begins, Chart)
    assert sum(dot.value for dot in begins.series[""]) == pytest.approx(seen.shares.sum() / 12)


def by_title(reported, name, title):
    game, made, seen = reported[name]
    return next(chart for chart in charts(game, made, seen, game.texts("en")) if chart.title == title), seen


def test_ankhor_parts_are_those_of_the_score(reported):
    """Points by part, summed up and weighed, give the mean score of winners and of the others."""
    chart, seen = by_title(reported, "ankhor", "Where the points come from")
    won = seen.shares > 0
    assert sum(dot.value for dot in chart.series["winners"]) == pytest.approx(seen.scores[won].mean())
    assert sum(dot.value for dot in chart.series["the others"]) == pytest.approx(seen.scores[~won].mean())
    tiles, seen = by_title(reported, "ankhor", "Which tiles winners have")
    expected = seen.states["tiles"][:, :4][seen.shares > 0].mean()
    assert sum(dot.value for dot in tiles.series["winners"]) == pytest.approx(expected)


def test_horus_points_by_terrain(reported):
    chart, seen = by_title(reported, "horus", "Points by terrain")
    assert sum(dot.value for dot in chart.series["winners"]) == pytest.approx(seen.scores[seen.shares > 0].mean())


def test_ankh_gods(reported):
    """Every seat plays one god: shares times players of each god give the wins."""
    chart, seen = by_title(reported, "ankh", "Gods")
    assert sum(dot.n for dot in chart.series[""]) == seen.shares.size
    assert sum(dot.n * dot.value for dot in chart.series[""]) == pytest.approx(seen.shares.sum())


def test_ankh_powers_are_those_that_were_unlocked(tmp_path):
    """Events tell the same as the final state wherever a god is still there and was never merged."""
    made = plan("ankh", 8, "random", 2, options={"red_max": 0})  # so that few are forgotten
    seen = watch(made, tmp_path / "r.html")
    held = ever(as_matches(seen), UNLOCKED, 0, 12)
    there = seen.states["god_of"][:, :2] == np.arange(2)
    at_the_end = (seen.states["powers"][:, :2, None] >> np.arange(12) & 1).astype(bool)
    assert at_the_end[there].any()
    np.testing.assert_array_equal(held[there], at_the_end[there])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_stands_alone(language, tmp_path, capsys):
    """One file without links to others; charts are well-formed, with colours of the page; parts are removed."""
    out = tmp_path / "r.html"
    command = ["report", "ankhor", "--games", "4", "--bots", "greedy", "random", "--iterations", "50"]
    assert main([*command, "--out", str(out), "--lang", language, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["file"] == str(out)
    text = out.read_text(encoding="utf-8")
    assert not re.search(r'(src|href)="(?!#)', text)
    assert f'lang="{language}"' in text
    assert ("The player who goes first wins" in text) == (language == "en")
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == len(answer["charts"]) == 13
    ids = [name for picture in pictures for name in re.findall(r'<clipPath id="([^"]*)"', picture)]
    assert len(ids) == len(set(ids))
    for picture in pictures:
        ElementTree.fromstring(picture)
        assert "var(--ink)" in picture
        assert "#000000" not in picture
    assert not (tmp_path / "r.html.parts").exists()


def test_a_report_goes_on_where_it_was(tmp_path):
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    file, told = tmp_path / "r.html", []
    with pytest.raises(KeyboardInterrupt):
        report("ankhor", 6, "greedy", limits={"iterations": 9}, file=file, work=Work(progress=stop))
    work = Work(progress=lambda done, total: told.append(done))
    again = report("ankhor", 6, "greedy", limits={"iterations": 9}, file=file, work=work)
    assert told == [3, 4, 5, 6]
    assert len(again.seen.turns) == 6
    assert again.command() == "khonsu report ankhor --players 2 --games 6 --seed 0 --bots greedy --iterations 9"
    again.write(file, "fr")
    assert [file.name for file in tmp_path.iterdir()] == ["r.html"]


def test_without_matplotlib_one_clear_sentence(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["report", "ankhor", "--games", "5"]) == 2
    assert "pip install 'khonsu[arena]'" in capsys.readouterr().err


def test_a_page_of_the_documentation(tmp_path):
    """Markdown with pictures that stand alone: no colour of a page is left in them."""
    out = tmp_path / "reports" / "ankhor.md"
    out.parent.mkdir()
    assert main(["report", "ankhor", "--games", "4", "--bots", "swift", "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("# Ankh'or")
    assert "## Openings" in text
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", text)
    assert len(pictures) > 10
    for picture in pictures:
        assert "var(--" not in (out.parent / picture).read_text(encoding="utf-8")


def test_openings_are_the_first_choices(tmp_path):
    """Steps of the first turn that had alternatives, as a record writes them."""
    seen = watch(plan("ankhor", 3, "swift", 2), tmp_path / "r.html")
    other = watch(plan("ankhor", 3, ["swift", "greedy"], 2, limits={"iterations": 9}), tmp_path / "s.html")
    assert all(seen.opening)
    assert set(seen.opening) & set(other.opening)
