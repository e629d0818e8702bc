"""Chance lives in the state: `s.rng` is a splitmix64 generator, so a seed gives the same match everywhere."""

import numpy as np

from khonsu.kernel.compile import ENABLED, rule

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


def _wrapping(function):
    """Unsigned overflow is meant; say so to NumPy when the compiler is off."""
    return rule(function) if ENABLED else np.errstate(over="ignore")(function)


@_wrapping
def scramble(x):
    """The output function of splitmix64, also used to derive one seed from another."""
    x = np.uint64(x) + GOLDEN
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@_wrapping
def scaled(x, n):
    """Map 64 random bits to 0 .. n-1 by multiplication of the upper half."""
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@_wrapping
def draw(s, n):
    """A number from 0 to n-1; advances the generator of the state."""
    x = scramble(s.rng)
    s.rng = np.uint64(s.rng) + GOLDEN
    return scaled(x, n)


@rule
def shuffle(s, items, n):
    """Put the first n entries into random order (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = draw(s, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


def stream(seed: int, begin: int, count: int) -> list[int]:
    """The numbers begin, begin+1, ... that a generator with this seed gives, 64 bits each: for what is not compiled."""
    states = np.uint64(seed % 2**64) + GOLDEN * np.arange(begin, begin + count, dtype=np.uint64)
    numbers: list[int] = getattr(scramble, "py_func", scramble)(states).tolist()
    return numbers
