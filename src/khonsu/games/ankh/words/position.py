"""How positions of Ankh are written: pieces by name with their hexes, gods by their seats, cards and powers by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from khonsu.authors.layout import (
    SWITCH,
    UNUSED,
    Bits,
    Layout,
    Line,
    Marks,
    Misread,
    Names,
    Range,
    Run,
    Stack,
    TextLine,
    at_line,
)
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import LAND, N_CORNERS, N_LAND, SIDE_CORNER, SIDE_HEX
from khonsu.games.ankh.rules.deaths import MUMMIES
from khonsu.games.ankh.rules.lines import SMALLEST
from khonsu.games.ankh.words.steps import hex_text, side_text

HEX = Names([hex_text(h) for h in range(st.HEXES)])
HEX_OR_NONE = Names(("-", *HEX.names), -1)
SIDE = Names([side_text(side) for side in range(st.SIDES)])
SLOT = Names((*HEX.names, "normal", "underworld"))
FIGURES, MONUMENTS = Names(("none", *p.FIGURES[1:])), Names(("none", *p.MONUMENTS[1:]))
ACTION = Names(("-", *p.ACTIONS), -1)
CARDS, POWERS = Names(p.CARDS), Names(p.POWERS)
GOD, NO_GOD, COUNT = Range(0, st.SEATS - 1), Range(-1, st.SEATS - 1), Range(0, 127)
SEAT_SET, TOKEN_SET = Names([str(i) for i in range(st.SEATS)]), Names([str(i) for i in range(p.ORDER_TOKENS + 1)])
REGION_SET = Names([str(i) for i in range(st.REGIONS)])
PIECE = re.compile(r"([a-z-]+)\((\d{1,2},\d{1,2})\)(?:/(\d))?(\+sun)?")
REGION = re.compile(r"token (\d) at (\d{1,2},\d{1,2})")


class Figures(Line):
    """The figures of a god: `god(4,2) warrior(7,1)+sun scorpion(3,3)/2`; the last number is the scorpion's facing."""

    own_axes = 0

    @property
    def fields(self) -> tuple[str, ...]:
        """What stands on the hexes."""
        return ("figure", "owner", "sun", "facing")

    def called(self, s: Any) -> dict[str, tuple[int, ...]]:
        """One line for each seat's god."""
        return {str(god): (god,) for god in range(int(s.players))}

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """A word for each figure."""
        return [
            f"{FIGURES.word(int(s.figure[h]))}({hex_text(h)})"
            + (f"/{s.facing[h]}" if s.facing[h] else "")
            + ("+sun" if s.sun[h] else "")
            for h in np.flatnonzero(s.owner == at[0]).tolist()
        ]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Put the figures on their hexes."""
        for word in words:
            kind, h, facing, sun = read_piece(s, word, FIGURES)
            s.figure[h], s.owner[h], s.facing[h], s.sun[h] = kind, at[0], Range(0, 5).number(facing or "0"), bool(sun)


class Monuments(Figures):
    """The monuments of a god, or of nobody: `obelisk(4,3) temple(7,2)`."""

    @property
    def fields(self) -> tuple[str, ...]:
        """What stands on the hexes."""
        return ("monument", "control")

    def called(self, s: Any) -> dict[str, tuple[int, ...]]:
        """One line for each seat's god, and a neutral one."""
        return {**super().called(s), "neutral": (-1,)}

    def say(self, s: Any, at: tuple[int, ...]) -> list[str]:
        """A word for each monument."""
        there = np.flatnonzero((s.monument > 0) & (s.control == at[0])).tolist()
        return [f"{MONUMENTS.word(int(s.monument[h]))}({hex_text(h)})" for h in there]

    def take(self, s: Any, at: tuple[int, ...], words: list[str]) -> None:
        """Put the monuments on their hexes."""
        for word in words:
            kind, h, facing, sun = read_piece(s, word, MONUMENTS)
            if facing or sun:
                raise Misread("'{word}' is not a monument. Write monuments like obelisk(4,3).", word=word)
            s.monument[h], s.control[h] = kind, at[0]


def read_piece(s: Any, word: str, kinds: Names) -> tuple[int, int, str | None, str | None]:
    """Kind, hex, facing and Sun of a piece on a hex that is still free (AK-2, AK-3)."""
    found = PIECE.fullmatch(word)
    if not found:
        raise Misread("'{word}' is not a piece. Write pieces like warrior(7,1).", word=word[:40])
    kind, h = kinds.number(found[1]), HEX.number(found[2])
    swims = kinds is FIGURES and kind == p.APEP
    if kind == 0 or not (LAND[h] or swims) or s.figure[h] or s.monument[h]:
        raise Misread("'{word}' cannot stand there: the hex is water or occupied.", word=word)
    return kind, h, found[3], found[4]


