"""Plays lessons through: the model answers, every other answer that is accepted, every one that is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

from khonsu.bots import Budget, decide, step_seed
from khonsu.lessons.lesson import Exercise, Free, Lesson, Quiz
from khonsu.lessons.play import NEXT, LessonRun, opponent, play
from khonsu.lessons.reading import BadLesson

Answers = list[str | int]
WALKS = 12  # ways through a lesson at random
MOST = 2000  # answers after which a lesson counts as endless
MODEL = "greedy"  # plays for the learner in a free match


def check(lesson: Lesson) -> None:
    """Raise `BadLesson` if any way through the lesson leads nowhere, or to something that is not there."""
    for run, answers in main_line(lesson):
        others = alternatives(run)[1:]
        inspect(run)
        for other in others:
            finish(lesson, [*answers, other])
    for seed in range(WALKS):
        finish(lesson, [], random.Random(seed))


def main_line(lesson: Lesson) -> Iterator[tuple[LessonRun, Answers]]:
    """The lesson before each of the model answers, and at its end, with the answers so far."""
    run, answers = LessonRun(lesson), Answers()
    while not run.over:
        yield run, answers[:]
        answers.append(model(run))
        if not run.answer(answers[-1]):
            raise bad(run, f"the model answer {answers[-1]!r} is refused.")
    yield run, answers


def model(run: LessonRun) -> str | int:
    """The answer that the lesson hopes for."""
    if isinstance(run.act, Free):
        seed = step_seed(run.match)
        return decide(opponent(MODEL), run.match, run.lesson.seat, Budget(seed=seed)).step
    return alternatives(run)[0]


def alternatives(run: LessonRun) -> Answers:
    """All answers that are accepted now, the best first."""
    act = run.act
    if isinstance(act, Quiz):
        return [i for i, answer in enumerate(act.answers) if answer.right]
    if isinstance(act, Exercise):
        found: Answers = [step.text for pattern in act.accept.each for step in run.choices if pattern.fits(step.text)]
        if run.lesson.seat not in run.match.deciders:
            raise bad(run, f"it is not the learner's turn, but that of {run.match.deciders}.")
        if not found:
            raise bad(run, f"nothing that is legal is accepted. Legal: {', '.join(s.text for s in run.choices)}.")
        return list(dict.fromkeys(found))
    return [NEXT]


def inspect(run: LessonRun) -> None:
    """Check the present act: a reason for every refused step, nothing said in vain, and what it points at is there."""
    act = run.act
    if isinstance(act, Exercise):
        legal = [step.text for step in run.choices]
        refused = [text for text in legal if not act.accept.fits(text)]
        if silent := [text for text in refused if not act.reply(text)]:
            raise bad(run, f"no reason is given why not {', '.join(silent)}.")
        for reply in act.replies:
            if not any(reply.pattern.fits(text) for text in legal):
                raise BadLesson(run.lesson.file, reply.line, f"no legal step fits '{reply.pattern.text}'.")
        special = [text for text in legal if any(reply.pattern.fits(text) for reply in act.replies)]
        if act.otherwise and not set(refused) - set(special):
            raise bad(run, "its 'else' is never said.")
    for narrow in (False, True) if act.targets else ():
        picture = run.picture("en", narrow)
        if len(run.pointed(picture)) < len(act.targets):
            raise bad(run, f"not all of {', '.join(act.targets)} are in the drawing.")


def finish(lesson: Lesson, answers: Answers, chance: random.Random | None = None) -> None:
    """Play on to the end after these answers, by the model or at random."""
    run = play(lesson, answers)
    said = list(answers)
    try:
        while not run.over:
            free = isinstance(run.act, Free)
            if chance is None:
                said.append(model(run))
            else:
                said.append(chance.choice([step.id for step in run.choices] if free else alternatives(run)))
            if not run.answer(said[-1]) or len(said) > MOST:
                raise bad(run, "this leads nowhere.")
    except BadLesson as error:
        raise BadLesson(error.file, error.line, f"{error.problem} After the answers {said}.") from error


def bad(run: LessonRun, problem: str) -> BadLesson:
    """An error at the present act."""
    return BadLesson(run.lesson.file, run.act.line, problem)
