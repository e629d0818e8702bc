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
        "look": {6: {"ahead": 200, "chains": 12, "rehearse": 0}, 7: {"ahead": 1700, "rehearse": 0}, 8: {"ahead": 4000}},
        "swift": {"settled": (CARD, USE), "wide": 40, "narrow": 24},
    },
    levels={6: 24, 7: 370, 8: 4000},
    folder=Path(__file__).parent,
)
