"""The fields that every game's state has in common, events and pending decisions among them.

A state is one record. Its first fields are the same in every game:

| field      | meaning                                                                                    |
|------------|--------------------------------------------------------------------------------------------|
| `rng`      | the generator (`kernel.chance`)                                                            |
| `turn`     | number of the current turn, from 1, extra turns included; a person's undo ends where it changes |
| `players`  | number of seats                                                                            |
| `quiet`    | not 0 while searching: `emit` does nothing                                                 |
| `depth`    | how many decisions are pending                                                             |
| `pending`  | the stack of pending decisions: kind and operands, the last one is asked                   |
| `n_events` | how many events the last step wrote                                                        |
| `events`   | kind, seat, six operands, whether it revealed something, who may see the operands (-1: all) |
"""

from struct import Struct
from typing import Any

import numpy as np

from khonsu.kernel.compile import rule

EVENT = 10  # numbers in an event
KIND, SEAT, A, B, C, D, E, F, REVEALED, ONLY = range(EVENT)
HEAD = Struct("Qibbbh")  # the first numbers of a state: `rng` to `n_events`


def state_dtype(fields: list[tuple[Any, ...]], events: int, pending: int, operands: int = 3) -> np.dtype[np.void]:
    """The dtype of a game's state: common fields first, then the game's own. `events` and `pending` are capacities."""
    common = [
        ("rng", np.uint64),
        ("turn", np.int32),
        ("players", np.int8),
        ("quiet", np.int8),
        ("depth", np.int8),
        ("n_events", np.int16),
        ("pending", np.int16, (pending, 1 + operands)),
    ]
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"'{name}' cannot be a field: NumPy's records have a method of that name.")
    # Events come last: what search reads and writes stays together at the front.
    return np.dtype([*common, *fields, ("events", np.int16, (events, EVENT))], align=True)


@rule
def push(s, kind, a=0, b=0, c=0):
    """Ask this decision before whatever else is pending."""
    top = s.pending[s.depth]
    top[0] = kind
    top[1] = a
    top[2] = b
    top[3] = c
    s.depth += 1


@rule
def pop(s):
    """The decision on top has been answered."""
    s.depth -= 1


@rule
def asked(s):
    """The kind of the decision on top, or -1 if none is pending."""
    return np.int64(s.pending[s.depth - 1, 0]) if s.depth > 0 else np.int64(-1)


@rule
def operand(s, i):
    """Operand i (0, 1 or 2) of the decision on top."""
    return np.int64(s.pending[s.depth - 1, 1 + i])


@rule
def clear_events(s):
    """Forget the last step's events; every `play` begins with it."""
    s.n_events = 0


@rule
def emit(s, kind, seat, a=0, b=0, c=0, d=0, e=0, f=0):
    """Note what happened, everybody may know it and it revealed nothing."""
    _write(s, kind, seat, (a, b, c, d, e, f), 0, -1)


@rule
def reveal(s, kind, seat, a=0, b=0, c=0, d=0, e=0, f=0):
    """Note what happened; something hidden or random came to light, so no undo goes behind it."""
    _write(s, kind, seat, (a, b, c, d, e, f), 1, -1)


@rule
def whisper(s, kind, seat, a=0, b=0, c=0, d=0, e=0, f=0):
    """Note what happened; it revealed something, but the operands are for the eyes of `seat` only."""
    _write(s, kind, seat, (a, b, c, d, e, f), 1, seat)


@rule
def _write(s, kind, seat, operands, revealed, only):
    if s.quiet == 0 and s.n_events < len(s.events):
        event = s.events[s.n_events]
        event[KIND] = kind
        event[SEAT] = seat
        event[A], event[B], event[C], event[D], event[E], event[F] = operands
        event[REVEALED] = revealed
        event[ONLY] = only
        s.n_events += 1
