"""What Horus is: its card and its options (sections 2 and 4.16 of the rules). No compiler in here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from khonsu.authors.asking import Ask
from khonsu.errors import BadOption
from khonsu.games.horus.rules.pieces import (
    CARD_LETTERS,
    DECK,
    FACE_OF,
    FACES,
    HAND,
    MOST_CARDS,
    MOST_TILES,
    TILE_COUNTS,
    face_text,
)
from khonsu.kernel.about import About, Option, OptionValue, whole_number

FACE = re.compile(r"([DHFM?])(?:([1-5])-([1-5])|([1-5](?:\+[1-5])*))", re.IGNORECASE)


def tiles_text(counts: Mapping[str, int]) -> str:
    """Tile counts as an option's value: `bag_D=10,bag_H=10,...`."""
    return ",".join(f"{name}={counts[name]}" for name in TILE_COUNTS)


def deck_text(counts: Mapping[str, int]) -> str:
    """A deck as an option's value: `D1x2,D2x2,...`, faces in canonical order."""
    return ",".join(f"{name}x{counts[name]}" for name in FACE_OF if counts.get(name, 0) > 0)


def read_counts(given: object, mark: str, most: int) -> Iterator[tuple[str, int]]:
    """Names with their counts from a mapping or a text (`D1x2,D2x2`); ValueError for anything else."""
    if not isinstance(given, (str, Mapping)):
        raise ValueError
    pairs = [part.partition(mark)[::2] for part in given.split(",")] if isinstance(given, str) else given.items()
    for name, given_count in pairs:
        count = whole_number(given_count)
        if count is None or not 0 <= count <= most:
            raise ValueError
        yield str(name).strip(), count


class TilesOption(Option):
    """How many tiles of each kind are in the bag and in the piles; what is not named keeps its default."""

    @property
    def allowed(self) -> str:
        """The form and the limits of section 2."""
        return f"{tiles_text(TILE_COUNTS)}; at most one Temple, no empty pile, at most {MOST_TILES - 3} tiles"

    def read(self, given: object) -> str:
        """The canonical text of a text or a mapping."""
        try:
            counts = TILE_COUNTS | dict(read_counts(given, "=", MOST_TILES))
        except ValueError:
            raise BadOption(self.name, given, self.allowed) from None
        piles = [count for name, count in counts.items() if name.startswith("pile")]
        known = len(counts) == len(TILE_COUNTS)
        if not known or min(piles) < 1 or counts["bag_T"] > 1 or sum(counts.values()) > MOST_TILES - 3:
            raise BadOption(self.name, given, self.allowed)
        return tiles_text(counts)

    def encode(self, value: OptionValue) -> list[int]:
        """The eleven counts."""
        return [int(part.split("=")[1]) for part in str(value).split(",")]


class DeckOption(Option):
    """Which action cards are in the deck, by face and number of copies."""

    @property
    def allowed(self) -> str:
        """The form and the limits of section 2."""
        return f"faces like D3, ?1-5, H1+2 with their copies, as in D3x2,?1-5x1; 5 per player to {MOST_CARDS} cards"

    def read(self, given: object) -> str:
        """The canonical text of a text or a mapping."""
        counts: Counter[str] = Counter()
        try:
            for name, copies in read_counts(given, "x", MOST_CARDS):
                counts[self._face(name)] += copies
        except ValueError:
            raise BadOption(self.name, given, self.allowed) from None
        if not HAND <= counts.total() <= MOST_CARDS:
            raise BadOption(self.name, given, self.allowed)
        return deck_text(counts)

    def encode(self, value: OptionValue) -> list[int]:
        """Copies of each face."""
        copies = dict(part.split("x") for part in str(value).split(","))
        return [int(copies.get(face, 0)) for face in FACE_OF]

    @staticmethod
    def _face(text: str) -> str:
        """The canonical text of a face; `D1-3` and `D1+2+3` are the same."""
        found = FACE.fullmatch(text)
        if not found:
            raise ValueError
        kind, first, last, listed = found.groups()
        numbers = set(map(int, listed.split("+"))) if listed else range(int(first), int(last) + 1)
        return face_text(FACES.index((CARD_LETTERS.index(kind.upper()), tuple(sorted(numbers)))))


