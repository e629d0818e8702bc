"""Packages that only some people need, asked for in one sentence."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(package: str, extra: str = "research") -> Any:
    """Import a package of an optional extra, or say how to install it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise ImportError(
            f"This part of Khonsu needs the package {package}; install it with: pip install 'khonsu[{extra}]'"
        ) from error
