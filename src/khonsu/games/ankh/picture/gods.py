"""The gods' panels of the drawn table: the viewer's with all powers and cards, the others' with signs only."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from khonsu.draw.labels import Dict, capital, shorten
from khonsu.draw.layout import Area
from khonsu.games.ankh.picture.beside import BesideMap
from khonsu.games.ankh.picture.labels import ABILITIES, SHORT
from khonsu.games.ankh.rules import pieces as p


class Gods(BesideMap):
    """The panels of the gods."""

    def shown(self, seat: int, place: int) -> Dict:
        """The panel of a seat from its share of the view; the viewer's has place -1."""
        view, supply = self.view, self.view["supply"]
        god = view["seats"][seat]
        shown = seat if god is None else god
        sheet, doom = view["gods"][shown], self.doom
        gods = self.who()
        gods[shown] = sheet
        kinds = [card["kind"] for card in supply["guardians"]]
        share = {
            "god": god,
            "gods": gods,
            "deciding": seat in view["deciders"],
            "winner": seat in view["winners"],
            "doom": doom["kind"] if shown in doom["gods"] else "",
            "guardians": kinds,
            "stock": {ability: self.in_stock(ability) for ability in sheet["abilities"]},
        }
        captive = self.beginning("captive")
        if place >= 0:
            return {"panel": self.late("other", share, seat, place, view["seats"][max(self.viewer, 0)], steps=captive)}
        powers, cards = {"powers": sheet["powers"]}, {"hand": sheet["hand"], "secret": view["secret"]}
        summon = self.beginning("warrior", "ransom", *kinds)
        return {
            "panel": self.late("own", share, seat, steps=captive | summon),
            "powers": self.late("powers", powers, steps=self.beginning("power")),
            "cards": self.late("cards", cards, steps=self.beginning("card")),
        }

    def in_stock(self, ability: str) -> int:
        """What lies beside the board for an ability."""
        supply = self.view["supply"]
        if ability == "anubis":
            return sum(sheet["held_by_anubis"] for sheet in self.view["gods"])
        return int(supply[{"ra": "suns", "osiris": "tiles", "amun": "amun_token"}[ability]]) if ability != "isis" else 0

    def sheet(self, seat: int) -> Dict:
        """What own and other panels share: names, devotion, marks."""
        view, god = self.view, self.view["god"]
        shown = seat if god is None else god
        sheet, doom = view["gods"][shown], view["doom"]
        partner = sheet["partner"]
        return {
            "seat": seat,
            **self.medal(shown),
            "second": self.medal(partner) if partner is not None and god is not None else None,
            "sheet": sheet,
            "devotion": sheet["devotion"],
            "forgotten": god is None,
            "deciding": view["deciding"],
            "winner": view["winner"],
            "doom": doom and f"ankh-{doom}",
            "doom_label": doom and self.t("Would merge now" if doom == "merge" else "Would be forgotten now"),
            "label": f"{escape(self.names[seat])}, {self.god(shown)}. {self.t(ABILITIES[sheet['god']])}",
        }

    def other(self, seat: int, place: int, beside: int | None) -> Dict:
        """The panel of another seat; of a seat that has merged into another god only what it plays."""
        found, area = self.sheet(seat), self.table.others[place]
        entity = self.view["god"]
        joined = entity is not None and (entity != seat or entity == beside)
        found["area"] = area
        found["name_text"] = escape(
            shorten(
                self.names[seat], int((area.w - (196 if found["doom"] or found["winner"] else 140)) / (self.text * 0.6))
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

    @property
    def column(self) -> float:
        """How wide a column of the viewer's powers and cards is."""
        return (self.table.own.w - 24) / 2

    @property
    def line(self) -> float:
        """How high one of them is."""
        return 40.0 if self.text == 20 else 46.0

    def own(self, seat: int) -> Dict:
        """The upper part of the viewer's panel."""
        found = self.sheet(seat)
        area, text = self.table.own, self.text
        entity = self.view["god"]
        room = int((area.w - (196 if found["doom"] or found["winner"] else 170)) / (text * 0.6))
        found |= {
            "area": area,
            "name_text": escape(shorten(self.names[seat], room)),
            "joined": "",
        }
        found["stock"] = list(self.stock(entity if entity is not None else seat, area, text + 8, True))
        return found

    def powers(self) -> Dict:
        """All powers of the viewer with their names; in a short panel the unlocked ones as signs."""
        area, text, line = self.table.own, self.text, self.line
        found: Dict = {"area": area, "column": self.column, "line": line, "levels": [], "powers": [], "coins": []}
        if self.table.short:
            return found | {"coins": self.power_row(self.view["powers"])}
        top = area.y + (112 if text == 20 else 128)
        found["levels"] = [(level, top + (level - 1) * (2 * line + 28) + 14) for level in (1, 2, 3)]
        return found | {"powers": [self.power(i, top) for i in range(len(p.POWERS))]}

    def cards(self) -> Dict:
        """All cards of the viewer with their names."""
        area, line = self.table.own, self.line
        cards = [self.own_card(i, area.y + area.h - 10 - 4 * line) for i in range(len(p.CARDS))]
        return {"column": self.column, "line": line, "cards": cards}

    def power(self, i: int, top: float) -> Dict:
        """A power of the viewer: unlocked, to be unlocked, or not; two columns, two rows for each level."""
        name = p.POWERS[i]
        level, k = divmod(i, 4)
        words = self.rule(name)
        return {
            "power": name,
            **self.fit(self.word(name), self.column - 50),
            "x": round(self.table.own.x + 12 + k % 2 * self.column, 1),
            "y": round(top + 28 * (level + 1) + (2 * level + k // 2) * self.line, 1),
            "label": words,
            "on": name in self.view["powers"],
            "step": self.step(f"power {name}", "Unlock {power}.", power=self.word(name)),
        }

    def own_card(self, i: int, top: float) -> Dict:
        """A card of the viewer: in hand, used, or committed; two columns, filled downwards."""
        name = p.CARDS[i]
        card = self.card(name)
        own = (self.view["secret"] or {}).get("own")
        room = self.column - (92 if card["strength"] else 50)
        return {
            **card,
            **self.fit(self.t(SHORT[name]), room),
            "x": round(self.table.own.x + 12 + i // 4 * self.column, 1),
            "y": round(top + i % 4 * self.line, 1),
            "state": "spent"
            if name not in self.view["hand"]
            else "mine"
            if isinstance(own, list) and name in own
            else "",
            "step": self.step(f"card {name}", "Play {card}.", card=self.word(name)),
        }

    def stock(self, god: int, area: Area, size: int, own: bool) -> Iterator[Dict]:
        """What lies before a god, side by side; closer together where there is much."""
        goods = [*self.goods(god, own), *self.extras(god)] if own else list(self.goods(god, own))
        widths = [size + self.text * (0.62 * len(str(n)) + 0.55) for _, n, _, _ in goods]
        squeeze = min(1, (area.w - 22) / sum(widths))
        x = area.x + 14
        for (sign, n, label, step), width in zip(goods, widths):
            yield {"god": god, "sign": sign, "n": n, "label": label, "step": step, "x": round(x, 1), "size": size}
            x += width * squeeze

    def beside_cards(self, god: int, area: Area) -> Iterator[Dict]:
        """What belongs to an ability, at the right end of the line of cards; a second one at that of the powers."""
        size, x = (24, area.x + area.w - 56) if self.text == 20 else (28, area.x + area.w - 70)
        for sign, n, label, step in self.extras(god):
            yield {"god": god, "sign": sign, "n": n, "label": label, "step": step, "x": x, "size": size}

    def goods(self, god: int, own: bool) -> Iterator[tuple[str, int, str, Markup | None]]:
        """Followers, ankh tokens, pool and captured warriors: sign, number, words and step."""
        sheet, t, word = self.view["gods"][god], self.t, self.word
        yield "ankh-follower", sheet["followers"], t("Followers: {n}", n=sheet["followers"]), None
        yield "ankh", sheet["tokens"], t("Ankh tokens in the pool: {n}", n=sheet["tokens"]), None
        capture = self.step(f"captive {sheet['god']}", "Take a warrior of {god} captive.", god=self.god(god))
        summon = self.step("warrior", "Summon a {figure}.", figure=word("warrior")) if own else capture
        yield "ankh-warrior", sheet["warriors"], t("Warriors in the pool: {n}", n=sheet["warriors"]), summon
        for kind in self.view["guardians"]:
            n = sheet["guardians"].get(kind, 0)
            step = self.step(kind, "Summon a {figure}.", figure=word(kind)) if own else None
            if n or step:
                yield f"ankh-{kind}", n, t("{figure} in the pool: {n}", figure=word(kind), n=n), step
        ransom = self.step("ransom", "Free a warrior held by Anubis for one follower.") if own else None
        if sheet["held_by_anubis"] or ransom:
            n = sheet["held_by_anubis"]
            yield "ankh-captive", n, capital(t("warriors held by Anubis: {n}", n=n)), ransom

    def extras(self, god: int) -> Iterator[tuple[str, int, str, Markup | None]]:
        """What belongs to the abilities of a god."""
        stock, t = self.view["stock"], self.t
        if "anubis" in stock:
            yield "ankh-captive", stock["anubis"], t("Captives: {n}", n=stock["anubis"]), None
        if "ra" in stock:
            yield "ankh-sun", stock["ra"], t("Suns left: {n}", n=stock["ra"]), None
        if "osiris" in stock:
            yield "ankh-gate", stock["osiris"], t("Underworld tiles left: {n}", n=stock["osiris"]), None
        if "amun" in stock:
            label = "Amun may still play two cards in this Conflict" if stock["amun"] else "Amun's token is used"
            yield "ankh-amun", stock["amun"], t(label), None
