"""Hidden information (section 6): what a seat sees, learns from and may imagine."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st

from .players import at_will, games
from .table import GAME, START, Table

OPTIONS = [
    {},
    {"exhausted_draw": "keep", "tiles": "pile_D=2,pile_H=9"},
    {"tiles": "pile_D=3", "deck": "D1x6,D2x4,H1x6,H2x4,?1x2,M3x3"},  # a small deck: many reshuffles
]


def hand(position, seat):
    """The faces in a hand, sorted."""
    s = position.state
    return sorted(int(s.face[card]) for card in s.hand[seat, : int(s.hand_size[seat])])


def deck(position):
    """The faces in the deck, sorted."""
    s = position.state
    return sorted(int(s.face[card]) for card in s.deck[: int(s.deck_size)])


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "keep", "small deck"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_positions(players, options):
    """Section 6, HO-8: own hand and everything public stay, the rest is dealt again; nothing is lost or doubled."""
    chance = random.Random(players)
    changed = 0
    for seed in range(4):
        for position in games(at_will, players, seed, **options):
            if chance.random() > 0.12:
                continue
            for seat in (-1, *range(players)):
                other = position.imagine(seat, chance.getrandbits(60))
                assert other.view(seat) == position.view(seat)
                assert (other.state.rng != position.state.rng).all()
                if seat >= 0:
                    assert hand(other, seat) == hand(position, seat)
                    assert (other.features(seat) == position.features(seat)).all()
                    assert (other.outlook(seat) == position.outlook(seat)).all()
                    assert other.judge(seat) == position.judge(seat)
                    assert other.legal(seat) == position.legal(seat)
                everything = [face for k in range(players) for face in hand(other, k)] + deck(other)
                before = [face for k in range(players) for face in hand(position, k)] + deck(position)
                assert Counter(everything) == Counter(before)
                changed += any(hand(other, k) != hand(position, k) for k in range(players))
                check_exhausted(other)
                check_origins(other)
                again = other.imagine(seat, 1)
                assert again.view(seat) == position.view(seat)
                for now in other.deciders:
                    assert other.legal(now)
    assert changed > 30


def check_exhausted(position):
    """HO-66, HO-68: no hand holds more cards of the exhausted kind than it can."""
    s = position.state
    if s.exhausted >= 0:
        for seat in range(int(s.players)):
            held = sum(p.FACES[face][0] == s.exhausted for face in hand(position, seat))
            most = int(s.perhaps[seat]) if s.keep_exhausted else 0
            assert int(s.surely[seat]) <= held <= most


def check_origins(position):
    """HO-69: what is in the deck has been there since it was formed; a hand's cards are older or were drawn by it."""
    s = position.state
    assert {int(s.origin[card]) for card in s.deck[: int(s.deck_size)]} <= {st.LEFT}
    for seat in range(int(s.players)):
        cards = s.hand[seat, : int(s.hand_size[seat])]
        assert {int(s.origin[card]) for card in cards} <= {st.OLD, st.DRAWN + seat}


def test_counting_cards():
    """HO-69: when the deck is formed anew, everybody knows what is in it; all other unseen cards are in hands."""
    deck_text = "D1x5,D2x5,H1x5,H2x5"
    table = Table(START, hands={0: "D1 D1 D1 D1 D1", 1: "D2 D2 D2 D2 D2"}, deck=deck_text)
    s = table.state
    s.discard[: s.deck_size] = s.deck[: s.deck_size]
    s.discards, s.deck_size = s.deck_size, 0
    table.begin().play("card D 1", "place 2,0")  # the new deck holds all H cards and one D1
    assert "reshuffled 11" in table.log
    for seed in range(40):
        seen = table.position.imagine(0, seed)
        assert hand(seen, 1) == [p.FACE_OF["D2"]] * 5  # seat 1 has drawn nothing since
        assert not {p.FACE_OF["D2"]} & set(deck(seen))
    drawn = hand(table.position, 0)
    unsure = {tuple(hand(table.position.imagine(1, seed), 0)) for seed in range(60)}
    assert len(unsure) > 1  # seat 1 does not know which card seat 0 has drawn
    assert all(faces.count(p.FACE_OF["D1"]) >= 4 for faces in unsure)
    assert tuple(drawn) in unsure


