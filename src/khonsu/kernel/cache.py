"""Compiled code on disk, found by the content of its sources: wherever a checkout lies, it compiles nothing twice.

Numba's own cache goes by the path and the time of one file. These classes replace its locator, which is not part of its
public interface; `tests/test_kernel.py` checks what they rely on, and `pyproject.toml` bounds the version.
"""

from __future__ import annotations

import functools
import hashlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching

KERNEL = Path(__file__).parent
BOTS = [KERNEL.parent / "bots" / part / "kernel" for part in ("policy", "search")]
COMPILED = ("rules", "kernel")  # folders whose files are compiled; no other file decides what is compiled again


def cache_root() -> Path:
    """Where compiled code is kept: `KHONSU_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("KHONSU_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "khonsu"


def cache_folder(function: Callable[..., Any]) -> Path | None:
    """The folder for compiled code, named after the sources that it may contain; None for code without a file.

    An entry also contains rules of other files. So the name is a digest of the kernel, of the folder `rules` or
    `kernel` around the function, and for the kernels of bots and of those who use bots of the bots' kernels, too.
    """
    source = Path(function.__code__.co_filename)
    if not source.is_file():
        return None
    own = next((folder for folder in source.parents if folder.name in COMPILED), source.parent)
    uses_bots = own.is_relative_to(KERNEL.parent) and own.name == "kernel" and own != KERNEL
    return cache_root() / _digest(*dict.fromkeys([KERNEL, *BOTS, own] if uses_bots else [KERNEL, own]))


@functools.cache
def _digest(*folders: Path) -> str:
    """A name for the sources in these folders and for the compiler."""
    total = hashlib.blake2s(f"{numba.__version__} {np.__version__}".encode(), digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".json"):
                total.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """One folder, whose name already says which sources its content is for."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file = function.__code__.co_filename
        self._line = function.__code__.co_firstlineno
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


class KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """What is compiled of one function. A disk that takes nothing costs time, never the start."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        class Locator(_Locator):
            """Numba makes its locators itself, from the function alone."""

            @classmethod
            def from_function(cls, function: Callable[..., Any], _: str) -> _Locator:
                return cls(function, folder)

        class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
            _locator_classes = (Locator,)

        self._impl_class = Impl
        super().__init__(function)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, if the disk lets us."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_once(str(error))


@functools.cache
def _say_once(reason: str) -> None:
    warnings.warn(f"Compiled rules cannot be kept ({reason}); they are compiled again at the next start.", stacklevel=2)
