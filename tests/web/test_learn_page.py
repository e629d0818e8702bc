"""Lessons in a real browser: every course by clicks in every language, phone and wide screen; one by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

from khonsu.lessons import Exercise, Free, Lesson, course
from khonsu.lessons.checking import main_line, model

from .axe import needs_axe, serious
from .browsing import browser, person, pytestmark, until

__all__ = ["browser", "person", "pytestmark"]  # fixtures and marks of this module
PHONE, DESK = (390, 844), (1440, 900)


def arrived(page: Any, answers: int) -> None:
    until(page, "n => document.body?.dataset.ply === String(n)", answers)


def click(page: Any, lesson: Lesson) -> None:
    """Click a lesson through from its page to its end."""
    arrived(page, 0)
    for number, (run, given) in enumerate(main_line(lesson)):
        if run.over:
            break
        answer = model(run)
        assert len(given) == number
        if isinstance(run.act, Exercise | Free):
            step = run.match.find(answer, lesson.seat).id
            page.locator(f".stage .choice[data-step='{step}'], #choices [data-step='{step}']").first.click()
        elif isinstance(answer, int):
            page.locator("#choices button").nth(answer).click()
        else:
            page.locator("#choices .main").click()
        arrived(page, number + 1)


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        ("ankhor", "en-GB", PHONE),
        ("ankhor", "es-ES", PHONE),
        ("ankhor", "fr-FR", DESK),
        ("horus", "en-GB", DESK),
        ("horus", "es-ES", PHONE),
        ("horus", "fr-FR", DESK),
        ("ankh", "en-GB", PHONE),
        ("ankh", "es-ES", DESK),
        ("ankh", "fr-FR", PHONE),
    ],
)
def test_whole_course_by_clicks(person, game, language, size):
    page = person(*size, locale=language, has_touch=size == PHONE)
    page.goto("/")
    page.locator(f".card a[href='/learn/{game}']").click()
    page.locator("a.main").click()
    lessons = course(game)
    for lesson in lessons:
        assert page.url.endswith(lesson.key)
        click(page, lesson)
        page.locator("#choices .main").click()
        page.wait_for_load_state()
    assert page.url.endswith(f"/learn/{game}")
    assert page.locator(".tick.done").count() == len(lessons)


def test_whole_course_by_keyboard_alone(person):
    page, lessons = person(), course("ankhor")
    page.goto("/learn/ankhor")
    reach(page, "document.activeElement.matches('a.main')")
    for lesson in lessons:
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/learn/ankhor/{lesson.key}")
        answers = press(page, lesson)
    assert page.inner_text("#text") == lessons[-1].acts[-1].text["en"]
    page.keyboard.press("u")
    arrived(page, answers - 1)


def press(page: Any, lesson: Lesson) -> int:
    """Go through a lesson with arrows and Enter, until the way out has the focus; how many answers it took."""
    for number, (run, _) in enumerate(main_line(lesson)):
        arrived(page, number)
        if run.over:
            break
        answer = model(run)
        wanted = "document.activeElement.matches('#choices .main')"
        if isinstance(run.act, Exercise | Free):
            wanted = f"document.activeElement.dataset.step === '{run.match.find(answer, lesson.seat).id}'"
        elif isinstance(answer, int):
            wanted = f"document.activeElement === document.querySelectorAll('#choices button')[{answer}]"
        reach(page, wanted)
        page.keyboard.press("Enter")
    reach(page, "document.activeElement.matches('#choices .main')")
    return number


def reach(page: Any, wanted: str) -> None:
    """Press keys until the focus is where it should be: arrows along a row, then Tab, which leads everywhere."""
    for key in (*["ArrowRight"] * 8, *["Tab"] * 90):
        if page.evaluate(wanted):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no key leads there: {wanted}")


def asked_for_a_token(page: Any) -> None:
    """Go to the first lesson and read on until it asks for a step."""
    page.goto("/learn/ankhor/first-tile")
    arrived(page, 0)
    for number in (1, 2):
        page.locator("#choices .main").click()
        arrived(page, number)


def test_leave_come_back_go_back_begin_anew(person):
    page = person(*PHONE)
    asked_for_a_token(page)
    page.locator("#supply-red").click()
    until(page, "document.body.dataset.ply === '2!'")
    assert "the jackal doesn't cost that" in page.inner_text("#refused")
    page.get_by_role("link", name="Leave").click()
    page.wait_for_url("**/learn/ankhor")
    page.goto("/learn/ankhor/first-tile")
    arrived(page, 2)
    assert page.inner_text("#refused") == ""
    assert page.locator(".stage .pointer").count() == 1
    page.get_by_role("button", name="Back").click()
    arrived(page, 1)
    box = {part: page.locator(part).bounding_box() for part in ("#choices", "#ways")}
    assert box["#choices"]["y"] < box["#ways"]["y"], "Next stands above the ways out"
    page.get_by_role("button", name="From the beginning").click()
    arrived(page, 0)
    page.locator("#skip").click()
    page.wait_for_url("**/learn/ankhor/neighbours")


def test_why_not_in_a_lesson(person):
    """A click on what cannot be chosen is answered and changes nothing."""
    page = person()
    asked_for_a_token(page)
    page.locator("#slot-1-tile").click()
    until(page, "() => document.querySelector('#thing .why')?.textContent.startsWith('This tile costs')")
    assert page.get_attribute("#thing a", "href") == "/rules/ankhor#buy"
    arrived(page, 2)


@pytest.mark.parametrize("game", ["ankhor", "horus", "ankh"])
def test_what_is_pointed_at_can_be_seen(person, game):
    """All rings are on the screen and not under the words, at every place of every lesson that points at the board."""
    page, seen = person(*PHONE), 0
    page.goto("/look")
    for lesson in course(game):
        path = f"/learn/{game}/{lesson.key}"
        for run, answers in main_line(lesson):
            if not run.act.targets or isinstance(run.act, Free):
                continue
            page.evaluate(
                "([key, value]) => localStorage.setItem(key, JSON.stringify(value))", [f"khonsu lesson {path}", answers]
            )
            page.goto(path)
            arrived(page, len(answers))
            found = page.evaluate("""() => {
              const words = document.getElementById("speech").getBoundingClientRect();
              return [...document.querySelectorAll(".pointer")].map(ring => {
                const box = ring.getBoundingClientRect(), y = box.y + box.height / 2;
                return y > 0 && y < words.top;
              });
            }""")
            assert all(found), (path, answers)
            seen += len(found)
    assert seen > 20


def teaching(game: str) -> list[str]:
    """The pages that teach a game."""
    return [f"/learn/{game}", f"/quiz/{game}", *(f"/learn/{game}/{lesson.key}" for lesson in course(game))]


@needs_axe
@pytest.mark.parametrize("game", ["ankhor", "horus", "ankh"])
def test_nothing_serious_for_axe(person, game):
    page, found = person(*PHONE), {}
    for path in teaching(game):
        page.goto(path)
        page.wait_for_selector(".course, .stage svg")
        found |= serious(page, path, "moderate")
    assert found == {}
