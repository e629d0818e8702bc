"""Ten questions on the web: without a browser what is sent and refused, in a browser the whole way once."""

from __future__ import annotations

import re

import pytest

from khonsu.lessons.quiz import COUNT, question

from .browsing import browser, person, until
from .browsing import pytestmark as in_browser
from .test_learn import send

__all__ = ["browser", "person"]


def test_question_then_answer(visitor):
    asked = send(visitor, "/quiz/horus", {"seed": 7, "number": 0, "narrow": True}).json()
    kept = question("horus", 7, 0, "en")
    assert (asked["right"], asked["why"]) == (None, "")
    assert asked["answers"] == kept.answers
    assert asked["svg"].startswith("<svg")
    told = send(visitor, "/quiz/horus", {"seed": 7, "number": 0, "answer": 1}).json()
    assert told["right"] == kept.right
    assert told["svg"] == ""
    assert told["link"] == f"/rules/horus#{kept.asked.section}"
    assert f'id="{kept.asked.section}"' in visitor.get("/rules/horus").text
    assert told["section"]


@pytest.mark.parametrize(
    "body", [{}, {"seed": -1, "number": 0}, {"seed": 1, "number": 10}, {"seed": 2**48, "number": 0}]
)
def test_nonsense_is_refused(visitor, body):
    assert send(visitor, "/quiz/horus", body).status_code == 400


def test_no_questions_about_other_games(visitor):
    assert visitor.get("/quiz/chess").status_code == 404
    assert send(visitor, "/quiz/chess", {"seed": 1, "number": 0}).status_code == 404


def test_the_course_offers_it_and_no_two_are_alike(visitor):
    assert 'href="/quiz/ankhor"' in visitor.get("/learn/ankhor").text
    pages = [visitor.get("/quiz/ankhor").text for _ in range(2)]
    seeds = [re.search(r'"seed": (\d+)', page)[1] for page in pages]
    assert seeds[0] != seeds[1]


class TestInABrowser:
    pytestmark = in_browser

    @pytest.mark.parametrize(
        ("game", "size", "language"),
        [("horus", (390, 844), "es"), ("ankhor", (1440, 900), "fr"), ("ankh", (390, 844), "en")],
    )
    def test_ten_questions(self, person, game, size, language):
        page = person(*size, locale=language)
        page.goto(f"/quiz/{game}")
        seed = page.evaluate("JSON.parse(document.getElementById('client').textContent).seed")
        for number in range(COUNT):
            until(page, "n => document.body.dataset.ply === String(n)", number)
            asked = question(game, seed, number, language)
            marks = page.locator(".stage rect.pointer").count()
            assert page.inner_text("#text") == asked.asked.text
            assert marks == len(asked.asked.about) + len(asked.asked.places), (seed, number)
            wrong = (asked.right + 1) % len(asked.answers)
            page.locator("#choices button").nth(wrong if number == 3 else asked.right).click()
            until(page, "n => document.body.dataset.ply === `${n}!`", number)
            assert page.inner_text("#why") == asked.asked.why
            page.locator("#onward .main").click()
        until(page, "document.body.dataset.ply === 'end'")
        assert page.inner_text("#text").startswith("9 ")
        assert page.locator("#play").is_visible()

    def test_what_a_thing_is_but_never_whether_it_can_be_chosen(self, person):
        page = person()
        page.goto("/quiz/ankhor")
        until(page, "document.body.dataset.ply === '0'")
        asked = []
        page.on("request", lambda request: asked.append(request.method))
        page.click("#price-4-1")  # prices stay, whatever has been bought
        until(
            page,
            "words => document.getElementById('thing')?.textContent.includes(words)",
            "One token of exactly this kind",
        )
        assert page.locator("#thing .why").count() == 0
        assert "POST" not in asked
        assert page.get_attribute("body", "data-ply") == "0"
