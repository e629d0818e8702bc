"""Horus assembled."""

from pathlib import Path

from khonsu.games.horus.about import ABOUT, encode
from khonsu.games.horus.picture import picture
from khonsu.games.horus.report import report
from khonsu.games.horus.rules import contract as rules
from khonsu.games.horus.rules.knowledge import N_FEATURES
from khonsu.games.horus.rules.pieces import MOST_SLOTS
from khonsu.games.horus.rules.prospects import N_OUTLOOK
from khonsu.games.horus.rules.state import CARD, STEPS, USE, State
from khonsu.games.horus.view import breakdown, statistics, view
from khonsu.games.horus.words.narrate import WORDS
from khonsu.games.horus.words.position import LAYOUT
from khonsu.kernel.contract import Kernel
from khonsu.kernel.game import Game

GAME = Game(
    about=ABOUT,
    kernel=Kernel.of(rules, state=State, steps=STEPS, most=MOST_SLOTS, n_features=N_FEATURES, n_outlook=N_OUTLOOK),
    view=view,
    breakdown=breakdown,
    words=WORDS,
    layout=LAYOUT,
    picture=picture,
    encode=encode,
    statistics=statistics,
    report=report,
    tuning={
        **{"scale": 6.0, "explore": 0.5, "spread": 0.2, "width": 10, "tries": 6, "ahead": 8000},
        "answers": 1,
        "alone": 0,
        "apart": 1,
        "rehearse": 2,
        "finalists": 12,
        "look": {6: {"ahead": 50, "chains": 6, "rehearse": 0}, 7: {"ahead": 1400, "rehearse": 0}, 8: {"ahead": 4000}},
        "mistakes": {2: (0.65, 1.1, 1.2), 3: (0.47, 0.65, 0.65), 4: (0.33, 0.4, 0.4), 5: (0.18, 0.2, 0.2)},
        "swift": {"settled": (CARD, USE), "wide": 40, "narrow": 24},
    },
    levels={6: 8, 7: 300, 8: 4000},
    folder=Path(__file__).parent,
)
