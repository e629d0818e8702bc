"""Kernels that are written once and run every game: they take a game's functions as one bundle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numba import types

from khonsu.kernel.bundle import bundle, bundle_type
from khonsu.kernel.compile import kept, quick
from khonsu.kernel.contract import Kernel, states_type

BUNDLE = bundle_type


def STATES(kernel: Kernel) -> Any:  # noqa: N802 - it stands among types
    """An array of the game's states."""
    return states_type(kernel.state)


def named(form: type[tuple[Any, ...]], *kinds: Any) -> Any:
    """The compiler's type of a `NamedTuple` whose fields are of these types."""
    return types.BaseTuple.from_types(kinds, form)


class Generic:
    """A kernel for every game. Called with a game's kernel in place of its bundle, if it takes one.

    The first call for a game compiles it or loads it from disk (`on`); later ones cost a few microseconds. Types are
    not looked at then, so callers must pass just what the decorator says, and by position.
    """

    def __init__(self, function: Callable[..., Any], kinds: tuple[Any, ...]) -> None:
        self.function = function
        self.kernel = kept(function)
        self.kinds = kinds

    def __call__(self, kernel: Kernel, *arguments: Any) -> Any:
        """Run it for one game."""
        return self.on(kernel)(*arguments)

    def on(self, kernel: Kernel) -> Callable[..., Any]:
        """The quick call for one game, made once in a process."""
        if self not in kernel.made:
            kernel.made[self] = self._made(kernel)
        call: Callable[..., Any] = kernel.made[self]
        return call

    def compiled(self, kernel: Kernel) -> Callable[..., Any]:
        """Compile it for one game, or load it. Types suffice for that: the game's own rules need not be compiled."""
        kinds = (kind if isinstance(kind, types.Type) else kind(kernel) for kind in self.kinds)
        call: Callable[..., Any] = quick(self.kernel, *kinds)
        return call

    def _made(self, kernel: Kernel) -> Callable[..., Any]:
        call = self.compiled(kernel)
        return partial(call, bundle(kernel)) if self.kinds[0] is BUNDLE else call


def generic(*kinds: Any) -> Callable[[Callable[..., Any]], Generic]:
    """A decorator: a kernel whose arguments are of these types.

    Each is a type of the compiler, or a function that gives it for one game, as `BUNDLE` and `STATES` do.
    """
    return lambda function: Generic(function, kinds)
