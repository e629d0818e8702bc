"""What a seat sees (section 6): everything but the other hands and the order of what is drawn from bag and deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from khonsu.games.horus.fields import (
    HorusChosen,
    HorusOptions,
    HorusPlace,
    HorusPosition,
    HorusRegion,
    HorusSeat,
    HorusTile,
    HorusView,
)
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.view.ground import Ground, control
from khonsu.games.horus.words.steps import card_text, operands, question
from khonsu.games.horus.words.steps import positions as offered


def breakdown(s: Any, seat: int) -> dict[str, float]:
    """HO-77: a seat's points by terrain."""
    return parts_of(regions(s), int(s.players))[seat]


def parts_of(found: list[HorusRegion], players: int) -> list[dict[str, float]]:
    """The same for all seats, from the list of regions."""
    parts = [dict.fromkeys(p.TERRAINS, 0.0) for _ in range(players)]
    for region in found:
        for seat in region["scores"]:
            parts[seat][region["kind"]] += region["value"]
    return parts


def winners(s: Any) -> list[int]:
    """HO-78: the seats that have won, as the rules count."""
    from khonsu.games.horus.rules.scoring import result

    shares = np.zeros(int(s.players))
    result.quick(s, shares)
    return np.flatnonzero(shares).tolist()


def regions(s: Any) -> list[HorusRegion]:
    """All regions in the order of their earliest tiles, with everything their value depends on (HO-72 to HO-77)."""
    plain, roots = bool(s.islands_plain), s.roots[: int(s.regions)]
    columns = [getattr(s, name)[roots].tolist() for name in ("x", "y", "kind", "area", "touch", "inside")]
    found: list[HorusRegion] = []
    for x, y, kind, size, touch, inside, held in zip(*columns, s.held[roots, : int(s.players)].tolist()):
        temple, island = touch & st.TOUCHES_TEMPLE != 0, inside != 0
        worth = size << (temple + (island and not plain))
        found.append(
            {
                "x": x,
                "y": y,
                "kind": p.KINDS[kind],
                "size": size,
                "temple": temple,
                "island": island,
                "river": touch & st.TOUCHES_RIVER != 0,
                "capped": worth > p.LIMIT,
                "value": worth if worth < p.LIMIT else p.LIMIT,
                "markers": held,
                "room": size - sum(held),
                "scores": control(held),
            }
        )
    return found


def tiles(s: Any) -> list[HorusTile]:
    """The Kingdom in the order of placement; `region` is the place in the list of regions."""
    count = int(s.tiles)
    place = {root: i for i, root in enumerate(s.roots[: int(s.regions)].tolist())}
    rows = zip(*(getattr(s, name)[:count].tolist() for name in ("x", "y", "kind", "owner", "region", "inside")))
    return [
        {
            "x": x,
            "y": y,
            "kind": p.KINDS[kind],
            "marker": owner if owner >= 0 else None,
            "region": place.get(region),
            "island": inside != 0,
        }
        for x, y, kind, owner, region, inside in rows
    ]


def cards(s: Any, numbers: Any) -> list[str]:
    """Cards as text, in canonical order."""
    return [card_text(face) for face in sorted(s.face[numbers].tolist())]


def player(s: Any, owner: int, seat: int, parts: dict[str, float]) -> HorusSeat:
    """What the seat sees of a player with these points; the hand only if it is its own."""
    size = int(s.hand_size[owner])
    return {
        "colour": p.COLOURS[owner],
        "markers": int(s.supply[owner]),
        "transport": bool(s.transport[owner]),
        "cards": size,
        "hand": cards(s, s.hand[owner, :size]) if owner == seat else None,
        "score": {**parts, "total": sum(parts.values())},
    }


def options(s: Any) -> HorusOptions:
    """The options that a reader of the table must know."""
    return {
        "end_exit_rule": "full_side" if s.full_side else "any_slot",
        "pile_tile_contact": "region_tile" if s.region_tile else "any_tile",
        "marker_optional": bool(s.marker_optional),
        "island_corner_seals": not s.corner_leaks,
        "islands_double": not s.islands_plain,
        "temple_redraw": bool(s.temple_redraw),
        "transport_first_turn": not s.late_transport,
        "exhausted_draw": "keep" if s.keep_exhausted else "replace",
        "marker_choice": "tile" if s.by_tile else "region",
    }


def private(s: Any, seat: int, public: HorusView) -> dict[str, Any]:
    """What a seat sees otherwise than a spectator: its own hand."""
    seats, held = list(public["seats"]), s.hand[seat, : int(s.hand_size[seat])]
    seats[seat] = {**seats[seat], "hand": cards(s, held)}
    return {"seats": seats}


