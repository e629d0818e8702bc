"""How long a course takes: words read, clicks, and the time they need."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from khonsu.lessons.checking import main_line
from khonsu.lessons.lesson import Exercise, Free, Lesson, Quiz
from khonsu.lessons.play import LessonRun

WORDS_A_MINUTE = 200
SECONDS_A_CLICK = 2.0
FREE = 2  # minutes that a free match takes, about


@dataclass(frozen=True)
class Measure:
    """One lesson in one language, by its model answers."""

    words: int
    clicks: int
    first_words: int  # up to and with the question for the first own move
    first_clicks: int

    @property
    def first_seconds(self) -> float:
        """Seconds of reading before the first own move."""
        return 60 * self.first_words / WORDS_A_MINUTE

    @property
    def minutes(self) -> float:
        """Minutes to the end: reading and clicking."""
        return self.words / WORDS_A_MINUTE + self.clicks * SECONDS_A_CLICK / 60


def measure(lesson: Lesson, language: str) -> Measure:
    """Read and play a lesson once."""
    words, first, place = 0, None, -1
    for run, answers in main_line(lesson):
        words += sum(len(text.split()) for text in read_now(run, language, run.place != place))
        place = run.place
        if first is None and isinstance(run.act, Exercise | Free):
            first = (words, len(answers))
    return Measure(words, len(answers), *(first or (words, len(answers))))


def minutes_read(lesson: Lesson, language: str) -> int:
    """About how many minutes a lesson takes, from its sentences alone: no rules are loaded."""
    words = sum(len(act.text[language].split()) for act in lesson.acts if act.text)
    free = FREE * any(isinstance(act, Free) for act in lesson.acts)
    return ceil(words / WORDS_A_MINUTE + len(lesson.acts) * SECONDS_A_CLICK / 60 + free)


def read_now(run: LessonRun, language: str, fresh: bool) -> list[str]:
    """What is new to read: the reply, and the act if it has just come."""
    texts = [reply[language] for reply in run.replies]
    if fresh and run.act.text:
        texts.append(run.act.text[language])
        if isinstance(run.act, Quiz):
            texts += [answer.label[language] for answer in run.act.answers]
    return texts