class RegionLines:
    """The regions by number: the order token, and a hex for all the land that is connected with it."""

    fields = ("region", "token")
    labels = ("region",)

    def write(self, s: Any, blank: Any) -> Iterator[tuple[str, str]]:
        """A line for each region that has land."""
        for r in range(st.REGIONS):
            there = np.flatnonzero((s.region == 1 << r) & (LAND == 1))
            if len(there):
                yield f"region {r}", f"token {s.token[r]} at {hex_text(int(there[0]))}"

    def read(self, s: Any, entries: list[TextLine]) -> None:
        """Mark one hex of each region; the rest of its land follows."""
        for entry in entries:
            with at_line(entry):
                r = Range(0, st.REGIONS - 1).number(entry.place)
                found = REGION.fullmatch(entry.text)
                if not found:
                    raise Misread("A region is written like 'token 3 at 7,1', not '{text}'.", text=entry.text[:40])
                s.token[r] = Range(0, p.ORDER_TOKENS).number(found[1])
                h = HEX.number(found[2])
                if not LAND[h] or s.region[h]:
                    raise Misread("{text} is water, or already belongs to another region.", text=found[2])
                s.region[h] = 1 << r


def blank(s: Any) -> None:
    """An empty board, and every god as it begins."""
    players = int(s.players)
    s.turn = 1
    s.top, s.red = p.DEVOTION_TOP, p.RED_MAX
    s.calendar[: len(p.CALENDAR)], s.n_calendar = p.CALENDAR, len(p.CALENDAR)
    s.limit[:] = p.TRACKS[players]
    for name in ("owner", "control", "partner", "who", "ranking", "offer", "god_of"):
        s[name][:] = -1
    s.winner = s.tie_holder = s.b_winner = s.action = s.first_action = -1
    s.god_of[:players] = range(players)
    s.tokens[:players], s.row[:players] = p.TOKENS_IN_POOL, p.TOKENS_IN_ROW
    s.warriors[:players], s.hand[:players] = p.WARRIORS, p.ALL_CARDS
    s.suns, s.tiles = p.SUNS, p.TILES
    s.surveyed, s.most = (1 << st.REGIONS) - 1, p.LINE


def check(s: Any) -> None:
    """What the rules rely on: gods, guardians, supplies, and the question."""
    players = int(s.players)
    seats = [*s.god_of.tolist(), *s.partner.tolist(), *s.owner.tolist(), *s.control.tolist(), int(s.tie_holder)]
    if s.current >= players or s.first >= players or max(seats) >= players:
        raise Misread("There are only {n} seats at this table.", n=players)
    who = s.who[:players].tolist()
    if -1 in who or len(set(who)) < players:
        raise Misread("Every seat has a god of its own.", label="who")
    there = [god for god in range(players) if s.god_of[god] == god]
    order = s.ranking[: int(s.gods)].tolist()
    spaces = [int(s.devotion[god]) for god in order]
    if sorted(order) != there or spaces != sorted(spaces) or max(spaces, default=0) > s.top:
        problem = "The ranking names all gods in play, from the least devoted to the most devoted."
        raise Misread(problem, label="ranking")
    if not ({*s.owner.tolist(), *s.control.tolist()} <= {-1, *there}):
        raise Misread("Only gods in play have figures and monuments.", label="ranking")
    if any(s.guardian[k] not in (p.CAT + 2 * k, p.CAT + 2 * k + 1) for k in range(3)):
        raise Misread("There is one guardian of each level.", label="guardian")
    if np.bincount(s.monument, minlength=4)[1:].max() > p.MONUMENTS_OF_A_KIND or s.camel.sum() > p.CAMELS:
        raise Misread("There are more monuments or camels than in the box.", label="monuments")
    tokens = [token for token in s.token.tolist() if token]
    if len(set(tokens)) < len(tokens) or any(int(s.tokens_left) >> token & 1 for token in tokens):
        raise Misread("An order token lies in one place only.", label="region")
    if s.event > s.n_calendar or (s.counter > s.limit).any():
        raise Misread("A marker is beyond the end of its track.", label="counter")
    check_question(s, there)


