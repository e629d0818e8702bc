"""Breaks a server in every way we know of while matches are played, on this machine only, and prints what became of it.

Programs play random matches over the JSON interface, bots play each other before a spectator. A step is acknowledged
when its request was answered with 200, and lost when it is not in the journal in the end. Seconds are counted from the
end of a fault to the next acknowledged step; the slowest seat of the slowest table counts.
Exit code 1 if a step was lost or a table could not go on within ten seconds. Example: make chaos ARGS='disk cut'
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from postgresql import NotInstalled

from chaos.faults import FAULTS, Fault
from chaos.house import GIVE_UP, NotPossible, house

WITHIN = 10.0  # seconds in which a table must go on after a fault
ALTOGETHER = 570  # seconds for everything
ROW = "{:<38} {:<10} {:>5} {:>13} {:>7} {:>5} {:>8}  {}"


@dataclass
class Found:
    """What became of one kind of fault."""

    fault: Fault
    times: int = 0
    acknowledged: int = 0
    refused: int = 0
    lost: int = 0
    worst: float = 0.0
    late: set[str] = field(default_factory=set)  # who could not go on in time

    @property
    def good(self) -> bool:
        """Nothing lost, nobody waits."""
        return not self.lost and self.worst <= WITHIN

    def row(self) -> str:
        """A line of the table."""
        seconds = f"{self.worst:.1f}" if self.worst <= GIVE_UP else f"> {GIVE_UP:.0f}"
        late = ", ".join(sorted(self.late)) if len(self.late) < 4 else f"{len(self.late)} seats"
        cells = (self.times, self.acknowledged, self.refused, self.lost, seconds, late)
        return ROW.format(self.fault.name, self.fault.database, *cells).rstrip()


def inflict(fault: Fault, times: int, chance: random.Random, log: Path, patience: float = GIVE_UP) -> Found:
    """One kind of fault, again and again, in a house of its own; ends at the first that somebody does not get over."""
    found = Found(fault)
    with house(fault.database, fault.small_disk, chance, log) as place:
        while found.times < times and found.worst <= patience:
            time.sleep(chance.uniform(0.5, 1.5))
            fault.strike(place)
            found.times += 1
            seconds = place.pause(time.monotonic(), patience)
            found.worst = max(found.worst, *seconds.values())
            found.late |= {name for name in seconds if seconds[name] > WITHIN}
        place.dismiss()
        found.acknowledged = sum(len(pair.acknowledged) for pair in place.pairs)
        found.refused = place.refused
        found.lost = place.lost()
    return found


def main(arguments: list[str] | None = None) -> int:
    """Every fault that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="words of the faults to bring about; without them, all")
    parser.add_argument("--times", type=int, help="how often each; without it, a few times")
    parser.add_argument("--seed", type=int, default=0, help="for another course of events")
    parser.add_argument("--logs", type=Path, default=Path("build/chaos"), help="where the servers' logs go")
    options = parser.parse_args(arguments)
    options.logs.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(ALTOGETHER)
    print(
        ROW.format("fault", "database", "times", "acknowledged", "refused", "lost", "seconds", "too late"), flush=True
    )
    good = True
    for number, fault in enumerate(FAULTS):
        if options.only and not any(word in fault.name for word in options.only):
            continue
        log = options.logs / f"{number}.log"
        log.unlink(missing_ok=True)
        try:
            found = inflict(fault, options.times or fault.times, random.Random(options.seed + number), log)
        except (NotPossible, NotInstalled) as why:
            print(f"{fault.name:<38} {fault.database:<10} skipped: {why}", flush=True)
        except RuntimeError as why:
            print(f"{fault.name:<38} {fault.database:<10} failed: {why}", flush=True)
            good = False
        else:
            print(found.row(), flush=True)
            good &= found.good
    signal.alarm(0)
    return 0 if good else 1


def too_long(*_: Any) -> None:
    """Whatever hangs: this does not."""
    sys.exit(f"stopped: more than {ALTOGETHER} seconds")


if __name__ == "__main__":
    sys.exit(main())
