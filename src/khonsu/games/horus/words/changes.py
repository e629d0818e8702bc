"""What a turn of Horus brings and costs: points, regions won and shared, regions that somebody controls no longer."""

from __future__ import annotations

from khonsu.authors.changes import Change
from khonsu.games.horus.fields import HorusRegion
from khonsu.games.horus.view import regions, tiles
from khonsu.games.horus.words.questions import region_name
from khonsu.kernel.position import Position
from khonsu.text import Text


def changes(before: Position, after: Position, seat: int, names: list[str], t: Text) -> list[Change]:
    """What differs, for the seat."""
    old, new = ({(r["x"], r["y"]): r for r in regions(position.reading)} for position in (before, after))
    gained = int(after.score(seat) - before.score(seat))
    found = []
    if gained > 0:
        found.append(Change(gained + 0.5, t.count("It brings {n} point.", "It brings {n} points.", gained)))
    if gained < 0:
        found.append(Change(gained - 0.5, t.count("It costs you {n} point.", "It costs you {n} points.", -gained)))
    for place, region in new.items():
        found += won(old.get(place), region, seat, t)
    now = list(new.values())
    where = {(tile["x"], tile["y"]): now[tile["region"]] for tile in tiles(after.reading) if tile["region"] is not None}
    for place, region in old.items():
        found += lost(region, where[place], seat, names, t)
    for other in range(before.players):
        cost = int(before.score(other) - after.score(other))
        if other != seat and cost > 0:
            words = t.count("It costs {who} {n} point.", "It costs {who} {n} points.", cost, who=names[other])
            found.append(Change(cost + 0.2, words))
    if int(after.reading.empty_piles) > int(before.reading.empty_piles):
        found.append(Change(0.6, t("It exhausts a pile: the end comes closer.")))
    return found


def won(old: HorusRegion | None, new: HorusRegion, seat: int, t: Text) -> list[Change]:
    """A region that the seat controls now, alone or not, and did not before."""
    if seat not in new["scores"]:
        return []
    before = old["scores"] if old else []
    name = region_name(new, t)
    if new["scores"] == [seat] and before != [seat]:
        one = "It makes this region yours alone: {region}, worth {n} point."
        many = "It makes this region yours alone: {region}, worth {n} points."
        return [Change(new["value"], t.count(one, many, new["value"], region=name))]
    if len(new["scores"]) > 1 and seat not in before:
        return [Change(new["value"] - 0.5, t("It gives you a share of this region: {region}.", region=name))]
    if old and new["size"] > old["size"]:
        return [Change(0.5 * (new["value"] - old["value"]), t("It makes your region larger: {region}.", region=name))]
    if old and new["markers"][seat] > old["markers"][seat]:
        return [Change(0.6, t("It makes your lead safer here: {region}.", region=name))]
    return []


def lost(old: HorusRegion, new: HorusRegion, seat: int, names: list[str], t: Text) -> list[Change]:
    """Who controls a region no longer; `new` is the one that its first tile lies in, which may be a larger one."""
    name, found = region_name(new, t), []
    for one in old["scores"]:
        if one in new["scores"]:
            continue
        if one == seat:
            found.append(Change(-old["value"], t("You lose control of this region: {region}.", region=name)))
        else:
            words = t("It takes this region from {who}: {region}.", who=names[one], region=name)
            found.append(Change(new["value"] - 0.2, words))
    if old["scores"] == [seat] and seat in new["scores"] and len(new["scores"]) > 1:
        found.append(Change(-0.5 * new["value"], t("You must share this region: {region}.", region=name)))
    return found