def check_question(s: Any, there: list[int]) -> None:
    """A turn is under way, with a question to a god in play on top."""
    if s.over:
        return
    frames = s.pending[: int(s.depth)].tolist()
    kinds = [frame[0] for frame in frames]
    if len(kinds) < 2 or kinds[0] != st.TURN_TASK or kinds[-1] >= st.TASKS:
        raise Misread("The match is not over, so there must be a question.", label="asked")
    asked = [frame[1] for frame in frames if OPERANDS.get(KINDS[frame[0]], ())]
    if any(god not in there for god in asked):
        raise Misread("Only gods in play can be asked.", label="asked")
    if s.god_of[s.current] < 0 or (kinds[-1] in (st.CARD, st.OFFER) and s.to_commit == 0):
        raise Misread("Nobody can answer.", label="asked")


def settled(s: Any) -> None:
    """AK-13: all land is part of exactly one region."""
    if int(s.land.sum()) != N_LAND:
        raise Misread("Regions must cover all land once; camels and the Nile divide them.", label="region")


PARTING = {st.KEEP_TOKEN, st.EXCHANGE, st.MOVE_TOKEN}
UNDER_WAY = {  # what begins anew with each of these tasks
    st.CONFLICT_TASK: ("c_step", "c_token", "c_region"),
    st.BATTLE_TASK: (
        *("b_step", "b_queue", "b_at", "b_passed", "b_moved", "b_two", "commit", "offer", "present", "contenders"),
        *("b_winner", "flooded", "back", "doomed", "died"),
    ),
    st.DEATHS_TASK: ("d_step", "d_queue", "d_at", "dead_warriors", "dead_cats", "dead_mummies"),
    st.MERGE_TASK: ("m_step", "high", "low", "kept", "kept_beasts"),
}


def unused(s: Any) -> dict[str, Any]:
    """What belongs to actions that are not under way, and the survey where it does not hold."""
    kinds = set(s.pending[: int(s.depth), 0].tolist())
    masks: dict[str, Any] = {"scratch": True, **survey_unused(s)}
    for task, names in UNDER_WAY.items():
        if task not in kinds:
            masks |= dict.fromkeys(names, True)
    if s.d_step != MUMMIES:
        masks |= {"d_queue": True, "d_at": True}
    if not kinds & {st.MOVE_FIGURE, st.BATTLE_TASK}:
        masks["moved"] = True
    if st.SLOT not in kinds:
        masks |= {"slots": True, "pyramid": True}
    if not kinds & PARTING:
        masks["parts"] = True
    if s.n_line == 0:
        masks["corner"] = True
    if s.over or kinds & {st.CARD, st.OFFER}:
        masks |= {"options": True, "n_options": True}
    return masks


def survey_unused(s: Any) -> dict[str, Any]:
    """rules/lines.py: where the survey does not hold, or has nothing to say."""
    known = int(s.surveyed) if s.most == min(p.LINE, s.camels) else 0
    large = sum(1 << r for r in range(st.REGIONS) if s.land[r] >= SMALLEST)
    open_sides = (s.camel == 0) & (s.region[SIDE_HEX[:, 0]] & known != 0)
    corners = np.zeros(N_CORNERS, bool)
    corners[SIDE_CORNER[open_sides].ravel()] = True
    return {
        "begins": ~open_sides,
        "loop": ~corners,
        "swept": ~corners | (s.loop == 0),
        "above": (LAND == 0) | (s.region & known & large == 0),
    }


KINDS = (*st.QUESTIONS, "turn", "conflict", "battle", "deaths", "merge")
OPERANDS = {
    **dict.fromkeys((*st.QUESTIONS, "conflict"), (GOD,)),
    **dict.fromkeys(("move_to", "facing", "sun", "obelisk_to", "protect"), (GOD, HEX)),
    "push_to": (GOD, HEX, HEX),
    "summon_figure": (GOD, SLOT),
    "summon_hex": (GOD, SLOT, FIGURES),
    "card": (),
    "offer": (),
    "build_hex": (GOD, MONUMENTS),
    "tile_to": (GOD, HEX_OR_NONE),
    "keep_guardian": (GOD, Names(("small", "large"))),
    "move_token": (GOD, Range(1, p.ORDER_TOKENS), Range(1, p.ORDER_TOKENS)),
}
SWITCHES = (
    *("forgotten_neutral", "base_free", "push_anywhere", "lake_closed", "must_use", "bar_summon", "plague_joint"),
    *("bountiful_few", "flood_late", "miracle_deaths", "sphinx_ability", "anubis_alone", "no_turning"),
    *("revered_needs", "active_decides", "anubis_inside", "winner_loses", "losers_survive"),
)


