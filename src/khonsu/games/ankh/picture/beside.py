"""What all who draw beside the map share: the words, the next event, how cards and gods are shown."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import escape

from khonsu.draw.labels import Dict, View
from khonsu.draw.marks import MARKS
from khonsu.games.ankh.picture.labels import RULES, Named
from khonsu.games.ankh.picture.layout import TableParts
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words.notices import ROMAN, region_name
from khonsu.text import Text


class BesideMap(Named):
    """Places things beside the map."""

    def __init__(
        self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], table: TableParts
    ) -> None:
        super().__init__(view, names, t, seat, choices)
        self.table, self.text, self.shape = table, table.text, table.shape

    @property
    def next(self) -> str | None:
        """The event that comes next."""
        view = self.view
        return view["events"][view["event"]] if view["event"] < len(view["events"]) else None

    @property
    def doom(self) -> Dict:
        """The next time gods merge or are forgotten."""
        losses = (notice for notice in self.view["notices"] if notice["kind"] in ("merge", "forgotten"))
        return next(losses, {"kind": "", "gods": []})

    def letters(self, room: float) -> int:
        """How many letters fit into a width."""
        return int(room / (self.text * 0.53))

    def event_name(self, number: int, full: bool = False) -> str:
        """An event in words, a Conflict with its number; in full with what follows it."""
        kind = self.view["events"][number]
        if not kind.startswith("conflict"):
            return self.word(kind)
        conflicts = sum(each.startswith("conflict") for each in self.view["events"][: number + 1])
        return f"{self.word(kind if full else 'conflict')} ({ROMAN[conflicts]})"

    def region(self, token: int) -> str:
        """A region by its number and where it lies."""
        found = next((region for region in self.view["regions"] if region["token"] == token), None)
        name = self.t("Region {token}", token=token)
        return f"{name} · {region_name(found, self.t)}" if found else name

    def medal(self, god: int) -> Dict:
        """What a god is known by: seat colour and shape, head."""
        return {"god": god, "name": self.god(god), "sign": f"ankh-{self.view['gods'][god]['god']}", "mark": MARKS[god]}

    def card(self, name: str) -> Dict:
        """A battle card."""
        strength = p.CARD_STRENGTH[p.CARDS.index(name)]
        return {"card": name, "strength": strength, "label": self.rule(name)}

    def rule(self, name: str) -> str:
        """A card or a power with what it does."""
        return self.t("{name}: {rule}", name=self.word(name), rule=self.t(RULES[name]))

    def fit(self, words: str, room: float) -> Dict:
        """A name, and the width to which it is pressed together if it may be too long."""
        return {"name": escape(words), "press": room if len(words) * self.text * 0.56 > room else None}
