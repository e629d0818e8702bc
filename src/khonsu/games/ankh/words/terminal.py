"""The table of Ankh as text, for a terminal and for people who do not see the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.notices import announce, region_name
from khonsu.text import Text

SEAT_LETTERS = "ABCDE"
FIGURE_LETTERS = dict(zip(p.FIGURES[1:], "GWCSMPXY"))
MONUMENT_LETTERS = {"obelisk": "o", "temple": "t", "pyramid": "p"}
TERRAIN_LETTERS = {"fertile": ".", "desert": ":", "water": "~"}
WIDTH = 6  # of a hex


def board(view: Mapping[str, Any], names: list[str], t: Text) -> str:
    """Course of the game, map, gods, supply."""
    lines = [title(view, names, t), tracks(view, t)]
    lines += [f"! {announce(notice, view, t)}" for notice in view["notices"]]
    lines += [""]
    lines += hex_map(view["hexes"])
    lines += ["", legend(t), regions(view, t), ""]
    lines += [god_line(view, god, names, t) for god in reversed(view["track"]["order"])]
    lines += [supply(view, t)]
    if view["conflict"]:
        lines += conflict(view, t)
    return "\n".join(lines)


def title(view: Mapping[str, Any], names: list[str], t: Text) -> str:
    """Turn, whose it is, and the next event."""
    line = t("Turn {turn}", turn=view["turn"])
    if view["over"]:
        winners = t.items([names[seat] for seat in view["winners"]]) if view["winners"] else t("nobody")
        return line + " · " + t("game over, won by {names}", names=winners)
    line += " · " + t("{name} to play", name=names[view["current"]])
    if view["event"] < len(view["events"]):
        coming = terms.event_name(p.EVENTS.index(view["events"][view["event"]]), view["players"])
        line += " · " + t(
            "next event ({n} of {all}): {event}", n=view["event"] + 1, all=len(view["events"]), event=t(coming)
        )
    return line


def tracks(view: Mapping[str, Any], t: Text) -> str:
    """The four action tracks."""
    parts = [
        f"{t.term(terms.ACTIONS[i])} {view['tracks'][name]['at']}/{view['tracks'][name]['event_at']}"
        for i, name in enumerate(p.ACTIONS)
    ]
    return " · ".join(parts)


def hex_map(hexes: list[Mapping[str, Any]]) -> list[str]:
    """The hexes in their columns, odd columns half a hex lower."""
    rows = [[" " * WIDTH for _ in range(11)] for _ in range(20)]
    for h in hexes:
        rows[2 * h["row"] + h["col"] % 2][h["col"]] = label(h).ljust(WIDTH)
    head = "     " + "".join(str(col).ljust(WIDTH) for col in range(11))
    lines = [(f"{i // 2 if i % 2 == 0 else '':>3}  " + "".join(row)).rstrip() for i, row in enumerate(rows)]
    return [head.rstrip(), *(line for line in lines if line)]


def label(h: Mapping[str, Any]) -> str:
    """Region, terrain and piece: `3:AG*` is A's god with a Sun on desert of region 3, `1.o-` a neutral obelisk."""
    region = str(h["regions"][0]) if h["terrain"] != "water" and h["regions"] else ""
    text = region + ("%" if h["tile"] else TERRAIN_LETTERS[h["terrain"]])
    if h["figure"]:
        text += SEAT_LETTERS[h["figure"]["god"]] + FIGURE_LETTERS[h["figure"]["kind"]]
        text += "*" if h["figure"]["sun"] else ""
    if h["monument"]:
        owner = h["monument"]["god"]
        text += MONUMENT_LETTERS[h["monument"]["kind"]] + ("-" if owner is None else SEAT_LETTERS[owner])
    return text


def legend(t: Text) -> str:
    """What the letters mean."""
    figures = [f"{letter} {t.term(terms.FIGURES[i + 1])}" for i, letter in enumerate(FIGURE_LETTERS.values())]
    monuments = [f"{letter} {t.term(name)}" for name, letter in MONUMENT_LETTERS.items()]
    terrain = [f"{letter} {t.term(name)}" for name, letter in TERRAIN_LETTERS.items()]
    return ", ".join(
        [*terrain, f"% {t('Underworld tile')}", *figures, f"* {t('Sun')}", *monuments, f"- {t('neutral')}"]
    )


def regions(view: Mapping[str, Any], t: Text) -> str:
    """Regions by order token with their land."""
    sizes = "; ".join(f"{each['token']}: {each['land']} ({region_name(each, t)})" for each in view["regions"])
    return t("Land hexes by region: {sizes}", sizes=sizes)


def god_line(view: Mapping[str, Any], god: int, names: list[str], t: Text) -> str:
    """A god's devotion, pool, powers and cards."""
    sheet = view["gods"][god]
    seats = [seat for seat, played in enumerate(view["seats"]) if played == god]
    gods = t.items([t.term(terms.GODS[p.GODS.index(name)]) for name in sheet["abilities"]])
    who = t.items([names[seat] for seat in seats])
    pool = [t.count("{n} warrior", "{n} warriors", sheet["warriors"])]
    pool += [f"{n} {t.term(terms.FIGURES[p.FIGURES.index(kind)])}" for kind, n in sheet["guardians"].items()]
    line = f"{SEAT_LETTERS[god]} {gods} ({who}): "
    line += t("devotion {n}", n=sheet["devotion"]) + ", "
    line += t.count("{n} follower", "{n} followers", sheet["followers"]) + ", "
    line += t.count("{n} ankh token", "{n} ankh tokens", sheet["tokens"]) + ", "
    line += t("pool: {pool}", pool=", ".join(pool))
    if sheet["held_by_anubis"]:
        line += ", " + t("warriors held by Anubis: {n}", n=sheet["held_by_anubis"])
    powers = ", ".join(t.term(terms.POWERS[p.POWERS.index(name)]) for name in sheet["powers"]) or "–"
    used = ", ".join(t.term(terms.CARDS[p.CARDS.index(name)]) for name in sheet["used"]) or "–"
    return line + f"\n    {t('powers')}: {powers}\n    {t('used cards')}: {used}"


def supply(view: Mapping[str, Any], t: Text) -> str:
    """What is left beside the board."""
    stock = view["supply"]
    parts = [f"{t.term(kind)} {n}" for kind, n in stock["monuments"].items()]
    parts += [t("camels") + f" {stock['camels']}"]
    parts += [f"{t.term(terms.FIGURES[p.FIGURES.index(g['kind'])])} {g['left']}" for g in stock["guardians"]]
    return t("Supply: {parts}", parts=", ".join(parts))


def conflict(view: Mapping[str, Any], t: Text) -> list[str]:
    """A battle under way."""
    fight = view["conflict"]["battle"]
    if not fight:
        return []
    lines = [t("Battle in region {token}", token=view["conflict"]["token"])]
    for god in fight["gods"]:
        cards = ", ".join(t.term(terms.CARDS[p.CARDS.index(name)]) for name in fight["played"][god]) or "–"
        strength = fight["strength"].get(god, sum(part["n"] for part in fight["parts"][god]))
        words = "Strength: {n}" if god in fight["strength"] else "Strength so far: {n}"
        lines.append(f"  {SEAT_LETTERS[god]}: {cards}, {t(words, n=strength)}")
    secret = view["secret"]
    if secret:
        waiting = ", ".join(SEAT_LETTERS[god] for god in secret["waiting"])
        lines.append("  " + t("still to choose in secret: {gods}", gods=waiting))
    return lines
