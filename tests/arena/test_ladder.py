"""The ladder: pairs, seats, intervals, ratings, and matches that are played only once."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import khonsu
from khonsu.arena import Work, ladder, pairings, parts, write_part
from khonsu.arena.ladder import everything
from khonsu.arena.ladder.bouts import Bout, Contest, Journal, bouts, code_of, play_bout, won
from khonsu.arena.ladder.ladder import Ladder, standings
from khonsu.arena.ladder.strength import put
from khonsu.arena.ladder.until import by_seed
from khonsu.arena.problems import TooFewBots
from khonsu.arena.runs.plan import plan
from khonsu.bots.random import RandomBot
from khonsu.cli import main
from khonsu.errors import BadOption
from khonsu.stats.intervals import mean_of, share_of, wilson
from khonsu.stats.ratings import Rating, rate


def test_pairings():
    assert pairings(["level1", "level2", "level3"], games=40, measured=200) == {
        ("level2", "level1"): 40,
        ("level3", "level2"): 40,
        ("level3", "greedy"): 200,
        ("greedy", "random"): 200,
    }
    assert pairings(["greedy"], ["greedy", "random"]) == {("greedy", "random"): 200}
    assert pairings(["random", "greedy"], ["random"], 8, 20) == {("greedy", "random"): 8}
    with pytest.raises(TooFewBots):
        pairings(["greedy"], ["greedy"])


def test_every_seed_from_every_seat():
    made = bouts("greedy", "random", 3, range(7, 74))
    assert len(made) == len(set(made)) == 201
    for seed in range(7, 74):
        assert {bout.place for bout in made if bout.seed == seed} == {0, 1, 2}


def test_wilson():
    """The values that textbooks give."""
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = wilson(1.0, 20)
    assert (round(low, 3), high) == (0.839, 1.0)


def test_pairs_count_once():
    """Two matches that always come out alike are worth one; two of which always one is won are worth more."""
    chance = np.random.default_rng(3)
    seeds, alone = np.repeat(np.arange(200), 2), np.arange(400)
    alike = np.repeat(chance.integers(0, 2, 200), 2).astype(float)
    opposed = np.stack([chance.integers(0, 2, 200), np.zeros(200)], 1).astype(float)
    opposed[:, 1] = 1 - opposed[:, 0]
    paired, free = share_of("", alike, seeds), share_of("", alike, alone)
    assert (paired.high - paired.low) / (free.high - free.low) == pytest.approx(math.sqrt(2), rel=0.02)
    certain = share_of("", opposed.ravel(), seeds)
    assert certain.value == 0.5
    assert certain.high - certain.low < 0.15
    mean = mean_of("", [1.0, 2.0, 3.0], [0, 1, 2])
    assert mean.value == 2
    assert mean.high - mean.value == pytest.approx(1.96 / math.sqrt(3), rel=0.01)


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_find_the_strengths_that_made_the_results(players):
    chance = np.random.default_rng(1)
    elo = {"greedy": 1000.0, "level1": 1150.0, "level2": 1400.0}
    results = {}
    for one, rest in (("level1", "greedy"), ("level2", "level1"), ("level2", "greedy")):
        odds = 10 ** ((elo[one] - elo[rest]) / 400) / (players - 1)
        wins = chance.binomial(players, odds / (1 + odds), 400)
        results[one, rest] = np.stack([wins, players - wins], 1)
    found = {rating.name: rating for rating in rate(results, players)}
    assert found["greedy"].elo == 1000
    for name in ("level1", "level2"):
        assert found[name].low < elo[name] < found[name].high
        assert found[name].elo == pytest.approx(elo[name], abs=40)
        assert 10 < found[name].high - found[name].low < 120


def test_a_bot_that_always_won_is_not_certain_to_win():
    best, _ = rate({("level1", "greedy"): np.full((20, 2), [2, 0])}, 2)
    assert best.name == "level1"
    assert 1150 < best.low < 1400 < best.elo < best.high


def contest() -> Contest:
    made = plan("ankhor", 1, "greedy", 2)
    return Contest("ankhor", 2, made.options, (("iterations", 200),), code_of("ankhor"))


def test_bots_sit_where_they_should():
    line = play_bout(contest(), Bout("greedy", "random", 5, 1))
    assert line["share"] == 1.0
    assert line["scores"][1] > line["scores"][0]
    again = play_bout(contest(), Bout("greedy", "random", 5, 1))
    times = "seconds_and_steps"
    assert {**line, times: None} == {**again, times: None}


class Broken:
    """A bot that never answers sensibly."""

    name = "broken"

    def choose(self, position, seat, budget):
        raise ValueError("no idea")


def test_a_bot_that_fails_is_replaced_and_that_is_counted(monkeypatch):
    from khonsu.arena.runs import matches

    monkeypatch.setattr(matches, "bot", lambda name: Broken() if name == "broken" else RandomBot())
    played = matches.play_match(khonsu.game("ankhor"), 2, 3, ["broken", "random"], {}, {})
    assert played.match.over
    assert played.replaced == [played.steps[0], 0]


def test_a_ladder_goes_on_where_it_was(tmp_path, capsys):
    """Journal lines are taken as they are, a torn one is played again, more matches add to those that are there."""
    journal, page = tmp_path / "ladder.jsonl", tmp_path / "strength.md"
    command = ["ladder", "ankhor", "--bots", "greedy", "--against", "random", "--iterations", "200"]
    command += ["--journal", str(journal), "--json"]
    assert main([*command, "--games", "4"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["pairs"][0]["matches"] == 4
    whole = journal.read_text()
    journal.write_text(whole[:-30])
    assert main([*command, "--games", "6", "--write", str(page)]) == 0
    answer = capsys.readouterr()
    assert "3 of 6 matches have been played already" in answer.err
    assert json.loads(answer.out)["pairs"][0]["matches"] == 6
    lines = Journal(journal).lines(contest())
    assert set(lines) == set(bouts("greedy", "random", 2, range(3)))
    assert len(journal.read_text().splitlines()) == 7
    assert standings(list(lines.values()), [("greedy", "random")])[0].seeds == 3
    text = page.read_text()
    assert "khonsu ladder ankhor --players 2 --games 6" in text
    assert "| greedy | random | 6 |" in text


def test_from_python_a_ladder_rounds_up_to_whole_rotations():
    """Nothing is kept where no journal is named, and progress is told from the first match to the last."""
    told = []
    work = Work(progress=lambda done, total: told.append((done, total)))
    found = ladder("ankhor", {("greedy", "random"): 5}, players=3, seed=2, limits={"iterations": 100}, work=work)
    assert found.complete
    assert [(line["seed"], line["place"]) for line in found.lines] == [(s, p) for s in (2, 3) for p in range(3)]
    assert told == [(done, 6) for done in range(7)]
    assert found.standings[0].wins.n == 6
    assert {rating.name for rating in found.ratings} == {"greedy", "random"}
    assert "2 × random" in str(found)
    assert "<td>2 × random</td>" in found._repr_html_()


def test_ctrl_c_ends_a_ladder_with_what_is_there():
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    found = ladder("ankhor", {("greedy", "random"): 6}, limits={"iterations": 50}, work=Work(progress=stop))
    assert not found.complete
    assert len(found.lines) == 3


def test_sections_are_renewed_one_by_one(tmp_path):
    page = tmp_path / "strength.md"
    put(page, ("horus", 2, ""), "<!-- horus 2 -->\nold\n<!-- end -->\n")
    put(page, ("ankhor", 4, ""), "<!-- ankhor 4 -->\nfour\n<!-- end -->\n")
    put(page, ("horus", 2, ""), "<!-- horus 2 -->\nnew\n<!-- end -->\n")
    text = page.read_text()
    assert "old" not in text
    assert text.index("four") < text.index("new")
    assert text.startswith("# Strength")


def test_parts_of_the_document_have_sections_of_their_own(tmp_path):
    page = tmp_path / "strength.md"
    put(page, ("horus", 2, "growth"), "<!-- horus 2 growth -->\ngrown\n<!-- end -->\n")
    put(page, ("horus", 2, ""), "<!-- horus 2 -->\nplain\n<!-- end -->\n")
    put(page, ("horus", 2, "growth"), "<!-- horus 2 growth -->\ngrown again\n<!-- end -->\n")
    text = page.read_text()
    assert "plain" in text
    assert text.count("grown") == 1
    put(page, ("horus", 2, "swift"), "<!-- horus 2 swift -->\nquick\n<!-- end -->\n", [("horus", 2, "growth")])
    assert "plain" not in page.read_text()  # a section that nothing makes any more
    assert "grown again" in page.read_text()


def test_everything_is_played_in_parts(tmp_path, capsys, monkeypatch):
    """Every neighbour, every number of players, every doubling; one part alone, which is not played twice."""
    found = parts()
    assert {part.name for part in found} == {"swift", "neighbours", "frozen", "times4", "growth"}
    assert {(part.game, part.players) for part in found if part.name == "frozen"} == {
        (name, players) for name, about in khonsu.games().items() for players in about.players
    }
    (one,) = parts(["horus"], ["neighbours"])
    assert next(iter(one.pairs)) == ("level2", "level1")
    assert len(one.pairs) == 7
    assert one.pairs["level2", "level1"] == 200
    assert one.pairs["level8", "level7"] == 100
    for part in parts(names=["times4"]):
        assert set(part.pairs.values()) == {100}
        assert part.pairs.items() <= parts([part.game], ["growth"])[0].pairs.items()  # its matches are not played twice
    with pytest.raises(BadOption, match="growth"):
        parts(names=["width"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(everything, "neighbours", lambda: {("greedy", "random"): 2})
    command = ["ladder", "ankhor", "--all", "neighbours", "--write", "strength.md"]
    assert main(command) == 0
    assert main(command) == 0
    assert "2 of 2 matches have been played already" in capsys.readouterr().err
    assert "`khonsu ladder ankhor --all neighbours --players 2 --seed 0`" in (tmp_path / "strength.md").read_text()


def test_growth_is_drawn(tmp_path, monkeypatch):
    """A curve beside the document: one point for each time."""
    monkeypatch.setattr(everything, "timed", lambda seconds: f"greedy:{seconds:g}")
    rows = [Rating(f"greedy:{seconds:g}", 1000 + place, 990.0, 1020.0) for place, seconds in enumerate((1 / 32, 1 / 2))]
    (part,) = parts(["ankhor"], ["growth"])
    found = ladder("ankhor", {("greedy", "random"): 2}, limits={"iterations": 10})
    object.__setattr__(found, "ratings", rows)
    write_part(tmp_path / "strength.md", part, found, part.command)
    drawn = (tmp_path / "images" / "growth-ankhor.svg").read_text()
    assert "1/32" in drawn
    assert "images/growth-ankhor.svg" in (tmp_path / "strength.md").read_text()


def test_a_match_that_nobody_wins_is_even():
    """In Ankh all may lose; that says nothing about who is stronger."""
    line = {"one": "a", "rest": "b", "seed": 1, "place": 0, "players": 4, "share": 0.0, "others": 0.0}
    assert won(line) == (0.25, 0.75)
    assert won({**line, "others": 1.0}) == (0.0, 1.0)
    assert standings([line], [("a", "b")])[0].wins.value == 0.25
    assert by_seed([line] * 4, 4) == [0.25]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ankhor", "--bots", "greedy", "--against", "greedy"], "at least two different bots"),
        (["ankhor", "--bots", "oracle"], "There is no bot called oracle"),
        (["ankhor", "--players", "7"], "for 2, 3, 4 players"),
        ([], "game"),
        (["--all", "width"], "growth"),
        (["--all", "--games", "20"], "--games does not go with --all"),
        (["--all", "--option", "edition=fr"], "--option does not go with --all"),
    ],
)
def test_bad_ladders(arguments, sentence, capsys):
    assert main(["ladder", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_the_longest_step_and_the_mean_are_told_of_each_bot():
    lines = [play_bout(contest(), Bout("greedy", "random", seed, 0)) for seed in (1, 2)]
    found = Ladder(contest(), [("greedy", "random")], lines)
    for name in ("greedy", "random"):
        assert 0 < found.milliseconds[name] <= found.longest[name]
        assert found.longest[name] == 1000 * max(line["seconds_and_steps"][name][2] for line in lines)
    old = [{**line, "seconds_and_steps": {n: t[:2] for n, t in line["seconds_and_steps"].items()}} for line in lines]
    before = Ladder(contest(), [("greedy", "random")], old)  # a journal of 0.2.0
    assert before.milliseconds == found.milliseconds
    assert set(before.longest.values()) == {0.0}
