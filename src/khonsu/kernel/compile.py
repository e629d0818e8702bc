"""The compile decorators: `rule` (or `part`) for the verbs of a rulebook, `entry` for the functions the contract names.

Rules are ordinary Python functions over a state record. With `NUMBA_DISABLE_JIT=1` they run as such, for debugging and
coverage; otherwise Numba compiles them. Only entries are kept on disk: the rules they call are linked into them.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core import config

ENABLED = not config.DISABLE_JIT
KERNEL = Path(__file__).parent
# Files of a game's folder that put states into words and pictures, by the first word of their names (`picture_map` is
# one of `picture`): no compiled code depends on them.
NOT_COMPILED = {"game", "steps", "view", "narrate", "terminal", "terms", "log", "picture", "commands", "report"}
SETTINGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def rule(function: Callable[..., Any]) -> Any:
    """Compile a helper together with whatever entry calls it; its types follow from the call.

    Numba would compile it anew for every constant and every width of integer it is called with. One version with
    64-bit integers does for all, and makes a game compile two or three times as fast.
    """
    return _widened(njit(function, **SETTINGS))


def part(function: Callable[..., Any]) -> Any:
    """A rule that is always compiled into its caller: for small helpers that take an array and are called often.

    Otherwise the compiler counts references to the array at every call, which can take longer than the helper itself.
    """
    return _widened(njit(function, forceinline=True, **SETTINGS))


def _widened(kernel: Any) -> Any:
    if ENABLED:
        kernel.get_call_template = MethodType(_call_template, kernel)
    return kernel


def _call_template(kernel: Any, arguments: Any, keywords: Any) -> Any:
    """Numba's own method, with the arguments' types widened first."""
    return type(kernel).get_call_template(
        kernel, tuple(_wide(a) for a in arguments), {k: _wide(a) for k, a in keywords.items()}
    )


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


def entry(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """A function of the contract, to be compiled for this signature by `ready` and kept on disk."""

    def note(function: Callable[..., Any]) -> Any:
        kernel = generic(function)
        if ENABLED:
            kernel.signature = signature
        return kernel

    return note


def ready(kernel: Any) -> None:
    """Compile an entry for its signature, or load it from disk."""
    if ENABLED and not kernel.overloads:
        kernel.disable_compile(False)
        kernel.compile(kernel.signature)
        kernel.disable_compile()


def on_first(kernel: Any, states: Any) -> Callable[..., Any]:
    """An entry as a quick call from Python: it takes an array of states and works on its first one.

    To hand over a single record costs Numba several microseconds, for an array it is a fraction of one. The types are
    not looked at again, so callers must pass what the contract says.
    """
    if not ENABLED:
        return lambda array, *rest: kernel(array[0], *rest)
    pattern = _PATTERNS[len(kernel.signature.args)]
    # Globals, not a closure: what is compiled can be kept on disk, in the folder of the game that it contains.
    function = FunctionType(pattern.__code__, {"function": kernel, "__name__": __name__})
    function.__qualname__ = f"{kernel.py_func.__name__}_first"
    quick = generic(function, cache_folder(kernel.py_func))
    quick.compile((states, *kernel.signature.args[1:]))
    return next(iter(quick.overloads.values())).entry_point


def _one(states):
    return function(states[0])  # noqa: F821


def _two(states, a):
    return function(states[0], a)  # noqa: F821


def _three(states, a, b):
    return function(states[0], a, b)  # noqa: F821


def _four(states, a, b, c):
    return function(states[0], a, b, c)  # noqa: F821


_PATTERNS = {1: _one, 2: _two, 3: _three, 4: _four}


def generic(function: Callable[..., Any], folder: Path | None = None) -> Any:
    """A kernel that takes a game's functions as arguments; `specialise` compiles it for one game."""
    folder = folder or cache_folder(function)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return njit(cache=folder is not None, **SETTINGS)(function)
    finally:
        config.CACHE_DIR = before


def specialise(kernel: Any, *arguments: Any) -> None:
    """Compile a generic kernel for these argument types, or load it; functions go in as first-class function types.

    Compiling is closed again afterwards: a call would otherwise compile once more for the very functions it is given,
    and such code cannot be kept on disk.
    """
    if ENABLED:
        signature = tuple(types.FunctionType(a) if isinstance(a, numba.core.typing.Signature) else a for a in arguments)
        if signature not in kernel.overloads:
            kernel.disable_compile(False)
            kernel.compile(signature)
            kernel.disable_compile()


def cache_folder(function: Callable[..., Any]) -> Path | None:
    """The folder for compiled code, named after the sources that it may contain; None for code without a file.

    Numba looks only at the file of the function itself, but an entry also contains the rules of other files. So the
    name of the folder is a digest of the kernel, of the package around the function and of what that builds on.
    """
    source = Path(function.__code__.co_filename)
    if not source.is_file():
        return None
    package = _package(source.parent)
    # arena and research compile bots' rules, too
    below = [KERNEL.parent / "bots"] if package.parent == KERNEL.parent else []
    return cache_root() / _digest(KERNEL, *below, package)


def cache_root() -> Path:
    """Where compiled code is kept: `KHONSU_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("KHONSU_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "khonsu"


def _package(folder: Path) -> Path:
    """The game folder (or other package) that a source file belongs to, sub-folders climbed."""
    while (folder.parent / "__init__.py").is_file() and folder.parent.name not in ("games", "khonsu"):
        folder = folder.parent
    return folder


@functools.cache
def _digest(*folders: Path) -> str:
    """A name for the sources in these folders and for the compiler."""
    total = hashlib.blake2s(f"{numba.__version__} {np.__version__}".encode(), digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".json") and file.stem.split("_")[0] not in NOT_COMPILED:
                total.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()
