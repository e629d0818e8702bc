"""What a turn of Ankh'or brings: points, groups of five, an extra turn, tiles within reach."""

from __future__ import annotations

from typing import Any

from khonsu.authors.changes import Change
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.view import breakdown
from khonsu.games.ankhor.words.narrate import tile_name
from khonsu.games.ankhor.words.questions import GROUND, lacking
from khonsu.kernel.position import Position
from khonsu.text import Text


def changes(before: Position, after: Position, seat: int, names: list[str], t: Text) -> list[Change]:
    """What differs, for the seat."""
    found = scored(before, after, seat, t)
    old, new = before.reading, after.reading
    for i in range(int(old.tiles[seat]), int(new.tiles[seat])):
        found += bought(old, seat, int(new.tile[seat, i]), names, t)
    if new.ended and not old.ended:
        found.append(Change(1.5, t("It starts the last round.")))
    if int(new.tiles[seat]) == int(old.tiles[seat]):
        found += reached(old, new, seat, t)
    if int(new.hand[seat, p.ANKH]) > int(old.hand[seat, p.ANKH]):
        found.append(Change(0.3, t("It takes an ankh, to renew the row or to move a tile.")))
    return found


def scored(before: Position, after: Position, seat: int, t: Text) -> list[Change]:
    """Points of the domain, by their parts."""
    old, new = breakdown(before.state, seat), breakdown(after.state, seat)
    change = {part: int(new[part] - old[part]) for part in GROUND if new[part] != old[part]}
    total = sum(change.values())
    if not total:
        return []
    parts = t.items([f"{t.term(part)} {n:+}" for part, n in change.items()])
    found = [Change(total, t("Points at once: {n:+} ({parts}).", n=total, parts=parts))]
    if change.get("bonus", 0) > 0:
        found.append(Change(1.0, t("A group of five earns a bonus token.")))
    return found


def bought(s: Any, seat: int, tile: int, names: list[str], t: Text) -> list[Change]:
    """What a bought tile is good for besides points."""
    colour, kind = p.TILES[tile]
    found = []
    if kind == p.SCRIBE:
        found.append(Change(2.0, t("The scribe gives you another turn.")))
    if kind == p.DEPOT:
        found.append(Change(0.6, t("The depot keeps a token for you beyond the limit.")))
    slot = [int(number) for number in s.row].index(tile) if tile in [int(number) for number in s.row] else -1
    for other in range(int(s.players)) if slot >= 0 else ():
        price = [int(token) for token in s.price[slot] if token >= 0]
        if other != seat and matches(s, other, tile) >= 2 and lacking(s, other, price) == 0:
            found.append(Change(1.2, t("{who} wanted that tile, too, and could have paid for it.", who=names[other])))
    same = sum(p.TILES[int(own)][0] == colour for own in s.tile[seat][: int(s.tiles[seat])])
    if 2 <= same <= 3:
        found.append(Change(0.7, t("It brings you closer to a group of five.")))
    return found


def matches(s: Any, seat: int, tile: int) -> int:
    """Tiles of a domain with the same colour or the same animal."""
    colour, kind = p.TILES[tile]
    own = [p.TILES[int(number)] for number in s.tile[seat][: int(s.tiles[seat])]]
    return sum(c == colour or (k == kind and k <= p.FALCON) for c, k in own)


def reached(old: Any, new: Any, seat: int, t: Text) -> list[Change]:
    """The tile that can be paid for now and could not before, the one that suits the domain best."""
    within = []
    for slot in range(p.SLOTS):
        price = [int(token) for token in new.price[slot] if token >= 0]
        if new.row[slot] >= 0 and lacking(new, seat, price) == 0 and lacking(old, seat, price) > 0:
            within.append((matches(new, seat, int(new.row[slot])), -slot))
    if not within:
        return []
    slot = -max(within)[1]
    words = t("Then you can pay for slot {n}: {tile}.", n=slot + 1, tile=tile_name(int(new.row[slot]), t))
    return [Change(0.8, words)]
