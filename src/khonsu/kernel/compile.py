"""The compile decorators: `rule` (or `part`) for the verbs of a rulebook, `entry` for the functions the contract names.

Rules are ordinary Python functions over a state record. With `NUMBA_DISABLE_JIT=1` they run as such, for debugging and
coverage; otherwise Numba compiles them. Only entries are kept on disk: the rules they call are linked into them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from numba import njit, types
from numba.core import config

from khonsu.kernel.cache import KernelCache, cache_folder

ENABLED = not config.DISABLE_JIT
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
        kernel = kept(function)
        if ENABLED:
            kernel.signature = signature
        return kernel

    return note


def ready(kernel: Any) -> None:
    """Compile an entry for its signature, or load it from disk.

    Compiling is closed again afterwards: a call with other types would otherwise compile once more, and quietly.
    """
    if ENABLED and not kernel.overloads:
        kernel.disable_compile(False)
        kernel.compile(kernel.signature)
        kernel.disable_compile()


def on_first(kernel: Any, states: Any) -> Callable[..., Any]:
    """An entry as a quick call from Python: it takes an array of states and works on its first one.

    To hand over a single record costs Numba several microseconds, for an array it is a fraction of one.
    """
    if not ENABLED:
        return lambda array, *rest: kernel(array[0], *rest)
    pattern = _PATTERNS[len(kernel.signature.args)]
    # Globals, not a closure: what is compiled can be kept on disk, in the folder of the game that it contains.
    function = FunctionType(pattern.__code__, {"function": kernel, "__name__": __name__})
    function.__qualname__ = f"{kernel.py_func.__name__}_first"
    call: Callable[..., Any] = quick(kept(function, cache_folder(kernel.py_func)), states, *kernel.signature.args[1:])
    return call


def _one(states):
    return function(states[0])  # noqa: F821


def _two(states, a):
    return function(states[0], a)  # noqa: F821


def _three(states, a, b):
    return function(states[0], a, b)  # noqa: F821


def _four(states, a, b, c):
    return function(states[0], a, b, c)  # noqa: F821


_PATTERNS = {1: _one, 2: _two, 3: _three, 4: _four}


def kept(function: Callable[..., Any], folder: Path | None = None) -> Any:
    """A function whose compiled code is kept on disk, in the folder of its sources or in another one."""
    folder = folder or cache_folder(function)
    kernel = njit(**SETTINGS)(function)
    if ENABLED and folder is not None:
        kernel._cache = KernelCache(function, folder)
    return kernel


def quick(kernel: Any, *arguments: Any) -> Any:
    """A kept function, compiled for these types or loaded from disk, as a call that does not look at types again.

    That look costs many microseconds. So callers must pass arrays of just these types, and arguments by position.
    """
    if not ENABLED:
        return kernel
    if arguments not in kernel.overloads:
        kernel.compile(arguments)
    return kernel.overloads[arguments].entry_point
