"""The middle of the drawn table: the six slots with their prices, the stacks, the supply."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from khonsu.draw.labels import Dict, View
from khonsu.games.ankhor.picture.labels import doing, rounds, summary
from khonsu.games.ankhor.picture.layout import NARROW, WIDE, Middle
from khonsu.games.ankhor.picture.tiles import GLYPHS, TilesAndTokens
from khonsu.games.ankhor.rules import pieces as p


class Market(TilesAndTokens):
    """What lies between the players."""

    @property
    def middle(self) -> Middle:
        """Where it lies."""
        return NARROW if self.narrow else WIDE

    def shown(self, height: int) -> Dict:
        """What the template draws, each part from its own share of the view."""
        view = self.view
        chosen = view["chosen"] if self.choices else {}
        seats = [(domain["score"]["total"], len(domain["tiles"])) for domain in view["domains"]]
        top = {**self.only("round", "last_round", "over", "winners", "current"), "seats": seats}
        coming = self.coming(self.viewer) if chosen else None
        saving = self.beginning("save") if "slot" in chosen else {}
        buying = self.beginning("slot")
        payable = view["domains"][self.viewer]["affordable"] if self.viewer >= 0 and not view["over"] else []
        return {
            "top": self.late("top", top, height, coming),
            "row": self.late(
                "row", {"slots": view["slots"], "chosen": chosen, "payable": payable}, steps=buying | saving
            ),
            "sources": self.late("sources", {"stacks": view["stacks"]}, steps=self.beginning("stack")),
            "supply": self.late("supply", {"supply": view["supply"]}, steps=self.beginning(*p.TOKENS)),
            "foot": self.late("foot", {}, view["bonus_left"], view["players"] == 2 and len(view["discards"])),
        }

    def top(self, height: int, coming: View | None) -> Dict:
        """Everything above the slots."""
        view, t = self.view, self.t
        return {
            "middle": self.middle,
            "text": self.text,
            "width": 800 if self.narrow else 1600,
            "height": height,
            "summary": summary(view, self.names, t),
            "status": doing(view, self.names, t, self.narrow),
            "rounds": rounds(view, t),
            "last": view["last_round"] and not view["over"],
            "preview": coming and self.tile(coming),
        }

    def row(self) -> Dict:
        """The slots."""
        return {"middle": self.middle, "text": self.text, "slots": list(self.slots(self.middle))}

    def sources(self) -> Dict:
        """The stacks."""
        return {"middle": self.middle, "text": self.text, "stacks": list(self.stacks(self.middle))}

    def supply(self) -> Markup:
        """The tokens that nobody has."""
        return Markup("".join(self.piles(self.middle)))

    def foot(self, bonus: int, discards: int | bool) -> Dict:
        """Bonus tokens, and with two players the discarded tiles."""
        return {
            "middle": self.middle,
            "text": self.text,
            "bonus": bonus,
            "discards": None if discards is False else discards,
        }

    def slots(self, m: Middle) -> Iterator[Dict]:
        """The six slots with their prices."""
        buying = any(notation.startswith("slot ") for notation in self.choices)
        for number, slot in enumerate(self.view["slots"], 1):
            x, y = m.slots.at(number - 1)
            tile = slot["tile"] and self.tile(slot["tile"])
            price = ", ".join(self.token[colour] for colour in slot["price"])
            what = tile["label"] if tile else self.t("empty")
            payable = number in self.view["payable"]
            words = "Buy {tile} for {price}." if payable else "Take what you lack for {tile}."
            step = self.step(f"slot {number}", words, tile=what, price=price)
            chosen = self.chosen.get("slot") == number
            yield {
                "number": number,
                "x": x,
                "centre": x + m.slots.dx / 2,
                "left": x + (m.slots.dx - m.tile) / 2,
                "top": y + 72,
                "tile": tile,
                "label": self.t("Slot {slot}: {tile}; price: {price}", slot=number, tile=what, price=price),
                "step": step,
                "chosen": chosen,
                "payable": payable,
                "impossible": buying and tile is not None and step is None and not payable,
                "markers": list(self.markers(slot["price"], x + m.slots.dx / 2, y + 43, m.marker, chosen)),
            }

    def markers(self, price: list[str], x: float, y: float, r: float, chosen: bool) -> Iterator[Dict]:
        """Price markers side by side; while one may be saved, the first of each colour stands for that step."""
        seen: set[str] = set()
        for i, colour in enumerate(price):
            first, token = chosen and colour not in seen, self.token[colour]
            seen.add(colour)
            yield {
                "colour": colour,
                "x": round(x + (i - (len(price) - 1) / 2) * (2 * r + 4), 1),
                "y": y,
                "step": self.step(f"save {colour}", "Do not pay {token}.", token=token) if first else None,
            }

    def stacks(self, m: Middle) -> Iterator[Dict]:
        """The two stacks: back of the top tile, thickness, size."""
        for i, stack in enumerate(self.view["stacks"]):
            x, y = m.stacks.at(i)
            top, name = stack["top"] and self.term[stack["top"]], stack["name"]
            label = self.t.count("Stack {name}: {n} tile", "Stack {name}: {n} tiles", stack["size"], name=name)
            draw = "Draw from stack {stack}; its top tile is {colour}."
            yield {
                **stack,
                "x": x,
                "y": y,
                "edges": [5 * k for k in range(-(-stack["size"] // 10), 0, -1)],
                "glyph": GLYPHS.get(stack["top"]),
                "label": f"{label} ({top})" if top else label,
                "step": self.step(f"stack {name}", draw, stack=name, colour=top),
            }

    def piles(self, m: Middle) -> Iterator[str]:
        """The supply."""
        for i, kind in enumerate(p.TOKENS):
            n = self.view["supply"][kind]
            step = self.step(kind, "Take {token}.", token=self.token[kind])
            yield self.pile(f"supply-{kind}", kind, n, m.piles.at(i), m.token, m.beside, step)
