"""Lessons: every script of every game is played through, each wrong answer too; and what is wrong in a file is said."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import khonsu
from khonsu.lessons import NEXT, BadLesson, Exercise, Free, LessonRun, Quiz, course, has_course, play, read
from khonsu.lessons.checking import alternatives, check, main_line
from khonsu.lessons.measure import measure, minutes_read
from khonsu.text import LANGUAGES

LESSONS = [lesson for name in khonsu.games() if has_course(name) for lesson in course(name)]
LONGEST = {"ankhor": 12, "horus": 12, "ankh": 20}  # minutes of a whole course
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.key}")


@each_lesson
def test_every_way_through_a_lesson_leads_to_its_end(lesson):
    check(lesson)


@each_lesson
def test_every_wrong_step_gets_a_reason_and_changes_nothing(lesson):
    refused = 0
    for run, answers in main_line(lesson):
        if not isinstance(run.act, Exercise | Quiz):
            continue
        wrong = [step.text for step in run.choices] if isinstance(run.act, Exercise) else range(len(run.act.answers))
        for given in set(wrong) - set(alternatives(run)):
            after = play(lesson, [*answers, given])
            assert after.kept == len(answers)
            assert after.match.position.save() == run.match.position.save()
            assert after.refused is not None
            assert all(after.refused[language] for language in LANGUAGES), (lesson.file, run.act.line, given)
            refused += 1
    assert refused or lesson is course(lesson.game)[-1]


@each_lesson
def test_lesson_takes_two_minutes_at_most(lesson):
    for language in LANGUAGES:
        assert measure(lesson, language).minutes <= 2, (lesson.file, language)
        assert 1 <= minutes_read(lesson, language) <= (3 if any(isinstance(a, Free) for a in lesson.acts) else 2)


@pytest.mark.parametrize("game", dict.fromkeys(lesson.game for lesson in LESSONS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_first_own_move_comes_soon_and_the_course_is_short(game, language):
    found = [measure(lesson, language) for lesson in course(game)]
    assert found[0].first_seconds <= 30
    assert sum(one.minutes for one in found) <= LONGEST.get(game, 20)


def test_the_same_answers_lead_to_the_same_place():
    *_, (end, answers) = main_line(course("ankhor")[-1])
    again = play(end.lesson, answers)
    assert again.over
    assert again.match.position.save() == end.match.position.save()


def test_learners_at_the_same_time_do_not_disturb_each_other():
    """Each lesson is worked out in some thread of the server, and the bots of a free match play there."""
    *_, (end, answers) = main_line(course("ankhor")[-1])
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            runs = list(pool.map(lambda _: play(end.lesson, answers), range(40)))
    finally:
        sys.setswitchinterval(switching)
    assert {run.match.position.save() for run in runs} == {end.match.position.save()}


def test_an_answer_that_makes_no_sense_is_not_kept():
    lesson = course("ankhor")[0]
    for nonsense in ("blue", "", "x" * 40, 10**9, -1, 0):
        run = play(lesson, [NEXT, nonsense])
        assert (run.kept, run.refused) == (1, {})


def test_points_show_what_has_changed_since_the_last_time():
    lesson = next(lesson for lesson in course("ankhor") if lesson.key == "neighbours")
    shown = [run.points() for run, _ in main_line(lesson) if run.points()]
    assert [(row.name, row.before, row.now) for row in shown[0]] == [("animals", 0, 2), ("", 1, 3)]
    after = {row.name: (row.before, row.now) for row in shown[1]}
    assert after == {"colours": (0, 2), "numbers": (0, 2), "tokens": (1, 0), "": (3, 6)}


# -- the format --------------------------------------------------------------------------------------------------------

SAID = "  en: Yes.\n  es: Sí.\n  fr: Oui.\n"
TITLE = f"title\n{SAID}"
BEGIN = "from options players=2 seed=7\n"
END = f"end\n{SAID}"
TOKEN = f"ask\n  accept blue\n{SAID}"


def lesson_of(folder: Path, text: str) -> object:
    file = folder / "01-small.txt"
    file.write_text(text, encoding="utf-8")
    return read(file, "ankhor")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (TITLE + END, 1, "'from' is missing"),
        (TITLE + BEGIN + f"say\n{SAID}", 6, "ends with one 'end'"),
        (TITLE + BEGIN + "say\n  en: Hello.\n" + END, 6, "no sentence in es, fr"),
        (TITLE + BEGIN + f"sing\n{SAID}" + END, 6, "'sing' is no act"),
        (TITLE + BEGIN + f"say\n{SAID}  loudly\n" + END, 10, "'loudly' means nothing in 'say'"),
        (TITLE + BEGIN + f"ask\n{SAID}" + END, 6, "needs one line 'accept"),
        (TITLE + BEGIN + f"other\n{SAID}" + END, 6, "needs a line 'play"),
        (TITLE + BEGIN + f"show all\n{SAID}" + END, 6, "needs 'points'"),
        (TITLE + BEGIN + f"quiz\n{SAID}" + END, 6, "two answers or more"),
        (TITLE + BEGIN + f"quiz\n{SAID}  right\n    en: a\n    es: b\n    fr: c\n" + END, 10, "answer => explanation"),
        (TITLE + "from options players=2\n" + END, 5, "seed"),
        (TITLE + "from record nothing.record 3\n" + END, 5, "there is no file"),
        (TITLE + "from scratch\n" + END, 5, "'from' needs"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path, text, line, problem):
    with pytest.raises(BadLesson) as caught:
        lesson_of(tmp_path, text)
    assert str(caught.value).startswith(f"01-small.txt, line {line}: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (TITLE + BEGIN + TOKEN + END, 6, "learner's turn"),  # seat 1 begins
        (TITLE + "seat 1\n" + BEGIN + TOKEN + END, 7, "no reason is given why not white"),
        (TITLE + "seat 1\n" + BEGIN + f"ask\n  accept gold\n{SAID}" + END, 7, "nothing that is legal is accepted"),
        (TITLE + "seat 1\n" + BEGIN + f"{TOKEN}  else\n    en: n\n    es: n\n    fr: n\n  > moon\n" + END, 7, "moon"),
        (
            TITLE + "seat 1\n" + BEGIN + f"ask\n  accept *\n{SAID}  else\n    en: n\n    es: n\n    fr: n\n" + END,
            7,
            "never",
        ),
        (TITLE + BEGIN + "other\n  play blue; gold\n" + END, 6, "gold is not a legal move"),
        (TITLE + "from position\n  players: 2\n  asked: tea\n" + END, 5, "position"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path, text, line, problem):
    with pytest.raises(BadLesson) as caught:
        check(lesson_of(tmp_path, text))
    assert str(caught.value).startswith(f"01-small.txt, line {line}: ")
    assert problem in str(caught.value)


def test_lesson_from_a_record(tmp_path, random_match):
    match = random_match("ankhor", 2, 5, 40)
    (tmp_path / "some.record").write_text(match.record(), encoding="utf-8")
    lesson = lesson_of(tmp_path, TITLE + "from record some.record 12\n" + END)
    assert LessonRun(lesson).match.position.save() == match.at(12).position.save()


def test_steps_before_the_lesson_and_seats_of_steps(tmp_path):
    lesson = lesson_of(tmp_path, TITLE + BEGIN + "  play 1: blue; white\n" + "other\n  play 1: red\n" + END)
    run = LessonRun(lesson, "Ana")
    assert [step.text for step in run.match.steps] == ["blue", "white", "red"]
    assert run.match.names == ["Ana", "Nefru"]
    assert run.over
