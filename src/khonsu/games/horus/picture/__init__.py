"""Where everything lies on the drawn table: fills `board.svg` from a view. No secrets: only the view is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from khonsu.draw.labels import Dict, View, capital, shorten, status
from khonsu.draw.layout import Area, around
from khonsu.draw.marks import MARKS
from khonsu.games.horus.picture.map import NAME, TALL, Kingdom, Places, Regions, upright_height
from khonsu.games.horus.rules import pieces as p
from khonsu.text import Text

CARD = "DP-7"  # the question which card is played


def wide(players: int, hand: bool) -> Places:
    """The Kingdom with hand and reserve below it, the seats in a column on the right; made for 960 px and more."""
    bag = Area(1192, 776, 384, 200) if players == 2 else Area(1192, 922, 384, 54)
    height = (bag.y - 40 - 16 * (players - 1)) / players
    return Places(
        width=1600,
        height=1000,
        text=20,
        kingdom=Area(24, 24, 1148, 764),
        floor=Area(36, 92, 1124, 684),
        hand=Area(604, 804, 568, 172),
        card=1.0,
        reserve=Area(24, 804, 564 if hand else 1148, 172),
        pile=64,
        bag=bag,
        seats=[Area(1192, round(24 + i * (height + 16)), 384, round(height)) for i in range(players)],
    )


def narrow(players: int, hand: bool, tall: float = TALL[0]) -> Places:
    """Everything below the Kingdom, for a phone held upright; legible down to a width of 390 px."""
    below = round(80 + tall) + 22
    reserve = Area(12, below + 214 if hand else below, 776, 170)
    bag = Area(12, reserve.y + 182, 776, 64)
    top = bag.y + 76
    seats = [Area(12 + 394 * (i % 2), top + 262 * (i // 2), 382, 250) for i in range(players)]
    if players == 3:
        seats[2] = seats[2]._replace(w=776)
    return Places(
        width=800,
        height=round(max(area.y + area.h for area in seats)) + 12,
        text=26,
        kingdom=Area(12, 12, 776, round(tall) + 78),
        floor=Area(22, 80, 756, round(tall)),
        hand=Area(12, below, 776, 202),
        card=1.38,
        reserve=reserve,
        pile=76,
        bag=bag,
        seats=seats,
    )


def picture(
    view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], upright: bool = False
) -> Dict:
    """The context of `board.svg`."""
    players, hand = view["players"], seat >= 0
    tall = upright_height((tile["x"], tile["y"]) for tile in view["tiles"]) if upright else 0
    layout = narrow(players, hand, tall) if upright else wide(players, hand)
    shape = (int(upright), players, int(hand), int(tall))
    given = (view, names, t, seat, choices, layout, shape)
    sides = Surroundings(*given)
    seats = [(seated["score"]["total"], seated["markers"]) for seated in view["seats"]]
    turn = {key: view[key] for key in ("turn", "last_turn", "over", "winners", "current")}
    empty = [kind for kind, n in view["piles"].items() if n == 0]
    return {
        "layout": layout,
        "interactive": bool(choices),
        "opening": sides.late("opening", {**turn, "seats": seats, "empty": empty}, len(view["tiles"])),
        "table": sides.late("table", turn),
        "kingdom": Kingdom(*given).shown(),
        **sides.shown(),
        "seats": [sides.panel(owner, place) for place, owner in enumerate(around(seat, players))],
    }


# -- pieces ----------------------------------------------------------------------------------------------------------


class Surroundings(Regions):
    """Everything around the Kingdom."""

    def shown(self) -> Dict:
        """What the template draws, each part from its own share of the view."""
        view, viewer = self.view, self.viewer
        tile, card = view["chosen"].get("tile"), view["card"]
        mine = view["seats"][viewer] if viewer >= 0 else {}
        dealt = {**self.only("first_turn"), "hand": mine["hand"], "transport": mine["transport"]} if mine else {}
        asked = view["asked"] == CARD and view["current"] == viewer and bool(self.choices)
        return {
            "about": self.late("about", self.only("first_turn"), tile, card)
            if not view["over"] and (tile or card)
            else None,
            "buttons": self.late("buttons", {}, steps=self.beginning("extend", "necropolis", "none", "pass")),
            "reserve": self.late("reserve", self.only("piles", "bag", "deck"), steps=self.beginning("pile")),
            "hand": self.late("hand", dealt, asked, steps=self.beginning("card", "transport")) if dealt else None,
            "bag": self.late("bag", self.only("bag")),
        }

    def panel(self, owner: int, place: int) -> Dict:
        """The panel of a seat from its share of the view."""
        view = self.view
        mine = [region for region in view["regions"] if owner in region["scores"]]
        bright = view["current"] == owner or owner in view["winners"]
        flags = (view["first"] == owner, owner in view["winners"])
        seated = {**view["seats"][owner], "hand": None}  # which cards they are is not shown here
        share = {"seated": seated, "regions": mine, "options": view["options"]["islands_double"]}
        return {"seat": owner, "bright": bright, "panel": self.late("seat", share, owner, place, bright, *flags)}

    def opening(self, tiles: int) -> Dict:
        """The table in words, and what everybody should hear."""
        return {"summary": summary(self.view, tiles, self.names, self.t), "notices": notices(self.view, self.t)}

    def table(self) -> Dict:
        """The line above the Kingdom."""
        view = self.view
        return {
            "status": shorten(status(view, self.names, self.t), 22 if self.shape[0] else 40),
            "turn": turn_words(view, self.t),
            "last": view["last_turn"] and not view["over"],
        }

    def about(self, tile: str | None, card: str | None) -> Dict:
        """The tile that is to be laid and the card that was played."""
        return {"tile": tile, "label": self.term[tile] if tile else "", "card": self.face(card) if card else None}

    def buttons(self) -> list[Dict]:
        """Steps that have no place on the table."""
        return list(self.each_button())

    def reserve(self) -> list[Dict]:
        """What the tiles and cards to come lie on."""
        return list(self.piles())

    def hand(self, asked: bool) -> list[Dict]:
        """The viewer's cards."""
        return list(self.cards(asked))

    def each_button(self) -> Iterator[Dict]:
        """Steps that have no place on the table."""
        t = self.t
        words = {
            "extend": (self.term["river"], t("Lay it as a River tile, anywhere along the river.")),
            "necropolis": (self.term["necropolis"], t("Turn it over and lay it as a Necropolis, anywhere.")),
            "none": ("–", t("Move no marker.")),
            "pass": ("–", t("Place no marker.")),
        }
        left = 0
        for notation, (name, label) in words.items():
            step = self.button(notation, label)
            if step:
                tile = {"extend": "river", "necropolis": "necropolis"}.get(notation)
                width = round(60 + len(name) * self.layout.text * 0.58) if tile else 84
                yield {"step": step, "name": name, "tile": tile, "w": width, "x": left}
                left += width + 14

    def piles(self) -> Iterator[Dict]:
        """The five reserve piles, the bag, the deck and the discards."""
        area, side, view = self.layout.reserve, self.layout.pile, self.view
        stocks = [(kind, self.term[kind], n) for kind, n in view["piles"].items()]
        stocks.append(("bag", self.t("Bag"), sum(view["bag"].values())))
        stocks.append(("deck", self.t("Deck"), view["deck"]))
        pitch = (area.w - 24) / len(stocks)
        for i, (kind, name, n) in enumerate(stocks):
            contents = ", ".join(f"{self.term[of]} {count}" for of, count in view["bag"].items())
            label = f"{name}: {contents}" if kind == "bag" else f"{name}: {n}"
            yield {
                "kind": kind,
                "n": n,
                "x": round(area.x + 12 + (i + 0.5) * pitch - side / 2, 1),
                "y": round(area.y + area.h / 2 - side / 2 - self.layout.text * 0.6, 1),
                "edges": [4 * k for k in range(min(3, -(-n // 5)), 0, -1)],
                "label": label,
                "step": self.button(f"pile {kind}", label),
                "exhausted": n == 0,
            }

    def bag(self) -> Dict:
        """What can still be drawn: everybody knows it by counting. With many seats it is told in one line."""
        area = self.layout.bag
        stocks = self.view["bag"]
        low = area.h < 100
        columns, left, top = (len(stocks), 48, 17) if low else (3, 22, 66)
        pitch, side = ((area.w - 48) / columns, area.h - 34) if low else (118, 46)
        places = [
            (area.x + left + pitch * (i % columns), area.y + top + 64 * (i // columns)) for i in range(len(stocks))
        ]
        rows = [(kind, self.term[kind], n, round(x, 1), y) for (kind, n), (x, y) in zip(stocks.items(), places)]
        title = self.t("Left in the bag")
        return {"title": title, "low": low, "side": side, "total": sum(stocks.values()), "rows": rows}

    def cards(self, asked: bool) -> Iterator[Dict]:
        """The viewer's hand and River Transport; cards with the same face are one choice."""
        area, scale = self.layout.hand, self.layout.card
        shown = [*self.view["hand"], *(["transport"] if self.view["transport"] else [])]
        pitch = min((area.w - 24) / 6, 84 * scale + 14)
        left = area.x + area.w / 2 - pitch * len(shown) / 2 + (pitch - 84 * scale) / 2
        top = round(area.y + area.h / 2 - 66 * scale, 1)
        for card in dict.fromkeys(shown):
            face = self.face(card)
            step = self.button(card if card == "transport" else f"card {card}", face["label"])
            yield {
                **face,
                "places": [(i, round(left + i * pitch, 1), top) for i, one in enumerate(shown) if one == card],
                "step": step,
                "why": self.why_not(card) if asked and step is None else "",
            }

    def why_not(self, card: str) -> str:
        """DP-7, HO-58: why a card cannot be played now."""
        t = self.t
        if card == "transport":
            return t("River Transport cannot be played on the first turn.")
        if card.startswith("?"):
            return t("All piles are exhausted: there is no tile for this card.")
        kind = self.term[p.TERRAINS[p.CARD_LETTERS.index(card[0])]]
        return t("The {tile} pile is exhausted: this card cannot be played any more.", tile=kind)

    def face(self, card: str) -> Dict:
        """What a card shows: its tile, its numbers, and what it brings in words."""
        t = self.t
        if card == "transport":
            label = t("Once per game: play two River tiles, then you may move one of your markers.")
            return {"tile": "transport", "numbers": "", "label": f"{t('River Transport')}. {label}"}
        letter, numbers = card.split()
        sizes = "1" if self.view["first_turn"] else numbers
        if letter == "?":
            kind = "any"
            label = t("Lay any tile from the reserve, then place a marker in a region of size {sizes}.", sizes=sizes)
        else:
            kind = p.TERRAINS[p.CARD_LETTERS.index(letter)]
            words = "Lay a {tile} tile, then place a marker in a region of size {sizes}."
            label = t(words, tile=self.term[kind], sizes=sizes)
        if sizes != numbers:
            label += " " + t("On the first turn, size 1 counts instead of {sizes}.", sizes=numbers)
        return {"tile": kind, "numbers": numbers, "label": label}

    # the seats

    def seat(self, owner: int, place: int, bright: bool, first: bool, winner: bool) -> Dict:
        """Name, points by terrain, supplies, and the regions that score for the seat."""
        player, t = self.view["seated"], self.t
        area, text = self.layout.seats[place], self.layout.text
        name = Area(area.x + 14, area.y + 14, area.w * 0.66, 48)
        room = int((name.w - (100 if first or winner else 66)) / (text * 0.66))
        pitch = (area.w - 32) / 4
        parts = [
            (kind, self.term[kind], round(player["score"][kind]), round(area.x + 16 + i * pitch, 1))
            for i, kind in enumerate(p.TERRAINS)
        ]
        supplies = [
            ("marker", t.count("{n} marker left", "{n} markers left", player["markers"]), player["markers"]),
            ("cards", t.count("{n} card", "{n} cards", player["cards"]), player["cards"]),
        ]
        if player["transport"]:
            supplies.append(("barge", t("River Transport"), ""))
        return {
            "seat": owner,
            "mark": MARKS[owner],
            "name": shorten(self.names[owner], room),
            "full": self.names[owner],
            "area": area,
            "plate": name,
            "bright": bright,
            "first": first,
            "winner": winner,
            "total": round(player["score"]["total"]),
            "belongings": {  # they stay as they are when somebody else's turn begins
                "mark": MARKS[owner],
                "top": area.y,
                "text": text,
                "parts": parts,
                "supplies": [(*it, round(area.x + 16 + i * pitch * 1.25, 1)) for i, it in enumerate(supplies)],
                **self.holdings(area),
            },
        }

    def holdings(self, area: Area) -> Dict:
        """The regions that score for a seat, the most valuable first, as many as there is room for."""
        mine = sorted(self.view["regions"], key=lambda r: -r["value"])
        side, top = round((3 if area.h > 340 else 2.2) * self.layout.text), area.y + 130 + self.layout.text
        columns, rows = int((area.w - 20) // (side + 6)), max(0, int((area.y + area.h - 8 - top) // (side + 6)))
        room = columns * rows
        shown = mine if len(mine) <= room else mine[: max(0, room - 1)]
        places = [
            (area.x + 16 + (side + 6) * (i % columns), top + (side + 6) * (i // columns)) for i in range(len(shown) + 1)
        ]
        return {
            "holdings": [
                {"kind": r["kind"], "value": r["value"], "label": self.region_label(r), "x": x, "y": y}
                for r, (x, y) in zip(shown, places)
            ],
            "side": side,
            "more": len(mine) - len(shown) if room else 0,
            "more_at": places[-1],
        }


# -- words -----------------------------------------------------------------------------------------------------------


def notices(view: View, t: Text) -> list[str]:
    """HO-65, HO-71: what everybody should hear in advance about the end."""
    if view["over"]:
        return []
    if view["last_turn"]:
        return [t("Two piles are exhausted: the game ends after this turn.")]
    words = "The {tile} pile is exhausted. When a second pile is, the game ends after that turn."
    return [t(words, tile=t.term(NAME[kind])) for kind in view["empty"]]


def turn_words(view: View, t: Text) -> str:
    """The number of the turn, or that it is the last one."""
    if view["last_turn"] and not view["over"]:
        return capital(t("last turn"))
    return t("Turn {number}", number=view["turn"])


def summary(view: View, tiles: int, names: list[str], t: Text) -> str:
    """The picture in words, for those who do not see it."""
    seats = [
        f"{name}: {t.count('{n} point', '{n} points', round(points))}, "
        + t.count("{n} marker left", "{n} markers left", markers)
        for name, (points, markers) in zip(names, view["seats"])
    ]
    laid = t.count("{n} tile", "{n} tiles", tiles)
    return ". ".join([turn_words(view, t), status(view, names, t), laid, *seats]) + "."
