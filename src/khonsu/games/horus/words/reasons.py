"""Why something on the table of Horus cannot be chosen now. Read from the seat's view; the rules are in `rules/`."""

from __future__ import annotations

from typing import Any

from khonsu.authors.things import Now, Reason
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.view.ground import ADJACENT

PLACE, TEMPLE, CHOOSE_END, RELOCATE, USE, LAY, CARD, PILE, MARKER, SOURCE, TARGET = (f"DP-{n}" for n in range(1, 12))
POSITIONS = (PLACE, TEMPLE, RELOCATE, LAY)
SECTIONS = {
    **{PLACE: "tiles", TEMPLE: "temple", CHOOSE_END: "drawn-river", RELOCATE: "drawn-river", USE: "second"},
    **{LAY: "second", CARD: "cards", PILE: "cards", MARKER: "markers", SOURCE: "transport", TARGET: "transport"},
}
NILE = ("river", "start", "end")


def notation(view: Any, seat: int, thing: str) -> str:
    """The step that a thing of the drawing stands for when it can be chosen; "" for what never can be."""
    name, _, place = thing.partition(" ")
    if place:
        return position(view, *clicked(name, place))
    kind, _, which = name.partition("-")
    if kind == "pile":
        return f"pile {which}" if which in p.PILES else ""
    if kind == "card":
        player = view["seats"][seat]
        return [*(f"card {card}" for card in player["hand"]), *["transport"] * player["transport"]][int(which)]
    if kind == "tile":
        tile = view["tiles"][int(which)]
    elif kind in ("region", "value", "marker"):
        x, y = map(int, which.split(","))
        tile = next(each for each in view["tiles"] if (each["x"], each["y"]) == (x, y))
    else:
        return ""
    return tile_notation(view, seat, tile)


def clicked(name: str, place: str) -> tuple[int, int]:
    """The anchor of a tile around a place in the Kingdom; a wide table is turned by a quarter."""
    across, down = (round(float(number) - 1) for number in place.split())
    if name not in ("kingdom", "turned"):
        raise ValueError(name)
    return (across, down) if name == "kingdom" else (-down - 2, across)


def position(view: Any, x: int, y: int) -> str:
    """The notation of a place for the tile or End that is to be laid."""
    return f"{'end' if view['chosen'].get('tile') == 'end' else 'place'} {x},{y}"


def tile_notation(view: Any, seat: int, tile: Any) -> str:
    """What a tile of the Kingdom stands for: while a place is asked for its own, an End, or its region."""
    x, y = tile["x"], tile["y"]
    if view["asked"] in POSITIONS:
        return position(view, x, y)
    if tile["kind"] == "end":
        return f"replace {x},{y}"
    if tile["region"] is None:
        return ""
    members = [each for each in view["tiles"] if each["region"] == tile["region"]]
    if view["options"]["marker_choice"] == "tile":
        wanted = seat if view["asked"] == SOURCE else None
        fitting = [each for each in members if each["marker"] == wanted] or [tile]
        return f"tile {fitting[0]['x']},{fitting[0]['y']}"
    region = view["regions"][tile["region"]]
    return f"region {region['x']},{region['y']}"


def why_not(now: Now, notation: str) -> Reason | None:
    """Why a step is not legal; None if it is."""
    asked = now.view["asked"]
    word, _, rest = notation.partition(" ")
    if asked in POSITIONS and word in ("place", "end"):
        return why_not_here(now, *map(int, rest.split(",")))
    if asked in (CHOOSE_END, USE) and word == "replace":
        return why_not_replace(now, notation)
    if asked == CARD and word in ("card", "transport"):
        return why_not_card(now, rest)
    if asked == PILE and word == "pile":
        return why_not_pile(now, rest)
    if word in ("region", "tile"):
        region = region_of(now, *map(int, rest.split(",")))
        if asked == MARKER:
            return why_not_mark(now, region)
        if asked in (SOURCE, TARGET):
            return (why_not_from if asked == SOURCE else why_not_to)(now, region)
    return another_time(now, word) or now.not_asked(SECTIONS[asked])


