"""The numbers for learning are the same with the compiler on and off."""

import os
import subprocess
import sys

import numpy as np

import khonsu

SCRIPT = """
import sys, numpy as np, khonsu
name, file = sys.argv[1:]
kernel, known = khonsu.game(name).kernel, np.load(file)
states = np.frombuffer(bytearray(known["states"].tobytes()), kernel.state).view(np.recarray)
for state, rows in zip(states, known["features"]):
    for seat, row in enumerate(rows):
        out = np.full_like(row, -1)
        kernel.features(state, seat, out)
        np.testing.assert_array_equal(out, row)
"""


def test_features_with_the_compiler_off(game_name, random_match, tmp_path):
    """Positions of a whole match, seen by every seat, give the same bits in another process without the compiler."""
    players = max(khonsu.games()[game_name].players)
    whole = random_match(game_name, players, 4)
    kernel = whole.game.kernel
    moments = [match.position.states.copy() for match in whole.replay()][:: len(whole.steps) // 20]
    features = np.empty((len(moments), players, kernel.n_features), np.float32)
    for states, rows in zip(moments, features, strict=True):
        for seat in range(players):
            kernel.first.features(states, seat, rows[seat])
    file = tmp_path / "known.npz"
    np.savez(file, states=np.concatenate(moments), features=features)
    command = [sys.executable, "-W", "error", "-c", SCRIPT, game_name, str(file)]
    variables = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
