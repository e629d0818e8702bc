"""What lies beside the board: guardian cards, the supply, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, capital, wrap
from khonsu.draw.layout import Area
from khonsu.games.ankh.picture.beside import BesideMap
from khonsu.games.ankh.picture.labels import GUARDIAN_EFFECTS

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


class Supply(BesideMap):
    """Guardians and signs as far as there is room; below them the supply."""

    def shown(self) -> Late:
        """The whole panel from its share of the view."""
        share = {name: self.view["supply"][name] for name in ("guardians", "monuments", "camels")}
        return self.late("stage", {"supply": share}, steps=self.beginning("build"))

    def stage(self) -> Dict:
        """The whole panel."""
        area = self.table.stage
        cards = list(self.guardians(area, area.y + 66))
        return {
            "title": self.t("Supply"),
            "cards": cards,
            "legend": list(self.legend(area, cards[-1]["end"] if cards else area.y + area.h)),
            "supply": list(self.supply(area)),
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
