"""What a turn of Ankh brings and costs: devotion, powers, monuments, majorities, the danger of being forgotten."""

from __future__ import annotations

from collections import Counter
from typing import Any

from khonsu.authors.changes import Change
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.view.state import plain
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.notices import ROMAN
from khonsu.kernel.position import Position
from khonsu.text import Text


def changes(before: Position, after: Position, seat: int, names: list[str], t: Text) -> list[Change]:
    """What differs, for the seat."""
    old, new = plain(before.reading), plain(after.reading)
    god = old.god_of[seat]
    if god >= 0 and new.god_of[seat] < 0:
        return [Change(-10.0, t("Your god is forgotten: you are out of the game."))]
    if god < 0 or new.god_of[seat] != god:
        return []
    return [
        *grown(old, new, god, t),
        *stronger(old, new, god, t),
        *course(old, new, god, t),
        *red(old, new, god, t),
    ]


def grown(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """Devotion, followers, powers and guardians."""
    found = []
    if n := new.devotion[god] - old.devotion[god]:
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
    if n < 0:
        words = ("You lose control of {n} monument.", "You lose control of {n} monuments.")
        found.append(Change(1.8 * n, t.count(*words, -n)))
    return found


def owned(s: Any, god: int) -> int:
    """Monuments of a god."""
    return sum(s.monument[h] > 0 and s.control[h] == god for h in range(st.HEXES))


def stronger(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """Regions in which the god has gained or lost majorities or the most figures."""
    found = []
    for region in range(st.REGIONS):
        token = new.token[region]
        if not token or token != old.token[region]:  # a new region, or a token that has moved to another one
            continue
        for kind in range(p.OBELISK, p.PYRAMID + 1):
            if (now := leads(new, god, region, kind)) != leads(old, god, region, kind):
                have, lose = (
                    "You have the majority in region {n}: {monument}.",
                    "You lose the majority in region {n}: {monument}.",
                )
                words = t(have if now else lose, n=token, monument=t.term(terms.MONUMENTS[kind]))
                found.append(Change(1.6 if now else -1.6, words))
        most = outnumbers(new, god, region)
        if figures(new, region)[god] > figures(old, region)[god]:
            words = (
                "You have the most figures in region {n}."
                if most
                else "You have more figures than before in region {n}."
            )
            found.append(Change(1.0 if most else 0.5, t(words, n=token)))
        elif outnumbers(old, god, region) and not most:
            found.append(Change(-1.0, t("You no longer have the most figures in region {n}.", n=token)))
    return found


def outnumbers(s: Any, god: int, region: int) -> bool:
    """Whether a god has more figures in a region than every other one."""
    there = figures(s, region)
    return there[god] > max((n for other, n in there.items() if other != god), default=0)


def figures(s: Any, region: int) -> Counter[int]:
    """The figures in a region, by god."""
    return Counter(s.owner[h] for h in range(st.HEXES) if s.owner[h] >= 0 and s.region[h] >> region & 1)


def leads(s: Any, god: int, region: int, kind: int) -> bool:
    """AK-76: more monuments of a kind there than every other god, and a figure."""
    held = Counter(s.control[h] for h in range(st.HEXES) if s.monument[h] == kind and s.region[h] >> region & 1)
    most = max((n for other, n in held.items() if other not in (god, -1)), default=0)
    return held[god] > most and figures(s, region)[god] > 0


def course(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """The event that the turn triggers."""
    if new.event > old.event:
        kind = t.term(terms.EVENTS[old.calendar[old.event]])
        return [Change(0.9, t("You trigger the event: {event}.", event=kind))]
    return []


def red(old: Any, new: Any, god: int, t: Text) -> list[Change]:
    """AK-196: the place on the track, as long as gods are still to be forgotten; a merge or a loss may pull it down."""
    ahead = [kind for kind in new.calendar[new.event - new.in_conflict : new.n_calendar] if kind >= p.CONFLICT]
    if p.CONFLICT_FORGOTTEN not in ahead:
        return []
    was, now = old.devotion[god], new.devotion[god]
    if was <= old.red < now:
        return [Change(4.0, t("You leave the red section. If you stay above it, you won't be forgotten."))]
    if now <= new.red < was:
        return [Change(-4.0, t("You fall into the red section. Whoever stays there is forgotten later."))]
    if now <= new.red and ahead[0] == p.CONFLICT_FORGOTTEN:
        words = "Devotion you lack to leave the red section: {n}. After Conflict {conflict} it is too late."
        conflict = ROMAN[sum(kind >= p.CONFLICT for kind in new.calendar[: new.event - new.in_conflict]) + 1]
        return [Change(-3.0, t(words, n=new.red - now + 1, conflict=conflict))]
    return []
