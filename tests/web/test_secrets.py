"""Nothing hidden leaves the server. Hidden things carry the mark of their owner, and all traffic is searched for it."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import pytest

import khonsu
from khonsu.games.ankh import view as ankh_view
from khonsu.games.ankh.picture.gods import Gods
from khonsu.games.ankh.rules import state as ankh
from khonsu.games.ankh.view import battle as view_battle
from khonsu.games.horus import view as horus_view
from khonsu.games.horus.rules import state as horus
from khonsu.kernel import position
from khonsu.kernel.state import ONLY
from khonsu.match import Match
from khonsu.web.domain.arrangement import Arrangement, Seat
from khonsu.web.domain.table import Table
from khonsu.web.scenes.eyes import Eyes
from khonsu.web.scenes.scene import Scenes
from khonsu.web.services import lobby
from khonsu.web.transport import api

SEED, SALT = 10**18 + 18, "salt5a175a17"
SEATS = {0: "Ana", 1: "Ben", 2: "the program"}
Patch = pytest.MonkeyPatch


# -- marks -------------------------------------------------------------------------------------------------------------


def mark(owner: int) -> str:
    return f"HIDDEN{owner}"


def marks(text: str) -> set[int]:
    """Whose hidden things are in a text."""
    return {int(owner) for owner in re.findall(r"HIDDEN(\d)", text)}


def mark_words(patch: Patch, name: str, secret_step: Callable[[Any], bool], secret_event: int) -> None:
    """Notation and explanation of secret steps, and sentences about secret events, say whose they are."""
    game = khonsu.game(name)
    plain = game.words

    def marked(s: Any, seat: int, words: str) -> str:
        return words + mark(seat) if secret_step(s) else words

    words = replace(
        plain,
        text=lambda s, seat, step: marked(s, seat, plain.text(s, seat, step)),
        explain=lambda s, seat, step, t: marked(s, seat, plain.explain(s, seat, step, t)),
        tell=lambda event, names, t: (
            plain.tell(event, names, t) + (mark(event.seat) if event.kind == secret_event and not event.hidden else "")
        ),
    )
    patch.setitem(game.__dict__, "words", words)


def mark_horus(patch: Patch) -> None:
    """A card in a hand is marked wherever it is named: text, drawing and interface show it as it is in the view."""
    plain = horus_view.cards

    def cards(s: Any, numbers: Any) -> list[str]:
        hands = {int(card): seat for seat in range(int(s.players)) for card in s.hand[seat, : int(s.hand_size[seat])]}
        ordered = sorted(numbers, key=lambda card: int(s.face[card]))
        return [plain(s, [card])[0] + (mark(hands[card]) if card in hands else "") for card in ordered]

    patch.setattr(horus_view, "cards", cards)
    mark_words(patch, "horus", lambda s: horus_view.question(s) == horus.CARD, horus.DREW_CARD)


class Hidden(int):
    """A number that remembers whose it is."""

    owner: int

    @classmethod
    def of(cls, number: int, owner: int) -> Hidden:
        made = cls(number)
        made.owner = owner
        return made


def mark_ankh(patch: Patch) -> None:
    """A committed card or offer is marked from the state on, so that the mark goes wherever the choice itself goes."""
    game = khonsu.game("ankh")
    view, plain, names, own_card = game.view, ankh_view.plain, view_battle.names, Gods.own_card

    def marked_state(s: Any) -> Any:
        found = plain(s)
        found.commit = [Hidden.of(cards, god) if cards else cards for god, cards in enumerate(found.commit)]
        found.offer = [Hidden.of(offer, god) if offer >= 0 else offer for god, offer in enumerate(found.offer)]
        return found

    def marked_names(bits: int, words: tuple[str, ...]) -> list[str]:
        return names(bits, words) + ([mark(bits.owner)] if isinstance(bits, Hidden) else [])

    def marked_card(self: Any, *place: Any) -> dict[str, Any]:
        card = own_card(self, *place)
        if card["state"] == "mine":
            card["label"] += "".join(name for name in self.view["secret"]["own"] if marks(name))
        return card

    patch.setattr(ankh_view, "plain", marked_state)
    patch.setattr(view_battle, "names", marked_names)
    patch.setattr(Gods, "own_card", marked_card)
    patch.setitem(game.__dict__, "view", lambda s, seat: spelt(view(s, seat)))
    mark_words(patch, "ankh", lambda s: s.pending[s.depth - 1, 0] in (ankh.CARD, ankh.OFFER), ankh.COMMITTED)


def spelt(value: Any) -> Any:
    """A view in which hidden numbers are texts with their mark."""
    if isinstance(value, dict):
        return {name: spelt(inside) for name, inside in value.items()}
    if isinstance(value, list):
        return [spelt(inside) for inside in value]
    return f"{int(value)}{mark(value.owner)}" if isinstance(value, Hidden) else value


# -- a match, and everything that was sent -----------------------------------------------------------------------------


class Watched(NamedTuple):
    """The part of a match that is played before everybody's eyes, and by which ways its secrets reach their owner."""

    first: int
    last: int
    ways: set[str]


