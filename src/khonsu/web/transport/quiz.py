"""Ten questions about a game. The browser remembers seed and answers; the server makes each question anew."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.response import Template

import khonsu
from khonsu.lessons.quiz import COUNT, SEEDS, has_quiz, question
from khonsu.rulebook import has_rulebook, rulebook
from khonsu.text import Text
from khonsu.web.transport.common import TheHub, Visit, page
from khonsu.web.transport.people import texts


class QuizPlace(msgspec.Struct, forbid_unknown_fields=True):
    """Which question is looked at, how the board is to be drawn, and the answer if there is one."""

    seed: Annotated[int, msgspec.Meta(ge=0, lt=SEEDS)]
    number: Annotated[int, msgspec.Meta(ge=0, lt=COUNT)]
    answer: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    narrow: bool = False


class QuestionScene(msgspec.Struct):
    """A question; what is right is said once it is answered."""

    who: str  # whose place the question is asked from
    text: str
    answers: list[str]
    svg: str  # "" once it is answered: it was sent with the question
    about: list[str]  # selectors
    places: list[str]
    right: int | None
    why: str
    link: str  # where the rulebook tells more
    section: str


def known(game: str) -> str:
    """The game again, if there are questions about it."""
    if game not in khonsu.games() or not has_quiz(game):
        raise NotFoundException
    return game


@get("/quiz/{game:str}", include_in_schema=False)
async def quiz_page(request: Visit, game: FromPath[str]) -> Template:
    """Ten questions that nobody was asked before."""
    t = texts(request, known(game))
    return page(
        request,
        "quiz.html",
        t=t,
        about=khonsu.games()[game],
        client={
            "words": quiz_words(t),
            "seed": secrets.randbelow(SEEDS),
            "count": COUNT,
            "course": f"/learn/{game}",
            "game": game,
        },
    )


@post("/quiz/{game:str}", status_code=200, include_in_schema=False)
async def quiz_scene(request: Visit, hub: TheHub, game: FromPath[str], data: JSONBody[QuizPlace]) -> QuestionScene:
    """A question, or what its answer is."""
    t = texts(request, known(game))
    hub.compiler.check(game)
    return await asyncio.to_thread(seen, game, data, t)


def seen(game: str, place: QuizPlace, t: Text) -> QuestionScene:
    """What the page needs."""
    found = question(game, place.seed, place.number, t.language)
    answered = place.answer is not None
    about, places = found.marked()
    link, title = "", ""
    if answered and has_rulebook(game):
        link, title = f"/rules/{game}#{found.asked.section}", section_title(game, found.asked.section, t.language)
    return QuestionScene(
        who=t("You are {who}.", who=found.names[found.seat]),
        text=found.asked.text,
        answers=found.answers,
        svg="" if answered else found.picture(t.language, place.narrow),
        about=about,
        places=places,
        right=found.right if answered else None,
        why=found.asked.why if answered else "",
        link=link,
        section=title,
    )


def section_title(game: str, anchor: str, language: str) -> str:
    """What the rulebook calls a section or a part of one."""
    section = rulebook(game, language).section(anchor)
    return "" if section is None else dict(section.parts).get(anchor, section.title)


def quiz_words(t: Text) -> dict[str, str]:
    """Sentences for `static/quiz.js`."""
    return {
        "number": t("Question {n} of {all}"),
        "right": t("Right!"),
        "wrong": t("Not quite. The answer is: {answer}"),
        "next": t("Next question"),
        "result": t("See the result"),
        "score": t("{n} of {all} right"),
        "all": t("Not a single mistake. You know this game."),
        "most": t("You know the rules. Time for a match!"),
        "some": t("A good start. Have another look at the rules, or play: the table helps you."),
        "again": t("Ten new questions"),
        "course": t("Back to the course"),
        "rules": t("Read more: {section}"),
        "lost": t("The server does not answer. Try again in a moment."),
        "retry": t("Try again"),
        "read": t("Read the rule"),
    }


HANDLERS = [quiz_page, quiz_scene]
