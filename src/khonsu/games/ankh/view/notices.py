"""What is announced before it happens, as facts; `narrate_notices` puts them into words."""

from __future__ import annotations

from typing import Any, Literal

from khonsu.games.ankh.fields import AnkhEnding, AnkhSummit, AnkhTrigger
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.turns import AFTER_EVENT

ENDINGS: dict[int, Literal["merge", "forgotten", "end"]] = {
    p.CONFLICT_MERGE: "merge",
    p.CONFLICT_FORGOTTEN: "forgotten",
    p.CONFLICT_END: "end",
}
NEAR_TOP = 5  # spaces


def notices(s: Any) -> list[AnkhTrigger | AnkhEnding | AnkhSummit]:
    """What the next actions trigger, who would merge or be forgotten, when the game ends, who is close to the top.

    `events`: how many events until it happens, that one included; 0 if its Conflict is under way.
    """
    if s.over:
        return []
    return [*triggers(s), *endings(s), *summit(s)]


def triggers(s: Any) -> list[AnkhTrigger]:
    """AK-32: the actions that would trigger the next event, or the one under way that does.

    While an event is resolved its marker is still at the end of its track: it begins anew.
    """
    full = [s.counter[i] == s.limit[i] for i in range(len(p.ACTIONS))]
    if s.stage == AFTER_EVENT:
        pushes = [s.limit[i] - (0 if full[i] else s.counter[i]) for i in range(len(p.ACTIONS))]
        hot = [name for name, n in zip(p.ACTIONS, pushes) if n == 1]
    elif any(full):
        hot = [name for name, there in zip(p.ACTIONS, full) if there]
    else:
        hot = [name for i, name in enumerate(p.ACTIONS) if s.counter[i] + 1 == s.limit[i]]
    if not hot or s.event >= s.n_calendar:
        return []
    return [
        {"kind": "trigger", "actions": hot, "event": p.EVENTS[s.calendar[s.event]], "conflict": conflicts(s, s.event)}
    ]


def conflicts(s: Any, event: int) -> int:
    """The number of a Conflict among the events, 0 for another event."""
    if s.calendar[event] < p.CONFLICT:
        return 0
    return sum(kind >= p.CONFLICT for kind in s.calendar[: event + 1])


def endings(s: Any) -> list[AnkhEnding]:
    """C6: what follows a Conflict that is to come or under way, and whom it would hit now.

    Nobody wins at the end if everybody would be forgotten before it.
    """
    ranking = s.ranking[: s.gods]
    hit = {
        "merge": ranking[:2],
        "forgotten": [god for god in ranking if s.devotion[god] <= s.red],
        "end": ranking[-1:],
    }
    found: list[AnkhEnding] = []
    for event in range(s.event - bool(s.in_conflict), s.n_calendar):
        kind = ENDINGS.get(s.calendar[event])
        if kind and (kind != "merge" or s.players >= p.MERGE_MIN_PLAYERS):
            events = event + 1 - s.event
            found.append({"kind": kind, "gods": hit[kind], "events": events, "conflict": conflicts(s, event)})
        if kind == "forgotten" and hit[kind] == ranking:
            break
    return found


def summit(s: Any) -> list[AnkhSummit]:
    """Gods that are close to the top of the track."""
    near = [god for god in reversed(s.ranking[: s.gods]) if s.top - s.devotion[god] <= NEAR_TOP]
    return [{"kind": "top", "gods": [god], "left": s.top - s.devotion[god]} for god in near]
