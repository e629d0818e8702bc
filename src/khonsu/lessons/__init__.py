"""Lessons: a course for each game, played with the real rules (docs/lessons.md). No web and no network in here."""

from khonsu.lessons.course import course, has_course
from khonsu.lessons.lesson import Act, End, Exercise, Free, Lesson, Other, Quiz, Say, Show
from khonsu.lessons.play import NEXT, LessonRun, play
from khonsu.lessons.reading import BadLesson, read

__all__ = [
    "NEXT",
    "Act",
    "BadLesson",
    "End",
    "Exercise",
    "Free",
    "Lesson",
    "LessonRun",
    "Other",
    "Quiz",
    "Say",
    "Show",
    "course",
    "has_course",
    "play",
    "read",
]
