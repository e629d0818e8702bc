"""The command line, as a new user would try it: help, good calls, bad calls, interruption."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import khonsu
from khonsu.cli import main
from khonsu.lessons import course

COMMANDS = ("games", "play", "simulate", "ladder", "report", "replay", "show", "bench", "warm", "scenario", "rules")


@pytest.fixture
def record(tmp_path, random_match):
    file = tmp_path / "match.record"
    file.write_text(random_match("ankhor", 2, 3, steps=90).record(), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_help_has_an_example(command, language, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help", "--lang", language])
    assert ended.value.code == 0
    assert f"khonsu {command}" in " ".join(capsys.readouterr().out.split()).split(":")[-1]


def test_games(capsys):
    assert main(["games"]) == 0
    assert "Ankh'or" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    cards = {card["name"]: card for card in json.loads(capsys.readouterr().out)}
    assert cards["ankhor"]["players"] == [2, 3, 4]
    assert main(["games", "ankhor", "--lang", "fr"]) == 0
    shown = capsys.readouterr().out
    assert "stall_rounds = 20" in shown
    assert "Après combien de tours de table" in shown


def test_rules(capsys):
    assert main(["rules", "--lang", "fr"]) == 0
    assert "les règles" in capsys.readouterr().out
    assert main(["rules", "ankhor", "--section", "scribe", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "another complete turn" in shown
    assert "{#" not in shown
    assert "drawing:" not in shown
    assert main(["rules", "ankhor", "--section", "contents"]) == 0
    assert "summary" in capsys.readouterr().out
    assert main(["rules", "ankhor"]) == 0
    assert len(capsys.readouterr().out) > 10_000
    assert main(["rules", "ankhor", "--coverage"]) == 0
    assert "108/108" in capsys.readouterr().out


def test_rules_explained(capsys):
    assert main(["rules", "ankhor", "--explained", "50", "--lang", "en"]) == 0
    game, drawings, things, clicks, waiting, _ = capsys.readouterr().out.splitlines()[-1].split()
    assert (game, int(drawings) > 0) == ("ankhor", True)
    for share in (things, clicks):
        found, out_of = map(int, share.split("/"))
        assert found == out_of >= 50
    assert int(waiting) < int(clicks.split("/")[0]) / 2


def test_lessons_as_json(capsys):
    assert main(["lessons", "ankhor", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [figure["lesson"] for figure in figures] == [lesson.key for lesson in course("ankhor")]
    assert figures[0]["first_seconds"] <= 30
    assert sum(figure["minutes"] for figure in figures) <= 12


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "chess"], "There is no game called chess"),
        (["rules", "ankhor", "--section", "chess"], "--section cannot be chess"),
        (["simulate", "chess"], "There is no game called chess"),
        (["simulate", "ankhor", "--players", "9"], "for 2, 3, 4 players, not for 9"),
        (["simulate", "ankhor", "--bots", "oracle"], "There is no bot called oracle"),
        (["simulate", "ankhor", "--bots", "random,random,random"], "--bots cannot be"),
        (["simulate", "ankhor", "--option", "edition=de"], "Option edition cannot be de. Allowed: es, fr"),
        (["simulate", "ankhor", "--option", "edition"], "NAME=VALUE"),
        (["play", "ankhor", "--seat", "4"], "--seat cannot be 4"),
        (["play", "ankhor", "--seed", "-3"], "A seed is a whole number"),
        (["games", "chess"], "There is no game called chess"),
        (["replay", "nowhere.record"], "There is no file nowhere.record"),
        (["show", os.devnull], "a record begins with"),
        (["replay", "."], "cannot be read"),
        (["bench", "ankhor", "--players", "1"], "for 2, 3, 4 players"),
    ],
)
def test_bad_input_is_code_2_and_one_sentence(arguments, sentence, capsys):
    assert main(arguments) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("khonsu: ")
    assert sentence in said


@pytest.mark.parametrize(
    "arguments", [[], ["simulate"], ["simulate", "ankhor", "--games", "0"], ["fly"], ["games", "--lang", "de"]]
)
def test_bad_usage_is_code_2_and_one_line(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_simulate(capsys):
    assert main(["simulate", "ankhor", "--games", "300", "--players", "3", "--json", "--seed", "5"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 300
    assert [row["bot"] for row in figures["seats"]] == ["random"] * 3
    assert main(["simulate", "ankhor", "--games", "2", "--bots", "greedy,random", "--lang", "es"]) == 0
    assert "2 partidas" in capsys.readouterr().out


def test_show_a_position(tmp_path, capsys, monkeypatch):
    text = khonsu.game("horus").match(players=2, seed=3).position.text()
    file, picture = tmp_path / "position.txt", tmp_path / "table.svg"
    file.write_text(text, encoding="utf-8")
    assert main(["show", "--position", str(file), "-o", str(picture)]) == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["show", "--position", "-"]) == 0
    assert capsys.readouterr().out == picture.read_text(encoding="utf-8")
    file.write_text(text.replace("phase: ", "phase: no"), encoding="utf-8")
    assert main(["show", "--position", str(file)]) == 2
    assert "of the position: 'no" in capsys.readouterr().err
    assert main(["show"]) == 2
    assert "--position" in capsys.readouterr().err


def test_play_on_from_a_position(tmp_path, capsys, monkeypatch):
    text = khonsu.game("ankhor").match(players=2, seed=3).position.text()
    (tmp_path / "position.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    kept = tmp_path / "match.record"
    assert main(["play", "--position", str(tmp_path / "position.txt"), "--bots", "random", "--save", str(kept)]) == 0
    assert khonsu.read(kept.read_text(encoding="utf-8")).begins.text() == text


def test_replay_and_show(record, tmp_path, capsys):
    assert main(["replay", record]) == 0
    assert "takes" in capsys.readouterr().out
    assert main(["replay", record, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 91
    assert main(["replay", record, "--at", "40", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "ankhor"
    picture = tmp_path / "table.svg"
    assert main(["show", record, "--at", "40", "-o", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    capsys.readouterr()
    assert main(["replay", record, "--at", "999"]) == 2
    assert "0 to 90" in capsys.readouterr().err


def play(arguments, keys, tmp_path):
    command = [sys.executable, "-m", "khonsu", "play", *arguments]
    return subprocess.run(command, input=keys, capture_output=True, text=True, cwd=tmp_path, check=False)


def test_play_undo_help_save_and_go_on(tmp_path):
    """A short visit: two picks, undo, help, a tip, an illegal step, then quit; the match goes on from its file."""
    done = play(["ankhor", "--seed", "4", "--seat", "1"], "h\n1\nred\nu\nfly\ntip\nb\nl\nq\n", tmp_path)
    assert done.returncode == 0, done.stderr
    for words in ("Taken back: red", "fly is not a legal move now", "Take fish (blue)", "Continue with: "):
        assert words in done.stdout
    kept = tmp_path / "khonsu-ankhor-1.record"
    match = khonsu.read(kept.read_text(encoding="utf-8"))
    assert [step.text for step in match.steps if step.seat == 1] == ["blue"]
    again = play([kept.name], "red\nwhite\n\nq\n", tmp_path)
    assert again.returncode == 0, again.stderr
    match = khonsu.read(kept.read_text(encoding="utf-8"))
    assert [step.text for step in match.steps if step.seat == 1][:3] == ["blue", "red", "white"]


def test_watch_a_whole_match(tmp_path):
    done = play(
        ["ankhor", "--seed", "2", "--seat", "-1", "--bots", "random", "--lang", "fr", "--save", "m.record"],
        "",
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "gagne" in done.stdout or "partagent" in done.stdout
    assert khonsu.read((tmp_path / "m.record").read_text(encoding="utf-8")).over


def test_the_record_says_who_played_for_a_bot_that_failed(tmp_path):
    """docs/bots.md: a comment stands at every step that greedy played for another bot."""
    bots = ["--seat", "1", "--bots", "program:false"]
    done = play(["ankhor", "--seed", "2", *bots, "--save", "m.record"], "1\n2\n3\n\nq\n", tmp_path)
    assert done.returncode == 0, done.stderr
    match = khonsu.read((tmp_path / "m.record").read_text(encoding="utf-8"))
    by_bot = [place for place, step in enumerate(match.steps) if step.seat == 0]
    assert by_bot
    for place in by_bot:
        assert "greedy played this step for program:false" in match.comments[place][0]


def test_interrupted_play_is_kept(tmp_path):
    """Ctrl-C in the middle of a question loses nothing."""
    command = [sys.executable, "-m", "khonsu", "play", "ankhor", "--seed", "4", "--seat", "1", "--save", "m.record"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stdin
    assert process.stdout
    process.stdin.write("1\n")
    process.stdin.flush()
    for line in process.stdout:
        if "takes fish" in line:
            break
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "khonsu play m.record" in said
    assert len(khonsu.read((tmp_path / "m.record").read_text(encoding="utf-8")).steps) >= 1


def test_import_is_light():
    """`import khonsu` loads no compiler and no game."""
    heavy = "numba", "numpy", "jinja2", "babel"
    code = f"import sys, khonsu; khonsu.games(); print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_replay_verifies_the_seed(random_match, tmp_path, capsys):
    """`replay --verify`: the pledged hash fits, is broken, or was never there."""
    from khonsu.web.domain.pledge import comments

    file = tmp_path / "m.record"
    match = random_match("ankhor", 2, 3, steps=20)
    for said, code, words in (
        ([], 0, "no hash to check"),
        (comments(match.seed, "5a17"), 0, "the seed matches the hash"),
        (comments(match.seed + 1, "5a17"), 1, "does not match the hash"),
    ):
        match.comments = {0: said} if said else {}
        file.write_text(match.record(), encoding="utf-8")
        assert main(["replay", str(file), "--verify"]) == code
        assert words in capsys.readouterr().out
