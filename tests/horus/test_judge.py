"""The quick judgement is worth something: a bot that follows it beats random play (judge, features)."""

from __future__ import annotations

import numpy as np

from khonsu.bots import Budget, decide
from khonsu.bots.greedy import GreedyBot
from khonsu.bots.random import RandomBot

from .players import at_will, games
from .table import GAME, Table


def test_greedy_beats_random():
    """Nineteen of twenty matches for two, at the least."""
    won = 0.0
    for seed in range(20):
        match = GAME.match(players=2, seed=seed)
        bots = [GreedyBot(), RandomBot()] if seed % 2 else [RandomBot(), GreedyBot()]
        while not match.over:
            seat = match.deciders[0]
            budget = Budget(seed=1000 * seed + len(match.steps), iterations=800)
            match.play(decide(bots[seat], match, seat, budget).step, seat)
        won += match.result()[0 if seed % 2 else 1]
    assert won >= 19


def test_judge_knows_what_counts():
    """HO-72, HO-74: a lead is better than a tie, a tie than nothing, a doubled region than a plain one."""

    def judged(markers, temple=""):
        return Table(f"S 0,0 | E 0,-2 0,2 | D 2,0 4,0 6,0{temple}{markers}").position.judge(0)

    assert judged(" | w 2,0 4,0") > judged(" | w 2,0") > judged(" | w 2,0 | k 4,0") > judged(" | k 2,0")
    assert judged(" | w 2,0") > judged("") > judged(" | k 2,0")
    assert judged(" | w 2,0", " | T 4,2") > judged(" | w 2,0")


def test_features_are_tame():
    """Finite numbers of about the same size, some of them different from step to step."""
    for players in (2, 4):
        rows = [position.features(0) for position in games(at_will, players, 3)]
        table = np.array(rows)
        assert np.isfinite(table).all()
        assert -1 <= table.min() <= table.max() <= 6
        assert len({row.tobytes() for row in rows}) > 0.9 * len(rows)
        assert (table.std(axis=0) > 0).sum() > 150


def test_statistics():
    """What is counted of finished matches agrees with their views."""
    ends = []
    for seed in range(8):
        *_, position = games(at_will, 3, seed)
        counted = GAME.statistics(position.states.view(GAME.kernel.state, np.ndarray))
        view = position.view()
        assert counted["tiles in play"].tolist() == [len(view["tiles"])]
        assert counted["regions"].tolist() == [len(view["regions"])]
        assert counted["largest region"].tolist() == [max(region["size"] for region in view["regions"])]
        assert counted["regions on islands"].tolist() == [sum(region["island"] for region in view["regions"])]
        assert counted["markers in play"].tolist() == [60 - sum(seat["markers"] for seat in view["seats"])]
        assert counted["River Transports played"].tolist() == [3 - sum(seat["transport"] for seat in view["seats"])]
        piles = [name for name, n in view["piles"].items() if n == 0]
        assert counted["exhausted piles"].tolist() == [" + ".join(piles)]
        ends.append(counted["temple"][0])
        assert (ends[-1] == "in play") == any(tile["kind"] == "temple" for tile in view["tiles"])
    assert len(set(ends)) > 1
