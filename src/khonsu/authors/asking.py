"""How people are asked for a game's options, where a form should say more than their names and values do.

A game may have `ASKED` beside its `ABOUT`: options by name, in the order in which they are asked. One that is not in
there, and a game without it, is asked for in the option's own sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Ask:
    """How one option is asked for."""

    often: bool = False  # asked at once; everything else is a variant for experts
    heading: str = ""  # a few words above the choices; without it the option's sentence
    words: Mapping[str | int, str] = field(default_factory=dict)  # a value -> what it is called
    rules: tuple[str, ...] = ()  # the numbers of the rules that it changes
    seat: int | None = None  # asked only where this seat takes part
    seats: bool = False  # its numbers are seats
    picture: str = ""  # "module:function", which draws a value for a number of players: (value, players) -> SVG
    by_players: bool = False  # another picture for each number of players
