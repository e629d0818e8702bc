"""Positions laid from a short description, for tests of single rules.

    table = lay("isis: G 4,2 W 7,1 7,5 | amun: G 8,8", monuments="O isis 4,3; T n 7,2", followers={"isis": 2})
    table.act("isis", "gain")

Figures are G (god), W (warrior), C (Cat-Mummy), S (Satet), M (Mummy), A (Apep), X (Giant Scorpion), Y (Androsphinx); a
`*` after a place puts a Sun on the figure, `/3` sets a scorpion's facing. Regions are Delta 1, East 2, West 3 without
camels, unless `order` gives their tokens otherwise; `tiles` are the Underworld's. Gods stand in the order of their
seats; devotion is 0 with the first seat on top unless `stack` says otherwise. Whatever else is given is an option of
the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import khonsu
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HALF, HEX, SIDE
from khonsu.games.ankh.rules.conflict import CLOSING
from khonsu.games.ankh.rules.turns import AFTER_EVENT
from khonsu.games.ankh.words.steps import side_text
from khonsu.kernel.game import Event
from khonsu.kernel.position import Position
from khonsu.match.position_text import change

LETTERS = dict(zip("GWCSMAXY", p.FIGURES[1:]))
KINDS = dict(zip("OTP", p.MONUMENTS[1:]))
SETS = ("figures", "monuments", "underworld", "hexes")
START_ORDER = {"1,5": 1, "5,7": 2, "7,1": 3}  # Delta, East, West


def at(place: str) -> int:
    """A hex by `row,col`."""
    row, col = place.split(",")
    return HEX[int(row), int(col)]


def side(text: str) -> int:
    """A side by `row,col-row,col`."""
    one, other = sorted(map(at, text.split("-")))
    return SIDE[one, other]


def side_word(text: str) -> str:
    """A side as a position writes it, its hexes in order."""
    return side_text(side(text))


def figure_words(text: str) -> str:
    """`G 4,2 W 7,1* X 3,3/2` as a position writes it."""
    kind, said = "", []
    for word in text.split():
        if word in LETTERS:
            kind = LETTERS[word]
        else:
            place, _, facing = word.partition("/")
            sun = "+sun" if place.endswith("*") else ""
            said.append(f"{kind}({place.rstrip('*')}){'/' + facing if facing else ''}{sun}")
    return " ".join(said)


def monument_words(text: str) -> dict[str, str]:
    """`O isis 4,3; T n 7,2` by owner, as a position writes them."""
    built: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        letter, name, *places = part.split()
        built[name] = " ".join([built.get(name, ""), *(f"{KINDS[letter]}({place})" for place in places)]).strip()
    return built


def sets_of(s: Any) -> list[Any]:
    """The sets of hexes that a state keeps (`SETS`), told anew from what lies on the board."""

    def words(there: Any) -> list[int]:
        return [sum(1 << int(h) for h in np.flatnonzero(half)) for half in np.split(there, [HALF])]

    regions = [words(s.region >> slot & 1) for slot in range(st.REGIONS)]
    return [[words(s.owner == god) for god in range(st.SEATS)], words(s.monument > 0), words(s.tile == 1), regions]


class Table:
    """A position with readable access to it. Gods are named, hexes are written `row,col`."""

    def __init__(self, names: list[str], position: Position) -> None:
        self.names = names
        self.position = position
        self.log: list[Event] = []

    @property
    def s(self) -> Any:
        return self.position.state

    def god(self, name: str) -> int:
        return self.names.index(name)

    # -- laying --------------------------------------------------------------------------------------------------------

    def gather(self) -> None:
        """Pieces were laid by hand: what follows from them must say so too."""
        self.position.game.kernel.first.rebuild(self.position.states)

    def stack(self, places: dict[str, int]) -> None:
        """The devotion track from the least to the most devoted god."""
        s = self.s
        for k, (name, space) in enumerate(places.items()):
            s.ranking[k] = self.god(name)
            s.devotion[self.god(name)] = space
        assert list(places.values()) == sorted(places.values())

    def pool(self, name: str, **guardians: int) -> None:
        """Guardians in the pool, from their card."""
        for kind, count in guardians.items():
            level = (p.FIGURES.index(kind) - p.CAT) // 2
            self.s.beasts[self.god(name), level] += count
            self.s.card[level] -= count

    # -- asking --------------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> str | None:
        """The name of the question that is open."""
        return None if self.s.over else st.QUESTIONS[int(self.s.pending[self.s.depth - 1, 0])]

    @property
    def deciders(self) -> list[str]:
        return [self.names[seat] for seat in self.position.deciders]

    def legal(self, name: str | None = None) -> list[str]:
        seat = self.god(name) if name else self.position.deciders[0]
        return [self.position.notation(seat, step) for step in self.position.legal(seat)]

    def devotion(self, name: str) -> int:
        return int(self.s.devotion[self.god(name)])

    def followers(self, name: str) -> int:
        return int(self.s.followers[self.god(name)])

    def order(self) -> list[str]:
        return [self.names[int(god)] for god in self.s.ranking[: int(self.s.gods)]]

    def figure(self, place: str) -> str | None:
        """`isis warrior`, or None."""
        h = at(place)
        return f"{self.names[int(self.s.owner[h])]} {p.FIGURES[int(self.s.figure[h])]}" if self.s.figure[h] else None

    def monument(self, place: str) -> str | None:
        """`isis temple`, `neutral temple`, or None."""
        h = at(place)
        if not self.s.monument[h]:
            return None
        owner = self.names[int(self.s.control[h])] if self.s.control[h] >= 0 else "neutral"
        return f"{owner} {p.MONUMENTS[int(self.s.monument[h])]}"

    def happened(self, kind: int) -> list[Event]:
        """Events of this kind since the table was laid."""
        return [event for event in self.log if event.kind == kind]

    def gains(self, name: str) -> list[int]:
        """Every gain of devotion of a god, in order."""
        return [event.a for event in self.happened(st.GAINED) if event.seat == self.god(name)]

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, *texts: str, who: str | None = None) -> None:
        """Answer questions one after the other; `who` names the god where several are asked."""
        for text in texts:
            deciders = self.position.deciders
            seat = self.god(who) if who else deciders[0]
            assert who or len(deciders) == 1, f"several are asked: {self.deciders}"
            assert seat in deciders
            found = [step for step in self.position.legal(seat) if self.position.notation(seat, step) == text]
            assert found, f"{text} is not among {self.legal(who)} ({self.asked})"
            self.position.play(seat, found[0])
            self.log += self.position.events(seat)

    def turn(self, name: str) -> None:
        """It is this god's turn, with the first action to be chosen."""
        seat = self.god(name)
        assert self.asked == "first_action"
        self.s.current = seat
        self.s.pending[self.s.depth - 1, 1] = self.s.god_of[seat]

    def act(self, name: str, action: str) -> None:
        """The god's turn and its first action."""
        self.turn(name)
        self.play(action)

    def event(self, name: str, number: int) -> None:
        """The god triggers this event of the track by a Move action in which nothing moves."""
        self.turn(name)
        self.s.event = number - 1
        self.s.counter[p.MOVE] = self.s.limit[p.MOVE] - 1
        self.play("move")
        if self.asked == "move_figure":
            self.play("finish")

    def conflict(self, name: str, number: int = 1) -> None:
        """The god triggers Conflict I to V."""
        self.event(name, (4, 8, 12, 16, 18)[number - 1])

    def close_conflict(self, number: int) -> None:
        """All regions of Conflict I to V are done: its end (C5, C6) happens to the table as it lies."""
        s = self.s
        s.event = (4, 8, 12, 16, 18)[number - 1]
        s.stage, s.action, s.in_conflict, s.c_step = AFTER_EVENT, p.MOVE, 1, CLOSING
        s.pending[1, 0] = st.CONFLICT_TASK
        s.pending[2, :2] = (st.WORSHIP, 0)  # a last question, so that an answer sets things in motion
        s.depth = 3
        s.n_options = 2
        s.options[:2] = (st.YES, st.NO)
        self.play("no")

    def cards(self, **cards: str) -> None:
        """Everybody commits; Amun's two cards are written `flood drought`."""
        if self.asked == "announce":
            self.play("yes" if any(" " in chosen for chosen in cards.values()) else "no")
        assert self.asked == "card"
        for name, chosen in cards.items():
            for card in chosen.split():
                self.play(f"card {card}", who=name)

    def line(self, text: str) -> None:
        """A line of camels, side by side; a side without alternative lays itself."""
        sides = text.split()
        while self.asked == "camel":
            self.play(f"side {sides[len(self.happened(st.CAMEL_PLACED))]}")
        assert [event.a for event in self.happened(st.CAMEL_PLACED)] == [side(text) for text in sides]

    def offers(self, **amounts: int) -> None:
        assert self.asked == "offer"
        for name, amount in amounts.items():
            self.play(f"offer {amount}", who=name)