def test_skipping_tells():
    """HO-79: a player who could play nothing holds cards of the exhausted kind only, and everybody knows it."""
    hands = {0: "H1 H1 H1 H1 H1", 1: "D1 D1 D1 D1 D1"}
    table = Table(START, bag="DD", hands=hands, deck="H1x20,D1x20", exhausted_draw="keep", piles={"hills": 0})
    table.state.exhausted = p.HILLS
    table.state.perhaps[:] = 5
    table.state.transport[:] = 0
    table.begin().play("place 2,0")
    assert table.current == 1
    for seed in range(20):
        assert hand(table.position.imagine(1, seed), 0) == [p.FACE_OF["H1"]] * 5


def test_views_hide_hands():
    """Section 6: a hand is shown to its owner only; a spectator sees none."""
    match = GAME.match(players=3, seed=2)
    for seat in (-1, 0, 1, 2):
        shown = [k for k, player in enumerate(match.view(seat)["seats"]) if player["hand"] is not None]
        assert shown == ([seat] if seat >= 0 else [])
    assert match.view(1)["seats"][1]["cards"] == 5


@pytest.mark.parametrize("seed", range(4))
def test_nothing_depends_on_secrets(seed):
    """Section 6: no view, feature or judgement changes when cards are swapped between another hand and the deck."""
    chance = random.Random(seed)
    for position in games(at_will, 3, seed):
        s = position.state
        if s.over or chance.random() > 0.3 or not s.deck_size or int(s.pending[0, 0]) == st.CARD:
            continue
        seat, other = 0, 1
        seen = (
            position.view(seat),
            position.features(seat).tolist(),
            position.judge(seat),
            position.outlook(seat).tolist(),
        )
        moved = position.copy()
        t = moved.state
        if not t.hand_size[other]:
            continue
        i, k = chance.randrange(int(t.hand_size[other])), chance.randrange(int(t.deck_size))
        t.hand[other, i], t.deck[k] = int(t.deck[k]), int(t.hand[other, i])
        order = np.array(t.deck[: int(t.deck_size)])
        np.random.default_rng(seed).shuffle(order)
        t.deck[: int(t.deck_size)] = order
        t.rng = 12345
        numbers = moved.features(seat).tolist(), moved.judge(seat), moved.outlook(seat).tolist()
        assert (moved.view(seat), *numbers) == seen


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "keep", "small deck"])
def test_imagination_depends_on_knowledge_only(options):
    """Section 6: truths that a seat cannot tell apart lead to the same imagined cards from the same seed."""
    chance = random.Random(1)
    for position in games(at_will, 3, 8, **options):
        if chance.random() > 0.3:
            continue
        for seat in (-1, 0, 2):
            truth = position.imagine(seat, chance.getrandbits(60))  # another truth that the seat cannot tell from this
            seed = chance.getrandbits(60)
            one, other = position.imagine(seat, seed), truth.imagine(seat, seed)
            assert [hand(one, k) for k in range(3)] == [hand(other, k) for k in range(3)]
            assert deck(one) == deck(other)


def test_imagination_is_fair():
    """Every unseen card is as likely to be in the other hand as any other."""
    position = GAME.match(players=2, seed=11).position
    held = Counter()
    for seed in range(4000):
        held.update(hand(position.imagine(0, seed), 1))
    unseen = Counter(hand(position, 1) + deck(position))
    for face, copies in unseen.items():
        expected = 4000 * 5 * copies / 45
        assert abs(held[face] - expected) < 5 * expected**0.5, p.face_text(face)


def test_events_keep_cards_secret():
    """Section 6, HO-64: the others see that a card is drawn, its owner sees which; a drawn tile is seen by all."""
    match = GAME.match(players=2, seed=5)
    chance = random.Random(5)
    hidden = tiles = 0
    while not match.over:
        seat = match.deciders[0]
        match.play(chance.choice(match.legal_ids(seat)), seat)
        for owner in (-1, 0, 1):
            for event in match.events(owner):
                if event.kind == st.DREW_CARD:
                    assert event.hidden == (event.seat != owner)
                    assert (event.a == -1) == event.hidden
                    hidden += event.hidden
                elif event.kind == st.DREW_TILE:
                    assert not event.hidden
                    assert event.revealed
                    tiles += 1
                else:
                    assert not event.hidden
    assert hidden > 20
    assert tiles > 20


def test_cards_that_are_shown():
    """HO-66, HO-68: cards that leave a hand because their pile is exhausted are shown to all."""
    hands = {0: "H1 H2 ?1 D1 D2", 1: "H3 H4 H1-5 ?2 F1"}
    table = Table(START, hands=hands, piles={"hills": 1}).begin().play("card H 1", "place 2,0")
    assert table.position.view(-1)["out_cards"] == ["H 1", "H 2", "H 3", "H 4", "H 1-5"]
    assert table.position.view(-1)["exhausted"] == "hills"
