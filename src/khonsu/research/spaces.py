"""What a seat observes and may do, as spaces of Gymnasium; both doors that speak its language use them."""

from __future__ import annotations

import numpy as np

from khonsu.extras import need
from khonsu.research.setting import BOUND, Setting

need("gymnasium", "research", "khonsu.research")

from gymnasium.spaces import Box, Dict, Discrete  # noqa: E402


def spaces(setting: Setting) -> tuple[Dict, Discrete]:
    """What one seat observes, and its steps."""
    kernel = setting.game.kernel
    features, mask = Box(-BOUND, BOUND, (kernel.n_features,), np.float32), Box(0, 1, (kernel.steps,), np.int8)
    return Dict({"observation": features, "action_mask": mask}), Discrete(kernel.steps)
