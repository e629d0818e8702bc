"""Playing by hand: several steps in one, and what is lost only by mistake."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import khonsu
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.rules.pieces import TOKENS
from khonsu.match.advice import closes, loss, shortcuts


def played(name: str, seed: int, steps: int) -> Any:
    """A match after every step of random play."""
    match, chance = khonsu.game(name).match(seed=seed), random.Random(seed)
    for _ in range(steps):
        if match.over:
            return
        yield match
        match.play(chance.choice(match.legal(match.deciders[0])))


def test_a_token_or_tile_is_chosen_at_once() -> None:
    """Whatever can be taken or bought is one choice, and its steps are legal one after the other."""
    seen: Counter[str] = Counter()
    for match in played("ankhor", 3, 600):
        seat, legal = match.deciders[0], {step.text for step in match.legal(match.deciders[0])}
        found = shortcuts(match, seat, match.game.texts("en"))
        offered = [short.id for short in found] + [
            step for step in match.legal_ids(seat) if step not in {short.replaces for short in found}
        ]
        assert len(set(offered)) == len(offered)
        for short in found:
            ahead, text = match.position.copy(), ""
            for step in short.steps:
                assert step in ahead.legal(seat)
                text = ahead.notation(seat, step)
                ahead.play(seat, step)
            seen[short.label.split()[0]] += 1
            if short.label.startswith("Take") and "which you lack" in short.label:
                slot = int(short.notation.split()[1])
                assert slot in ahead.view(seat)["domains"][seat]["affordable"]
                seen["lacking"] += 1
            elif len(short.steps) > 1:
                assert text == short.notation
        if "take" in legal:
            tokens = sum(kind > 0 for kind in match.position.state.supply)
            assert sum(short.notation in TOKENS for short in found) == tokens
            slots = {short.notation for short in found if short.label.startswith("Buy")}
            assert len(slots) == sum(affordable(match, seat))
            assert slots == {f"slot {n}" for n in match.view(seat)["domains"][seat]["affordable"]}
    assert min(seen[word] for word in ("Take", "Buy", "Spend", "End", "lacking")) > 5


def affordable(match: Any, seat: int) -> list[bool]:
    """By the rules: which slots are offered after `buy`, or was chosen by itself."""
    if "buy" not in [step.text for step in match.legal(seat)]:
        return []
    after = match.position.copy()
    after.play(seat, st.BUY)
    offered = [st.SLOT_0 <= step < st.CELL_0 for step in after.legal(seat)] if after.deciders == (seat,) else []
    return [True] if not any(offered) else offered


def test_only_the_end_of_a_turn_closes_it() -> None:
    for match in played("ankhor", 3, 200):
        for step in match.legal(match.deciders[0]):
            assert closes(match.game, step.id) == (step.text == "end")


def test_games_without_shortcuts_have_none() -> None:
    for name in ("horus", "ankh"):
        for match in played(name, 3, 30):
            assert shortcuts(match, match.deciders[0], match.game.texts("en")) == []


def test_a_loss_is_told_only_where_it_can_be_avoided(game_name: str) -> None:
    """What is warned of happens, and another step would not bring it about."""
    warned = set()
    for seed in range(8):
        for match in played(game_name, seed, 250):
            seat = match.deciders[0]
            t = match.game.texts("en")
            steps = match.legal_ids(seat)
            said = {step: loss(match, seat, step, t) for step in random.Random(seed).sample(steps, min(3, len(steps)))}
            warned |= {sentence for sentence in said.values() if sentence}
            if any(said.values()):
                assert len(steps) > 1
    assert warned
    assert all("would" in sentence or "nothing" in sentence or "no " in sentence for sentence in warned)


def test_no_marker_is_warned_of_in_horus() -> None:
    """The place is warned of after which the turn ends without a marker."""
    found = 0
    for match in played("horus", 2, 300):
        seat, t = match.deciders[0], match.game.texts("en")
        for step in match.legal(seat)[:3]:
            if "place no marker" in loss(match, seat, step.id, t):
                ahead = match.at(len(match.steps))
                ahead.play(step)
                assert any("places no marker" in sentence for sentence in ahead.told(-1, "en"))
                found += 1
    assert found > 3
