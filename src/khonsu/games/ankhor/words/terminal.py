"""The table of Ankh'or as text, for a terminal and for people who do not see the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.games.ankhor.rules.pieces import RESOURCES, TOKENS
from khonsu.text import Text

COLOUR_LETTER = {"blue": "B", "white": "W", "black": "K", "green": "G", "red": "R", "ankh": "A"}
KIND_LETTERS = {
    "jackal": "ja",
    "scarab": "sc",
    "falcon": "fa",
    "two": "2 ",
    "depot": "de",
    "scribe": "sb",
    "desert": "··",
}


def short(tile: Mapping[str, str]) -> str:
    """A tile in three characters: Rsc is a red scarab."""
    return COLOUR_LETTER[tile["colour"]] + KIND_LETTERS[tile["kind"]]


def token_list(counts: Mapping[str, int], all_kinds: bool = False) -> str:
    """Tokens as letters with their counts: B2 R1 A1."""
    shown = [name for name in TOKENS if counts[name] or all_kinds]
    return " ".join(f"{COLOUR_LETTER[name]}{counts[name]}" for name in shown) or "–"


def board(view: Mapping[str, Any], names: list[str], t: Text) -> str:
    """Price board, row, stacks, supply, then every domain."""
    lines = [title(view, names, t), ""]
    lines += row(view, t)
    for seat, domain in enumerate(view["domains"]):
        lines += ["", seat_line(view, seat, names, domain, t)]
        lines += ["  " + line for line in domain_map(domain["tiles"])]
    lines += ["", legend(t)]
    return "\n".join(lines)


def title(view: Mapping[str, Any], names: list[str], t: Text) -> str:
    """Round and whose turn it is."""
    line = t("Round {round}", round=view["round"])
    if view["over"]:
        return f"{line} · {t('game over')}"
    line += " · " + t("{who}'s turn", who=names[view["current"]])
    return f"{line} · {t('last round')}" if view["last_round"] else line


def row(view: Mapping[str, Any], t: Text) -> list[str]:
    """The six slots with their prices, the stacks and the supply."""
    prices = ["".join(COLOUR_LETTER[marker] for marker in slot["price"]).ljust(4) for slot in view["slots"]]
    tiles = [(short(slot["tile"]) if slot["tile"] else "–").ljust(4) for slot in view["slots"]]
    stacks = ", ".join(
        f"{stack['name']} {stack['size']}" + (f" ({t.term(stack['top'])})" if stack["top"] else "")
        for stack in view["stacks"]
    )
    words = [t("slot"), t("price"), t("tile")]
    width = max(map(len, words)) + 2
    return [
        words[0].ljust(width) + "".join(str(slot).ljust(4) for slot in range(1, 7)),
        words[1].ljust(width) + "".join(prices),
        words[2].ljust(width) + "".join(tiles),
        t("stacks: {stacks} · supply: {supply}", stacks=stacks, supply=token_list(view["supply"], all_kinds=True)),
    ]


def seat_line(view: Mapping[str, Any], seat: int, names: list[str], domain: Mapping[str, Any], t: Text) -> str:
    """A player's name, points with their parts, and tokens."""
    score = domain["score"]
    parts = ", ".join(
        f"{t.term(part)} {score[part]:g}"
        for part in ("colours", "animals", "numbers", "bonus", "tokens")
        if score[part]
    )
    mark = "▶ " if view["current"] == seat else "  "
    points = t.count("{n} point", "{n} points", int(score["total"]))
    tokens = t("tokens: {tokens}", tokens=token_list(domain["hand"]))
    return f"{mark}{names[seat]}: {points}" + (f" ({parts})" if parts else "") + f" · {tokens}"


def domain_map(tiles: list[Mapping[str, Any]]) -> list[str]:
    """Base tiles as a grid with coordinates; upper tiles follow with their cells. * marks a token on a depot."""
    base = [tile for tile in tiles if not tile["level"]]
    if not base:
        return []
    left, right = min(tile["x"] for tile in base), max(tile["x"] for tile in base)
    at = {(tile["x"], tile["y"]): short(tile) + ("*" if tile["token"] else " ") for tile in base}
    lines = ["y\\x " + "".join(str(x).rjust(2).ljust(5) for x in range(left, right + 1))]
    for y in range(min(tile["y"] for tile in base), max(tile["y"] for tile in base) + 1):
        lines.append(str(y).rjust(3) + " " + " ".join(at.get((x, y), " ·  ") for x in range(left, right + 1)))
    upper = [
        f"[{tile['x']},{tile['y']}] {short(tile)}{'*' if tile['token'] else ''}" for tile in tiles if tile["level"]
    ]
    return [line.rstrip() for line in lines] + (["↑ " + "  ".join(upper)] if upper else [])


def legend(t: Text) -> str:
    """What the letters mean."""
    tokens = ", ".join(f"{COLOUR_LETTER[name]} {t.term(RESOURCES[name])}" for name in TOKENS)
    kinds = ", ".join(f"{letters.strip()} {t.term(kind)}" for kind, letters in KIND_LETTERS.items())
    return f"{tokens} · {kinds}"
