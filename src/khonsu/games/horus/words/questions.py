"""Questions about Horus that the rules answer: where a marker may go, what a tile makes of a region, what it scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from khonsu.authors.questions import ANSWERS, Kinds, Posed, Subject, among, inside, together
from khonsu.games.horus.fields import HorusRegion
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.view import regions
from khonsu.games.horus.view.ground import Ground
from khonsu.games.horus.words.narrate import card_name, place_name, sizes_name, tile_name
from khonsu.games.horus.words.steps import operands, position
from khonsu.games.horus.words.steps import question as decision
from khonsu.text import Text

DULL = 0.9  # the share of questions with little to think about that are left out


def region_name(region: HorusRegion, t: Text) -> str:
    """A region by its terrain and the place of its earliest tile."""
    where = place_name(region["x"], region["y"])
    return t("{tile} at {place}", tile=tile_name(p.KINDS.index(region["kind"]), t), place=where)


def marker(table: Subject) -> Posed | None:
    """In which region the card lets a marker be placed."""
    at, seat, t = table.position, table.seat, table.t
    s = at.reading
    if decision(s) != st.MARKER or s.by_tile or s.turn <= s.players:
        return None
    found, roots = regions(s), [int(root) for root in s.roots[: int(s.regions)]]
    legal = {int(s.region[step - st.TILE_0]) for step in at.legal(seat) if st.TILE_0 <= step < st.NONE}
    can, cannot = [root for root in roots if root in legal], [root for root in roots if root not in legal]
    if not can or len(cannot) < ANSWERS - 1:
        return None
    chosen = [table.chance.choice(can), *table.chance.sample(cannot, ANSWERS - 1)]
    shown = [found[roots.index(root)] for root in chosen]
    face = operands(s)[0]
    return Posed(
        t(
            "You have played {card} and laid its tile. In which of these regions may your marker go?",
            card=card_name(face, t),
        ),
        tuple(region_name(region, t) for region in shown),
        t(
            "The region must have this size: {sizes}. It has {size}, and a free tile. Its terrain does not matter.",
            sizes=sizes_name(s, face),
            size=shown[0]["size"],
        ),
        "markers",
        places=tuple(f"tile-{root}" for root in chosen),
    )


class Laid:
    """A terrain tile laid at one of its places, and the region that it makes there."""

    def __init__(self, table: Subject, step: int) -> None:
        s = table.position.reading
        self.kind = operands(s)[0]
        self.x, self.y = position(s, step)
        self.before = [regions(s)[i] for i in self._joined(s)]
        after = table.position.copy()
        after.play(table.seat, step)
        now = after.reading
        count = int(s.tiles)
        self.alone = int(now.tiles) == count + 1 and markers(now) == markers(s)  # nothing else followed by itself
        root = int(now.region[count])
        self.region = regions(now)[[int(one) for one in now.roots[: int(now.regions)]].index(root)]

    def _joined(self, s: Any) -> list[int]:
        roots = [int(root) for root in s.roots[: int(s.regions)]]
        return [roots.index(root) for root in Ground(s, self.kind).joined(self.x, self.y)]


def markers(s: Any) -> int:
    """How many markers lie in the Kingdom."""
    return int((s.owner[: int(s.tiles)] >= 0).sum())


def laid(table: Subject) -> tuple[Laid, int] | None:
    """A tile at a place where it joins something, if the seat has one to lay; more regions make better questions."""
    s = table.position.reading
    if decision(s) != st.PLACE:
        return None
    ground = Ground(s, operands(s)[0])
    joined = {step: len(ground.joined(*position(s, step))) for step in table.position.legal(table.seat)}
    if not (many := [step for step, n in joined.items() if n == max(joined.values()) and n]):
        return None
    step = table.chance.choice(many)
    found = Laid(table, step)
    return (found, step) if found.alone else None


def origin(table: Subject, found: Laid) -> str:
    """Where the tile to be laid comes from."""
    bag = operands(table.position.reading)[1] == st.FROM_BAG
    sentence = "You have drawn a {tile} tile." if bag else "You have played a card and take a {tile} tile."
    return table.t(sentence, tile=tile_name(found.kind, table.t)) + " "


def join(table: Subject) -> Posed | None:
    """How large the region is that a tile makes."""
    if not (one := laid(table)):
        return None
    (found, step), t = one, table.t
    sizes = [region["size"] for region in found.before]
    numbers = among(found.region["size"], [sum(sizes), max(sizes) + 1, min(sizes) + 1], table.chance, 1)
    return Posed(
        origin(table, found)
        + t(
            "You lay it here: {place}. How many tiles does its region have then?",
            place=place_name(found.x, found.y),
        ),
        tuple(str(n) for n in numbers),
        t(
            "The regions of its own terrain that it touches, in tiles: {sizes}. With the new tile that makes {n}.",
            sizes=t.items([str(n) for n in sizes]),
            n=found.region["size"],
        ),
        "joining" if len(sizes) > 1 else "regions",
        about=(table.position.notation(table.seat, step),),
    )


def worth(table: Subject) -> Posed | None:
    """How many points that region is worth."""
    if not (one := laid(table)):
        return None
    (found, step), t, region = one, table.t, one[0].region
    size, value = region["size"], region["value"]
    if not (region["temple"] or region["island"] or region["capped"]) and table.chance.random() < DULL:
        return None
    return Posed(
        origin(table, found)
        + t(
            "You lay it here: {place}. How many points is its region worth then?",
            place=place_name(found.x, found.y),
        ),
        tuple(str(n) for n in among(value, [size, size - 1, 2 * size, min(p.LIMIT, 2 * size)], table.chance, 1)),
        value_words(region, t),
        "scoring",
        about=(table.position.notation(table.seat, step),),
    )


def value_words(region: HorusRegion, t: Text) -> str:
    """What a region's value is made of."""
    said = [t.count("It has {n} tile.", "It has {n} tiles.", region["size"])]
    if region["temple"]:
        said.append(t("The Temple beside it doubles that."))
    if region["island"]:
        said.append(t("It lies on an island, which doubles it."))
    if region["capped"]:
        said.append(t("No region is worth more than {n}.", n=p.LIMIT))
    said.append(t.count("So it is worth {n} point.", "So it is worth {n} points.", region["value"]))
    return " ".join(said)