EVERY_WAY = {"drawing", "choices", "log", "hint", "explain", "api view", "api legal", "api log"}
MATCHES = {"horus": Watched(0, 45, EVERY_WAY | {"board"}), "ankh": Watched(72, 88, EVERY_WAY)}


@pytest.fixture(params=list(MATCHES))
def marked(request: pytest.FixtureRequest, rules: None, monkeypatch: Patch) -> str:
    """A game with marks; matches are dealt from a seed that is known here."""
    {"horus": mark_horus, "ankh": mark_ankh}[request.param](monkeypatch)
    monkeypatch.setattr(lobby, "new_seed", lambda: (SEED, SALT))
    return str(request.param)


class Traffic:
    """What everybody at a table was sent: Ana and Ben have browsers, a program has the third seat, Eve looks on."""

    def __init__(self, server: Any, visit: Callable[..., Any], game: str) -> None:
        self.server = server
        self.people = {name: visit(server) for name in ("Ana", "Ben", "the program", "Eve")}
        seats = {"seat0": "person", "seat1": "open", "seat2": "program"}
        page = self.people["Ana"].post(f"/new/{game}", players="3", hints="on", name="Ana", **seats)
        self.key = page.url.path.rsplit("/", 1)[1]
        token = re.search(r'<code class="whole">([^<]+)</code>', page.text)
        assert token is not None
        self.people["the program"].http.headers["authorization"] = f"Bearer {token[1]}"
        self.people["Ben"].post(f"/table/{self.key}/sit/1", name="Ben")
        self.room = server.hub.rooms[self.key]
        self.table: Table = self.room.table

    def play(self, script: Match, first: int, last: int) -> None:
        """The same steps as in the script: the first ones at once, the others before everybody's eyes."""
        for step in script.steps[:first]:
            self.at_once(step.seat, step.id)
        queries = {"Ana": "text=1", "Ben": "text=1&narrow=1", "Eve": "text=1"}
        with ExitStack() as stack:
            self.lives = {
                name: stack.enter_context(self.people[name].live(self.key, query=query))
                for name, query in queries.items()
            }
            for n, step in enumerate(script.steps[first:last]):
                self.look(n)
                self.step(SEATS[step.seat], step.id)
            self.look(0)

    def at_once(self, seat: int, step: int) -> None:
        """A step without connections."""
        self.server.call(self.server.hub.act(self.room, seat, "step", step))
        if self.table.unconfirmed == seat:
            self.server.call(self.server.hub.act(self.room, seat, "done"))

    def step(self, who: str, step: int) -> None:
        """One step the way its seat does it; browsers ask what it means, and for a hint where they have a secret."""
        ply = self.table.ply
        if who == "the program":
            self.people[who].http.post(f"/api/tables/{self.key}/steps", json={"step": step, "ply": ply})
        else:
            live = self.lives[who]
            live.say(kind="explain", step=step)
            live.until("explain")
            if marks(json.dumps(live.state["choices"])):
                live.say(kind="hint")
                live.until("hint")
            live.do("step", step)
            if live.state["confirm"]:
                live.do("done")
        assert self.table.ply > ply
        for live in self.lives.values():
            live.wait(lambda state: state["ply"] == self.table.ply)

    def look(self, n: int) -> None:
        """Everybody asks for the table as programs do; now and then for everything else that there is."""
        paths = [f"/api/tables/{self.key}"]
        if n % 20 == 0:
            ways = ("", "/replay", "/frame?at=0&seat=0", "/record")
            paths += ["/", "/tables", *(f"/table/{self.key}{way}" for way in ways), f"{paths[0]}/record"]
            paths += [f"{paths[0]}/wait?ply=0&seconds=0"]
        for visitor in self.people.values():
            for path in paths:
                visitor.get(path)

    def sent(self, who: str) -> str:
        """All that somebody was ever sent."""
        return "\n".join(self.people[who].traffic)

    def leaks(self) -> dict[str, set[int]]:
        """Who was sent whose hidden things."""
        found = {who: marks(self.sent(who)) - {seat for seat in SEATS if SEATS[seat] == who} for who in self.people}
        return {who: owners for who, owners in found.items() if owners}

    def ways(self) -> set[str]:
        """By which ways everybody's own hidden things came to them."""
        found: dict[str, set[int]] = defaultdict(set)
        for seat, who in SEATS.items():
            for piece in self.people[who].traffic:
                for way, text in parts(piece):
                    found[way] |= marks(text) & {seat}
        people, programs = {0, 1}, {2}
        return {way for way, seats in found.items() if seats >= (programs if way.startswith("api") else people)}


