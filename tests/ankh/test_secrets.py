"""Secret simultaneous choices (D-17, D-20; section 5): nothing leaks, and the order of commitments does not matter."""

from __future__ import annotations

import json
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import khonsu
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.kernel.position import Position

THREE = "amun: G 1,4 W 1,3 | isis: G 1,6 W 1,7 | ra: G 2,4 W 2,3"


def committed(lay, order):
    """Three gods commit in this order; Amun plays two cards."""
    table = lay(THREE, followers={"amun": 2, "isis": 2, "ra": 2})
    table.conflict("ra")
    table.play("yes")
    steps = {"amun": ["card plague", "card drought"], "isis": ["card plague"], "ra": ["card chariots"]}
    for name in order:
        for text in steps[name]:
            table.play(text, who=name)
    return table


@pytest.mark.parametrize("order", list(permutations(("amun", "isis", "ra"))))
def test_order_of_cards_does_not_matter(lay, order):
    """AK-83, AK-84, D-17: the very bytes of the state are the same."""
    assert committed(lay, order).position.save() == committed(lay, ("amun", "isis", "ra")).position.save()


@pytest.mark.parametrize("order", list(permutations((("amun", 1), ("isis", 0), ("ra", 2)))))
def test_order_of_offers_does_not_matter(lay, order):
    """AK-104, D-20: likewise."""

    def offered(offers):
        table = committed(lay, ("amun", "isis", "ra"))
        for name, amount in offers:
            table.play(f"offer {amount}", who=name)
        return table.position.save()

    assert offered(order) == offered((("amun", 1), ("isis", 0), ("ra", 2)))


@settings(max_examples=15, deadline=None, derandomize=True)
@given(players=some.integers(2, 5), seed=some.integers(0, 10**6), data=some.data())
def test_order_never_matters_in_random_games(players, seed, data):
    """Whatever was chosen: committing in another order gives the same state."""
    game = khonsu.game("ankh")
    position = Position.start(game, players, seed, game.numbers(players, game.about.resolve({})))
    chance = np.random.default_rng(seed)
    while position.deciders:
        if len(position.deciders) > 1:
            seats = list(position.deciders)
            choices = {seat: [] for seat in seats}
            first = position.copy()
            while (
                any(seat in first.deciders for seat in seats)
                and asked(first) == asked(position)
                and same_round(first, seats, choices)
            ):
                seat = next(seat for seat in seats if seat in first.deciders)
                step = int(chance.choice(first.legal(seat)))
                choices[seat].append(step)
                first.play(seat, step)
            other = position.copy()
            for seat in data.draw(some.permutations(seats)):
                for step in choices[seat]:
                    other.play(seat, step)
            assert other.save() == first.save()
            position = first
        else:
            seat = position.deciders[0]
            position.play(seat, int(chance.choice(position.legal(seat))))


def asked(position):
    return int(position.state.pending[position.state.depth - 1, 0])


def same_round(position, seats, choices):
    """Whether this is still the choice that was begun: nobody has chosen twice, but Amun his two cards."""
    waiting = [seat for seat in seats if seat in position.deciders]
    return all(not choices[seat] or position.state.commit[position.state.god_of[seat]] for seat in waiting)


def test_views_show_only_who_committed(lay):
    """Section 5, invariant 20: others see that, not what; the own commitment is visible to the own seat."""
    table = lay(THREE)
    table.conflict("ra")
    table.play("no")
    table.play("card flood", who="isis")
    for seat in (-1, 0, 2):
        secret = table.position.view(seat)["secret"]
        assert secret["committed"] == [1]
        assert secret["waiting"] == [0, 2]
        assert not secret["own"]
        event = table.position.events(seat)[0]
        assert (event.kind, event.hidden) == (st.COMMITTED, True)
        assert event.a == -1
    assert table.position.view(1)["secret"]["own"] == ["flood"]
    assert table.position.events(1)[0].a == p.FLOOD


def test_offers_are_secret(lay):
    """Section 5: an offering likewise; the totals before it stay public."""
    table = lay(THREE, followers={"amun": 2, "isis": 3, "ra": 2})
    table.conflict("ra")
    table.cards(amun="plague", isis="maat", ra="maat")
    table.play("offer 3", who="isis")
    views = [table.position.view(seat) for seat in (-1, 0, 1, 2)]
    assert [view["secret"]["own"] for view in views] == [None, None, 3, None]
    assert all(view["gods"][1]["followers"] == 3 for view in views)


def test_partners_see_their_commitment(lay):
    """AK-194, section 5: both seats of a merged god see what it committed."""
    table = lay("ra: G 7,3 | isis: G 1,4 | anubis: G 1,7", stack={"ra": 2, "isis": 3, "anubis": 8})
    table.close_conflict(3)
    table.conflict("anubis", 2)
    table.play("card flood", who="isis")
    assert [table.position.view(seat)["secret"]["own"] for seat in (0, 1, 2)] == [["flood"], ["flood"], []]


def test_imagine_draws_what_could_have_been_chosen(lay):
    """Section 5: every card of the hand, and only those; one's own stays."""
    table = lay(THREE)
    table.s.hand[1], table.s.used[1] = 0b1110000, 0b0001111
    table.conflict("ra")
    table.play("no")
    table.play("card maat", who="isis")
    table.play("card flood", who="amun")
    drawn = set()
    for seed in range(60):
        imagined = table.position.imagine(0, seed)
        assert imagined.state.commit[0] == 1 << p.FLOOD
        drawn.add(int(imagined.state.commit[1]))
        assert imagined.view(0) == table.position.view(0)
    assert drawn == {1 << card for card in (p.BUILD, p.MIRACLE, p.MAAT)}


def test_imagine_draws_two_cards_and_offers(lay):
    """Section 5: Amun's two cards are two different ones; an offering is any number up to all followers."""
    table = committed(lay, ("amun", "isis"))
    pairs = {int(table.position.imagine(2, seed).state.commit[0]) for seed in range(200)}
    assert all(bits.bit_count() == 2 for bits in pairs)
    assert len(pairs) == 21
    table.play("card chariots", who="ra")
    table.play("offer 1", who="amun")
    offers = {int(table.position.imagine(2, seed).state.offer[0]) for seed in range(60)}
    assert offers == {0, 1, 2}


def test_views_and_features_are_blind(random_game):
    """Section 5: a view, features and judgement do not change when others' commitments are drawn again."""
    met = 0
    for players in (2, 3, 4, 5):
        for position, _, _ in random_game(players, 3 + players, red_max=0):
            if len(position.deciders) and asked(position) in (st.CARD, st.OFFER):
                for seat in (-1, *range(players)):
                    imagined = position.imagine(seat, 77)
                    assert json.dumps(imagined.view(seat)) == json.dumps(position.view(seat))
                    if seat >= 0:
                        assert (imagined.features(seat) == position.features(seat)).all()
                        assert imagined.judge(seat) == position.judge(seat)
                        assert imagined.legal(seat) == position.legal(seat)
                    met += 1
    assert met > 100
