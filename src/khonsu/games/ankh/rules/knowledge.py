"""What a seat can know: secret choices drawn again (section 5), numbers for learning, a quick judgement."""

import numpy as np

from khonsu.games.ankh.state import entry
from khonsu.kernel.chance import scramble

N_FEATURES = 8


@entry
def imagine(s, seat, seed):
    """To come."""
    s.rng = scramble(seed)


@entry
def judge(s, seat):
    """To come."""
    return 0.0


@entry
def features(s, seat, out):
    """To come."""
    out[:] = 0
