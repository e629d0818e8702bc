"""The kernel: chance, the compiler's cache, fields of a state."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import khonsu
from khonsu.kernel.batch import step_batch
from khonsu.kernel.chance import draw, scramble, shuffle
from khonsu.kernel.state import state_dtype


def test_generator_is_splitmix64():
    """The published values for seed 0 and for seed 1234567."""
    assert int(scramble(np.uint64(0))) == 0xE220A8397B1DCDAF
    state, found = np.uint64(1234567), []
    for _ in range(3):
        found.append(int(scramble(state)))
        with np.errstate(over="ignore"):
            state = state + np.uint64(0x9E3779B97F4A7C15)
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_draws_are_even():
    states = khonsu.game("ankhor").kernel.new()
    counts = np.zeros(7)
    for _ in range(7000):
        counts[draw(states[0], 7)] += 1
    assert counts.min() > 850
    assert counts.max() < 1150


def test_shuffle_reaches_every_order():
    states = khonsu.game("ankhor").kernel.new()
    found = {}
    for _ in range(6000):
        items = np.arange(3, dtype=np.int16)
        shuffle(states[0], items, 3)
        found[tuple(items.tolist())] = found.get(tuple(items.tolist()), 0) + 1
    assert len(found) == 6
    assert min(found.values()) > 850


def test_fields_that_numpy_would_hide_are_refused():
    with pytest.raises(ValueError, match="'round' cannot be a field"):
        state_dtype([("round", np.int8)], events=1, pending=1)


def test_a_later_start_compiles_nothing():
    """Everything comes from the cache in a second process."""
    code = """
import khonsu
from khonsu.kernel import batch
from khonsu.bots.search.kernel import ends
for name in khonsu.games():
    game = khonsu.game(name)
    ends.prepare(game.kernel)
    kernels = [getattr(game.kernel, part) for part in ("start", "deciders", "legal", "play", "imagine", "judge")]
    kernels += [batch.playouts, batch.simulate, batch.step_batch, ends.best_ends]
    print([kernel.py_func.__name__ for kernel in kernels if kernel.stats.cache_misses])
"""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"[]"}


def test_cache_follows_the_sources(tmp_path):
    """A changed helper in another file means another folder: no stale rules."""
    from khonsu.kernel import compile as compiler

    package = tmp_path / "games" / "toy"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text("def play(s): pass\n")
    (package / "helper.py").write_text("X = 1\n")
    first = compiler._digest.__wrapped__(compiler.KERNEL, package)
    (package / "helper.py").write_text("X = 2\n")
    assert compiler._digest.__wrapped__(compiler.KERNEL, package) != first
    (package / "helper.py").write_text("X = 1\n")
    (package / "narrate.py").write_text("words\n")
    assert compiler._digest.__wrapped__(compiler.KERNEL, package) == first


def test_batch_steps_equal_single_steps(game_name):
    """Stepping a batch is stepping each of its states."""
    game = khonsu.game(game_name)
    kernel, players = game.kernel, game.about.players[-1]
    numbers = game.numbers(players, game.about.resolve({}))
    batch = kernel.new(16)
    for i in range(16):
        kernel.start(batch[i], players, np.uint64(i), numbers)
    alone = np.frombuffer(bytearray(batch.tobytes()), kernel.state).view(np.recarray)
    out, masks = np.empty(kernel.most, np.int32), np.zeros(16, np.int64)
    for turn in range(60):
        steps = np.zeros(16, np.int32)
        for i in range(16):
            mask = int(kernel.deciders(alone[i]))
            if mask:
                seat = (mask & -mask).bit_length() - 1
                n = kernel.legal(alone[i], seat, out)
                steps[i] = out[(turn * 7 + i) % n]
                kernel.play(alone[i], seat, steps[i])
        step_batch(batch, kernel.deciders, kernel.play, steps, masks)
        assert batch.tobytes() == alone.tobytes()
        assert masks.tolist() == [int(kernel.deciders(s)) for s in alone]


def test_cache_folder_can_be_chosen(monkeypatch, tmp_path):
    from khonsu.kernel.compile import cache_root

    monkeypatch.setenv("KHONSU_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("KHONSU_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.join(str(tmp_path), "x"))
    assert cache_root() == tmp_path / "x" / "khonsu"
