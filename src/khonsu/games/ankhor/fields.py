"""The fields of a view of Ankh'or. All seats and spectators see the same."""

from __future__ import annotations

from typing import Literal, TypedDict


class AnkhorTile(TypedDict):
    """A tile."""

    colour: str  # blue, white, black, green or red
    kind: str  # jackal, scarab, falcon, two, depot, scribe or desert


class AnkhorLaidTile(AnkhorTile):
    """A tile of a domain."""

    x: int  # column, from the domain's first tile
    y: int  # row
    level: int  # 0: on the table, 1: on four others
    covered: bool  # whether a tile lies on it
    token: bool  # whether a depot holds its token


class AnkhorPlace(TypedDict):
    """A cell of a domain."""

    x: int
    y: int
    level: int


AnkhorChosen = TypedDict(
    "AnkhorChosen",
    {
        "left": int,  # tokens that may still be taken
        "slot": int,  # the slot that is bought from, from 1
        "cell": AnkhorPlace,  # where the tile goes
        "from": AnkhorPlace,  # the tile that is moved
    },
    total=False,
)
AnkhorChosen.__doc__ = "What has been chosen in an action that is not complete yet; only what applies is there."


class AnkhorSlot(TypedDict):
    """A slot of the row."""

    price: list[str]  # the tokens it costs
    tile: AnkhorTile | None


class AnkhorStack(TypedDict):
    """A stack: nobody sees more of it."""

    name: str  # A or B
    size: int
    top: str | None  # the colour of the top tile


class AnkhorDomain(TypedDict):
    """What a player has."""

    tiles: list[AnkhorLaidTile]
    affordable: list[int]  # the slots whose price the seat could pay now
    hand: dict[str, int]  # tokens by kind
    bonus: int  # bonus tokens
    score: dict[str, float]  # colours, animals, numbers, bonus, tokens, and their total


class AnkhorOptions(TypedDict):
    """The options in force."""

    covered_depot_token: str
    leftover_tokens: str
    tiebreak_tokens: str
    move_may_split: bool
    stall_rounds: int


class AnkhorView(TypedDict):
    """The table."""

    game: Literal["ankhor"]
    players: int
    options: AnkhorOptions
    round: int
    turn: int
    first: int  # the seat that began
    current: int | None  # the seat whose turn it is, None at the end
    asked: str | None  # the decision that is asked, by its number in the rules
    chosen: AnkhorChosen
    spendable: int  # ankhs that may be spent in this turn
    last_round: bool
    stall: int  # rounds in a row without a purchase
    over: bool
    winners: list[int]
    slots: list[AnkhorSlot]
    stacks: list[AnkhorStack]
    supply: dict[str, int]  # tokens by kind
    bonus_left: int
    discards: list[AnkhorTile]
    domains: list[AnkhorDomain]  # by seat
