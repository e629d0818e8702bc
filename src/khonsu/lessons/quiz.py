"""Ten questions about a game, made from positions of matches that are played for them; the same seed asks the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from khonsu.authors.questions import Kinds, Posed, Subject
from khonsu.bots import Budget
from khonsu.bots.greedy import GreedyBot
from khonsu.draw import Look, render
from khonsu.errors import KhonsuError
from khonsu.games import game, part
from khonsu.kernel.position import Position
from khonsu.lessons.course import folder
from khonsu.lessons.lesson import NAMES
from khonsu.match import Match
from khonsu.text import Text

COUNT = 10
MATCHES = 8  # that are played for one question at most
MOST = 900  # steps of one
SENSIBLE = 0.75  # the share of steps that are not played at random
LOOK = 40  # positions that a sensible step looks at
SEEDS = 2**48


class NoQuiz(KhonsuError):
    """A game that has no questions."""

    template = "There are no questions about {game} yet."

    def __init__(self, game: str) -> None:
        super().__init__(game=game)


@dataclass(frozen=True)
class QuizQuestion:
    """A question as it is shown: the position, who is asked, the answers in their order and which one is right."""

    position: Position
    seat: int
    names: list[str]  # as they stand at the table; the question says "you"
    kind: str
    asked: Posed
    order: tuple[int, ...]  # places in `asked.answers`

    @property
    def answers(self) -> list[str]:
        """The answers as they are shown."""
        return [self.asked.answers[i] for i in self.order]

    @property
    def right(self) -> int:
        """The place of the right answer."""
        return self.order.index(0)

    @property
    def places(self) -> list[str]:
        """The places of the answers, where answers are places."""
        return [self.asked.places[i] for i in self.order] if self.asked.places else []

    def board(self, t: Text) -> str:
        """The position as text."""
        return self.position.game.words.board(self.position.view(self.seat), self.names, t)

    def picture(self, language: str, narrow: bool) -> str:
        """The drawing. What can be chosen is in it if the question marks such a place; the page hides the others."""
        marks = {*self.asked.about, *self.asked.places}
        choices = self._steps() if not marks.isdisjoint(self._steps()) else {}
        view = self.position.view(self.seat)
        return render(self.position.game, view, Look(self.names, language, self.seat, choices, narrow))

    def _steps(self) -> dict[str, int]:
        return {self.position.notation(self.seat, step): step for step in self.position.legal(self.seat)}

    def marked(self) -> tuple[list[str], list[str]]:
        """What the question is about, and the places of the answers, as selectors."""
        steps = self._steps()

        def selector(mark: str) -> str:
            return f'[data-step="{steps[mark]}"]' if mark in steps else f'[id="{mark}"]'

        return [selector(mark) for mark in self.asked.about], [selector(mark) for mark in self.places]


@cache
def has_quiz(name: str) -> bool:
    """Whether a game has questions; its rules are not loaded."""
    return (folder(name).parent / "words" / "questions.py").is_file()


def kinds(name: str) -> Kinds:
    """The kinds of questions of a game."""
    if (module := part(name, "words.questions")) is None:
        raise NoQuiz(name)
    found: Kinds = module.KINDS
    return found


def legend(name: str, t: Text) -> str:
    """How the board is read where it is printed as text."""
    said = getattr(part(name, "words.questions"), "LEGEND", "")
    return t(said) if said else ""


@lru_cache(256)
def question(name: str, seed: int, number: int, language: str) -> QuizQuestion:
    """A question of a quiz. Every kind comes before one comes again."""
    chance = Random(f"{name} {seed} {number}")
    each, t = kinds(name), game(name).texts(language)
    order = list(each)
    Random(f"{name} {seed}").shuffle(order)
    for attempt in range(MATCHES * len(each)):
        kind = order[(number + attempt // MATCHES) % len(order)]
        positions = [position for position in played(name, chance.randrange(SEEDS)) if position.deciders]
        for position in chance.sample(positions, len(positions)):
            seat = position.deciders[0]
            names = list(NAMES[: position.players])
            said = [t("You") if other == seat else name for other, name in enumerate(names)]
            found = each[kind](Subject(position, seat, said, t, chance))
            if found is not None:
                count = len(found.answers)
                return QuizQuestion(position, seat, names, kind, found, tuple(chance.sample(range(count), count)))
    raise NoQuiz(name)


@lru_cache(8)
def played(name: str, seed: int) -> tuple[Position, ...]:
    """The positions of a match among players who mostly know what they do."""
    chance = Random(seed)
    about = game(name).about
    match = Match(game(name), chance.choice(about.players[:2]), seed)
    found: list[Position] = []
    bot, position = GreedyBot(), match.position
    bot.prepare(match.game)
    while position.deciders and len(found) < MOST:
        found.append(position.copy())
        seat = chance.choice(position.deciders)
        if chance.random() < SENSIBLE:
            imagined = position.imagine(seat, chance.getrandbits(32))
            step = bot.choose(imagined, seat, Budget(iterations=LOOK, seed=chance.getrandbits(32))).step
        else:
            step = chance.choice(position.legal(seat))
        position.play(seat, step)
    return tuple(found)
