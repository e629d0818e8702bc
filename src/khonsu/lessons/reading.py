"""Reads lesson files. What is wrong is said with file and line: "01-first-tile.txt, line 12: …"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from khonsu.errors import KhonsuError
from khonsu.games import games
from khonsu.lessons.lesson import (
    Act,
    Answer,
    End,
    Exercise,
    Free,
    Lesson,
    Other,
    Pattern,
    Quiz,
    Reply,
    Say,
    Sentence,
    Show,
    Start,
)
from khonsu.text import LANGUAGES, french

LANGUAGE = re.compile(rf"({'|'.join(LANGUAGES)}):\s*(.*)")
SEATED = re.compile(r"(\d): *(.+)")
EXPLAINED = " => "  # between an answer of a quiz and its explanation


class BadLesson(KhonsuError):
    """A lesson file that cannot be read or played."""

    template = "{file}, line {line}: {problem}"

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(file=file, line=line, problem=problem)
        self.file, self.line, self.problem = file, line, problem


@dataclass
class Node:
    """A line of the file, with the lines that are indented below it."""

    line: int
    text: str
    indent: int = -1
    below: list[Node] = field(default_factory=list)

    @property
    def word(self) -> str:
        """The first word."""
        return self.text.split(maxsplit=1)[0]

    @property
    def rest(self) -> str:
        """What comes after it."""
        return self.text[len(self.word) :].strip()

    def flat(self) -> Iterator[Node]:
        """All lines below, in order."""
        for node in self.below:
            yield node
            yield from node.flat()


def tree(text: str) -> Node:
    """Lines by their indentation, without comments and empty lines."""
    path = [Node(0, "")]
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.strip()
        if not words or words.startswith("#"):
            continue
        node = Node(number, words, len(raw) - len(raw.lstrip()))
        while path[-1].indent >= node.indent:
            path.pop()
        path[-1].below.append(node)
        path.append(node)
    return path[0]


def read(file: Path, game: str) -> Lesson:
    """The lesson in a file."""
    return LessonReader(file, game).lesson()


class LessonReader:
    """Reads one file."""

    def __init__(self, file: Path, game: str) -> None:
        self.file, self.game = file, game
        self.root = tree(file.read_text(encoding="utf-8"))

    def bad(self, line: int, problem: str) -> BadLesson:
        """An error at a line."""
        return BadLesson(self.file.name, line, problem)

    def lesson(self) -> Lesson:
        """Title, seat and start, then the acts."""
        head = {node.word: node for node in self.root.below if node.word in ("title", "seat", "from")}
        for word in ("title", "from"):
            if word not in head:
                raise self.bad(1, f"the part '{word}' is missing.")
        seat = head["seat"].rest if "seat" in head else "0"
        if not seat.isdigit():
            raise self.bad(head["seat"].line, "a seat is a number from 0 on.")
        acts = tuple(self.act(node) for node in self.root.below if node not in head.values())
        if not acts or not isinstance(acts[-1], End) or any(isinstance(act, End) for act in acts[:-1]):
            raise self.bad(self.root.below[-1].line, "a lesson ends with one 'end'.")
        key = re.sub(r"^\d+-", "", self.file.stem)
        title = self.sentence(head["title"])
        return Lesson(self.game, key, self.file.name, title, int(seat), self.start(head["from"]), acts)

    # -- parts of a part -----------------------------------------------------------------------------------------------

    def sentence(self, node: Node) -> Sentence:
        """The three languages below a line; deeper lines go on with the line above them."""
        found = {}
        for below in node.below:
            if said := LANGUAGE.fullmatch(below.text):
                text = " ".join([said[2], *(more.text for more in below.flat())]).strip()
                found[said[1]] = french(text) if said[1] == "fr" else text
        if missing := [language for language in LANGUAGES if not found.get(language)]:
            raise self.bad(node.line, f"'{node.word}' has no sentence in {', '.join(missing)}.")
        return found

    def common(self, node: Node, *known: str, silent: bool = False) -> tuple[int, Sentence, tuple[str, ...]]:
        """Line, sentence and targets of an act; everything below it must be known."""
        for below in node.below:
            if not LANGUAGE.fullmatch(below.text) and below.word not in (">", *known):
                raise self.bad(below.line, f"'{below.word}' means nothing in '{node.word}'.")
        said = any(LANGUAGE.fullmatch(below.text) for below in node.below)
        text: Sentence = {} if silent and not said else self.sentence(node)
        return node.line, text, tuple(below.rest for below in self.all(node, ">"))

    def all(self, node: Node, word: str) -> list[Node]:
        """The lines below that begin with a word."""
        return [below for below in node.below if below.word == word]

    def one(self, node: Node, word: str) -> Node:
        """The only line below that begins with a word."""
        found = self.all(node, word)
        if len(found) != 1 or not found[0].rest:
            raise self.bad(node.line, f"'{node.word}' needs one line '{word} …'.")
        return found[0]

    def maybe(self, node: Node, word: str) -> Sentence | None:
        """The sentence of a line that need not be there."""
        found = self.all(node, word)
        return self.sentence(found[0]) if found else None

    def replies(self, node: Node, word: str) -> tuple[Reply, ...]:
        """Sentences that belong to steps."""
        for below in self.all(node, word):
            if not below.rest:
                raise self.bad(below.line, f"'{word}' needs the steps that it is about.")
        return tuple(Reply(below.line, Pattern(below.rest), self.sentence(below)) for below in self.all(node, word))

    def steps(self, node: Node) -> tuple[tuple[int | None, str], ...]:
        """The steps of the lines `play …`, separated by semicolons; `1: take` names the seat."""
        found: list[tuple[int | None, str]] = []
        for below in self.all(node, "play"):
            for step in below.rest.split(";"):
                seated = SEATED.fullmatch(step.strip())
                found.append((int(seated[1]), seated[2]) if seated else (None, step.strip()))
        return tuple(found)

    # -- the beginning -------------------------------------------------------------------------------------------------

    def start(self, node: Node) -> Start:
        """Options with a seed, a position, or the beginning of a record."""
        kind, *rest = node.rest.split() or [""]
        steps = self.steps(node)
        if kind == "options":
            options = dict(pair.partition("=")[::2] for pair in rest)
            if not all(options.get(name, "").isdigit() for name in ("players", "seed")):
                raise self.bad(node.line, "options need players=… and seed=….")
            return Start(node.line, options, steps=steps)
        if kind == "position":
            return Start(node.line, {}, position=self.position(node), steps=steps)
        if kind == "record" and len(rest) == 2 and rest[1].isdigit():
            record = self.file.parent / Path(rest[0]).name
            if not record.is_file():
                raise self.bad(node.line, f"there is no file {record.name} beside it.")
            return Start(node.line, {}, record=record.read_text(encoding="utf-8"), at=int(rest[1]), steps=steps)
        raise self.bad(node.line, "'from' needs 'options players=2 seed=7', 'position' or 'record FILE STEPS'.")

    def position(self, node: Node) -> str:
        """The lines of a position; what all lessons of a game have in common need not be written."""
        top = ["Khonsu position 1", f"game: {self.game}", f"rules: {games()[self.game].rules}"]
        lines = []
        for below in node.below:
            if below.word != "play":
                lines += [below.text, *(f" {more.text}" for more in below.flat())]
        return "\n".join([*top, *lines]) + "\n"

    # -- acts ----------------------------------------------------------------------------------------------------------

    def act(self, node: Node) -> Act:
        """One act."""
        kinds: dict[str, Callable[[Node], Act]] = {
            "say": lambda node: Say(*self.common(node)),
            "ask": self.ask,
            "other": self.other,
            "show": self.show,
            "quiz": self.quiz,
            "free": self.free,
            "end": lambda node: End(*self.common(node)),
        }
        if node.word not in kinds:
            raise self.bad(node.line, f"'{node.word}' is no act; acts are {', '.join(kinds)}.")
        return kinds[node.word](node)

    def ask(self, node: Node) -> Exercise:
        """What is accepted, and what is said about it."""
        if node.rest not in ("", "maybe"):
            raise self.bad(node.line, "'ask' stands alone, or is 'ask maybe'.")
        common = self.common(node, "accept", "when", "then", "else")
        accept = Pattern(self.one(node, "accept").rest), node.rest == "maybe"
        return Exercise(
            *common, *accept, self.replies(node, "when"), self.maybe(node, "then"), self.maybe(node, "else")
        )

    def other(self, node: Node) -> Other:
        """Steps of others."""
        made = Other(*self.common(node, "play", silent=True), self.steps(node))
        if not made.steps:
            raise self.bad(node.line, "'other' needs a line 'play …'.")
        return made

    def show(self, node: Node) -> Show:
        """Points."""
        if node.rest not in ("points", "points all"):
            raise self.bad(node.line, "'show' needs 'points' or 'points all'.")
        return Show(*self.common(node), node.rest == "points all")

    def quiz(self, node: Node) -> Quiz:
        """A question and its answers."""
        answers = tuple(self.answer(below) for below in node.below if below.word in ("right", "wrong"))
        if not any(answer.right for answer in answers) or len(answers) < 2:
            raise self.bad(node.line, "a quiz needs two answers or more, one of them right.")
        return Quiz(*self.common(node, "right", "wrong"), answers)

    def answer(self, node: Node) -> Answer:
        """`en: the answer => why`, in each language."""
        both = self.sentence(node)
        if wrong := [language for language, text in both.items() if EXPLAINED not in text]:
            raise self.bad(node.line, f"an answer is 'answer => explanation', also in {', '.join(wrong)}.")
        parts = {language: text.split(EXPLAINED, 1) for language, text in both.items()}
        label = {language: part[0].strip() for language, part in parts.items()}
        return Answer(node.word == "right", label, {language: part[1].strip() for language, part in parts.items()})

    def free(self, node: Node) -> Free:
        """A short match against a bot."""
        turns = self.all(node, "turns")
        if turns and not turns[0].rest.isdigit():
            raise self.bad(turns[0].line, "'turns' needs a number.")
        common = self.common(node, "bot", "turns", "remark")
        return Free(
            *common, self.one(node, "bot").rest, int(turns[0].rest) if turns else None, self.replies(node, "remark")
        )
