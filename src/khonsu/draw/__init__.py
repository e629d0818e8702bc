"""Pictures: one renderer for pages, notebooks and documents. A board is a game's own template filled from a view."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from khonsu.kernel.game import Game

SHARED = Path(__file__).parent / "templates"
KEPT = 4096  # parts of drawings that are remembered for each game


def render(
    game: Game,
    view: dict[str, Any],
    names: list[str],
    language: str,
    seat: int = -1,
    choices: dict[str, int] | None = None,
    narrow: bool = False,
) -> str:
    """A view as SVG; narrow for a phone held upright."""
    if game.picture is None or game.folder is None:
        raise NotImplementedError(f"{game.about.title} has no picture yet.")
    t = game.texts(language)
    context = game.picture(view, names, t, seat, choices or {}, narrow)
    board = environment(game.folder / "picture").get_template("board.svg")
    return board.render(t=t, seat=seat, **context).strip() + "\n"


@cache
def environment(folder: Path) -> Environment:
    """The template of a game and the shared ones."""
    made = Easel(
        loader=FileSystemLoader([folder, SHARED]),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["kept"] = keeper()
    return made


def keeper() -> Callable[..., Markup]:
    """`kept(macro, arguments)` for templates: what a macro wrote for the same arguments in the same language.

    After a step most parts of a drawing are as they were. A macro that is kept must use nothing but its arguments, `t`
    and constants.
    """
    memory: dict[tuple[str, str, bytes], Markup] = {}

    @pass_context
    def kept(context: Context, macro: Macro, *arguments: Any) -> Markup:
        key = (macro.name, context["t"].language, msgspec.msgpack.encode(arguments))
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
    """Compiles templates so that `quote` takes the place of `escape`."""

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
