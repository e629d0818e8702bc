"""Compiled code on disk, found by the content of its sources: wherever a checkout lies, it compiles nothing twice.

Numba's own cache goes by the path and the time of one file. These classes replace its locator and its index, which are
not part of its public interface; `tests/test_kernel.py` checks what they rely on, `pyproject.toml` bounds the version.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching
from numba.core.serialize import dumps

KERNEL = Path(__file__).parent
BOTS = [KERNEL.parent / "bots" / part / "kernel" for part in ("policy", "search")]
COMPILED = ("rules", "kernel")  # folders whose files are compiled; no other file decides what is compiled again
FORM = 2  # of what is written; this file is no part of the digest
SUM = 16  # bytes in front of an entry that tell whether it is whole
FOLDER = re.compile("[0-9a-f]{16}")
UNUSED = 30 * 86400.0  # seconds after which code that nobody loads is removed
MOST = 1 << 30  # bytes; beyond them what was not used for the longest time goes first


def cache_root() -> Path:
    """Where compiled code is kept: `KHONSU_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("KHONSU_CACHE"):
        return Path(chosen)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "khonsu"
    try:
        home = Path.home()
    except RuntimeError:  # nobody's process: nothing can be kept
        return Path(os.devnull) / "khonsu"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "khonsu" / "cache"
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "khonsu"


def can_keep() -> str:
    """Why nothing can be written into the cache; empty if it can."""
    try:
        root = cache_root()
        root.mkdir(0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root) as file:
            file.write(bytes(1 << 16))
    except OSError as error:
        return f"{error.strerror}: {cache_root()}"
    return ""


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
    total = hashlib.blake2s(f"{FORM} {numba.__version__} {np.__version__}".encode(), digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".json") and file != Path(__file__):
                total.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


# -- one function ------------------------------------------------------------------------------------------------------


class NotCompiled(Exception):
    """Code that is not on disk, where nothing may be compiled."""


_only_loading = ContextVar("only_loading", default=False)


@contextmanager
def only_loading() -> Iterator[None]:
    """Load, but compile nothing: whatever is not on disk raises `NotCompiled`."""
    before = _only_loading.set(True)
    try:
        yield
    finally:
        _only_loading.reset(before)


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


class Entries:
    """The compiled code of one function: a file for each signature, under a name that follows from the signature.

    Numba numbers its files and keeps an index of them. Two processes that compile one kernel for two games at once
    would take the same number, and one of them would later load the code of the other.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    def load(self, key: Any) -> Any:
        """What was saved under this key, whole; or None."""
        try:
            raw = self._file(key).read_bytes()
        except OSError:
            return None
        if _sum(raw[SUM:]) != raw[:SUM]:
            return None
        _hold(self.folder)
        return pickle.loads(raw[SUM:])

    def save(self, key: Any, data: Any) -> None:
        """Keep it. Others see the whole file or none."""
        _clear_once(self.folder.parent)
        self.folder.mkdir(0o700, parents=True, exist_ok=True)
        raw = dumps(data)
        handle, part = tempfile.mkstemp(suffix=".part", dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_sum(raw) + raw)
            os.replace(part, self._file(key))
        except BaseException:
            with suppress(OSError):
                os.unlink(part)
            raise
        _hold(self.folder)

    def _file(self, key: Any) -> Path:
        return self.folder / f"{self.name}.{_sum(repr(key).encode()).hex()}.nbc"


def _sum(raw: bytes) -> bytes:
    return hashlib.blake2s(raw, digest_size=SUM).digest()


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
        self._cache_file = Entries(folder, self._impl.filename_base)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is on disk for this signature, or None."""
        found = super().load_overload(sig, target_context)
        if found is None and _only_loading.get():
            raise NotCompiled(self._name)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, if the disk lets us."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_once(error.strerror or str(error))

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Signature, processor, code and what it encloses, all as words: pickled types differ between processes."""
        code = self._py_func.__code__
        cells = tuple(cell.cell_contents for cell in self._py_func.__closure__ or ())
        return str(sig), codegen.magic_tuple(), code.co_code, str(cells)


@functools.cache
def _say_once(reason: str) -> None:
    warnings.warn(f"Compiled rules cannot be kept ({reason}); they are compiled again at the next start.", stacklevel=2)


# -- the whole cache ---------------------------------------------------------------------------------------------------


@functools.cache
def _hold(folder: Path) -> None:
    """Use a folder until this process ends: its time is now, and nobody removes it."""
    with suppress(OSError):
        os.utime(folder)
    _locked(folder, shared=True)  # the system takes the lock back when we end


@functools.cache
def _clear_once(root: Path) -> None:
    """Make room before something new is kept."""
    with suppress(OSError):
        clear(root)


def clear(root: Path, unused: float = UNUSED, most: int = MOST) -> None:
    """Remove code of sources that nobody has used for long, and beyond a size the oldest; never what is in use."""
    folders = [entry for entry in os.scandir(root) if entry.is_dir() and FOLDER.fullmatch(entry.name)]
    total = 0
    for folder in sorted(folders, key=lambda entry: -entry.stat().st_mtime):
        total += sum(file.stat().st_size for file in os.scandir(folder))
        if total > most or time.time() - folder.stat().st_mtime > unused:
            _remove(Path(folder.path))


def _remove(folder: Path) -> None:
    handle = _locked(folder, shared=False)
    if handle is None:
        return
    try:
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(handle)


def _locked(folder: Path, shared: bool) -> int | None:
    """A lock on a folder: shared for those who use it, alone for who removes it; None if it is not to be had."""
    try:
        import fcntl
    except ImportError:  # Windows itself keeps files that are open
        return None
    handle = None
    try:
        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_SH if shared else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if handle is not None:
            os.close(handle)
        return None
    return handle
