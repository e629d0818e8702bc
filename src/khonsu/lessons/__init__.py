"""Lessons: a course for each game, played with the real rules (docs/lessons.md). No web and no network in here."""

from khonsu.lessons.course import course, has_course
from khonsu.lessons.lesson import Act, Ask, End, Free, Lesson, Other, Quiz, Say, Show
from khonsu.lessons.play import NEXT, Run, play
from khonsu.lessons.reading import BadLesson, read

__all__ = [
    "NEXT",
    "Act",
    "Ask",
    "BadLesson",
    "End",
    "Free",
    "Lesson",
    "Other",
    "Quiz",
    "Run",
    "Say",
    "Show",
    "course",
    "has_course",
    "play",
    "read",
]
