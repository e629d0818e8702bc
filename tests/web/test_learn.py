"""Courses on the web: pages, answers, what is remembered, what is refused."""

from __future__ import annotations

import re

import pytest

import khonsu
from khonsu.lessons import course, has_course
from khonsu.lessons.checking import main_line

FIRST = "/learn/ankhor/first-tile"


def send(visitor, path, body, **headers):
    page = visitor.get("/look").text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
    return visitor.http.post(path, json=body, headers={"x-csrftoken": token, **headers})


def model_answers(lesson):
    *_, (_, answers) = main_line(lesson)
    return answers


def test_home_and_table_lead_to_the_course(visitor):
    home = visitor.get("/").text
    for name in khonsu.games():
        assert (f'href="/learn/{name}"' in home) == has_course(name)
    assert 'href="/learn/ankhor"' in visitor.get(f"/table/{visitor.play_now()}").text


def test_finished_lessons_are_remembered_for_the_person(server, visit):
    ana, bo = visit(server), visit(server)
    lessons = course("ankhor")
    assert f'href="{FIRST}">Begin' in ana.get("/learn/ankhor").text
    for done, lesson in enumerate(lessons, 1):
        scene = send(ana, f"/learn/ankhor/{lesson.key}", {"answers": model_answers(lesson)}).json()
        assert scene["kind"] == "end"
        assert ana.get("/learn/ankhor").text.count("✓") == done
    assert "You have finished the course" in ana.get("/learn/ankhor").text
    assert "✓" not in bo.get("/learn/ankhor").text
    again = send(ana, FIRST, {"answers": model_answers(lessons[0])})  # twice is no trouble
    assert again.status_code == 200


def test_scene_holds_what_the_page_needs(visitor):
    scene = send(visitor, FIRST, {"answers": ["next", "next"], "narrow": True}).json()
    assert scene["kind"] == "ask"
    assert {choice["text"] for choice in scene["choices"]} >= {"blue", "ankh"}
    assert scene["pointed"] == [f'[data-step="{scene["choices"][0]["id"]}"]']
    assert 'data-step="' in scene["svg"]
    wrong = send(visitor, FIRST, {"answers": ["next", "next", "red"]}).json()
    assert (wrong["kept"], wrong["kind"]) == (2, "ask")
    assert "jackal" in wrong["refused"]


@pytest.mark.parametrize(("language", "title"), [("es", "Tu primera pieza"), ("fr", "Votre première tuile")])
def test_lessons_in_the_language_of_the_visitor(server, visit, language, title):
    visitor = visit(server, language)
    assert title in visitor.get("/learn/ankhor").text
    assert title in visitor.get(FIRST).text


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/ankhor/nothing", "/learn/chess/first-tile"])
def test_unknown_lessons(visitor, path):
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"answers": "next"},
        {"answers": [{}]},
        {"answers": [1.5]},
        {"answers": ["x" * 41]},
        {"answers": ["next"] * 601},
        {"answers": [], "more": 1},
        {"answers": [2**40]},
    ],
)
def test_what_no_page_sends_is_refused(visitor, body):
    assert send(visitor, FIRST, body).status_code == 400


def test_answers_need_the_token_of_a_page(visitor):
    visitor.get("/")
    assert visitor.http.post(FIRST, json={"answers": []}).status_code == 403


def test_page_code_is_loaded_by_lessons_only(visitor):
    assert "learn.js" in visitor.get(FIRST).text
    for path in ("/", f"/table/{visitor.play_now()}"):
        page = visitor.get(path).text
        assert "learn.js" not in page
        assert "learn.css" not in page


def test_a_form_is_no_answer(visitor):
    """A form with its token is refused at once; reading its body twice would wait without end."""
    assert visitor.post("/learn/ankhor/first-tile", files={"a": b"b"}).status_code == 415
    assert visitor.post("/learn/nothing/at-all").status_code == 415


def test_why_not_in_a_lesson(visitor):
    """From the rules, as at a table; nothing while the lesson asks for no step."""
    asked = {"answers": ["next", "next"], "thing": "slot-1-tile"}
    told = send(visitor, f"{FIRST}/why", asked).json()
    assert (told["thing"], told["section"]) == ("slot-1-tile", "buy")
    assert told["sentence"].startswith("This tile costs")
    nothing = {"kind": "why", "thing": "slot-1-tile", "sentence": "", "section": ""}
    assert send(visitor, f"{FIRST}/why", {**asked, "answers": []}).json() == nothing
    assert send(visitor, f"{FIRST}/why", {**asked, "thing": "nothing"}).json()["sentence"] == ""


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"answers": []},
        {"answers": [], "thing": 1},
        {"answers": [], "thing": "x" * 81},
        {"answers": [{}], "thing": ""},
    ],
)
def test_what_no_page_asks_is_refused(visitor, body):
    assert send(visitor, f"{FIRST}/why", body).status_code == 400


def test_no_reasons_in_unknown_lessons(visitor):
    for path in ("/learn/ankhor/nothing/why", "/learn/chess/first-tile/why"):
        assert send(visitor, path, {"answers": [], "thing": "slot-1"}).status_code == 404
