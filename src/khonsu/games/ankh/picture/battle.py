"""The arena of the drawn table: a battle under way, and an account of what the last step has decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import escape

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, View, capital, wrap
from khonsu.draw.marks import MARKS
from khonsu.games.ankh.picture.beside import BesideMap
from khonsu.games.ankh.picture.labels import BY_QUESTION, HELP, SHORT, STEPS
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.view.state import EVENTS
from khonsu.games.ankh.words.log import tell
from khonsu.kernel.game import Event

OPENING = ("conflict", "dominance", "battle")
FIGHTING = ("played", "offered", "spared", "strength", "won", "tied", "died", "kept", "built", "captured")
CLOSING = ("merged", "to_card", "forgotten", "over")
DRAWN = ("battle", "played", "strength", "won", "tied", "dominance", "conflict")  # told by rows and titles
PART_SIGNS = {"androsphinx": "androsphinx", "captives": "captive", "temple-attuned": "temple"}
PART_WORDS = {"captives": "Captive warriors"}


@dataclass
class Chapter:
    """What the last step brought about in one region: its events, in their order."""

    kind: str  # conflict, dominance, battle, or the close of a Conflict
    token: int | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def told(self) -> bool:
        """Whether something was decided."""
        return self.kind == "close" or any(EVENTS[event.kind] in ("won", "tied", "dominance") for event in self.events)

    def of(self, *kinds: str) -> Iterator[Event]:
        """The events of some kinds."""
        return (event for event in self.events if EVENTS[event.kind] in kinds)


def chapters(view: View) -> list[Chapter]:
    """The part of the last step that belongs to a Conflict, region by region."""
    found: list[Chapter] = []
    for kind, god, *numbers in view["happened"]:
        a, b, c, d, e, f = numbers
        event = Event(EVENTS.index(kind), god, a, b, c, d, e, f, False, False)
        if kind == "turn":
            break
        if kind in OPENING:
            found.append(Chapter(kind, a if kind != "conflict" else None))
        elif kind in CLOSING and (not found or found[-1].kind != "close"):
            found.append(Chapter("close"))
        elif not found and kind in FIGHTING:
            found.append(Chapter("battle"))  # it was under way before this step
        if found:
            found[-1].events.append(event)
            if kind in ("won", "tied"):
                found[-1].token = a
    return found


class Arena(BesideMap):
    """Rows below each other: gods, titles, effects; as many as there is room for."""

    def shown(self) -> Late:
        """The whole arena from its share of the view."""
        hexes = [{"monument": h["monument"], "regions": h["regions"]} for h in self.view["hexes"] if h["monument"]]
        share = self.only("conflict", "happened", "question", "secret", "regions")
        return self.late("arena", {**share, "gods": self.who(), "hexes": hexes})

    def arena(self) -> Dict:
        """The battle under way with what has just happened in it, and what was decided before it."""
        area, conflict = self.table.arena, self.view["conflict"]
        assert area is not None
        battle = conflict["battle"] if conflict else None
        past = chapters(self.view)
        found: Dict = {"title": self.t("The Conflict has been resolved"), "note": "", "phases": []}
        if not battle:
            room = area.h - 56
            return found | {"rows": self.place(self.account(past, room), area.y + 46)}
        under_way = past and past[-1].kind == "battle" and past[-1].token in (None, conflict["token"])
        here = past.pop() if under_way else None
        step = BY_QUESTION.get(self.view["question"], battle["step"])
        found["title"] = self.t("Battle") + " · " + self.region(conflict["token"])
        found["note"] = f"{step} {self.t(STEPS[step])}"
        found["phases"] = self.phases(step)
        room = area.h - 86 - self.text
        rows = self.fight(battle, conflict, room)
        rows += self.fitting(self.majorities(conflict["token"]), room - height(rows))
        rows += self.fitting(self.titles(here) + self.effects(here) if here else [], room - height(rows))
        rows += self.account(past, room - height(rows))
        help_lines = self.lines(self.t(HELP[step]), "help")
        rows += help_lines if height(rows) + height(help_lines) <= room else []
        return found | {"rows": self.place(rows, area.y + 72 + self.text)}

    def phases(self, now: str) -> list[Dict]:
        """The nine steps of a battle: over, now, to come."""
        at = list(STEPS).index(now)
        return [
            {"label": f"{step} {self.t(words)}", "state": "over" if i < at else "now" if i == at else ""}
            for i, (step, words) in enumerate(STEPS.items())
        ]

    # -- rows ----------------------------------------------------------------------------------------------------------

    def place(self, rows: list[Dict], top: float) -> list[Dict]:
        """The rows below each other: each gets the middle of its height."""
        for row in rows:
            row["y"] = round(top + row["h"] / 2, 1)
            top += row["h"]
        return rows

    def fitting(self, rows: list[Dict], room: float) -> list[Dict]:
        """The rows that have room."""
        while rows and height(rows) > room:
            rows.pop()
        return rows

    def lines(self, words: str, kind: str = "line") -> list[Dict]:
        """A sentence in as many rows as it takes."""
        assert self.table.arena is not None
        lines = wrap(words, self.letters(self.table.arena.w - 50))
        return [
            {"kind": kind, "h": self.text + (8 if i == len(lines) - 1 else 3), "words": escape(line), "first": i == 0}
            for i, line in enumerate(lines)
        ]

    def fight(self, battle: View, conflict: View, room: float) -> list[Dict]:
        """The participants of the battle under way."""
        tall = min(2 * self.text + 40.0, room / len(battle["gods"]))
        return [self.fighter(god, battle, conflict) | {"kind": "god", "h": round(tall, 1)} for god in battle["gods"]]

    def majorities(self, token: int) -> list[Dict]:
        """AK-76: who has most monuments of each kind in the region."""
        found = []
        for kind in p.MONUMENTS[1:]:
            there = (h["monument"] for h in self.view["hexes"] if h["monument"] and token in h["regions"])
            counts = Counter(m["god"] for m in there if m["kind"] == kind and m["god"] is not None).most_common(2)
            if counts and (len(counts) == 1 or counts[0][1] > counts[1][1]):
                god = counts[0][0]
                label = self.t("Majority ({monument}): {god}", monument=self.word(kind), god=self.god(god))
                found.append({"sign": f"ankh-{kind}", "god": god, "mark": MARKS[god], "label": capital(label)})
        words = self.t("Majorities") if found else self.t("No majorities")
        return [{"kind": "majorities", "h": self.text + 22, "words": words, "things": found}]

    def fighter(self, god: int, battle: View, conflict: View) -> Dict:
        """A participant: its figures, its cards, what its strength is made of."""
        secret, asked = self.view["secret"], self.view["question"]
        hidden = 0
        if asked == "card" and secret and god in secret["committed"]:
            hidden = 2 if god in battle["two_cards"] else 1
        strength = battle["strength"].get(god)
        parts = list(self.parts(god, battle))
        total = sum(part["n"] for part in battle["parts"][god]) if strength is None else strength
        return {
            **self.medal(god),
            "cards": self.chips(battle["played"].get(god, [])),
            "hidden": hidden,
            "waiting": bool(secret and god in secret["waiting"]),
            "offered": bool(secret and asked == "offer" and god in secret["committed"]),
            "parts": self.spread(parts),
            "total": total,
            "open": strength is None,
            "label": self.t("Strength: {n}" if strength is not None else "Strength so far: {n}", n=total),
            "died": battle["died"].get(god, 0),
            "gain": 0,
            "winner": battle["winner"] == god,
            "tie": conflict["tie_breaker"] == god and conflict["tie_breaker_up"],
        }

    def parts(self, god: int, battle: View) -> Iterator[Dict]:
        """Figures by their kinds, then what adds to them or takes from them, each with its cause."""
        for kind, n in battle["figures"][god].items():
            head = self.view["gods"][god]["god"] if kind == "god" else kind
            name = self.god(god) if kind == "god" else self.word(kind)
            yield {"sign": f"ankh-{head}", "n": str(n), "label": capital(f"{name}: {n}")}
        for part in battle["parts"][god]:
            cause, n = part["cause"], part["n"]
            if cause != "figures":
                name = self.t(PART_WORDS[cause]) if cause in PART_WORDS else self.word(cause)
                yield {"sign": f"ankh-{PART_SIGNS.get(cause, cause)}", "n": signed(n), "label": f"{name}: {signed(n)}"}

    def spread(self, parts: list[Dict]) -> list[Dict]:
        """The parts side by side, closer together where there are many."""
        assert self.table.arena is not None
        widths = [30 + self.text * 0.62 * len(part["n"]) + 10 for part in parts]
        squeeze = min(1.0, (self.table.arena.w - 150) / (sum(widths) or 1))
        x = self.table.arena.x + 66
        for part, width in zip(parts, widths):
            part["x"] = round(x, 1)
            x += width * squeeze
        return parts

    def chips(self, cards: list[str]) -> list[Dict]:
        """Revealed cards with their names; of two at once the signs only."""
        found, x = [], 0.0
        for name in cards:
            words = self.t(SHORT[name]) if len(cards) == 1 or self.text > 20 else ""
            width = 36 + len(words) * self.text * 0.58
            found.append({**self.card(name), "name": words, "x": round(x, 1), "w": round(width, 1)})
            x += width + 6
        return found

    # -- what has happened ---------------------------------------------------------------------------------------------

    def account(self, past: list[Chapter], room: float) -> list[Dict]:
        """What was decided, region by region in order; in fewer rows where there is no room for all."""
        told = [self.chapter(chapter, 0) for chapter in past]
        while len(told) > 1 and sum(map(height, told)) > room:
            told.pop(0)
        past = past[len(past) - len(told) :]
        for depth in (1, 2):
            for i in reversed(range(len(told))):
                longer = self.chapter(past[i], depth)
                if sum(map(height, told)) - height(told[i]) + height(longer) <= room:
                    told[i] = longer
        rows = [row for rows in told for row in rows]
        while height(rows) > room or (rows and not rows[0].get("first", True)):  # how it ended matters most
            rows.pop(0)
        return rows

    def chapter(self, chapter: Chapter, depth: int) -> list[Dict]:
        """A region that is decided: a title; then its gods; then the effects in their order."""
        rows = self.titles(chapter)
        if depth > 0:
            for god in dict.fromkeys(event.seat for event in chapter.of("strength", "played")):
                rows.append(self.past_fighter(god, chapter) | {"kind": "god", "h": self.text + 24})
        return rows + (self.effects(chapter) if depth > 1 or chapter.kind == "close" else [])

    def titles(self, chapter: Chapter) -> list[Dict]:
        """The outcome."""
        rows: list[Dict] = []
        for event in list(chapter.of("conflict", "won", "tied", "dominance"))[-1:]:
            rows += self.lines(tell(event, self.names, self.t), "title")
        return rows

    def past_fighter(self, god: int, chapter: Chapter) -> Dict:
        """What a participant played, its strength, and what it gained and lost."""
        strength = [event for event in chapter.of("strength") if event.seat == god]
        return {
            **self.medal(god),
            "cards": self.chips([p.CARDS[event.a] for event in chapter.of("played") if event.seat == god]),
            "hidden": 0,
            "waiting": False,
            "offered": False,
            "parts": [],
            "total": strength[0].a if strength else 0,
            "open": False,
            "label": self.t("Strength: {n}", n=strength[0].a if strength else 0),
            "died": sum(event.seat == god for event in chapter.of("died")),
            "gain": sum(event.a for event in chapter.of("gained") if event.seat == god),
            "winner": any(event.seat == god for event in chapter.of("won")),
            "tie": False,
        }

    def effects(self, chapter: Chapter) -> list[Dict]:
        """Each effect in order with its cause, as in the log."""
        rows: list[Dict] = []
        for event in chapter.events:
            words = tell(event, self.names, self.t) if EVENTS[event.kind] not in DRAWN else ""
            rows += self.lines(words) if words else []
        return rows


def height(rows: list[Dict]) -> float:
    """Of rows below each other."""
    total: float = sum(row["h"] for row in rows)
    return total


def signed(n: int) -> str:
    """A number with its sign."""
    return f"+{n}" if n >= 0 else f"−{-n}"