# -- places ------------------------------------------------------------------------------------------------------------


def beside(now: Now, x: int, y: int) -> set[str]:
    """The kinds of the tiles that touch a place (3.2)."""
    near = {(x + dx, y + dy) for dx, dy in ADJACENT}
    return {tile["kind"] for tile in now.view["tiles"] if (tile["x"], tile["y"]) in near}


def why_not_here(now: Now, x: int, y: int) -> Reason | None:
    """HO-12 to HO-16, HO-23, HO-27, HO-32 to HO-34, HO-41: what is not forbidden by one of these blocks an End."""
    t, view = now.t, now.view
    if any((place["x"], place["y"]) == (x, y) for place in view["positions"]):
        return None
    if any(abs(tile["x"] - x) < 2 and abs(tile["y"] - y) < 2 for tile in view["tiles"]):
        return Reason(t("Another tile lies here, or reaches into this place."), "tiles")
    touched = beside(now, x, y)
    if not touched:
        return Reason(t("A tile must touch another one along a full or a half side."), "tiles")
    if reason := wrong_neighbours(now, touched, x, y):
        return reason
    return Reason(t("A River End would be shut in: each must keep a way out."), "ends")


def wrong_neighbours(now: Now, touched: set[str], x: int, y: int) -> Reason | None:
    """What the tile that is to be laid must touch, and must not."""
    t, asked, chosen = now.t, now.view["asked"], now.view["chosen"]
    by_river = bool(touched & set(NILE))
    if asked == TEMPLE:
        if not by_river:
            return Reason(t("The Temple must lie beside the Nile."), "temple")
        return Reason(t("The Temple must not touch a terrain tile."), "temple") if touched & set(p.TERRAINS) else None
    if chosen["tile"] == "end":
        end = chosen["end"]
        if asked == RELOCATE and (end["x"] - x, end["y"] - y) not in ADJACENT:
            return Reason(t("The River End must touch the new River tile."), "drawn-river")
        return None if by_river else Reason(t("The River End must lie beside the Nile."), "second")
    if chosen["tile"] == "river" and not by_river:
        return Reason(t("The new River tile must lie beside the Nile."), "second")
    if chosen["tile"] in p.TERRAINS and not touched & set(p.TERRAINS):
        reserve = chosen["from"] == "reserve" and now.view["options"]["pile_tile_contact"] == "region_tile"
        return (
            Reason(t("At this table a tile from the reserve must touch a terrain tile."), "variants")
            if reserve
            else None
        )
    return None


def why_not_replace(now: Now, notation: str) -> Reason | None:
    """HO-26, HO-33: an End can be replaced only if there is somewhere it can go."""
    if notation in now.legal:
        return None
    return Reason(now.t("There is no place where this River End could go."), "ends")


# -- cards and piles ---------------------------------------------------------------------------------------------------


def why_not_card(now: Now, card: str) -> Reason | None:
    """DP-7, HO-58."""
    t, view = now.t, now.view
    if not card:
        late = view["first_turn"] and not view["options"]["transport_first_turn"]
        return Reason(t("River Transport cannot be played on the first turn."), "variants") if late else None
    if card.startswith("?"):
        empty = not any(view["piles"].values())
        return Reason(t("All piles are exhausted: there is no tile for this card."), "supplies") if empty else None
    kind = p.TERRAINS[p.CARD_LETTERS.index(card[0])]
    if view["piles"][kind]:
        return None
    name = t.term(p.NAMES[p.KINDS.index(kind)])
    words = "The {tile} pile is exhausted: this card cannot be played any more."
    return Reason(t(words, tile=name), "supplies")


def why_not_pile(now: Now, kind: str) -> Reason | None:
    """HO-49."""
    if now.view["piles"][kind]:
        return None
    return Reason(now.t("This pile is empty."), "supplies")


