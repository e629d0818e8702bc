"""Compiling beside everything else: in processes, on all cores, what somebody waits for first.

What is compiled is kept on disk kernel by kernel (`kernel/cache.py`): work that was interrupted goes on where it was.
"""

from khonsu.compiling.compiler import Compiler, NotReady, Readiness

__all__ = ["Compiler", "NotReady", "Readiness"]
