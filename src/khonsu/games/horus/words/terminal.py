"""The table of Horus as text, for a terminal and for people who do not see the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.games.horus.rules.pieces import KINDS, LETTERS, NAMES, TERRAINS
from khonsu.text import Text

# A tile is four characters wide and two lines high: its letter and marker on a pattern of its kind
PATTERNS = dict(zip(KINDS, ".^=|~~~*#"))
MARKS = "①②③④"
NAME = dict(zip(KINDS, NAMES))


def board(view: Mapping[str, Any], names: list[str], t: Text) -> str:
    """Turn, reserve, map, regions, players."""
    lines = [title(view, names, t), *reserve(view, t), "", *kingdom_map(view), "", legend(t), ""]
    lines += [region_line(region, t) for region in sorted(view["regions"], key=lambda region: -region["value"])]
    lines += [""] + [seat_line(view, seat, names, t) for seat in range(view["players"])]
    hands = [player["hand"] for player in view["seats"] if player["hand"] is not None]
    lines += [t("Your cards: {cards}", cards=", ".join(hand) or "–") for hand in hands]
    return "\n".join(lines)


def title(view: Mapping[str, Any], names: list[str], t: Text) -> str:
    """Turn, and whose it is."""
    line = t("Turn {number}", number=view["turn"])
    if view["over"]:
        return f"{line} · {t('game over')}"
    line += " · " + t("{who}'s turn", who=names[view["current"]])
    return f"{line} · {t('last turn')}" if view["last_turn"] else line


def reserve(view: Mapping[str, Any], t: Text) -> list[str]:
    """Piles, bag and cards."""
    piles = ", ".join(f"{t.term(NAME[kind])} {n}" for kind, n in view["piles"].items())
    bag = ", ".join(f"{t.term(NAME[kind])} {n}" for kind, n in view["bag"].items())
    cards = t("deck {deck}, discards {discards}", deck=view["deck"], discards=len(view["discards"]))
    return [t("Piles: {piles}", piles=piles), t("Bag: {bag}", bag=bag), t("Cards: {cards}", cards=cards)]


def kingdom_map(view: Mapping[str, Any]) -> list[str]:
    """The Kingdom on its lattice of half sides, turned as a wide table is drawn: y from left to right, x upwards.

    A tile's letter stands at its coordinates.
    """
    tiles = view["tiles"]
    low, high = min(tile["x"] for tile in tiles), max(tile["x"] for tile in tiles) + 1
    left, right = min(tile["y"] for tile in tiles), max(tile["y"] for tile in tiles) + 1
    cells = {}
    for tile in tiles:
        fill = PATTERNS[tile["kind"]]
        letter = LETTERS[KINDS.index(tile["kind"])]
        marker = MARKS[tile["marker"]] if tile["marker"] is not None else fill
        x, y = tile["x"], tile["y"]
        cells[x, y], cells[x, y + 1] = fill + letter, fill * 2
        cells[x + 1, y], cells[x + 1, y + 1] = fill + marker, fill * 2
    columns = range(left, right + 1)
    head = "".join(str(y).rjust(2).ljust(4) for y in columns if (y - left) % 2 == 0)
    lines = [f"{'x|y':>4} {head}"]
    for x in range(high, low - 1, -1):
        lines.append(f"{x:>4} " + "".join(cells.get((x, y), "  ") for y in columns))
    return [line.rstrip() for line in lines]


def legend(t: Text) -> str:
    """What the letters mean."""
    return ", ".join(f"{letter} {t.term(NAME[kind])}" for kind, letter in zip(KINDS, LETTERS))


def region_line(region: Mapping[str, Any], t: Text) -> str:
    """A region: where, how large, what it is worth and to whom."""
    letter = LETTERS[TERRAINS.index(region["kind"])]
    line = f"{letter} {region['x']},{region['y']}: " + t.count("{n} tile", "{n} tiles", region["size"])
    line += ", " + t.count("{n} point", "{n} points", region["value"])
    reasons = [t(word) for word in ("Temple", "island") if region[word.lower()]]
    if reasons:
        line += f" ({', '.join(reasons)})"
    held = [
        f"{MARKS[seat]} {n}" + ("*" if seat in region["scores"] else "")
        for seat, n in enumerate(region["markers"])
        if n
    ]
    return f"{line} · {' '.join(held)}" if held else line


def seat_line(view: Mapping[str, Any], seat: int, names: list[str], t: Text) -> str:
    """A player's name, points with their parts, markers and cards."""
    player = view["seats"][seat]
    score = player["score"]
    mark = "▶ " if view["current"] == seat else "  "
    parts = ", ".join(f"{t.term(NAME[kind])} {score[kind]:g}" for kind in TERRAINS if score[kind])
    points = t.count("{n} point", "{n} points", int(score["total"]))
    line = f"{mark}{MARKS[seat]} {names[seat]}: {points}" + (f" ({parts})" if parts else "")
    rest = [
        t.count("{n} marker left", "{n} markers left", player["markers"]),
        t.count("{n} card", "{n} cards", player["cards"]),
    ]
    if player["transport"]:
        rest.append(t("River Transport"))
    return f"{line} · {', '.join(rest)}"
