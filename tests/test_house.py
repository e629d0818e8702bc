"""The house itself: a name means one thing, and functions, lines and modules stay of a size that one can read."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = [
    path for folder in ("src", "scripts", "benchmarks", "examples", "tests") for path in (ROOT / folder).rglob("*.py")
]
TEMPLATES = [path for kind in ("html", "svg", "css", "js", "mako") for path in (ROOT / "src").rglob(f"*.{kind}")]
ALIAS = re.compile("[A-Z][a-z]")

SAME_NAME = {
    "State": "the contract calls every game's row so",
}


def named(tree: ast.Module) -> Iterator[str]:
    """The classes of a module, and the types that it gives a name."""
    yield from (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        yield from (name.id for name in targets if isinstance(name, ast.Name) and ALIAS.match(name.id))


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """What a caller may give."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return [each.arg for each in every if each.arg not in ("self", "cls")]


def test_a_name_means_one_thing() -> None:
    where = defaultdict(list)
    for path in (ROOT / "src").rglob("*.py"):
        for name in named(ast.parse(path.read_text(encoding="utf-8"))):
            where[name].append(str(path.relative_to(ROOT)))
    twice = {name: places for name, places in where.items() if len(places) > 1}
    assert {name: places for name, places in twice.items() if name not in SAME_NAME} == {}
    assert [name for name in SAME_NAME if name not in twice] == [], "no longer needed"


def test_functions_take_at_most_nine_parameters() -> None:
    found = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters(node)) > 9:
                found[f"{path.relative_to(ROOT)}:{node.lineno}"] = node.name
    assert found == {}


def test_lines_fit() -> None:
    assert len(TEMPLATES) > 40
    assert [
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*SOURCES, *TEMPLATES]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 140
    ] == []


def test_modules_stay_short() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > 500} == {}
