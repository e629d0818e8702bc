"""All functions of a game as one argument of a compiled kernel.

To hand over nine functions costs Numba a quarter of a millisecond at every call, because each is looked up again.
Bundled in a structure they are looked up once.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from numba import types
from numba.experimental import structref

from khonsu.kernel.cache import cache_folder
from khonsu.kernel.compile import ENABLED, kept, quick
from khonsu.kernel.contract import FUNCTIONS, Kernel, signatures


@structref.register
class BundleType(types.StructRef):  # type: ignore[misc]
    """The compiler's type of a bundle."""


class Bundle(structref.StructRefProxy):  # type: ignore[misc]
    """The functions of the contract as attributes."""


Functions = namedtuple("Functions", FUNCTIONS)  # type: ignore[misc] # as they are handed over, once
structref.define_proxy(Bundle, BundleType, list(FUNCTIONS))


def bundle_type(kernel: Kernel) -> Any:
    """The compiler's type of a game's bundle."""
    known = signatures(kernel.state)
    return BundleType([(name, types.FunctionType(known[name])) for name in FUNCTIONS])


def bundle(kernel: Kernel) -> Any:
    """A game's functions, bundled once in a process; with the compiler off the kernel itself does."""
    if not ENABLED:
        return kernel
    if Bundle not in kernel.made:
        kernel.made[Bundle] = _bundled(kernel)
    return kernel.made[Bundle]


def _bundled(kernel: Kernel) -> Any:
    kind = bundle_type(kernel)

    def make(functions):
        f = structref.new(kind)
        f.start = functions.start
        f.deciders = functions.deciders
        f.legal = functions.legal
        f.play = functions.play
        f.score = functions.score
        f.result = functions.result
        f.imagine = functions.imagine
        f.features = functions.features
        f.judge = functions.judge
        f.outlook = functions.outlook
        f.distinct = functions.distinct
        return f

    known = signatures(kernel.state)
    functions = types.NamedTuple([types.FunctionType(known[name]) for name in FUNCTIONS], Functions)
    maker = quick(kept(make, cache_folder(kernel.play.py_func)), functions)
    return maker(Functions(*(getattr(kernel, name) for name in FUNCTIONS)))
