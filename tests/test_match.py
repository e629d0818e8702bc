"""A match: what is refused, what can be taken back, what is seen. Ankh'or stands for all games here."""

from __future__ import annotations

import doctest
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import khonsu
from khonsu.errors import (
    BadOption,
    BadPlace,
    BadPlayers,
    BadSeed,
    IllegalStep,
    KhonsuError,
    NoUndo,
    UnknownGame,
    WrongSeat,
)


def new(**options):
    return khonsu.game("ankhor").match(players=2, seed=7, **options)


def test_package_example():
    assert doctest.testmod(khonsu).failed == 0


def test_unknown_game_names_the_known_ones():
    with pytest.raises(UnknownGame, match=r"Known games: .*ankhor"):
        khonsu.game("chess")


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.5, "two"])
def test_bad_player_count(players):
    with pytest.raises(BadPlayers, match="for 2, 3, 4 players"):
        khonsu.game("ankhor").match(players=players)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_bad_seed(seed):
    with pytest.raises(BadSeed, match="from 0 to"):
        khonsu.game("ankhor").match(seed=seed)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "de"),
        ("edition", 0),
        ("move_may_split", "yes"),
        ("stall_rounds", -1),
        ("stall_rounds", "many"),
        ("stall_rounds", True),
    ],
)
def test_bad_option_value(name, value):
    with pytest.raises(BadOption, match=f"Option {name} cannot be .* Allowed: "):
        new(**{name: value})


def test_unknown_option_lists_the_known_ones():
    with pytest.raises(BadOption, match=r"no option called colour.*edition"):
        new(colour="red")


def test_options_follow_the_edition_unless_set():
    assert new(edition="es").options["covered_depot_token"] == "to_supply"
    mixed = new(edition="es", tiebreak_tokens="most").options
    assert (mixed["leftover_tokens"], mixed["tiebreak_tokens"]) == ("resources", "most")
    assert new(move_may_split="false").options["move_may_split"] is False


@given(
    some.one_of(
        some.integers(-(2**70), 2**70),
        some.text(max_size=12),
        some.none(),
        some.floats(),
        some.booleans(),
        some.binary(max_size=4),
    )
)
@settings(max_examples=200, deadline=None)
def test_nonsense_is_refused_and_changes_nothing(nonsense):
    match = new()
    before = match.position.save()
    legal = {step.text for step in match.legal()} | {step.id for step in match.legal()}
    if isinstance(nonsense, (str, int)) and not isinstance(nonsense, bool) and nonsense in legal:
        return
    with pytest.raises(IllegalStep, match="Legal moves: blue"):
        match.play(nonsense)
    assert match.position.save() == before
    assert match.steps == []


@given(some.one_of(some.integers(-5, 70), some.text(max_size=3)))
@settings(max_examples=50, deadline=None)
def test_wrong_seat_is_refused(seat):
    match = new()
    if seat != match.deciders[0]:
        with pytest.raises(WrongSeat, match=f"Waiting for seat: {match.deciders[0]}"):
            match.play(match.legal()[0].id, seat)
        assert match.steps == []


def play(match, *steps):
    for step in steps:
        match.play(step)


def test_undo_goes_back_to_the_start_of_the_turn():
    match = new()
    seat = match.deciders[0]
    play(match, "blue", "red")
    assert match.undo(seat).text == "red"
    assert match.undo(seat).text == "blue"
    with pytest.raises(NoUndo):
        match.undo(seat)


def test_a_finished_turn_can_be_taken_back_until_somebody_acts():
    match = new()
    seat = match.deciders[0]
    play(match, "blue", "red", "white")
    other = match.deciders[0]
    assert other != seat
    with pytest.raises(NoUndo):
        match.undo(other)
    assert match.undo(seat).text == "white"
    play(match, "white", "blue")
    with pytest.raises(NoUndo):
        match.undo(seat)
    assert match.undo(other).text == "blue"
    assert not match.can_undo(seat)


def test_a_draw_cannot_be_taken_back():
    match = new()
    play(match, "ankh", "blue", "blue", "ankh", "red", "red")
    seat = match.deciders[0]
    play(match, "renew")
    assert match.undo(seat).text == "renew"
    play(match, "renew", "stack A")
    with pytest.raises(NoUndo):
        match.undo(seat)


def test_earlier_places():
    match = new()
    play(match, "blue", "red", "white", "green")
    assert [step.text for step in match.at(2).steps] == ["blue", "red"]
    assert len(list(match.replay())) == 5
    for place in (-1, 5):
        with pytest.raises(BadPlace, match="0 to 4"):
            match.at(place)


def test_picture_and_notebook():
    match = new()
    assert ET.fromstring(match.svg(0)).tag.endswith("svg")
    assert match._repr_svg_() == match.svg(-1)
    assert "2 players" in repr(match)


def test_every_error_is_a_khonsu_error_and_a_value_error():
    assert issubclass(KhonsuError, ValueError)
    assert all(issubclass(error, KhonsuError) for error in (BadOption, BadPlace, IllegalStep, NoUndo, WrongSeat))
