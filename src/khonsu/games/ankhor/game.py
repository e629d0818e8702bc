"""Ankh'or assembled."""

from pathlib import Path

from khonsu.games.ankhor.about import ABOUT
from khonsu.games.ankhor.picture import picture
from khonsu.games.ankhor.report import report
from khonsu.games.ankhor.rules import contract as rules
from khonsu.games.ankhor.rules.knowledge import N_FEATURES
from khonsu.games.ankhor.rules.prospects import N_OUTLOOK
from khonsu.games.ankhor.rules.state import (
    AFTER,
    GIVE_BACK,
    MENU,
    MOST_OPTIONS,
    PICK,
    STACK,
    STEPS,
    STORE,
    State,
)
from khonsu.games.ankhor.view import breakdown, statistics, view
from khonsu.games.ankhor.words.narrate import WORDS
from khonsu.games.ankhor.words.position import LAYOUT
from khonsu.kernel.contract import Kernel
from khonsu.kernel.game import Game

GAME = Game(
    about=ABOUT,
    kernel=Kernel.of(rules, state=State, steps=STEPS, most=MOST_OPTIONS, n_features=N_FEATURES, n_outlook=N_OUTLOOK),
    view=view,
    breakdown=breakdown,
    words=WORDS,
    layout=LAYOUT,
    picture=picture,
    statistics=statistics,
    report=report,
    tuning={
        "answers": 1,
        "mistakes": {1: (0.95, 1.5, 3.0)},
        "swift": {"settled": (MENU, AFTER, PICK, STORE, GIVE_BACK), "far": (MENU,), "stop": (STACK,), "narrow": 4},
    },
    levels={6: 18, 7: 220, 8: 32000},
    folder=Path(__file__).parent,
)
