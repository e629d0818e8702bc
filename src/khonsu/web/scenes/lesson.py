"""What a learner gets to see of a lesson."""

from __future__ import annotations

import msgspec

from khonsu.lessons import Act, Free, LessonRun, Quiz
from khonsu.text import Text
from khonsu.web.scenes.messages import LegalStep, Points
from khonsu.web.scenes.scene import number
from khonsu.web.settings import EXPLAINED_IN_TEXT


class PointsShown(msgspec.Struct):
    """A row of points; `name` is empty for a total."""

    who: str
    name: str
    before: Points
    now: Points


class LessonScene(msgspec.Struct):
    """A lesson after some answers."""

    kind: str  # the act: say, ask, other, show, quiz, free, end
    place: int
    acts: int
    kept: int  # answers that hold; the browser forgets the others
    text: str
    replies: list[str]  # what is said about the last answer
    refused: str  # why the last answer is not for now
    svg: str
    choices: list[LegalStep]
    answers: list[str]  # of a quiz
    pointed: list[str]  # selectors
    points: list[PointsShown]


def lesson_scene(run: LessonRun, t: Text, narrow: bool) -> LessonScene:
    """All that the page needs."""
    language, act = t.language, run.act
    svg = run.picture(language, narrow)
    refused = "" if run.refused is None else run.refused.get(language) or t("That doesn't work here.")
    return LessonScene(
        kind=act.word,
        place=run.place,
        acts=len(run.lesson.acts),
        kept=run.kept,
        text=words(run, act, language),
        replies=[reply[language] for reply in run.replies],
        refused=refused,
        svg=svg,
        choices=choices(run, language),
        answers=[answer.label[language] for answer in act.answers] if isinstance(act, Quiz) else [],
        pointed=run.pointed(svg),
        points=points(run, t),
    )


def words(run: LessonRun, act: Act, language: str) -> str:
    """What the act says; in a free match the game's own question once it has begun."""
    if isinstance(act, Free) and run.begun:
        return run.match.question(run.lesson.seat, language)
    return act.text[language]


def choices(run: LessonRun, language: str) -> list[LegalStep]:
    """The learner's legal steps, each with what it would do where there are few."""
    few = len(run.choices) <= EXPLAINED_IN_TEXT
    return [LegalStep(step.id, step.text, run.match.explain(step, language) if few else "") for step in run.choices]


def points(run: LessonRun, t: Text) -> list[PointsShown]:
    """Points in words."""
    return [
        PointsShown(
            run.match.names[part.seat], t.term(part.name).capitalize() if part.name else "", *map(number, part[2:])
        )
        for part in run.points()
    ]
