"""The gods' panels of the drawn table: the viewer's with all powers and cards, the others' with signs only."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, capital, shorten
from khonsu.draw.layout import Area
from khonsu.games.ankh.picture.beside import BesideMap
from khonsu.games.ankh.picture.labels import ABILITIES, SHORT
from khonsu.games.ankh.rules import pieces as p


class Gods(BesideMap):
    """The panels of the gods."""

    def shown(self, seat: int, place: int) -> Late:
        """The panel of a seat from its share of the view; the viewer's has place -1."""
        view, own = self.view, place < 0
        god = view["seats"][seat]
        shown = seat if god is None else god
        partner = view["gods"][shown]["partner"]
        gods: list[Dict] = [{"god": sheet["god"], "held_by_anubis": sheet["held_by_anubis"]} for sheet in view["gods"]]
        for each in (shown, partner):
            if each is not None:
                gods[each] = view["gods"][each]
        words = ("power", "card", "warrior", "ransom", *(card["kind"] for card in view["supply"]["guardians"]))
        share = {
            **self.only("seats", "current", "deciders", "winners", "supply"),
            "gods": gods,
            "notices": [notice for notice in view["notices"] if notice["kind"] in ("merge", "forgotten")],
            "secret": view["secret"] if own else None,
        }
        steps = self.beginning("captive", *(words if own else ()))
        if own:
            return self.late("own", share, seat, steps=steps)
        return self.late("other", share, seat, place, max(self.viewer, 0), steps=steps)

    def sheet(self, seat: int) -> Dict:
        """What own and other panels share: names, devotion, marks."""
        view, god = self.view, self.view["seats"][seat]
        shown = seat if god is None else god
        sheet = view["gods"][shown]
        partner = sheet["partner"]
        low, merging = shown in self.doom["gods"], self.doom["kind"] == "merge"
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
            "doom": ("ankh-merge" if merging else "ankh-forgotten") if low else None,
            "doom_label": self.t("Would merge now" if merging else "Would be forgotten now") if low else "",
            "label": f"{escape(self.names[seat])}, {self.god(shown)}. {self.t(ABILITIES[sheet['god']])}",
        }

    def other(self, seat: int, place: int, viewer: int) -> Dict:
        """The panel of another seat; of a seat that has merged into another god only what it plays."""
        found, area = self.sheet(seat), self.table.others[place]
        entity = self.view["seats"][seat]
        joined = entity is not None and (entity != seat or entity == self.view["seats"][viewer])
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
            here = [(name, self.rule(name)) for name in names if name in powers]
            row += [*here, None, None][:2]
        return row

    def own(self, seat: int) -> Dict:
        """The viewer's panel: all cards with their names; all powers likewise, in a short panel the unlocked ones."""
        found = self.sheet(seat)
        area, text = self.table.own, self.text
        entity = self.view["seats"][seat]
        room = int((area.w - 170) / (text * 0.6))
        line = 40.0 if text == 20 else 46.0
        found |= {
            "area": area,
            "name_text": escape(shorten(self.names[seat], room)),
            "joined": "",
            "column": (area.w - 24) / 2,
            "line": line,
        }
        found["stock"] = list(self.stock(entity if entity is not None else seat, area, text + 8, True))
        found["cards"] = [self.own_card(i, found, area.y + area.h - 10 - 4 * line) for i in range(len(p.CARDS))]
        if self.table.short:
            return found | {"levels": [], "powers": [], "coins": self.power_row(found["sheet"]["powers"])}
        top = area.y + (112 if text == 20 else 128)
        found["levels"] = [(level, top + (level - 1) * (2 * line + 28) + 14) for level in (1, 2, 3)]
        found["powers"] = [self.power(i, found, top) for i in range(len(p.POWERS))]
        return found | {"coins": []}

    def power(self, i: int, found: Dict, top: float) -> Dict:
        """A power of the viewer: unlocked, to be unlocked, or not; two columns, two rows for each level."""
        name = p.POWERS[i]
        level, k = divmod(i, 4)
        words = self.rule(name)
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

    def goods(self, god: int, own: bool) -> Iterator[tuple[str, int, str, Markup | None]]:
        """Followers, ankh tokens, pool and captured warriors: sign, number, words and step."""
        sheet, t, word = self.view["gods"][god], self.t, self.word
        yield "ankh-follower", sheet["followers"], t("Followers: {n}", n=sheet["followers"]), None
        yield "ankh", sheet["tokens"], t("Ankh tokens in the pool: {n}", n=sheet["tokens"]), None
        capture = self.step(f"captive {sheet['god']}", "Take a warrior of {god} captive.", god=self.god(god))
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

    def extras(self, god: int) -> Iterator[tuple[str, int, str, Markup | None]]:
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
