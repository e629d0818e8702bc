"""Packages that only some people need: they come with an extra, and who lacks one is told which."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from khonsu.errors import MissingExtra

WEB = ("litestar", "uvicorn", "websockets", "sqlalchemy", "aiosqlite", "alembic", "cryptography", "segno", "resvg_py")


def need(package: str, extra: str, what: str = "khonsu") -> ModuleType:
    """Import a package of an extra, or say what needs it and how to install it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtra(what, package.partition(".")[0], extra) from error
