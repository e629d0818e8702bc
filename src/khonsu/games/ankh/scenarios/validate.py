"""Is a scenario file playable? Every problem is named with its line and the rule that it breaks (section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import HEX, HEXES, LAND, SIDE, SIDES
from khonsu.games.ankh.scenarios.land import Sides, hex_set, near_land, regions, summon_hexes
from khonsu.games.ankh.scenarios.located import Broken, Path, ScenarioReader

FIELDS = {
    *("format", "id", "name", "text", "author", "evidence", "notes", "players", "layouts", "start_followers"),
    *("event_track", "action_tracks", "fixed_guardians", "barred_gods", "rule_flags", "victory"),
}
LAYOUT_FIELDS = {"regions", "camel_lines", "players", "neutral_monuments", "cities"}
REGION_FIELDS = {"name", "order", "anchor", "land_hexes"}
PLAYER_FIELDS = {
    *("number", "god", "warriors", "controlled_monuments", "guardians", "extra_followers", "powers", "devotion"),
}
FLAGS = ("winner_loses_figures", "losers_survive", "consolidation_events")
MOST_TEXT = 64_000  # characters of a file, before anything of it is read; the shipped ones have 5,000
MOST_PROBLEMS = 50
MOST_SHOWN = 40  # characters of what a problem quotes
MOST_ADVANCES = 20  # in 30 events that is at most 619 Gain actions of 31 followers, so 16 bits hold all of them
CITIES = 2


@dataclass(frozen=True)
class Fault:
    """What is wrong, on which line, and which rule says so."""

    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text} ({self.rule})"


def check(text: str, top: int = p.DEVOTION_TOP) -> list[Fault]:
    """The problems of a scenario file, none if it can be played; `top` is the last space of the devotion track."""
    if len(text) > MOST_TEXT:
        return [Fault(1, "section 8", f"a scenario file has at most {MOST_TEXT} characters, this one {len(text)}.")]
    reader = ScenarioReader(text)
    try:
        scenario = reader.read()
    except Broken as error:
        return [Fault(error.line, "section 8", error.problem)]
    checker = Checker(reader.lines, top)
    checker.scenario(scenario)
    return sorted(checker.problems, key=lambda problem: problem.line)


def is_count(value: Any, least: int, most: int) -> bool:
    """A whole number in a range."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def counts_up(values: list[Any], most: int) -> bool:
    """Whether the values are the whole numbers from 1 to the last, in any order."""
    return all(is_count(value, 1, most) for value in values) and len(set(values)) == len(values) == most


def shown(value: Any) -> str:
    """What stands in a file, cut short and without anything that a terminal would obey."""
    text = "".join(sign if sign.isprintable() else "?" for sign in str(value)[: MOST_SHOWN + 1])
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


