"""Jinja as drawings use it: lines that can be folded, parts that are remembered, values that are escaped quickly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, pass_context
from jinja2.compiler import CodeGenerator
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

SHARED = Path(__file__).parent / "templates"
KEPT = 8_000_000  # characters of drawings that are remembered for each game, twice; a hundred tables need as many


@cache
def environment(folder: Path) -> Environment:
    """The template of a game and the shared ones."""
    made = Easel(
        loader=FileSystemLoader([folder, SHARED]),
        extensions=[Fold],
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["kept"] = keeper()
    for name in made.list_templates(["svg"]):  # now, rather than while somebody waits for the first battle
        made.get_template(name)
    return made


class Fold(Extension):
    """An indented line of a template goes on with the line before it, so that sources are short and drawings small.

    A space comes between two attributes, nothing anywhere else. The line break becomes a comment: errors still name
    the right line. What Jinja itself reads is left as it is.
    """

    parts = re.compile(r'{%.*?%}|{{.*?}}|{#.*?#}|(?P<attribute>(?<=")\n +(?=[a-z]|{{))|(?P<fold>\n +)', re.DOTALL)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with its folds taken out."""
        return self.parts.sub(self.joined, source)

    @staticmethod
    def joined(found: re.Match[str]) -> str:
        """What stands in place of a fold."""
        if found["attribute"]:
            return " {#\n#}"
        return "{#\n#}" if found["fold"] else found[0]


ENCODER = msgspec.msgpack.Encoder(enc_hook=str)  # text that is escaped already counts as text


class Part(Markup):
    """A part of a drawing that is remembered. Its number tells it from every other: whoever has it needs it no more."""

    number: int
    pieces: tuple[Part, ...] = ()  # of which it is made, where other remembered parts stand in it

    def __str__(self) -> str:
        return self  # Jinja says `str` to all it writes; a copy would have lost its number


class Late:
    """What a macro is given, worked out only if that part was not drawn before: `make(*given)`, known by `given`.

    `make` must use nothing but what it is given, the language and constants.
    """

    __slots__ = ("given", "make")

    def __init__(self, make: Callable[..., Any], *given: Any) -> None:
        self.make, self.given = make, given

    def work_out(self) -> Any:
        """What the macro wants."""
        return self.make(*self.given)


class Memory:
    """Parts by what they show. Those that were not asked for while `KEPT` characters came after them are forgotten."""

    def __init__(self) -> None:
        self._young: dict[Any, Part] = {}
        self._old: dict[Any, Part] = {}
        self._size = 0

    def get(self, key: Any) -> Part | None:
        """The part, if it is remembered."""
        found = self._young.get(key)
        if found is None and (found := self._old.pop(key, None)) is not None:
            self._add(key, found)
        return found

    def put(self, key: Any, text: str, inside: Iterable[Part] = ()) -> Part:
        """Remember a part that was drawn, with the remembered parts that stand in it."""
        part = numbered(text)
        part.pieces = pieces(text, inside)
        self._add(key, part)
        return part

    def _add(self, key: Any, part: Part) -> None:
        if self._size > KEPT:
            self._old, self._young, self._size = self._young, {}, 0
        self._young[key] = part
        self._size += len(part) + 300  # what a key takes, about


NUMBERS = count()
AROUND = "around"  # in the context of a drawing: for each remembered part that is being drawn, those drawn inside it


def numbered(text: str) -> Part:
    """A new part."""
    part = Part(text)
    part.number = next(NUMBERS)
    return part


def pieces(text: str, inside: Iterable[Part]) -> tuple[Part, ...]:
    """A part cut where other remembered parts stand in it: of a domain with a new tile the others need not be sent."""
    found: list[Part] = []
    at = 0
    for part in inside:
        place = text.find(part, at)
        if place < 0:
            return ()  # it was not written as it is
        found += (*([numbered(text[at:place])] if place > at else ()), *(part.pieces or (part,)))
        at = place + len(part)
    return (*found, numbered(text[at:])) if found and at < len(text) else tuple(found)


def keeper() -> Callable[..., Part]:
    """`macro|kept(argument, ...)` for templates: what a macro wrote for the same arguments in the same language.

    After a step most parts of a drawing are as they were. A macro that is kept must use nothing but its arguments, `t`
    and constants. Arguments may be `Late`.
    """
    memory = Memory()

    @pass_context
    def kept(context: Context, macro: Macro, *arguments: Any) -> Part:
        known = [argument.given if type(argument) is Late else argument for argument in arguments]
        whole = context.parent  # what the drawing was given: no template sets these two anew
        key = (macro.name, whole["t"].language, ENCODER.encode(known))
        part, around = memory.get(key), whole.get(AROUND, [])
        if part is None:
            around.append([])
            text = str.__str__(macro(*worked_out(arguments)))
            part = memory.put(key, text, around.pop())
        if around:
            around[-1].append(part)
        return part

    return kept


def worked_out(arguments: Iterable[Any]) -> list[Any]:
    """The arguments of a macro as it wants them."""
    return [argument.work_out() if type(argument) is Late else argument for argument in arguments]


def parts(template: Template, context: dict[str, Any]) -> list[str]:
    """A drawing in its parts: those that are remembered, and in one piece whatever stands between two of them."""
    found: list[str] = []
    between: list[str] = []
    for piece in template.root_render_func(template.new_context({**context, AROUND: []})):
        if type(piece) is Part:
            found += ("".join(between), *(piece.pieces or (piece,)))
            between = []
        else:
            between.append(piece)
    found.append("".join(between))
    found[0], found[-1] = found[0].lstrip(), found[-1].rstrip() + "\n"
    return [part for part in found if part]


@lru_cache(8192)
def _quoted(text: str) -> str:
    return str(escape(text))


AS_THEY_ARE = frozenset({int, float, Markup})


def quote(value: Any) -> str:
    """What `escape` does. A drawing has some 1,500 values, and they are numbers or words that come again and again."""
    kind = type(value)
    if kind is str:
        return _quoted(value)
    if kind is Part:
        return value  # type: ignore[no-any-return]
    return str(value) if kind in AS_THEY_ARE else str(escape(value))


class Quoting(CodeGenerator):
    """Compiles templates so that `quote` takes the place of `escape`.

    `_output_child_pre` is Jinja's own affair: the version is bounded in pyproject.toml, and a test watches the hook.
    """

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.quote(")


class DrawingContext(Context):
    """What a drawing is given. It calls macros at once: Jinja asks each time what else they want to be given."""

    def call(self, called: Any, /, *given: Any, **named: Any) -> Any:
        """What a template calls."""
        if type(called) is not Macro:
            return super().call(called, *given, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(self.eval_ctx, *given, **named)


class Easel(Environment):
    """Jinja's environment, with the three things that cost most of the time of a drawing done quicker."""

    code_generator_class = Quoting
    context_class = DrawingContext
    quote = staticmethod(quote)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An entry of a dict first: Jinja would look for an attribute, fail, and then look for the entry."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