def control(table: Subject) -> Posed | None:
    """Who controls that region."""
    one = laid(table)
    if not one or sum(one[0].region["markers"]) < 2:
        return None
    (found, step), t, names = one, table.t, table.names
    held, scores = found.region["markers"], found.region["scores"]

    def joint(seats: Iterable[int]) -> str:
        return t("{who} together", who=t.items([*inside(table, seats).values()]))

    everybody = joint(range(len(names)))
    some = [joint((0, other)) for other in range(1, len(names))]
    right = names[scores[0]] if len(scores) == 1 else joint(scores)
    return Posed(
        origin(table, found)
        + t(
            "You lay it here: {place}. Who controls its region then?",
            place=place_name(found.x, found.y),
        ),
        together(right, [*names, everybody, *some, t("Nobody")]),
        t(
            "The markers in it: {markers}. The most markers control it; a tie is shared.",
            markers=held_words(table, held),
        ),
        "control" if len(found.before) == 1 else "joining",
        about=(table.position.notation(table.seat, step),),
    )


def held_words(table: Subject, held: list[int]) -> str:
    """Who has how many markers."""
    return table.t.items([f"{name} {held[seat]}" for seat, name in inside(table, range(len(held))).items()])


def gain(table: Subject) -> Posed | None:
    """How many points a marker brings."""
    at, seat, t = table.position, table.seat, table.t
    s = at.reading
    if decision(s) != st.MARKER or s.by_tile:
        return None
    steps = [step for step in at.legal(seat) if st.TILE_0 <= step < st.NONE]
    taken = [step for step in steps if sum(s.held[int(s.region[step - st.TILE_0])])]
    if not steps or (not taken and table.chance.random() < DULL):
        return None
    step = table.chance.choice(taken or steps)
    after = at.copy()
    after.play(seat, step)
    if int(after.reading.tiles) != int(s.tiles):
        return None
    root = int(s.region[step - st.TILE_0])
    place = [int(one) for one in s.roots[: int(s.regions)]].index(root)
    region, now = regions(s)[place], regions(after.reading)[place]
    right = int(after.score(seat) - at.score(seat))
    likely = (0, region["value"], region["size"], region["value"] // 2, 1)
    return Posed(
        t(
            "You have played {card} and laid its tile. Your marker goes to this region: {region}. "
            "By how many points does your score grow?",
            card=card_name(operands(s)[0], t),
            region=region_name(region, t),
        ),
        tuple(str(n) for n in among(right, likely, table.chance)),
        gain_words(table, region, now),
        "control",
        about=(f"tile-{root}",),
    )


def gain_words(table: Subject, before: HorusRegion, now: HorusRegion) -> str:
    """Why a marker brings points, or none."""
    t, seat = table.t, table.seat
    markers = t("Markers in it now: {markers}.", markers=held_words(table, now["markers"]))
    if seat in before["scores"]:
        return markers + " " + t("You scored it before already.")
    if seat not in now["scores"]:
        return markers + " " + t("Somebody still has more than you.")
    count = ("It is worth {n} point, and you score all of it.", "It is worth {n} points, and you score all of them.")
    return markers + " " + t.count(*count, now["value"])


LEGEND = (
    "The map: a place is (x,y). Careful, x is vertical: it is on the left and grows upwards; "
    "y is at the top and grows to the right. "
    "A tile is 2 wide and 2 high, so half a side is 1. Its place is its lower left corner, where its letter stands. "
    "Two tiles touch if their places differ by exactly 2 in one direction and by at most 1 in the other. "
    "The signs ① to ④ are the players' markers. Under the map are the regions, "
    "each with the place of one of its tiles (the first one laid); * is who controls it."
)
KINDS: Kinds = {"marker": marker, "join": join, "worth": worth, "control": control, "gain": gain}
