"""What a turn of Ankh brings: devotion, followers, powers, monuments, majorities, strength in the regions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from khonsu.changes import Change
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.view.state import plain
from khonsu.games.ankh.words import terms
from khonsu.kernel.position import Position
from khonsu.text import Text


def changes(before: Position, after: Position, seat: int, names: list[str], t: Text) -> list[Change]:
    """What differs, for the seat."""
    old, new = plain(before.reading), plain(after.reading)
    god = old.god_of[seat]
    if god < 0 or new.god_of[seat] != god:
        return []
    return [*grown(old, new, god, t), *stronger(old, new, god, t), *course(old, new, god, t)]


def grown(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """Devotion, followers, powers and guardians."""
    found = []
    if (n := new.devotion[god] - old.devotion[god]) > 0:
        found.append(Change(3.0 * n, t("Devotion: {n:+}.", n=n)))
    if (n := new.followers[god] - old.followers[god]) > 0:
        found.append(Change(0.4 * n, t("Followers: {n:+}, so you have {all}.", n=n, all=new.followers[god])))
    for power in range(len(p.POWERS)):
        if (new.powers[god] & ~old.powers[god]) >> power & 1:
            found.append(Change(2.0, t("You unlock {power}.", power=t.term(terms.POWERS[power]))))
    for level in range(3):
        if new.beasts[god][level] > old.beasts[god][level]:
            kind = t.term(terms.FIGURES[new.guardian[level]])
            found.append(Change(1.5, t("You get a guardian: {figure}.", figure=kind)))
    if (n := owned(new, god) - owned(old, god)) > 0:
        words = ("You control {n} more monument.", "You control {n} more monuments.")
        found.append(Change(1.8 * n, t.count(*words, n)))
    return found


def owned(s: Any, god: int) -> int:
    """Monuments of a god."""
    return sum(s.monument[h] > 0 and s.control[h] == god for h in range(st.HEXES))


def stronger(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """Regions in which the god has gained majorities or the most figures."""
    found = []
    for region in range(st.REGIONS):
        token = new.token[region]
        if not token or not old.token[region]:
            continue
        for kind in range(p.OBELISK, p.PYRAMID + 1):
            if leads(new, god, region, kind) and not leads(old, god, region, kind):
                monument = t.term(terms.MONUMENTS[kind])
                words = t("You have the majority in region {n}: {monument}.", n=token, monument=monument)
                found.append(Change(1.6, words))
        was, now = figures(old, region), figures(new, region)
        if now[god] > was[god]:
            most = max((n for other, n in now.items() if other != god), default=0)
            words = (
                "You have the most figures in region {n}."
                if now[god] > most
                else "You have more figures than before in region {n}."
            )
            found.append(Change(1.0 if now[god] > most else 0.5, t(words, n=token)))
    return found


def figures(s: Any, region: int) -> Counter[int]:
    """The figures in a region, by god."""
    return Counter(s.owner[h] for h in range(st.HEXES) if s.owner[h] >= 0 and s.region[h] >> region & 1)


def leads(s: Any, god: int, region: int, kind: int) -> bool:
    """AK-76: more monuments of a kind there than every other god, and a figure."""
    held = Counter(s.control[h] for h in range(st.HEXES) if s.monument[h] == kind and s.region[h] >> region & 1)
    most = max((n for other, n in held.items() if other not in (god, -1)), default=0)
    return held[god] > most and figures(s, region)[god] > 0


def course(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """The event that the turn triggers, and the place on the track."""
    found = []
    if new.event > old.event:
        kind = t.term(terms.EVENTS[old.calendar[old.event]])
        found.append(Change(0.9, t("You trigger the event: {event}.", event=kind)))
    if old.devotion[god] <= old.red < new.devotion[god]:
        found.append(Change(4.0, t("You leave the red section, so you can't be forgotten.")))
    return found
