"""The rules of Ankh'or once more, in plain Python over the public view: slow, simple, and independent of the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

COLOURS = ["blue", "white", "black", "green", "red"]
TOKENS = [*COLOURS, "ankh"]
ANIMALS = ["jackal", "scarab", "falcon"]
SPAN = 18

Cell = tuple[int, int, int]  # level, y, x: the order in which cells are offered
Tile = dict[str, Any]


def place(tile: Tile) -> Cell:
    """The cell of a tile of a domain."""
    return tile["level"], tile["y"], tile["x"]


def notation(at: Cell) -> str:
    """A cell in the notation of steps."""
    level, y, x = at
    return f"[{x},{y}]" if level else f"({x},{y})"


def beside(at: Cell) -> set[Cell]:
    """The four cells of the same level that share a side with this one."""
    level, y, x = at
    return {(level, y - 1, x), (level, y + 1, x), (level, y, x - 1), (level, y, x + 1)}


def under(at: Cell) -> set[Cell]:
    """AO-31: the four supports of an upper cell."""
    _, y, x = at
    return {(0, y, x), (0, y, x + 1), (0, y + 1, x), (0, y + 1, x + 1)}


def adjacent(one: Cell, other: Cell) -> bool:
    """AO-36 to AO-38."""
    if one[0] == other[0]:
        return other in beside(one)
    upper, base = max(one, other), min(one, other)
    return base in under(upper)


def pieces(cells: Iterable[Cell], touch: Callable[[Cell, Cell], bool] = adjacent) -> list[set[Cell]]:
    """The maximal connected sets."""
    left, found = set(cells), []
    while left:
        piece, fresh = set(), [left.pop()]
        while fresh:
            at = fresh.pop()
            piece.add(at)
            reached = {other for other in left if touch(at, other)}
            left -= reached
            fresh += reached
        found.append(piece)
    return found


def groups(tiles: list[Tile]) -> tuple[list[int], list[int]]:
    """AO-40, AO-41: sizes of the colour groups and of the animal groups."""
    colours = [pieces(place(t) for t in tiles if t["colour"] == colour) for colour in COLOURS]
    animals = [pieces(place(t) for t in tiles if t["kind"] == animal) for animal in ANIMALS]
    return [len(g) for found in colours for g in found], [len(g) for found in animals for g in found]


def points(tiles: list[Tile]) -> dict[str, int]:
    """AO-97 to AO-99 and the number of bonus tokens (AO-47)."""
    colours, animals = groups(tiles)
    bonus = sum(size >= 5 for size in colours + animals)
    return {
        "colours": sum(size for size in colours if size >= 2),
        "animals": sum(size for size in animals if size >= 2),
        "numbers": 2 * sum(t["kind"] == "two" for t in tiles),
        "bonus": 3 * bonus,
    }


def token_points(view: Any, seat: int) -> int:
    """AO-100."""
    domain = view["domains"][seat]
    kinds = COLOURS if view["options"]["leftover_tokens"] == "resources" else TOKENS
    return (sum(domain["hand"][kind] for kind in kinds) + sum(t["token"] for t in domain["tiles"])) // 3


def covered(tiles: list[Tile]) -> set[Cell]:
    """The base cells that support an upper tile."""
    return {at for t in tiles if t["level"] for at in under(place(t))}


def fits(cells: set[Cell]) -> bool:
    """AO-29a: not more than 18 cells in any direction."""
    return all(max(at[i] for at in cells) - min(at[i] for at in cells) < SPAN for i in (1, 2))


def base_of(tiles: list[Tile]) -> set[Cell]:
    """The cells of the lower level that hold a tile."""
    return {place(t) for t in tiles if not t["level"]}


def base_cells(base: set[Cell]) -> set[Cell]:
    """AO-26 to AO-29a: where a base tile may be laid."""
    if not base:
        return {(0, 0, 0)}
    return {at for tile in base for at in beside(tile) if at not in base and fits(base | {at})}


def upper_cells(tiles: list[Tile]) -> set[Cell]:
    """AO-31: free upper cells with four supports."""
    base, taken = base_of(tiles), {place(t) for t in tiles if t["level"]}
    return {(1, y, x) for _, y, x in base if under((1, y, x)) <= base} - taken


def roofs(tiles: list[Tile], colour: str) -> set[Cell]:
    """AO-32: the upper cells onto which a tile of this colour may be bought."""
    match = {place(t) for t in tiles if not t["level"] and t["colour"] == colour}
    return {at for at in upper_cells(tiles) if under(at) & match}


def destinations(tiles: list[Tile], origin: Cell, may_split: bool) -> set[Cell]:
    """AO-59 to AO-66: where the tile on this cell may be moved."""
    if origin[0]:
        return upper_cells(tiles)
    if origin in covered(tiles):
        return set()
    others = base_of(tiles) - {origin}
    if not others:
        return set()
    found = base_cells(others) - {origin}
    return {at for at in found if may_split or len(pieces(others | {at})) == 1}


def movable(tiles: list[Tile], may_split: bool) -> set[Cell]:
    """AO-60, AO-67: the tiles that have a legal destination."""
    return {place(t) for t in tiles if destinations(tiles, place(t), may_split)}


def owned(domain: Any) -> Counter[str]:
    """AO-21: what may pay a price."""
    tokens = Counter({kind: domain["hand"][kind] for kind in COLOURS})
    tokens.update(t["colour"] for t in domain["tiles"] if t["token"])
    return tokens


def payable(price: list[str], tokens: Counter[str]) -> bool:
    """Whether the tokens contain the price."""
    return not Counter(price) - tokens


def without(price: list[str], saved: str) -> list[str]:
    """AO-33: the price less one marker."""
    rest = list(price)
    rest.remove(saved)
    return rest


def savings(price: list[str], tokens: Counter[str]) -> list[str]:
    """DP-6c: what may be saved on an upper cell."""
    return [kind for kind in COLOURS if kind in price and payable(without(price, kind), tokens)]


def purchase_cells(view: Any, slot: int) -> list[Cell]:
    """DP-6b: where the tile of a slot (1 to 6) may be laid."""
    domain, offer = view["domains"][view["current"]], view["slots"][slot - 1]
    if offer["tile"] is None:
        return []
    tokens = owned(domain)
    base = base_cells(base_of(domain["tiles"])) if payable(offer["price"], tokens) else set()
    upper = roofs(domain["tiles"], offer["tile"]["colour"]) if savings(offer["price"], tokens) else set()
    return sorted(base | upper)


def can_renew(view: Any) -> bool:
    """AO-51, AO-58."""
    row = [slot["tile"] for slot in view["slots"]]
    stock = sum(stack["size"] for stack in view["stacks"])
    empty_row, full_row = not any(row), all(row)
    gap = any(row[i] is None and any(row[i:]) for i in range(6))
    nothing = empty_row and stock == 0
    if view["players"] > 2:
        nothing = nothing or full_row or (stock == 0 and not gap)
    return view["spendable"] > 0 and not nothing


def storable(domain: Any) -> list[str]:
    """AO-70: the open empty depots with a matching token in hand."""
    closed = covered(domain["tiles"])
    open_depots = {
        t["colour"]
        for t in domain["tiles"]
        if t["kind"] == "depot" and not t["token"] and (t["level"] or place(t) not in closed)
    }
    return [kind for kind in COLOURS if kind in open_depots and domain["hand"][kind]]


def options(view: Any) -> list[str]:
    """Section 4: the answers to the question that is asked, in the fixed order."""
    domain = view["domains"][view["current"]]
    tiles, may_split, chosen = domain["tiles"], view["options"]["move_may_split"], view["chosen"]
    asked = view["asked"]
    if asked in ("DP-1", "DP-8"):
        menu = ["take"] if asked == "DP-1" else []
        if asked == "DP-1" and any(purchase_cells(view, slot) for slot in range(1, 7)):
            menu.append("buy")
        if can_renew(view):
            menu.append("renew")
        if view["spendable"] > 0 and movable(tiles, may_split):
            menu.append("move")
        return menu + (["end"] if asked == "DP-8" else [])
    if asked == "DP-2":
        return [f"stack {stack['name']}" for stack in view["stacks"] if stack["size"]]
    if asked == "DP-3":
        return [notation(at) for at in sorted(movable(tiles, may_split))]
    if asked == "DP-4":
        origin = (chosen["from"]["level"], chosen["from"]["y"], chosen["from"]["x"])
        return [notation(at) for at in sorted(destinations(tiles, origin, may_split))]
    if asked == "DP-5":
        return [kind for kind in TOKENS if view["supply"][kind]]
    if asked == "DP-6a":
        return [f"slot {slot}" for slot in range(1, 7) if purchase_cells(view, slot)]
    if asked == "DP-6b":
        return [notation(at) for at in purchase_cells(view, chosen["slot"])]
    if asked == "DP-6c":
        return [f"save {kind}" for kind in savings(view["slots"][chosen["slot"] - 1]["price"], owned(domain))]
    if asked == "DP-9":
        return [f"store {kind}" for kind in storable(domain)]
    return [f"return {kind}" for kind in COLOURS if domain["hand"][kind]]
