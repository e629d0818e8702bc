"""Many matches among bots, from Python: the command line only prints what these functions return.

| function | answers |
|---|---|
| `simulate` | how matches among these bots go; every decision as a data set |
| `ladder` | how strong bots are; `pairings` says who plays whom |
| `parts`, `play_part`, `write_part` | all that docs/strength.md tells |
| `until` | which of two bots is stronger, in as few matches as possible |
| `report` | how balanced a game is, as a page |
| `train` | learns an evaluation by self-play |

All take a `Work`: how many processes play, or which Ray cluster, and who is told how far it is (docs/arena.md).
"""

from khonsu.arena.ladder.everything import StrengthPart, parts, play_part, write_part
from khonsu.arena.ladder.ladder import Ladder, ladder, pairings
from khonsu.arena.ladder.until import Verdict, until
from khonsu.arena.runs.plan import Limits, RunPlan
from khonsu.arena.runs.report import Report, report
from khonsu.arena.runs.simulate import Keep, Simulation, simulate
from khonsu.arena.training.train import TrainingPlan, TrainingRun, baseline, duel, train, write_weights
from khonsu.arena.work import Progress, Work

__all__ = [
    "Keep",
    "Ladder",
    "Limits",
    "Progress",
    "Report",
    "RunPlan",
    "Simulation",
    "StrengthPart",
    "TrainingPlan",
    "TrainingRun",
    "Verdict",
    "Work",
    "baseline",
    "duel",
    "ladder",
    "pairings",
    "parts",
    "play_part",
    "report",
    "simulate",
    "train",
    "until",
    "write_part",
    "write_weights",
]
