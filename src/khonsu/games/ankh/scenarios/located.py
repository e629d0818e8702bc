"""JSON with line numbers: the value, and for every part of it the line where it begins."""

from __future__ import annotations

import json
import re
from typing import Any

Path = tuple[str | int, ...]
SPACE = re.compile(r"[ \t\r\n]*")
DEEPEST = 12  # parts within parts; a side of a camel line is the deepest that a scenario has, at 8


def _no_number(name: str) -> None:
    """Python would read NaN and Infinity, which JSON does not know."""
    raise ValueError(name)


DECODER = json.JSONDecoder(parse_constant=_no_number)


class Broken(ValueError):
    """Text that is not JSON."""

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"line {line}: {problem}")


class ScenarioReader:
    """Reads one text; `lines` tells where each part begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.counted, self.line = 0, 1  # lines are counted up to here
        self.lines: dict[Path, int] = {}

    def read(self) -> Any:
        """The whole text as one value."""
        value = self._value(())
        if self._peek():
            raise Broken(self._line(), "something follows the end of the scenario.")
        return value

    def _line(self) -> int:
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line

    def _peek(self) -> str:
        self.at = SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        return self.text[self.at : self.at + 1]

    def _take(self, wanted: str) -> None:
        if self._peek() != wanted:
            raise Broken(self._line(), f"'{wanted}' is missing.")
        self.at += 1

    def _value(self, path: Path) -> Any:
        first = self._peek()
        self.lines[path] = self._line()
        if len(path) > DEEPEST:
            raise Broken(self._line(), "this is nested too deeply.")
        if first == "{":
            return self._object(path)
        if first == "[":
            return self._array(path)
        try:
            value, self.at = DECODER.raw_decode(self.text, self.at)
        except ValueError as error:
            raise Broken(self._line(), "this is not JSON.") from error
        return value

    def _object(self, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._take("{")
        while self._peek() != "}":
            if found:
                self._take(",")
            if self._peek() != '"':
                raise Broken(self._line(), "a name in double quotes is missing.")
            name = self._value((*path, "?"))
            if name in found:
                raise Broken(self._line(), f"'{name[:40]}' is said twice.")
            self._take(":")
            found[name] = self._value((*path, name))
        self._take("}")
        return found

    def _array(self, path: Path) -> list[Any]:
        found: list[Any] = []
        self._take("[")
        while self._peek() != "]":
            if found:
                self._take(",")
            found.append(self._value((*path, len(found))))
        self._take("]")
        return found