def parts(piece: str) -> Iterator[tuple[str, str]]:
    """A frame or an answer to a program, way by way."""
    if piece.startswith("{"):
        message = json.loads(piece)
        if message["kind"] != "table":
            yield message["kind"], piece
        for name in ("drawing", "board", "choices", "log"):
            yield name, json.dumps(message.get(name))
    elif (start := piece.find('{"table":')) >= 0:
        state = json.loads(piece[start:])
        for name in ("view", "legal", "log"):
            yield f"api {name}", json.dumps(state[name])


@pytest.fixture
def traffic(server, visit, marked, random_match) -> Callable[..., Traffic]:
    """Play a match of the marked game, the part that is worth watching or its beginning."""

    def play(steps: int = 10**9) -> Traffic:
        first, last, _ = MATCHES[marked]
        made = Traffic(server, visit, marked)
        made.play(random_match(marked, 3, SEED, last), first, min(last, first + steps))
        return made

    return play


def test_all_traffic_of_a_running_match(traffic, marked, caplog):
    """Pages, live connections, drawings, text, hints, interface for programs, logs."""
    found = traffic()
    assert not found.table.finished
    assert found.leaks() == {}
    assert found.ways() >= MATCHES[marked].ways  # the search is not blind
    for who in found.people:
        assert len(found.sent(who)) > 30_000
        for secret in (str(SEED), SALT, *filter(None, (row.person for row in found.table.seats))):
            assert secret not in found.sent(who)
    assert str(SEED) not in caplog.text


# -- the search would find a leak --------------------------------------------------------------------------------------


def other_view(patch: Patch) -> None:
    """Horus shows every hand, Ankh the neighbour's choice."""
    player, secret = horus_view.player, ankh_view.secret
    patch.setattr(horus_view, "player", lambda s, owner, seat, found: player(s, owner, owner, found))
    patch.setattr(ankh_view, "secret", lambda s, seat: secret(s, (seat + 1) % 3))


def all_events(patch: Patch) -> None:
    """Whispered events are heard by everybody."""
    seen = position.seen
    patch.setattr(position, "seen", lambda row, seat: seen([*row[:ONLY], -1, *row[ONLY + 1 :]], seat))