# -- what the question is not about ------------------------------------------------------------------------------------


def another_time(now: Now, word: str) -> Reason | None:
    """HO-10, HO-22, HO-25, HO-46: when in a turn a thing is chosen; None if nothing is known but that it waits."""
    t, asked, played = now.t, now.view["asked"], now.view["card"] is not None
    if word in ("card", "transport"):
        later = Reason(t("First lay the tile that you have drawn; then you play a card."), "turn")
        return Reason(t("You have played your card for this turn."), "cards") if played else later
    if word == "pile":
        taken = asked in (PLACE, MARKER) and now.view["card"] != "transport"
        if not played:
            return Reason(t("You take a tile from a pile when you have played a card."), "cards")
        return Reason(t("You have taken your tile from a pile already."), "cards") if taken else None
    if asked == CHOOSE_END:
        return Reason(t("A River tile that you have drawn takes the place of a River End."), "drawn-river")
    if word == "replace":
        return Reason(t("Only a River tile can take the place of a River End."), "ends")
    if word in ("region", "tile"):
        return Reason(t("A marker is placed at the end of your turn, after the tiles."), "turn")
    if asked in (USE, PILE):
        return Reason(t("First choose the tile, then its place."), SECTIONS[asked])
    if asked == CARD:
        return Reason(t("First play a card. It brings the next tile."), "turn")
    return Reason(t("The tiles of this turn are laid: now comes the marker."), "turn") if asked == MARKER else None


# -- regions -----------------------------------------------------------------------------------------------------------


def region_of(now: Now, x: int, y: int) -> Any:
    """The region of the tile with this anchor."""
    tile = next(tile for tile in now.view["tiles"] if (tile["x"], tile["y"]) == (x, y))
    return now.view["regions"][tile["region"]]


def sizes(numbers: str) -> set[int]:
    """The sizes that the numbers of a card allow: `3`, `1+3`, `1-5`."""
    first, _, last = numbers.partition("-")
    return set(range(int(first), int(last) + 1)) if last else set(map(int, numbers.split("+")))


def why_not_mark(now: Now, region: Any) -> Reason | None:
    """HO-51 to HO-56, DP-9."""
    t, size, numbers = now.t, region["size"], now.view["card"].split()[1]
    if now.view["first_turn"]:
        if size != 1:
            words = "On your first turn every number counts as 1. This region has {n} tiles."
            return Reason(t(words, n=size), "first-turn")
    elif size not in sizes(numbers):
        one, many = (
            "Your card says {sizes}. This region has {n} tile.",
            "Your card says {sizes}. This region has {n} tiles.",
        )
        return Reason(t.count(one, many, size, sizes=numbers), "markers")
    return full(now, region)


def full(now: Now, region: Any) -> Reason | None:
    """HO-52."""
    return None if region["room"] else Reason(now.t("Every tile of this region already has a marker."), "markers")


def inland(now: Now, region: Any) -> Reason | None:
    """HO-60, HO-61."""
    return None if region["river"] else Reason(now.t("This region does not touch the Nile."), "transport")


def why_not_from(now: Now, region: Any) -> Reason | None:
    """HO-59, HO-60, DP-10."""
    if not region["markers"][now.seat]:
        return Reason(now.t("You have no marker in this region."), "transport")
    others = [other for other in now.view["regions"] if other is not region and other["river"] and other["room"]]
    nowhere = Reason(now.t("No other region by the Nile has an empty tile."), "transport")
    return inland(now, region) or (None if others else nowhere)


def why_not_to(now: Now, region: Any) -> Reason | None:
    """HO-61, DP-11."""
    start = now.view["chosen"]["source"]
    if region_of(now, start["x"], start["y"]) is region:
        return Reason(now.t("The marker comes from this region, so it has to go to another one."), "transport")
    return inland(now, region) or full(now, region)
