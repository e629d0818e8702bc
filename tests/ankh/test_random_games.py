"""Whole random games: no dead end anywhere, everything of the box is met, records repeat."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

import khonsu
from khonsu.bots import Budget
from khonsu.bots.greedy import GreedyBot
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.kernel.batch import play_random

GAMES = 1000


@pytest.mark.parametrize("scenario", p.SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_thousand_games(players, scenario):
    """Section 4, "no dead ends": random games end within the bound, all gods, guardians, powers and tiles are met."""
    game = khonsu.game("ankh")
    kernel = game.kernel
    out = np.empty(kernel.most, np.int32)
    layouts = range(10) if scenario == "random" else range(1)
    met: set[tuple[str, int]] = set()
    for layout in layouts:
        # Half of the games have no red section, so that they go on to Conflict V.
        for red in (0, p.RED_MAX):
            chosen = {"scenario": scenario, "layout_seed": layout, "red_max": red}
            numbers = game.numbers(players, game.about.resolve(chosen))
            for seed in range(GAMES // len(layouts) // 2):
                states = kernel.new()
                s = states[0]
                kernel.start(s, players, np.uint64(seed), numbers)
                s.quiet = 1
                if red == 0:
                    s.followers[:players] = 15  # random players rarely save for powers of level 3
                played = 0
                while kernel.deciders(s) != 0:
                    played += play_random(kernel, states, out, np.uint64(1000 * seed + played), 60)
                    assert played < 5000, f"seed {seed}"
                    met |= {("god", int(god)) for god in s.who[:players]}
                    met |= {("figure", int(kind)) for kind in np.unique(s.figure)}
                    met |= {("power", int(bits).bit_length()) for bits in s.powers}
                    met |= {("terms", name) for name in ("sun", "tile", "captive") if s[name].any()}
                assert s.event <= len(p.CALENDAR)
                met.add(("end", int(s.event)))
    assert {god for what, god in met if what == "god"} == set(range(5))
    assert {kind for what, kind in met if what == "figure"} == set(range(9))
    assert ("power", 9) in met or ("power", 10) in met or ("power", 12) in met
    assert {name for what, name in met if what == "terms"} == {"sun", "tile", "captive"}
    assert ("end", 18) in met
    assert ("end", 16) in met


def test_every_question_is_met():
    """Every decision of section 4 but D-28 (a flag) comes up in random games."""
    game = khonsu.game("ankh")
    kernel = game.kernel
    out = np.empty(kernel.most, np.int32)
    met: set[int] = set()
    for seed in range(160):
        players = 2 + seed % 4
        numbers = game.numbers(players, game.about.resolve({"red_max": 0}))
        states = kernel.new()
        s = states[0]
        kernel.start(s, players, np.uint64(seed), numbers)
        s.quiet = 1
        s.followers[:players] = 15
        played = 0
        while kernel.deciders(s) != 0:
            met.add(int(s.pending[s.depth - 1, 0]))
            played += play_random(kernel, states, out, np.uint64(seed + played), 1)
    assert met >= set(range(st.TASKS)) - {st.JOIN, st.MOVE_TOKEN, st.KEEP_GUARDIAN}


def test_most_options_fit():
    """The bounds of the option list and of the events are not reached."""
    game = khonsu.game("ankh")
    assert game.kernel.steps < 700
    assert game.kernel.state.itemsize < 6000
    assert st.MOST_OPTIONS > st.SIDES + 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_seed_same_record(players, random_match):
    """Section 7, 19: the same seed and choices give the same record; notation is read back."""
    one, other = (random_match("ankh", players, 21) for _ in range(2))
    assert one.record() == other.record()
    assert khonsu.read(one.record()).position.save() == one.position.save()


def test_notation_is_unique(random_match):
    """Every legal step has its own text at every question of whole games."""
    for players in (2, 5):
        for match in random_match("ankh", players, 5, red_max=0).replay():
            for seat in match.deciders:
                texts = [step.text for step in match.legal(seat)]
                assert len(texts) == len({text.lower() for text in texts})
                assert all(text == text.lower() and ";" not in text for text in texts)


SCRIPT = """
import random, sys, khonsu
match = khonsu.game("ankh").match(players=int(sys.argv[1]), seed=13, red_max=0, scenario="old_kingdom")
chance = random.Random(13)
while match.deciders:
    seat = chance.choice(match.deciders)
    match.play(chance.choice(match.legal_ids(seat)), seat)
print(match.record() + match.position.save().hex())
"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_compiler_off(players):
    """A whole game with all five Conflicts is the same, byte for byte, with the compiler on and off."""
    said = []
    for variables in ({}, {"NUMBA_DISABLE_JIT": "1"}):
        command = [sys.executable, "-W", "error", "-c", SCRIPT, str(players)]
        done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1]


def test_greedy_beats_random():
    """The judgement is worth something: a greedy player wins nearly all games against three random ones."""
    bot = GreedyBot()
    won = 0.0
    for seed in range(8):
        match = khonsu.game("ankh").match(players=4, seed=seed)
        chance = random.Random(seed)
        while not match.over:
            seat = chance.choice(match.deciders)
            if seat == seed % 4:
                position = match.position.imagine(seat, chance.getrandbits(32))
                match.play(bot.choose(position, seat, Budget(iterations=150, seed=seed)).step, seat)
            else:
                match.play(chance.choice(match.legal_ids(seat)), seat)
        won += match.result()[seed % 4]
    assert won >= 5
