"""Notation and step ids (section 5): what is written is read back, ids are few, texts are unique."""

from __future__ import annotations

import random

import khonsu
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.words.steps import ends

from .players import PLAYERS, games
from .table import GAME, START, Table


def test_ids():
    """Positions are numbered as they are listed, so few ids do: far fewer than anchors."""
    assert GAME.kernel.steps == st.STEPS == 1060
    table = Table(START, bag="D").begin()
    assert table.position.legal(0) == list(range(20))


def test_words_of_all_steps():
    """Section 5: the notation of every decision."""
    table = Table(START, bag="R", hands={0: "?1-5 H3 D1 D2 D3"}).begin()
    assert table.options() == ["replace 0,-2", "replace 0,2"]
    table.play("replace 0,-2")
    assert table.options()[0] == "end -1,-4"
    table.play("end 0,-4", "extend")
    assert table.options()[0] == "place -1,-6"
    table.play("place 2,0")
    assert table.options() == ["card D 1", "card D 2", "card D 3", "card H 3", "card ? 1-5", "transport"]


def test_round_trip():
    """Every legal step is found by its text, in games of every style."""
    for seed, player in enumerate(PLAYERS):
        for position in games(
            player, 2, seed, marker_optional=bool(seed % 2), marker_choice=("region", "tile")[seed % 2]
        ):
            if not position.deciders:
                break
            seat = position.deciders[0]
            steps = position.legal(seat)
            texts = [position.notation(seat, step) for step in steps]
            assert len(set(texts)) == len(texts)
            listed = ends(position.state)
            assert listed == sorted(listed, key=lambda end: (end[1], end[0]))


def test_records():
    """A record with every option at another value is read back to the same state."""
    options = {
        "end_exit_rule": "full_side",
        "pile_tile_contact": "region_tile",
        "marker_optional": True,
        "island_corner_seals": False,
        "islands_double": False,
        "temple_redraw": True,
        "transport_first_turn": False,
        "exhausted_draw": "keep",
        "first_player": 1,
        "marker_choice": "tile",
        "tiles": {"bag_D": 7, "pile_R": 5},
        "deck": {"D1": 9, "?1-5": 9, "H2+4": 9},
    }
    match = GAME.match(players=3, seed=9, **options)
    chance = random.Random(9)
    while not match.over:
        match.play(chance.choice(match.legal_ids(match.deciders[0])))
    again = khonsu.read(match.record())
    assert again.options == match.options
    assert again.position.save() == match.position.save()
    assert "option deck: D1x9,H2+4x9,?1-5x9" in match.record()


def test_same_seed_same_record():
    """Section 5, chance: a seed tells everything; another seed gives another match."""
    records = []
    for seed in (3, 3, 4):
        match = GAME.match(players=4, seed=seed)
        chance = random.Random(1)
        while not match.over:
            match.play(chance.choice(match.legal_ids(match.deciders[0])))
        records.append(match.record())
    assert records[0] == records[1] != records[2]
