"""A shuffle to trust: a salted hash of the seed is shown before the first step, seed and salt after the last."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

HASH, SALT = "seed hash", "seed salt"  # how a record's comments name them
SAID = re.compile(r"(seed hash|seed salt): ([0-9a-f]+)")


def new_seed() -> tuple[int, str]:
    """A seed and a salt from the system's secure source."""
    return secrets.randbits(64), secrets.token_hex(16)


def pledge(seed: int, salt: str) -> str:
    """The hash that is shown when a match begins."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def comments(seed: int, salt: str) -> list[str]:
    """What a record says about its seed."""
    return [f"{HASH}: {pledge(seed, salt)}", f"{SALT}: {salt}"]


def holds(seed: int, said: Iterable[str]) -> bool | None:
    """Whether the hash in a record's comments fits its seed; None if there is no hash."""
    found = {match[1]: match[2] for line in said if (match := SAID.fullmatch(line.strip()))}
    if HASH not in found:
        return None
    return hmac.compare_digest(found[HASH], pledge(seed, found.get(SALT, "")))
