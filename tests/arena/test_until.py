"""The sequential test: decides for the stronger and for the weaker, not too early, and goes on where it was."""

from __future__ import annotations

import json
import random

import pytest

from khonsu.arena import Work, until
from khonsu.arena.ladder.bouts import Bout, Contest, bouts
from khonsu.arena.ladder.until import counted
from khonsu.arena.problems import TooFewBots
from khonsu.cli import main
from khonsu.errors import BadOption
from khonsu.stats.sequential import Hypotheses

ASKED = Hypotheses(0.5, 0.6)


def stream(share, seeds, chance):
    """Means of two matches with the same seed, each won with this chance."""
    return [(chance.random() < share) / 2 + (chance.random() < share) / 2 for _ in range(seeds)]


def outcomes(share, tests=200, seeds=400):
    """How many tests end for the high hypothesis, how many for the low one, and the mean number of seeds."""
    chance = random.Random(5)
    high = low = total = 0
    for _ in range(tests):
        values = stream(share, seeds, chance)
        end = ASKED.decided(values)
        total += end or seeds
        if end is not None:
            high += ASKED.evidence(values[:end]) > 0
            low += ASKED.evidence(values[:end]) < 0
    return high, low, total / tests


def test_the_stronger_is_found_in_few_matches():
    high, low, seeds = outcomes(0.75)
    assert high == 200
    assert low == 0
    assert seeds < 40


def test_the_weaker_is_found_in_few_matches():
    high, low, seeds = outcomes(0.35)
    assert low == 200
    assert high == 0
    assert seeds < 40


@pytest.mark.parametrize(("share", "right"), [(0.5, "low"), (0.6, "high")])
def test_it_is_seldom_wrong_where_a_hypothesis_holds(share, right):
    """One in twenty, with room for chance in two hundred tests."""
    high, low, seeds = outcomes(share)
    wrong = low if right == "high" else high
    assert wrong <= 200 * 0.09
    assert high + low >= 190
    assert seeds > 40


def test_it_does_not_decide_on_a_lucky_start():
    """Three seeds won from both seats are no proof, eight are; in between the answer does not come and go."""
    assert ASKED.decided([1.0] * 3) is None
    end = ASKED.decided([1.0] * 8)
    assert end is not None
    assert ASKED.decided([1.0] * 8 + [0.0] * 8) == end
    assert ASKED.decided([0.5] * 3) is None
    assert ASKED.evidence([]) == 0
    assert ASKED.evidence([0.55] * 10) == pytest.approx(0)


def test_seeds_count_in_their_order_and_only_when_whole():
    """Whoever finishes first does not matter: a seed waits for those before it and for its other seat."""
    wanted = bouts("a", "b", 2, range(6))
    line = lambda share: {"share": share, "others": 1 - share, "players": 2}  # noqa: E731 - all that is looked at
    lines = {bout: line(1.0) for bout in wanted if bout != Bout("a", "b", 1, 1)}
    assert len(counted(lines, wanted, 2, ASKED)) == 2
    lines[Bout("a", "b", 1, 1)] = line(0.0)
    assert len(counted(lines, wanted, 2, ASKED)) == 12


def test_a_test_ends_early_and_goes_on_where_it_was(tmp_path, capsys):
    """Greedy beats random clearly; the same command plays nothing again and answers the same."""
    journal = tmp_path / "until.jsonl"
    command = ["ladder", "ankhor", "--until", "0.5", "0.7", "--bots", "greedy", "--against", "random", "--games", "40"]
    command += ["--iterations", "100", "--journal", str(journal), "--json"]
    assert main(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["answer"], first["wins"], first["complete"]) == ("high", 1.0, True)
    assert 4 <= first["matches"] < 20
    assert first["evidence"] >= first["bound"]
    played = len(journal.read_text().splitlines())
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert len(journal.read_text().splitlines()) == played
    journal.write_text("".join(text + "\n" for text in journal.read_text().splitlines()[:3]))
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_from_python():
    """The weaker one is told how it stands after every match."""
    heard = []
    found = until(
        "ankhor", ("random", "greedy"), (0.5, 0.7), most=40, hear=heard.append, limits={"iterations": 50}, players=2
    )
    assert found.answer == "low"
    assert isinstance(found.contest, Contest)
    assert [len(one.lines) for one in heard] == sorted(len(one.lines) for one in heard)
    assert "random" in str(found)
    with pytest.raises(TooFewBots):
        until("ankhor", ("random", "random"))
    with pytest.raises(BadOption):
        until("ankhor", ("random", "greedy"), (0.7, 0.5))


def test_ctrl_c_keeps_what_is_there():
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    limits = {"iterations": 50}
    found = until("ankhor", ("greedy", "random"), most=20, limits=limits, work=Work(progress=stop))
    assert not found.complete
    assert found.answer is None
    assert len(found.lines) == 2