@pytest.fixture
def lay() -> Any:
    """Lay a table; see the top of this file."""

    def lay_table(
        figures: str,
        monuments: str = "",
        *,
        followers: dict[str, int] | None = None,
        powers: dict[str, str] | None = None,
        stack: dict[str, int] | None = None,
        guardians: tuple[str, str, str] = ("satet", "mummy", "scorpion"),
        camels: list[str] | None = None,
        captives: dict[str, int] | None = None,
        **more: Any,
    ) -> Table:
        places, tiles = more.pop("order", None) or START_ORDER, more.pop("tiles", "")
        game, names = khonsu.game("ankh"), [part.split(":")[0].strip() for part in figures.split("|")]
        chosen = {f"god_{seat}": god for seat, god in enumerate(names)}
        chosen |= {f"guardian_{k + 1}": kind for k, kind in enumerate(guardians)}
        begun = game.match(players=len(names), seed=1, **{"start_player": "0", **chosen, **more}).position
        on_board = [figure_words(part.partition(":")[2]) for part in figures.split("|")]
        built = monument_words(monuments)
        held = [(captives or {}).get(name, 0) for name in names]
        taught = [(powers or {}).get(name, "").split() for name in names]
        everything = " ".join(on_board)

        def each(count: Any) -> str:
            return " ".join(str(count(seat)) for seat in range(len(names)))

        lines: dict[str, str | None] = {
            **{f"figures {seat}": said for seat, said in enumerate(on_board)},
            **{f"monuments {seat}": built.get(name, "") for seat, name in enumerate(names)},
            **{f"powers {seat}": " ".join(words) for seat, words in enumerate(taught)},
            **{f"region {slot}": None for slot in range(p.ORDER_TOKENS)},
            **{f"region {slot}": f"token {token} at {place}" for slot, (place, token) in enumerate(places.items())},
            "monuments neutral": built.get("n", ""),
            "tokens_left": " ".join(str(token) for token in range(1, 9) if token not in places.values()),
            "camels": " ".join(map(side_word, camels or [])),
            "followers": each(lambda seat: (followers or {}).get(names[seat], 0)),
            "tokens": each(lambda seat: p.TOKENS_IN_POOL - len(built.get(names[seat], "").split())),
            "row": each(lambda seat: p.TOKENS_IN_ROW - len(taught[seat])),
            "warriors": each(lambda seat: p.WARRIORS - on_board[seat].count("warrior") - held[seat]),
            "captive": each(lambda seat: held[seat]),
            "card": " ".join(
                str(max(0, n - f" {everything}".count(f" {kind}("))) for n, kind in zip(begun.state.card, guardians)
            ),
            "suns": str(p.SUNS - everything.count("+sun")),
            "underworld": tiles,
            "tiles": str(p.TILES - len(tiles.split())),
        }
        table = Table(names, khonsu.position(change(begun.text(), lines)))
        if stack:
            table.stack(stack)
        return table

    return lay_table


@pytest.fixture
def random_game() -> Any:
    """A game in which random legal steps are played; yields the position before each of them."""

    def play(players: int, seed: int, **options: Any) -> Any:
        game = khonsu.game("ankh")
        position = Position.start(game, players, seed, game.numbers(players, game.about.resolve(options)))
        chance = np.random.default_rng(seed)
        while position.deciders:
            seat = int(chance.choice(position.deciders))
            step = int(chance.choice(position.legal(seat)))
            yield position, seat, step
            position.play(seat, step)
        yield position, -1, -1

    return play


@pytest.fixture(name="sets_of")
def sets_of_fixture() -> Any:
    """The sets of hexes of a state, by name, told anew from what lies on its board."""
    return lambda s: dict(zip(SETS, sets_of(s)))
