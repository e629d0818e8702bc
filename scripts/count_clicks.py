"""How many clicks a whole match takes a person against a bot.

Both seats play the steps of one match that a bot played against itself with a fixed seed, so two versions of the
program are compared on the same match. A click is whatever the page sends for the person at seat 0: a choice of the
scene (which may stand for several steps), the end of a turn, and the answer to a warning.

Examples: python scripts/count_clicks.py
          python scripts/count_clicks.py --games ankhor --matches 5 --json
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import Any

import khonsu
from khonsu.bots import Budget, bot, decide
from khonsu.match import Match, Step
from khonsu.text import Text
from khonsu.web.domain.arrangement import Arrangement, Seat
from khonsu.web.domain.table import Table
from khonsu.web.scenes.eyes import Eyes
from khonsu.web.scenes.scene import Scenes

try:
    from khonsu.match.advice import loss, shortcuts
except ImportError:  # a version that neither warns nor has several steps in one

    def loss(match: Match, seat: int, step: int, t: Text) -> str:
        """Nothing is warned of."""
        return ""

    def shortcuts(match: Match, seat: int, t: Text) -> list[Any]:  # type: ignore[misc]
        """A click is a step."""
        return []


TOKENS = ("blue", "white", "black", "green", "red", "ankh")  # as the notation of Ankh'or calls them


def played(game: str, seed: int, name: str) -> Match:
    """A match of a bot against itself."""
    match, player = khonsu.game(game).match(players=2, seed=seed), bot(name)
    while match.deciders:
        seat = match.deciders[0]
        match.play(decide(player, match, seat, Budget(seconds=1.0, seed=len(match.steps))).step, seat=seat)
    return match


def laid(match: Match, confirm: bool) -> Table:
    """The table at which it is played again."""
    game = match.game.about
    row = Arrangement(
        id="t", game=game.name, rules=game.rules, players=2, options=match.options, seed=str(match.seed), salt="s",
        hints=None, made_at=0.0, begun_at=0.0,
    )  # fmt: skip
    me = Seat(table="t", seat=0, kind="person", name="Ana", person="me", confirm=confirm)
    return Table(row, [me, Seat(table="t", seat=1, kind="program", name="Ben")])


def enter(table: Table, seat: int, kind: str, what: int | None = None) -> None:
    """Do one thing."""
    entry = table.check(seat, kind, what)
    entry.at = 0.0
    table.apply(entry)


def ways(table: Table) -> list[tuple[int, ...]]:
    """What the person can click now: for each thing the steps that a click on it stands for."""
    offered = Scenes(table).scene(Eyes(person="me", drawing=False)).choices
    short = {each.id: each.steps for each in shortcuts(table.match, 0, table.match.game.texts("en"))}
    return [short.get(choice.id, (choice.id,)) for choice in offered]


def taken(steps: list[Step]) -> int:
    """How many of the next steps take tokens; in which order makes no difference."""
    n = int(steps[0].text == "take")
    while n < len(steps) and steps[n].seat == 0 and steps[n].text in TOKENS:
        n += 1
    return n


def one_click(table: Table, steps: list[Step]) -> int:
    """How many of the next steps one click stands for; it brings tokens into the order in which it takes them."""
    own, n, best = [step.id for step in steps if step.seat == 0], taken(steps), ()
    for way in ways(table):
        fits = way == tuple(own[: len(way)]) or (len(way) <= n and not Counter(way) - Counter(own[:n]))
        if fits and len(way) > len(best):
            best = way
    if not best:
        raise RuntimeError(f"'{steps[0]}' cannot be clicked")
    if len(best) <= n:
        order = [*best, *(Counter(own[:n]) - Counter(best)).elements()]
        known = {step.id: step for step in steps[:n]}
        steps[:n] = [known[each] for each in order]
    return len(best)


def clicks(match: Match, confirm: bool) -> Counter[str]:
    """What seat 0 clicks in the whole match."""
    table, found, left = laid(match, confirm), Counter[str](), list(match.steps)
    t = match.game.texts("en")
    while left:
        n = 1
        if left[0].seat == 0:
            n = one_click(table, left)
            found["choices"] += 1
            found["warnings"] += n == 1 and bool(loss(table.match, 0, left[0].id, t))
        for step in left[:n]:
            enter(table, step.seat, "step", step.id)
        if table.unconfirmed == 0:
            enter(table, 0, "done")
            found["ends of turns"] += 1
        del left[:n]
    return found


def main() -> None:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(khonsu.games()))
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {}
    for game in asked.games:
        matches = [played(game, seed, asked.bot) for seed in range(asked.matches)]
        for confirm in (True, False):
            total = sum((clicks(match, confirm) for match in matches), Counter[str]())
            found[f"{game}, {'turns are ended by hand' if confirm else 'turns end by themselves'}"] = dict(total)
    if asked.json:
        print(json.dumps(found))
    for name, total in found.items() if not asked.json else ():
        print(f"{name}: {sum(total.values()) / asked.matches:.1f} clicks a match ({total})")


if __name__ == "__main__":
    main()
