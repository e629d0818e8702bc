"""What every game must keep, whatever its rules: the contract, tested by random play (design, sections 2 and 7)."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pytest

import khonsu
from khonsu.errors import IllegalStep, MatchOver, WrongSeat
from khonsu.kernel.batch import play_random
from khonsu.kernel.position import Position

SEEDS = range(3)


def play_to_the_end(game_name, players, options, games):
    """Random games inside the compiled kernel; every one must end with shares that add up."""
    game = khonsu.game(game_name)
    kernel, numbers = game.kernel, game.numbers(players, game.about.resolve(options))
    out = np.empty(kernel.most, np.int32)
    for seed in range(games):
        states = kernel.new()
        kernel.start(states[0], players, np.uint64(seed), numbers)
        count = play_random(kernel, states, out, np.uint64(seed), 100_000)
        assert 0 < count < 100_000, f"seed {seed}"
        assert kernel.deciders(states[0]) == 0
        shares = np.zeros(players)
        kernel.result(states[0], shares)
        assert shares.min() >= 0
        assert shares.sum() == pytest.approx(1) or (game_name == "ankh" and shares.sum() == 0)  # AK-197


def test_random_games_end(game_name, players):
    """No dead end: random play reaches the end from every seed (1,000 games), within a bound on the steps."""
    play_to_the_end(game_name, players, {}, 1000)


def test_random_games_end_with_every_option(game_name, players):
    """The same for every value of every option: 1,000 games for editions and scenarios, fewer for the others."""
    for option in khonsu.games()[game_name].options:
        for value in option.values:
            if value != option.default:
                many = 1000 if option.name in ("edition", "scenario") else 50
                play_to_the_end(game_name, players, {option.name: value}, many)


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_are_sound(game_name, players, seed, random_match):
    """Legal lists are sound, notation is unique and read back, illegal steps change nothing."""
    match = khonsu.game(game_name).match(players=players, seed=seed)
    kernel, chance = match.game.kernel, random.Random(seed)
    while not match.over:
        before = match.position.save()
        seat = chance.choice(match.deciders)
        steps = match.legal(seat)
        ids = [step.id for step in steps]
        assert 0 < len(ids) <= kernel.most
        assert len(set(ids)) == len(ids)
        assert all(0 <= step < kernel.steps for step in ids)
        assert len({step.text.lower() for step in steps}) == len(steps)
        for other in range(players):
            if other not in match.deciders:
                assert match.legal(other) == []
                with pytest.raises(WrongSeat):
                    match.play(ids[0], other)
        wrong = next(step for step in range(kernel.steps + 1) if step not in ids)
        for illegal in (wrong, -1, "no such step", "", None, 2**40):
            with pytest.raises(IllegalStep):
                match.play(illegal, seat)
        assert match.position.save() == before
        chosen = chance.choice(steps)
        assert match.play(chosen.text.upper(), seat) == chosen
        assert match.position.state.n_events < len(match.position.state.events)
    with pytest.raises(MatchOver):
        match.play(0)


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_are_independent(game_name, players, seed, random_match):
    """Clone and save: the copy plays on alone, the loaded position equals the saved one."""
    match = random_match(game_name, players, seed, steps=40)
    before = match.position.save()
    copy = match.position.copy()
    assert Position.load(match.game, before).save() == before
    assert Position.load(match.game, before).legal(match.deciders[0]) == match.position.legal(match.deciders[0])
    seat = copy.deciders[0]
    copy.play(seat, copy.legal(seat)[0])
    assert match.position.save() == before
    assert copy.save() != before


@pytest.mark.parametrize("seed", SEEDS)
def test_views_keep_secrets(game_name, players, seed, random_match):
    """What a seat sees, may do and learns from is unchanged when all it cannot know is dealt again."""
    whole = random_match(game_name, players, seed)
    chance = random.Random(seed)
    for match in whole.replay():
        if chance.random() < 0.2:
            for seat in (-1, *range(players)):
                imagined = match.position.imagine(seat, chance.getrandbits(64))
                assert imagined.view(seat) == match.view(seat)
                assert imagined.deciders == match.deciders
                if seat >= 0:
                    assert imagined.legal(seat) == match.position.legal(seat)
                    assert (imagined.features(seat) == match.position.features(seat)).all()
                    assert (imagined.outlook(seat) == match.position.outlook(seat)).all()
                    assert imagined.judge(seat) == match.position.judge(seat)
                json.dumps(match.view(seat))


def test_a_deal_does_not_depend_on_the_truth(game_name, players, random_match):
    """The same seed deals the same, whatever truly lies there: else a search would follow what it must not know."""
    for steps in (0, 30, 60):
        match = random_match(game_name, players, 11, steps=steps)
        for seat in range(-1, players):
            one = match.position.imagine(seat, 5)
            other = match.position.imagine(seat, 99).imagine(seat, 5)
            assert one.states[0].tobytes() == other.states[0].tobytes()


def test_imagined_positions_play_on(game_name, players, random_match):
    """An imagined position is a legal one: it can be played to its end."""
    for place in (0, 5, 23, 60):
        match = random_match(game_name, players, 11, steps=place)
        for seat in range(players):
            position = match.position.imagine(seat, 5)
            kernel = match.game.kernel
            out = np.empty(kernel.most, np.int32)
            play_random(kernel, position.states, out, np.uint64(3), 100_000)
            assert position.deciders == ()


def test_record_round_trip(game_name, players, random_match):
    """A record read back gives the same state, steps and text."""
    for steps in (0, 17, 10**9):
        match = random_match(game_name, players, 4, steps=steps)
        match.comment("a remark; with a semicolon")
        again = khonsu.read(match.record())
        assert again.position.save() == match.position.save()
        assert again.steps == match.steps
        assert again.record() == match.record()


def test_undo_restores(game_name, players):
    """Undo gives back the very bytes, and stops at other players' steps and at reveals."""
    match = khonsu.game(game_name).match(players=players, seed=8)
    chance = random.Random(1)
    saved = [match.position.save()]
    while not match.over and len(match.steps) < 150:
        seat = chance.choice(match.deciders)
        match.play(chance.choice(match.legal_ids(seat)), seat)
        saved.append(match.position.save())
        if match.can_undo(seat) and chance.random() < 0.3:
            match.undo(seat)
            saved.pop()
            assert match.position.save() == saved[-1]
    assert match.record() == khonsu.read(match.record()).record()


