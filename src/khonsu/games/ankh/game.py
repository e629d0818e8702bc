"""Ankh assembled."""

from pathlib import Path

from khonsu.games.ankh.about import ABOUT
from khonsu.games.ankh.picture import picture
from khonsu.games.ankh.report import report
from khonsu.games.ankh.rules import contract as rules
from khonsu.games.ankh.rules import state as asked
from khonsu.games.ankh.rules.knowledge import N_FEATURES
from khonsu.games.ankh.rules.prospects import N_OUTLOOK
from khonsu.games.ankh.rules.state import MOST, STEPS, State
from khonsu.games.ankh.scenarios import encode
from khonsu.games.ankh.view import breakdown, statistics, view
from khonsu.games.ankh.words.narrate import WORDS
from khonsu.games.ankh.words.position import LAYOUT
from khonsu.kernel.contract import Kernel
from khonsu.kernel.game import Game

# Questions about something chosen before and not yet carried out.
UNSETTLED = (
    *(asked.MOVE_TO, asked.PUSH_TO, asked.SUMMON_FIGURE, asked.SUMMON_HEX, asked.OBELISK_TO, asked.BUILD_HEX),
    *(asked.TILE_TO, asked.EXCHANGE),
)

GAME = Game(
    about=ABOUT,
    kernel=Kernel.of(rules, state=State, steps=STEPS, most=MOST, n_features=N_FEATURES, n_outlook=N_OUTLOOK),
    view=view,
    breakdown=breakdown,
    words=WORDS,
    layout=LAYOUT,
    encode=encode,
    picture=picture,
    statistics=statistics,
    report=report,
    tuning={
        "scale": 6.0,
        "alone": 0,
        "mistakes": {1: (0.95, 3.0, 4.0)},
        "swift": {
            "settled": [question for question in range(asked.TASKS) if question not in UNSETTLED],
            "far": (asked.FIRST_ACTION, asked.SECOND_ACTION),
            "secret": (asked.CARD, asked.OFFER),
            "narrow": 2,
            "deals": 3,
        },
    },
    levels={6: 45, 7: 600, 8: 10000},
    folder=Path(__file__).parent,
)
