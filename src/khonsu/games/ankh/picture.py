"""Where everything lies on the drawn table: fills `board.svg` from a view. No secrets: only the view is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from markupsafe import escape

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.picture_map import (
    ABILITIES,
    GUARDIAN_EFFECTS,
    HEIGHT,
    MARKS,
    ROMAN,
    RULES,
    SHORT,
    WIDTH,
    Cartographer,
    Dict,
    View,
    battle_step,
    capital,
    shorten,
    status,
    summary,
    wrap,
)
from khonsu.text import Text

ACTION_SIGNS = {"move": "ankh-move", "summon": "ankh-summon", "gain": "ankh-follower", "unlock": "ankh"}
SIGNS = (
    *("warrior", "camel", "follower", "sun", "gate", "captive", "scales", "move", "summon", "control", "conflict"),
    *("merge", "forgotten"),
)
LEGEND = {
    "ankh-follower": "Followers",
    "ankh": "Ankh tokens in the pool",
    "ankh-warrior": "Warriors in the pool",
    "ankh-captive": "Captive warriors",
    "ankh-control": "Control Monument",
    "ankh-conflict": "Conflict",
    "ankh-forgotten": "Would be forgotten now",
    "ankh-scales": "Tie-breaker",
}
EVENT_SIGNS = {"control": "ankh-control", "caravan": "ankh-camel"}  # the others are Conflicts
AFTER = {"conflict+merge": "ankh-merge", "conflict+forgotten": "ankh-forgotten", "conflict+end": "wings"}


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float


class Table(NamedTuple):
    """Where the parts of the table lie."""

    width: int
    height: int
    text: int
    head: Area
    tracks: Area
    events: Area
    columns: int  # of the event track
    map: Area
    devotion: Area
    stage: Area
    own: Area
    others: list[Area]


def wide(players: int) -> Table:
    """Tracks and the viewer on the left, the map in the middle, the other gods and the stage on the right."""
    height = min(192, round(686 / (players - 1)) - 8)
    others = [Area(1270, 18 + i * (height + 8), 312, height) for i in range(players - 1)]
    top = 18 + (players - 1) * (height + 8)
    return Table(
        *(1600, 1034, 20),
        head=Area(18, 18, 440, 92),
        tracks=Area(18, 118, 440, 196),
        events=Area(470, 18, 788, 66),
        columns=18,
        map=Area(470, 92, 788, 808),
        devotion=Area(470, 908, 788, 108),
        stage=Area(1270, top, 312, 1016 - top),
        own=Area(18, 322, 440, 694),
        others=others,
    )


def narrow_table(players: int) -> Table:
    """One below the other: events, map, devotion, stage, tracks, the viewer, the other gods two in a line."""
    own = Area(12, 1832, 776, 706)
    top = own.y + own.h + 10
    others = [Area(12 + i % 2 * 393, top + i // 2 * 218, 383, 208) for i in range(players - 1)]
    if players % 2 == 0:
        others[-1] = others[-1]._replace(w=776, x=12)
    return Table(
        *(800, round(others[-1].y + 220), 24),
        head=Area(12, 12, 776, 106),
        events=Area(12, 128, 776, 132),
        columns=9,
        map=Area(6, 270, 788, 808),
        devotion=Area(12, 1088, 776, 132),
        tracks=Area(12, 1230, 776, 232),
        stage=Area(12, 1472, 776, 350),
        own=own,
        others=others,
    )


def picture(view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], narrow: bool = False) -> Dict:
    """The context of `board.svg`. Wide is made for 1000 px and more; narrow is legible down to a width of 400 px."""
    table = narrow_table(view["players"]) if narrow else wide(view["players"])
    paint = Painter(view, names, t, seat, choices, table)
    viewer = max(seat, 0)
    others = [(viewer + i) % view["players"] for i in range(1, view["players"])]
    return {
        "width": table.width,
        "height": table.height,
        "text": table.text,
        "narrow": narrow,
        "table": table,
        "summary": escape(summary(view, names, t)),
        "head": paint.head(),
        "tracks": list(paint.tracks()),
        "events": paint.events(),
        "map": paint.map.map(),
        "corner": (
            round(table.map.x + (table.map.w - WIDTH) / 2, 1),
            round(table.map.y + (table.map.h - HEIGHT) / 2, 1),
        ),
        "devotion": paint.devotion(),
        "stage": paint.stage(),
        "own": paint.own(viewer),
        "others": [paint.other(owner, area) for owner, area in zip(others, table.others)],
        "interactive": bool(choices),
        "signs": signs(view),
    }


class Painter:
    """Places the things beside the map; each thing that stands for a legal step gets it as `step`."""

    def __init__(
        self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], table: Table
    ) -> None:
        self.view, self.names, self.t, self.viewer, self.choices = (
            view,
            names,
            t,
            seat,
            choices,
        )  # names: not yet escaped
        self.table, self.text = table, table.text
        self.map = Cartographer(view, t, choices)
        self.word, self.god = self.map.word, self.map.god
        self.next = view["events"][view["event"]] if view["event"] < len(view["events"]) else None

    def step(self, notation: str, words: str, **places: Any) -> Dict | None:
        """What makes a thing clickable, if that step is legal."""
        return self.map.button(notation, self.t(words, **places)) if notation in self.choices else None

    def event_name(self, number: int, full: bool = False) -> str:
        """An event in words, a Conflict with its number; in full with what follows it."""
        kind = self.view["events"][number]
        if not kind.startswith("conflict"):
            return self.word(kind)
        conflicts = sum(each.startswith("conflict") for each in self.view["events"][: number + 1])
        return f"{self.word(kind if full else 'conflict')} ({ROMAN[conflicts]})"

    # -- tracks --------------------------------------------------------------------------------------------------------

    def head(self) -> Dict:
        """Title, whose turn it is, and what comes next."""
        area, view = self.table.head, self.view
        coming = self.t("Next event: {event}", event=self.event_name(view["event"])) if self.next else ""
        room = int((area.w - 32) / (self.text * 0.53))
        return {
            "status": escape(shorten(status(view, self.names, self.t), int(room * 0.75))),
            "next": escape(shorten("" if view["over"] else coming, room)),
        }

    def tracks(self) -> Iterator[Dict]:
        """The four action tracks; the last space is the event space."""
        area = self.table.tracks
        row = (area.h - 12) / 4
        dx = 37 if area.w < 500 else 66
        for i, name in enumerate(p.ACTIONS):
            track = self.view["tracks"][name]
            at, last = track["at"], track["event_at"]
            y = round(area.y + 6 + (i + 0.5) * row, 1)
            end = area.x + area.w - 28
            label = self.t("{action}; then {n} more to the event.", action=self.word(name), n=last - at - 1)
            if at + 1 >= last and self.next:
                event = self.event_name(self.view["event"])
                label = self.t("{action}; this triggers the event: {event}.", action=self.word(name), event=event)
            yield {
                "name": name,
                "sign": ACTION_SIGNS[name],
                "short": self.t(SHORT[name]),
                "x": area.x + 8,
                "y": y,
                "w": area.w - 16,
                "h": row - 4,
                "spaces": "".join(f"M{end - (last - k) * dx:g} {y}h.1" for k in range(last)),
                "start": end - last * dx,
                "end": end,
                "marker": round(end - (last - at) * dx, 1),
                "hot": at + 1 >= last,
                "event": EVENT_SIGNS.get(self.next or "", "ankh-conflict") if self.next else "wings",
                "label": label,
                "step": self.map.button(name, label) if name in self.choices else None,
                "chosen": self.view["first_action"] == name,
            }

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
                    "low": god in self.lowest(),
                }
            )
        spaces = track_spaces(area.x + 7, area.y + 7, round(dx, 2), foot, track["red"], track["top"])
        return {**spaces, "markers": markers}

    def to_come(self) -> list[str]:
        """The events that are not over: those to come, and a Conflict that is being resolved."""
        found: list[str] = self.view["events"][self.view["event"] - bool(self.view["conflict"]) :]
        return found

    def merging(self) -> bool:
        """Whether the two least devoted gods are still to merge."""
        return self.view["players"] >= p.MERGE_MIN_PLAYERS and "conflict+merge" in self.to_come()

    def lowest(self) -> list[int]:
        """The gods that would merge now, or once that has happened those that would be forgotten."""
        order: list[int] = self.view["track"]["order"]
        if self.merging():
            return order[:2]
        if "conflict+forgotten" in self.to_come():
            red = self.view["track"]["red"]
            return [god for god in order if self.view["gods"][god]["devotion"] <= red]
        return []

    # -- the stage -----------------------------------------------------------------------------------------------------

    def stage(self) -> Dict:
        """A battle while there is one, then guardians and signs as far as there is room; below that the supply."""
        area, conflict, text = self.table.stage, self.view["conflict"], self.text
        battle = conflict["battle"] if conflict else None
        fighters = len(battle["gods"]) if battle else 5
        line = min(56.0, (area.h - text - 92) / fighters)
        found: Dict = {
            "line": round(line, 1),
            "medal": 0.9 if line > 46 else 0.72,
            "rows": [],
            "cards": [],
            "note": "",
            "battle": battle is not None,
        }
        if battle:
            found["title"] = self.t("Battle in region {token}", token=conflict["token"])
            found["note"] = battle_step(self.view, self.t)
            found["rows"] = [self.fighter(god, battle, conflict) for god in battle["gods"]]
        elif conflict and conflict["token"]:
            found["title"] = f"{self.word('conflict')}, {self.t('region {token}', token=conflict['token'])}"
        else:
            found["title"] = self.word("conflict") if conflict else self.t("Supply")
        top = area.y + (46 + text + fighters * line + 30 if battle else 66)
        found["cards"] = list(self.guardians(area, top))
        found["legend"] = list(self.legend(area, found["cards"][-1]["end"] if found["cards"] else area.y + area.h))
        found["supply"] = list(self.supply(area))
        return found

    def fighter(self, god: int, battle: View, conflict: View) -> Dict:
        """A participant: figures in the region, its cards, its strength once it is known."""
        token, secret = conflict["token"], self.view["secret"]
        there = [h["figure"] for h in self.view["hexes"] if h["figure"] and token in h["regions"]]
        played = battle["played"].get(god, [])
        hidden = 0
        if self.view["question"] == "card" and secret and god in secret["committed"]:
            hidden = 2 if god in battle["two_cards"] else 1
        return {
            **self.medal(god),
            "figures": sum(figure["god"] == god for figure in there),
            "cards": [self.card(card) for card in played],
            "hidden": hidden,
            "bonus": sum(p.CARD_STRENGTH[p.CARDS.index(card)] for card in played),
            "strength": battle["strength"].get(god),
            "died": battle["died"].get(god, 0),
            "waiting": bool(secret and god in secret["waiting"]),
            "offered": bool(secret and self.view["question"] == "offer" and god in secret["committed"]),
            "tie": conflict["tie_breaker"] == god and conflict["tie_breaker_up"],
        }

    def guardians(self, area: Area, top: float) -> Iterator[Dict]:
        """The guardian cards with the figures left on them; with what they do, where there is room."""
        cards, text, room = self.view["supply"]["guardians"], self.text, area.y + area.h - 64 - top
        letters = int((area.w - 32) / (text * 0.53))
        lines = [wrap(self.t(GUARDIAN_EFFECTS[card["kind"]]), letters) for card in cards]
        if len(cards) * (text + 18) > room:
            return
        roomy = sum(text + 20 + len(each) * (text + 3) for each in lines) <= room
        for level, (card, words) in enumerate(zip(cards, lines), 1):
            name = self.word(card["kind"])
            end = top + text + 20 + (len(words) * (text + 3) if roomy else 0)
            yield {
                "sign": f"ankh-{card['kind']}",
                "name": name,
                "left": card["left"],
                "label": f"{name} ({level}): {self.t(GUARDIAN_EFFECTS[card['kind']])}",
                "lines": words if roomy else [],
                "y": round(top, 1),
                "end": end,
            }
            top = end

    def legend(self, area: Area, top: float) -> Iterator[tuple[str, str, float]]:
        """What the signs mean, if there is much room."""
        if area.y + area.h - 80 - top < len(LEGEND) * (self.text + 14):
            return
        for i, (sign, words) in enumerate(LEGEND.items()):
            yield sign, self.t(words), round(top + 24 + i * (self.text + 14), 1)

    def supply(self, area: Area) -> Iterator[Dict]:
        """Monuments and camels beside the board."""
        supply = self.view["supply"]
        counts = {**supply["monuments"], "camel": supply["camels"]}
        dx = (area.w - 16) / len(counts)
        for i, (kind, n) in enumerate(counts.items()):
            yield {
                "kind": kind,
                "sign": f"ankh-{kind}",
                "n": n,
                "x": round(area.x + 10 + i * dx, 1),
                "w": round(dx - 6, 1),
                "label": capital(self.t("{thing} in the supply: {n}", thing=self.word(kind), n=n)),
                "step": self.step(f"build {kind}", "Build: {monument}.", monument=self.word(kind)),
            }

    # -- gods ----------------------------------------------------------------------------------------------------------

    def medal(self, god: int) -> Dict:
        """What a god is known by: seat colour and shape, head."""
        return {"god": god, "name": self.god(god), "sign": f"ankh-{self.view['gods'][god]['god']}", "mark": MARKS[god]}

    def card(self, name: str) -> Dict:
        """A battle card."""
        strength = p.CARD_STRENGTH[p.CARDS.index(name)]
        label = f"{self.word(name)}: {self.t(RULES[name])}"
        return {"card": name, "strength": strength, "label": label}

    def sheet(self, seat: int) -> Dict:
        """What own and other panels share: names, devotion, marks."""
        view, god = self.view, self.view["seats"][seat]
        shown = seat if god is None else god
        sheet = view["gods"][shown]
        partner = sheet["partner"]
        low = shown in self.lowest()
        merging = self.merging()
        return {
            "seat": seat,
            **self.medal(shown),
            "second": self.medal(partner) if partner is not None and god is not None else None,
            "sheet": sheet,
            "devotion": sheet["devotion"],
            "forgotten": god is None,
            "current": view["current"] == seat,
            "deciding": seat in view["deciders"],
            "winner": seat in view["winners"],
            "doom": (AFTER["conflict+merge"] if merging else AFTER["conflict+forgotten"]) if low else None,
            "doom_label": self.t("Would merge now" if merging else "Would be forgotten now") if low else "",
            "label": f"{escape(self.names[seat])}, {self.god(shown)}. {self.t(ABILITIES[sheet['god']])}",
        }

    def other(self, seat: int, area: Area) -> Dict:
        """The panel of another seat; of a seat that has merged into another god only what it plays."""
        found = self.sheet(seat)
        entity = self.view["seats"][seat]
        joined = entity is not None and (entity != seat or entity == self.view["seats"][max(self.viewer, 0)])
        found["area"] = area
        found["name_text"] = escape(
            shorten(
                self.names[seat], int((area.w - (184 if found["doom"] or found["winner"] else 140)) / (self.text * 0.6))
            )
        )
        found["joined"] = self.t("plays {god}", god=self.god(entity)) if joined else ""
        if not joined and entity is not None:
            found["stock"] = list(self.stock(entity, area, 24 if self.text == 20 else 28, False))
            found["extras"] = list(self.beside_cards(entity, area))
            found["cards"] = [(card, card in found["sheet"]["hand"], self.word(card)) for card in p.CARDS]
            found["powers"] = self.power_row(found["sheet"]["powers"])
            tight = area.h < 180
            found["low"], found["lower"], found["radius"] = (99, 149, 13) if tight else (110, 169, 16)
            found["cards_step"] = 33.5 if self.text == 20 else 37
        return found

    def power_row(self, powers: list[str]) -> list[tuple[str, str] | None]:
        """Two places for each level."""
        row: list[tuple[str, str] | None] = []
        for level in range(3):
            names = p.POWERS[4 * level : 4 * level + 4]
            here = [(name, f"{self.word(name)}: {self.t(RULES[name])}") for name in names if name in powers]
            row += [*here, None, None][:2]
        return row

    def own(self, seat: int) -> Dict:
        """The viewer's panel: all powers and cards with their names."""
        found = self.sheet(seat)
        area, text = self.table.own, self.text
        entity = self.view["seats"][seat]
        room = int((area.w - 170) / (text * 0.6))
        found |= {
            "area": area,
            "name_text": escape(shorten(self.names[seat], room)),
            "joined": "",
            "column": (area.w - 24) / 2,
        }
        found["stock"] = list(self.stock(entity if entity is not None else seat, area, text + 8, True))
        line = 40.0 if text == 20 else 46.0
        top = area.y + (112 if text == 20 else 128)
        found["line"] = line
        found["levels"] = [(level, top + (level - 1) * (2 * line + 28) + 14) for level in (1, 2, 3)]
        found["powers"] = [self.power(i, found, top) for i in range(len(p.POWERS))]
        found["cards"] = [self.own_card(i, found, area.y + area.h - 10 - 4 * line) for i in range(len(p.CARDS))]
        return found

    def fit(self, words: str, room: float) -> Dict:
        """A name, and the width to which it is pressed together if it may be too long."""
        return {"name": escape(words), "press": room if len(words) * self.text * 0.56 > room else None}

    def power(self, i: int, found: Dict, top: float) -> Dict:
        """A power of the viewer: unlocked, to be unlocked, or not; two columns, two rows for each level."""
        name = p.POWERS[i]
        level, k = divmod(i, 4)
        words = f"{self.word(name)}: {self.t(RULES[name])}"
        return {
            "power": name,
            **self.fit(self.word(name), found["column"] - 50),
            "x": round(found["area"].x + 12 + k % 2 * found["column"], 1),
            "y": round(top + 28 * (level + 1) + (2 * level + k // 2) * found["line"], 1),
            "label": words,
            "on": name in found["sheet"]["powers"],
            "step": self.step(f"power {name}", "Unlock {power}.", power=self.word(name)),
        }

    def own_card(self, i: int, found: Dict, top: float) -> Dict:
        """A card of the viewer: in hand, used, or committed; two columns, filled downwards."""
        name, sheet = p.CARDS[i], found["sheet"]
        card = self.card(name)
        own = (self.view["secret"] or {}).get("own")
        room = found["column"] - (92 if card["strength"] else 50)
        return {
            **card,
            **self.fit(self.t(SHORT[name]), room),
            "x": round(found["area"].x + 12 + i // 4 * found["column"], 1),
            "y": round(top + i % 4 * found["line"], 1),
            "state": "spent" if name not in sheet["hand"] else "mine" if isinstance(own, list) and name in own else "",
            "step": self.step(f"card {name}", "Play {card}.", card=self.word(name)),
        }

    def stock(self, god: int, area: Area, size: int, own: bool) -> Iterator[Dict]:
        """What lies before a god, side by side; closer together where there is much."""
        goods = [*self.goods(god, own), *self.extras(god)] if own else list(self.goods(god, own))
        widths = [size + self.text * (0.62 * len(str(n)) + 0.55) for _, n, _, _ in goods]
        squeeze = min(1, (area.w - 22) / sum(widths))
        x = area.x + 14
        for (sign, n, label, step), width in zip(goods, widths):
            yield {"sign": sign, "n": n, "label": label, "step": step, "x": round(x, 1), "size": size}
            x += width * squeeze

    def beside_cards(self, god: int, area: Area) -> Iterator[Dict]:
        """What belongs to an ability, at the right end of the line of cards; a second one at that of the powers."""
        size, x = (24, area.x + area.w - 56) if self.text == 20 else (28, area.x + area.w - 70)
        for sign, n, label, step in self.extras(god):
            yield {"sign": sign, "n": n, "label": label, "step": step, "x": x, "size": size}

    def goods(self, god: int, own: bool) -> Iterator[tuple[str, int, str, Dict | None]]:
        """Followers, ankh tokens, pool and captured warriors: sign, number, words and step."""
        sheet, t, word = self.view["gods"][god], self.t, self.word
        yield "ankh-follower", sheet["followers"], t("Followers: {n}", n=sheet["followers"]), None
        yield "ankh", sheet["tokens"], t("Ankh tokens in the pool: {n}", n=sheet["tokens"]), None
        capture = self.step(f"captive {sheet['god']}", "Hold a warrior of {god}.", god=self.god(god))
        summon = self.step("warrior", "Summon a {figure}.", figure=word("warrior")) if own else capture
        yield "ankh-warrior", sheet["warriors"], t("Warriors in the pool: {n}", n=sheet["warriors"]), summon
        for card in self.view["supply"]["guardians"]:
            kind, n = card["kind"], sheet["guardians"].get(card["kind"], 0)
            step = self.step(kind, "Summon a {figure}.", figure=word(kind)) if own else None
            if n or step:
                yield f"ankh-{kind}", n, t("{figure} in the pool: {n}", figure=word(kind), n=n), step
        ransom = self.step("ransom", "Free a warrior held by Anubis for one follower.") if own else None
        if sheet["held_by_anubis"] or ransom:
            n = sheet["held_by_anubis"]
            yield "ankh-captive", n, capital(t("held by Anubis: {n}", n=n)), ransom

    def extras(self, god: int) -> Iterator[tuple[str, int, str, Dict | None]]:
        """What belongs to the abilities of a god."""
        abilities, supply, t = self.view["gods"][god]["abilities"], self.view["supply"], self.t
        if "anubis" in abilities:
            n = sum(sheet["held_by_anubis"] for sheet in self.view["gods"])
            yield "ankh-captive", n, t("Captives: {n}", n=n), None
        if "ra" in abilities:
            yield "ankh-sun", supply["suns"], t("Suns left: {n}", n=supply["suns"]), None
        if "osiris" in abilities:
            yield "ankh-gate", supply["tiles"], t("Underworld tiles left: {n}", n=supply["tiles"]), None
        if "amun" in abilities:
            label = "Amun may still play two cards in this Conflict" if supply["amun_token"] else "Amun's token is used"
            yield "ankh-amun", int(supply["amun_token"]), t(label), None


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


def signs(view: View) -> list[str]:
    """The signs that this drawing may use."""
    guardians = [card["kind"] for card in view["supply"]["guardians"]]
    own = (*(sheet["god"] for sheet in view["gods"]), *guardians, *p.MONUMENTS[1:], *p.CARDS, *p.POWERS, *SIGNS)
    return [*MARKS[: view["players"]], "scarab", "ankh", "wings", *(f"ankh-{name}" for name in dict.fromkeys(own))]