def other_choices(patch: Patch) -> None:
    """Everybody gets the choices of whoever is asked."""
    choices = Scenes.choices
    patch.setattr(Scenes, "choices", lambda self, seat, *how: choices(self, (self.table.asked or (seat,))[0], *how))


def other_drawing(patch: Patch) -> None:
    """Everybody gets the drawing of the same seat."""
    picture = Scenes.picture
    patch.setattr(Scenes, "picture", lambda self, seat, *how: picture(self, 0, *how))


@pytest.mark.parametrize("hole", [other_view, all_events, other_choices, other_drawing])
def test_the_search_would_find_a_leak(traffic, monkeypatch, hole):
    hole(monkeypatch)
    leaks = traffic(steps=14).leaks()
    assert "Eve" in leaks
    assert {"Ana", "Ben"} & set(leaks)


# -- other ways to look at it ------------------------------------------------------------------------------------------


def test_cover_between_seats(server, visit):
    """Two people on one device: the server itself sends nothing secret before the right one is there."""
    ana = visit(server)
    seats = {"seat0": "person", "seat1": "person", "name0": "Ana", "name1": "Ben"}
    key = ana.post("/new/horus", players="2", **seats).url.path.rsplit("/", 1)[1]
    with ana.live(key) as live:
        state = live.state
        assert state["cover"] in ("Ana", "Ben")
        assert state["you"] == -1
        assert state["choices"] == []
        seat = state["cover_seat"]
        live.say(kind="uncover", seat=seat)
        live.wait(lambda state: state["you"] == seat)
        while live.state["cover"] is None:
            live.act()
        assert live.state["cover_seat"] == 1 - seat
        assert live.state["choices"] == []


def test_no_cover_where_nothing_is_hidden(server, visit):
    ana = visit(server)
    key = ana.new("person", "person")
    with ana.live(key) as live:
        for _ in range(12):
            assert live.state["cover"] is None
            live.act()


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_follows_from_what_is_known(rules, game_name, seed):
    """Everything sent to a pair of eyes is the same if all that these eyes cannot know is dealt again."""
    about, chance = khonsu.games()[game_name], random.Random(seed)
    players = about.players[-1]
    row = Arrangement(
        id="t", game=game_name, rules=about.rules, players=players, options=about.resolve({}), seed=str(seed), salt="s",
        owner=None, listed=False, hints=None, clock=None, made_at=0.0, begun_at=0.0, uploaded=False,
    )  # fmt: skip
    seats = [
        Seat(table="t", seat=n, kind="program", name=f"P{n}", confirm=False, flagged=False) for n in range(players)
    ]
    table = Table(row, seats)
    compared = different = 0
    while not table.finished and compared < 60:
        for eyes in range(-1, players):
            if chance.random() < 0.1:
                shown = everything(table, eyes)
                true, table.match.position = table.match.position, table.match.position.imagine(eyes, 99)
                different += table.match.position.save() != true.save()
                assert everything(table, eyes) == shown
                table.match.position = true
                compared += 1
        seat = chance.choice(table.match.deciders)
        entry = table.check(seat, "step", chance.choice(table.match.legal_ids(seat)), None)
        entry.at = 0.0
        table.apply(entry)
    assert compared > 20
    assert different > 10  # there was something to be dealt again


def everything(table: Table, eyes: int) -> list[dict[str, Any]]:
    """A whole message to a seat or a spectator, on a wide screen and on a phone, and what a program is told."""
    seat = eyes if eyes >= 0 else None
    forms = [Eyes(token_seat=seat, narrow=narrow, text=True) for narrow in (False, True)]
    shown = [Scenes(table).scene(form, fresh=True) for form in forms]
    told = [msgspec.to_builtins(each) for each in (*shown, api.state(table, seat, "en"))]
    return [{name: value for name, value in each.items() if name != "pledge"} for each in told]