def test_two_matches_do_not_meet(game_name, players, random_match):
    """Interleaved matches are what they are alone."""
    alone = [random_match(game_name, players, seed).record() for seed in (1, 2)]
    matches = [khonsu.game(game_name).match(players=players, seed=seed) for seed in (1, 2)]
    chances = [random.Random(seed) for seed in (1, 2)]
    while any(match.deciders for match in matches):
        for match, chance in zip(matches, chances):
            if match.deciders:
                seat = chance.choice(match.deciders)
                match.play(chance.choice(match.legal_ids(seat)), seat)
    assert [match.record() for match in matches] == alone


SCRIPT = """
import random, sys, khonsu
name, players, seed, steps = sys.argv[1], *map(int, sys.argv[2:])
match = khonsu.game(name).match(players=players, seed=seed)
chance = random.Random(seed)
while match.deciders and len(match.steps) < steps:
    seat = chance.choice(match.deciders)
    match.play(chance.choice(match.legal_ids(seat)), seat)
print(match.record() + match.position.save().hex())
"""


@pytest.mark.parametrize(
    "variables", [{"PYTHONHASHSEED": "1"}, {"NUMBA_DISABLE_JIT": "1"}], ids=["hash", "interpreted"]
)
def test_same_everywhere(game_name, players, variables, random_match):
    """The same record and the same bytes in another process, under another hash seed, with the compiler off."""
    import os

    steps = 150
    match = random_match(game_name, players, 6, steps=steps)
    command = [sys.executable, "-W", "error", "-c", SCRIPT, game_name, str(players), "6", str(steps)]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == match.record() + match.position.save().hex()


def test_words(game_name, players, random_match):
    """Every question, step and event has words in every language, and nothing is left to fill in."""
    whole = random_match(game_name, players, 3)
    for match in whole.replay():
        for language in ("en", "es", "fr"):
            said = match.told(-1, language)
            for seat in match.deciders:
                said.append(match.question(seat, language))
                said += [match.explain(step, language) for step in match.legal(seat)[:8]]
                assert all(said), said
            assert not any("{" in sentence or "}" in sentence for sentence in said)
    assert whole.board(0, "es")
    assert whole.board(-1, "en") != whole.board(-1, "fr")


def test_breakdown_adds_up(game_name, players, random_match):
    """The parts of a score add up to it; a fraction beyond them breaks ties only."""
    match = random_match(game_name, players, 9)
    for seat in range(players):
        beyond = match.scores()[seat] - sum(match.breakdown(seat).values())
        assert -1e-9 < beyond < 1 if game_name == "ankh" else beyond == pytest.approx(0)
