"""The compile decorators: `rule` (or `part`) for the verbs of a rulebook, `entry` for the functions the contract names.

Rules are ordinary Python functions over a state record. With `NUMBA_DISABLE_JIT=1` they run as such, for debugging and
coverage; otherwise Numba compiles them. Only entries are kept on disk: the rules they call are linked into them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype, njit, types
from numba.core import config

from khonsu.kernel.cache import KernelCache, cache_folder
from khonsu.kernel.link import EntryCompiler, RuleCompiler

ENABLED = not config.DISABLE_JIT
SETTINGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "pipeline_class": EntryCompiler}


def rule(function: Callable[..., Any]) -> Any:
    """Compile a helper together with whatever entry calls it; its types follow from the call.

    Numba would compile it anew for every constant and every width of integer it is called with. One version with
    64-bit integers does for all, and makes a game compile two or three times as fast.
    """
    return _linked(function)


def part(function: Callable[..., Any]) -> Any:
    """A rule that is always compiled into its caller: for small helpers that take an array and are called often.

    Otherwise the compiler counts references to the array at every call, which can take longer than the helper itself.
    What is first met inside a part becomes one, too.
    """
    return _linked(function, forceinline=True)


def _linked(function: Callable[..., Any], **settings: Any) -> Any:
    """What Python can call is one thing, compiled when it is; what compiled code calls is another (`kernel/link`)."""
    called = njit(function, **SETTINGS)
    if ENABLED:
        linked = njit(function, **{**SETTINGS, **settings, "pipeline_class": RuleCompiler})
        called.get_call_template = partial(_call_template, linked)
        called.get_overload = linked.get_overload
        called._compiling_counter = linked._compiling_counter  # by which a rule that calls itself is known
        called.linked = linked
    return called


def _call_template(kernel: Any, arguments: Any, keywords: Any) -> Any:
    """Numba's own method, with the arguments' types widened first."""
    return kernel.get_call_template(tuple(map(_wide, arguments)), {k: _wide(a) for k, a in keywords.items()})


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


@cache
def record_type(state: np.dtype[np.void]) -> Any:
    """The compiler's type of a state; to work it out takes a millisecond."""
    return from_dtype(state)


def entry(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """A function of the contract, to be compiled for this signature by `ready` and kept on disk."""

    def note(function: Callable[..., Any]) -> Any:
        kernel = kept(function)
        if ENABLED:
            kernel.signature = signature
        return kernel

    return note


def ready(kernel: Any, state: np.dtype[np.void]) -> Callable[..., Any]:
    """Compile an entry for its signature, or load it from disk; the quick call of it, also kept as its `quick`.

    Instead of a record it takes whatever has a state's bytes as its attribute `data`: that is all Numba looks at. A
    NumPy record has that attribute, too, but it takes microseconds to make; a `Position` just has it. Types are not
    looked at, so callers must pass just what the signature says, and by position.

    Compiling is closed again afterwards: a call with other types would otherwise compile once more, and quietly.
    """
    if not ENABLED:
        kernel.quick = _interpreted(kernel, state)
    elif not kernel.overloads:
        kernel.disable_compile(False)
        kernel.compile(kernel.signature)
        kernel.disable_compile()
        kernel.quick = kernel.overloads[kernel.signature.args].entry_point
    call: Callable[..., Any] = kernel.quick
    return call


def _interpreted(kernel: Callable[..., Any], state: np.dtype[np.void]) -> Callable[..., Any]:
    """The same call with the compiler off; what is returned are plain numbers, too."""

    def call(held: Any, *rest: Any) -> Any:
        found = kernel(np.frombuffer(held.data, state).view(np.recarray)[0], *rest)
        return found.item() if isinstance(found, np.generic) else found

    return call


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
