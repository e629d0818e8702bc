"""Where the elements of a drawing lie, so that a picture can be cut to some of them and outline others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SILENT = {"defs", "style", "title", "desc", "symbol", "pattern", "filter", "clipPath"}
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
PATH = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
TRANSFORM = re.compile(r"(translate|scale)\(([^)]*)\)")
LETTER = 0.55  # mean width of a letter, in font sizes
PAIRS = {"m": 2, "l": 2, "t": 2, "c": 6, "s": 4, "q": 4}  # numbers after a command that are points


class Box(NamedTuple):
    """A rectangle by its corners."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, margin: float) -> Box:
        """The rectangle with a margin around it."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)


def around(boxes: list[Box]) -> Box | None:
    """The smallest rectangle around all of them."""
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


class Outline:
    """The elements of one drawing and where they lie."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.named = {found: element for element in self.root.iter() if (found := element.get("id"))}

    def box(self, word: str) -> Box | None:
        """Around all elements that a word means: an id, the beginning of ids, or a class with a dot before it."""
        return around(
            [
                box
                for element, x, y, scale in self.walk()
                if means(word, element)
                for box in [self.extent(element, x, y, scale)]
                if box
            ]
        )

    def whole(self) -> Box:
        """The drawing's own edge."""
        left, top, width, height = numbers(self.root.get("viewBox", ""))
        return Box(left, top, left + width, top + height)

    def walk(self) -> Iterator[tuple[Element, float, float, float]]:
        """Every drawn element with the shift and scale that apply to it from outside."""
        waiting = [(self.root, 0.0, 0.0, 1.0)]
        while waiting:
            element, x, y, scale = waiting.pop()
            if kind(element) in SILENT:
                continue
            yield element, x, y, scale
            inner = moved(element, x, y, scale)
            waiting.extend((child, *inner) for child in element)

    def extent(self, element: Element, x: float, y: float, scale: float) -> Box | None:
        """Where an element with everything in it lies."""
        if kind(element) in SILENT:
            return None
        inner = moved(element, x, y, scale)
        boxes = [box for child in element if (box := self.extent(child, *inner))]
        if own := self.shape(element):
            x, y, scale = inner
            boxes.append(Box(*(n * scale + shift for n, shift in zip(own, (x, y, x, y)))))
        return around(boxes)

    def shape(self, element: Element) -> Box | None:
        """What an element itself covers, in its own measures."""
        x, y = number(element, "x"), number(element, "y")
        match kind(element):
            case "rect" | "image":
                return Box(x, y, x + number(element, "width"), y + number(element, "height"))
            case "circle":
                x, y, r = number(element, "cx"), number(element, "cy"), number(element, "r")
                return Box(x - r, y - r, x + r, y + r)
            case "path":
                return around([Box(*point, *point) for point in points(element.get("d", ""))])
            case "text":
                return text_box(element, x, y)
            case "use" if "width" in element.attrib:
                return Box(x, y, x + number(element, "width"), y + number(element, "height"))
            case "use":
                used = self.named.get(element.get("href", "")[1:])
                return self.extent(used, x, y, 1) if used is not None else None
        return None


def means(word: str, element: Element) -> bool:
    """Whether a word of a drawing's file means this element."""
    if word.startswith("."):
        return word[1:] in element.get("class", "").split()
    found = element.get("id", "")
    return found == word or found.startswith(word.rstrip("-") + "-")


def kind(element: Element) -> str:
    """The name of an element."""
    return str(element.tag).rpartition("}")[2]


def number(element: Element, name: str) -> float:
    """An attribute as a number."""
    return float(element.get(name, 0))


def numbers(text: str) -> list[float]:
    """All numbers in a text."""
    return [float(found) for found in NUMBER.findall(text)]


def moved(element: Element, x: float, y: float, scale: float) -> tuple[float, float, float]:
    """Shift and scale inside an element. Our drawings neither turn nor skew."""
    for verb, given in TRANSFORM.findall(element.get("transform", "")):
        first, *more = numbers(given)
        if verb == "translate":
            x, y = x + first * scale, y + (more[0] if more else 0) * scale
        else:
            scale *= abs(first)
    return x, y, scale


def text_box(element: Element, x: float, y: float) -> Box:
    """A line of text: as wide as its letters usually are."""
    size, classes = number(element, "font-size") or 16, element.get("class", "").split()
    width = len("".join(element.itertext()).strip()) * size * LETTER
    left = x - (width if "end" in classes else width / 2 if "mid" in classes else 0)
    return Box(left, y - size, left + width, y + size * 0.25)


def points(path: str) -> Iterator[tuple[float, float]]:
    """The points that a path goes through or bends towards."""
    x = y = 0.0
    start = (x, y)
    for letter, given in PATH.findall(path):
        found, small = numbers(given), letter.islower()
        command = letter.lower()
        if command == "z":
            x, y = start
        size = 7 if command == "a" else PAIRS.get(command, 1)
        for place in range(0, len(found), size):
            part = found[place : place + size]
            if command == "h":
                x = part[0] + (x if small else 0)
            elif command == "v":
                y = part[0] + (y if small else 0)
            else:
                part = part[-2:] if command == "a" else part  # an arc's radii and flags are no points
                corners = [(a + (x if small else 0), b + (y if small else 0)) for a, b in zip(part[::2], part[1::2])]
                yield from corners
                x, y = corners[-1]
                start = (x, y) if command == "m" and place == 0 else start
            yield x, y