def points(view: HorusView) -> list[dict[str, float]]:
    """The parts of every seat's score, as they stand in a view."""
    return [{part: seat["score"][part] for part in p.TERRAINS} for seat in view["seats"]]


def view(s: Any, seat: int) -> HorusView:
    """The table as plain data."""
    s = s.whole()
    over = bool(s.over)
    found = regions(s)
    return {
        "game": "horus",
        "players": int(s.players),
        "options": options(s),
        "turn": int(s.turn),
        "first": int(s.first),
        "current": None if over else int(s.current),
        "asked": None if over else st.DECISIONS[question(s)],
        "chosen": chosen(s),
        "over": over,
        "winners": winners(s) if over else [],
        "first_turn": int(s.turn) <= int(s.players),
        "last_turn": int(s.empty_piles) >= p.PILES_TO_END,
        "drawn": p.KINDS[int(s.drawn)] if s.drawn >= 0 else None,
        "card": None if s.card < 0 else "transport" if s.card == p.TRANSPORT else card_text(int(s.card)),
        "piles": dict(zip(p.PILES, s.pile.tolist())),
        "exhausted": p.KINDS[int(s.exhausted)] if s.exhausted >= 0 else None,
        "bag": dict(zip((*p.TERRAINS, "river", "temple"), s.bag.tolist())),
        "out_tiles": dict(zip(("river", "temple"), s.out.tolist())),
        "deck": int(s.deck_size),
        "discards": cards(s, s.discard[: int(s.discards)]),
        "out_cards": cards(s, s.removed[: int(s.removed_size)]),
        "tiles": tiles(s),
        "regions": found,
        "positions": [] if over else positions(s),
        "seats": [player(s, owner, seat, parts) for owner, parts in enumerate(parts_of(found, int(s.players)))],
    }


def statistics(states: Any) -> dict[str, Any]:
    """What `khonsu simulate` counts besides points, one entry per match."""
    roots, seats = states["roots"].astype(np.int64), states["players"].astype(np.int64)
    there = np.arange(roots.shape[1]) < states["regions"][:, None]
    sizes = np.take_along_axis(states["area"], roots, 1) * there
    empty = states["pile"] == 0
    names = np.array([" + ".join(np.array(p.PILES)[row]) or "none" for row in empty])
    return {
        "tiles in play": states["tiles"].astype(float),
        "regions": states["regions"].astype(float),
        "largest region": sizes.max(axis=1).astype(float),
        "regions on islands": (np.take_along_axis(states["inside"], roots, 1) * there).sum(axis=1).astype(float),
        "markers in play": (p.MARKERS * seats - states["supply"].sum(axis=1)).astype(float),
        "River Transports played": (seats - states["transport"].sum(axis=1)).astype(float),
        "exhausted piles": names,
        "temple": np.where(states["bag"][:, 5] > 0, "in the bag", np.where(states["out"][:, 1] > 0, "out", "in play")),
    }


def chosen(s: Any) -> HorusChosen:
    """What the decision that is asked is about: the tile to be placed, the End to be moved, the marker's region."""
    if s.over:
        return {}
    asked, (a, b, _) = question(s), operands(s)
    if asked == st.PLACE:
        return {"tile": p.KINDS[a], "from": "reserve" if b == st.FROM_RESERVE else "bag"}
    if asked == st.PLACE_TEMPLE:
        return {"tile": "temple", "from": "bag"}
    if asked == st.CHOOSE_END:
        return {"tile": "river", "from": "bag"}
    if asked == st.RELOCATE:
        return {"tile": "end", "from": "bag", "end": anchor(s, 1 + a)}
    if asked == st.USE:
        return {"tile": "river", "from": "reserve", "then": int(s.rivers_left)}
    if asked == st.LAY and a == st.REPLACE_IT:
        return {"tile": "end", "from": "reserve", "end": anchor(s, 1 + b)}
    if asked == st.LAY:
        return {"tile": "river" if a == st.EXTEND_IT else "necropolis", "from": "reserve"}
    if asked == st.TARGET:
        return {"source": anchor(s, a)}
    return {}


def anchor(s: Any, tile: int) -> HorusPlace:
    """A tile's anchor."""
    return {"x": int(s.x[tile]), "y": int(s.y[tile])}


def positions(s: Any) -> list[HorusPosition]:
    """The legal positions of the decision that is asked, with the region a terrain tile would make there."""
    about = chosen(s)
    if "tile" not in about or question(s) in (st.USE, st.CHOOSE_END):
        return []
    places = zip(*offered(s))
    kind = p.KINDS.index(about["tile"])
    if kind > p.MARSH:
        return [{"x": x, "y": y, "size": 0, "value": 0, "scores": []} for x, y in places]
    return Ground(s, kind).all_after(places)