class Checker:
    """Walks through a scenario and notes what is wrong."""

    def __init__(self, lines: dict[Path, int], top: int) -> None:
        self.lines = lines
        self.top = top
        self.problems: list[Fault] = []

    def wrong(self, path: Path, rule: str, text: str) -> None:
        """Note a problem at the nearest part that has a line."""
        while path not in self.lines:
            path = path[:-1]
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Fault(self.lines[path], rule, text))

    def known(self, path: Path, value: Any, fields: set[str], needed: tuple[str, ...]) -> bool:
        """Whether this is an object with all needed fields; unknown ones are named."""
        if not isinstance(value, dict):
            self.wrong(path, "section 8", "this must be an object: {...}.")
            return False
        for name in value:
            if name not in fields:
                self.wrong((*path, name), "section 8", f"'{shown(name)}' is not a field that is known here.")
        missing = [name for name in needed if name not in value]
        for name in missing:
            self.wrong(path, "section 8", f"the field '{name}' is missing.")
        return not missing

    def items(self, path: Path, owner: dict[str, Any], name: str, most: int, rule: str) -> list[Any]:
        """A list, or nothing where the field is left out, no list or too long."""
        value = owner.get(name, [])
        if not isinstance(value, list):
            self.wrong((*path, name), "section 8", f"'{name}' must be a list.")
        elif len(value) > most:
            self.wrong((*path, name), rule, f"'{name}' lists {len(value)}, and there are at most {most}.")
        else:
            return value
        return []

    def number(self, path: Path, owner: dict[str, Any], name: str, least: int, most: int, rule: str) -> None:
        """A whole number in a range, if the field is there."""
        if name in owner and not is_count(owner[name], least, most):
            self.wrong((*path, name), rule, f"'{name}' must be a whole number from {least} to {most}.")

    # -- the scenario --------------------------------------------------------------------------------------------------

    def scenario(self, scenario: Any) -> None:
        """The whole file."""
        if not self.known((), scenario, FIELDS, ("id", "name", "players", "layouts")):
            return
        for name in ("id", "name"):
            if not isinstance(scenario[name], str) or not scenario[name]:
                self.wrong((name,), "section 8", f"'{name}' must be a text.")
        counts = scenario["players"]
        if not isinstance(counts, list) or not 1 <= len(counts) <= 4 or not all(is_count(n, 2, 5) for n in counts):
            self.wrong(("players",), "AK-25", "'players' must list numbers of players from 2 to 5.")
            return
        self.followers((), scenario, "start_followers", "AK-20")
        self.event_track(scenario)
        self.action_tracks(scenario, counts)
        self.flags(scenario)
        self.choices(scenario, counts)
        layouts = scenario["layouts"]
        if not isinstance(layouts, dict):
            self.wrong(
                ("layouts",), "section 8", "'layouts' must be an object with one layout for each number of players."
            )
            return
        for n in counts:
            if not isinstance(layouts.get(str(n)), dict):
                self.wrong(("layouts",), "AK-25", f"the layout for {n} players is missing.")
            else:
                self.layout(("layouts", str(n)), layouts[str(n)], n, scenario)
        for name in layouts:
            if name not in [str(n) for n in counts]:
                self.wrong(("layouts", name), "AK-25", f"'players' does not list {shown(name)}.")

    def followers(self, path: Path, owner: dict[str, Any], name: str, rule: str, besides: int = 0) -> None:
        """AK-104: nobody begins with more followers than can be offered at once."""
        given = owner.get(name, 0)
        if not isinstance(given, int) or isinstance(given, bool) or given < 0:
            self.wrong((*path, name), rule, f"'{name}' must be a whole number from 0 to {p.MOST_OFFER}.")
        elif given + besides > p.MOST_OFFER:
            text = f"a player begins with more than {p.MOST_OFFER} followers, and no more can be offered at once."
            self.wrong((*path, name), "AK-104", text)

    def event_track(self, scenario: dict[str, Any]) -> None:
        """2.4 replaced: known events; merge, forgotten and end at most once each, in this order, end last."""
        track = self.items((), scenario, "event_track", p.MOST_EVENTS, "2.4")
        if "event_track" not in scenario:
            return
        special, known = p.EVENTS[p.CONFLICT_MERGE :], ", ".join(p.EVENTS)
        for i, event in enumerate(track):
            if event not in p.EVENTS:
                self.wrong(("event_track", i), "2.4", f"'{shown(event)}' is not an event; known: {known}.")
        order = [special.index(event) for event in track if event in special]
        if order != sorted(set(order)) or not track or track[-1] != p.EVENTS[p.CONFLICT_END]:
            self.wrong(
                ("event_track",), "AK-79", f"{', '.join(special)} come once at most, in this order, the last one last."
            )

    def action_tracks(self, scenario: dict[str, Any], counts: list[int]) -> None:
        """2.3 replaced: the advances of a track by number of players."""
        tracks = scenario.get("action_tracks", {})
        if not isinstance(tracks, dict):
            self.wrong(("action_tracks",), "2.3", "'action_tracks' must be an object.")
            return
        for name, by_players in tracks.items():
            path: Path = ("action_tracks", name)
            if name not in p.ACTIONS or not isinstance(by_players, dict):
                text = f"'{shown(name)}' must be one of {', '.join(p.ACTIONS)}, with advances by players."
                self.wrong(path, "2.3", text)
            elif not all(is_count(by_players.get(str(n)), 1, MOST_ADVANCES) for n in counts):
                text = f"the advances of '{name}' must be 1 to {MOST_ADVANCES} for each number of players."
                self.wrong(path, "2.3", text)

    def flags(self, scenario: dict[str, Any]) -> None:
        """Flags and victory: only what the engine knows."""
        flags = scenario.get("rule_flags", {})
        if not isinstance(flags, dict):
            self.wrong(("rule_flags",), "section 8", "'rule_flags' must be an object.")
            return
        for name, value in flags.items():
            path: Path = ("rule_flags", name)
            if name not in FLAGS:
                self.wrong(path, "section 8", f"the flag '{shown(name)}' is not known, so this cannot be played.")
            elif name == "consolidation_events":
                self.consolidation(path, value, scenario)
            elif not isinstance(value, bool):
                self.wrong(path, "section 8", f"the flag '{name}' must be true or false.")
        if scenario.get("victory", "standard") != "standard":
            self.wrong(("victory",), "section 8", "only the victory 'standard' is known.")

    def consolidation(self, path: Path, value: Any, scenario: dict[str, Any]) -> None:
        """The marked events are Camel Caravans."""
        track = scenario.get("event_track")
        if not isinstance(track, list):
            track = [p.EVENTS[kind] for kind in p.CALENDAR]
        caravans = [i + 1 for i, event in enumerate(track) if event == p.EVENTS[p.CARAVAN]]
        marked = value if isinstance(value, list) else [None]
        if not all(is_count(number, 1, len(track)) and number in caravans for number in marked):
            self.wrong(path, "D-28", f"only Camel Caravans can be marked: {', '.join(map(str, caravans))}.")

    def choices(self, scenario: dict[str, Any], counts: list[int]) -> None:
        """Guardians and gods that a scenario fixes or bars."""
        fixed = self.items((), scenario, "fixed_guardians", 3, "AK-27")
        for i, kind in enumerate(fixed):
            if kind not in p.GUARDIANS:
                self.wrong(("fixed_guardians", i), "AK-27", f"'{shown(kind)}' is not a guardian.")
        levels = [p.GUARDIANS.index(kind) // 2 for kind in fixed if kind in p.GUARDIANS]
        if len(set(levels)) != len(levels):
            self.wrong(("fixed_guardians",), "AK-27", "there is one guardian of each level.")
        barred = self.items((), scenario, "barred_gods", len(p.GODS), "AK-19")
        for i, god in enumerate(barred):
            if god not in p.GODS:
                self.wrong(("barred_gods", i), "AK-19", f"'{shown(god)}' is not a god.")
        if sum(god not in barred for god in p.GODS) < max(counts):
            self.wrong(("barred_gods",), "AK-19", "too few gods are left for the number of players.")

    # -- a layout ------------------------------------------------------------------------------------------------------

    def layout(self, path: Path, layout: dict[str, Any], n: int, scenario: dict[str, Any]) -> None:
        """Everything that is laid out for one number of players."""
        if not self.known(path, layout, LAYOUT_FIELDS, ("regions", "players")):
            return
        camels = self.camels(path, layout)
        self.regions(path, layout, camels)
        taken: dict[int, Path] = {}
        kinds: list[str] = []
        players = self.items(path, layout, "players", n, "AK-22")
        numbers = [player.get("number") if isinstance(player, dict) else None for player in players]
        if not counts_up(numbers, n):
            self.wrong((*path, "players"), "AK-22", f"the players must be numbered 1 to {n}.")
            return
        own = [self.player((*path, "players", i), player, taken, kinds, scenario) for i, player in enumerate(players)]
        neutral = self.items(path, layout, "neutral_monuments", 3 * p.MONUMENTS_OF_A_KIND, "2.1")
        self.monuments((*path, "neutral_monuments"), neutral, taken, kinds)
        for i, city in enumerate(self.items(path, layout, "cities", CITIES, "2.1")):
            self.place((*path, "cities", i), city)
        for kind in p.MONUMENTS[1:]:
            if kinds.count(kind) > p.MONUMENTS_OF_A_KIND:
                self.wrong(
                    path, "2.1", f"there are only {p.MONUMENTS_OF_A_KIND} of each kind of monument, not of {kind}."
                )
        if not self.problems:  # the rest can only be counted where everything is well formed
            self.guardian_supply(path, players, n)
            near = near_land(camels)
            for i, pieces in enumerate(own):
                if not summon_hexes(pieces, hex_set(taken), near):
                    self.wrong((*path, "players", i), "AK-46", "this player has no hex to summon on.")

    def place(self, path: Path, value: Any, water: bool = False) -> int:
        """A hex of the board, on land unless water is allowed; -1 if it is none."""
        if isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value):
            h = HEX.get((value[0], value[1]), -1)
            if h >= 0 and (water or LAND[h]):
                return h
            rule, text = ("AK-1", "is not a hex of the board") if h < 0 else ("AK-3", "is water")
            self.wrong(path, rule, f"{shown(value)} {text}.")
        else:
            self.wrong(path, "AK-1", "a hex is written [row, column].")
        return -1

    def occupy(self, path: Path, value: Any, taken: dict[int, Path], water: bool = False) -> int:
        """AK-2: a hex for one figure or monument only."""
        h = self.place(path, value, water)
        if h in taken:
            self.wrong(path, "AK-2", f"{value} is taken already.")
        elif h >= 0:
            taken[h] = path
        return h

    def camels(self, path: Path, layout: dict[str, Any]) -> Sides:
        """AK-64: camels on distinct sides between land hexes, never on the Nile."""
        found: set[int] = set()
        for i, line in enumerate(self.items(path, layout, "camel_lines", p.CAMELS, "2.1")):
            if not isinstance(line, list) or len(line) > p.CAMELS:
                self.wrong((*path, "camel_lines", i), "AK-65", f"a line is a list of sides, at most {p.CAMELS}.")
                continue
            for j, pair in enumerate(line):
                here: Path = (*path, "camel_lines", i, j)
                if not isinstance(pair, list) or len(pair) != 2:
                    self.wrong(here, "AK-64", "a side is written as its two hexes.")
                    continue
                one, other = sorted(self.place(here, h) for h in pair)
                if one < 0:
                    continue
                if (one, other) not in SIDE:
                    self.wrong(here, "AK-64", f"no camel can stand between {pair[0]} and {pair[1]}.")
                elif SIDE[one, other] in found:
                    self.wrong(here, "AK-64", f"a camel stands between {pair[0]} and {pair[1]} already.")
                else:
                    found.add(SIDE[one, other])
        if len(found) > p.CAMELS:
            self.wrong((*path, "camel_lines"), "2.1", f"there are only {p.CAMELS} camels.")
        return frozenset(found)

    def regions(self, path: Path, layout: dict[str, Any], camels: Sides) -> None:
        """AK-13, AK-17: anchors in distinct regions that cover the land, tokens 1 to their number, true borders."""
        lands = regions(camels)
        bare = {min(land): land for land in lands}
        values = self.items(path, layout, "regions", p.ORDER_TOKENS, "AK-17")
        for i, region in enumerate(values):
            here: Path = (*path, "regions", i)
            if not self.known(here, region, REGION_FIELDS, ("order", "anchor")):
                continue
            h = self.place((*here, "anchor"), region["anchor"])
            if h < 0:
                continue
            land = next(land for land in lands if h in land)
            if bare.pop(min(land), None) is None:
                self.wrong((*here, "anchor"), "AK-17", "this region has an order token already.")
            if len(land) < p.REGION_MIN:
                self.wrong(here, "AK-65", f"a region has at least {p.REGION_MIN} land hexes, this one {len(land)}.")
            if region.get("land_hexes", len(land)) != len(land):
                self.wrong((*here, "land_hexes"), "AK-16", f"this region has {len(land)} land hexes.")
        orders = [region.get("order") for region in values if isinstance(region, dict)]
        if not counts_up(orders, len(values)):
            self.wrong((*path, "regions"), "AK-17", f"the order tokens must be 1 to {len(values)}.")
        for h in bare:
            self.wrong((*path, "regions"), "AK-17", f"the region of {list(HEXES[h])} has no order token.")
        for one, other in (SIDES[side] for side in sorted(camels)):
            if any(one in land and other in land for land in lands):
                text = f"the camel between {list(HEXES[one])} and {list(HEXES[other])} divides nothing."
                self.wrong((*path, "camel_lines"), "AK-65", text)

    def monuments(self, path: Path, values: list[Any], taken: dict[int, Path], kinds: list[str]) -> list[int]:
        """AK-25: monuments of known kinds on free land; their hexes."""
        hexes = []
        for i, monument in enumerate(values):
            here = (*path, i)
            if not self.known(here, monument, {"type", "hex"}, ("type", "hex")):
                continue
            if monument["type"] not in p.MONUMENTS[1:]:
                self.wrong((*here, "type"), "AK-25", f"'{shown(monument['type'])}' is not a kind of monument.")
                continue
            kinds.append(monument["type"])
            hexes.append(self.occupy((*here, "hex"), monument["hex"], taken))
        return hexes

    def player(
        self, path: Path, player: dict[str, Any], taken: dict[int, Path], kinds: list[str], scenario: dict[str, Any]
    ) -> list[int]:
        """AK-26, AK-28a: figures, monuments, powers and markers of one player; the hexes of its pieces."""
        if not self.known(path, player, PLAYER_FIELDS, ("number", "god")):
            return []
        hexes = [self.occupy((*path, "god"), player["god"], taken)]
        for i, h in enumerate(self.items(path, player, "warriors", p.WARRIORS, "2.1")):
            hexes.append(self.occupy((*path, "warriors", i), h, taken))
        own = self.items(path, player, "controlled_monuments", p.TOKENS_IN_POOL, "AK-21")
        hexes += self.monuments((*path, "controlled_monuments"), own, taken, kinds)
        hexes += self.guardians(path, player, taken, scenario)
        self.powers(path, player)
        start = scenario.get("start_followers", p.START_FOLLOWERS)
        besides = start if is_count(start, 0, p.MOST_OFFER) else 0
        self.followers(path, player, "extra_followers", "AK-28", besides)
        if not is_count(player.get("devotion", 0), 0, self.top - 1):
            text = f"'devotion' must be a whole number from 0 to {self.top - 1}; the top of the track is {self.top}."
            self.wrong((*path, "devotion"), "AK-28a", text)
        return hexes

    def guardians(
        self, path: Path, player: dict[str, Any], taken: dict[int, Path], scenario: dict[str, Any]
    ) -> list[int]:
        """AK-28a: guardians come from a card that the scenario fixes, and take a base; their hexes."""
        large, hexes = [], []
        fixed = scenario.get("fixed_guardians", [])
        fixed = fixed if isinstance(fixed, list) else []
        for i, guardian in enumerate(self.items(path, player, "guardians", 2 * p.BASES, "AK-28a")):
            here: Path = (*path, "guardians", i)
            if not self.known(here, guardian, {"kind", "hex", "facing"}, ("kind", "hex")):
                continue
            kind = guardian["kind"]
            if kind not in p.GUARDIANS:
                self.wrong((*here, "kind"), "2.7", f"'{shown(kind)}' is not a guardian.")
                continue
            if kind not in fixed:
                self.wrong((*here, "kind"), "AK-28a", f"'{kind}' must be one of the 'fixed_guardians'.")
            hexes.append(self.occupy((*here, "hex"), guardian["hex"], taken, water=kind == p.FIGURES[p.APEP]))
            self.number(here, guardian, "facing", 0, 5, "AK-167")
            large.append(p.FIGURES.index(kind) in p.LARGE)
        if max(large.count(True), large.count(False)) > p.BASES:
            self.wrong((*path, "guardians"), "AK-28a", f"a god has {p.BASES} bases of each size.")
        return hexes

    def guardian_supply(self, path: Path, players: list[Any], n: int) -> None:
        """AK-27: no more guardians of a kind than their card has."""
        kinds = [g.get("kind") for player in players for g in player.get("guardians", []) if isinstance(g, dict)]
        for kind in p.GUARDIANS:
            supply = p.GUARDIAN_SUPPLY[n][p.FIGURES.index(kind) in p.LARGE]
            if kinds.count(kind) > supply:
                self.wrong(path, "AK-27", f"the card of {kind} has {supply} figures for {n} players.")

    def powers(self, path: Path, player: dict[str, Any]) -> None:
        """AK-53: two powers of a level before the next one."""
        powers = self.items(path, player, "powers", p.TOKENS_IN_ROW, "AK-53")
        for i, power in enumerate(powers):
            here: Path = (*path, "powers", i)
            if power not in p.POWERS:
                self.wrong(here, "2.6", f"'{shown(power)}' is not a power.")
            elif power in powers[:i]:
                self.wrong(here, "AK-53", f"'{power}' is unlocked twice.")
            elif p.POWERS.index(power) // p.POWERS_PER_LEVEL != i // 2:
                self.wrong(here, "AK-53", "two powers of each level are unlocked before the next level.")