def per_seat(values: Any, *names: str) -> list[Line]:
    """Lines with a word for each seat."""
    return [Line(name, values, seats=True) for name in names]


LAYOUT = Layout(
    lines=(
        Line("scenario", Names((*p.SCENARIOS, "file"))),
        Line("layout_seed", Range(0, 2**31 - 1)),
        Line("top", Range(10, 100)),
        Line("red", Range(0, 99)),
        *(Line(name, SWITCH) for name in SWITCHES),
        Bits("consolidation", Names([str(i) for i in range(63)])),
        Run("calendar", Names(p.EVENTS), size="n_calendar"),
        Line("limit", Range(0, 127)),
        Line("first", GOD),
        Line("current", GOD),
        Stack(KINDS, OPERANDS),
        Line("stage", Names(("begin", "after_first", "after_second", "after_event"))),
        Line("first_action", ACTION),
        Line("action", ACTION),
        Line("counter", COUNT),
        Line("event", Range(0, p.MOST_EVENTS)),
        Line("over", SWITCH),
        Line("winner", NO_GOD),
        Line("ending", Range(0, 3)),
        Line("conflicts", COUNT),
        Line("after", COUNT, label="after_conflict"),
        *per_seat(Names(("-", *p.GODS), -1), "who"),
        *per_seat(NO_GOD, "god_of", "partner"),
        Run("ranking", GOD, size="gods"),
        *per_seat(COUNT, "devotion"),
        *per_seat(Range(0, 32767), "followers"),
        *per_seat(COUNT, "tokens", "row", "warriors", "captive"),
        Line("guardian", FIGURES),
        Line("card", COUNT),
        Line("beasts", COUNT, seats=True),
        Bits("powers", POWERS, seats=True),
        Bits("hand", CARDS, seats=True),
        Bits("used", CARDS, seats=True),
        Line("suns", COUNT),
        Line("tiles", COUNT),
        Line("amun_used", SWITCH),
        Line("tie_holder", NO_GOD),
        Line("tie_up", SWITCH),
        Figures("owner", UNUSED, label="figures"),
        Monuments("control", UNUSED, label="monuments"),
        Marks("tile", HEX, label="underworld"),
        Marks("camel", SIDE, label="camels"),
        RegionLines(),
        Bits("tokens_left", TOKEN_SET),
        Marks("moved", HEX),
        Line("slots", Range(0, 3)),
        Marks("pyramid", HEX),
        Run("line", SIDE, size="n_line"),
        Line("corner", Range(0, N_CORNERS - 1)),
        Bits("surveyed", REGION_SET),
        Line("most", Range(0, p.LINE)),
        Line("parts", Range(0, st.REGIONS - 1)),
        Line("in_conflict", SWITCH),
        Line("c_step", Range(0, 3)),
        Line("c_token", Range(0, p.ORDER_TOKENS)),
        Line("c_region", Range(0, st.REGIONS - 1)),
        Line("b_step", Range(0, 16)),
        Bits("b_gods", SEAT_SET),
        Line("b_queue", NO_GOD),
        Line("b_at", Range(0, st.HEXES)),
        Bits("b_passed", SEAT_SET),
        Line("b_moved", SWITCH),
        Bits("b_two", SEAT_SET),
        Bits("to_commit", SEAT_SET),
        Bits("commit", CARDS, seats=True),
        *per_seat(Range(-1, p.MOST_OFFER), "offer"),
        Bits("played", CARDS, seats=True),
        *per_seat(Range(-999, 999), "strength"),
        *per_seat(COUNT, "present"),
        Bits("contenders", SEAT_SET),
        Line("b_winner", NO_GOD),
        *(Marks(name, HEX) for name in ("flooded", "back", "doomed")),
        *per_seat(COUNT, "died"),
        Line("d_step", Range(0, 3)),
        Line("d_queue", NO_GOD),
        Line("d_at", Range(0, st.SEATS)),
        *per_seat(COUNT, "dead_warriors", "dead_cats", "dead_mummies"),
        Line("m_step", Range(0, 3)),
        Line("high", GOD),
        Line("low", GOD),
        Marks("kept", HEX),
        Line("kept_beasts", COUNT),
    ),
    blank=blank,
    check=check,
    settled=settled,
    unused=unused,
    sizes={"options": "n_options"},
)
