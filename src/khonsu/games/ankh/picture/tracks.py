"""The tracks of the drawn table: head, announcements, actions, events, devotion."""

from __future__ import annotations

from functools import cache

from markupsafe import escape

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, shorten, wrap
from khonsu.draw.marks import MARKS
from khonsu.games.ankh.picture.beside import BesideMap
from khonsu.games.ankh.picture.labels import SHORT, status
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words.notices import ROMAN, announce

ACTION_SIGNS = {"move": "ankh-move", "summon": "ankh-summon", "gain": "ankh-follower", "unlock": "ankh"}
EVENT_SIGNS = {"control": "ankh-control", "caravan": "ankh-camel"}  # the others are Conflicts
AFTER = {"conflict+merge": "ankh-merge", "conflict+forgotten": "ankh-forgotten", "conflict+end": "wings"}
ENDS = ("merge", "forgotten", "end")
LABEL = 6.3  # the room for the name of an action, in letters' heights


class Tracks(BesideMap):
    """The tracks."""

    def shown(self) -> Dict:
        """What the template draws, each part from its own share of the view."""
        view, whose = self.view, self.who()
        gods = [
            {"god": sheet["god"], "devotion": sheet["devotion"], "partner": sheet["partner"]} for sheet in view["gods"]
        ]
        coming = self.only("event", "events")
        said = {**self.only("over", "winners", "deciders", "current"), **coming}
        actions = {**coming, "tracks": view["tracks"]}
        return {
            "head": self.late("head", said),
            "ribbon": self.late("ribbon", {"notices": view["notices"], "gods": whose, "track": view["track"]}),
            "tracks": self.late("tracks", actions, steps=self.beginning(*p.ACTIONS)) if self.table.tracks else None,
            "events": self.late("events", {**coming, "players": view["players"]}),
            "devotion": self.late("devotion", {**self.only("track", "notices"), "gods": gods}),
        }

    def head(self) -> Dict:
        """Title, whose turn it is, and what comes next."""
        area, view = self.table.head, self.view
        coming = self.t("Next event: {event}", event=self.event_name(view["event"])) if self.next else ""
        room = self.letters(area.w - 32)
        said, large = status(view, self.names, self.t), int(room * 0.75)
        if view["over"]:  # who has won has room where the next event stood
            said, *rest = wrap(said, large)
            coming = " ".join(rest)
        return {"status": escape(shorten(said, large)), "next": escape(shorten(coming, room))}

    def ribbon(self) -> Dict:
        """What is announced, as much as two lines hold: who is close to the top, the next merge, oblivion or end."""
        told = [notice for notice in self.view["notices"] if notice["kind"] != "trigger"]
        told.sort(key=lambda notice: notice["kind"] != "top")
        said = [announce(notice, self.view, self.t) for notice in told]
        room = self.table.ribbon.w - 62
        letters, shown = self.letters(room), list[str]()
        for words in said:
            if not shown:
                shown, letters = in_two_lines(words, letters)
            elif len(lines := wrap(words, letters)) + len(shown) <= 2:
                shown += lines
        kind = told[0]["kind"] if told else ""
        return {
            "sign": {"merge": "ankh-merge", "forgotten": "ankh-forgotten"}.get(kind, "wings"),
            "lines": [(escape(line), room if len(line) > self.letters(room) else None) for line in shown],
            "label": escape(" ".join(said)),
            "urgent": any(notice["kind"] in ENDS and notice["events"] <= 1 for notice in told),
        }

    def tracks(self) -> list[Late]:
        """The four action tracks, each worked out if it was not drawn before."""
        coming, tracks = self.only("event", "events"), self.view["tracks"]
        return [
            self.late("track", {**coming, "track": tracks[name]}, i, steps=self.beginning(name))
            for i, name in enumerate(p.ACTIONS)
        ]

    def track(self, i: int) -> Dict:
        """An action track; the last space is the event space. A track at its end says what it triggers."""
        area, name, track = self.table.tracks, p.ACTIONS[i], self.view["track"]
        assert area is not None
        row, dx = (area.h - 12) / 4, 37 if area.w < 500 else 66
        at, last = track["at"], track["event_at"]
        hot = at + 1 >= last and bool(self.next)
        y = round(area.y + 6 + (i + 0.5) * row, 1)
        end = area.x + area.w - 28
        label = self.t("{action}; then {n} more to the event.", action=self.word(name), n=last - at - 1)
        event = self.event_name(self.view["event"]) if self.next else ""
        if hot:
            label = self.t("{action}; this triggers the event: {event}.", action=self.word(name), event=event)
        first = last - 1 if hot and at < last else 0  # in place of spaces that are behind the marker: the event
        return {
            "name": name,
            "sign": ACTION_SIGNS[name],
            "short": self.t(SHORT[name]),
            "x": area.x + 8,
            "y": y,
            "w": area.w - 16,
            "h": row - 4,
            "spaces": "".join(f"M{end - (last - k) * dx:g} {y}h.1" for k in range(first, last)),
            "start": end - (last - first) * dx,
            "end": end,
            "marker": round(end - (last - at) * dx, 1),
            "hot": hot,
            "omen": self.omen(event, end - dx - 70 - area.x - LABEL * self.text) if first else None,
            "event": EVENT_SIGNS.get(self.next or "", "ankh-conflict") if self.next else "wings",
            "label": label,
            "step": self.button(name, label),
        }

    def omen(self, event: str, room: float) -> Dict:
        """The name of an event in bold letters, pressed together if it may be too long."""
        return {"name": event, "press": round(room) if len(event) * self.text * 0.61 > room else None}

    def events(self) -> Dict:
        """The event track with its marker: the last event that was triggered."""
        area, columns, done = self.table.events, self.table.columns, self.view["event"]
        number = len(self.view["events"])
        columns = max(columns, -(-number // (18 // columns)))
        rows = -(-number // columns)
        dx, dy = (area.w - 12) / columns, (area.h - 8) / rows
        cells: list[Dict] = []
        conflicts = 0
        for i, kind in enumerate(self.view["events"]):
            conflicts += kind.startswith("conflict")
            cells.append(
                {
                    "x": round(area.x + 7.5 + i % columns * dx, 1),
                    "y": round(area.y + 5 + i // columns * dy, 1),
                    "sign": EVENT_SIGNS.get(kind, "ankh-conflict"),
                    "after": AFTER.get(kind) if kind != "conflict+merge" or self.view["players"] > 2 else None,
                    "roman": ROMAN[conflicts] if kind.startswith("conflict") else "",
                    "state": "past" if i < done - 1 else "present" if i == done - 1 else "coming" if i == done else "",
                    "label": f"{i + 1}: {self.event_name(i, full=True)}",
                }
            )
        marker = cells[done - 1] if done else {"x": area.x + 6 - dx * 0.42, "y": area.y + 4}
        return {
            "cells": cells,
            "w": round(dx - 3, 1),
            "h": round(dy - 3, 1),
            "size": min(dx - 11, 32),
            "marker": marker,
        }

    def devotion(self) -> Dict:
        """The devotion track: spaces, and the markers of a space on top of each other."""
        area, track = self.table.devotion, self.view["track"]
        dx = (area.w - 14) / (track["top"] + 1)
        foot = area.y + area.h - self.text - 10
        high: dict[int, int] = {}
        markers = []
        for god in track["order"]:
            sheet = self.view["gods"][god]
            space = sheet["devotion"]
            k = high.get(space, 0)
            high[space] = k + 1
            markers.append(
                {
                    "god": god,
                    "mark": MARKS[god],
                    "partner": sheet["partner"],
                    "x": round(area.x + 7 + (space + 0.5) * dx, 1),
                    "y": round(foot - 11 - k * min(20, (foot - area.y - 30) / 4), 1),
                    "label": self.t("{god}: {n} devotion", god=self.god(god), n=space),
                    "low": god in self.doom["gods"],
                }
            )
        spaces = track_spaces(area.x + 7, area.y + 7, round(dx, 2), foot, track["red"], track["top"])
        return {"spaces": {**spaces, "area": area, "text": self.text}, "markers": markers}


@cache
def track_spaces(x: float, head: float, dx: float, foot: float, red: int, top: int) -> Dict:
    """The spaces of the devotion track: the red ones and the safe ones as one path each, the top, some numbers."""

    def path(spaces: range) -> str:
        return "".join(f"M{x + n * dx:.1f} {head:g}h{dx - 2:.1f}V{foot:g}h{2 - dx:.1f}z" for n in spaces)

    numbers = {*range(0, top - 1, 5), top}
    return {
        "red": path(range(red + 1)),
        "safe": path(range(red + 1, top)),
        "top": path(range(top, top + 1)),
        "border": f"M{x + (red + 1) * dx - 1:.1f} {head - 4:g}V{foot + 4:g}",
        "numbers": [(n, round(x + (n + 0.5) * dx - 1, 1)) for n in sorted(numbers)],
    }


def in_two_lines(words: str, letters: int) -> tuple[list[str], int]:
    """The words in at most two lines, and their length: rather pressed together than cut."""
    while len(lines := wrap(words, letters)) > 2:
        letters += 1
    return lines, letters
