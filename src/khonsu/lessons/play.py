"""A lesson being played. Where it stands follows from the learner's answers alone, so nobody has to remember it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from khonsu.bots import Bot, Budget, bot, decide, step_seed
from khonsu.draw import Look, render
from khonsu.errors import KhonsuError
from khonsu.lessons.lesson import Act, End, Exercise, Free, Lesson, Other, Quiz, Sentence, Show
from khonsu.lessons.reading import BadLesson
from khonsu.match import Step

NEXT = "next"  # the answer to everything that is only said
Reaction = tuple[bool, Sentence | None]  # whether an answer holds, and what is said about it


class PointsRow(NamedTuple):
    """A row of points: of whom, which part, before and now."""

    seat: int
    name: str  # a term of the game; "" is the total
    before: float
    now: float


class LessonRun:
    """A lesson after some answers: the present act, the match, and what was said about the last answer."""

    def __init__(self, lesson: Lesson, learner: str = "") -> None:
        self.lesson = lesson
        try:
            self.match = lesson.begin(learner)
        except KhonsuError as error:
            raise BadLesson(lesson.file, lesson.start.line, str(error)) from error
        self.place = 0
        self.kept = 0  # answers that hold
        self.replies: list[Sentence] = []
        self.refused: Sentence | None = None  # why the last answer is not for now; {}: it makes no sense
        self._points = self._parts(lesson.seat)
        self.begun = False  # whether the learner has moved in a free match
        self._turns = 0  # the learner's turns in it
        self._remarked: set[int] = set()
        self._quiet = False  # this turn has had its remark
        self._enter()

    @property
    def act(self) -> Act:
        """What happens now."""
        return self.lesson.acts[self.place]

    @property
    def over(self) -> bool:
        """Whether the last act has come."""
        return isinstance(self.act, End)

    @property
    def choices(self) -> list[Step]:
        """The steps that the learner can choose now."""
        asked = isinstance(self.act, Exercise | Free) and self.lesson.seat in self.match.deciders
        return self.match.legal(self.lesson.seat) if asked else []

    def picture(self, language: str, narrow: bool) -> str:
        """The drawing, with what can be chosen."""
        seat, match = self.lesson.seat, self.match
        choices = {step.text: step.id for step in self.choices}
        return render(match.game, match.view(seat), Look(match.names, language, seat, choices, narrow))

    def pointed(self, picture: str) -> list[str]:
        """What the act points at, as selectors: a legal step, a thing by its id, or the first piece of a kind."""
        steps = {step.text: step.id for step in self.choices}
        found = []
        for target in self.act.targets:
            if target in steps:
                found.append(f'[data-step="{steps[target]}"]')
            else:
                found += [f'[{name}="{target}"]' for name in ("id", "data-piece") if f' {name}="{target}"' in picture][
                    :1
                ]
        return found

    def points(self) -> list[PointsRow]:
        """What a `show` shows; no total where it would only say once more what its one part says."""
        act = self.act
        if not isinstance(act, Show):
            return []
        rows: list[PointsRow] = []
        for seat in range(self.match.players) if act.all else [self.lesson.seat]:
            now = self._parts(seat)
            before = now if act.all else self._points
            several = len(now) > 1
            shown = [name for name in now if not several or (now[name] if act.all else now[name] != before[name])]
            rows += [PointsRow(seat, name, before[name], now[name]) for name in shown]
            if several:
                rows.append(PointsRow(seat, "", sum(before.values()), sum(now.values())))
        return rows

    # -- answers -------------------------------------------------------------------------------------------------------

    def answer(self, given: str | int) -> bool:
        """Take an answer; False if it is not for now, and then only `refused` changes."""
        held, said = self._judge(given)
        if not held:
            self.refused = said or {}
            return False
        self.refused, self.replies = None, [said] if said else []
        self.kept += 1
        if not isinstance(self.act, Free) or self._freely_over():
            self._leave()
        else:
            self._others_move()
        return True

    def _judge(self, given: str | int) -> Reaction:
        act = self.act
        if isinstance(act, Exercise | Free):
            return self._step(given)
        if isinstance(act, Quiz):
            chosen = act.answers[given] if isinstance(given, int) and 0 <= given < len(act.answers) else None
            return (chosen.right, chosen.text) if chosen else (False, None)
        return given == NEXT and not isinstance(act, End), None

    def _step(self, given: str | int) -> Reaction:
        """Play a step, if it is legal and wanted."""
        act, seat = self.act, self.lesson.seat
        try:
            step = self.match.find(given, seat)
        except KhonsuError:
            return False, None
        if isinstance(act, Exercise):
            if act.accept.fits(step.text):
                self.match.play(step)
            return act.accept.fits(step.text), act.reply(step.text)
        self.begun = True
        turn = self.match.position.turn
        self.match.play(step)
        if self.match.over or self.match.position.turn != turn:
            self._turns += 1
            self._quiet = False
        return True, None

    # -- from act to act -----------------------------------------------------------------------------------------------

    def _leave(self) -> None:
        if isinstance(self.act, Show):
            self._points = self._parts(self.lesson.seat)
        self.place += 1
        self._enter()

    def _enter(self) -> None:
        """What an act does by itself when it comes."""
        act = self.act
        if isinstance(act, Other):
            self._play(act)
            if not act.text:
                self._leave()
        elif isinstance(act, Exercise) and act.maybe:
            if not any(act.accept.fits(step.text) for step in self.choices):
                self._leave()
        elif isinstance(act, Free):
            self.begun, self._turns = False, 0
            self._others_move()

    def _play(self, act: Other) -> None:
        try:
            for seat, step in act.steps:
                self.match.play(step, seat)
        except KhonsuError as error:
            raise BadLesson(self.lesson.file, act.line, str(error)) from error

    def _freely_over(self) -> bool:
        act = self.act
        assert isinstance(act, Free)
        return self.match.over or (act.turns is not None and self._turns >= act.turns)

    def _others_move(self) -> None:
        """The bots play until the learner is asked."""
        act, seat, match = self.act, self.lesson.seat, self.match
        assert isinstance(act, Free)
        while others := [other for other in match.deciders if other != seat]:
            seed = step_seed(match)
            match.play(decide(opponent(act.bot), match, others[0], Budget(seed=seed)).step, others[0])
        if match.over:
            return self._leave()
        self._remark(act)

    def _remark(self, act: Free) -> None:
        """At most one remark a turn, each of them once."""
        legal = [step.text for step in self.choices]
        for i, remark in enumerate(act.remarks):
            due = i not in self._remarked and any(remark.pattern.fits(text) for text in legal)
            if due and not self._quiet:
                self._remarked.add(i)
                self._quiet = True
                self.replies.append(remark.text)

    def _parts(self, seat: int) -> dict[str, float]:
        """Points as the learner can know them."""
        imagined = self.match.position.imagine(self.lesson.seat, 0)
        return self.match.game.breakdown(imagined.state, seat)


class Opponents(threading.local):
    """Bots by name, of each thread its own: they think in arrays that two lessons at once must not share."""

    def __init__(self) -> None:
        self.bot = cache(bot)


_opponents = Opponents()


def opponent(name: str) -> Bot:
    """A bot; the same for all lessons that this thread plays."""
    return _opponents.bot(name)


def play(lesson: Lesson, answers: Sequence[str | int], learner: str = "") -> LessonRun:
    """Where a lesson stands after these answers. It stops at the first one that is not for now."""
    run = LessonRun(lesson, learner)
    for given in answers:
        if not run.answer(given):
            break
    return run
