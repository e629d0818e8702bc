"""An SVG for rasterisers: style sheet, CSS variables and `use` resolved by hand, because only browsers know variables.

The pictures colour their pieces with variables that pieces inherit from where they stand. This walks the tree once,
with the variables and classes of the ancestors at hand, and writes plain style attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
HREF = ("href", "{http://www.w3.org/1999/xlink}href")
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
COMPOUND = re.compile(r"([\w-]*)((?:\.[\w-]+)*)")
ElementTree.register_namespace("", SVG)


class Compound(NamedTuple):
    """One part of a selector: a tag or "", and classes."""

    tag: str
    classes: frozenset[str]


class Rule(NamedTuple):
    """A selector (its parts from the outside to the element itself) and its declarations."""

    parts: tuple[Compound, ...]
    weight: tuple[int, int]
    place: int
    declared: dict[str, str]


def flatten(svg: str) -> str:
    """The same picture without style sheet, variables and references to symbols."""
    root = ElementTree.fromstring(svg)
    sheet = "".join(style.text or "" for style in root.iter(f"{{{SVG}}}style"))
    known = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    return ElementTree.tostring(Flattener(list(rules(sheet)), known).paint(root, [], {}), encoding="unicode")


def rules(sheet: str) -> Iterator[Rule]:
    """The rules of a style sheet that hold for a picture at rest: no media queries, animations, states of the mouse."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    sheet = re.sub(r"@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    for place, (selectors, body) in enumerate(re.findall(r"([^{}]+)\{([^{}]*)\}", sheet)):
        for selector in selectors.split(","):
            matches = [COMPOUND.fullmatch(part) for part in selector.split()]
            if all(matches):
                parts = tuple(Compound(m[1], frozenset(m[2].split(".")[1:])) for m in matches if m)
                weight = (sum(len(part.classes) for part in parts), sum(bool(part.tag) for part in parts))
                yield Rule(parts, weight, place, declarations(body))


def declarations(body: str) -> dict[str, str]:
    """`a:b;c:d` as a dict."""
    pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
    return {name.strip(): value.strip() for name, value in pairs}


def resolve(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables filled in; one that is not set is drawn as if there were no colour."""
    for _ in range(8):  # variables may name others
        if "var(" not in value:
            break
        value = VARIABLE.sub(lambda m: variables.get(m[1], m[2] or "none"), value)
    return value


class Flattener:
    """Copies a tree, with styles written out."""

    def __init__(self, sheet: list[Rule], known: Mapping[str, Element]) -> None:
        self.sheet = sorted(sheet, key=lambda rule: (rule.weight, rule.place))
        self.known = known

    def paint(self, element: Element, around: list[Compound], inherited: Mapping[str, str]) -> Element:
        """A copy of an element and all it holds."""
        tag = element.tag.split("}")[-1]
        path = [*around, Compound(tag, frozenset((element.get("class") or "").split()))]
        declared: dict[str, str] = {}
        for rule in self.sheet:
            if fits(rule.parts, path):
                declared.update(rule.declared)
        declared.update(declarations(element.get("style") or ""))
        variables = {**inherited, **{name: value for name, value in declared.items() if name.startswith("--")}}
        # a variable is resolved where it is set, so that a child may use its name again
        variables = {name: resolve(value, variables) for name, value in variables.items()}
        painted = Element(element.tag, {name: resolve(value, variables) for name, value in element.attrib.items()})
        painted.text, painted.tail = element.text, element.tail
        painted.attrib.pop("class", None)
        plain = {name: resolve(value, variables) for name, value in declared.items() if not name.startswith("--")}
        if plain:
            painted.set("style", ";".join(f"{name}:{value}" for name, value in plain.items()))
        children = [self.used(element, painted)] if tag == "use" else list(element)
        for child in children:
            if not child.tag.endswith(("}style", "}symbol")):
                painted.append(self.paint(child, path, variables))
        return painted

    def used(self, use: Element, painted: Element) -> Element:
        """What a `use` stands for, as a child of the group that takes its place."""
        name = next((use.get(key, "") for key in HREF if use.get(key)), "")[1:]
        thing = deepcopy(self.known[name]) if name in self.known else Element(f"{{{SVG}}}g")
        painted.tag = f"{{{SVG}}}g"
        size: dict[str, str] = {
            key: painted.attrib.pop(key) for key in ("x", "y", "width", "height") if key in painted.attrib
        }
        for key in HREF:
            painted.attrib.pop(key, None)
        thing.attrib.pop("id", None)
        if thing.tag.endswith("}symbol"):
            thing.tag = f"{{{SVG}}}svg"
            thing.attrib.update(size)
            return thing
        holder = Element(f"{{{SVG}}}g", {"transform": f"translate({size.get('x', '0')} {size.get('y', '0')})"})
        holder.append(thing)
        return holder


def fits(parts: tuple[Compound, ...], path: list[Compound]) -> bool:
    """Whether a selector names the last element of a path."""
    if not matches(parts[-1], path[-1]):
        return False
    at = len(parts) - 2
    for step in reversed(path[:-1]):
        if at < 0:
            break
        if matches(parts[at], step):
            at -= 1
    return at < 0


def matches(part: Compound, element: Compound) -> bool:
    """Whether one part of a selector names one element."""
    return part.tag in ("", element.tag) and part.classes <= element.classes
