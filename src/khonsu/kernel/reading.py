"""A state as Python reads it, quickly."""

from __future__ import annotations

from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any

import numpy as np

from khonsu.kernel.compile import record_type


class Reading:
    """A state to be read from Python: fields are attributes, numbers plain integers, arrays NumPy's.

    A NumPy record is the same to its reader, but takes microseconds for each field. What was read once is not read
    again, so a reading is good for as long as the state stays as it is.
    """

    dtype: np.dtype[np.void]

    def __init__(self, data: Any) -> None:
        self.data = data

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field; see `reading_of`."""

    @property
    def _numba_type_(self) -> Any:
        """Compiled functions take it for the record that it reads."""
        return record_type(self.dtype)

    def tolist(self) -> tuple[Any, ...]:
        """All fields in their order, as a record's own method gives them."""
        fields: tuple[Any, ...] = np.frombuffer(self.data, self.dtype)[0].tolist()
        return fields

    def whole(self) -> Reading:
        """The same with all fields read at once: for who needs many of them."""
        self.__dict__.update(zip(self.dtype.names or (), self.tolist()))
        return self


class _Field:
    """A field of a reading, read when it is first asked for."""

    def __init__(self, name: str, kind: np.dtype[Any], offset: int) -> None:
        self.name, self.kind, self.offset = name, kind, offset
        self.unpack = None if kind.shape else Struct(kind.char).unpack_from

    def __get__(self, reading: Any, owner: type) -> Any:
        if self.unpack:
            value = self.unpack(reading.data, self.offset)[0]
        else:
            value = np.ndarray(self.kind.shape, self.kind.base, reading.data, self.offset)
        reading.__dict__[self.name] = value
        return value


@cache
def reading_of(state: np.dtype[np.void]) -> type[Reading]:
    """The kind of reading for one kind of state: each of its fields is an attribute."""
    fields = {name: _Field(name, *field[:2]) for name, field in (state.fields or {}).items()}
    return type("Reading", (Reading,), {"dtype": state, **fields})