class SeatOption(Option):
    """The seat that begins. `values` are those that exist at every table; seats 2 and 3 only where they take part."""

    SEATS = (0, 1, 2, 3)

    @property
    def allowed(self) -> str:
        """In words."""
        return f"random, {', '.join(map(str, self.SEATS))}"

    def read(self, given: object) -> OptionValue:
        """A seat's number, or `random`."""
        for value in ("random", *self.SEATS):
            if not isinstance(given, bool) and given in (value, str(value)):
                return value
        raise BadOption(self.name, given, self.allowed)

    def encode(self, value: OptionValue) -> list[int]:
        """0 for a random seat, else 1 and its number."""
        return [0 if value == "random" else 1 + int(value)]


def _switch(name: str, default: bool, text: str) -> Option:
    return Option(name, default, text, (default, not default))


OPTIONS = (
    Option(
        "end_exit_rule",
        "any_slot",
        "What counts as a free side of a River End?",
        ("any_slot", "full_side"),
    ),
    Option(
        "pile_tile_contact",
        "any_tile",
        "What must a terrain tile from the reserve touch?",
        ("any_tile", "region_tile"),
    ),
    _switch("marker_optional", False, "May a player decline to place a marker?"),
    _switch("island_corner_seals", True, "Do two River tiles that touch only at a corner close off an island?"),
    _switch("islands_double", True, "Do regions on islands double their value?"),
    _switch("temple_redraw", False, "Is another tile drawn when the Temple fits nowhere?"),
    _switch("transport_first_turn", True, "May River Transport be played on a player's first turn?"),
    Option(
        "exhausted_draw",
        "replace",
        "What happens to a card of an exhausted kind that is drawn later?",
        ("replace", "keep"),
    ),
    SeatOption("first_player", "random", "Which seat goes first?", ("random", 0, 1)),
    Option(
        "marker_choice",
        "region",
        "Do you place a marker by choosing a region or a tile? The score is the same.",
        ("region", "tile"),
    ),
    TilesOption("tiles", tiles_text(TILE_COUNTS), "How many tiles of each kind are in the bag and in the piles?"),
    DeckOption("deck", deck_text(DECK), "Which action cards are in the deck?"),
)

ABOUT = About(
    name="horus",
    title="Horus",
    sentence="Build the valley of the Nile and control the regions that grow largest.",
    players=(2, 3, 4),
    minutes=(45, 60),
    designer="H. Jean Vanaise",
    publisher="Mayfair Games",
    year=2008,
    rules=1,
    options=OPTIONS,
)

ASKED = {
    "first_player": Ask(often=True, heading="Who begins", words={"random": "random seat"}, rules=("HO-9",), seats=True),
    "marker_optional": Ask(rules=("HO-56",)),
    "islands_double": Ask(rules=("HO-75",)),
    "island_corner_seals": Ask(rules=("HO-75",)),
    "transport_first_turn": Ask(rules=("HO-58",)),
    "temple_redraw": Ask(rules=("HO-42",)),
    "end_exit_rule": Ask(
        words={"any_slot": "room for one more tile", "full_side": "one whole free side"}, rules=("HO-15",)
    ),
    "pile_tile_contact": Ask(
        words={"any_tile": "any tile", "region_tile": "a terrain tile, where possible"}, rules=("HO-48",)
    ),
    "exhausted_draw": Ask(words={"replace": "it is replaced", "keep": "it stays in hand"}, rules=("HO-66", "HO-68")),
    "marker_choice": Ask(words={"region": "a region", "tile": "a tile"}, rules=("HO-51",)),
    "tiles": Ask(rules=("HO-3",)),
    "deck": Ask(rules=("HO-8",)),
}


def encode(players: int, options: Mapping[str, OptionValue]) -> list[int]:
    """The numbers for `start`; checks what depends on the number of players."""
    first = options["first_player"]
    if isinstance(first, int) and first >= players:
        seats = ", ".join(map(str, range(players)))
        raise BadOption("first_player", first, f"random, {seats}")
    deck = next(option for option in OPTIONS if option.name == "deck")
    if sum(deck.encode(options["deck"])) < HAND * players:
        raise BadOption("deck", options["deck"], deck.allowed)
    return ABOUT.encode(options)
