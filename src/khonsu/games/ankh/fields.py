"""The fields of a view of Ankh. Seats differ in one thing: a secret choice is shown to those who made it.

Gods are numbers: their place in `gods`. A hex is a list of row and column, a side of a hex a list of two hexes.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class AnkhFigure(TypedDict):
    """A figure on the map."""

    kind: str  # god, warrior, or the guardian's name
    god: int
    sun: bool  # carries a Sun
    facing: int | None  # of a scorpion, from 0 to 5
    moved: bool  # has moved in this action
    flooded: bool  # Flood protects it in this battle
    doomed: bool  # is about to die


class AnkhMonument(TypedDict):
    """A monument."""

    kind: str  # obelisk, temple or pyramid
    god: int | None  # who controls it


class AnkhHex(TypedDict):
    """A hex with what stands on it."""

    row: int
    col: int
    terrain: str
    regions: list[int]  # the order tokens of the regions it belongs to
    figure: AnkhFigure | None
    monument: AnkhMonument | None
    tile: bool  # whether an Underworld tile lies there


class AnkhDistrict(TypedDict):
    """Where a region lies."""

    bank: str  # delta, east or west
    part: str | None  # which part of the bank: n, ne and so on; None for the whole


class AnkhRegion(AnkhDistrict):
    """A region."""

    token: int  # its order token; 0 for a new part
    land: int  # its land hexes


class AnkhTrack(TypedDict):
    """An action's track."""

    at: int
    event_at: int


class AnkhDevotion(TypedDict):
    """The devotion track."""

    top: int
    red: int  # the last red space
    order: list[int]  # the gods, from the lowest


class AnkhGod(TypedDict):
    """A god with its pool, powers and cards."""

    god: str
    in_play: bool
    partner: int | None  # after a merge
    abilities: list[str]  # of which gods
    devotion: int
    rank: int | None  # on the devotion track, 0 is the lowest
    followers: int
    tokens: int  # ankh tokens in the pool
    row: int  # ankh tokens that still cover powers
    powers: list[str]
    warriors: int  # in the pool
    guardians: dict[str, int]  # in the pool
    held_by_anubis: int
    hand: list[str]
    used: list[str]


class AnkhGuardianCard(TypedDict):
    """A guardian card beside the board."""

    kind: str
    left: int


class AnkhSupply(TypedDict):
    """What lies beside the board."""

    monuments: dict[str, int]
    camels: int
    order_tokens: list[int]
    guardians: list[AnkhGuardianCard]
    suns: int
    tiles: int  # of the Underworld
    amun_token: bool  # whether it is unused


AnkhChosen = TypedDict(
    "AnkhChosen",
    {
        "hex": list[int],
        "from": list[int],
        "to": list[int],
        "slot": str,  # normal, underworld or pyramid
        "figure": str,
        "monument": str,
    },
    total=False,
)
AnkhChosen.__doc__ = "What has been chosen in an action that is not complete yet; only what applies is there."


class AnkhStrengthPart(TypedDict):
    """A part of a god's strength."""

    cause: str
    n: int


class AnkhBattle(TypedDict):
    """A battle under way."""

    step: str  # B1 to B9, as in the rules
    gods: list[int]
    two_cards: list[int]  # the gods that play two
    played: dict[int, list[str]]  # revealed cards, by god
    strength: dict[int, int]  # by contender, once it was compared
    parts: dict[int, list[AnkhStrengthPart]]  # by god
    figures: dict[int, dict[str, int]]  # by god and kind
    settled: bool
    winner: int | None
    died: dict[int, int]  # figures, by god


class AnkhConflict(TypedDict):
    """A Conflict under way."""

    tie_breaker: int | None  # the god that holds it
    tie_breaker_up: bool  # whether it is unused
    token: int  # of the region
    battle: AnkhBattle | None


class AnkhSecret(TypedDict):
    """A secret choice under way."""

    waiting: list[int]  # the gods that have not chosen
    committed: list[int]  # the gods that have
    own: list[str] | int | None  # cards or followers that the seat itself has chosen


class AnkhTrigger(TypedDict):
    """A notice: the next action of these kinds triggers an event."""

    kind: Literal["trigger"]
    actions: list[str]
    event: str
    conflict: int  # its number, 0 for another event


class AnkhEnding(TypedDict):
    """A notice: what follows a Conflict, and whom it would hit now."""

    kind: Literal["merge", "forgotten", "end"]
    gods: list[int]
    events: int  # until it happens, that one included; 0 if its Conflict is under way
    conflict: int  # its number


class AnkhSummit(TypedDict):
    """A notice: a god is close to the top of the track."""

    kind: Literal["top"]
    gods: list[int]
    left: int  # spaces


class AnkhOptions(TypedDict):
    """The switches in force."""

    devotion_top: int
    red_max: int
    forgotten_monuments: str
    merge_base_choice: str
    satet_push_same_region: bool
    lake_mouth_6_4_touches_east: bool
    may_decline_effect: bool
    underworld_bars_enemy_summon: bool
    plague_separate: bool
    bountiful_every_gain: bool
    flood_marks_at_reveal: bool
    miracle_counts_figures: bool
    androsphinx_mutual: str
    anubis_bonus_merged: bool
    scorpion_turn_in_place: bool
    revered_always: bool
    merged_decider: str
    anubis_anywhere: bool
    winner_loses_figures: bool
    losers_survive: bool
    consolidation_events: list[int]


class AnkhView(TypedDict):
    """The table."""

    game: Literal["ankh"]
    players: int
    scenario: str
    layout_seed: int
    options: AnkhOptions
    turn: int
    first: int  # the seat that began
    current: int | None  # the seat whose turn it is, None at the end
    asked: str | None  # the decision that is asked, by its number in the rules
    question: str | None  # the same as a word
    deciders: list[int]  # the seats that are asked
    chosen: AnkhChosen
    first_action: str | None  # of this turn
    tracks: dict[str, AnkhTrack]  # by action
    event: int  # how many events have happened
    events: list[str]  # all of the match
    hexes: list[AnkhHex]
    camels: list[list[list[int]]]  # sides
    line: list[list[list[int]]]  # the sides of the line that is being laid
    regions: list[AnkhRegion]  # by order token
    parts: list[int]  # the order tokens of a region that was just divided
    track: AnkhDevotion
    gods: list[AnkhGod]
    seats: list[int | None]  # the god of each seat
    supply: AnkhSupply
    conflict: AnkhConflict | None
    secret: AnkhSecret | None
    notices: list[AnkhTrigger | AnkhEnding | AnkhSummit]
    happened: list[list[str | int]]  # what the last step brought about: a word, a god, six numbers
    over: bool
    winners: list[int]
