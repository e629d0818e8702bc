"""The fields of a view of Horus. Seats differ in one thing: each sees its own hand."""

from __future__ import annotations

from typing import Literal, TypedDict


class HorusPlace(TypedDict):
    """A tile's anchor; a tile is two units wide."""

    x: int
    y: int


class HorusTile(HorusPlace):
    """A tile of the Kingdom."""

    kind: str  # desert, hills, farmland, marsh, river, start, end, temple or necropolis
    marker: int | None  # the seat whose marker lies on it
    region: int | None  # its place in the list of regions
    island: bool


class HorusRegion(HorusPlace):
    """A region; x and y are those of its earliest tile."""

    kind: str
    size: int
    temple: bool  # touches the Temple
    island: bool  # lies on an island
    river: bool  # touches the river
    capped: bool  # would be worth more than the limit
    value: int
    markers: list[int]  # by seat
    room: int  # tiles without a marker
    scores: list[int]  # the seats that control it


class HorusPosition(HorusPlace):
    """A place where the tile may go, and the region that it would make there: size 0 if none."""

    size: int
    value: int
    scores: list[int]  # the seats that would control it


HorusChosen = TypedDict(
    "HorusChosen",
    {
        "tile": str,  # the tile to be placed
        "from": str,  # reserve or bag
        "end": HorusPlace,  # the End that is moved
        "then": int,  # River tiles still to come
        "source": HorusPlace,  # the region whose marker moves
    },
    total=False,
)
HorusChosen.__doc__ = "What the decision that is asked is about; only what applies is there."


class HorusSeat(TypedDict):
    """A player."""

    colour: str
    markers: int  # left in the supply
    transport: bool  # whether River Transport is unused
    cards: int  # in hand
    hand: list[str] | None  # the cards, for the seat itself
    score: dict[str, float]  # points by terrain, and their total


class HorusOptions(TypedDict):
    """The options in force."""

    end_exit_rule: str
    pile_tile_contact: str
    marker_optional: bool
    island_corner_seals: bool
    islands_double: bool
    temple_redraw: bool
    transport_first_turn: bool
    exhausted_draw: str
    marker_choice: str


class HorusView(TypedDict):
    """The table."""

    game: Literal["horus"]
    players: int
    options: HorusOptions
    turn: int
    first: int  # the seat that began
    current: int | None  # the seat whose turn it is, None at the end
    asked: str | None  # the decision that is asked, by its number in the rules
    chosen: HorusChosen
    over: bool
    winners: list[int]
    first_turn: bool  # each seat's first turn
    last_turn: bool  # the game ends with this turn
    drawn: str | None  # the tile that was drawn from the bag
    card: str | None  # the card that was played
    piles: dict[str, int]  # the reserve: tiles by kind
    exhausted: str | None  # the terrain whose pile ran out
    bag: dict[str, int]  # tiles by kind
    out_tiles: dict[str, int]  # River tiles and Temple that fitted nowhere
    deck: int  # cards
    discards: list[str]  # cards
    out_cards: list[str]
    tiles: list[HorusTile]  # in the order of placement
    regions: list[HorusRegion]  # by their earliest tile
    positions: list[HorusPosition]  # where the tile to be placed may go
    seats: list[HorusSeat]
