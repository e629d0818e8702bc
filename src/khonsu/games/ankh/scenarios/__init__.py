"""Scenarios (section 8): files read and checked, random balanced ones made, and all of it as numbers for `start`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from khonsu.errors import BadOption, KhonsuError
from khonsu.games.ankh.about import SWITCHES
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import HEX, SIDE
from khonsu.games.ankh.scenarios.generate import generate
from khonsu.games.ankh.scenarios.validate import MOST_TEXT, check

__all__ = ["BadScenario", "check", "encode", "generate", "load"]

FOLDER = Path(__file__).parent
FROM_FILE = len(p.SCENARIOS)  # the state's number for a scenario that is not shipped


class BadScenario(KhonsuError):
    """A scenario file that cannot be played."""

    template = "Scenario {name}: {problem}"

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(name=name, problem=problem)


@cache
def shipped() -> list[str]:
    """The ids of the scenarios that come with the game."""
    return sorted(file.stem for file in FOLDER.glob("*.json"))


def read_text(path_or_id: str | Path) -> str:
    """The text of a scenario by its id or from a file, if it is a file of bearable size."""
    file = FOLDER / f"{path_or_id}.json" if str(path_or_id) in shipped() else Path(path_or_id)
    try:
        if not os.path.isfile(file):  # a pipe would never end
            raise FileNotFoundError(file)
        with file.open("rb") as source:
            raw = source.read(MOST_TEXT + 1)
        if len(raw) > MOST_TEXT:
            raise BadScenario(str(path_or_id), f"the file is larger than {MOST_TEXT} bytes.")
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadScenario(str(path_or_id), "this is not a text in UTF-8.") from error
    except OSError as error:
        raise BadScenario(str(path_or_id), "there is no such file or id.") from error


def load(path_or_id: str | Path, top: int = p.DEVOTION_TOP) -> dict[str, Any]:
    """A scenario by its id or from a file, checked; what is wrong is said with line and rule."""
    text = read_text(path_or_id)
    problems = _checked(text, top)
    if problems:
        raise BadScenario(str(path_or_id), "; ".join(map(str, problems)))
    scenario: dict[str, Any] = json.loads(text)
    return scenario


# The same layout is asked for whenever a match is begun anew, as replays do
_checked = lru_cache(maxsize=64)(check)
_drawn = lru_cache(maxsize=64)(generate)


def encode(players: int, options: Mapping[str, Any]) -> list[int]:
    """Options and layout as the numbers that `start` reads (rules/setup.py)."""
    name = options["scenario"]
    drawn = name == "random"
    scenario = _drawn(players, options["layout_seed"]) if drawn else load(name, options["devotion_top"])
    if str(players) not in scenario["layouts"]:
        raise BadOption("scenario", name, f"a scenario for {players} players")
    layout = scenario["layouts"][str(players)]
    numbers = [
        p.SCENARIOS.index(name) if name in p.SCENARIOS else FROM_FILE,
        options["layout_seed"],
        _start_player(players, options["start_player"]),
        *_gods(players, options, scenario),
        *_guardians(options, scenario),
    ]
    if options["red_max"] >= options["devotion_top"]:
        raise BadOption("red_max", options["red_max"], f"0 to {options['devotion_top'] - 1}")
    for option in SWITCHES:
        numbers += option.encode(options[option.name])
    return numbers + _scenario_numbers(players, scenario) + _layout_numbers(players, layout)


def _start_player(players: int, chosen: str) -> int:
    """The seat that begins (AK-22), -1 for a random one; seats are counted round the table."""
    return -1 if chosen == "random" else int(chosen) % players


def _gods(players: int, options: Mapping[str, Any], scenario: Mapping[str, Any]) -> list[int]:
    """The god of each of five seats, -1 for a random one (AK-19)."""
    barred = scenario.get("barred_gods", [])
    numbers: list[int] = []
    for seat in range(5):
        god = options[f"god_{seat}"]
        if god == "random" or seat >= players:
            numbers.append(-1)
        elif god in barred or p.GODS.index(god) in numbers:
            free = [name for name in p.GODS if name not in barred and p.GODS.index(name) not in numbers]
            raise BadOption(f"god_{seat}", god, ", ".join(["random", *free]))
        else:
            numbers.append(p.GODS.index(god))
    return numbers


def _guardians(options: Mapping[str, Any], scenario: Mapping[str, Any]) -> list[int]:
    """The guardian of each level, -1 for a random one; a scenario may fix them (AK-27)."""
    fixed = scenario.get("fixed_guardians", [])
    numbers = []
    for level in range(3):
        choices = p.GUARDIANS[2 * level : 2 * level + 2]
        kind = options[f"guardian_{level + 1}"]
        forced = [name for name in choices if name in fixed]
        if forced and kind not in ("random", *forced):
            raise BadOption(f"guardian_{level + 1}", kind, ", ".join(["random", *forced]))
        kind = forced[0] if forced else kind
        numbers.append(-1 if kind == "random" else p.FIGURES.index(kind))
    return numbers


def _scenario_numbers(players: int, scenario: Mapping[str, Any]) -> list[int]:
    """Flags, followers, action tracks and the event track."""
    flags = scenario.get("rule_flags", {})
    calendar = [p.EVENTS.index(event) for event in scenario.get("event_track", [])] or list(p.CALENDAR)
    tracks = scenario.get("action_tracks", {})
    limits = [
        tracks[name][str(players)] if name in tracks else p.TRACKS[players][i] for i, name in enumerate(p.ACTIONS)
    ]
    return [
        int(bool(flags.get("winner_loses_figures"))),
        int(bool(flags.get("losers_survive"))),
        sum(1 << number for number in set(flags.get("consolidation_events", []))),
        sum(1 << p.GODS.index(god) for god in set(scenario.get("barred_gods", []))),
        scenario.get("start_followers", p.START_FOLLOWERS),
        *limits,
        len(calendar),
        *calendar,
    ]


def _layout_numbers(players: int, layout: Mapping[str, Any]) -> list[int]:
    """Camels, regions, monuments, figures and what players have besides."""
    camels = [side(pair) for line in layout.get("camel_lines", []) for pair in line]
    regions = [number for r in layout["regions"] for number in (r["order"], place(r["anchor"]))]
    monuments = [
        (p.MONUMENTS.index(m["type"]), place(m["hex"]), player["number"])
        for player in layout["players"]
        for m in player.get("controlled_monuments", [])
    ]
    monuments += [(p.MONUMENTS.index(m["type"]), place(m["hex"]), 0) for m in layout.get("neutral_monuments", [])]
    figures, extras = [], []
    for player in sorted(layout["players"], key=lambda player: int(player["number"])):
        number = player["number"]
        figures.append((number, p.GOD, place(player["god"]), 0))
        figures += [(number, p.WARRIOR, place(h), 0) for h in player.get("warriors", [])]
        figures += [
            (number, p.FIGURES.index(g["kind"]), place(g["hex"]), g.get("facing", 0))
            for g in player.get("guardians", [])
        ]
        powers = [p.POWERS.index(power) for power in player.get("powers", [])]
        extras += [
            player.get("extra_followers", 0),
            sum(1 << power for power in powers),
            len(powers),
            player.get("devotion", 0),
        ]
    return [
        len(camels),
        *camels,
        len(layout["regions"]),
        *regions,
        len(monuments),
        *(number for monument in monuments for number in monument),
        len(figures),
        *(number for figure in figures for number in figure),
        *extras,
    ]


def place(pair: list[int]) -> int:
    """A hex by row and column."""
    return HEX[pair[0], pair[1]]


def side(pair: list[list[int]]) -> int:
    """A camel side by its two hexes."""
    one, other = sorted(map(place, pair))
    return SIDE[one, other]
