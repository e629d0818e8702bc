"""The contract between a game and everything that plays it.

| function | meaning |
|---|---|
| `start(s, players, seed, options)` | lay out the game in a zeroed record; `options` are numbers, see `Option` |
| `deciders(s) -> int` | bit mask of the seats that may decide now; 0 when the game is over |
| `legal(s, seat, out) -> n` | write the legal steps of that seat into `out`, in a fixed order without duplicates |
| `play(s, seat, step)` | carry one legal step out, and everything that follows by itself |
| `score(s, seat) -> float` | points now |
| `result(s, out)` | final share of the win per seat: 1, 0, or equal parts of a shared win |
| `imagine(s, seat, seed)` | deal again, in place, everything that seat cannot know, consistently with what it knows |
| `features(s, seat, out)` | numbers for learning, from that seat's knowledge only |
| `judge(s, seat) -> float` | how good the position looks for that seat, from its knowledge only; higher is better |
| `outlook(s, seat, out)` | what a learned evaluation weighs, from that seat's knowledge only; optional: `features` |
| `distinct(s, seat, steps, n, rough) -> n` | keep one of each group of equivalent steps, in order; optional: keep all |
| `rebuild(s)` | work out again, in place, all that follows from the rest (indexes, the answers); optional |

With `rough`, steps are equivalent if `judge` cannot tell them apart.
Seat -1 stands for a spectator in `imagine`: everything that is not public is dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import types

from khonsu.kernel.compile import entry, ready, record_type

INT = types.int64
FLOAT = types.float64
SEED = types.uint64
NUMBERS = types.int32[::1]

FUNCTIONS = (
    "start",
    "deciders",
    "legal",
    "play",
    "score",
    "result",
    "imagine",
    "features",
    "judge",
    "outlook",
    "distinct",
)
OPTIONAL = ("outlook", "distinct")


def signatures(state: np.dtype[np.void]) -> dict[str, Any]:
    """The signatures of the contract for one kind of state."""
    s = record_type(state)
    return {
        "start": types.void(s, INT, SEED, NUMBERS),
        "deciders": INT(s),
        "legal": INT(s, INT, NUMBERS),
        "play": types.void(s, INT, INT),
        "score": types.float64(s, INT),
        "result": types.void(s, types.float64[::1]),
        "imagine": types.void(s, INT, SEED),
        "features": types.void(s, INT, types.float32[::1]),
        "judge": types.float64(s, INT),
        "outlook": types.void(s, INT, types.float32[::1]),
        "distinct": INT(s, INT, NUMBERS, INT, INT),
        "rebuild": types.void(s),
    }


def states_type(state: np.dtype[np.void]) -> Any:
    """The compiler's type of an array of states."""
    return types.Array(record_type(state), 1, "C")


def contract(state: np.dtype[np.void]) -> Callable[[Callable[..., Any]], Any]:
    """The decorator that compiles a function of the contract by its name.

    It goes on functions named `start`, `deciders`, `legal`, ... and gives each its signature for this state.
    """
    known = signatures(state)

    def compile_by_name(function: Callable[..., Any]) -> Any:
        return entry(known[function.__name__])(function)

    return compile_by_name


def leave_all(state: np.dtype[np.void]) -> Any:
    """`distinct` of a game in which no two steps are equivalent."""

    def distinct(s, seat, steps, n, rough):
        return n

    return contract(state)(distinct)


@dataclass(frozen=True)
class Kernel:
    """The compiled functions of one game, with the sizes that buffers need."""

    state: np.dtype[np.void]
    steps: int  # step ids are 0 .. steps-1
    most: int  # no decision has more legal steps than this
    n_features: int
    start: Any
    deciders: Any
    legal: Any
    play: Any
    score: Any
    result: Any
    imagine: Any
    features: Any
    judge: Any
    outlook: Any
    n_outlook: int
    distinct: Any
    rebuild: Any = None
    first: SimpleNamespace = field(default_factory=SimpleNamespace)  # the same, quick: see kernel/compile (`ready`)
    made: dict[Any, Any] = field(
        default_factory=dict, repr=False, compare=False
    )  # once in a process: see kernel/generic

    @classmethod
    def of(cls, rules: Any, **sizes: Any) -> Kernel:
        """The kernel whose functions are the names of the contract in a module (or any object)."""
        functions = {name: getattr(rules, name) for name in FUNCTIONS if name not in OPTIONAL}
        outlook = getattr(rules, "outlook", rules.features)
        functions["distinct"] = getattr(rules, "distinct", None) or leave_all(sizes["state"])
        rebuild = getattr(rules, "rebuild", None)
        return cls(**{"n_outlook": sizes["n_features"], **sizes}, outlook=outlook, rebuild=rebuild, **functions)

    def compile(self) -> Iterator[str]:
        """Compile the functions of the contract, or load them from disk; yields the name of each before its turn."""
        for name in (*FUNCTIONS, *(["rebuild"] if self.rebuild else [])):
            yield name
            setattr(self.first, name, ready(getattr(self, name), self.state))

    def new(self, count: int = 1) -> Any:
        """Zeroed states; a recarray, so that fields are attributes with the compiler off too."""
        return np.zeros(count, self.state).view(np.recarray)
