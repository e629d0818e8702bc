"""Jinja as drawings use it: lines that can be folded, parts that are remembered, values that are escaped quickly."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.compiler import CodeGenerator
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

SHARED = Path(__file__).parent / "templates"
KEPT = 4096  # parts of drawings that are remembered for each game


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
    made.globals["kept"] = keeper()
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


def keeper() -> Callable[..., Markup]:
    """`kept(macro, arguments)` for templates: what a macro wrote for the same arguments in the same language.

    After a step most parts of a drawing are as they were. A macro that is kept must use nothing but its arguments, `t`
    and constants.
    """
    memory: dict[tuple[str, str, bytes], Markup] = {}

    @pass_context
    def kept(context: Context, macro: Macro, *arguments: Any) -> Markup:
        key = (macro.name, context["t"].language, ENCODER.encode(arguments))
        if key not in memory:
            if len(memory) >= KEPT:
                memory.clear()
            memory[key] = Markup(macro(*arguments))
        return memory[key]

    return kept


@lru_cache(8192)
def _quoted(text: str) -> str:
    return str(escape(text))


AS_THEY_ARE = frozenset({int, float, Markup})


def quote(value: Any) -> str:
    """What `escape` does. A drawing has some 1,500 values, and they are numbers or words that come again and again."""
    kind = type(value)
    if kind is str:
        return _quoted(value)
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


class Easel(Environment):
    """Jinja's environment, with the two things that cost most of the time of a drawing done quicker."""

    code_generator_class = Quoting
    quote = staticmethod(quote)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An entry of a dict first: Jinja would look for an attribute, fail, and then look for the entry."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
