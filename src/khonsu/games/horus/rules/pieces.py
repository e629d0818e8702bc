"""Counts and cards of Horus as data (section 2 of the rules). No compiler in here."""

from __future__ import annotations

from itertools import combinations

TERRAINS = ("desert", "hills", "farmland", "marsh")
KINDS = (*TERRAINS, "river", "start", "end", "temple", "necropolis")
NAMES = (
    "Desert",
    "Hills",
    "Farmland",
    "Marsh",
    "River",
    "River Start",
    "River End",
    "Temple of Horus",
    "Necropolis",
)  # of the kinds, for people
LETTERS = "DHFMRSETN"  # of the kinds, as in the rules text
DESERT, HILLS, FARMLAND, MARSH, RIVER, START, END, TEMPLE, NECROPOLIS = range(9)
PILES = (*TERRAINS, "river")

COLOURS = ("white", "black", "blue", "yellow")  # of the seats' markers
MARKERS = 20
HAND = 5
LIMIT = 10  # HO-76
MOST_TILES = 125  # what a lattice of 256 x 256 that wraps around holds (3.8)
MOST_SLOTS = 768  # 20 + 6 x 122 at the most (3.9)
MOST_CARDS = 120
PILES_TO_END = 2  # HO-71
FAN = 2  # River tiles that River Transport shows (HO-50)

# Card faces in their canonical order: kind, then single numbers, then sets of several numbers (section 5)
ANY = 4  # the tile `?`, after the four terrains
CARD_LETTERS = "DHFM?"
NUMBER_SETS = (
    *((n,) for n in range(1, 6)),
    *sorted(s for size in range(2, 6) for s in combinations(range(1, 6), size)),
)
FACES = tuple((kind, numbers) for kind in range(5) for numbers in NUMBER_SETS)
TRANSPORT = len(FACES)  # stands for River Transport where a face is expected


def numbers_text(numbers: tuple[int, ...]) -> str:
    """A set of numbers as cards show it: `3`, `1-5`, `1+3`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return "+".join(map(str, numbers))


def face_text(face: int) -> str:
    """A card face: `D3`, `?1-5`."""
    kind, numbers = FACES[face]
    return CARD_LETTERS[kind] + numbers_text(numbers)


FACE_OF = {face_text(face): face for face in range(len(FACES))}

# The bag's counts, then the reserve piles'
TILE_COUNTS = {
    **{f"bag_{letter}": 10 for letter in "DHFM"},
    "bag_R": 16,
    "bag_T": 1,
    **{f"pile_{letter}": 10 for letter in "DHFM"},
    "pile_R": 20,
}
DECK = {
    **{f"{letter}{n}": 2 for letter in "DHFM" for n in range(1, 6)},
    **{f"{letter}1-5": 1 for letter in "DHFM"},
    **{f"?{n}": 1 for n in range(1, 6)},
    "?1-5": 1,
}
