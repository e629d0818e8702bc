"""All functions of a game as one argument of a compiled kernel.

To hand over nine functions costs Numba a quarter of a millisecond at every call, because each is looked up again.
Bundled in a structure they are looked up once.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.experimental import structref

from khonsu.kernel.cache import cache_folder
from khonsu.kernel.compile import ENABLED, generic, specialise
from khonsu.kernel.contract import FUNCTIONS, Kernel, signatures


@structref.register
class BundleType(types.StructRef):  # type: ignore[misc]
    """The compiler's type of a bundle."""


class Bundle(structref.StructRefProxy):  # type: ignore[misc]
    """The functions of the contract as attributes."""


structref.define_proxy(Bundle, BundleType, list(FUNCTIONS))


def bundle_type(kernel: Kernel) -> Any:
    """The compiler's type of a game's bundle."""
    known = signatures(kernel.state)
    return BundleType([(name, types.FunctionType(known[name])) for name in FUNCTIONS])


def bundle(kernel: Kernel) -> Any:
    """A game's functions; with the compiler off the kernel itself does."""
    if not ENABLED:
        return kernel
    kind = bundle_type(kernel)

    def make(start, deciders, legal, play, score, result, imagine, features, judge):
        made = structref.new(kind)
        made.start = start
        made.deciders = deciders
        made.legal = legal
        made.play = play
        made.score = score
        made.result = result
        made.imagine = imagine
        made.features = features
        made.judge = judge
        return made

    maker, known = generic(make, cache_folder(kernel.play.py_func)), signatures(kernel.state)
    specialise(maker, *(known[name] for name in FUNCTIONS))
    return maker(*(getattr(kernel, name) for name in FUNCTIONS))
