"""Courses: what is done and what comes next, and a lesson, which the browser plays by sending all answers so far."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.response import Template

import khonsu
from khonsu.explain import why_not
from khonsu.lessons import Lesson, course, has_course, play
from khonsu.lessons.measure import minutes_read
from khonsu.lessons.quiz import has_quiz
from khonsu.text import Text
from khonsu.web.domain.clock import now
from khonsu.web.scenes.lesson import LessonScene, lesson_scene
from khonsu.web.scenes.messages import Why
from khonsu.web.settings import ANSWERS
from khonsu.web.transport.common import TheHub, Visit, page
from khonsu.web.transport.messages import Notation
from khonsu.web.transport.people import name, person, texts

Given = Annotated[int, msgspec.Meta(ge=0, le=2**31)] | Annotated[str, msgspec.Meta(max_length=40)]


class LessonAnswers(msgspec.Struct, forbid_unknown_fields=True):
    """All answers of a learner so far, and how the board is to be drawn."""

    answers: Annotated[list[Given], msgspec.Meta(max_length=ANSWERS)]
    narrow: bool = False


class LessonQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A thing on the board of a lesson that could not be chosen after these answers."""

    answers: Annotated[list[Given], msgspec.Meta(max_length=ANSWERS)]
    thing: Notation


def lessons(game: str) -> tuple[Lesson, ...]:
    """The course of a game."""
    if game not in khonsu.games() or not has_course(game):
        raise NotFoundException
    return course(game)


def found(game: str, key: str) -> tuple[Lesson, Lesson | None]:
    """A lesson, and the one that comes after it."""
    all_of_them = lessons(game)
    for lesson, following in zip(all_of_them, [*all_of_them[1:], None]):
        if lesson.key == key:
            return lesson, following
    raise NotFoundException


@get("/learn/{game:str}", include_in_schema=False)
async def course_page(request: Visit, hub: TheHub, game: FromPath[str]) -> Template:
    """The lessons of a game: what is done, and where to go on."""
    all_of_them, t = lessons(game), texts(request, game)
    done = await hub.store.learnt(person(request), game)
    following = next((lesson for lesson in all_of_them if lesson.key not in done), None)
    return page(
        request,
        "course.html",
        t=t,
        about=khonsu.games()[game],
        lessons=[
            {
                "key": lesson.key,
                "title": lesson.title[t.language],
                "done": lesson.key in done,
                "next": lesson is following,
                "minutes": minutes_read(lesson, t.language),
            }
            for lesson in all_of_them
        ],
        following=following,
        begun=any(lesson.key in done for lesson in all_of_them),
        quiz=has_quiz(game),
    )


@get("/learn/{game:str}/{key:str}", include_in_schema=False)
async def lesson_page(request: Visit, game: FromPath[str], key: FromPath[str]) -> Template:
    """A lesson; the board comes with the first answer of the server."""
    lesson, following = found(game, key)
    t = texts(request, game)
    return page(
        request,
        "lesson.html",
        t=t,
        about=khonsu.games()[game],
        lesson=lesson,
        number=lessons(game).index(lesson) + 1,
        title=lesson.title[t.language],
        client={
            "words": lesson_words(t),
            "next": f"/learn/{game}/{following.key}" if following else None,
            "course": f"/learn/{game}",
            "game": game,
            "quiz": f"/quiz/{game}" if has_quiz(game) else None,
        },
    )


@post("/learn/{game:str}/{key:str}", status_code=200, include_in_schema=False)
async def lesson_scene_after(
    request: Visit, hub: TheHub, game: FromPath[str], key: FromPath[str], data: JSONBody[LessonAnswers]
) -> LessonScene:
    """Where a lesson stands after these answers."""
    lesson, _ = found(game, key)
    me, t = person(request), texts(request, game)
    scene, over = await asyncio.to_thread(seen, lesson, data, name(request, t), t)
    if over:
        await hub.store.learn(me, game, key, now())
    return scene


def seen(lesson: Lesson, progress: LessonAnswers, learner: str, t: Text) -> tuple[LessonScene, bool]:
    """The scene, and whether the lesson is finished."""
    run = play(lesson, progress.answers, learner)
    return lesson_scene(run, t, progress.narrow), run.over


@post("/learn/{game:str}/{key:str}/why", status_code=200, include_in_schema=False)
async def lesson_why(request: Visit, game: FromPath[str], key: FromPath[str], data: JSONBody[LessonQuestion]) -> Why:
    """Why something cannot be chosen now."""
    lesson, _ = found(game, key)
    t = texts(request, game)
    return await asyncio.to_thread(reason_in, lesson, data, name(request, t), t)


def reason_in(lesson: Lesson, asked: LessonQuestion, learner: str, t: Text) -> Why:
    """The reason; none while the lesson does not ask for a step."""
    run = play(lesson, asked.answers, learner)
    reason = why_not(run.match, lesson.seat, asked.thing, t) if run.choices else None
    return Why(asked.thing, reason.sentence if reason else "", reason.section if reason else "")


def lesson_words(t: Text) -> dict[str, str]:
    """Sentences for `static/learn.js`."""
    return {
        "next": t("Next"),
        "following": t("Next lesson"),
        "course": t("Back to the course"),
        "lost": t("The server does not answer. Try again in a moment."),
        "quiz": t("Ten questions"),
        "again": t("Try again"),
        "read": t("Read the rule"),
        "total": t("total"),
    }


HANDLERS = [course_page, lesson_page, lesson_scene_after, lesson_why]
