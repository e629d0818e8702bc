"""A state as plain numbers and lists, and small things that all parts of a view need."""

from __future__ import annotations

from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from khonsu.games.ankh.fields import AnkhDistrict
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX, HEXES
from khonsu.games.ankh.scenarios.land import regions

EVENTS = (  # by kind, as in `state`
    *("turn", "automatic", "action", "moved", "pushed", "turned", "summoned", "ransomed", "radiant", "followers"),
    *("unlocked", "guardian", "nothing", "event", "controlled", "camel", "divided", "exchanged", "joined"),
    *("token_gone", "token_moved", "conflict", "destroyed", "dominance", "battle", "gained", "lost", "announced"),
    *("committed", "played", "built", "offered", "spared", "strength", "won", "tied", "died", "kept", "captured"),
    *("underworld_tile", "cards_back", "merged", "to_card", "forgotten", "over"),
)
BANKS = {"delta": (1, 5), "east": (5, 7), "west": (7, 1)}  # the three regions without camels (2.8), by one hex of each
DIRECTIONS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")  # clockwise, as angles grow in a drawing

NOTES = (  # of the rules: not shown
    *("above", "after", "b_queue", "back", "begins", "d_queue", "dead_cats", "dead_mummies", "dead_warriors"),
    *("figures", "hexes", "kept", "kept_beasts", "loop", "monuments", "options", "present", "pyramid", "scratch"),
    *("swept", "underworld"),
)
LISTS = [name for name in st.State.names or () if st.State[name].shape and name not in NOTES]


def plain(s: Any) -> SimpleNamespace:
    """The fields as numbers and lists: to read an array number by number takes much longer."""
    fields = dict(zip(s.dtype.names, s.tolist()))
    fields["events"] = fields["events"][: fields["n_events"]]
    for name in LISTS:
        fields[name] = fields[name].tolist()
    return SimpleNamespace(**fields)


def names(bits: int, words: tuple[str, ...]) -> list[str]:
    """The names in a bit set."""
    return list(_names(bits, words))


def members(bits: int) -> list[int]:
    """The numbers in a bit set."""
    return list(_members(bits))


@lru_cache(4096)
def _names(bits: int, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for i, word in enumerate(words) if bits >> i & 1)


@lru_cache(4096)
def _members(bits: int) -> tuple[int, ...]:
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


def question(s: Any) -> int:
    """The question that is open, -1 when the game is over."""
    return -1 if s.over else int(s.pending[s.depth - 1][0])


def happened(s: Any) -> list[list[str | int]]:
    """What the last step brought about, as name, god and six numbers; without what only one seat may know."""
    return [[EVENTS[row[0]], *row[1:8]] for row in s.events if row[9] == -1 and row[0] != st.AUTOMATIC]


@cache
def district(places: tuple[int, ...]) -> AnkhDistrict:
    """Where a region lies: the bank of the Nile, and which part of it unless it is the whole bank."""
    for bank, land in _banks().items():
        if places[0] in land:
            part = None
            if len(places) < len(land):
                (x, y), (u, v) = middle(places), middle(tuple(land))
                part = DIRECTIONS[round(np.degrees(np.arctan2(y - v, x - u)) / 45) % 8]
            return {"bank": bank, "part": part}
    raise ValueError(places)


@cache
def _banks() -> dict[str, frozenset[int]]:
    found = regions(frozenset())
    return {bank: next(land for land in found if HEX[place] in land) for bank, place in BANKS.items()}


def middle(places: tuple[int, ...]) -> tuple[float, float]:
    """The middle of some hexes, in halves of a hex's height."""
    at = [HEXES[h] for h in places]
    return sum(1.73 * col for _, col in at) / len(at), sum(2 * row + col % 2 for row, col in at) / len(at)
