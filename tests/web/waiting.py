"""Waiting for conditions."""

from __future__ import annotations

import time


def until(condition, seconds: float = 20) -> None:
    """Wait for something that another thread brings about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
